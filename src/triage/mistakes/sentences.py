"""The rules by which a message is read: each is one way to say what was wanted and what was there.

The first that fits wins, so the order is from the specific to the general: forms that frame both sides, dialects of
frameworks, plain sentences, the grader's own words, one side alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from triage.mistakes.dialects import DIALECTS, Found, Rule, clean, rule
from triage.mistakes.framed import FRAMED
from triage.mistakes.prose import PROSE
from triage.mistakes.values import number, strip_quotes

VALUE = r"""(?:\b[bB]"(?:[^"\\\n]|\\.)*"|\b[bB]'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`|<[^<>\n]*>|\[[^\[\]\n]*\]|\{[^{}\n]*\}|\(-?[\d"'][^()\n]*,[^()\n]*\)|[^\s;,()]+)"""
_NUMBER_OR_LITERAL = r"""(?:-?\d[\d.,_]*(?<![,.])|"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|(?<== )[\w.]+)"""
_Q = r"""["'`“‘]"""

_LABELLED = re.compile(r"([A-Za-z][\w. -]{0,40}?)[ :=]+(\"[^\"]*\"|'[^']*'|`[^`]*`)(?: [A-Za-z][\w -]{0,40})?")
"""`sep ";"`, `header 'X' on the call`: a label before the wanted literal, and perhaps more words behind it."""


def _pair(m: re.Match[str]) -> Found:
    g = m.groupdict()
    where, wanted, got = g.get("where"), clean(g.get("e")), clean(g.get("a"))
    where = where.strip(" :") if where else None
    if where and re.fullmatch(r"(?:[\w.]+\.)?\w*(?:Error|Exception|Failure|Failed|FAIL)", where):
        where = None  # `AssertionError: expected ...`: the exception is no place
    kept = _KEPT.fullmatch(wanted) if wanted else None
    if kept:
        wanted = kept["e"]
    labelled = _LABELLED.fullmatch(wanted) if wanted and got else None
    if labelled and got:
        if got[0] in "[{(<":
            return strip_quotes(labelled[2]), got, labelled[1].strip(), "name"  # `header 'X' on the call, got ['Y']`: one of several is wanted
        if got[0] in "\"'`":
            where, wanted = f"{where or ''} {labelled[1]}".strip(), labelled[2]
    if wanted and got and number(got.split(" ")[0]) is not None:
        named = _NUMBERED.fullmatch(wanted) or _COUNTED.fullmatch(wanted)
        if named:
            label, wanted = (named["label"], named["n"])
            where = f"{where} {label}" if where else label
    return wanted, got, where, "value"


_KEPT = re.compile(r"(?P<e>NaN|NA|null|None|nil|empty|-?\d[\d.,]*|\"[^\"]*\"|'[^']*') (?:kept|preserved|retained|unchanged|untouched|intact|left (?:as is|alone))")
"""`NaN kept`: a value, and in words that it was to stay."""
_NUMBERED = re.compile(r"(?P<label>[A-Za-z_]\w*)\s*[ =:]\s*(?P<n>-?\d[\d.,_]*)")
"""`min_gain 0.05`: a label before the wanted number."""
_COUNTED = re.compile(r"(?P<n>-?\d[\d.,_]*)\s+(?P<label>[A-Za-z][\w-]*)")
"""`212 rows`: what is counted, after it."""


def _named(shape: str) -> Callable[[re.Match[str]], Found]:
    def made(m: re.Match[str]) -> Found:
        g = m.groupdict()
        return clean(g.get("e")), clean(g.get("a")), g.get("where"), shape

    return made


def assertion(m: re.Match[str]) -> Found:
    """`assert left op right`: the literal side is the wanted one; of two literals, the right one, as pytest users write it."""
    left, op, right = m["l"].strip(), m["op"].strip(), m["r"].strip()
    right = re.split(r"\s*;\s*(?:left|got|text|right|actual|was)\b", right)[0]
    aside = re.fullmatch(r"(\S+)\s+\([^()\n]*\)", right)
    if aside and is_value(aside[1]):
        right = aside[1]  # `assert 401 == 200 (sent X)`: the grader's remark
    if "±" in m[0]:
        left, right = (right, left) if "±" not in right else (left, right)
        right = _about(right)
    left_value, right_value = is_value(left), is_value(right)
    rest = m["rest"] if "rest" in m.re.groupindex else None
    given = re.search(rf"\b(?:left|got|actual|was|text has|right)\s*[:=]?\s*(?P<a>{VALUE})", "" if not rest or rest.lstrip().startswith("+") else rest)
    if op in ("in", "not in"):
        if op == "not in":
            return None, left, None, "extra"
        return left, given["a"] if given else right, None, "contains"
    if op in ("<", ">", "<=", ">="):
        return f"{op} {right}", left, None, "bound"
    if left_value and not right_value:
        left, right = right, left
    if not left_value and right_value and given:
        return right, given["a"], left, "value"
    where = left if not is_value(left) else None
    return right, (given["a"] if given else (left if where is None else None)), where, "value"


