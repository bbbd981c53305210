"""Pass rates against their bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Block, Link, Picture, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """A forest plot of pass rates with intervals and band, and the posteriors."""
    rows = [r for r in reader.rows("select * from task_rates", where=where_task(scope)) if r["valid"]]
    rows.sort(key=lambda r: (r["pass_rate"], r["task_id"]))
    blocks: list[Block] = []
    if rows:
        data = [
            {
                "task": f"{r['task_id']}" + (f"@{r['task_version'][:8]}" if r["task_version"] else ""),
                "rate": r["pass_rate"],
                "low": r["ci_low"],
                "high": r["ci_high"],
                "band_low": r["band_low"],
                "band_high": r["band_high"],
                "decision": r["decision"],
                "n": r["valid"],
            }
            for r in rows
        ]
        counts = {d: sum(r["decision"] == d for r in rows) for d in ("too_hard", "in_band", "undecided", "too_easy")}
        blocks.append(Picture("forest", "Pass rates of valid runs with 95 % intervals", data, ", ".join(f"{n} {d.replace('_', ' ')}" for d, n in counts.items())))
        cells = [
            [
                Link(d["task"], f"task:{r['task_id']}"),
                f"{r['passed']}/{r['valid']}",
                f"{r['ci_low']:.0%}-{r['ci_high']:.0%}",
                f"{r['band_low']:.0%}-{r['band_high']:.0%}",
                round(r["p_below"], 2),
                round(r["p_in"], 2),
                round(r["p_above"], 2),
                r["decision"],
            ]
            for r, d in zip(rows, data, strict=True)
        ]
        blocks.append(Table(["task", "passed", "95 %", "band", "P(below)", "P(in)", "P(above)", "decision"], cells, "Posterior Beta(passed + 1/2, failed + 1/2) of the pass rate."))
    bugs = reader.named("bugs", {"task": scope.task, "version": None})
    if bugs:
        columns = ["task_id", "bug_id", "file", "rated", "found", "runs", "first_step", "pointed_at", "against_rating"]
        names = ["task", "bug", "file", "rated", "found by", "of", "first edited at step", "pointed at by", "against the rating"]
        blocks.append(Table(names, [[b[c] for c in columns] for b in bugs], "Planted bugs: the author's difficulty (1 to 5) beside what runs show."))
    return Section("calibration", "Calibration", blocks, "No task has a valid agent run.")
