"""Why the run failed, in a few lines: checks with expected and got, findings, cluster, first error, prompt. Each line leads somewhere."""

from __future__ import annotations

from typing import NamedTuple

import orjson

from triage.model import Check, Finding
from triage.store.review_rows import RunView
from triage.tui.cells import cut, literal
from triage.tui.document import Document

CHECKS = 4
"""Failing checks that are listed; the others are counted, and under `o`."""
FINDINGS = 3


class Fact(NamedTuple):
    """One line."""

    text: str
    kind: str
    target: tuple[str, int] | None = None
    """Where it leads: ("step", number), ("check", index), ("finding", index) or ("prompt", 0)."""


def flat(text: str | None, width: int) -> str:
    """Harmless text on one line."""
    return cut(literal(" ".join((text or "")[:4000].split())), width)


def pad(text: str, width: int) -> str:
    """Text cut or filled to a width."""
    from rich.cells import cell_len

    text = cut(text, width)
    return text + " " * (width - cell_len(text))


def heading(run: RunView, place: str, *, blind: bool) -> str:
    """The run in one line; model and score are left out in blind mode."""
    row = run.row
    score = "" if row.score is None else f" {row.score:.3g}"
    facts = [place, row.task_id if not row.task_version else f"{row.task_id} {row.task_version[:12]}"]
    facts += [] if blind else [f"{row.model or row.agent or ''}", f"{row.verdict}{score}" + (f" ({row.invalid_kind})" if row.invalid_kind else "")]
    facts += [f"attempt {row.attempt}" if row.attempt is not None else "", f"{len(run.steps)} steps", _time(row.duration_s)]
    ended = str(run.meta.get("exit_status") or "")
    facts += [ended] if ended.lower() not in ("", "unset", "unknown", "none") else []
    facts += ["record stops in the middle" if run.meta.get("truncated") else ""]
    return flat(" · ".join(f for f in facts if f), 1000)


def _time(seconds: float | None) -> str:
    if seconds is None or seconds < 0:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}m{rest:02}s" if minutes else f"{rest}s"


def failing(run: RunView) -> list[Check]:
    """Checks that failed or ended in an error."""
    return [c for c in run.checks if c.status in ("failed", "error")]


def facts(run: RunView, doc: Document, width: int, *, blind: bool, roomy: bool) -> list[Fact]:
    """The lines. roomy: the terminal is high enough for all of them."""
    lines = _checks(run, width, CHECKS if roomy else 2, blind)
    if not blind:
        lines += _findings(run, width, FINDINGS if roomy else 1)
    if doc.errors:
        line = doc.errors[0]
        after = doc.texts[line + 1] if doc.texts[line].lstrip().startswith("◀") and line + 1 < len(doc.texts) else doc.texts[line]
        lines.append(Fact(cut(f"ERROR     step {doc.steps[line]}: {after.strip()}", width), "error", ("step", doc.steps[line])))
    if run.prompt and roomy:
        lines.append(Fact("PROMPT    " + flat(run.prompt, max(10, width - 10)), "result", ("prompt", 0)))
    return lines or [Fact("The grader said nothing of this run.", "note")]


