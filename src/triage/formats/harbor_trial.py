"""Harbor trial folders: result.json, the ATIF trajectory, what the agent program printed, and the verifier's outputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.atif import read_files
from triage.formats.atif_steps import Trajectory
from triage.formats.files import integer, number, string
from triage.formats.harbor_agent import AgentOutput, read_agent
from triage.formats.harbor_end import exception_events, phase_of
from triage.formats.harbor_verifier import Graded, read_verifier
from triage.formats.kinds import run_kind
from triage.formats.rows import listed, numbered, sub, text_field
from triage.formats.source import Source
from triage.formats.stamps import seconds_between
from triage.formats.tb1_agent_logs import graft
from triage.model import Event, Problem, Record, Run, Step, Task, ToolCall

NAME = "harbor_trial"
TITLE = "Harbor trials"
WHERE = "docs/formats.md#harbor"


def recognise(source: Source) -> bool:
    """A folder with a trial's result.json, or the config.json of a trial that was killed."""
    if not source.is_dir:
        return False
    names = source.names
    if "result.json" in names:
        head = source.child("result.json").head
        if b'"trial_name"' in head and (b'"task_checksum"' in head or b'"task_name"' in head):
            return True
    if "config.json" in names:
        head = source.child("config.json").head
        return b'"trial_name"' in head and b'"task"' in head
    return False


def read(source: Source) -> Iterator[Record]:
    """The Run, its task as far as the run tells it, steps, calls, events in order of phase, checks."""
    problems: list[Problem] = []
    result, whole = _json(source, "result.json", problems)
    config = sub(result, "config") or _json(source, "config.json", problems)[0]
    run_id = text_field(result, "trial_name") or text_field(config, "trial_name") or source.name
    made, said, graded = Trajectory(run_id), AgentOutput(), Graded()
    _parts(source, result, made, said, graded)
    failures = _failures(source, result, problems)
    run = _run(source, result, config, run_id, made, said, graded, whole)
    yield run
    prompt = said.prompt if made.prompt is None else made.prompt
    if prompt is not None:
        yield Task(run.task_id, run.task_version, suite=run.suite, prompt=prompt, origin="run", path=source.display, format=NAME)
    yield from made.steps
    yield from made.calls
    events = _ordered(result, made, said, graded, failures)
    yield from numbered(events, run_id)
    yield from numbered(graded.checks, run_id)
    for row in (*problems, *made.problems, *said.problems, *graded.problems):
        yield row._replace(run_id=run_id)


def _json(source: Source, name: str, problems: list[Problem]) -> tuple[dict[str, Any], bool]:
    """A JSON object of the trial, and whether it is there and whole."""
    if name not in source.names:
        return {}, False
    try:
        value = files.read_json(source.entry(name))
    except BadInput as error:
        problems.append(files.problem(f"{source.display}/{name}", error))
        return {}, False
    if not isinstance(value, dict):
        problems.append(Problem(f"{source.display}/{name}", "bad_result", "not an object", None, "what the harness wrote"))
        return {}, False
    return value, True


def _parts(source: Source, result: dict[str, Any], made: Trajectory, said: AgentOutput, graded: Graded) -> None:
    """Agent and verifier of the trial, and of each of its steps where it has several."""
    names = source.names
    order = [text_field(step, "step_name") for step in listed(result.get("step_results")) if isinstance(step, dict)]
    folders: list[tuple[Source, str, str | None]] = [(source, "", None)]
    if "steps" in names:
        steps = source.child("steps")
        known = [name for name in order if name in steps.names]
        folders += [(steps.child(name), f"steps/{name}/", name) for name in [*known, *sorted(steps.names - set(known))] if steps.child(name).is_dir]
    for folder, prefix, step in folders:
        if "agent" in folder.names:
            agent = folder.child("agent")
            if "trajectory.json" in agent.names:
                read_files(agent.where, "trajectory.json", made, agent.display, f"{prefix}agent/")
                for name in sorted(n for n in agent.names if n.startswith("trajectory.summarization-") and n.endswith(".json")):
                    if not any(row.file == f"{prefix}agent/{name}" for row in made.steps[-2000:]):
                        read_files(agent.where, name, made, agent.display, f"{prefix}agent/", f"subagent:{name.removesuffix('.json')}")
            read_agent(agent, f"{prefix}agent/", said)
            if not made.steps:
                _native(agent, folder.display, prefix, made, said)
        if "verifier" in folder.names:
            read_verifier(folder.child("verifier"), f"{prefix}verifier/", step, graded)


def _native(agent: Source, display: str, prefix: str, made: Trajectory, said: AgentOutput) -> None:
    """The agent program's own transcript, where the trial has no ATIF trajectory."""
    found = graft(agent.path, made.run_id, display)
    if found is None:
        return
    told = any(event.channel in ("agent_event", "synthetic_message", "api_error_json") for event in said.events)
    for record in found.records:
        if isinstance(record, Step):
            made.steps.append(record._replace(file=f"{prefix}{record.file}"))
        elif isinstance(record, ToolCall):
            made.calls.append(record)
        elif isinstance(record, Problem):
            made.problems.append(record)
        elif not told:
            said.events.append(record)
    made.model, made.agent = made.model or found.run.model, made.agent or found.run.agent
    made.tokens_in, made.tokens_out, made.cost = found.run.tokens_in, found.run.tokens_out, found.run.cost_usd
    made.prompt = made.prompt or next((step.text for step in made.steps if step.role == "user" and step.branch is None and step.text), None)


