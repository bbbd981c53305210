"""Labels to and from other tools: Inspect Scout's validation CSV (id, target, split) and JSONL."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import orjson

from triage.errors import TriageError, UsageError
from triage.labels.events import Broken, from_fields, new_id, now
from triage.labels.taxonomy import Choice, check_verdict
from triage.model import Label
from triage.safe_text import cell


class Imported(NamedTuple):
    """What a file of labels held."""

    labels: list[Label]
    """New label events, origin `imported`, not yet written."""
    broken: list[Broken]
    """Lines that were left out, with the reason."""


def split_of(key: str, eval_share: float = 0.5) -> str:
    """`tune` or `eval`, by the digest of a key (a task id): the same on every machine, whatever else is labelled."""
    number = int.from_bytes(hashlib.blake2b(key.encode(errors="surrogatepass"), digest_size=8).digest(), "big")
    return "eval" if number < eval_share * 2**64 else "tune"


def to_csv(labels: Iterable[Label]) -> str:
    """Validation CSV with the columns id, target, split. Cells that a spreadsheet would run as a formula get an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "target", "split"])
    for label in labels:
        writer.writerow([cell(label.run_id), cell(label.verdict), split_of(label.task_id or label.run_id)])
    return out.getvalue()


def to_jsonl(labels: Iterable[Label]) -> str:
    """One object a line with every field of a label, and its split."""
    lines = (orjson.dumps({**label._asdict(), "split": split_of(label.task_id or label.run_id)}).decode() for label in labels)
    return "".join(line + "\n" for line in lines)


def from_file(path: Path, annotator: str, choices: tuple[Choice, ...], mapping: Mapping[str, str] | None = None) -> Imported:
    """Read labels from a validation CSV or JSONL file; which it is, its content tells.

    annotator: whose labels they become where a row names nobody. mapping: foreign target -> verdict, for files with other
    words (`true` -> `infra`). Raises UsageError where the file can't be read or has no column for id and target.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the file can't be read: {error}", where=str(path), hint="give a CSV with the columns id,target,split, or JSONL") from error
    make = _maker(annotator, choices, mapping or {})
    return _rows(path, _jsonl(text) if text.lstrip().startswith("{") else _csv(path, text), make)


def _rows(path: Path, rows: Iterable[tuple[int, str, object]], make: Callable[[Mapping[str, object]], Label]) -> Imported:
    labels: list[Label] = []
    broken: list[Broken] = []
    for number, text, data in rows:
        try:
            if not isinstance(data, dict):
                raise ValueError("not a JSON object")
            labels.append(make(data))
        except ValueError as error:
            broken.append(Broken(str(path), number, str(error), text[:200]))
        except TriageError as error:
            broken.append(Broken(str(path), number, f"{error.what} ({error.hint})", text[:200]))
    return Imported(labels, broken)


def _jsonl(text: str) -> Iterable[tuple[int, str, object]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, line, orjson.loads(line)
            except orjson.JSONDecodeError:
                yield number, line, None


def _csv(path: Path, text: str) -> Iterable[tuple[int, str, object]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    names = [n.strip().lower() for n in reader.fieldnames or ()]
    if "id" not in names or "target" not in names:
        first = text.splitlines()[0][:80] if text.strip() else ""
        raise UsageError("the file has no columns id and target", where=str(path), hint=f"its first line is {first!r}; it should be: id,target,split")
    reader.fieldnames = names
    try:
        for row in reader:
            yield reader.line_num, ",".join(str(v) for v in row.values()), {k: _plain(v) for k, v in row.items() if isinstance(k, str)}
    except csv.Error as error:
        yield reader.line_num, str(error), None


def _plain(value: object) -> object:
    """Takes back the apostrophe that `cell` put in front."""
    return value[1:] if isinstance(value, str) and value[:1] == "'" and cell(value[1:]) == value else value


def _maker(annotator: str, choices: tuple[Choice, ...], mapping: Mapping[str, str]) -> Callable[[Mapping[str, object]], Label]:
    def make(row: Mapping[str, object]) -> Label:
        run, target = row.get("run_id", row.get("id")), row.get("verdict", row.get("target"))
        if isinstance(target, bool):
            target = str(target).lower()
        if not isinstance(run, str) or not run.strip():
            raise ValueError("the row names no run")
        if not isinstance(target, str) or not target.strip():
            raise ValueError("the row has no target")
        verdict = check_verdict(mapping.get(target, mapping.get(target.lower(), target)), choices)
        who, at, note = row.get("annotator"), row.get("at"), row.get("note")
        told = {k: row[k] for k in ("run_digest", "task_id", "task_version", "step", "seconds", "steps_seen", "blind") if row.get(k) is not None}
        return from_fields(
            {
                **told,
                "label_id": new_id(),
                "run_id": run.strip(),
                "verdict": verdict,
                "origin": "imported",
                "annotator": who if isinstance(who, str) and who else annotator,
                "at": at if isinstance(at, str) and at else now(),
                "note": note if isinstance(note, str) and note else None,
            }
        )

    return make
