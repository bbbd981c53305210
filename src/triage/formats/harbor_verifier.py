"""What a Harbor trial's verifier left: reward files, structured results, and its printed log."""

from __future__ import annotations

import math
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.graders import GraderReport, pytest_stdout, read_any, reward_files
from triage.formats.graders.log_facts import log_event, log_facts
from triage.formats.rows import listed, sub
from triage.formats.source import Source
from triage.model import Check, Event, Problem

_REWARDS = ("reward-details.json", "reward.json", "reward.txt")
_LOGS = ("test-stdout.txt", "test-stderr.txt", "pytest_output.txt")
_LIMIT = 256 * 1024**2


class Graded:
    """Collects checks and events of one or more verifier folders."""

    def __init__(self) -> None:
        self.checks: list[Check] = []
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.files_score: list[float] = []

    def verdict(self, result: dict[str, Any]) -> float | None:
        """The score: what result.json says, else the reward files. Adds the event of a reward that only result.json has."""
        told = reward_files.rewards(sub(result, "verifier_result", "rewards"), "result.json")
        score = told.score
        if score is None:
            each = [reward_files.rewards(sub(step, "verifier_result", "rewards"), "result.json") for step in listed(result.get("step_results"))]
            marks = [reward.score for reward in each if reward.score is not None]
            score = math.fsum(marks) / len(marks) if marks else None
        if score is None and self.files_score:
            score = math.fsum(self.files_score) / len(self.files_score)
        if told.score is not None:
            if not any(event.type == "reward" for event in self.events):
                self.events += told.report.events
            if not any(check.check_group == "reward" or check.weight is not None for check in self.checks):
                self.checks += told.report.checks
        return score


def read_verifier(folder: Source, prefix: str, step: str | None, graded: Graded) -> None:
    """One folder `verifier`. `step` is the name of the step that it graded; its checks carry that name in front."""
    checks: list[Check] = []
    ran: int | None = None
    ran_file: str | None = None
    detailed = scored = False
    for name in (n for n in _REWARDS if n in folder.names):
        data = _bytes(folder, name, graded)
        if data is None:
            continue
        reward = reward_files.read_reward(data, prefix + name)
        detailed |= name == "reward-details.json" and bool(reward.report.checks)
        if name != "reward-details.json" and reward.score is not None and not scored:
            graded.files_score.append(reward.score)
            scored = True
        graded.events += reward.report.events
        checks += [] if detailed and name != "reward-details.json" else reward.report.checks
        _told(folder, name, reward.report, graded)
    structured = False
    for name in sorted(n for n in folder.names if n.endswith((".json", ".xml", ".tap")) and n not in _REWARDS):
        data = _bytes(folder, name, graded)
        report = read_any(name, data) if data is not None else None
        if report is None:
            continue
        structured |= bool(report.checks)
        known = {check.check_name for check in checks}
        checks += [_placed(check, prefix + name) for check in report.checks if check.check_name not in known]
        graded.events += [event._replace(file=prefix + name) for event in report.events]
        if report.tests_ran is not None:
            ran, ran_file = max(ran or 0, report.tests_ran), prefix + name
        _told(folder, name, report, graded)
    if ran is not None:
        graded.events.append(Event("", 0, "grader", "grader_result", "tests_ran", str(ran), ran_file or "", is_terminal=True, file=ran_file))
    for name in (n for n in _LOGS if n in folder.names):
        data = _bytes(folder, name, graded)
        if data:
            text = files.decode(data)
            graded.events.append(log_event("grader", "grader_stdout", text, prefix + name))
            graded.events += [event for event in log_facts(text, prefix + name) if event.type != "tests_ran" or ran is None]
            if not structured and not detailed:
                known = {check.check_name for check in checks}
                checks += [check._replace(file=prefix + name) for check in pytest_stdout.read_checks(text) if check.check_name not in known]
    if step is not None:
        checks = [check._replace(check_name=f"{step}/{check.check_name}", raw_name=check.raw_name or check.check_name, check_group=check.check_group or step) for check in checks]
    graded.checks += checks


_FILE = Check._fields.index("file")


def _placed(check: Check, file: str) -> Check:
    """The check with the file that says it: as `_replace` does it, in a quarter of its time."""
    return Check._make((*check[:_FILE], file, *check[_FILE + 1 :]))


def _bytes(folder: Source, name: str, graded: Graded) -> bytes | None:
    try:
        return files.read_bytes(folder.entry(name), _LIMIT)
    except BadInput as error:
        graded.problems.append(files.problem(f"{folder.display}/{name}", error))
        return None


def _told(folder: Source, name: str, report: GraderReport, graded: Graded) -> None:
    graded.problems += [Problem(f"{folder.display}/{name}", "bad_grader_output", text, None, "what the grader's reporter writes", "warning") for text in report.problems]
