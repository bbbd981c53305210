"""What a shard's writer keeps about a source while it takes its records: names of runs, digests of what they hold."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from triage.model import Check, Event, Problem, Run, Step, Task, TaskFile, ToolCall

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Text without lone surrogates, which no database stores."""
    return _SURROGATE.sub("\ufffd", text)


class Taken:
    """One source, while its records come in groups of one kind."""

    def __init__(self, source_id: int) -> None:
        self.source_id = source_id
        self.run_ids: list[tuple[str, int]] = []
        self.renamed: dict[str, str] = {}
        self.tasks = 0
        self._names: set[str] = set()
        self._hashes: dict[str, Any] = {}
        self._texts: dict[str, list[str]] = {}

    def name(self, runs: list[Run]) -> tuple[list[Run], list[Problem]]:
        """Give every run a name of its own; a Problem for each that had one of another."""
        named, problems = [], []
        for run in runs:
            told = run.run_id
            if told in self._names:
                new = next(f"{told}~{n}" for n in range(2, 10**9) if f"{told}~{n}" not in self._names)
                self.renamed[told] = new
                what = f"run id {told} stands twice in one source; the later one is called {new}"
                problems.append(Problem(run.source, "duplicate_run", what, None, "one id a run", "warning", 1, new))
                run = run._replace(run_id=new)
            self._names.add(run.run_id)
            self.run_ids.append((clean(run.run_id), self.source_id))
            named.append(run)
        return named, problems

    def rename(self, some: list[Any]) -> list[Any]:
        """Records of a run that got another name."""
        renamed = self.renamed
        return [record._replace(run_id=renamed[record.run_id]) if getattr(record, "run_id", None) in renamed else record for record in some]

    def look(self, model: type, some: list[Any]) -> int:
        """Note what belongs to the runs' digests. Returns the characters of long text."""
        if model is Step:
            return self._feed(some, [record.text for record in some])
        if model is ToolCall:
            return self._feed(some, [record.result or "" for record in some])
        if model is Check:
            self._feed(some, [f"{record.check_name}={record.status}" for record in some])
        elif model is Run:
            self._feed(some, [f"{run.task_id} {run.score} {run.passed} {run.exit_status}" for run in some])
        elif model is Event or model is TaskFile:
            return sum(len(record.text or "") for record in some)
        elif model is Task:
            self.tasks += sum(record.origin == "folder" for record in some)
        return 0

    def _feed(self, some: list[Any], texts: list[str]) -> int:
        """Note texts of records, each for the run of its record."""
        if len({record.run_id for record in some}) == 1:
            self._texts.setdefault(some[0].run_id, []).extend(texts)
        else:
            for record, text in zip(some, texts, strict=True):
                self._texts.setdefault(record.run_id, []).append(text)
        return sum(map(len, texts))

    def digest(self) -> None:
        """Digest the texts noted so far and let them go."""
        for run_id, texts in self._texts.items():
            found = self._hashes.get(run_id)
            if found is None:
                found = self._hashes[run_id] = hashlib.blake2b(digest_size=8)
            found.update("".join(texts).encode("utf-8", "replace"))
        self._texts.clear()

    def digests(self) -> list[tuple[str, str, int]]:
        """Digest of each run, in the order in which they came."""
        self.digest()
        return [(clean(run_id), found.hexdigest(), self.source_id) for run_id, found in self._hashes.items()]
