"""The catalogue of queries: every SQL file explains itself in its opening comment, which is also its documentation page.

A header is a block of `-- ` lines: first `key: value` fields, then an empty `--` line, then prose. Queries under the
user's own `./queries` replace built-in ones with the same relative path.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from triage.errors import UsageError

OVERLAY = "queries"
"""Folder in the working directory whose queries replace or add to the built-in ones (or TRIAGE_QUERIES)."""

GROUPS = ("reports", "views", "detectors", "macros", "tables")
"""The folders of queries, in the order in which a name is looked up."""

SEVERITIES = ("invalid", "problem", "suspicious", "note")


class Query(NamedTuple):
    """One query of the catalogue."""

    id: str
    """File name without `.sql`: the name that it has everywhere."""
    group: str
    """Its folder: `views`, `macros`, `tables`, `detectors` or `reports`."""
    title: str
    """One line."""
    fields: dict[str, str]
    """Header fields: kind, severity, confidence, scope, needs ..."""
    doc: str
    """The prose of the header."""
    sql: str
    """The statement, header included."""
    path: str
    """Where it stands."""
    version: str
    """Digest of the file, 8 hexadecimal digits."""

    @property
    def kind(self) -> str:
        """The finding kind of a detector."""
        return self.fields.get("kind", self.id)

    @property
    def scope(self) -> str:
        """`run` or `task`."""
        return self.fields.get("scope", "run")

    def reads(self) -> set[str]:
        """Names of the tables that it reads and the functions that it calls, as far as its words show."""
        return {name for pair in _READS.findall(without_comments(self.sql)) for name in pair if name}


_READS = re.compile(r"\b(?:from|join) +(\w+)|\b(\w+)\(", re.IGNORECASE)


def without_comments(sql: str) -> str:
    """A query without its lines of comment, its header among them."""
    return "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--"))


def builtin_folder(name: str) -> Path:
    """A data folder (`queries`, `labels`, `sample_transcripts`): in the wheel beside this file, in a checkout at its root."""
    package = Path(__file__).resolve().parent
    root = package if (package / "queries").is_dir() else package.parents[1]
    return root / name


def overlay_folder() -> Path | None:
    """The user's own queries, if there are any. An empty TRIAGE_QUERIES leaves them out."""
    name = os.environ.get("TRIAGE_QUERIES", OVERLAY)
    folder = Path(name)
    if not name or not folder.is_dir() or folder.resolve() == builtin_folder("queries").resolve():
        return None
    return folder


def unasked() -> str | None:
    """A line that tells of queries which lie in ./queries and count though TRIAGE_QUERIES doesn't name them; None without."""
    folder = overlay_folder()
    if folder is None or "TRIAGE_QUERIES" in os.environ:
        return None
    found = {path.relative_to(folder): path for group in GROUPS for path in (folder / group).rglob("*.sql")}
    own = builtin_folder("queries")
    count = len(found)
    if all((own / name).is_file() and (own / name).read_bytes() == path.read_bytes() for name, path in found.items()):  # a checkout, from which this was installed
        return None
    return f"{count} queries in ./{folder} count beside the built-in ones (TRIAGE_QUERIES={folder} says that they are meant, TRIAGE_QUERIES= leaves them out)"


def parse(path: Path, group: str) -> Query:
    """Read one query file. Raises UsageError where its header says nothing or a field is wrong."""
    told = path.stat()
    return _parse(path, group, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=2048)
def _parse(path: Path, group: str, written: int, size: int) -> Query:
    """A file is read once as long as its time and size are the same: one ingest asks for each many times."""
    text = path.read_text(encoding="utf-8")
    header = []
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        header.append(line[2:].strip())
    fields: dict[str, str] = {}
    rest = 0
    for rest, line in enumerate(header):  # noqa: B007
        found = re.match(r"^([a-z_]+): +(.*)$", line)
        if not found:
            break
        fields[found[1]] = found[2].strip()
    else:
        rest = len(header)
    if "title" not in fields:
        raise UsageError("the query has no title", where=str(path), hint="begin it with a line `-- title: what it shows`; TRIAGE_QUERIES= (empty) leaves ./queries out")
    severity = fields.get("severity")
    if severity is not None and severity not in SEVERITIES:
        raise UsageError(f"there is no severity {severity!r}", where=str(path), hint=f"one of {', '.join(SEVERITIES)}")
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Query(path.stem, group, fields["title"], fields, "\n".join(header[rest:]).strip(), text, str(path), digest)


def load(group: str) -> list[Query]:
    """The queries of a group, by name, the user's own laid over the built-in ones."""
    found: dict[str, Path] = {}
    for root in (builtin_folder("queries"), overlay_folder()):
        if root is not None and (root / group).is_dir():
            found |= {str(p.relative_to(root / group)): p for p in sorted((root / group).rglob("*.sql"))}
    return [parse(found[name], group) for name in sorted(found)]


def needs(queries: Sequence[Query]) -> dict[str, set[str]]:
    """Which of these queries each reads or calls, in an order in which they can be made. A guess by words: where one is wrong, making it fails."""
    ids = {q.id for q in queries}
    left = {q.id: (q.reads() & ids) - {q.id} for q in queries}
    made: dict[str, set[str]] = {}
    while left:
        ready = [name for name, wants in left.items() if wants <= made.keys()] or list(left)
        made |= {name: left.pop(name) & made.keys() for name in ready}
    return made


@cache
def detectors() -> tuple[Query, ...]:
    """Every detector."""
    return tuple(load("detectors"))


def digest() -> str:
    """Digest of all detectors and of what they share: findings of another catalogue are made anew."""
    return hashlib.blake2b(" ".join(f"{q.id}:{q.version}" for q in (*detectors(), *load("macros"), *load("tables"))).encode(), digest_size=8).hexdigest()


def find(name: str) -> Query | None:
    """A query of any group by its name."""
    for group in GROUPS:
        for root in (overlay_folder(), builtin_folder("queries")):
            path = None if root is None or Path(name).name != name else root / group / f"{name}.sql"
            if path is not None and path.is_file():
                return parse(path, group)
        for query in load(group):  # one that stands in a folder of its own
            if query.id == name:
                return query
    return None
