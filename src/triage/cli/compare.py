"""triage compare"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import db_option, open_reader


@click.command("compare")
@click.argument("task")
@click.argument("old", required=False, metavar="[A")
@click.argument("new", required=False, metavar="B]")
@click.option("--format", "fmt", type=click.Choice(["table", "json"]), default="table", help="How to print.  [default: table]")
@db_option
def command(task: str, old: str | None, new: str | None, fmt: str, db: str | None, labels_dir: str | None) -> int:
    """Versions of TASK side by side: pass rates, turns, checks, prompt diff, what else changed.

    Without A and B: each version against the one before it, in the order of their first runs. Versions are never pooled;
    "not distinguishable at this n" is the default verdict.

    \b
    Examples:
      triage compare drift-audit
      triage compare drift-audit v1 v3
    """
    from itertools import pairwise

    from triage.audit.versions import compare
    from triage.cli.hints import hint
    from triage.cli.lookup import find_task, find_version
    from triage.cli.output import emit, say
    from triage.errors import UsageError

    with open_reader(db, labels_dir) as reader:
        task_id = find_task(reader, task)
        versions = reader.named("version_facts", {"task": task_id})
        old, new = (find_version(reader, task_id, v) if v is not None else None for v in (old, new))
        rates = reader.rows("select task_version, check_name, passed, n from check_rates where task_id = $task", {"task": task_id})
    names = [str(v["task_version"]) for v in versions]
    if old is not None:
        first = versions[names.index(old)]
        pairs = [(first, versions[names.index(new)] if new else versions[-1])]
    else:
        pairs = list(pairwise(versions))
    if not pairs:
        raise UsageError(
            f"{task_id} has only one version ({names[0] if names and versions[0]['task_version'] is not None else 'none is declared'})",
            hint="versions are declared in the task file, or told by what the runs record",
        )
    changes = [compare(a, b) for a, b in pairs]
    checks = _checks(rates)
    if fmt == "json":
        emit([{**c._asdict(), "checks": _both(checks, c.old, c.new)} for c in changes], "json", {})
        return 0
    emit(
        versions,
        "table",
        {
            "version": "task_version",
            "passed": lambda v: f"{v['passed']}/{v['valid']}",
            "invalid": "invalid",
            "score": "mean_score",
            "turns": "mean_steps",
            "hints": "hint_level",
            "models": "models",
            "first run": lambda v: str(v["first_run"])[:16].replace("T", " ") if v["first_run"] else None,
        },
        spare=("turns", "models"),
    )
    for c in changes:
        say(f"{c.old} -> {c.new}: {c.verdict}", "bold")
        if "changed: " not in c.verdict:
            say(f"  changed: {', '.join(c.changed) or 'nothing that is recorded'}")
        for line in c.prompt_diff[:60]:
            say(f"    {line}", "green" if line.startswith("+") else "red" if line.startswith("-") else "")
        both = [b for b in _both(checks, c.old, c.new) if b["old"] != b["new"]]
        if both:
            emit(both, "table", {"check": "check", str(c.old): "old", str(c.new): "new"})
    hint("what it is taken for", "triage", "findings", "--task", task_id, "--kind", "version.*", db=db)
    return 0


def _checks(rates: list[dict[str, Any]]) -> dict[str | None, dict[str, str]]:
    made: dict[str | None, dict[str, str]] = {}
    for r in rates:
        made.setdefault(r["task_version"], {})[r["check_name"]] = f"{r['passed']}/{r['n']}"
    return made


def _both(checks: dict[str | None, dict[str, str]], old: str | None, new: str | None) -> list[dict[str, Any]]:
    first, second = checks.get(old, {}), checks.get(new, {})
    return [{"check": name, "old": first.get(name), "new": second.get(name)} for name in dict.fromkeys([*first, *second])]
