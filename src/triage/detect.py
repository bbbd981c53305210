"""Run every detector over the store: infrastructure first, since its verdicts decide what the others count."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from itertools import chain
from typing import Any

from triage.audit import acts, rates, shapes, suspicion, versions
from triage.catalogue import Query, detectors, digest
from triage.mistakes import run as mistakes
from triage.store import aside, evidence, findings
from triage.store.connect import with_memory
from triage.store.findings import Detected
from triage.store.link import link
from triage.store.together import together
from triage.store.views import renew_views
from triage.workers import Workers

INFRASTRUCTURE = ("provider.", "model_io.", "budget.", "agent_setup.", "sandbox.", "task_env.", "grader.", "record.")
"""Kinds that decide at run scope whether a run says anything about the agent."""


def detect(db: Any, progress: Callable[[str, int, int], None] | None = None, only: Collection[str] | None = None, workers: Workers | None = None) -> Detected:
    """Derive tables, run detectors, decide verdicts. `db` is the connection of a store.write.Writer.

    only: ids of the detectors to run (those that the cases of one detector need); None runs all. workers: who judges mistakes; None: this process.
    """
    return with_memory(db, lambda: _detect(db, progress, only, workers or Workers(1)))


def _detect(db: Any, progress: Callable[[str, int, int], None] | None, only: Collection[str] | None, workers: Workers) -> Detected:
    done = Detected()
    aside.leave(db)  # an attempt that ran out of memory may have stopped anywhere
    link(db)
    renew_views(db)
    aside.begin(db)
    chosen = [q for q in detectors() if only is None or q.id in only]
    evidence.prepare(db, None if only is None else chosen)
    first = [q for q in chosen if q.scope == "run" and q.kind.startswith(INFRASTRUCTURE)]
    rest = [q for q in chosen if q not in first]
    _run(db, first, done, progress)
    findings.decide(db)
    read = None if only is None else evidence.words(chosen)
    if rest or only is None:
        fills = {"rates": rates.fill}
        if _wanted(read, "version_changes"):
            fills["versions"] = versions.fill
        if _wanted(read, "acts", "wanted_values", "clusters", "judgements"):
            fills["acts"] = acts.fill
        if _wanted(read, "shapes"):
            fills["shapes"] = shapes.fill
        for _ in together(db, fills):
            pass
        _run(db, [q for q in rest if q.scope == "run"], done, progress)
    if any(q.scope == "task" for q in rest) or only is None:
        if _wanted(read, "clusters", "judgements"):
            done.errors += mistakes.fill(db, workers)
        _run(db, [q for q in rest if q.scope == "task"], done, progress)
    if only is None:
        suspicion.fill(db)
    done.errors += findings.failed(db)
    evidence.drop(db)
    aside.publish(db, digest())
    return done


def _wanted(read: set[str] | None, *tables: str) -> bool:
    """Whether one of these tables is read; None reads all."""
    return read is None or not read.isdisjoint(tables)


def _run(db: Any, queries: list[Query], done: Detected, progress: Callable[[str, int, int], None] | None) -> None:
    """Run detectors beside each other; those that read findings of others one after the other, when the others are done."""
    last = [query for query in queries if "findings" in query.reads()]
    works = {query.id: partial(findings.run_detector, query=query) for query in queries if query not in last}
    for number, found in enumerate(chain((n for _, n in together(db, works)), (findings.run_detector(db, query) for query in last))):
        done.findings += found
        if progress:
            progress("detecting", number + 1, len(queries))
