"""SWE-bench evaluation results: an instance's folder or report.json, and run reports; SWE-smith's variants of both.

All are results without a transcript: they are joined to the run with the same instance id. A run report repeats the
instances' own reports and yields only instances whose folder does not lie beside it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.files import dumps, string
from triage.formats.graders import pytest_stdout
from triage.formats.graders.log_facts import log_event, log_facts
from triage.formats.source import Source
from triage.model import Check, Event, Problem, Record, Run, Task, TaskCheck

NAME = "swe_bench"
TITLE = "SWE-bench and SWE-smith evaluation reports"
WHERE = "docs/formats.md#swe-bench"

COUNTED = ("FAIL_TO_PASS", "PASS_TO_PASS")
START, END = ">>>>> Start Test Output", ">>>>> End Test Output"
_BAD = {"Patch Apply Failed": "patch_apply_failed", "Reset Failed": "reset_failed", "Tests Errored": "tests_errored", "Tests Timed Out": "tests_timed_out"}
_MARK = re.compile(r">>>>> (Patch Apply Failed|Reset Failed|Tests Errored|Tests Timed Out|Test Exit Code: (-?\d{1,9}))")
_PARTS = frozenset({"test_output.txt", "patch.diff", "eval.sh"})
_RUN_KEYS = frozenset({"ids_resolved", "resolved_ids", "total_instances", "no_generation"})
_STATES = (
    *(("resolved_ids", True), ("ids_resolved", True), ("resolved", True)),
    *(("unresolved_ids", False), ("ids_unresolved", False), ("empty_patch_ids", False), ("no_generation", False)),
    *(("error_ids", None), ("no_logs", None)),
)
"""Lists of a run report, and the verdict of the instances in them."""
_FLAGS = ("patch_is_None", "patch_exists", "patch_successfully_applied")


def recognise(source: Source) -> bool:
    """An instance's folder, an instance's report, or a run's report."""
    if source.is_dir:
        names = source.names
        if "run_instance.log" in names:
            return True
        if "report.json" not in names:
            return False
        head = source.child("report.json").head
        return _is_instance(head) or (not head.strip() and bool(names & _PARTS))  # an empty report: the grader died
    if not source.name.endswith(".json"):
        return False
    head = source.head
    if source.name == "report.json" and _is_instance(head):
        return True
    return head.lstrip()[:1] == b"{" and _is_run(head)


def _is_instance(head: bytes) -> bool:
    if b'"tests_status"' in head and b'"FAIL_TO_PASS"' in head:
        return True
    if b'"patch_successfully_applied"' in head and b'"resolved"' in head:
        return True
    start = head.lstrip()[:40]
    return start[:1] == b"{" and b'"FAIL_TO_PASS"' in start  # SWE-smith's validation report


def _is_run(head: bytes) -> bool:
    pairs = ((b'"total_instances"', b'"submitted_instances"'), (b'"ids_resolved"', b'"unresolved"'), (b'"resolved_ids"', b'"error_ids"'), (b'"no_generation"', b'"resolved"'))
    return any(one in head and other in head for one, other in pairs)


def read(source: Source) -> Iterator[Record]:
    """Result records, one for each instance."""
    if source.is_dir:
        yield from _folder(source)
        return
    try:
        value = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    if not isinstance(value, dict):
        yield Problem(source.display, "bad_shape", "the report is not an object", None, "an object")
    elif _RUN_KEYS & value.keys():
        yield from _run_report(source, value)
    else:
        yield from _instances(source, value, Path(os.path.abspath(source.path)).parent, [])


def _folder(source: Source) -> Iterator[Record]:
    folder = Path(os.path.abspath(source.path))
    value: Any = None
    logs: list[tuple[str, str]] = []
    for name in ("run_instance.log", "test_output.txt"):
        if name in source.names:
            try:
                logs.append((name, files.read_text(source.path / name)))
            except BadInput as error:
                yield files.problem(f"{source.display}/{name}", error)
    if "report.json" in source.names:
        try:
            value = files.read_json(source.path / "report.json")
        except BadInput as error:
            yield files.problem(f"{source.display}/report.json", error)
    yield from _instances(source, value if isinstance(value, dict) else {}, folder, logs)


