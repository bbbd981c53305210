"""Results tables: CSV, JSON lines or Parquet with one row a run, or one row a run and check.

Columns: `task` (or `task_id`), `passed` or `score`, and as far as known `task_version, model, agent, attempt, kind, check,
status, message, suite, run_id`. Rows of one run share run_id, or else task, version, model, agent, kind and attempt;
such a run is named by these and by the table's name. CSV may be separated
by comma, semicolon or tab. In rows that name a check, `status` is the check's; `passed` and `score` are the check's too, unless
each row has a status and all rows of the run say the same: then they are the run's. Scores are numbers as they stand: `85%` is not guessed to be 0.85.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.conversation import digest, stem
from triage.formats.kinds import run_kind
from triage.formats.rows import verdict
from triage.formats.source import Source
from triage.model import Check, Problem, Record, Run

NAME = "results_table"
TITLE = "Results tables: CSV, JSON lines, Parquet"
WHERE = "docs/formats.md#results-tables"

TASK = ("task", "task_id")
STATUS = {
    **dict.fromkeys(("passed", "pass", "true", "yes", "1", "ok", "success"), "passed"),
    **dict.fromkeys(("failed", "fail", "false", "no", "0", "failure"), "failed"),
    **dict.fromkeys(("error", "errored"), "error"),
    **dict.fromkeys(("skipped", "skip", "xfail"), "skipped"),
}
"""Words in use for a check's status."""
_MESSAGES = frozenset({"messages", "trajectory", "history", "conversations", "prompt", "completion", "role", "content", "traces", "nodes"})
_KEY = ("task_version", "model", "agent", "kind", "attempt", "suite")
_TEXT_ENDINGS = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst")
_LINE_ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".jsonl.zst")


def recognise(source: Source) -> bool:
    """By name ending, and the columns in the header or the first line."""
    name = source.name.lower()
    if source.is_dir:
        return False
    if name.endswith(_TEXT_ENDINGS):
        line = files.decode(source.head).lstrip().split("\n", 1)[0]
        return _fits([cell.strip().strip('"').lower() for cell in line.split(_delimiter(line))])
    if name.endswith(_LINE_ENDINGS):
        first = source.head.lstrip(files.BOM).lstrip().split(b"\n", 1)[0]
        if b'"task' not in first or not first.startswith(b"{"):
            return False
        try:
            row = files.loads(first)
        except BadInput:
            return False
        return isinstance(row, dict) and _fits(row)
    if name.endswith(".parquet") and source.head.startswith(b"PAR1"):
        try:
            return _fits(parquet_columns(source))
        except Exception:  # a broken Parquet file is told by `read` of whoever takes it, not here
            return False
    return False


def _fits(columns: Iterable[str]) -> bool:
    names = {column.strip().lower() for column in columns if isinstance(column, str)}
    return bool(names.intersection(TASK)) and bool(names & {"passed", "score", "status"}) and not names & _MESSAGES


def _delimiter(header: str) -> str:
    return max((",", ";", "\t"), key=header.count)


def read(source: Source) -> Iterator[Record]:
    """One Run a run, one Check a row that names a check."""
    name = source.name.lower()
    problems: list[Problem] = []
    try:
        if name.endswith(_TEXT_ENDINGS):
            rows = _csv_rows(source, problems)
        elif name.endswith(".parquet"):
            rows = parquet_rows(source)
        else:
            rows = _json_rows(source, problems)
        groups = _group(rows, source, problems)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    for key, members in groups.items():
        yield from _run(key, members, source, problems)
    yield from problems


Row = tuple[int, dict[str, Any]]
"""Line or row number, and the row with lower-case column names."""


def _csv_rows(source: Source, problems: list[Problem]) -> Iterator[Row]:
    text = files.decode(files.read_bytes(source.path))
    header = text.lstrip().split("\n", 1)[0]
    previous = csv.field_size_limit(2**30)
    try:
        reader = csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=_delimiter(header), skipinitialspace=True)
        names = [name.strip().lower() for name in next(reader, [])]
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                problems.append(Problem(source.display, "bad_csv", str(error), f"line {reader.line_num}", "one record a line, quotes in pairs"))
                return
            if len(cells) > len(names):
                problems.append(
                    Problem(source.display, "bad_csv", "a row has more cells than the header", f"line {reader.line_num}", "quote cells that hold the separator", "warning")
                )
            if cells:
                yield reader.line_num, dict(zip(names, cells, strict=False))
    finally:
        csv.field_size_limit(previous)


def _json_rows(source: Source, problems: list[Problem]) -> Iterator[Row]:
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            problems.append(line.problem)
        elif isinstance(line.value, dict):
            yield line.number, {key.lower(): value for key, value in line.value.items()}
        else:
            problems.append(Problem(source.display, "bad_row", "a line that is not an object", f"line {line.number}", "one object a line"))


def parquet_columns(source: Source) -> list[str]:
    """Column names of a Parquet file. Raises what Arrow raises where it is broken."""
    import pyarrow.parquet

    return list(pyarrow.parquet.read_schema(source.path).names)


def parquet_rows(source: Source) -> Iterator[Row]:
    """Rows of a Parquet file with lower-case column names, numbered from 0. Raises BadInput."""
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(source.path) as table:
            number = 0
            for batch in table.iter_batches(batch_size=4096):
                for row in batch.to_pylist():
                    yield number, {key.lower(): value for key, value in row.items()}
                    number += 1
    except Exception as error:  # Arrow has no common base class for what a broken file raises
        raise BadInput("bad_parquet", f"the Parquet file can't be read: {error}", hint="a whole Parquet file") from error


