"""The small model that every transcript and grader output becomes.

Each class is one table; each field is one column, with the line below it as its documentation. The store derives its
tables from here and the reference pages are generated from here: nothing is declared twice.

Rows are named tuples, not dataclasses: millions of them are made while reading, and a column-wise table is `zip(*rows)`.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

LongText = Annotated[str, "zstd"]
"""Text that may be long: its column is compressed with zstd."""

RunKind = Literal["agent", "reference", "noop"]
CheckStatus = Literal["passed", "failed", "error", "skipped"]
Verdict = Literal["passed", "failed", "invalid", "ungraded"]
Severity = Literal["invalid", "problem", "suspicious", "note"]
Phase = Literal["setup", "agent", "grader"]
Channel = Literal[
    "harness_exception",
    "harness_enum",
    "harness_log",
    "build_log",
    "agent_event",
    "api_error_json",
    "agent_stderr",
    "agent_stdout",
    "agent_exit",
    "synthetic_message",
    "grader_stdout",
    "grader_result",
    "grader_exit",
    "limit",
]
"""Who wrote an event: only the harness, the agent program and the grader write events, never the model or its tools.

harness_exception: an exception record of the harness. harness_enum: its status word (exit status, failure mode).
harness_log, build_log: what it printed, about the run or while it built the environment and installed the agent.
agent_event: a structured line of the agent program (result, error, turn.failed, retry). api_error_json: a provider's
error body as the agent program logged it. agent_stderr, agent_stdout: plain lines of the agent program. agent_exit: its
exit code. synthetic_message: a message that the agent program put in the model's mouth. grader_stdout: what the grader
printed. grader_result: its result or error record. grader_exit: its exit code. limit: a budget that was reached.
"""


class Task(NamedTuple):
    """A task version as one source tells it: a task folder, or a run that carries its prompt."""

    task_id: str
    """The task's id as its author wrote it."""
    task_version: str | None
    """Declared version, else a digest of prompt and grader; null where a run does not tell."""
    version_declared: bool = False
    """Whether the author declared the version (a digest is not a declaration)."""
    suite: str | None = None
    """The suite, dataset or benchmark that the task belongs to."""
    prompt: LongText | None = None
    """What the agent was told, verbatim."""
    scoring: str | None = None
    """`all` (every check must pass) or `weighted`; null where it is not declared."""
    band_low: float | None = None
    """Lower end of the wanted pass rate, 0 to 1."""
    band_high: float | None = None
    """Upper end of the wanted pass rate, 0 to 1."""
    hint_level: int | None = None
    """How many hints this version gives; 0 gives none."""
    origin: str = "folder"
    """`folder` (a task folder) or `run` (told by a run)."""
    path: str | None = None
    """The task folder, or the run that told it."""
    format: str = ""
    """The reader that read it."""
    meta: str | None = None
    """Further declared fields, as a JSON object."""


class TaskFile(NamedTuple):
    """One file of a task folder."""

    task_id: str
    """The task."""
    task_version: str | None
    """Its version."""
    area: str
    """`environment` (the agent could read it), `grader`, `reference` or `other`."""
    path: str
    """Path inside its area, with forward slashes."""
    text: LongText | None
    """Its text; null for binary files and files above the size limit."""
    bytes: int
    """Its size in bytes."""
    digest: str
    """BLAKE2b digest of its content, 16 hexadecimal digits."""
    task_path: str | None = None
    """The task folder that holds it."""


class TaskCheck(NamedTuple):
    """A check that a task declares."""

    task_id: str
    """The task."""
    task_version: str | None
    """Its version."""
    check_name: str
    """The check's name."""
    check_group: str | None = None
    """The group or section that it belongs to."""
    weight: float | None = None
    """Its share of the score, in the author's unit."""
    hidden: bool | None = None
    """Whether the agent could not see it."""
    noop_reason: str | None = None
    """Why a do-nothing run may pass it."""
    task_path: str | None = None
    """The task folder that declares it."""


class TaskBug(NamedTuple):
    """A bug that the author planted in a task."""

    task_id: str
    """The task."""
    task_version: str | None
    """Its version."""
    bug_id: str
    """The bug's id."""
    file: str | None = None
    """The file that holds it."""
    difficulty: float | None = None
    """1 to 5, as its author rated it."""
    checks: str | None = None
    """Names of the checks that it maps to, as a JSON array."""
    task_path: str | None = None
    """The task folder that declares it."""