def _instances(source: Source, value: dict[str, Any], folder: Path, logs: list[tuple[str, str]]) -> Iterator[Record]:
    if isinstance(value.get("FAIL_TO_PASS"), list) and "tests_status" not in value:
        yield from _validation(source, value, folder.name)
        return
    inner = value if "tests_status" in value or "resolved" in value or "patch_exists" in value else None
    entries = {folder.name: inner} if inner is not None else {k: v for k, v in value.items() if isinstance(v, dict)}
    for instance, report in (entries or {folder.name: {}}).items():
        run = _run(report, instance, folder, source.display)
        yield run
        events = _log_events(logs)
        if not report:
            events.append(Event("", 0, "grader", "grader_result", "missing_result", None, "no report of this instance", file="report.json"))
        for seq, event in enumerate(events):
            yield event._replace(run_id=run.run_id, seq=seq)
        yield from _checks(report, run.run_id, logs)


def _run(report: dict[str, Any], instance: str, folder: Path, display: str) -> Run:
    resolved = report.get("resolved")
    passed = resolved if isinstance(resolved, bool) else None
    run_name, model = _place(folder, instance)
    flags = {key: report[key] for key in _FLAGS if isinstance(report.get(key), bool)}
    return Run(
        "/".join(part for part in ("run_evaluation", run_name, model, instance) if part),
        instance,
        suite=run_name,
        model=string(report.get("model_name_or_path")) or model,
        score=None if passed is None else float(passed),
        passed=passed,
        source=display,
        format=NAME,
        has_transcript=False,
        join_key=instance,
        result_only=True,
        meta=dumps(flags) if flags else None,
    )


def _place(folder: Path, instance: str) -> tuple[str | None, str | None]:
    """Run id and model, from `run_evaluation/<run id>/<model>/<instance>/`; what is not there is null."""
    parts = list(folder.parts)
    if parts and parts[-1] == instance:
        parts.pop()
    if "run_evaluation" in parts:
        below = parts[len(parts) - parts[::-1].index("run_evaluation") :]
        return (below[0] if below else None), (below[1].replace("__", "/") if len(below) > 1 else None)
    return (parts[-2] if len(parts) > 1 and parts[-2] != "/" else None), (parts[-1].replace("__", "/") if parts and parts[-1] != "/" else None)


def _checks(report: dict[str, Any], run_id: str, logs: list[tuple[str, str]]) -> Iterator[Check]:
    """The tests that must pass, with what was printed of those that failed; the tests of the other two groups count for nothing."""
    groups = report.get("tests_status")
    seq = 0
    printed = {c.raw_name or c.check_name: c for name, text in logs if name == "test_output.txt" for c in pytest_stdout.read_checks(text) if c.status in ("failed", "error")}
    for group in COUNTED:
        results = groups.get(group) if isinstance(groups, dict) else None
        for key, status in (("success", "passed"), ("failure", "failed")):
            names = results.get(key) if isinstance(results, dict) else None
            for name in names if isinstance(names, list) else ():
                if isinstance(name, str) and name:
                    said = (printed.get(name) or _cut(name, printed)) if status == "failed" else None
                    yield Check(run_id, seq, name, status, check_group=group, message=said and said.message, trace=said and said.trace, file="report.json")
                    seq += 1


def _cut(name: str, printed: dict[str, Check]) -> Check | None:
    """What was printed of a test whose id is cut inside its brackets, as many ids of the data sets are."""
    if name.count("[") <= name.count("]"):
        return None
    return next((check for key, check in printed.items() if key.startswith(name)), None)