def _text(row: dict[str, Any], *keys: str) -> str | None:
    for key in keys:
        value = row.get(key)
        if isinstance(value, str):
            value = value.strip()
            if value:
                return value
        elif value is not None and value == value:  # a float that is not itself is NaN: no value
            if isinstance(value, float) and value.is_integer():
                value = int(value)  # pandas writes whole numbers of a column with gaps as floats
            return files.string(value)
    return None


def _group(rows: Iterator[Row], source: Source, problems: list[Problem]) -> dict[str, list[Row]]:
    """Rows by run id: the row's own, else made from the columns that tell runs apart."""
    groups: dict[str, list[Row]] = {}
    whole: dict[str, int] = {}
    table = stem(source.path)
    for number, row in rows:
        task = _text(row, *TASK)
        if not task:
            problems.append(Problem(source.display, "bad_row", "a row without a task", f"row {number}", "a value in the column `task`"))
            continue
        key = _text(row, "run_id")
        if key is None:
            parts = [_text(row, column) for column in _KEY]
            key = "/".join([table, task, *(part for part in parts if part)])
            if _text(row, "check", "check_name") is None:  # one row a run: the same columns again are another attempt
                whole[key] = whole.get(key, 0) + 1
                if whole[key] > 1:
                    key = f"{key}#{whole[key]}"
        groups.setdefault(key, []).append((number, row))
    return groups


def _number(row: dict[str, Any], column: str, where: int, source: Source, problems: list[Problem]) -> float | None:
    value = row.get(column)
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        if not value.strip():
            return None
        try:
            return files.number(float(value))
        except ValueError:
            word = verdict(value)
            if word is not None:
                return float(word)
            problems.append(
                Problem(source.display, "bad_value", f"{column} {value[:40]!r} is not a number", f"row {where}", "a plain number with a point, such as 0.85", "warning")
            )
            return None
    return files.number(value)


def _run(key: str, members: list[Row], source: Source, problems: list[Problem]) -> Iterator[Record]:
    first = members[0][1]
    plain = [(number, row) for number, row in members if _text(row, "check", "check_name") is None]
    number, own = plain[0] if plain else members[0]
    whole = {column for column in ("passed", "score") if plain or _of_run(column, members)}
    score = _number(own, "score", number, source, problems) if "score" in whole else None
    passed = verdict(own.get("passed")) if "passed" in whole else None
    if passed is None and plain:
        word = STATUS.get((_text(own, "status") or "").lower())
        passed = True if word == "passed" else False if word == "failed" else None
    if passed is None and score is not None:
        passed = score >= 1.0
    run_id = key if len(key) <= 200 else f"{key[:180]}-{digest(key)}"
    checks = list(_checks(run_id, members, "score" not in whole or bool(plain), source, problems))
    if passed is None and score is None and not plain:
        passed = _verdict_of(checks)
    attempt = _text(first, "attempt")
    agent = _text(first, "agent")
    yield Run(
        run_id,
        _text(first, *TASK) or "",
        _text(first, "task_version", "version"),
        kind=run_kind(agent, _text(first, "kind")),
        suite=_text(first, "suite", "dataset", "benchmark"),
        model=_text(first, "model"),
        agent=agent,
        attempt=int(attempt) if attempt and attempt.lstrip("-").isdigit() and len(attempt) < 10 else None,
        score=score,
        passed=passed,
        exit_status=_text(own, "exit_status"),
        host=_text(first, "host"),
        started_at=_text(first, "started_at"),
        ended_at=_text(first, "ended_at"),
        source=source.display,
        format=NAME,
        has_transcript=False,
    )
    yield from checks


def _of_run(column: str, members: list[Row]) -> bool:
    """Whether a column of rows that name checks is about the run: each row has a `status` besides, and all say the same."""
    values = [_text(row, column) for _, row in members]
    return values[0] is not None and len(set(values)) == 1 and all(_text(row, "status") for _, row in members)


def _verdict_of(checks: list[Check]) -> bool | None:
    """All checks have to pass; checks that say nothing leave the run without a verdict."""
    told = [check.status for check in checks if check.status != "skipped"]
    if not told:
        return None
    return all(status == "passed" for status in told)


def _checks(run_id: str, members: list[Row], scored: bool, source: Source, problems: list[Problem]) -> Iterator[Check]:
    seq = 0
    for number, row in members:
        name = _text(row, "check", "check_name")
        if name is None:
            continue
        score = _number(row, "score", number, source, problems) if scored else None
        status = STATUS.get((_text(row, "status") or "").lower())
        if status is None:
            passed = verdict(row.get("passed"))
            if passed is None and score is not None:
                passed = score >= 1.0
            if passed is None:
                problems.append(
                    Problem(source.display, "bad_value", f"check {name[:60]!r} has no verdict", f"row {number}", "a value in `status`, `passed` or `score`", "warning", 1, run_id)
                )
                continue
            status = "passed" if passed else "failed"
        weight = _number(row, "weight", number, source, problems)
        message, group = _text(row, "message"), _text(row, "group", "check_group")
        yield Check(run_id, seq, name, status, group, score, weight, message, expected=_text(row, "expected"), actual=_text(row, "actual"))
        seq += 1
