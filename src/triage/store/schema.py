"""Tables, derived from `triage.model`: a column is declared once, there, with its documentation."""

from __future__ import annotations

import ast
import hashlib
import inspect
import types
import typing
from functools import cache
from itertools import pairwise
from typing import NamedTuple, get_args, get_origin, get_type_hints

from triage import model

TABLES: dict[str, type[NamedTuple]] = {
    "task_records": model.Task,
    "task_files": model.TaskFile,
    "task_checks": model.TaskCheck,
    "task_bugs": model.TaskBug,
    "run_records": model.Run,
    "steps": model.Step,
    "tool_calls": model.ToolCall,
    "events": model.Event,
    "checks": model.Check,
    "problems": model.Problem,
}
"""Tables that readers fill. Each has one more column, `source_id`: the row of `sources` that it came from."""

DERIVED: dict[str, type[NamedTuple]] = {"findings": model.Finding, "labels": model.Label}
"""Tables that triage fills itself."""

_SQL = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}


class Column(NamedTuple):
    """One column of a table."""

    name: str
    """Its name."""
    type: str
    """Its SQL type."""
    compressed: bool
    """Whether it is compressed with zstd."""
    doc: str
    """One line of documentation."""


@cache
def columns(table: type[NamedTuple]) -> tuple[Column, ...]:
    """The columns of a model class, in order."""
    docs = _field_docs(table)
    return tuple(c._replace(doc=docs.get(c.name, "")) for c in _bare_columns(table))


@cache
def _bare_columns(table: type[NamedTuple]) -> tuple[Column, ...]:
    """Columns without their documentation: that is read from source text, too slow for each opening of a store."""
    hints = get_type_hints(table, include_extras=True)
    return tuple(_column(name, hints[name], "") for name in table._fields)


def _column(name: str, hint: object, doc: str) -> Column:
    compressed = False
    while get_origin(hint) in (typing.Union, types.UnionType, typing.Annotated):
        if get_origin(hint) is typing.Annotated:
            compressed = "zstd" in get_args(hint)
            hint = get_args(hint)[0]
        else:
            hint = next(arg for arg in get_args(hint) if arg is not type(None))
    return Column(name, _SQL[typing.cast(type, hint)], compressed, doc)


def _field_docs(table: type[NamedTuple]) -> dict[str, str]:
    """Docstrings that stand below the fields, read from the source."""
    body = typing.cast(ast.ClassDef, ast.parse(inspect.getsource(table)).body[0]).body
    docs: dict[str, str] = {}
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            docs[field.target.id] = str(below.value.value)
    return docs


def create_statements() -> list[str]:
    """The DDL of a new store."""
    statements = []
    for name, table in {**TABLES, **DERIVED}.items():
        lines = [f'"{c.name}" {c.type}' + (" USING COMPRESSION zstd" if c.compressed else "") for c in _bare_columns(table)]
        if name in TABLES:
            lines.append("source_id BIGINT")
        statements.append(f"CREATE TABLE {name} ({', '.join(lines)})")
    return statements + OWN


