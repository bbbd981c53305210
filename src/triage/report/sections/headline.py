"""The pass rate with its three denominators, and what is in the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from triage.audit.rates import TOO_MANY_INVALID
from triage.audit.stats import over_tasks, pass_at_k, pass_hat_k, wilson
from triage.report.blocks import Block, Figures, Paragraph, Section, Table

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """One row a suite and model; above a tenth of invalid runs no single number. Versions of a task are never pooled."""
    rows = reader.named("headline", {"task": scope.task})
    versions = list(dict.fromkeys(r["version"] for r in rows))
    blocks: list[Block] = []
    for version in versions:
        own = [r for r in rows if r["version"] == version]
        blocks += _figures(own, f"Version {version}: " if len(versions) > 1 else "")
    if scope.task is None:
        blocks += _over_tasks(reader.rows("select task_id, passed, valid from task_rates where valid > 0 order by task_id"))
    if rows:
        blocks.append(_table(rows, len(versions) > 1))
    return Section("headline", "How they did", blocks, "There are no agent runs.")


def _figures(rows: Sequence[Mapping[str, Any]], before: str) -> list[Block]:
    runs, valid, passed, unknown, raw = (sum(r[k] for r in rows) for k in ("runs", "valid", "passed", "unknown", "passed_raw"))
    low, high = wilson(passed, valid)
    bounds = f"between {passed / runs:.1%} and {(passed + unknown) / runs:.1%} whatever the others would have done"
    if unknown > TOO_MANY_INVALID * runs:
        text = f"No single number: {unknown} of {runs} agent runs say nothing about the agent. Of the {valid} valid ones {passed} pass; {bounds}."
    elif valid:
        text = f"{passed} of {valid} valid agent runs pass: {passed / valid:.1%} (95 % interval {low:.1%} to {high:.1%}); {bounds}."
    else:
        text = f"None of {runs} agent runs is valid."
    return [
        Paragraph(before + text, strong=True),
        Figures(
            [
                ("all runs", f"{raw / runs:.1%}", f"{raw} of {runs} pass as recorded"),
                ("valid runs", f"{passed / valid:.1%}" if valid else "none", f"{passed} of {valid}; 95 % interval {low:.1%} to {high:.1%}" if valid else "no run is valid"),
                ("bounds", f"{passed / runs:.1%} to {(passed + unknown) / runs:.1%}", f"if all {unknown} runs without a verdict on the agent had failed, or passed"),
            ]
        ),
    ]


def _over_tasks(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    """The mean over tasks with its interval over tasks; runs of one task are not independent. A task with several versions counts once, with their mean."""
    rates: dict[str, list[float]] = {}
    for r in rows:
        rates.setdefault(r["task_id"], []).append(r["passed"] / r["valid"])
    mean = over_tasks([sum(own) / len(own) for own in rates.values()])
    if mean is None or mean.n < 2:
        return []
    text = f"Each task counted once: {mean.mean:.1%} on average over {mean.n} tasks (95 % interval over tasks {mean.low:.1%} to {mean.high:.1%})."
    k = min(5, sorted(r["valid"] for r in rows)[len(rows) // 2])
    some = [(pass_at_k(r["valid"], r["passed"], k), pass_hat_k(r["valid"], r["passed"], k)) for r in rows]
    known = [(one, every) for one, every in some if one is not None and every is not None]
    if k >= 2 and known:
        one, every = (sum(pair[i] for pair in known) / len(known) for i in (0, 1))
        text += f" Of {k} runs at least one passes: {one:.1%} (pass@{k}), all pass: {every:.1%} (pass^{k}), over {len(known)} task versions with {k} or more valid runs."
    return [Paragraph(text)]


def _table(rows: Sequence[Mapping[str, Any]], versions: bool) -> Table:
    cells = []
    for r in rows:
        ci = wilson(r["passed"], r["valid"])
        rate = f"{r['passed'] / r['valid']:.1%}" if r["valid"] else None
        cells.append(
            [
                *([r["version"] or None] if versions else []),
                r["suite"] or None,
                r["model"] or None,
                r["runs"],
                f"{r['passed_raw']}/{r['runs']} = {r['passed_raw'] / r['runs']:.1%}",
                f"{r['passed']}/{r['valid']}" + (f" = {rate} ({ci[0]:.0%}-{ci[1]:.0%})" if rate else ""),
                f"{r['passed'] / r['runs']:.1%}-{(r['passed'] + r['unknown']) / r['runs']:.1%}",
                r["invalid"],
                r["unknown"] - r["invalid"],
            ]
        )
    heads = [*(["version"] if versions else []), "suite", "model", "runs", "all runs", "valid runs", "bounds", "invalid", "ungraded"]
    return Table(heads, cells, "By suite and model: all runs as recorded, valid runs, and the bounds if every other run had failed or passed", len(cells) > 4)
