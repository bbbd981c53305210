"""A check that looks at one place of a list, where the run shows what it looks for at another: `plugins[0].schedule is None`, and the second plugin has one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said
from triage.mistakes.saying import say

_PLACE = re.compile(
    r"(?P<list>[A-Za-z_][\w-]*)['\"]?\]?(?:\[(?P<i>-?\d{1,3})\]|[./](?P<j>\d{1,3})(?=[./]))[.\[/'\"]*(?P<leaf>[A-Za-z_$@][\w-]*)"
    r"|(?P<ordinal>first|last|second)\s+(?P<list2>[a-z]\w+)\b[^\n]{0,30}?\b(?:has no|lacks|without|misses)\s+(?:an? |the )?['\"`]?(?P<leaf2>[A-Za-z_]\w*)",
)
"""A path with a number in it: JSONPath, jq, Python, JSON Pointer; or `first plugin has no schedule`."""
_NOTHING = re.compile(
    r"\b(?:is|was|are|were|got|found|returned|received|gave)\b[:=]?\s*(?:empty|null|nil|none|undefined|missing|unset|not set|absent|blank|nothing|''|\"\"|<nil>|<null>|<none>)|\b(?:has no|lacks|without|misses|missing)\b|not (?:found|set|present|there)|KeyError|Cannot read prop|no such|(?:==?|:)\s*(?:null|nil|none|undefined|''|\"\")\s*(?:$|[\n;,)])",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:first|last|second|position|order\w*|sort\w*|index|before|after|ascending|descending|latest|newest|top|rank\w*|each|every|all|both)\b", re.IGNORECASE)
_EMPTY = r"(?:null|nil|none|undefined|~|\"\"|''|\[\s*\]|\{\s*\})"


def looked_at(message: str) -> tuple[str, str] | None:
    """(place as the message names it, last part of it) where the message says that there is nothing at one place of a list."""
    place = _PLACE.search(message)
    if place is None or not _NOTHING.search(message):
        return None
    return place[0], place["leaf"] or place["leaf2"]


def _shown(run: RunFacts, leaf: str) -> tuple[int | None, str] | None:
    """(step, line) of the run's last look at the part, where it has a value there and a list of several things is shown."""
    own = re.compile(rf"(?<![\w-])[\"']?{re.escape(leaf)}[\"']?\s*[:=]\s*(?P<v>{_EMPTY}|[^\s,}}\]][^\n]{{0,80}}|(?=\n))", re.IGNORECASE)
    seen: tuple[int | None, str] | None = None
    for call in run.calls:
        values = list(own.finditer(call.result))
        if not values:
            continue
        full = [m for m in values if not re.match(rf"{_EMPTY}(?![\w.])", m["v"], re.IGNORECASE)]
        if not full:
            seen = None
            continue
        if full[0] is not values[0] or _behind_another(call.result[: full[0].start()]):
            start, end = call.result.rfind("\n", 0, full[0].start()) + 1, call.result.find("\n", full[0].end())
            seen = (call.step, call.result[start : len(call.result) if end < 0 else end].strip()[:300])
    return seen


def _behind_another(before: str) -> bool:
    """Whether at least one other element of a list begins before, and the next one too."""
    return len(re.findall(r"(?:^|\n)\s*(?:- |\{)|\}\s*,\s*\{|\[\s*\{", before)) >= 2


def positional(task: TaskFacts, check: CheckFacts, c: Cluster, runs: Mapping[str, RunFacts]) -> Said | None:
    """The finding, where at least two runs and half of those that say why they fail show the part elsewhere in the list, and the prompt says nothing of an order, nor that all elements must have the part."""
    looks = {f.run_id: place for f in check.failures if (place := looked_at(f.message))}
    if len(looks) < 2 or 2 * len(looks) < c.telling or _ORDER.search(task.prompt):
        return None
    seen = {r: found for r, (_, leaf) in looks.items() if r in runs and (found := _shown(runs[r], leaf))}
    if len(seen) < 2 or 2 * len(seen) < c.telling:
        return None
    where, leaf = next(iter(looks.values()))
    text = (
        f"The check looks at {where} only, and {len(seen)} of {c.telling} failing runs that say why (of {check.n} valid ones) show {leaf} with a value at another place of the list. The prompt gives no order. "
        f"To repair: let {check.check} look for the element by its name, or say in the prompt which place it must have."
    )
    shown = tuple((r, step, "tool_result", quote, None, None) for r, (step, quote) in list(seen.items())[:5])
    return say("grader.loses_results", "problem", 0.75, c, check, f"{check.check} looks at {where} only, the runs show {leaf} elsewhere"[:200], text, tuple(seen), shown)