def _run(source: Source, result: dict[str, Any], config: dict[str, Any], run_id: str, made: Trajectory, said: AgentOutput, graded: Graded, whole: bool) -> Run:
    info, agent_config, task_config = sub(result, "agent_info"), sub(config, "agent"), sub(config, "task")
    agent = text_field(info, "name") or text_field(agent_config, "name", "import_path") or made.agent
    model = text_field(agent_config, "model_name") or text_field(sub(info, "model_info"), "name") or made.model
    task_path = text_field(sub(result, "task_id"), "path") or text_field(task_config, "path")
    task_name = text_field(result, "task_name") or text_field(task_config, "name") or (task_path or "").rstrip("/").rpartition("/")[2] or run_id.rpartition("__")[0] or run_id
    outcomes = [sub(result, "agent_result"), *(sub(step, "agent_result") for step in listed(result.get("step_results")))]
    rewards = graded.verdict(result)
    start, end = text_field(result, "started_at"), text_field(result, "finished_at")
    exception = sub(result, "exception_info")
    return Run(
        run_id,
        task_name,
        text_field(result, "task_checksum"),
        run_kind(agent),
        _suite(source, result, config, task_config),
        model,
        agent,
        score=rewards,
        passed=None if rewards is None else rewards >= 1.0,
        exit_status=text_field(exception, "exception_type"),
        agent_exit_code=said.exit_code,
        started_at=start or made.first_at,
        ended_at=end or made.last_at,
        duration_s=seconds_between(start, end),
        tokens_in=_total(outcomes, "n_input_tokens") or made.tokens_in,
        tokens_out=_total(outcomes, "n_output_tokens") or made.tokens_out,
        cost_usd=_cost(outcomes, made.cost),
        host=text_field(sub(config, "extra"), "host", "hostname") or text_field(config, "host") or text_field(result, "host") or text_field(sub(config, "environment"), "type"),
        source=source.display,
        format=NAME,
        truncated=not whole or made.truncated or (bool(result) and end is None),
        has_transcript=bool(made.steps),
        final_answer=made.final_answer,
        task_ref=task_path,
        meta=_meta(result, config),
    )


def _suite(source: Source, result: dict[str, Any], config: dict[str, Any], task: dict[str, Any]) -> str | None:
    """The dataset, else the job."""
    job = (text_field(config, "trials_dir") or "").rstrip("/").rpartition("/")[2]
    return text_field(result, "source") or text_field(task, "source") or job or source.path.parent.name or None


def _total(outcomes: list[dict[str, Any]], key: str) -> int | None:
    """Sum over the steps; 0 means that the agent did not count."""
    return sum(value for outcome in outcomes if (value := integer(outcome.get(key))) is not None) or None


def _cost(outcomes: list[dict[str, Any]], told: float | None) -> float | None:
    costs = [value for outcome in outcomes if (value := number(outcome.get("cost_usd"))) is not None]
    return sum(costs) if costs else told


def _meta(result: dict[str, Any], config: dict[str, Any]) -> str | None:
    """Times of the phases, job, environment, multipliers and what the harness thinks of the reward."""
    phases = {
        name: seconds
        for name in ("environment_setup", "agent_setup", "agent_execution", "verifier")
        if (seconds := seconds_between(sub(result, name).get("started_at"), sub(result, name).get("finished_at"))) is not None
    }
    job = (text_field(config, "trials_dir") or "").rstrip("/").rpartition("/")[2]
    kept: dict[str, Any] = {
        "phases_s": phases,
        "job": job,
        "job_id": string(config.get("job_id")),
        "environment": text_field(sub(config, "environment"), "type"),
        "agent_version": text_field(sub(result, "agent_info"), "version"),
        "reward_valid": result.get("reward_valid"),
        "policy": sub(result, "exception_info").get("policy"),
    }
    kept = {key: value for key, value in kept.items() if value not in (None, "", {}, [])}
    return files.dumps(kept) if kept else None


def _failures(source: Source, result: dict[str, Any], problems: list[Problem]) -> list[Event]:
    """Exceptions of the trial and of its steps; exception.txt serves where result.json has none."""
    found: list[Event] = []
    infos = [(sub(result, "exception_info"), result)] + [(sub(step, "exception_info"), step) for step in listed(result.get("step_results")) if isinstance(step, dict)]
    for info, whole in infos:
        if info:
            found += exception_events(info, phase_of(info, whole))
    if not found and "exception.txt" in source.names:
        try:
            text = files.read_text(source.entry("exception.txt"))
        except BadInput as error:
            problems.append(files.problem(f"{source.display}/exception.txt", error))
            return found
        last = text.rstrip().rpartition("\n")[2]
        kind, _, message = last.partition(": ")
        info = {"exception_type": kind.rpartition(".")[2] if " " not in kind else "error", "exception_message": message or last, "exception_traceback": text}
        found += [event._replace(file="exception.txt") for event in exception_events(info, phase_of(info, result))]
    return found


def _ordered(result: dict[str, Any], made: Trajectory, said: AgentOutput, graded: Graded, failures: list[Event]) -> list[Event]:
    """Events of setup, agent and grader, each with the exception that ended it last."""
    every = [*said.events, *made.ended(), *graded.events, *failures]
    if result.get("reward_valid") is False:
        every.append(Event("", 0, "grader", "harness_enum", "reward_valid", "false", "reward_valid: false", is_terminal=True, file="result.json"))
    return [event for phase in ("setup", "agent", "grader") for event in every if event.phase == phase]
