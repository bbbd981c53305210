"""A check of a condition that no text mentions: negative input, an executable file, an empty list.

Messages of such checks name no value that could be looked up (`Server should return 4xx`); the check's own name tells what it is about. Told only
where runs fail nothing but this check: they did all else that was asked.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from triage.mistakes.facts import CheckFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.values import words

OTHERS = 3
"""Fewest other checks that a run must pass: with one or two, passing them says little of the rest."""


class Condition(NamedTuple):
    """Something that graders try and prompts forget."""

    name: str
    """In words."""
    asked: re.Pattern[str]
    """Words of a check's name or message that tries it."""
    told: re.Pattern[str]
    """Words by which a text mentions it, in a wide sense."""


def _condition(name: str, asked: str, told: str) -> Condition:
    return Condition(name, re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), re.compile(told, re.IGNORECASE))


CONDITIONS = (
    _condition("negative values", "negative", r"negativ|minus|below zero|less than (?:zero|0)|<=? ?0\b|positive|signed|absolute"),
    _condition("that the file is executable", "executable", r"executab|chmod|shebang|\+x\b|permission|#!|(?:^|[\s`'\"])\./\w"),
    _condition("empty input", "empty", r"\bempty\b|\bblank\b|\bzero\b|\bno (?:rows|lines|items|input|data|entries|records)\b|without any"),
    _condition("duplicates", r"duplicates?|duplicated", r"duplicat|\btwice\b|unique|distinct|repeat|dedup"),
    _condition("text that is not ASCII", r"unicode|utf ?8|non ?ascii|emoji", r"unicode|utf-?8|encod|ascii|emoji|accent|international|charset"),
    _condition("white space", r"whitespace|trailing spaces?|leading spaces?", r"whitespace|white space|spaces?\b|trim|strip|blank|indent"),
    _condition("upper and lower case", r"case (?:in)?sensitive|uppercase|lowercase", r"\bcase\b|case-?(?:in)?sensitiv|upper|lower|capital"),
    _condition("zero", r"zero|divi\w+ by zero", r"\bzero\b|\b0\b"),
    _condition("several requests at once", r"concurren\w+|parallel|thread safe\w*|race", r"concurren|parallel|thread|simultan|\brace\b|at once|async"),
    _condition("a second run", r"idempoten\w+|second run|rerun|run twice", r"idempoten|\btwice\b|\bagain\b|re-?run|repeated|multiple times"),
    _condition("leap years", r"leap", r"\bleap\b|calendar"),
    _condition("symbolic links", r"symlinks?", r"symlink|symbolic"),
)
"""Conditions that stand for themselves. Left out: `error`, `invalid`, `missing`, which most prompts mention in one way or other."""


def untold(task: TaskFacts, check: CheckFacts, c: Cluster) -> tuple[Condition, tuple[str, ...]] | None:
    """The condition, and the runs that fail nothing else; at least three, and half of the failures that say why."""
    asked = " ".join(words(check.check)), " ".join(words(c.mistake.text))
    condition = next((k for k in CONDITIONS if any(k.asked.search(text) for text in asked)), None)
    if condition is None or any(condition.told.search(s.text) for s in task.visible.sources if s.area in ("prompt", "file")):
        return None
    if check.n == 0 or check.others_n < OTHERS * check.n:
        return None
    elsewhere = {f.run_id for other in task.checks if other.check != check.check for f in other.failures}
    alone = tuple(sorted({f.run_id for f in check.failures} - elsewhere))
    return (condition, alone) if len(alone) >= 3 and 2 * len(alone) >= c.telling else None
