"""Reading runs for review: the queue, and one run whole."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from triage.errors import StoreError
from triage.model import Check, Event, Finding, Step, ToolCall, row_order
from triage.store.ahead import Ahead
from triage.store.review_rows import ClusterRow, Filters, QueueRow, RunFacts, RunView, TaskFileRow
from triage.store.snapshot import is_locked, snapshot

if TYPE_CHECKING:
    from triage.store.connect import Visits

Stamp = tuple[int, int, int, int, int, int]
"""Inode, size and time of the store and of its log: another one after each writing."""

PATIENCE = 2.0
"""Seconds that reading waits for a writer before it goes on with a copy."""
LOOK_AGAIN = 0.05
"""Seconds between two tries."""
EVENTS = 2000
"""Most events of a run that are shown beside its transcript."""
META = ("exit_status", "started_at", "host", "tokens_in", "tokens_out", "cost_usd", "truncated", "final_answer", "changed_files", "format", "suite")
"""Further columns of a run."""

# The machine's own verdict, not the one that labels changed: a run must not leave the queue because somebody labelled it.
_QUEUE = """
WITH members AS (
    SELECT unnest(from_json(run_ids, '["VARCHAR"]')) AS run_id, cluster_id, representative, runs_affected FROM clusters
), of_run AS (
    SELECT run_id, list(cluster_id ORDER BY runs_affected DESC, cluster_id) AS clusters,
           list(cluster_id ORDER BY runs_affected DESC, cluster_id) FILTER (representative = run_id) AS represents, max(runs_affected) AS most
    FROM members GROUP BY run_id
), counted AS (SELECT run_id, count(*) AS steps FROM steps GROUP BY run_id)
SELECT r.run_id, r.task_id, r.task_version, r.kind, r.attempt, r.model, r.agent, coalesce(o.automatic_verdict, r.verdict) AS found,
       r.score, o.invalid_kind, coalesce(n.steps, 0), r.duration_s, r.run_digest,
       coalesce(c.clusters, []), coalesce(c.represents, []), r.source
FROM runs r LEFT JOIN outcomes o USING (run_id) LEFT JOIN of_run c USING (run_id) LEFT JOIN counted n USING (run_id)
WHERE ($show = 'all' OR ($show = 'failing' AND found = 'failed' AND r.kind = 'agent') OR found = $show)
  AND ($task IS NULL OR r.task_id GLOB $task) AND ($model IS NULL OR r.model GLOB $model) AND ($run IS NULL OR r.run_id = $run)
  AND ($cluster IS NULL OR list_contains(c.clusters, $cluster))
  AND ($finding IS NULL OR r.run_id IN (SELECT run_id FROM findings WHERE kind GLOB $finding AND status = 'match')
       OR EXISTS (SELECT 1 FROM findings f WHERE f.scope = 'task' AND f.kind GLOB $finding AND f.status = 'match' AND contains(f.evidence, '"' || r.run_id || '"')))
  AND ($text IS NULL
       OR r.run_id IN (SELECT run_id FROM steps WHERE contains(lower(text), lower($text)))
       OR r.run_id IN (SELECT run_id FROM tool_calls WHERE contains(lower(result), lower($text)) OR contains(lower(arguments), lower($text))))
