"""The Python API: the same things that the commands show, as data frames.

import triage
store = triage.open("triage.duckdb")
store.runs(where="verdict = 'invalid'")
store.query("select model, avg(score) from runs group by 1")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from triage.labels.mirror import label_rows
from triage.store.read import Reader

if TYPE_CHECKING:
    import pandas as pd


class Triage:
    """A store, open for reading. Use it as a context manager, or call close()."""

    def __init__(self, path: str | Path = "triage.duckdb", *, labels: str | Path | None = None) -> None:
        """path: the DuckDB file. labels: the folder of label files (default ./labels). Raises triage.errors.StoreError."""
        self.reader = Reader(Path(path), label_rows(Path(labels or "labels")))

    def runs(self, where: str | None = None) -> pd.DataFrame:
        """One row a run, with the columns of `triage runs`. where: an SQL condition over them."""
        return self._named("runs", where)

    def tasks(self, where: str | None = None) -> pd.DataFrame:
        """One row a task version, with the columns of `triage tasks`: pass rates with intervals and suspicion."""
        return self._named("tasks", where)

    def findings(self, where: str | None = None) -> pd.DataFrame:
        """One row a finding, with the columns of `triage findings`; `evidence` is a list of dictionaries."""
        import orjson

        frame = self._named("findings", where)
        frame["evidence"] = [orjson.loads(e or "[]") for e in frame["evidence"]]
        return frame

    def clusters(self, where: str | None = None) -> pd.DataFrame:
        """One row a repeated mistake, with the columns of `triage clusters`."""
        return self._named("clusters", where)

    def checks(self, where: str | None = None) -> pd.DataFrame:
        """One row a run and check: run_id, task_id, task_version, kind, verdict, check_name, status, score, weight, message."""
        return self.query("select * from run_checks", where=where)

    def transcript(self, run_id: str) -> pd.DataFrame:
        """The steps of one run in order: step, role, text, reasoning, and its tool calls as a list."""
        return self.reader.frame(self.reader.query("transcript").sql, {"run": run_id})

    def query(self, sql: str, params: dict[str, Any] | None = None, where: str | None = None) -> pd.DataFrame:
        """Any SQL over the store, read-only. params: values of `$name` parameters."""
        return self.reader.frame(sql, params, where=where)

    def _named(self, name: str, where: str | None) -> pd.DataFrame:
        return self.reader.frame(self.reader.query(name).sql, where=where)

    def close(self) -> None:
        """Close the store."""
        self.reader.close()

    def __enter__(self) -> Triage:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