def _about(text: str) -> str:
    """A value that pytest prints with its tolerance, without it: `approx(2.5 ± 1e-06)`."""
    return re.sub(r"\s*±\s*[\w.+-]+", "", re.sub(r"^approx\((.*)\)$", r"\1", text))


def is_value(text: str) -> bool:
    """Whether a side of a comparison is a literal, not an expression."""
    text = text.strip()
    return bool(text) and (text[0] in "\"'[{(<`" or number(text) is not None or text in ("None", "True", "False", "null", "true", "false", "nil") or text.startswith(("b'", 'b"')))


def _diff(m: re.Match[str]) -> Found:
    """Lines with - and +: pytest and jest print the wanted side with -, the side that was there with +."""
    minus = [x[1:].strip() for x in re.findall(r"^(?:E\s+)?(-(?!-).*)$", m[0], re.MULTILINE)]
    plus = [x[1:].strip() for x in re.findall(r"^(?:E\s+)?(\+(?!\+).*)$", m[0], re.MULTILINE)]
    return " / ".join(x for x in minus[:5] if x) or None, " / ".join(x for x in plus[:5] if x) or None, None, "value"


def _lists(m: re.Match[str]) -> Found:
    missing, extra = (m["e"] or "").strip("[]{}() "), (m["a"] or "").strip("[]{}() ")
    if missing:
        return missing, extra or None, m["where"], "name"
    return None, extra or None, m["where"], "extra"


_RECORD = r"(?:[A-Za-z_][\w.]*\[[^\]\n]{1,30}\](?:\.\w+)*|(?:[a-z]\w* )?(?:record|row|line|item|entry|element|object|event|artifact|part|node|document|message|response|request|body|payload|output|result|report|file|table|page|header|root|top[- ]level)s?(?: #?\d+| ['\"][^'\"\n]{1,40}['\"])?)"
"""What ought to hold a key: `records[0]`, `row 3`, `top level`, `response`."""
_LACKS = r"(?:lacks?|has no|have no|is missing|misses|missing|without|does not have|doesn't have|do not have|must have|needs|no)"
_KEYWORD = r"(?:(?:a|an|the|any|its|required|mandatory) )*(?:key|field|column|propert(?:y|ie)|header|attribute|entry|member|tag|label|element)s?\b:?\s+"
_IDENT = r"(?-i:[A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*|[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+|[a-z]+(?:-[a-z]+)+)"


def _record(m: re.Match[str]) -> Found:
    """A key that a record ought to have; the top level is no place apart from the document."""
    where: str | None = m["where"].strip()
    if where and re.fullmatch(r"(?:top[- ]level|root|report|output|result|file|document|body|response|payload|header|table)s?", where, re.IGNORECASE):
        where = None
    return strip_quotes(m["e"] or m["plain"]), None, where, "name"