ORDER BY r.task_id, r.task_version, len(coalesce(c.represents, [])) > 0 DESC, coalesce(c.most, 0) DESC, r.attempt NULLS LAST, r.run_id
"""

_FACTS = """
WITH wanted AS (SELECT unnest($ids) AS run_id),
said AS (
    SELECT run_id, 'finding ' || kind AS fact FROM findings SEMI JOIN wanted USING (run_id) WHERE status = 'match'
    UNION SELECT run_id, 'failed check ' || check_name FROM checks SEMI JOIN wanted USING (run_id) WHERE status IN ('failed', 'error')
    UNION SELECT run_id, 'cluster ' || cluster_id FROM (SELECT unnest(from_json(run_ids, '["VARCHAR"]')) AS run_id, cluster_id FROM clusters) SEMI JOIN wanted USING (run_id)
    UNION SELECT run_id, 'tool ' || name FROM tool_calls SEMI JOIN wanted USING (run_id)
    UNION SELECT run_id, 'ended: ' || exit_status FROM run_records SEMI JOIN wanted USING (run_id) WHERE exit_status IS NOT NULL
    UNION SELECT run_id, 'record stops in the middle' FROM run_records SEMI JOIN wanted USING (run_id) WHERE truncated
    UNION SELECT run_id, 'about ' || (2 ** floor(log2(count(*))))::BIGINT || ' steps' FROM steps SEMI JOIN wanted USING (run_id) GROUP BY run_id
), told AS (
    SELECT run_id, string_agg(left(message, 2000), ' ' ORDER BY seq) AS messages FROM checks SEMI JOIN wanted USING (run_id) WHERE status IN ('failed', 'error') GROUP BY run_id
)
SELECT r.run_id, r.task_id, coalesce(list_sort(s.facts), []), concat_ws(' ', t.messages, left(r.final_answer, 4000))
FROM run_records r SEMI JOIN wanted USING (run_id) LEFT JOIN (SELECT run_id, list(fact) AS facts FROM said GROUP BY run_id) s USING (run_id) LEFT JOIN told t USING (run_id)
ORDER BY r.run_id
"""


class StoreReviews:
    """`triage.tui.data.Reviews` over a store, which is held only while something is read.

    While another process writes it, reading waits a little, then goes on with a copy of how it last was. Raises StoreError
    as `open_store` does; locked only where there is no copy either.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE, say: Callable[[str], None] | None = None, ahead: tuple[Filters, Ahead] | None = None) -> None:
        """patience: seconds to wait before a copy is made. say: told in words when one is made. ahead: a queue that is being read, see `read_ahead`."""
        self.path = path
        self.say = say or (lambda words: None)
        self._patience = patience
        self._lock = threading.RLock()  # one DuckDB instance, several threads
        self._visiting = False
        self._known: dict[str, QueueRow] = {}
        self._copy: Path | None = None
        self._read: Stamp | None = None
        """The file as it was when the queue was read; None where that was a copy."""
        self._seen: Stamp | None = None
        self._ahead = ahead

    @cached_property
    def _visits(self) -> Visits:
        from triage.store.connect import Visits  # with DuckDB: after the first list is on the screen

        return Visits()

    @contextmanager
    def _visit(self) -> Iterator[None]:
        """All that is read in the block is read of one state of the store."""
        with self._lock:
            if self._visiting:
                yield
                return
            with ExitStack() as stack:
                self._enter(stack)
                self._visiting = True
                stack.callback(setattr, self, "_visiting", False)
                yield

    def _enter(self, stack: ExitStack) -> None:
        until = time.monotonic() + (0 if self._copy else self._patience)
        while True:
            try:
                stack.enter_context(self._visits.visit(self.path))
                self._forget_copy()
                return
            except StoreError as error:
                if not is_locked(error):
                    raise
                if time.monotonic() >= until:
                    stack.enter_context(self._visits.visit(self._copied(error)))
                    return
            time.sleep(LOOK_AGAIN)

    def _copied(self, locked: StoreError) -> Path:
        """The copy, made if there is none yet."""
        if self._copy is None:
            copy = Path(tempfile.mkdtemp(prefix="triage-review-")) / "store.duckdb"
            if not snapshot(self.path, copy):
                shutil.rmtree(copy.parent, ignore_errors=True)
                raise locked
            self._copy = copy
            if not self._visits.holds_a_store(copy):  # the first ingest has only begun
                self._forget_copy()
                raise locked
            self.say(f"{locked.what}: reading from a copy of how it last was; it is read anew when that process ends")
        return self._copy

    def _forget_copy(self) -> None:
        if self._copy is not None:
            shutil.rmtree(self._copy.parent, ignore_errors=True)
            self._copy = None

    def _all(self, sql: str, **params: Any) -> list[tuple[Any, ...]]:
        with self._visit():
            return self._visits.rows(sql, params)

    def greet(self) -> None:
        """Look at the store for the first time. Raises StoreError where it can't be read."""
        with self._visit():
            pass

    def queue(self, filters: Filters) -> list[QueueRow]:
        """The runs to read, by task, one representative of each cluster first."""
        ahead, self._ahead = self._ahead, None
        taken = ahead[1].take() if ahead else None
        if ahead and taken and ahead[0] == filters:
            self._read, rows = taken[0], [QueueRow._make(row) for row in taken[1]]
        else:
            with self._visit():
                stamp = _stamp(self.path)
                rows = self._queue(filters, None)
                self._read = None if self._copy else stamp
        self._known = {row.run_id: row for row in rows}
        return rows

    def changed(self) -> bool:
        """Whether the store was written since the queue was read, and the writer has finished. Asked every few seconds."""
        stamp = _stamp(self.path)
        if stamp is None or stamp == self._read:
            return False
        if stamp != self._seen:  # perhaps it is still being written
            self._seen = stamp
            return False
        try:
            with self._lock, self._visits.visit(self.path):
                return True
        except StoreError:
            return False

    def _queue(self, filters: Filters, run_id: str | None) -> list[QueueRow]:
        rows = self._all(_QUEUE, run=run_id, **filters._asdict())
        return [QueueRow._make((*row[:13], tuple(row[13]), tuple(row[14]), row[15])) for row in rows]

    def open_run(self, run_id: str) -> RunView | None:
        """One run whole; None where there is no such run."""
        with self._visit():
            return self._open_run(run_id)

    def _open_run(self, run_id: str) -> RunView | None:
        row = self._known.get(run_id) or next(iter(self._queue(Filters("all"), run_id)), None)
        if row is None:
            return None
        steps = [Step(*r) for r in self._all(f"SELECT {_names(Step)} FROM steps WHERE run_id = $run ORDER BY step", run=run_id)]
        calls = [ToolCall(*r) for r in self._all(f"SELECT {_names(ToolCall)} FROM tool_calls WHERE run_id = $run ORDER BY call", run=run_id)]
        checks = [c for r in self._with_reports(run_id) for c in self._checks(r)]
        events = [e for r in self._with_reports(run_id) for e in self._events(r)]
        return RunView(row, steps, calls, checks, self._findings(row), self._clusters(row), events, self._prompt(row, steps), self._meta(run_id))

    def _with_reports(self, run_id: str) -> list[str]:
        """The run and the grading reports that belong to it. The views that join them look at every run: too slow for one."""
        return [run_id, *(r[0] for r in self._all("SELECT result_run_id FROM run_links WHERE run_id = $run", run=run_id))]

    def _checks(self, run_id: str) -> list[Check]:
        return [Check(*r) for r in self._all(f"SELECT {_names(Check)} FROM checks WHERE run_id = $run ORDER BY status = 'passed', seq", run=run_id)]

    def _events(self, run_id: str) -> list[Event]:
        return [Event(*r) for r in self._all(f"SELECT {_names(Event)} FROM events WHERE run_id = $run ORDER BY seq LIMIT {EVENTS}", run=run_id)]

    def _findings(self, row: QueueRow) -> list[Finding]:
        rows = self._all(
            f"""SELECT {_names(Finding)} FROM findings
                WHERE status = 'match' AND (run_id = $run OR (scope = 'task' AND task_id = $task AND task_version IS NOT DISTINCT FROM $version))
                ORDER BY scope = 'task', list_position(['invalid', 'problem', 'suspicious', 'note'], severity), confidence DESC, kind""",
            run=row.run_id,
            task=row.task_id,
            version=row.task_version,
        )
        return [Finding(*r) for r in rows]

    def _clusters(self, row: QueueRow) -> list[ClusterRow]:
        if not row.clusters:
            return []
        names = [n for n in ClusterRow._fields if n != "run_ids"]
        rows = self._all(f"SELECT {', '.join(names)}, from_json(run_ids, '[\"VARCHAR\"]') FROM clusters WHERE list_contains($ids, cluster_id)", ids=list(row.clusters))
        found = {r[0]: ClusterRow._make((*r[:-1], tuple(r[-1]))) for r in rows}
        return [found[c] for c in row.clusters if c in found]

    def _prompt(self, row: QueueRow, steps: list[Step]) -> str | None:
        told = "SELECT prompt FROM tasks WHERE task_id = $task AND task_version IS NOT DISTINCT FROM $version AND prompt IS NOT NULL"
        rows = self._all(told, task=row.task_id, version=row.task_version)
        return rows[0][0] if rows else next((s.text for s in steps if s.role == "user" and s.text), None)

    def _meta(self, run_id: str) -> dict[str, Any]:
        rows = self._all(f"SELECT {', '.join(META)} FROM run_records WHERE run_id = $run", run=run_id)
        meta = dict(zip(META, rows[0], strict=True)) if rows else {}
        try:
            changed = orjson.loads(meta.get("changed_files") or "[]")
        except orjson.JSONDecodeError:
            changed = []
        meta["changed_files"] = [c for c in changed if isinstance(c, str)] if isinstance(changed, list) else []
        return meta

    def nearest_pass(self, run_id: str) -> str | None:
        """The passing run of the same task most like this one: same version, same model, nearest in steps."""
        rows = self._all(
            """WITH me AS (SELECT task_id, task_version, model, run_id FROM runs WHERE run_id = $run), n AS (SELECT run_id, count(*) AS steps FROM steps GROUP BY run_id)
               SELECT r.run_id FROM runs r JOIN me ON r.task_id = me.task_id LEFT JOIN n ON n.run_id = r.run_id
               WHERE r.verdict = 'passed' AND r.run_id <> me.run_id
               ORDER BY r.task_version IS NOT DISTINCT FROM me.task_version DESC, r.kind = 'agent' DESC, r.model IS NOT DISTINCT FROM me.model DESC,
                        abs(coalesce(n.steps, 0) - coalesce((SELECT steps FROM n WHERE n.run_id = $run), 0)), r.run_id LIMIT 1""",
            run=run_id,
        )
        return rows[0][0] if rows else None

    def task_files(self, task_id: str, task_version: str | None) -> list[TaskFileRow]:
        """Files of the task's folder."""
        rows = self._all(
            """SELECT DISTINCT f.area, f.path, f.text, f.bytes FROM task_files f
               WHERE f.task_id = $task AND (f.task_version IS NULL OR $version IS NULL OR f.task_version = $version
                     OR f.task_version IN (SELECT told_version FROM tasks WHERE task_id = $task AND task_version = $version)) ORDER BY ALL""",
            task=task_id,
            version=task_version,
        )
        return [TaskFileRow(*r) for r in rows]

    def facts_of(self, run_ids: list[str]) -> list[RunFacts]:
        """What a suggestion may rest on, for some runs."""
        return [RunFacts(*row) for row in self._all(_FACTS, ids=run_ids)] if run_ids else []

    def close(self) -> None:
        """Give up what is held; a copy is deleted."""
        with self._lock:
            self._visits.close()
            self._forget_copy()


def read_queue(path: Path, filters: Filters, ready: Callable[[], None]) -> tuple[Stamp | None, list[tuple[Any, ...]]]:
    """The queue as plain tuples, for `triage.store.ahead`. Raises StoreError where the first process has a word to say of it."""
    reviews = StoreReviews(path, patience=0)
    with reviews._visit():
        if reviews._copy is not None:
            reviews.close()
            raise StoreError("the store is being written")
        ready()
        return _stamp(path), [tuple(row) for row in reviews.queue(filters)]


def _stamp(path: Path) -> Stamp | None:
    found = []
    for file in (path, Path(f"{path}.wal")):
        try:
            stat = file.stat()
            found.append((stat.st_ino, stat.st_size, stat.st_mtime_ns))
        except OSError:
            found.append((0, 0, 0))
    return (*found[0], *found[1]) if found[0][0] else None


def _names(model: Any) -> str:
    return ", ".join(f'"{n}"' for n in row_order(model))
