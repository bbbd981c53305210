"""Fill `clusters` and `judgements` from the store: which mistakes repeat, and who is to blame for them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from triage.mistakes.disclosure import Source, Visible
from triage.mistakes.facts import Call, CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster, Failed
from triage.mistakes.mispath import missing_lines
from triage.mistakes.parse import parse
from triage.mistakes.said import Judged, Said
from triage.mistakes.verdict import judge
from triage.workers import Workers

BATCH = 16_000_000
"""Characters of tool calls that are read at once: all of a batch's task versions in one scan."""
TEXT = 20_000_000
"""Most characters of visible text that are indexed for one task version."""
Key = tuple[str, str | None]


class Given(NamedTuple):
    """All that judging one task version needs, as plain rows: it goes to another process."""

    key: Key
    """Task and version."""
    prompt: str
    """What the agents were told."""
    failed: Sequence[Mapping[str, Any]]
    """Failed checks with their messages."""
    rates: Sequence[Mapping[str, Any]]
    """Rows of check_rates."""
    files: Sequence[tuple[str, str]]
    """Paths and texts of the environment."""
    runs: Sequence[tuple[str, str]]
    """Valid agent runs with their last word."""
    calls: Mapping[str, Sequence[tuple[str, str, str, int | None]]]
    """Tool calls by run: name, arguments, result, step."""
    said: Mapping[str, str]
    """Complaints by run."""
    others: Mapping[str, str]
    """Prompts of the task's other versions."""


class Weighed(NamedTuple):
    """Rows of both tables for one task version."""

    clusters: Sequence[tuple[Any, ...]]
    """For `clusters`."""
    judgements: Sequence[tuple[Any, ...]]
    """For `judgements`."""
    lost: str | None = None
    """The task, where it could not be judged."""


def fill(db: Any, workers: Workers) -> list[str]:
    """Fill both tables. `db`: the store's connection, handled by triage.store. Returns a line for each task that could not be judged."""
    from triage.store import mistake_rows, tables

    keys = mistake_rows.gather(db)
    if not keys:
        return []
    prompts = {key: row["prompt"] or "" for key, row in mistake_rows.tasks(db).items()}
    versions: dict[str, list[Key]] = defaultdict(list)
    for key in prompts:
        versions[key[0]].append(key)
    rates: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    for row in tables.rows(db, "check_rates"):
        rates[row["task_id"], row["task_version"]].append(row)
    extents = mistake_rows.extents(db)
    given = (g for batch in _batches(db, keys, extents) for g in _given(db, batch, extents, prompts, versions, rates))
    made = list(workers.spread(weigh, given, lost=_lost, ordered=True))
    tables.put(db, "clusters", [row for w in made for row in w.clusters])
    tables.put(db, "judgements", [row for w in made for row in w.judgements])
    return [f"mistakes of task {w.lost} were not judged: the process that did it died (out of memory?)" for w in made if w.lost]


def weigh(given: Given) -> Weighed:
    """Clusters and judgements of one task version."""
    task = _facts(given)
    judged, said = judge(task)
    return Weighed([_cluster_row(task, j) for j in judged], [_judgement_row(task, s) for s in said])


def _lost(given: Given) -> Weighed:
    return Weighed((), (), given.key[0])


def _batches(db: Any, keys: Sequence[Key], extents: Mapping[str, tuple[int, int, int]]) -> Iterable[dict[Key, list[str]]]:
    """Task versions with the ids of their runs, as many as may be read at once."""
    from triage.store import mistake_rows

    runs: dict[Key, list[str]] = {key: [] for key in keys}
    for run_id, task, version in mistake_rows.runs(db, keys):
        runs[task, version].append(run_id)
    batch: dict[Key, list[str]] = {}
    size = 0
    for key, own in runs.items():
        more = sum(extents[run_id][0] or 0 for run_id in own[: mistake_rows.RUNS] if run_id in extents)
        if batch and size + more > BATCH:
            yield batch
            batch, size = {}, 0
        batch[key] = own
        size += more
    if batch:
        yield batch


