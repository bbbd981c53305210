"""What there is to say of each task: its verdict, its checks, its findings, its repeated mistakes, its runs.

Everything is read once for all tasks and handed out, so that a thousand tasks cost as many queries as one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from triage.gate import decide
from triage.report.blocks import Block, Claim, Link, Paragraph, Table
from triage.report.claims import claims
from triage.report.sections.matrix import matrices

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

MOST_CLAIMS = 40
"""Claims shown of one task."""
MOST_ALIKE = 2
"""Claims of one kind about single runs that are shown of one task; its runs say of each how it ended."""


class TaskPage(NamedTuple):
    """One task."""

    task_id: str
    """Its id: the anchor that links lead to."""
    blocks: list[Block]
    """What there is to say."""
    run_ids: list[str]
    """Its runs, in the order of the query `runs`."""


def pages(reader: Masked, scope: Scope, data: Mapping[str, list[dict[str, Any]]]) -> list[TaskPage]:
    """A page for every task of the report, the most suspicious first."""
    found, mistakes, runs, gates = (defaultdict[str, list[Any]](list) for _ in range(4))
    for row in data["findings"]:
        if row["status"] == "match":
            found[row["task_id"]].append(row)
    for row in data["clusters"]:
        mistakes[row["task_id"]].append(row)
    for row in data["runs"]:
        runs[row["task_id"]].append(row["run_id"])
    for facts in reader.named("gate_facts", {"task": scope.task}):
        gates[facts["task_id"]].append(facts)
    checks = matrices(reader, scope)
    versions: dict[str, list[dict[str, Any]]] = {}
    for row in data["tasks"]:
        versions.setdefault(row["task_id"], []).append(row)
    made = []
    for task_id, rows in versions.items():
        blocks: list[Block] = [_headline(rows), *_gate(gates[task_id], scope)]
        blocks += _claims(found[task_id], scope)
        blocks += checks.get(task_id, [])
        blocks += _mistakes(mistakes[task_id])
        made.append(TaskPage(task_id, blocks, runs[task_id]))
    return made


def _headline(rows: list[dict[str, Any]]) -> Block:
    cells = [
        [
            (r["task_version"] or "")[:12] or None,
            r["suite"],
            r["runs"],
            f"{r['passed']}/{r['valid']}",
            f"{r['ci_low']:.0%}-{r['ci_high']:.0%}" if r["valid"] else None,
            f"{r['bound_low']:.0%}-{r['bound_high']:.0%}" if r["runs"] else None,
            r["invalid"],
            r["calibration"],
            round(r["suspicion"], 2),
            ", ".join(r["reasons"][:5]) or None,
        ]
        for r in rows
    ]
    return Table(["version", "suite", "runs", "passed", "95 %", "bounds", "invalid", "band", "suspicion", "reasons"], cells)


def _gate(facts: list[dict[str, Any]], scope: Scope) -> list[Block]:
    if not facts:
        return []
    gate = decide(facts[-1], scope.waivers)
    words = {"ship": "It may ship.", "hold": "It may not ship.", "undecided": "Whether it may ship is undecided."}
    return [Paragraph(words.get(gate.verdict, gate.verdict), strong=True), Table(["condition", "state", "why"], [[c.id, c.state, c.detail] for c in gate.conditions])]


def _claims(rows: list[dict[str, Any]], scope: Scope) -> list[Claim]:
    task = [r for r in rows if r["scope"] == "task"]
    seen = Counter[str]()
    loud = []
    for row in rows:
        if row["scope"] == "run" and row["severity"] != "note":
            seen[row["kind"]] += 1
            if seen[row["kind"]] <= MOST_ALIKE:
                loud.append(row)
    return claims([*task, *loud], scope, MOST_CLAIMS)


def _mistakes(rows: list[dict[str, Any]]) -> list[Block]:
    cells = [
        [
            r["check"],
            f"{r['runs_affected']}/{r['failing_runs']}",
            r["expected_value"],
            r["wrong_value"],
            r["disclosure"],
            Link(r["representative"], f"run:{r['representative']}") if r["representative"] else None,
        ]
        for r in rows[:MOST_CLAIMS]
    ]
    return [Table(["check", "runs", "expected", "got", "disclosure", "read this one"], cells, "Failures of different runs that are the same mistake")] if cells else []