class Run(NamedTuple):
    """One attempt at one task, as its source tells it."""

    run_id: str
    """Derived from the source's own id, never a counter: labels survive a fresh ingest."""
    task_id: str
    """The task."""
    task_version: str | None = None
    """The version as the run tells it (declared, or a checksum)."""
    kind: str = "agent"
    """`agent`, `reference` (oracle, gold solution) or `noop` (nothing done)."""
    suite: str | None = None
    """The job, dataset, submission or eval that the run belongs to."""
    model: str | None = None
    """The model, as the harness names it."""
    agent: str | None = None
    """The agent or scaffold."""
    attempt: int | None = None
    """Number of the attempt, from the source; derived from the order in time where it is missing."""
    score: float | None = None
    """The grader's number; null where it gave none (NaN counts as none)."""
    passed: bool | None = None
    """The grader's verdict; null where it gave none."""
    exit_status: str | None = None
    """The harness's own word for how the run ended, verbatim."""
    agent_exit_code: int | None = None
    """Exit code of the agent program."""
    started_at: str | None = None
    """Start, ISO 8601 as the source has it."""
    ended_at: str | None = None
    """End, ISO 8601 as the source has it."""
    duration_s: float | None = None
    """Wall time, seconds."""
    tokens_in: int | None = None
    """Input tokens, cached ones included; null where not reported."""
    tokens_out: int | None = None
    """Output tokens; null where not reported."""
    cost_usd: float | None = None
    """Cost, US dollars."""
    host: str | None = None
    """Machine or runner."""
    source: str = ""
    """Path of the run's folder or file, as it was ingested."""
    format: str = ""
    """The reader that read it."""
    truncated: bool = False
    """The record stops in the middle: killed, or half written."""
    has_transcript: bool = True
    """Whether the source has a transcript of the agent at all."""
    final_answer: LongText | None = None
    """The agent's last word, or the answer that it submitted."""
    artifact_digest: str | None = None
    """Digest of what the run left behind, as the harness recorded it."""
    changed_files: str | None = None
    """Files that the run changed, as a JSON array of paths."""
    task_ref: str | None = None
    """Path of the task folder as the run names it."""
    join_key: str | None = None
    """Key by which a record without a transcript (a grading report) finds its run, e.g. the instance id."""
    result_only: bool = False
    """A grading report without a transcript: it is joined to the run with the same join_key where there is one."""
    meta: str | None = None
    """Further fields of the source that a detector may need, as a JSON object."""


class Step(NamedTuple):
    """One message of a transcript, numbered from 0 in file order."""

    run_id: str
    """The run."""
    step: int
    """Number of the step, from 0."""
    role: str
    """`system`, `user`, `assistant` or `tool`."""
    text: LongText
    """What was said, tool calls and tool results apart."""
    reasoning: LongText | None = None
    """The model's reasoning where it was recorded."""
    model: str | None = None
    """The model of this message where it differs or is recorded per message."""
    at: str | None = None
    """Time, ISO 8601 as the source has it."""
    tokens_in: int | None = None
    """Input tokens of the call that made this message."""
    tokens_out: int | None = None
    """Output tokens of the call that made this message."""
    finish_reason: str | None = None
    """Why the model stopped: stop, length, tool_calls, content_filter and the like."""
    synthetic: bool = False
    """Written by the agent program in the model's name."""
    branch: str | None = None
    """Null on the main path; `subagent:<id>`, `abandoned`, `summary` otherwise."""
    file: str | None = None
    """File inside the run's source that holds it; null if the source is one file."""
    line: int | None = None
    """Line (JSON lines, from 1) or index of the record (from 0) in that file."""


class ToolCall(NamedTuple):
    """One tool call with its result."""

    run_id: str
    """The run."""
    step: int
    """The step that made the call."""
    call: int
    """Number of the call in the run, from 0."""
    name: str
    """The tool's name."""
    arguments: LongText | None
    """Arguments as JSON text, or raw where they are not JSON."""
    result: LongText | None = None
    """What the tool returned; null where no result was recorded."""
    is_error: bool | None = None
    """Whether the record says that the call failed; null where it does not say."""
    exit_code: int | None = None
    """Exit code of a command, where recorded."""
    result_step: int | None = None
    """The step that holds the result, where it is a message of its own."""
    call_id: str | None = None
    """The source's id of the call."""
    duration_s: float | None = None
    """Time that the call took, seconds."""


class Event(NamedTuple):
    """What the harness, the agent program or the grader itself wrote about the run."""

    run_id: str
    """The run."""
    seq: int
    """Order within the run, from 0."""
    phase: str
    """`setup`, `agent` or `grader`."""
    channel: str
    """Who wrote it, see `Channel`."""
    type: str
    """What it is: the exception's class, the record's type, `exit`, `log`, `status`."""
    code: str | None = None
    """A code that came with it: HTTP status, exit code, error code, enum value."""
    text: LongText = ""
    """Its text, verbatim."""
    is_retry: bool = False
    """A notice that something is tried again: never the end of a run."""
    is_terminal: bool = False
    """Nothing of the agent came after it."""
    step: int | None = None
    """The step after which it stands, where known."""
    at: str | None = None
    """Time, ISO 8601 as the source has it."""
    file: str | None = None
    """File inside the run's source that holds it."""
    line: int | None = None
    """Line or index of the record in that file."""


