"""Run every detector over the store: infrastructure first, since its verdicts decide what the others count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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
        fills: dict[str, Callable[[Any], list[str] | None]] = {
            "rates": rates.fill,
            **({"versions": versions.fill} if _wanted(read, "version_changes") else {}),
            **({"acts": partial(acts.fill, workers=workers)} if _wanted(read, "acts", "wanted_values", "clusters", "judgements") else {}),
            **({"shapes": shapes.fill} if _wanted(read, "shapes") else {}),
        }
        for _, errors in together(db, fills):
            done.errors += errors or ()
        _run(db, [q for q in rest if q.scope == "run"], done, progress)
    about_tasks = [q for q in rest if q.scope == "task"]
    if about_tasks or only is None:
        judging = {"mistakes": partial(mistakes.fill, workers=workers)} if _wanted(read, "clusters", "judgements") else {}
        _run(db, about_tasks, done, progress, judging)
    if only is None:
        suspicion.fill(db)
    done.errors += findings.failed(db)
    evidence.drop(db)
    aside.publish(db, digest())
    return done


def _wanted(read: set[str] | None, *tables: str) -> bool:
    """Whether one of these tables is read; None reads all."""
    return read is None or not read.isdisjoint(tables)


def _run(db: Any, queries: list[Query], done: Detected, progress: Callable[[str, int, int], None] | None, judging: Mapping[str, Callable[[Any], list[str]]] | None = None) -> None:
    """Run detectors beside each other; those that read findings of others one after the other, when the others are done.

    judging: what fills `clusters` and `judgements` meanwhile; detectors that read them wait for it.
    """
    last = [query for query in queries if "findings" in query.reads()]
    works: dict[str, Callable[[Any], int | list[str]]] = {**(judging or {})}
    works |= {query.id: partial(findings.run_detector, query=query) for query in queries if query not in last}
    waits = {name: set(judging) for name in evidence.readers_of(("clusters", "judgements"), queries)} if judging else None
    ended = chain((found for _, found in together(db, works, waits)), (findings.run_detector(db, query) for query in last))
    for number, found in enumerate(ended):
        if isinstance(found, list):
            done.errors += found
        else:
            done.findings += found
        if progress:
            progress("detecting", number, len(queries))