OWN = [
    "CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR)",
    """CREATE TABLE sources (source_id BIGINT, path VARCHAR, display VARCHAR, format VARCHAR, bytes BIGINT, stat VARCHAR, digest VARCHAR,
       runs BIGINT, tasks BIGINT, ingested_at VARCHAR, vanished BOOLEAN DEFAULT false, reader_version VARCHAR)""",
    "CREATE TABLE run_digests (run_id VARCHAR, digest VARCHAR, source_id BIGINT)",
    "CREATE TABLE outcomes (run_id VARCHAR, automatic_verdict VARCHAR, verdict_if_valid VARCHAR, invalid_kind VARCHAR)",
    "CREATE TABLE run_links (result_run_id VARCHAR, run_id VARCHAR)",
    "CREATE TABLE run_versions (run_id VARCHAR, task_id VARCHAR, task_version VARCHAR)",
    "CREATE TABLE run_attempts (run_id VARCHAR, attempt BIGINT)",
    """CREATE TABLE tasks (task_id VARCHAR, task_version VARCHAR, version_declared BOOLEAN, suite VARCHAR, prompt VARCHAR USING COMPRESSION zstd, scoring VARCHAR,
       band_low DOUBLE, band_high DOUBLE, hint_level BIGINT, origin VARCHAR, path VARCHAR, format VARCHAR, meta VARCHAR, told_version VARCHAR)""",
    """CREATE TABLE clusters (cluster_id VARCHAR, task_id VARCHAR, task_version VARCHAR, check_name VARCHAR, signature VARCHAR, runs_affected BIGINT, failing_runs BIGINT,
       agreement DOUBLE, wrong_value VARCHAR, expected_value VARCHAR, disclosure VARCHAR, tokens VARCHAR, representative VARCHAR, run_ids VARCHAR)""",
    """CREATE TABLE judgements (task_id VARCHAR, task_version VARCHAR, check_name VARCHAR, kind VARCHAR, severity VARCHAR, confidence DOUBLE, cluster_id VARCHAR, title VARCHAR,
       explanation VARCHAR, runs_affected BIGINT, runs_total BIGINT, evidence VARCHAR)""",
    """CREATE TABLE acts (run_id VARCHAR, task_id VARCHAR, task_version VARCHAR, verdict VARCHAR, step BIGINT, call BIGINT, act VARCHAR, path VARCHAR, weight VARCHAR, value VARCHAR,
       why VARCHAR, quote VARCHAR)""",
    """CREATE TABLE shapes (task_id VARCHAR, task_version VARCHAR, run_id VARCHAR, step BIGINT, file VARCHAR, what VARCHAR, runs BIGINT, "of" BIGINT, weight VARCHAR, quote VARCHAR, why VARCHAR)""",
    "CREATE TABLE wanted_values (task_id VARCHAR, task_version VARCHAR, check_name VARCHAR, value VARCHAR, name VARCHAR)",
    """CREATE TABLE task_rates (task_id VARCHAR, task_version VARCHAR, valid BIGINT, passed BIGINT, pass_rate DOUBLE, ci_low DOUBLE, ci_high DOUBLE, bound_low DOUBLE, bound_high DOUBLE,
       band_low DOUBLE, band_high DOUBLE, p_below DOUBLE, p_in DOUBLE, p_above DOUBLE, decision VARCHAR, product_of_checks DOUBLE)""",
    """CREATE TABLE check_rates (task_id VARCHAR, task_version VARCHAR, check_name VARCHAR, check_group VARCHAR, weight DOUBLE, n BIGINT, passed BIGINT, errors BIGINT, pass_rate DOUBLE,
       ci_low DOUBLE, ci_high DOUBLE, noop_passes BOOLEAN, reference_passes BOOLEAN, pass_rate_without DOUBLE, role VARCHAR, cascade_of VARCHAR, same_as VARCHAR)""",
    "CREATE TABLE task_suspicion (task_id VARCHAR, task_version VARCHAR, suspicion DOUBLE, reasons VARCHAR[], flagged_checks VARCHAR[], explanation VARCHAR)",
    """CREATE TABLE version_changes (task_id VARCHAR, old_version VARCHAR, new_version VARCHAR, passed_old BIGINT, valid_old BIGINT, passed_new BIGINT, valid_new BIGINT,
       fisher_p DOUBLE, p_new_higher DOUBLE, changed VARCHAR[], prompt_diff VARCHAR, removed VARCHAR[], verdict VARCHAR, hint_old BIGINT, hint_new BIGINT)""",
    """CREATE TABLE detector_runs (detector VARCHAR, version VARCHAR, findings BIGINT, seconds DOUBLE, error VARCHAR)""",
]
"""Tables without a model class: bookkeeping."""


def version() -> str:
    """Digest of the DDL, 8 hexadecimal digits: a store of another schema is put aside and made anew from its sources."""
    return hashlib.blake2b("\n".join(create_statements()).encode(), digest_size=4).hexdigest()
