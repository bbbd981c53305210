"""Which kind of run it is, by what the run declares or by the agent's name."""

from __future__ import annotations

import re

REFERENCE = frozenset({"oracle", "gold", "golden", "reference", "solution", "ground_truth"})
NOOP = frozenset({"nop", "noop", "null", "empty", "no_op", "do_nothing", "donothing", "baseline_noop"})
_WORDS = re.compile(r"[^a-z0-9]+")


def run_kind(agent: str | None, declared: str | None = None) -> str:
    """`agent`, `reference` or `noop`.

    agent: the agent's name (`oracle`, `nop-agent`, `OracleAgent`). declared: the run's own word, which wins.
    """
    for word in (declared, agent):
        if not word:
            continue
        name = _WORDS.sub("_", word.lower()).strip("_")
        short = re.sub(r"_?(agent|solver|runner)$", "", name)
        if name in REFERENCE or short in REFERENCE:
            return "reference"
        if name in NOOP or short in NOOP:
            return "noop"
        if word is declared and name == "agent":
            return "agent"
    return "agent"
