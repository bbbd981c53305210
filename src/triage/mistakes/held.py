"""Whether a final answer holds what the check wants, though the grader read something else or nothing from it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triage.mistakes.facts import RunFacts
from triage.mistakes.group import Failed
from triage.mistakes.values import canonical, number, strip_quotes, words

_NOTHING = re.compile(
    r"(?:none|null|nil|undefined|nan|empty|nothing|n/?a|\[\]|\{\}|no (?:match|answer|number|value|output)|not found|missing|unparse?able|invalid|-)?", re.IGNORECASE
)
_UNREAD = re.compile(
    r"(?:could not|couldn't|cannot|can't|failed to|unable to|did not|didn't) (?:\w+ )?(?:extract|parse|find|read|match|detect|locate)|no (?:\w+ )?(?:answer|number|match|choice|option|letter|value)s? (?:was |were |is |could be )?(?:found|extracted|matched|parsed|read|detected)|(?:read|extracted|parsed|found) nothing",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"\\boxed|####|\$\\|</?\w+>|```|\[\[|(?:[\"'`]|\b)((?:final )?answer ?: )|\"(\w[\w ]{0,20}:)|`(\w[\w ]{0,20}:)`?|json|\bonly\b|nothing (?:else|but)|just the|single (?:number|word|letter|line)",
    re.IGNORECASE,
)
"""How a prompt says in which marks or form the answer must stand."""
_NUMBERS = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")
_STRESSED = re.compile(r"\*\*([^*\n]{1,60})\*\*|\\boxed\{([^{}\n]{1,60})\}|<answer>([^<\n]{1,60})</answer>|`([^`\n]{1,60})`")


_DEMANDED = re.compile(r"\\boxed|####|<(\w+)>|[\"'`]((?:[\w ]{0,20})answer(?: is)?[: ]*)[\"'`.\u2026<\[]|```", re.IGNORECASE)


def _unmarked(prompt: str, final: str) -> bool:
    """Whether the prompt demands a mark around the answer that this one lacks."""
    marks = [m[1] or m[2] or m[0] for m in _DEMANDED.finditer(prompt)]
    return bool(marks) and not any(m.strip().casefold() in final.casefold() for m in marks)


def unread(f: Failed) -> bool:
    """Whether the grader says that it read nothing from the answer."""
    given = f.mistake.actual
    return bool(_UNREAD.search(f.message)) if given is None else _NOTHING.fullmatch(strip_quotes(given).strip("<>()[] ")) is not None


def _stressed(final: str) -> list[str]:
    return [next(filter(None, hit)).strip(" .:$") for hit in _STRESSED.findall(final)]


def _says(wanted: str, final: str) -> bool:
    """Whether the answer that a person would read off is the wanted one: its last number, a letter told as a choice, a word."""
    value = number(wanted)
    if value is not None:
        told = [number(x) for x in _stressed(final)] + [number(x) for x in _NUMBERS.findall(final)[-1:]]
        return value in told
    if re.fullmatch(r"[A-Za-z]", wanted):
        return (
            re.search(rf"(?:\b(?:answer|choice|option)\b[^\w\n]{{0,4}}(?:(?:is|:|=)\W{{0,4}})?|^\W*|\(|\*\*){wanted.upper()}(?:[).:*]|\s*$|\s*[-–])", final, re.MULTILINE)
            is not None
        )
    stressed = [x.casefold() for x in _stressed(final)]
    return wanted.casefold() in stressed or (len(words(final)) <= 40 and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", final, re.IGNORECASE) is not None)


def _separated(wanted: str, final: str) -> bool:
    """Whether the answer holds the number with separators for thousands."""
    value = number(wanted)
    return value is not None and abs(value) >= 1000 and any("," in x and number(x) == value for x in _NUMBERS.findall(final))


def answer_holds(failures: Sequence[Failed], runs: dict[str, RunFacts], prompt: str) -> list[str]:
    """Runs whose final answer holds the value that the check says is missing: the check read something else.

    Where it read nothing, the answer that a person would read off suffices, unless the prompt says how it must be marked: then it is not known that it was.
    """
    found = []
    for f in failures:
        wanted, run = f.mistake.expected, runs.get(f.run_id)
        if not wanted or run is None or f.mistake.shape not in ("value", "text", "contains"):
            continue
        plain = strip_quotes(wanted)
        if not plain or canonical(plain) == canonical(f.mistake.actual) or _unmarked(prompt, run.final):
            continue
        if len(plain) >= 2 and not (plain.isalpha() and len(words(plain)) < 2):
            held = re.search(rf"(?<![\w.]){re.escape(plain)}(?![\w]|\.\d)", run.final) is not None or _separated(plain, run.final)
        else:
            held = False
        if held or (unread(f) and not _MARKS.search(prompt) and _says(plain, run.final)):
            found.append(f.run_id)
    return found
