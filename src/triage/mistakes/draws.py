"""A number that hangs on how random numbers are drawn: the seed is told, the generator and the order of the draws are not, and the check compares exactly."""

from __future__ import annotations

import re

from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said
from triage.mistakes.saying import LEAST, complaint, counts, say, strength
from triage.mistakes.values import number

_CHANCE = re.compile(
    r"\bseed(?:ed)?(?: (?:is|of|with|value|to|the generator with))?\s*[=:]?\s*\d|\brandom(?:ly|i[sz]\w+)?\b(?![ -]access)|\bmonte[ -]carlo\b|\bstochastic\w*|\bbootstrap (?:sampl|resampl|interval|estimate|confidence|replic)\w*|\bshuffl\w+|\bpermutation test|\bresampl\w+|\bsimulated annealing|\bmcmc\b",
    re.IGNORECASE,
)
_GENERATOR = re.compile(
    r"default_rng|RandomState|np\.random|numpy'?s? (?:random|generator)|random\.Random|\brandom\.seed|mersenne|mt19937|\bpcg\w*|xorshift|xoshiro|splitmix|philox|\blcg\b|linear congruential|torch\.manual_seed|std::m|rand\(\)|Math\.random|set\.seed|StdRng|ChaCha",
    re.IGNORECASE,
)
"""A text that says which generator: then the draws can be repeated."""
_DRAWS = re.compile(r"\brng\b|default_rng|random|\brand\(|srand|shuffle|choice\(|sample\(|normal\(|uniform\(|mt19937|set\.seed", re.IGNORECASE)
_WITHIN = re.compile(r"(?:within|tol\w*|atol|rtol|±|\+/-|delta|eps\w*|expected difference)\s*(?:of|=|:|to|is)?\s*<?\s*(?P<t>\d+(?:\.\d+)?(?:e[-+]?\d+)?)", re.IGNORECASE)
NEAR = 0.3
"""Share of the wanted value by which draws of another generator may be off."""
EXACT = 0.003
"""Tolerance, as a share of the wanted value, below which no other draws can agree."""


def _off(f_expected: str | None, f_actual: str | None) -> float | None:
    wanted, given = number(f_expected or ""), number((f_actual or "").split(" ")[0])
    return None if not wanted or given is None else abs(given - wanted) / abs(wanted)


def draws(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    """The finding, where at least three runs give near but different values, they draw random numbers, and no text names the generator."""
    wanted = number(c.expected or "")
    members = [f for f in check.failures if f.run_id in set(c.run_ids)]
    off = [o for f in members if (o := _off(f.mistake.expected, f.mistake.actual)) is not None]
    if c.mistake.shape != "value" or not wanted or len(off) < LEAST or 2 * len(off) < c.telling or 2 * c.failing_runs < check.n:
        return None
    near = [o for o in off if o <= NEAR]
    if len(near) < max(LEAST, 0.6 * len(off)) or c.distinct < 3 or not _CHANCE.search(task.prompt):
        return None
    texts = [s for s in task.visible.sources if s.area in ("prompt", "file")]
    if any(_GENERATOR.search(s.text) for s in texts) or task.visible.having(list(re.findall(r"\d+", c.expected or ""))):
        return None
    told = _WITHIN.search(members[0].message)
    if told and float(told["t"]) > EXACT * abs(wanted):
        return None  # so wide that right draws of any kind agree
    drawing = [r for f in members if (r := runs.get(f.run_id)) and any(_DRAWS.search(x.arguments) for x in r.calls)]
    if 2 * len(drawing) < len(members):
        return None
    confidence, severity = strength(task, check, c)
    tolerance = f" within {told['t']}" if told else ""
    text = (
        f"The check wants {c.expected}{tolerance}, a number that hangs on how random numbers are drawn; no text names the generator or the order of the draws. "
        f"{counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it, with {c.distinct} different values, the nearest off by {min(near):.2%}."
    )
    text += complaint(task, c) + " Sentence for the prompt: the generator and the order of its draws; or let the check allow what other draws give."
    return say("contract.undisclosed", severity, confidence - 0.1, c, check, f"{check.check} wants one generator's draws, told nowhere", text)
