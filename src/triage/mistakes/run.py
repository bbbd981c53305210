"""Fill `clusters` and `judgements` from the store: which mistakes repeat, and who is to blame for them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from triage.mistakes.disclosure import Source, Visible
from triage.mistakes.facts import Call, CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster, Failed
from triage.mistakes.mispath import missing_lines
from triage.mistakes.parse import parse
from triage.mistakes.said import Judged, Said
from triage.mistakes.verdict import judge

BATCH = 60_000_000
"""Characters of tool calls that are read at once: all of a batch's task versions in one scan."""
TEXT = 20_000_000
"""Most characters of visible text that are indexed for one task version."""
Key = tuple[str, str | None]


def fill(db: Any) -> None:
    """Fill both tables. `db`: the store's connection, handled by triage.store."""
    from triage.store import mistake_rows, tables

    failed: dict[Key, dict[str, list[Failed]]] = defaultdict(lambda: defaultdict(list))
    for row in mistake_rows.failures(db):
        mistake = parse(row["check_name"], row["message"], row["trace"], row["expected"], row["actual"])
        failed[row["task_id"], row["task_version"]][row["check_name"]].append(
            Failed(row["run_id"], row["status"], mistake, row["message"] or row["trace"] or "", missing_lines(row["message"], row["trace"]))
        )
    if not failed:
        return
    prompts = {key: row["prompt"] or "" for key, row in mistake_rows.tasks(db).items()}
    versions: dict[str, list[Key]] = defaultdict(list)
    for key in prompts:
        versions[key[0]].append(key)
    rates: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    for row in tables.rows(db, "check_rates"):
        rates[row["task_id"], row["task_version"]].append(row)
    for batch in _batches(db, list(failed)):
        clusters: list[tuple[Any, ...]] = []
        judgements: list[tuple[Any, ...]] = []
        for task in _facts(db, batch, failed, prompts, versions, rates):
            judged, said = judge(task)
            clusters += [_cluster_row(task, j) for j in judged]
            judgements += [_judgement_row(task, s) for s in said]
        tables.put(db, "clusters", clusters)
        tables.put(db, "judgements", judgements)


def _batches(db: Any, keys: Sequence[Key]) -> Iterable[dict[Key, list[dict[str, Any]]]]:
    """Task versions with their runs, as many as may be read at once."""
    from triage.store import mistake_rows

    runs: dict[Key, list[dict[str, Any]]] = {key: [] for key in keys}
    for row in mistake_rows.runs(db, keys):
        if not row["cheated"]:
            runs[row["task_id"], row["task_version"]].append(row)
    sizes = mistake_rows.characters(db)
    batch: dict[Key, list[dict[str, Any]]] = {}
    size = 0
    for key, own in runs.items():
        more = sum(sizes.get(r["run_id"]) or 0 for r in own[: mistake_rows.RUNS])
        if batch and size + more > BATCH:
            yield batch
            batch, size = {}, 0
        batch[key] = own
        size += more
    if batch:
        yield batch


def _facts(
    db: Any,
    runs: Mapping[Key, list[dict[str, Any]]],
    failed: Mapping[Key, Mapping[str, list[Failed]]],
    prompts: Mapping[Key, str],
    versions: Mapping[str, list[Key]],
    rates: Mapping[Key, list[dict[str, Any]]],
) -> Iterable[TaskFacts]:
    from triage.store import mistake_rows

    files: dict[Key, list[tuple[str, str]]] = defaultdict(list)
    for row in mistake_rows.files(db, list(runs)):
        files[row["task_id"], row["task_version"]].append((row["path"], row["text"] or ""))
    chosen = [r["run_id"] for own in runs.values() for r in own[: mistake_rows.RUNS]]
    calls = mistake_rows.calls(db, chosen)
    said = mistake_rows.complaints(db, chosen)
    for key, own in runs.items():
        facts = {r["run_id"]: RunFacts(r["run_id"], r["final_answer"] or "", said.get(r["run_id"], ""), [Call(*c) for c in calls.pop(r["run_id"], ())]) for r in own}
        others = {str(k[1]): prompts[k] for k in versions[key[0]] if k != key}
        yield TaskFacts(
            *key,
            prompts.get(key, ""),
            _visible(prompts.get(key, ""), files[key], facts),
            facts,
            _checks(failed[key], rates[key], set(facts)),
            bool(files[key]),
            others,
            [p for p, _ in files[key]],
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
