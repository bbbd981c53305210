"""triage rerun-list"""

from __future__ import annotations

import shlex
from typing import Any

import click

from triage.cli.common import all_of, db_option, equals, glob_condition, note, open_reader

FORMS = ("ids", "harbor", "inspect", "plain", "json", "csv")
LASTING = ("provider.model_unavailable", "provider.auth_error", "provider.credit_exhausted", "sandbox.image_*", "agent_setup.*", "grader.*")
"""Kinds whose cause has to be repaired before a run is repeated, or it fails again."""


@click.command("rerun-list")
@click.option("--as", "form", type=click.Choice(FORMS), default="ids", show_default=True, help="What to print: run ids, commands of a harness, or rows.")
@click.option("--task", help="Runs of this task.")
@click.option("--kind", help="Pattern over the kind of failure (several with commas).")
@click.option("--suite", help="Pattern over the suite.")
@click.option("--model", help="Pattern over the model.")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
@db_option
def command(form: str, task: str | None, kind: str | None, suite: str | None, model: str | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """The runs worth running again, ready to paste: those that infrastructure decided.

    \b
    ids      one run id a line
    harbor   one `harbor run` a job, with the names of its tasks
    inspect  one `inspect eval-retry` a log
    plain    run, task, model, agent and attempt, tab separated

    \b
    Examples:
      triage rerun-list --as harbor
      triage rerun-list --kind 'provider.*' --as plain
    """
    import sys

    from triage.cli.known import check_kinds, check_values
    from triage.cli.lookup import find_task
    from triage.safe_text import visible

    with open_reader(db, labels_dir) as reader:
        task_id = find_task(reader, task) if task else None
        check_kinds(reader, kind)
        check_values(reader, suite, "suite", "suite")
        check_values(reader, model, "model", "model")
        conditions = all_of(
            "verdict = 'invalid'",
            "kind = 'agent'",
            equals("task_id", task_id),
            glob_condition("invalid_kind", kind),
            glob_condition("suite", suite),
            glob_condition("model", model),
        )
        rows = reader.named("runs", where=conditions)
    if form in ("json", "csv"):
        from triage.cli.output import emit

        columns = {name: name for name in ("run_id", "task_id", "suite", "model", "agent", "attempt", "invalid_kind", "source")}
        emit([{name: row[name] for name in columns} for row in rows], form, columns, names=list(columns))
        return 0
    for line in {"ids": _ids, "harbor": _harbor, "inspect": _inspect, "plain": _plain}[form](rows):
        click.echo(visible(line) if sys.stdout.isatty() else line)
    _say(rows, quiet)
    return 0


def _ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["run_id"] for row in rows]


def _plain(rows: list[dict[str, Any]]) -> list[str]:
    names = ("run_id", "task_id", "model", "agent", "attempt")
    return ["\t".join(names)] + ["\t".join("" if row[n] is None else str(row[n]).replace("\t", " ") for n in names) for row in rows]


def _harbor(rows: list[dict[str, Any]]) -> list[str]:
    """One command a job. The old trials stay where they are: evidence is not deleted."""
    lines: list[str] = []
    jobs: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        jobs.setdefault(row["source"].rstrip("/").rpartition("/")[0] or ".", []).append(row)
    for job, trials in sorted(jobs.items()):
        tasks = sorted({row["task_id"] for row in trials})
        lines.append(f"# {len(trials)} trials of {len(tasks)} tasks: {', '.join(tasks)}")
        names = " ".join(f"--task-name {shlex.quote(task)}" for task in tasks)
        lines.append(f"harbor run --config {shlex.quote(job + '/config.json')} {names} --n-attempts {_most(trials)} --job-name {shlex.quote(job.rpartition('/')[2] + '-again')}")
    return lines


def _most(trials: list[dict[str, Any]]) -> int:
    """The most attempts that one task has to repeat."""
    counts: dict[str, int] = {}
    for row in trials:
        counts[row["task_id"]] = counts.get(row["task_id"], 0) + 1
    return max(counts.values())


def _inspect(rows: list[dict[str, Any]]) -> list[str]:
    """Inspect repeats the samples of a log that did not succeed."""
    logs: dict[str, int] = {}
    for row in rows:
        log = row["source"].partition("::")[0].partition("#")[0]
        logs[log] = logs.get(log, 0) + 1
    return [f"inspect eval-retry {shlex.quote(log)}  # {count} samples" for log, count in sorted(logs.items())]


def _say(rows: list[dict[str, Any]], quiet: bool) -> None:
    from fnmatch import fnmatch

    lasting = sorted({row["invalid_kind"] for row in rows if row["invalid_kind"] and any(fnmatch(row["invalid_kind"], pattern) for pattern in LASTING)})
    note(f"{len(rows)} runs to run again" if rows else "no run has to be run again", quiet)
    if lasting:
        note(f"first repair what would kill them again: {', '.join(lasting)}", quiet)
