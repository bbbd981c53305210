"""Runs made up for the review screen, and a `Reviews` over them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

from triage.model import Check, Event, Finding, Step, ToolCall
from triage.store.review_rows import ClusterRow, Filters, QueueRow, RunFacts, RunView, TaskFileRow

HOSTILE = (
    "[bold red]markup[/] \x1b[31mansi\x1b[0m \x1b]0;title\x07 \x1b]8;;http://x\x1b\\link \u202eright to left\u202c zero\u200bwidth \ufeffbom tab\there "
    "cr\rover \x08\x08 e\u0301\u0302\u0303\u0304\u0305\u0306 👩\u200d👩\u200d👧 ❤\ufe0f 🇩🇪 👍🏽 漢字かな \U000e0041tag \ud800 del\x7f null\x00 c1\x9b31m soft\u00adhyphen \u3164 "
)


class FakeReviews:
    """Runs in memory."""

    def __init__(self, runs: list[RunView], files: list[TaskFileRow] | None = None) -> None:
        self.runs = {run.row.run_id: run for run in runs}
        self.files = files or []
        self.threads: set[str] = set()
        self.opened: list[str] = []
        self.say: Callable[[str], None] = lambda words: None
        self.written = False

    def changed(self) -> bool:
        return self.written

    def queue(self, filters: Filters) -> list[QueueRow]:
        self.threads.add(threading.current_thread().name)
        self.written = False
        wanted = {"failing": ("failed",), "all": ("failed", "passed", "invalid", "ungraded")}.get(filters.show, (filters.show,))
        rows = [r.row for r in self.runs.values() if r.row.verdict in wanted]
        if filters.cluster:
            rows = [r for r in rows if filters.cluster in r.clusters]
        return rows

    def open_run(self, run_id: str) -> RunView | None:
        self.threads.add(threading.current_thread().name)
        self.opened.append(run_id)
        return self.runs.get(run_id)

    def nearest_pass(self, run_id: str) -> str | None:
        return next((i for i, r in self.runs.items() if r.row.verdict == "passed"), None)

    def task_files(self, task_id: str, task_version: str | None) -> list[TaskFileRow]:
        return self.files

    def facts_of(self, run_ids: list[str]) -> list[RunFacts]:
        self.threads.add(threading.current_thread().name)
        return [RunFacts(i, f"task {n % 5}", ["finding provider.quota" if int(i[1:]) % 2 else "failed check end_day"], "") for n, i in enumerate(run_ids)]


def call(step: int, number: int, name: str, arguments: dict[str, Any], result: str = "ok", **fields: Any) -> ToolCall:
    return ToolCall("r", step, number, name, json.dumps(arguments), result, **fields)


def run(
    run_id: str, *, verdict: str = "failed", cluster: str | None = None, represents: bool = False, steps: list[Step] | None = None, calls: list[ToolCall] | None = None, **row: Any
) -> RunView:
    clusters = (cluster,) if cluster else ()
    fields: dict[str, Any] = {
        "task_id": "drift-audit",
        "task_version": "v3",
        "model": "model-m",
        "attempt": int(run_id[1:] or 0),
        "score": 0.45,
        "run_digest": "d" + run_id,
        "duration_s": 372.0,
    }
    queue = QueueRow(run_id, verdict=verdict, clusters=clusters, represents=clusters if represents else (), **{**fields, **row})
    rows = [ClusterRow(c, "replay_rates", "expected # got #", 3, 4, "mean 0.0475", "pooled 0.0312", "undisclosed", run_id, ()) for c in clusters]
    checks = [
        Check(run_id, 0, "replay_rates", "failed", message="src/drift.py gives mean 0.0475", expected="pooled 0.0312", actual="mean 0.0475"),
        Check(run_id, 1, "end_day", "failed", message="AssertionError: 30 days, not 31"),
        *(Check(run_id, n, f"other_{n}", "passed") for n in range(2, 9)),
    ]
    evidence = json.dumps([{"run_id": run_id, "step": 5, "channel": "tool_result", "quote": "mean error rate"}])
    finding = Finding(
        "f1",
        "run",
        "contract.ambiguous",
        "problem",
        "match",
        0.71,
        "drift-audit",
        "v3",
        run_id,
        None,
        "The prompt allows both readings of rate",
        "Why.",
        3,
        4,
        evidence,
        "contract",
        "1",
    )
    events = [Event(run_id, 0, "grader", "grader_stdout", "log", text="FAILED test_rates\n1 failed"), Event(run_id, 1, "agent", "agent_exit", "exit", code="0")]
    return RunView(
        queue,
        steps or _steps(run_id),
        calls if calls is not None else _calls(),
        [] if verdict == "passed" else checks,
        [finding],
        rows,
        events,
        "Repair the drift audit.\nRates follow policy/drift.md.",
        {},
    )


def _steps(run_id: str) -> list[Step]:
    said = [
        ("user", "Repair the drift audit."),
        ("assistant", "I look at the code first."),
        ("assistant", f"Now the rates, in {run_id}."),
        ("assistant", "It fails; I look again."),
        ("assistant", "And edit."),
        ("assistant", "Then run it."),
        *(("assistant", f"Thought number {n}.\nIt has two lines.") for n in range(6, 40)),
        ("assistant", "The audit now runs and the rates match the policy. Done."),
    ]
    return [Step(run_id, n, role, text, at=f"2026-01-01T10:{n:02}:00Z") for n, (role, text) in enumerate(said)]


def _calls() -> list[ToolCall]:
    return [
        call(1, 0, "bash", {"command": "cat src/drift.py"}, "\n".join(f"line {n} of the file" for n in range(40))),
        call(3, 1, "bash", {"command": "python -m drift.audit"}, "Traceback: KeyError 'seg'", exit_code=1, is_error=True),
        call(4, 2, "edit", {"path": "src/drift.py", "old_str": "rates = errs / total\nreturn rates", "new_str": "rates = mean(errs)\nreturn rates"}),
        call(5, 3, "bash", {"command": "python -m drift.audit --day 2026-03-31"}, "mean error rate 0.0475", exit_code=0),
    ]


def small() -> FakeReviews:
    """One task: a cluster of three failing runs, one failing alone, one passing, one invalid."""
    return FakeReviews(
        [
            run("r1", cluster="c-one", represents=True),
            run("r2", cluster="c-one"),
            run("r3", cluster="c-one"),
            run("r4"),
            run("r5", verdict="passed"),
            run("r6", verdict="invalid", invalid_kind="provider.quota"),
        ],
        [TaskFileRow("environment", "policy/drift.md", "Rates are pooled.", 17)],
    )