def _given(
    db: Any,
    runs: Mapping[Key, list[str]],
    extents: Mapping[str, tuple[int, int, int]],
    prompts: Mapping[Key, str],
    versions: Mapping[str, list[Key]],
    rates: Mapping[Key, list[dict[str, Any]]],
) -> Iterable[Given]:
    from triage.store import mistake_rows

    files: dict[Key, list[tuple[str, str]]] = defaultdict(list)
    for row in mistake_rows.files(db, list(runs)):
        files[row["task_id"], row["task_version"]].append((row["path"], row["text"] or ""))
    chosen = [run_id for own in runs.values() for run_id in own[: mistake_rows.RUNS]]
    failed = mistake_rows.failures(db, list(runs))
    finals = mistake_rows.finals(db, [run_id for own in runs.values() for run_id in own])
    calls = mistake_rows.calls(db, chosen, extents)
    said = mistake_rows.complaints(db, chosen)
    for key, own in runs.items():
        others = {str(k[1]): prompts[k] for k in versions[key[0]] if k != key}
        yield Given(
            key,
            prompts.get(key, ""),
            failed[key],
            rates[key],
            files[key],
            [(run_id, finals.get(run_id) or "") for run_id in own],
            {r: calls.pop(r) for r in own if r in calls},
            {r: said[r] for r in own if r in said},
            others,
        )


def _facts(g: Given) -> TaskFacts:
    failed: dict[str, list[Failed]] = defaultdict(list)
    for row in g.failed:
        mistake = parse(row["check_name"], row["message"], row["trace"], row["expected"], row["actual"])
        failed[row["check_name"]].append(Failed(row["run_id"], row["status"], mistake, row["message"] or row["trace"] or "", missing_lines(row["message"], row["trace"])))
    facts = {run_id: RunFacts(run_id, final, g.said.get(run_id, ""), [Call(*c) for c in g.calls.get(run_id, ())]) for run_id, final in g.runs}
    return TaskFacts(
        *g.key,
        g.prompt,
        _visible(g.prompt, g.files, facts),
        facts,
        _checks(failed, g.rates, set(facts)),
        bool(g.files),
        g.others,
        [p for p, _ in g.files],
    )


def _visible(prompt: str, files: Sequence[tuple[str, str]], runs: Mapping[str, RunFacts]) -> Visible:
    sources = [Source("prompt", "prompt", prompt), *(Source(path, "file", text) for path, text in files)]
    if files:
        sources.append(Source("files", "listing", "\n".join(path for path, _ in files)))
    left = TEXT
    asked = []
    for run in runs.values():
        for call in run.calls:
            if left > 0 and call.result:
                left -= len(call.result)
                sources.append(Source(f"tool:{run.run_id}:{call.step}", "output", call.result))
            asked.append(call.arguments[:500])
    commands = "\n".join(asked)
    return Visible(sources, [path for path, _ in files if path.rsplit("/", 1)[-1] in commands])


def _checks(failed: Mapping[str, list[Failed]], rates: Sequence[Mapping[str, Any]], valid: set[str]) -> list[CheckFacts]:
    """Facts of the checks that fail, in the grader's order; runs that cheated count nowhere."""
    all_n = sum(r["n"] for r in rates)
    all_failed = sum(r["n"] - r["passed"] for r in rates)
    made = []
    for r in rates:
        own = [f for f in failed.get(r["check_name"], ()) if f.run_id in valid]
        if own:
            fails = r["n"] - r["passed"]
            made.append(CheckFacts(r["check_name"], min(r["n"], len(valid)), own, r["reference_passes"], r["noop_passes"], all_failed - fails, all_n - r["n"]))
    return made


def _cluster_row(task: TaskFacts, j: Judged) -> tuple[Any, ...]:
    c: Cluster = j.cluster
    tokens = [{"token": t.atom.text, "enforced_by": c.check, "state": t.state, "found_in": [f"{p.source}{f':{p.line}' if p.line else ''}" for p in t.places]} for t in j.tokens]
    return (
        c.cluster_id, task.task_id, task.task_version, c.check, c.signature, len(c.run_ids), c.failing_runs, c.agreement, c.wrong_value, c.expected, j.disclosure,
        json.dumps(tokens), c.representative, json.dumps(c.run_ids),
    )  # fmt: skip


def _judgement_row(task: TaskFacts, s: Said) -> tuple[Any, ...]:
    names = ("run_id", "step", "channel", "quote", "file", "line")
    evidence = json.dumps([dict(zip(names, p, strict=True)) for p in s.places[:25]])
    return (task.task_id, task.task_version, s.check, s.kind, s.severity, s.confidence, s.cluster_id, s.title, s.explanation, len(s.run_ids), s.runs_total, evidence)
