"""triage show"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import db_option, open_reader

FOLD = 12
"""Lines of a tool result that are shown without --full."""
TASK_FINDINGS = 5
"""Findings about the task that are shown without --full."""


@click.command("show")
@click.argument("run")
@click.option("--full", is_flag=True, help="Nothing folded.")
@click.option("--steps", metavar="A:B", help="Only these steps, e.g. 30: or :10 or 12:20.")
@click.option("--format", "fmt", type=click.Choice(["text", "json"]), default="text", help="How to print.  [default: text]")
@click.option("--pager/--no-pager", default=None, help="Through $PAGER.  [default: on a terminal]")
@db_option
def command(run: str, full: bool, steps: str | None, fmt: str, pager: bool | None, db: str | None, labels_dir: str | None) -> int:
    """Read one run: verdict, checks, findings, transcript, grader output.

    RUN is an id, or a part of it that only one run has.

    \b
    Examples:
      triage show drift-audit__x8Kq2
      triage show drift-audit__x8Kq2 --steps 30: --full
    """
    import sys

    import orjson

    from triage.cli.hints import hint
    from triage.cli.lookup import find_run
    from triage.cli.output import emit_json, terminal_width
    from triage.cli.wrap import wrap
    from triage.errors import UsageError

    with open_reader(db, labels_dir) as reader:
        run_id = find_run(reader, run)
        facts = reader.named("runs", where=f"run_id = '{run_id.replace(chr(39), chr(39) * 2)}'")[0]
        checks = reader.rows("select check_name, status, score, weight, message, expected, actual from run_checks where run_id = $run order by seq", {"run": run_id})
        found = reader.rows(
            'select kind, severity, confidence, title, explanation, evidence, check_name as "check" from findings where run_id = $run order by confidence desc', {"run": run_id}
        )
        about_task = reader.rows(
            """select kind, severity, confidence, title, explanation, check_name as "check" from findings
            where scope = 'task' and task_id = $task and severity <> 'note' and contains(evidence, to_json($run)::varchar)
            order by severity = 'problem' desc, confidence desc, kind, check_name""",
            {"run": run_id, "task": facts["task_id"]},
        )
        events = reader.rows("select seq, phase, channel, type, code, text, is_retry, is_terminal, step, file from run_events where run_id = $run order by seq", {"run": run_id})
        transcript = reader.named("transcript", {"run": run_id})
    for f in found:
        f["evidence"] = orjson.loads(f["evidence"] or "[]")
    first, last = _range(steps, len(transcript))
    if steps and transcript and not any(first <= t["step"] < last for t in transcript):
        raise UsageError(f"there is no step {steps}", hint=f"{run_id} has the steps 0 to {transcript[-1]['step']}")
    transcript = [t for t in transcript if first <= t["step"] < last]
    if fmt == "json":
        emit_json({"run": facts, "checks": checks, "findings": found, "task_findings": about_task, "events": events, "transcript": transcript})
        return 0
    lines = _render(facts, checks, found, about_task, events, transcript, full)
    width = terminal_width()
    if width is not None:
        lines = [piece for line in lines for part in line.split("\n") for piece in wrap(part, width)]
    if pager or (pager is None and sys.stdout.isatty()):
        click.echo_via_pager("\n".join(lines))
    else:
        click.echo("\n".join(lines))
    if found:
        hint("its findings with all their places", "triage", "findings", "--evidence", "--run", run_id, db=db)
    hint("label it", "triage", "label", run_id, "VERDICT", db=db)
    return 0


def _range(text: str | None, count: int) -> tuple[int, int]:
    from triage.errors import UsageError

    if text is None:
        return 0, count
    low, colon, high = text.partition(":")
    try:
        first = int(low) if low else 0
        return first, (int(high) if high else count) if colon else first + 1
    except ValueError as error:
        raise UsageError(f"{text!r} is no range of steps", hint="A:B with numbers, e.g. 30: or :10") from error


def _render(
    facts: dict[str, Any],
    checks: list[dict[str, Any]],
    found: list[dict[str, Any]],
    about_task: list[dict[str, Any]],
    events: list[dict[str, Any]],
    transcript: list[dict[str, Any]],
    full: bool,
) -> list[str]:
    from triage.safe_text import one_line, visible

    score = "" if facts["score"] is None else f" {facts['score']:g}"
    lines = [f"{facts['run_id']}  {facts['verdict']}{score}" + (f"  ({facts['invalid_kind']})" if facts["invalid_kind"] else "")]
    lines.append(
        f"task {facts['task_id']}{'@' + facts['task_version'][: None if full else 12] if facts['task_version'] else ''}  {facts['kind']}  model {facts['model'] or '?'}  agent {facts['agent'] or '?'}"
        f"  {facts['steps']} steps, {facts['tool_calls']} tool calls{'  exit ' + facts['exit_status'] if facts['exit_status'] not in (None, 'unset') else ''}"
    )
    lines.append(f"source {facts['source']}")
    if checks:
        lines.append("\nCHECKS")
        failed = [c for c in checks if c["status"] != "passed"]
        lines += [f"  {'✗' if c['status'] in ('failed', 'error') else '–'} {c['check_name']} [{c['status']}] {one_line(c['message'] or '', None if full else 400)}" for c in failed]
        lines += [f"  ✓ {len(checks) - len(failed)} passed"] if len(failed) < len(checks) else []
    if found:
        lines.append("\nFINDINGS")
        for f in found:
            lines.append(f"  {f['kind']} [{f['severity']}, {f['confidence']:.2f}] {f['title']}")
            lines += [f"      {_place(p)}{one_line(p.get('quote') or '', None if full else 180)}" for p in (f["evidence"] if full else f["evidence"][:3])]
    if about_task:
        lines.append("\nFINDINGS ABOUT THE TASK THAT NAME THIS RUN")
        for f in about_task if full else about_task[:TASK_FINDINGS]:
            check = f"{f['check']}: " if f["check"] and f["check"] not in f["title"] else ""
            lines.append(f"  {f['kind']} [{f['severity']}, {f['confidence']:.2f}] {check}{f['title']}")
        lines += [f"  ... and {len(about_task) - TASK_FINDINGS} more (--full)"] if not full and len(about_task) > TASK_FINDINGS else []
    lines.append("\nTRANSCRIPT" if transcript else "\nTRANSCRIPT: none is recorded")
    for step in transcript:
        lines += _step(step, full)
    told = [e for e in events if e["text"] or e["code"]]
    if told:
        lines.append("\nWHAT HARNESS, AGENT PROGRAM AND GRADER WROTE")
        for e in told:
            body = visible(e["text"] or "").splitlines()
            head = f"  {e['phase']}/{e['channel']}/{e['type']}" + (f" {e['code']}" if e["code"] else "")
            lines.append(head + (f": {body[0]}" if len(body) == 1 else ""))
            if len(body) > 1:
                lines += [f"    {x}" for x in _fold(body, full)]
    return [visible(line) for line in lines]


def _place(place: dict[str, Any]) -> str:
    """Step, file and line of a piece of evidence, as far as they are known."""
    step, file, line = place.get("step"), place.get("file"), place.get("line")
    parts = [f"step {step}"] if step is not None else []
    if file or line is not None:
        parts.append(f"{file}:{line}" if file and line is not None else file or f"line {line}")
    return f"{', '.join(parts)}: " if parts else ""


def _step(step: dict[str, Any], full: bool) -> list[str]:
    from triage.safe_text import visible

    mark = f" ({step['branch']})" if step["branch"] else ""
    lines = [f"\n{step['step']:>4} {step['role']}{mark}{' [written by the agent program]' if step['synthetic'] else ''}"]
    if step["reasoning"]:
        lines += [f"     ~ {x}" for x in _fold(visible(step["reasoning"]).splitlines(), full)]
    lines += [f"     {x}" for x in (visible(step["text"]).splitlines() if full else _fold(visible(step["text"]).splitlines(), False, 40))]
    for call in step["calls"] or ():
        given = _fold(_arguments(call["arguments"] or ""), full)
        lines += [f"     > {call['name']} {x}" if n == 0 else f"       {x}" for n, x in enumerate(given or [""])]
        told = "" if call["exit_code"] is None else f" exit {call['exit_code']}"
        lines += [
            f"     <{told}{' error' if call['is_error'] else ''} {x}" if n == 0 else f"       {x}"
            for n, x in enumerate(_fold(visible(call["result"] or "").splitlines() or [""], full))
        ]
    return lines


def _fold(lines: list[str], full: bool, most: int = FOLD) -> list[str]:
    if full or len(lines) <= most:
        return lines if full else [x[:2000] for x in lines]
    head = most * 2 // 3
    return [x[:2000] for x in [*lines[:head], f"... {len(lines) - most} lines (--full shows them) ...", *lines[head - most :]]]


def _arguments(text: str) -> list[str]:
    """Arguments as a person writes them: `key: value`, values of several lines indented; raw where they are no object."""
    import orjson

    from triage.safe_text import visible

    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError:
        return visible(text).splitlines()
    if not isinstance(given, dict):
        return visible(text).splitlines()
    lines: list[str] = []
    for key, value in given.items():
        shown = visible(value if isinstance(value, str) else orjson.dumps(value).decode()).splitlines() or [""]
        lines += [f"{key}: {shown[0]}"] if len(shown) == 1 else [f"{key}:", *(f"  {x}" for x in shown)]
    return lines