def _checks(run: RunView, width: int, most: int, blind: bool) -> list[Fact]:
    bad = failing(run)
    name_width = min(36, max([12, *(len(c.check_name) + 2 for c in bad[:most])]), max(12, width // 3))
    value = max(8, (width - name_width - (0 if blind else 24)) // 2 - 1)
    lines = []
    if bad:
        lines.append(Fact(cut(pad("CHECKS", name_width) + " " + pad("expected", value) + " " + pad("got", value) + ("" if blind else " cluster"), width), "title"))
    for index, check in enumerate(bad[:most]):
        name = pad("✗ " + flat(check.check_name, name_width), name_width)
        share = "" if blind else _share(run, check)
        lines.append(Fact(cut(f"{name} {_difference(run, check, value, blind)}{share}", width), "bad", ("check", index)))
    passed = sum(c.status == "passed" for c in run.checks)
    skipped = sum(c.status == "skipped" for c in run.checks)
    rest = [f"✗ {len(bad) - most} more" if len(bad) > most else "", f"✓ {passed} passed" if passed else "", f"{skipped} skipped" if skipped else ""]
    if any(rest):
        lines.append(Fact("  ".join(r for r in rest if r), "note", ("check", min(most, max(0, len(bad) - 1))) if bad else None))
    return lines


def _difference(run: RunView, check: Check, value: int, blind: bool) -> str:
    cluster = None if blind else next((c for c in run.clusters if c.check_name == check.check_name), None)
    expected = check.expected or (cluster.expected_value if cluster else None)
    actual = check.actual or (cluster.wrong_value if cluster else None)
    if expected is None and actual is None:
        return pad(flat(check.message or check.trace or f"{check.status}, no message (grader's log: o g)", value * 2 + 1), value * 2 + 1)
    return pad(flat(expected, value), value) + " " + pad(flat(actual, value), value)


def _share(run: RunView, check: Check) -> str:
    cluster = next((c for c in run.clusters if c.check_name == check.check_name), None)
    return f" in {cluster.runs_affected} of {cluster.failing_runs} failing runs" if cluster else ""


def _findings(run: RunView, width: int, most: int) -> list[Fact]:
    kinds: dict[tuple[str, str], list[int]] = {}
    for index, finding in enumerate(run.findings):
        kinds.setdefault((finding.kind, finding.title), []).append(index)
    lines = []
    for number, indices in enumerate(list(kinds.values())[:most]):
        finding = run.findings[indices[0]]
        more = f"  (+{len(kinds) - most} kinds, o f)" if number == most - 1 and len(kinds) > most else ""
        times = f" ×{len(indices)}" if len(indices) > 1 else ""
        text = f"{'FINDINGS  ' if number == 0 else '          '}{'⚠' if finding.severity in ('invalid', 'problem') else '·'} {flat(finding.kind, 40)}{times} {finding.confidence:.2f}  "
        where = ", ".join(dict.fromkeys(str(c) for i in indices if (c := run.findings[i].check_name)))
        title = flat(finding.title + (f": {where}" if where else ""), max(10, width - len(text) - len(more)))
        lines.append(Fact(cut(text + title + more, width), "warn", ("finding", indices[0])))
    return lines


def evidence_steps(finding: Finding, run_id: str) -> list[int]:
    """Steps of this run that a finding points at."""
    try:
        places = orjson.loads(finding.evidence or "[]")
    except orjson.JSONDecodeError:
        return []
    found = [p for p in places if isinstance(p, dict)] if isinstance(places, list) else []
    return [p["step"] for p in found if p.get("run_id") in (run_id, None) and isinstance(p.get("step"), int)]


def printed_line(run: RunView, doc: Document) -> int:
    """Where to open a run without a transcript: where the grader's part first names a failing check, else where it begins."""
    start = doc.parts.get("grader", 0)
    names = [name for c in failing(run) if (name := c.check_name.rsplit("::", 1)[-1].split("[")[0].strip())]
    found = next((n for n in range(start, len(doc.texts)) if any(name in doc.texts[n] for name in names)), None) if names else None
    return start if found is None else max(start, found - 1)


def step_signs(run: RunView, marked: int | None, *, blind: bool) -> dict[int, tuple[str, str]]:
    """Step -> a sign and words for it: evidence of findings (not in blind mode), and the step that the reader marked."""
    told: dict[int, list[str]] = {}
    for finding in [] if blind else run.findings:
        for step in evidence_steps(finding, run.row.run_id):
            if finding.kind not in told.setdefault(step, []):
                told[step].append(finding.kind)
    signs = {step: ("◀", f"◀ evidence of {flat(', '.join(kinds), 80)}") for step, kinds in told.items()}
    if marked is not None:
        signs[marked] = ("◆", "◆ decisive" + (f", {signs[marked][1]}" if marked in signs else ""))
    return signs


def check_step(check: Check, doc: Document) -> int | None:
    """The last edit of a file that the check's name or message tells of."""
    told = f"{check.check_name}\n{check.message or ''}\n{check.trace or ''}"
    named = [(step, path) for path, step in doc.edits.items() if (base := path.replace("\\", "/").rsplit("/", 1)[-1]) and base in told]
    return max(named)[0] if named else None


def open_at(run: RunView, doc: Document, *, blind: bool) -> int:
    """The step to open the transcript at: last edit of a file that a failing check names, else evidence, else the last three steps."""
    for check in failing(run):
        step = check_step(check, doc)
        if step is not None:
            return step
    if not blind:
        for finding in run.findings:
            steps = evidence_steps(finding, run.row.run_id)
            if steps:
                return steps[0]
    return run.steps[max(0, len(run.steps) - 3)].step if run.steps else 0
