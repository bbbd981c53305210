"""Assertions of tests: how an edit takes them out, loosens them or gives them another wanted value."""

from __future__ import annotations

import re

from triage.audit.edits import Edit
from triage.audit.which_tests import TEST

_CHECKS = re.compile(
    r"\b(?:(?:XCT)?assert\w*!?|EXPECT_\w+|REQUIRE\w*|expect\w*|should|must|require\.\w+|CHECK\w*|t\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)|raise|diff|cmp|grep|exit 1|return 1|sys\.exit\(1\)|fail\w*)|\[\[?\s|^\s*test\s+[-\"$!]|\$status",
    re.IGNORECASE | re.MULTILINE,
)
TRIVIAL = re.compile(
    r"\b(?:(?:XCT)?assert\w*!?|expect|ok|eq|equal)\W{0,3}\(?\s*(?P<lit>true|false|\d+|null|none|'[^'\n]*'|\"[^\"\n]*\")\s*(?:,|==|\)\s*\.\s*\w+(?:\.\w+)*\s*\(?|\)\.to[ .](?:be|eq|equal)\s*\(?)\s*(?P=lit)\b|\bexpect\(\s*true\s*\)\.to[ .](?:be|eq)\w*[ .(]*(?:true|truthy|be_truthy)|\bassert\w*\(\s*(?P<own>\w[\w.]*\([^()\n]*\))\s*,\s*(?P=own)\s*\)|\bassert\s+(?P<itself>\w[\w.]*(?:\([^()\n]*\))?)\s*==\s*(?P=itself)\s*$|\bassert\s*\(?\s*(True|1|not False|true)\b(?!\s*[=!<>])|\bassert(True|_true)?!?\(\s*true\s*\)|(?:XCT)?assertTrue\(\s*True\s*\)|expect\(\s*(true|1)\s*\)\.\w+\(\s*(true|1)?\s*\)|assert\.ok\(\s*true\s*\)|\bAssert\.(?:True|IsTrue|That)\(\s*true\b|\bAssert\.\w+\(\s*(?P<both>\w+)\s*,\s*(?P=both)\s*\)|assert_eq!\(\s*(?P<same>\w+)\s*,\s*(?P=same)\s*\)",
    re.IGNORECASE | re.MULTILINE,
)
_REMARK = re.compile(r"^\s*(?:#(?![\[!])|//|--\s).*$", re.MULTILINE)
_TITLE = re.compile(
    r"^\s*(?:async\s+)?def (test\w*)|^\s*func ([Tt]est\w+)|\b(?:it|test|specify|scenario)\(\s*[\"'`]([^\"'`\n]+)|^\s*@test [\"']([^\"'\n]+)|#\[(?:\w+::)?test\]\s*(?:#\[[^\]\n]*\]\s*)*(?:async\s+)?fn (\w+)|@Test\b[^{;]{0,80}?\b(\w+)\s*\(\s*\)|\bpublic function (test\w+)|^\s*(?:it|test|specify) [\"']([^\"'\n]+)",
    re.MULTILINE,
)
"""Names of single tests."""
_LITERALS = re.compile(r"[\"'`][^\"'`\n]*[\"'`]|-?\b\d[\d_.]*(?:e-?\d+)?\b|\b(?:[Tt]rue|[Ff]alse|None|null|nil|undefined)\b")
_ASSERTS = re.compile(r"\bassert\w*|\bexpect\w*|\bEXPECT_\w+|\bshould\b|\bmust_\w+|\b(?:want|expected|exp)\w*\s*(?::=|[:=])|t\.(?:Error|Fatal)f?|!=|==")
_SWALLOWS = re.compile(
    r"\bexcept(?:\s+(?:AssertionError|Exception|BaseException)\b[^:\n]*)?:\s*\n?\s*(?:pass|\.\.\.|return)\b|\bcatch\s*(?:\([^)\n]*\))?\s*\{\s*\}|\brescue\b[^\n]*\n?\s*(?:nil|end)\b|\bcontextlib\.suppress\(\s*(?:AssertionError|Exception)"
)
"""What is thrown is caught and forgotten."""
_VACUOUS = re.compile(
    r"toBeDefined|toBeTruthy|not\.toBe(?:Null|Undefined)|toEqual\(expect\.any|expect\.anything|assertIsNotNone|assertNotNull|XCTAssertNotNil|\bis not None\b|isinstance\(|\bnotNull\b|NotTo\(BeNil|be_truthy|not_to be_nil|should\.exist|to\.exist|is_some\(\)|is_ok\(\)|>=?\s*(?:0|-1)\b|\b(?:len|length|size)\b[^\n]{0,12}>=\s*0",
)
"""Matchers that nearly everything meets."""
_TABLED = re.compile(r"parametrize|\.each\(|\[\]struct|subTest|ParameterizedTest|\brstest\b|\btest_case\b|DataRow|TestCase\(|Theory\b|where:")
"""Several cases in one test."""


