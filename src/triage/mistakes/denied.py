"""Checks that refuse what nobody did: a forbidden phrase in a clause that denies it, a stray file that no run made."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said
from triage.mistakes.saying import AGREE, LEAST, counts, say

_FORBIDDEN = re.compile(
    r"(?:forbidden|banned|disallowed|prohibited|unwanted|blocked|(?:must|should|may) not (?:contain|say|mention|include|promise)|not allowed)[^\n\"'`“]{0,60}[\"'`“](?P<p>[^\"'`”\n]{4,80})[\"'`”]"
    r"|[\"'`“](?P<p2>[^\"'`”\n]{4,80})[\"'`”] (?:must|should|may) not (?:appear|occur|be (?:said|mentioned|promised))",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not?|never|none|neither|nor|cannot|without|unable|unfortunately|sorry|refus\w+|declin\w+|instead of|rather than)\b|n't\b", re.IGNORECASE)


def phrase(message: str) -> str | None:
    """The phrase that a check says must not stand in the answer."""
    hit = _FORBIDDEN.search(message)
    return (hit["p"] or hit["p2"]) if hit else None


def _denied(text: str, wanted: str) -> bool:
    """Whether each place of the phrase follows a denial within its clause."""
    places = [m.start() for m in re.finditer(re.escape(wanted), text, re.IGNORECASE)]
    clauses = [re.split(r"[.!?;\n]|, but\b|\bhowever\b", text[max(0, p - 160) : p])[-1] for p in places]
    return bool(places) and all(_DENIES.search(clause) for clause in clauses)


def negated(task: TaskFacts, check: CheckFacts, c: Cluster, runs: Mapping[str, RunFacts]) -> Said | None:
    """The finding, where at least two runs and half of those that say why they fail deny what the phrase says."""
    hits = []
    for f in check.failures:
        wanted, run = phrase(f.message), runs.get(f.run_id)
        if wanted and run is not None and any(_denied(text, wanted) for text in (run.final, *(x.arguments for x in run.calls[-3:])) if wanted.casefold() in text.casefold()):
            hits.append((f.run_id, wanted))
    if len(hits) < 2 or 2 * len(hits) < c.telling:
        return None
    text = f"The check refuses answers that hold {hits[0][1]!r}, and {len(hits)} of {c.telling} failing runs that say why (of {check.n} valid ones) hold it in a clause that denies it."
    return say("contract.contradicted", "problem", 0.75, c, check, f"{check.check} takes a denial for the phrase {hits[0][1]!r}"[:200], text, tuple(r for r, _ in hits))


_BY_TOOLS = re.compile(
    r"__pycache__|\.py[co]$|node_modules|\.cache|\.lock$|\.log$|egg-info|\.git$|\.DS_Store|^(?:target|dist|build|out)$|\.tmp$|\.swp$|\.o$|coverage|lock\.json|\.pytest_cache|\.mypy_cache"
)
_ITEM = re.compile(r"[\w.@-]*[A-Za-z][\w.@-]*\.?[\w@-]+")
_THING = re.compile(r"\b(?:file|entr(?:y|ie)|folder|director(?:y|ie)|artifact|item|path)s?\b", re.IGNORECASE)


def unmade(task: TaskFacts, check: CheckFacts, c: Cluster, runs: Mapping[str, RunFacts]) -> Said | None:
    """Suspicious: a file is refused, the same in all runs, that no call of theirs names and that no program is known to leave."""
    if c.mistake.shape != "extra" or len(c.run_ids) < LEAST or len(c.run_ids) < AGREE * c.telling or not _THING.search(c.mistake.text):
        return None
    quoted = [a or b for a, b in re.findall(r"'([^'\n]+)'|\"([^\"\n]+)\"", c.wrong_value or "")]
    items = [x.rstrip("/").rsplit("/", 1)[-1] for x in quoted or _ITEM.findall(c.wrong_value or "")[-1:]]
    items = [x for x in items if len(x) >= 4 and ("." in x or "_" in x or "-" in x)]
    members = [runs[r] for r in c.run_ids if r in runs]
    if not items or any(_BY_TOOLS.search(x) for x in items) or any(x in task.prompt for x in items) or not members:
        return None
    if any(x in call.arguments for x in items for run in members for call in run.calls) or not all(run.calls for run in members):
        return None
    text = f"The check refuses {', '.join(items)}, the same in all runs, and no call of theirs names it: {counts(check, c)}. It came from elsewhere: the image, the harness or the grader itself."
    return say("contract.contradicted", "suspicious", 0.5, c, check, f"{check.check} refuses {items[0]}, which no run made"[:200], text)
