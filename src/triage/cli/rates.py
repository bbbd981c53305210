"""The three denominators in words: all runs, valid runs, and the bounds if every invalid run had passed or failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from triage.audit.rates import TOO_MANY_INVALID


def denominators(suites: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each row of the query `suites`."""
    lines = []
    for s in suites:
        name = " / ".join(x for x in (s["suite"], s["model"]) if x) or "all runs"
        n, valid, invalid, passed = s["runs"], s["valid"], s["invalid"], s["passed"]
        low, high = passed / n, (passed + invalid + s["ungraded"]) / n
        rate = f"{passed / valid:.1%}" if valid else "–"
        if invalid > TOO_MANY_INVALID * n:
            lines.append(
                f"{name}: no single number: {invalid} of {n} runs are invalid. all {s['passed_raw']}/{n} = {s['passed_raw'] / n:.1%}, valid {passed}/{valid} = {rate}, bounds {low:.1%} to {high:.1%}"
            )
        else:
            lines.append(f"{name}: passed {passed} of {valid} valid runs = {rate}; all {s['passed_raw']}/{n} = {s['passed_raw'] / n:.1%}, bounds {low:.1%} to {high:.1%}")
    return lines
