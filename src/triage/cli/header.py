"""The columns of a listing that has no row: its CSV has a header all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from triage.errors import UsageError

if TYPE_CHECKING:
    from triage.store.read import Reader


def columns_of(reader: Reader, what: str, params: Mapping[str, Any] | None = None) -> list[str]:
    """Column names of a named query or of SQL; none for a statement that is no query (`show tables`)."""
    from triage.catalogue import without_comments
    from triage.store.read import parameters

    sql = what if " " in what.strip() else reader.query(what).sql
    body = without_comments(sql).rstrip().rstrip(";")
    try:
        rows = reader.rows(f"SELECT q.* FROM (SELECT 1) LEFT JOIN (\n{body}\n) q ON false", parameters(sql, params or {}))
    except UsageError:
        return []
    return list(rows[0])
