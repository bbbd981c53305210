"""How test frameworks print a failed comparison: each rule is the block of one of them.

These go before the rules of prose in `parse`, because their blocks hold words (`unexpected`, `missing`, `expected`) that prose rules would take
for their own. Wanted side and given side as the framework names them; where it names none (`left`, `right`), the right one is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Found = tuple[str | None, str | None, str | None, str]
"""expected, actual, where, shape."""
Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], Found], tuple[str, ...]]
"""Pattern, reader, and words without one of which the pattern cannot fit (they spare slow searches)."""

_Q = r"""["'`“‘]"""
_TOKEN = r"""(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|‘[^’\n]*’|“[^”\n]*”|<[^<>\n]*>|:\w+|[^\s"'`,;()]+)"""
_LINE = r"[^\n]+"
_NEXT = r"[ \t]*(?:\n[ \t]*(?:\n[ \t]*)?)?"
"""To the value: on the same line, on the next, or after an empty one."""


def clean(text: str | None) -> str | None:
    """A side without the marks that end a list or a clause; None where nothing is left."""
    return None if text is None else text.strip().rstrip(",;").strip() or None


def _shaped(shape: str) -> Callable[[re.Match[str]], Found]:
    """A reader of the groups `e`, `a` and `where`."""

    def made(m: re.Match[str]) -> Found:
        g = m.groupdict()
        return clean(g.get("e")), clean(g.get("a")), clean(g.get("where")), shape

    return made


_sides, _name, _contains = _shaped("value"), _shaped("name"), _shaped("contains")


def _call(m: re.Match[str]) -> Found:
    return m["e"], None, None, "call"


def _names(m: re.Match[str]) -> Found:
    """`'a', 'b', and 'c'`."""
    found = re.findall(rf"{_Q}([^\"'`“‘”’\n]+)[\"'`”’]|:(\w+)", m["e"])
    return ", ".join(a or b for a, b in found) or clean(m["e"]), None, None, "name"


def _quoted(m: re.Match[str]) -> Found:
    """A list of quoted elements is wanted: each is one name."""
    found = re.findall(r"\"([^\"\n]+)\"|'([^'\n]+)'", m["e"])
    if not found:
        return _contains(m)
    return ", ".join(a or b for a, b in found), clean(m.groupdict().get("a")), None, "name"


_KEY = re.compile(r"""^\s*(?:"([^"\n]+)"|'([^'\n]+)'|([A-Za-z_$][\w$-]*))\s*(?::|=>)""")


def _sided(minus: list[str], plus: list[str], where: str | None = None) -> Found:
    """Lines of the wanted and of the given side. A wanted `key: value` whose key no given line has is a missing name."""
    minus, plus = [x.strip().rstrip(",") for x in minus if x.strip()], [x.strip().rstrip(",") for x in plus if x.strip()]
    keys = [next(filter(None, k.groups())) for x in minus if (k := _KEY.match(x))]
    had = {next(filter(None, k.groups())) for x in plus if (k := _KEY.match(x))}
    lacking = [k for k in keys if k not in had and not any(k.casefold() in x.casefold() for x in plus if not _KEY.match(x))]
    if lacking and len(keys) == len(minus):
        return ", ".join(lacking), " / ".join(plus[:5]) or None, where, "name"
    if minus and not plus:
        return " / ".join(minus[:5]), None, where, "contains"
    return " / ".join(minus[:5]) or None, " / ".join(plus[:5]) or None, where, "value"


def _halves(body: str) -> tuple[list[str], list[str]]:
    """Lines with - and lines with +, without their signs."""
    minus = [x[1:] for x in re.findall(r"^[ \t]*(-(?!--).*)$", body, re.MULTILINE)]
    plus = [x[1:] for x in re.findall(r"^[ \t]*(\+(?!\+\+).*)$", body, re.MULTILINE)]
    return minus, plus


def _signed(m: re.Match[str]) -> Found:
    """Lines with - and + below a heading that says which is which."""
    return _sided(*_halves(m["body"]))


_WANTED = re.compile(r"expect|golden|want|reference|\bref\b|should|truth|correct|solution|snap", re.IGNORECASE)


def _unified(m: re.Match[str]) -> Found:
    """`--- a`, `+++ b`: the wanted side is the one whose name says so, else the first."""
    old, new = _halves(m["body"])
    return _sided(new, old) if _WANTED.search(m["new"]) and not _WANTED.search(m["old"]) else _sided(old, new)


def _normal(m: re.Match[str]) -> Found:
    """`diff a b`: lines of a with <, of b with >; graders mostly give the wanted file first."""
    less = re.findall(r"^[ \t]*< ?(.*)$", m[0], re.MULTILINE)
    more = re.findall(r"^[ \t]*> ?(.*)$", m[0], re.MULTILINE)
    return _sided(less, more) if less else _sided(more, [])


def _bats(m: re.Match[str]) -> Found:
    """`[ "$status" -eq 66 ]` failed: the literal is wanted, the variable is the place; the given value where a line tells it."""
    given = re.search(rf"\b(?:got|was|actual|status|output)\s*[:=]?\s*(?P<a>{_TOKEN})\s*$", m["rest"] or "", re.MULTILINE)
    return m["e"].strip("\"'"), given["a"] if given else None, m["where"].strip("\"${}[]@'"), "value" if m["op"] != "=~" else "contains"


def _role(m: re.Match[str]) -> Found:
    """An element by its role and its name: both must be known."""
    return ", ".join(re.findall(r"[\"`/]([^\"`/\n]+)[\"`/]", m["e"])), None, None, "name"


def _file(m: re.Match[str]) -> Found:
    """`[ -f "$dir/x" ]` failed: the file is wanted, below a folder that only the test knows."""
    return re.sub(r"^\$\{?\w+\}?/", "", m["e"].strip("\"'")) or None, None, None, "name"


def rule(pattern: str, make: Callable[[re.Match[str]], Found], *needs: str, flags: int = re.IGNORECASE) -> Rule:
    """A rule: its pattern, what reads the match, and words without one of which the pattern cannot fit."""
    return re.compile(pattern, flags), make, needs


_READ = r"(?:extract(?:ed)?|parse(?:d)?|find|found|read|detect(?:ed)?|match(?:ed)?)"
_ANSWER = r"(?:(?:final|valid|single|numeric|boxed) )?(?:answer|number|letter|choice|option|value|result|verdict)s?"


def _unread(m: re.Match[str]) -> Found:
    """Nothing was read from the answer."""
    return m["e"], "''", None, "value"


def _selector(m: re.Match[str]) -> Found:
    """The names in a selector: classes, ids, values of attributes. Tags alone tell nothing."""
    found = re.findall(r"[.#]([A-Za-z][\w-]+)|=\\?[\"']?([A-Za-z][\w-]*)", m["e"])
    return ", ".join(a or b for a, b in found) or None, None, None, "name"


DIALECTS: tuple[Rule, ...] = (
    rule(
        rf"\b(?:no {_ANSWER} (?:was |were |is |could be )?{_READ}|(?:could not|couldn't|cannot|can't|failed to|unable to|did not|didn't) {_READ} (?:an? |any |the )?{_ANSWER})\b[^\n]{{0,40}}?\b(?:key|gold|truth|expected|target|label|reference|correct(?: answer)?)\b\s*(?:is|was|[:=])?\s*(?P<e>{_TOKEN})",
        _unread,
        "no ",
        "not ",
        "n't ",
        "cannot",
        "unable",
        "failed to",
    ),
    # Rust: assert_eq!, with or without a message.
    rule(rf"\bleft:[ \t]*(?P<a>{_LINE}?),?[ \t]*\n?[ \t]*right:[ \t]*(?P<e>{_LINE})", _sides, "left:"),
    rule(r"unresolved imports? (?P<e>`[^\n]+`)", _names, "unresolved import"),
    rule(r"cannot find (?:function|type|struct|macro|value|trait|module|crate|attribute|method|associated \w+)(?:,[^`\n]*)? (?P<e>`[^`\n]+`)", _name, "cannot find"),
    rule(r"no (?:method|function|field|associated \w+|variant)(?: or [\w ]+)? named (?P<e>`[^`\n]+`)", _name, " named "),
    rule(r"could not find (?P<e>`[^`\n]+`) in (?P<where>`[^`\n]+`)", _name, "could not find"),
    rule(rf"has no (?:field|method|variant|member)s? named (?P<e>{_Q}[^\"'`\n]+{_Q})", _name, "has no "),
    # A call with other arguments than those that the run's function takes.
    rule(r"(?:too many|not enough) arguments in call to (?P<e>[\w.]+)", _call, "arguments in call"),
    rule(r"(?P<e>[A-Za-z_][\w.]*)\(\) takes (?:exactly |at most |from )?\d[^\n]*?positional arguments? but \d", _call, "positional argument"),
    rule(r"(?P<e>[A-Za-z_][\w.]*)\(\) missing \d+ required positional arguments?", _call, "required positional"),
    rule(r"no matching (?:member )?function for call to '(?P<e>[^'\n]+)'", _call, "no matching"),
    rule(r"(?:method|constructor) (?P<e>\w+) in (?:class|enum|record|interface) [\w.<>]+ cannot be applied to given types", _call, "cannot be applied"),
    # Java: compiler, JUnit, AssertJ, Hamcrest.
    rule(r"cannot find symbol\s+(?:\[ERROR\]\s+)?symbol:\s+(?:\w+ )?(?P<e>[\w.$]+)", _name, "cannot find symbol"),
    rule(r"(?:(?P<where>[^\n]{1,80}?) ==> )?expected: ?(?P<e><[^\n]*?>) ?but was: ?(?P<a><[^\n]*>)", _sides, "but was"),
    rule(
        rf"Expecting[^\n]*:\s*\n\s*(?P<a>{_LINE})\n\s*to (?:contain|have) (?:key|field|element|only|entry|entries|exactly|subsequence)?s?[^\n]*:\s*\n\s*(?P<e>{_LINE})",
        _quoted,
        "expecting",
    ),
    rule(rf"Expecting[^\n]*:\s*\n\s*(?P<a>{_LINE})\n\s*to (?:be equal to|start with|end with|match pattern|contain)[^\n]*:\s*\n\s*(?P<e>{_LINE})", _sides, "expecting"),
    rule(
        rf"Expected:\s+(?:(?:an?|the)\s+)?(?:iterable|collection|map|array|list|set|object|hash)[^\n]*?(?:containing|with|has)[^\n\"]*(?P<e>\"[^\n]*)\n\s*but:\s*(?P<a>{_LINE})",
        _quoted,
        "but:",
    ),
    rule(rf"Expected:\s+(?:is\s+|a string (?:containing|starting with|ending with)\s+)?(?P<e>{_LINE})\n\s*but:\s*(?:was\s+)?(?P<a>{_LINE})", _sides, "but:"),
    # pydantic, zod, JSON Schema, serde: a field that a model wants.
    rule(r"\n(?P<e>[\w.\[\]-]+)\n\s+(?:Field required|Missing required|field required)", _name, "required"),
    rule(rf"must have required propert(?:y|ies) (?P<e>{_TOKEN})", _name, "required propert"),
    rule(r"\"path\":\s*\[\s*(?:\d+,\s*)?\"(?P<e>[^\"\n]+)\"\s*\],\s*\"message\":\s*\"Required\"", _name, "required"),
    rule(r"missing field (?P<e>`[^`\n]+`)", _name, "missing field"),
    # jest and vitest: - Expected / + Received, labelled lines, matchers of names.
    rule(rf"Expected path:[ \t]*(?P<e>{_LINE})", _name, "expected path"),
    rule(rf"Expected (?:substring|pattern|value to contain|string to contain):[ \t]*(?P<e>{_LINE})\n\s*Received[^\n:]*:[ \t]*(?P<a>{_LINE})", _contains, "expected "),
    rule(rf"(?P<where>Expected length):[ \t]*(?P<e>{_LINE})\n\s*Received length:[ \t]*(?P<a>{_LINE})", _sides, "expected length"),
    rule(rf"-[ \t]*Expected[^\n:]*:[ \t]*(?P<e>{_LINE})\n\s*\+[ \t]*Received[^\n:]*:[ \t]*(?P<a>{_LINE})", _sides, "received"),
    rule(r"-[ \t]*Expected\b[^\n:]*\n\s*\+[ \t]*(?:Received|Actual)\b[^\n:]*\n(?P<body>(?:[^\n]*\n?){1,40})", _signed, "received", "actual"),
    rule(r"\+ actual - expected[^\n]*\n(?P<body>(?:[^\n]*\n?){1,40})", _signed, "actual - expected"),
    rule(r"\(-want,? \+got\)[^\n]*\n(?P<body>(?:[^\n]*\n?){1,40})", _signed, "+got"),
    rule(rf"Expected values to be (?:strictly |loosely )?(?:deep-)?equal:\s+(?P<a>{_LINE}?)\s+!==?\s+(?P<e>{_LINE})", _sides, "expected values to be"),
    # chai, vitest, rspec, minitest: sentences.
    rule(rf"expected [^\n]*? to have (?:own |deep |nested |a )*(?:property|key|attribute|field) (?P<e>{_TOKEN})(?! of )", _name, " to have "),
    rule(r"expected [^\n]*? to (?:have|contain)(?: all| any)? keys? (?P<e>[^\n]+?)(?:, but|$|\n)", _names, " key"),
    rule(rf"expected (?P<a>[^\n]*?) to have (?:a )?(?P<where>(?:own |deep |nested )?property {_TOKEN}|length) of (?P<e>[^\n]+?),? but got[ \t]+{_LINE}", _sides, "but got"),
    rule(rf"expected [^\n]*? to (?:respond to|have a method named) (?P<e>{_TOKEN})", _name, "respond to", "method named"),
    rule(r"expected (?P<e>[A-Z][\w:]*(?:Error|Exception)) (?:with [^\n]+ )?but nothing was raised", _name, "but nothing was raised"),
    rule(
        rf"expected (?P<a>[^\n]+?) to (?:include|contain|match|start with|end with)(?: string| substring)?:? (?P<e>{_LINE}?)(?:\.?[ \t]*(?:$|\n))",
        _contains,
        " to include",
        " to contain",
        " to match",
        " to start",
        " to end",
    ),
    rule(
        r"expected (?P<a>[^\n]+?) to (?:(?:strictly |deeply |loosely )*(?:deep )?equals?|be equal to|eql|eq|be)\s+(?:to )?(?P<e>(?!(?:a|an|in|at|of|ok|true|truthy|falsy|empty|defined|above|below|greater|less|within|close|one)\b)[^\n]+?)(?:\s*//[^\n]*)?(?=$|\n)",
        _sides,
        " to ",
    ),
    rule(r"undefined method [`'](?P<e>[^`'\n]+)'", _name, "undefined method"),
    rule(r"uninitialized constant (?P<e>[\w:]+)", _name, "uninitialized constant"),
    # Browsers: what an element says, and an element that the check looks for.
    rule(
        rf"Expected (?:string|text|pattern|attribute|class|url|title|count|value):[ \t]*(?P<e>{_LINE})\n\s*Received(?: \w+)?:[ \t]*(?!<element)(?P<a>{_LINE})", _sides, "received"
    ),
    rule(
        r"Unable to find (?:an?|any) (?:accessible )?elements? (?:with|by) (?:the )?(?:text|label(?: text)?|placeholder(?: text)?|display value|title|alt text|content)(?: of)?:? (?P<e>[^\n]+?)(?:\.? This could be|\.?[ \t]*(?:$|\n))",
        _contains,
        "unable to find",
    ),
    rule(r"Unable to find (?:an?|any) (?:accessible )?elements? with the role (?P<e>\"[^\"\n]+\"(?: and name [\"`/][^\"`\n]+[\"`/])?)", _role, "unable to find"),
    rule(
        r"(?:querySelector(?:All)?|\$\$?|locator|find|get)\((?P<q>[\"'])(?P<e>[^\n]+?)(?P=q)\)(?:\.\w+)?[^\n]{0,20}?\b(?:null|undefined|empty|not found|missing|0 elements|no element)",
        _selector,
        "null",
        "undefined",
        "empty",
        "not found",
        "missing",
        "element",
    ),
    rule(r"Expected to find (?:element|content): [`'](?P<e>[^`'\n]+)[`']", _name, "expected to find"),
    rule(r"getByTestId\(['\"](?P<e>[^'\"\n]+)['\"]|\[data-test(?:id|-id)?=\\*['\"]?(?P<e2>[\w-]+)", lambda m: (m["e"] or m["e2"], None, None, "name"), "getbytestid", "data-test"),
    rule(
        r"(?:locator|querySelector|waitForSelector|find_element|waiting for selector|no such element|unable to locate element|\"selector\":)[^\n]*?['\"](?P<e>[#.][A-Za-z][\w-]*)['\"]",
        _name,
        "locator",
        "selector",
        "element",
    ),
    # PHPUnit.
    rule(rf"Failed asserting that [^\n]*?(?:has|have) (?:the )?(?:key|attribute|property|header)s? (?P<e>{_TOKEN}?)\.?(?=\s|$)", _name, "failed asserting"),
    rule(rf"(?:Undefined (?:array key|index|property|variable)|undefined (?:function|method))[: ]+\$?(?P<e>{_TOKEN})", _name, "undefined "),
    rule(r"Failed asserting that (?P<a>[^\n]*?) (?:matches expected(?: size)?|is identical to|equals|is equal to) (?P<e>[^\n]+?)\.?(?=\s*(?:$|\n))", _sides, "failed asserting"),
    rule(r"Failed asserting that (?P<a>[^\n]*?) (?:\[[^\]\n]*\][^\n]*?)?(?:contains|starts with|ends with) (?P<e>\"[^\n]*?\"|'[^\n]*?')", _contains, "failed asserting"),
    rule(rf"Failed asserting that file (?P<e>{_TOKEN}) exists", _name, "failed asserting"),
    # XCTest, testthat.
    rule(r"\w+ failed: \((?P<a>\"[^\"\n]*\"|[^()\n]*)\) is not equal to \((?P<e>\"[^\"\n]*\"|[^()\n]*)\)", _sides, "is not equal to"),
    rule(
        r"(?P<where>[A-Za-z_.][\w.]*\([^\n]*\)) not (?:equal|identical|equivalent) to (?P<e>[^\n]+?)\.?[ \t]*\n(?:[^\n]*\n)*?\[1\]\s+(?P<a>\S+) -",
        _sides,
        "not equal to",
        "not identical to",
    ),
    # bats and its assertions.
    rule(r"`(?:\[+|test) +(?:! +)?-[efdsxrL] +(?P<e>\"[^\"\n]+\"|'[^'\n]+'|[^\s\]']+)(?: +\]+)?' failed", _file, "' failed"),
    rule(
        r"`\[+ +(?P<where>\"?\$\{?\w+\}?\"?(?:\[\d+\])?[^\s=]*) +(?P<op>-eq|==?|=~) +(?P<e>\"[^\"\n]*\"|'[^'\n]*'|[^\s\]]+) +\]+' failed(?P<rest>(?:\n[^\n]*){0,6})",
        _bats,
        "' failed",
    ),
    rule(rf"(?:substring|line|regexp) *:[ \t]*(?P<e>{_LINE})\n\s*output *:[ \t]*(?P<a>{_LINE})", _contains, "output"),
    # TAP, node's and Perl's: labelled lines in any order, quotes or not, with a comment sign or not.
    rule(
        rf"(?:^|\n)[ \t#`]*(?:wanted|expected(?: to (?:equal|be))?)`?[ \t]*:{_NEXT}(?P<e>{_LINE})\n[ \t#`]*(?:found|actual|got|received)`?[ \t]*:{_NEXT}(?P<a>{_LINE})",
        _sides,
        "wanted",
        "expected",
    ),
    rule(
        rf"(?:^|\n)[ \t#`]*(?:found|actual|got|received|have)`?[ \t]*:{_NEXT}(?P<a>{_LINE})\n[ \t#`]*(?:wanted|expected|want)`?[ \t]*:{_NEXT}(?P<e>{_LINE})",
        _sides,
        "want",
        "expected",
    ),
    # testify.
    rule(r"(?:map|\"|\[)[^\n]* does not contain (?P<e>\"[^\"\n]+\"|'[^'\n]+')", _contains, "does not contain"),
    rule(r"\bundefined: (?P<e>[\w.]+)", _name, "undefined: "),
    rule(r"\b[\w.]+ undefined \(type [^\n]*? has no field or method (?P<e>\w+)", _name, "has no field or method"),
    rule(rf"unknown field (?P<e>{_TOKEN}) in struct", _name, "unknown field"),
    # Patterns and files that tools do not find.
    rule(r"(?:does not|doesn't|did not|must|should) match:?\s+(?:the )?(?:regex\w*|pattern|expression)?:?\s*(?P<e>\^[^\n]*[^\s\n]|/[^\n]+/[a-z]*)", _contains, " match"),
    rule(r"cannot (?:stat|open|access|remove|touch|find|read) ['\"](?P<e>[^'\"\n]+)['\"]", _name, "cannot "),
    rule(r"(?:^|[\s:])['\"]?(?P<e>[\w.~/-]*/[\w.-]*\w)['\"]?: No such file or directory", _name, "no such file"),
    # diff.
    rule(r"(?:^|\n)[ \t]*--- (?P<old>[^\n]+)\n[ \t]*\+\+\+ (?P<new>[^\n]+)\n(?P<body>(?:[^\n]*\n?){1,60})", _unified, "+++"),
    rule(r"(?:^|\n)[ \t]*\d+(?:,\d+)?[acd]\d+(?:,\d+)?[ \t]*\n(?:[ \t]*(?:[<>]|---)[^\n]*(?:\n|$)){1,40}", _normal, "<", ">"),
)