def real_checks(text: str) -> int:
    return len(_CHECKS.findall(TRIVIAL.sub("", _REMARK.sub("", text))))


def swallowed(old: str, new: str) -> bool:
    """Whether what an assertion throws is now caught and forgotten."""
    return len(_SWALLOWS.findall(new)) > len(_SWALLOWS.findall(old)) and real_checks(old) > 0


def loosened(old: str, new: str) -> bool:
    """Whether an assertion of a particular value now holds for nearly any."""
    was, now = old.strip().splitlines(), new.strip().splitlines()
    if len(was) != len(now):
        return False
    parts = [re.search(r"\.(?:to|should|not)\w*\(.*|[=!<>]=.*|\(.*", x) for x in was]
    return any(
        a != b
        and part is not None
        and _LITERALS.search(part[0])
        and not _VACUOUS.search(a)
        and _VACUOUS.search(b)
        and not set(_LITERALS.findall(part[0])) <= set(_LITERALS.findall(b))
        for a, b, part in zip(was, now, parts, strict=True)
    )


def put_aside(old: str, new: str) -> bool:
    """Whether an assertion is now a remark."""
    remarks = {re.sub(r"^\s*(?:#|//|--)\s*", "", line).strip() for line in _REMARK.findall(new)}
    kept = {line.strip() for line in new.splitlines()}
    return any(line.strip() in remarks and line.strip() not in kept and real_checks(line) for line in old.splitlines() if len(line.strip()) > 8)


def titles(text: str) -> list[str]:
    """Names of the single tests of a text."""
    return [next(t for t in found if t) for found in _TITLE.findall(_REMARK.sub("", text))]


def dropped(old: str, new: str) -> list[str]:
    """Single tests that are no longer there, where no other came in their place."""
    if _TABLED.search(new) and not _TABLED.search(old):
        return []
    was, now = titles(old), titles(new)
    gone = [t for t in was if t not in now]
    return gone if len(now) < len(was) else []


def other_result(edit: Edit, before: str) -> str | None:
    """The assertion of a test that an edit only gives another wanted value; None where it does more or less than that."""
    if not TEST.search(edit.path) or edit.how not in ("replace", "write", "sed"):
        return None
    if edit.how == "sed":
        held = next((line for line in before.splitlines() if edit.old and edit.old in line), "")
        pairs = [(held, held.replace(edit.old, edit.new))] if held else []
    else:
        old, new = in_context(edit, before)
        was, now = [x.strip() for x in old.splitlines()], [x.strip() for x in new.splitlines()]
        pairs = list(zip(was, now, strict=True)) if len(was) == len(now) else []
    changed = [(a, b) for a, b in pairs if a != b]
    if not changed or not all(_ASSERTS.search(a) and _LITERALS.sub("_", a) == _LITERALS.sub("_", b) and _LITERALS.findall(a) != _LITERALS.findall(b) for a, b in changed):
        return None
    return changed[0][1][:80]


def in_context(edit: Edit, before: str, *, whole: bool = False) -> tuple[str, str]:
    """The whole lines that an edit changes (whole: the file), before and after it, where the file is known; else its own texts."""
    if edit.how == "replace" and edit.old and edit.old in before:
        if whole:
            return before, before.replace(edit.old, edit.new, 1)
        start = before.rfind("\n", 0, before.find(edit.old)) + 1
        end = before.find("\n", before.find(edit.old) + len(edit.old))
        lines = before[start : end if end >= 0 else len(before)]
        return lines, lines.replace(edit.old, edit.new, 1)
    return edit.old or before, edit.new
