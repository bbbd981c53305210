"""What one failed check says: the side that the check wanted, the side that it got, the exception, the place.

Graders print these in many dialects (pytest, unittest, jest, JUnit, Go, diffs, prose), read by the rules of triage.mistakes.sentences.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from triage.mistakes.called import called
from triage.mistakes.dialects import Found
from triage.mistakes.narrow import narrowed
from triage.mistakes.sentences import RULES, VALUE, assertion, is_value
from triage.mistakes.sides import container, kinds_differ, lacking_items, lacking_name, missing_keys, shape_of
from triage.mistakes.typed import untyped
from triage.mistakes.values import canonical, strip_quotes

MOST = 20_000
"""Characters of a message that are read."""


class Mistake(NamedTuple):
    """One failed check of one run, taken apart."""

    check: str
    """The check's name."""
    expected: str | None
    """What the check wanted, as it printed it; several names are joined by `, `."""
    actual: str | None
    """What it got."""
    exception: str | None
    """Class of the exception, without its module."""
    where: str | None
    """The place inside the artefact: a key path, column, file or expression."""
    shape: str
    """`name` (something that must exist under that name), `text` (wording), `value`, `digest`, `bound`, `contains`, `type` (another kind of container), `call` (other arguments),
    `extra` (something must not be there), `crash` (an exception that names nothing), `consequence` (follows from another
    failure), `prose`."""
    text: str
    """The line that says it."""


_EXCEPTION = re.compile(r"(?:^|\n|\s)(?:E\s+)?((?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception|Failure|Failed|Warning|Exit|Interrupt|Timeout|Panic))\b")
_CONSEQUENCE = re.compile(
    r"^\W*(?:[\w.\[\]]+:\s*)?(?:skipped\b|skip:|not run\b|depends on|blocked by|prerequisite|no (?:file|table|output|result|ledger|database|artifact)s?$|no (?:such )?table$|"
    r"could not (?:load|open|import) (?:the )?(?:solution|submission|output)|setup failed|previous (?:check|step) failed)",
    re.IGNORECASE,
)


@lru_cache(maxsize=100_000)
def parse(check: str, message: str | None, trace: str | None = None, expected: str | None = None, actual: str | None = None) -> Mistake:
    """Take one failed check apart. What the grader states apart (`expected`, `actual`) goes before what its message says."""
    text = (message or trace or "")[:MOST]
    exception = _EXCEPTION.search(text) or (_EXCEPTION.search(trace[-MOST:]) if trace else None)
    named = exception[1].rsplit(".", 1)[-1] if exception else None
    line = next((x.strip() for x in text.splitlines() if x.strip()), "")
    if expected is not None or actual is not None:
        return _paired(Mistake(check, expected, actual, named, None, "value", line), "")
    raw = _bare(_without_name(_error_lines(text), check))
    if _CONSEQUENCE.match(raw.strip()):
        return Mistake(check, None, None, named, None, "consequence", line)
    body = untyped(raw)
    found = _read(Mistake(check, None, None, named, None, "", line), body)
    if found is not None and body != raw and found.expected and found.actual and canonical(found.expected) == canonical(found.actual):
        found = _read(found._replace(where=None), raw)  # it is the type that differs
    if found is not None:
        return found
    behind = _behind(trace) if message and named == "AssertionError" else None
    if behind:
        return Mistake(check, *behind[:2], named, behind[2], shape_of(behind[3], *behind[:2]), line)
    return Mistake(check, None, None, named, None, "crash" if named and named != "AssertionError" else "prose", line)


_CALLED = ("call", "action", "invo", "tool", "gold")
"""Words without one of which a message tells of no calls."""


def _read(blank: Mistake, body: str) -> Mistake | None:
    """What the first rule that fits reads from a message; None where none does."""
    low = body.casefold()
    asked = container(body) if blank.exception in ("TypeError", "AttributeError") or "typeerror" in low or "object" in low or "unpack" in low else None
    if asked:
        return blank._replace(expected=asked[0], actual=asked[1], shape="type")
    calls = called(body) if ("(" in body or "{" in body) and any(w in low for w in _CALLED) else None
    if calls and calls[1] is None:
        return blank._replace(expected=calls[0], shape="value")
    if calls:
        return _paired(blank._replace(expected=calls[0], actual=calls[1], shape="value"), body)
    for pattern, make, needs in RULES:
        found = pattern.search(body) if not needs or any(n in low for n in needs) else None
        if found:
            wanted, got, where, shape = make(found)
            if wanted or got:
                return _paired(blank._replace(expected=wanted, actual=got, where=where, shape=shape), body)
    return None


def _paired(m: Mistake, body: str) -> Mistake:
    """The mistake with what both sides tell together: keys that lack, containers of two kinds, the one part that differs."""
    missing = missing_keys(m.expected, m.actual) or (lacking_items(m.expected, m.actual, f"{m.check} {body}") if body and m.shape == "value" else None)
    if missing:
        return m._replace(expected=missing, shape="name")
    if m.shape == "value" and body:
        kinds = kinds_differ(m.expected, m.actual)
        if kinds:
            return m._replace(expected=kinds[0], actual=kinds[1], shape="type")
        named = lacking_name(m.expected, m.actual, m.where, body)
        if named:
            return m._replace(expected=named[0], where=named[1], shape="name")
    part = narrowed(m.expected, m.actual) if m.shape == "value" else None
    if part:
        m = m._replace(expected=part[1], actual=part[2], where=f"{m.where}.{part[0]}" if m.where else part[0])
    return m._replace(shape=shape_of(m.shape, m.expected, m.actual))


_COMPARED = re.compile(rf"^E\s+assert \(?(?P<l>{VALUE})\s+(?P<op>==|!=|<=|>=|<|>)\s+(?P<r>{VALUE})\)?$", re.MULTILINE)


def _behind(trace: str | None) -> Found | None:
    """The comparison that pytest prints below a message without values: `assert 'a' == 'b'`, both sides worked out."""
    found = _COMPARED.search(trace[-MOST:]) if trace and "E " in trace else None
    if not found or any(not is_value(x) or len(strip_quotes(x)) < 3 or x in ("None", "True", "False") for x in (found["l"], found["r"])):
        return None  # 1 == 0 is how commands end: it tells no value
    return assertion(found)


_ERROR_LINE = re.compile(r"^E(?:[ \t]+(.*))?$", re.MULTILINE)


def _error_lines(text: str) -> str:
    """The lines that pytest marks with E, if there are any: the rest is source code."""
    if not text.startswith("E ") and "\nE " not in text:
        return text
    return "\n".join(m[1] or "" for m in _ERROR_LINE.finditer(text)) or text


_FALSE = re.compile(r"^(?:[\w.]*AssertionError:\s*)?(?:False is not true|True is not false|unexpectedly None|None is not true)\s*:\s*(?=\S)")


def _bare(text: str) -> str:
    """The message without the truth value that unittest puts before the grader's words."""
    return _FALSE.sub("", text, count=1)


def _without_name(text: str, check: str) -> str:
    """The message without the check's own name that many graders put before it."""
    return text[len(check) :].lstrip(" :-") if check and text.startswith(check) else text