def _log_events(logs: list[tuple[str, str]]) -> list[Event]:
    events: list[Event] = []
    for name, text in logs:
        output = name == "test_output.txt"
        events.append(log_event("grader", "grader_stdout" if output else "harness_log", text, name))
        for match in _MARK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[2] is not None:
                events.append(Event("", 0, "grader", "grader_exit", "exit", match[2], match[0], file=name, line=line))
            else:
                events.append(Event("", 0, "grader", "grader_result", "error", _BAD[match[1]], match[0], is_terminal=True, file=name, line=line))
        if not output:
            continue
        if START in text and END in text:
            events += log_facts(text[text.index(START) : text.rindex(END)], name)
        elif START in text or text.strip():
            events += log_facts(text, name)
            found = "the tests began and did not end" if START in text else "the tests did not begin"
            events.append(Event("", 0, "grader", "grader_result", "missing_result", None, found, file=name))
    return events


def _validation(source: Source, value: dict[str, Any], instance: str) -> Iterator[Record]:
    """SWE-smith's validation of a task: which tests the bug breaks. Says what the task checks; no agent ran."""
    yield Task(instance, None, suite="swe-smith", origin="folder", path=source.display, format=NAME)
    for group in COUNTED:
        names = value.get(group)
        for name in names if isinstance(names, list) else ():
            if isinstance(name, str) and name:
                yield TaskCheck(instance, None, name, check_group=group, task_path=source.display)


def _run_report(source: Source, value: dict[str, Any]) -> Iterator[Record]:
    stem = source.name.removesuffix(".json")
    folder = Path(os.path.abspath(source.path)).parent
    model, run_name = (stem.rpartition(".")[0].replace("__", "/"), stem.rpartition(".")[2]) if "." in stem else (None, folder.name if stem == "report" else stem)
    have = _folders(folder, run_name)
    states: dict[str, tuple[bool | None, str]] = {}
    for key, passed in _STATES:
        ids = value.get(key)
        for instance in ids if isinstance(ids, list) else ():
            if isinstance(instance, str) and instance:
                states.setdefault(instance, (passed, key))
    raw_reasons, marked = value.get("failure_reasons"), _ids(value.get("infra_failure_ids")) | _ids(value.get("ambiguous_failure_ids"))
    reasons = raw_reasons if isinstance(raw_reasons, dict) else {}
    infra = _ids(value.get("infra_failure_ids"))
    for instance, (passed, key) in states.items():
        if instance in have:
            continue
        run = Run(
            "/".join(part for part in ("run_evaluation", run_name, model, instance) if part),
            instance,
            suite=run_name,
            model=model,
            score=None if passed is None else float(passed),
            passed=passed,
            exit_status=key.removesuffix("_ids").removeprefix("ids_"),
            source=source.display,
            format=NAME,
            has_transcript=False,
            join_key=instance,
            result_only=True,
        )
        yield run
        reason = string(reasons.get(instance)) or ""
        events = []
        if key == "error_ids":
            events.append(Event("", 0, "grader", "grader_result", "error", "error_ids", reason))
        if instance in marked:
            events.append(Event("", 0, "grader", "harness_enum", "status", "infra_failure" if instance in infra else "ambiguous_failure", reason, is_terminal=True))
        for seq, event in enumerate(events):
            yield event._replace(run_id=run.run_id, seq=seq, file=source.name)


def _ids(value: object) -> set[str]:
    return {item for item in value if isinstance(item, str)} if isinstance(value, list) else set()


def _folders(folder: Path, run_name: str) -> set[str]:
    """Instances that have folders of their own near a run report."""
    found: set[str] = set()
    for base, depth in ((folder / "logs" / "run_evaluation" / run_name, 2), (folder, 1)):
        level = [base]
        for _ in range(depth):
            below: list[Path] = []
            for place in level:
                try:
                    below += [Path(entry.path) for entry in os.scandir(place) if entry.is_dir()]
                except OSError:
                    continue
            level = below
        found |= {place.name for place in level if (place / "report.json").is_file()}
    return found