class Check(NamedTuple):
    """One named thing that the grader verified in one run."""

    run_id: str
    """The run."""
    seq: int
    """Order in the grader's output, from 0."""
    check_name: str
    """The check's name, normalised: no addresses, no swallowed error text."""
    status: str
    """`passed`, `failed`, `error` or `skipped`."""
    check_group: str | None = None
    """The group, section, suite or scorer."""
    score: float | None = None
    """Its own number where it has one."""
    weight: float | None = None
    """Its share of the score."""
    message: LongText | None = None
    """What the grader said, verbatim."""
    trace: LongText | None = None
    """Traceback or longer explanation."""
    expected: str | None = None
    """The expected value where the grader states it apart."""
    actual: str | None = None
    """The actual value where the grader states it apart."""
    raw_name: str | None = None
    """The name as the grader wrote it, where it was normalised."""
    file: str | None = None
    """File inside the run's source that holds it."""
    origin: str = "result"
    """`result` (the grader's structured result) or `log` (parsed from what it printed)."""


class Problem(NamedTuple):
    """Something in the input that could not be read as it should be."""

    path: str
    """The file or folder, as it was given."""
    kind: str
    """Short name: `bad_json`, `unreadable`, `line_too_long`, `unknown_record`, `bad_encoding`, `zip_bomb`, ..."""
    what: str
    """What is wrong, for a person."""
    where_: str | None = None
    """Byte offset, line or member."""
    hint: str | None = None
    """What would have been right."""
    severity: str = "error"
    """`error` (quarantined: something was not read), `warning` (read, with a repair) or `note` (counted)."""
    count: int = 1  # type: ignore[assignment]
    """How often."""
    run_id: str | None = None
    """The run that it concerns, where known."""


Record = Task | TaskFile | TaskCheck | TaskBug | Run | Step | ToolCall | Event | Check | Problem


class Evidence(NamedTuple):
    """One place that a finding can be opened at."""

    run_id: str | None
    """The run."""
    step: int | None
    """The step, where it is in the transcript."""
    channel: str | None
    """The channel, see `Channel`; `tool_result`, `assistant`, `prompt`, `task_file` or `check` elsewhere."""
    quote: str
    """The text, verbatim."""
    file: str | None = None
    """The file."""
    line: int | None = None
    """The line in it."""


class Finding(NamedTuple):
    """One thing that triage asserts, about a run or a task."""

    finding_id: str
    """Derived from kind, task, run and check: stable over ingests."""
    scope: str
    """`run` or `task`."""
    kind: str
    """One of the closed list of kinds."""
    severity: str
    """`invalid`, `problem`, `suspicious` or `note`."""
    status: str
    """`match`, or `unknown` where data is missing to decide."""
    confidence: float
    """0 to 1."""
    task_id: str | None
    """The task."""
    task_version: str | None
    """Its version."""
    run_id: str | None
    """The run; null for task scope."""
    check_name: str | None
    """The check, or null."""
    title: str
    """One line."""
    explanation: LongText
    """What it means for the score, with the counts."""
    runs_affected: int | None
    """How many runs show it."""
    runs_total: int | None
    """Of how many."""
    evidence: LongText
    """JSON array of Evidence objects."""
    detector: str
    """The detector that said it."""
    detector_version: str
    """Digest of that detector's file."""


class Label(NamedTuple):
    """What a person decided after reading a run: one event of an append-only file."""

    label_id: str
    """Unique id of the event."""
    run_id: str
    """The run."""
    run_digest: str | None
    """Digest of the run's content when it was labelled: another digest now means that the label is stale."""
    task_id: str | None
    """The task."""
    task_version: str | None
    """Its version."""
    verdict: str
    """A key of labels/taxonomy.toml; `withdrawn` takes an earlier label back."""
    origin: str
    """`read`, `inherited` (from a cluster's representative) or `imported`."""
    cluster_id: str | None
    """The cluster that it was inherited through."""
    note: str | None
    """The annotator's words."""
    step: int | None
    """The decisive step."""
    annotator: str
    """Who."""
    at: str
    """When, ISO 8601 with zone."""
    seconds: float | None
    """Time spent on the run, seconds."""
    steps_seen: float | None
    """Share of the steps that were on screen, 0 to 1."""
    blind: bool
    """Whether model, score, findings and others' labels were hidden."""
    supersedes: str | None
    """The label_id that this event replaces."""


def row_order(model: type[NamedTuple]) -> tuple[str, ...]:
    """Names of a model's columns, in order."""
    return model._fields