RULES: tuple[Rule, ...] = (
    *FRAMED,
    *DIALECTS,
    # Keys of records.
    rule(
        rf"(?<![\w.])(?P<where>{_RECORD}):?\s+{_LACKS}\s+(?:(?:{_KEYWORD})(?P<plain>[A-Za-z_][\w.-]*)|(?:{_KEYWORD})?(?P<e>{_Q}[^\"'`\n]{{1,60}}{_Q}|{_IDENT}))(?![\w ]*\blog\b)",
        _record,
        "lack",
        " no ",
        "missing",
        "misses",
        "without",
        " have",
        "needs",
    ),
    # Names: something must exist under that name.
    rule(
        r"(?:(?P<where>[\w.\[\]\"']+)\s+)?(?:differ\w*:\s*)?missing:?\s*(?P<e>\[[^\]]*\]|\{[^}]*\})\s*[,;]?\s*(?:and\s+)?(?:unexpected|extra|additional)\w*:?\s*(?P<a>\[[^\]]*\]|\{[^}]*\})",
        _lists,
        "missing",
    ),
    rule(rf"KeyError:\s*(?P<e>{VALUE})\s+(?:in|at|of)\s+(?P<where>[\w.\[\]\"'$]+)", _named("name"), flags=0),
    rule(rf"KeyError:?\s+(?P<e>{VALUE})", _named("name"), flags=0),
    rule(
        rf"required (?:key|field|column|name|propert|header|section|attribute|argument|flag|option|file)(?:s|y|ies)?\b:?\s+(?!missing)(?P<e>{_Q}?[^;\n]+?)(?=\s*(?:$|\n|;|\.\s|\.$| is missing| are missing| not | missing))",
        _named("name"),
        "required",
    ),
    rule(
        rf"missing (?:\d+ )?(?:required |mandatory |expected |response |request |http |json |csv |output |top-level )*(?:positional |keyword[- ]only )?(?:key|field|column|propert|header|section|attribute|argument|parameter|flag|option|file|entr|symbol|function|name|item|module|element|row)(?:s|y|ies)?\b:?\s+(?P<e>{_Q}?[^;\n]+?)(?=\s*(?:$|\n|;|\.\s|\.$|\bin\b|\bfrom\b|\((?:have|had|got|found|has|present)))",
        _named("name"),
        "missing",
    ),
    rule(
        rf"(?:key|field|column|property|header|section|attribute|function|symbol|table|class|method|file|directory|path|entry|option|flag)s? (?P<e>{VALUE}) (?:is |was |are )?(?:missing|not found|not present|absent|undefined|does not exist|doesn't exist|required|mandatory|obligatory)\b",
        _named("name"),
        "missing",
        "not ",
        "absent",
        "undefined",
        "exist",
        "required",
        "mandatory",
        "obligatory",
    ),
    rule(rf"has no (?:attribute|member|field|method|property|function|column|key) (?P<e>{VALUE})", _named("name"), "has no"),
    rule(rf"(?:does not|doesn't) appear to have a file named (?P<e>{VALUE})", _named("name")),
    rule(rf"cannot import name (?P<e>{VALUE})", _named("name")),
    rule(rf"(?:No module named|Cannot find module|no such (?:table|column|function|key|field|option)):?\s+(?P<e>{VALUE})", _named("name"), "no module", "cannot find", "no such"),
    rule(
        rf"(?:unrecogni[sz]ed|unknown|unsupported|unregistered|undeclared|no such|unimplemented) (?:argument|option|flag|command|subcommand|parameter|endpoint|route|service|method|rpc|operation|action|event|topic|queue|tool|target|task|job|sheet|worksheet|channel|signal|metric|revision|branch|tag|key|field|column|table|function|module|name)s?:?\s+(?P<e>{VALUE})",
        _named("name"),
        "unrecogni",
        "unknown",
        "unsupported",
        "unregistered",
        "undeclared",
        "no such",
        "unimplemented",
    ),
    rule(
        rf"(?:pathspec|branch|tag|revision|remote|ref|commit|sheet|worksheet|metric|series|queue|topic|channel|event|route|endpoint|service|bucket|index|label|target|job|stage|element|selector|locator|id|symbol|variable|constant|class|method|type|parameter|argument)\s+(?P<e>{VALUE}) (?:did not match|not found|does not exist|doesn't exist|is missing|is not (?:there|known|registered|declared|defined)|not (?:in|among|registered|declared|defined))",
        _named("name"),
        "match",
        "not ",
        "exist",
        "missing",
    ),
    rule(
        rf"\b(?:no|none of the) (?:\w+ ){{0,2}}?(?:line|row|entr(?:y|ie)|output|file|message|header|name|item|record|event|log|commit|branch|node|element)s? (?:[\w ]{{0,30}} )??(?:that )?(?:match(?:es|ing)?|contain(?:s|ing)?|like|named|called|starts? with|starting with)\s+(?P<e>/[^\n]+?/(?=[\s;,.]|$)|{_Q}[^\n\"'`]+{_Q}|{VALUE})",
        _named("contains"),
        "no ",
        "none of",
    ),
    rule(rf"(?P<e>{_Q}[^\n\"'`]+{_Q}) (?:is|are) (?:a )?required\b", _named("name")),
    rule(
        rf"(?<![\w'\"`])[A-Za-z][\w-]* (?P<e>{_Q}[\w.:/@#-]{{2,60}}{_Q}) (?:could not be found|not found|was not found|cannot be found|is not defined|does not exist|doesn't exist|is not registered|is unknown|is undefined)(?! in\b)",
        _named("name"),
        "found",
        "not ",
        "exist",
        "unknown",
        "undefined",
    ),
    rule(
        rf"(?:cannot|can't|could not|couldn't|unable to|failed to) (?:query|find|resolve|locate|read|load|import|select|look up|get) (?:the )?(?:field|property|key|column|name|symbol|module|type|method|function|element|target|resource|entity|attribute|member|export)s? (?P<e>{_Q}[^\"'`\n]+{_Q}|{_IDENT})",
        _named("name"),
        "cannot",
        "can't",
        "could",
        "unable",
        "failed to",
    ),
    rule(
        rf"(?:no rule to make target|missing script:?|no such (?:command|option|subcommand|task|target|script|view|procedure|package|sheet):?|invalid choice:?|unknown (?:command|script):?|no (?:task|target|command|script|job|recipe) (?:named|called)|recipe)\s+(?P<e>{_Q}[^\"'`\n]+{_Q}|--?[\w-]+)",
        _named("name"),
        "no rule",
        "missing script",
        "no such",
        "invalid choice",
        "unknown",
        "named",
        "called",
        "recipe",
    ),
    rule(r"(?:^|\n|: )(?P<e>[\w.-]+): (?:command )?not found\s*(?:$|\n)", _named("name"), "not found"),
    rule(rf"unexpected keyword argument (?P<e>{VALUE})", _named("name")),
    rule(rf"(?:name\s+)?(?P<e>{VALUE}) is not (?:defined|a function|exported)", _named("name"), "is not"),
    rule(rf"undefined(?: name| symbol| reference(?: to)?)?:\s*(?P<e>{VALUE})", _named("name")),
    rule(rf"No such file or directory:?\s+(?P<e>{VALUE})", _named("name")),
    rule(rf"DID NOT RAISE\s+(?P<e>{VALUE})", lambda m: (strip_quotes(m["e"]).replace("class ", "").strip(" '"), "no exception", None, "name")),
    rule(rf"expected:?\s+(?P<e>{_Q}[^\n]+?{_Q}) (?:to be |to appear )?(?:in|inside|within) (?P<where>[\w./-]+)", _named("contains"), "expected"),
    rule(
        r"expected:?\s+(?P<e>(?:at (?:least|most)|more than|fewer than|less than|no more than|exactly)\s+[^\n,;]+?)(?:\s*[,;(]?\s*(?:but\s+)?(?:got|found|was|saw|had)\s*:?\s*(?P<a>[^\n;]+))?(?=$|\n|;|,)",
        _named("bound"),
        "expected",
    ),
    # Two sides, labelled.
    rule(
        r"(?:^|\n)[ \t]*(?:E\s+)?expected(?: value| output| result)?[ \t]*[:=][ \t]*\n?[ \t]*(?P<e>[^\n]+)\n(?:[^\n]*\n){0,3}?[ \t]*(?:E\s+)?(?:received|actual|got|obtained|found|but was|but got)(?: value| output| result)?[ \t]*[:=][ \t]*\n?[ \t]*(?P<a>[^\n]+)",
        _pair,
    ),
    rule(
        r"(?:^|\n)[ \t]*(?:E\s+)?(?:received|actual|got|obtained|found)(?: value| output| result)?[ \t]*[:=][ \t]*\n?[ \t]*(?P<a>[^\n]+)\n(?:[^\n]*\n){0,3}?[ \t]*(?:E\s+)?(?:expected|want(?:ed)?)(?: value| output| result)?[ \t]*[:=][ \t]*\n?[ \t]*(?P<e>[^\n]+)",
        _pair,
    ),
    rule(
        r"\bexpected:?\s+(?:(?P<where>headers?|columns?|fields?|keys?|row|line):?\s+)?(?P<e>[^\s\"'`\[{]+[;,|][^\s\"'`\[{]*[^\s\"'`\[{;,|])[,;]?\s+(?:but\s+)?(?:got|was|found|received):?\s+(?P<a>\S+)",
        _pair,
        "expected",
    ),
    rule(rf"\b(?P<where>[A-Za-z_]\w*)\s+(?P<e>{VALUE})\s+expected,?\s+(?:but\s+)?(?:got|found|was)\s+(?P<a>{VALUE})", _pair, " expected"),
    rule(
        rf"\b(?P<where>(?!(?:got|was|found|is|had|returned|actual|received|want|wanted|expected)\b)[A-Za-z_]\w*)[ \t]+(?P<e>-?\d[\d.,_]*),\s+(?:but\s+)?got\s+(?P<a>{VALUE})",
        _pair,
        " got ",
    ),
    rule(
        rf"(?:(?P<where>[\w.\[\]-]+)[ \t]*:?[ \t]+)?\b(?:want(?:ed)?|needs?|needed)\s*[:=]?\s+(?P<e>{VALUE})[,;]?\s+(?:but\s+)?(?:have|has|got|found|had|was)\s*[:=]?\s+(?P<a>{VALUE})",
        _pair,
        "want",
        "need",
    ),
    rule(
        rf"(?:(?<![\w.])(?P<where>(?!(?:got|have|had|gave|found|returned|actual|received)\b)[A-Za-z_][\w.()\[\]\"'-]*)[ \t]*(?:[=:]|is|was|\b)[ \t]*(?:(?:got|have|had|gave|found|returned)\b[ \t]*[:=]?[ \t]*)?)?(?<![\w.])(?P<a>{_NUMBER_OR_LITERAL})(?:[ \t]+[a-z]+)?[ \t]*[,;(][ \t]*(?:but\s+)?(?:want(?:ed)?|needs?|needed|expect(?:ed)?|should be)\b[ \t]*[:=]?[ \t]*(?P<e>{VALUE})",
        _pair,
        "want",
        "need",
        "expect",
        "should be",
    ),
    rule(
        rf"(?P<where>[\w.\[\]\"'$/-]+)?[ \t]*:?[ \t]*\bexpected(?: call| value| output| result)?:?\s+(?:to (?:be|equal|find|have|contain)\s+)?(?:exactly\s+)?(?P<e>{VALUE}(?:\s+(?!got\b|but\b|actual\b|received\b|found\b|was\b|instead\b|not\b){VALUE}){{0,12}}?)\s*[,;(]?\s*(?:but\s+)?(?:instead\s+)?(?:got|was|actual(?:ly)?(?: was)?|received|found|observed|is|had|returned|saw)\b\s*[:=]?\s*(?P<a>{VALUE}(?:[^\n;,(]*[^\n;,(\s])?)",
        _pair,
        "expected",
    ),
    rule(
        rf"(?P<where>[\w.\[\]\"'$/-]+)?\s*:?\s*\b(?:got|extracted|actual|received|found|observed|was|returned|printed|prints|gave|gives|yielded|answer(?:ed)?|answer is)\s*[:=]?\s+(?P<a>{VALUE})\s*[,;(]?\s*(?:but\s+)?(?:,?\s*(?:and\s+)?(?:the\s+)?(?:want(?:ed)?|expected|reference|should (?:be|have been)|instead of|required))\b(?: (?:answer|value|result|output)(?= ?[:=]))?(?: is| was)?\s*[:=]?\s*(?P<e>{VALUE}(?:[^\n;,()]*[^\n;,()\s])?)",
        _pair,
        "want",
        "expected",
        "reference",
        "should",
        "instead of",
        "required",
    ),
    rule(rf"(?P<a>{VALUE})\s+(?:should (?:be|have been|equal)|instead of|rather than)\s+(?P<e>(?!(?-i:[a-z]+)(?:[\s.,;]|$)){VALUE})", _pair, "should", "instead of", "rather than"),
    rule(rf"(?:regex|pattern)\w*:\s*(?P<e>{VALUE})\s*\n\s*(?:input|actual|text|value|got):\s*(?P<a>{VALUE})", _pair),
    rule(rf"(?:regex|pattern)\s+(?P<e>/[^\n]+?/[a-z]*(?=\s)|{VALUE})\s+(?:did not match|does not match|not matched by|not found in)\s+(?P<a>{VALUE})", _pair),
    # Assertions and comparisons.
    rule(
        rf"\bassert\s+(?P<l>[^\n;]+?)\s+(?P<op>==|!=|<=|>=|<|>|not in|in)\s+(?P<r>{VALUE}(?:[^\S\n]*[^\n;]*[^\n;\s])?)(?P<rest>\s*;[^\n]*|\n[^\n]*)?(?=$|\n|;)", assertion, flags=0
    ),
    rule(rf"(?P<e>{VALUE}) not found in (?P<a>(?!log\b|report\b){VALUE}[^\n;]*)", _named("contains"), "not found in"),
    rule(rf"(?P<a>(?!not\b|be\b|been\b|never\b|is\b|was\b){VALUE}) (?:unexpectedly )?found in (?P<where>{VALUE})", lambda m: (None, m["a"], m["where"], "extra"), "found in"),
    rule(
        r"(?:unexpected|extra|superfluous|additional|forbidden)\s+(?P<what>(?:key|field|column|file|row|violation|item|element|entry|line|call)s?\s*:?\s*)?(?P<a>[^;\n(]+)",
        lambda m: (None, clean(m["a"]), None, "extra"),
        "unexpected",
        "extra",
        "superfluous",
        "additional",
        "forbidden",
    ),
    rule(rf"(?P<a>{VALUE}) not equal to (?P<e>{VALUE})(?: within)?", _pair, "not equal to"),
    rule(rf"(?P<a>{VALUE}) (?:is )?(?:not within|outside)(?: the)?(?: tolerance)? [^\n]*?\b(?:of|from|reference)\b(?: reference)? (?P<e>{VALUE})", _pair, "not within", "outside"),
    rule(
        rf"(?:mismatch\w*|differ\w*|unequal)[^:\n]*:\s*(?P<a>{VALUE}(?:\{{[^}}]*\}})?)\s+(?:vs\.?|versus|<>|!=|->|≠)\s+(?P<e>{VALUE}(?:\{{[^}}]*\}})?)",
        _pair,
        "mismatch",
        "differ",
        "unequal",
    ),
    rule(
        rf"(?P<a>{VALUE})\s+(?:!=|≠|<>|is not equal to|does not equal|doesn't equal|does not match|doesn't match)\s+(?P<e>(?!(?:the|an?|its|their|any|all|what)\b){VALUE})",
        _pair,
        "!=",
        "≠",
        "<>",
        "equal",
        "match",
    ),
    rule(
        rf"(?P<a>{VALUE})\s+(?P<op><=|>=|<|>|exceeds|above|below|less than|greater than|more than)\s+(?:the )?(?:required|minimum|maximum|limit|threshold|allowed|budget)?(?: of)?\s*(?P<e>{VALUE})",
        lambda m: (f"not {m['op']} {m['e']}", m["a"], None, "bound"),
        "<",
        ">",
        "exceeds",
        "above",
        "below",
        " than ",
    ),
    rule(r"(?:^|\n)(?:E\s+)?[-+](?![-+])[^\n]*(?:\n(?:E\s+)?[^\n]*){0,6}?\n(?:E\s+)?[+-](?![-+])[^\n]*", _diff, flags=0),
    *PROSE,
    # One side only.
    rule(
        rf"(?:does not|doesn't|did not|must|should|to|not) (?:contain|include|mention|match|start with|end with|exist as)s?:?\s+(?:the )?(?:required )?(?:\w+ )?(?P<e>{_Q}[^\n]+?{_Q})",
        _named("contains"),
        "contain",
        "include",
        "mention",
        "match",
        " with",
        "exist as",
    ),
    rule(
        rf"(?P<e>(?:{_Q}[^\n\"'`]+{_Q}|[\w./\\~\[\]-]*[\w\]][./_\[-][\w./\[\]-]*\w|(?-i:[A-Z_]{{3,}}|\w*[a-z]\w*[A-Z]\w*)))\s+(?:is |was )?(?:missing|not found|not present|absent|does not exist|doesn't exist|not in (?!the (?:correct|right|expected|proper|desired|required)\b)\w+)(?![\w ]*\blog\b)",
        _named("name"),
        "missing",
        "not ",
        "absent",
        "exist",
    ),
    rule(
        rf"(?:^|:\s)(?:missing|no|lacks|without)\s+(?:{_KEYWORD})?(?P<e>{_Q}[^\n]+?{_Q}|[\w/~-]+\.[\w./]+|\w+_\w+|(?-i:[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+(?= in )))", _named("name")
    ),
    rule(rf"\bexpected:?\s+(?P<e>{VALUE}(?:\s+[^\s;,(]+){{0,8}})", _pair),
    rule(rf"\bgot:?\s+(?P<a>{VALUE})\s*$", _pair, "got"),
)
