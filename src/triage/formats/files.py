"""Reading bytes, JSON and JSON lines as they are found in the wild: compressed, half written, huge, badly encoded.

Every reader uses these, so that each kind of bad input is met once. What can't be read raises BadInput or comes as a
Problem beside what could.
"""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import orjson

from triage.errors import BadInput
from triage.model import Problem

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
MAX_FILE = 4 * 1024**3
"""Largest JSON document read as a whole, decompressed bytes."""
MAX_LINE = 512 * 1024**2
"""Longest line of a JSON-lines file, bytes; a longer one is skipped and told."""
MAX_RATIO = 1000
"""Decompressed to compressed size above which an archive member is called a bomb (beyond 64 MiB)."""
BOMB_FLOOR = 64 * 1024**2
BOM = b"\xef\xbb\xbf"


class Held(NamedTuple):
    """What is in memory already of files and folders, by path."""

    files: dict[str, bytes]
    """Content of files, as it stands on disk."""
    folders: dict[str, frozenset[str]]
    """Names of the entries of folders."""


_held = Held({}, {})


@contextmanager
def holding(held: Held) -> Iterator[None]:
    """Let this stand for the files and folders at these paths until the block ends.

    Who digested a unit has read it; what the reader gets is then exactly what was digested, and nothing is read twice.
    """
    global _held
    before, _held = _held, held
    try:
        yield
    finally:
        _held = before


def is_folder(path: str) -> bool:
    """Whether a path is a folder."""
    return path in _held.folders or (path not in _held.files and os.path.isdir(path))


def names_in(path: str) -> frozenset[str]:
    """Names of the entries of a folder; none where it can't be listed."""
    names = _held.folders.get(path)
    if names is not None:
        return names
    try:
        return frozenset(os.listdir(path))
    except OSError:
        return frozenset()


def open_raw(path: Path | str) -> BinaryIO:
    """Open a file for reading as it is. Raises OSError, also for pipes, sockets and devices."""
    data = _held.files.get(str(path))
    if data is not None:
        return io.BytesIO(data)
    if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe without a writer would be waited for for ever
        raise OSError(errno.EINVAL, "is no regular file", str(path))
    return open(path, "rb", buffering=256 * 1024)


def open_bytes(path: Path | str) -> BinaryIO:
    """Open a file for reading, through gzip or zstd where its first bytes say so. Raises OSError, also for pipes, sockets and devices."""
    stream = open_raw(path)
    magic = stream.read(4)
    stream.seek(0)
    if magic[:2] == GZIP:
        return cast(BinaryIO, gzip.GzipFile(fileobj=stream))
    if magic == ZSTD:
        import zstandard

        return io.BufferedReader(zstandard.ZstdDecompressor(max_window_size=2**31).stream_reader(stream, read_across_frames=True))
    return stream


def read_bytes(path: Path | str, limit: int = MAX_FILE) -> bytes:
    """The whole file, decompressed. Raises BadInput: unreadable, too_large, zip_bomb, bad_compression."""
    held = _held.files.get(str(path))
    if held is not None and len(held) <= limit and held[:2] != GZIP and held[:4] != ZSTD:
        return held[3:] if held.startswith(BOM) else held
    try:
        size = os.stat(path).st_size if held is None else len(held)
        with open_bytes(path) as stream:
            data = stream.read(limit + 1) if size > 1024 or not isinstance(stream, io.BufferedReader) else stream.read()
    except MemoryError as error:
        raise BadInput("too_large", "the file does not fit in memory", where=str(path)) from error
    except OSError as error:
        kind = "bad_compression" if isinstance(error, gzip.BadGzipFile) else "unreadable"
        raise BadInput(kind, f"the file can't be read: {error.strerror or error}", hint="check its permissions and that it still exists") from error
    except Exception as error:  # zlib.error, zstandard.ZstdError, EOFError: all say that the compressed stream is broken
        raise BadInput("bad_compression", f"the compressed stream is broken: {error}", hint="a whole .gz or .zst file") from error
    if len(data) > limit:
        raise BadInput("too_large", f"the file is larger than {limit:,} bytes", hint="split it, or raise the limit")
    if len(data) > BOMB_FLOOR and len(data) > MAX_RATIO * max(1, size):
        raise BadInput("zip_bomb", f"{size:,} bytes expand to more than {MAX_RATIO} times as much", hint="an archive of real transcripts")
    return data[3:] if data.startswith(BOM) else data


def read_text(path: Path | str, limit: int = 64 * 1024**2) -> str:
    """A text file, decoded tolerantly (UTF-8, UTF-16 with a mark, else replacement characters), cut at `limit` bytes."""
    return decode(read_prefix(path, limit))


def read_prefix(path: Path | str, limit: int) -> bytes:
    """At most `limit` bytes of a file, decompressed. Raises BadInput where it can't be read."""
    try:
        with open_bytes(path) as stream:
            return stream.read(limit)
    except Exception as error:
        raise BadInput("unreadable", f"the file can't be read: {error}", where=str(path)) from error


def decode(data: bytes) -> str:
    """Bytes to text: never fails, drops a byte order mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if data.startswith(BOM):
        data = data[3:]
    return data.decode("utf-8", errors="replace")


def loads(data: bytes | str) -> Any:
    """JSON, as orjson reads it; falls back to Python's parser for NaN, Infinity, lone surrogates and bad UTF-8.

    Raises BadInput(kind='bad_json') with the byte or character offset.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        pass
    text = decode(data) if isinstance(data, bytes) else data
    try:
        return json.loads(text, strict=False)
    except RecursionError as error:
        raise BadInput("bad_json", "JSON nested too deeply", hint="nesting below 1000 levels") from error
    except ValueError as error:
        where = getattr(error, "pos", None)
        near = text[max(0, (where or 0) - 20) : (where or 0) + 20] if where is not None else ""
        raise BadInput(
            "bad_json", f"not valid JSON: {getattr(error, 'msg', error)} near {near!r}", where=None if where is None else f"offset {where}", hint="one whole JSON document"
        ) from error


def read_json(path: Path | str) -> Any:
    """A JSON file. Raises BadInput."""
    data = read_bytes(path)
    if not data.strip():
        raise BadInput("empty", "the file is empty", hint="a JSON document")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return loads(decode(data))
    return loads(data)


class Line(NamedTuple):
    """One line of a JSON-lines file."""

    number: int
    """From 1."""
    value: Any
    """The parsed value; None where `problem` is set."""
    raw: bytes
    """The line as it stands."""
    problem: Problem | None = None
    """What is wrong with it."""


def iter_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines of a file with their numbers, decompressed, never more than MAX_LINE in memory; longer ones come as b''."""
    with open_bytes(path) as stream:
        number = 0
        if isinstance(stream, io.BytesIO) and len(stream.getbuffer()) < MAX_LINE:  # no line can be too long
            yield from enumerate(stream, 1)
            return
        while True:
            raw = stream.readline(MAX_LINE)
            if not raw:
                return
            number += 1
            if len(raw) >= MAX_LINE and not raw.endswith(b"\n"):
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(MAX_LINE)
                yield number, b""
                continue
            yield number, raw


def iter_jsonl(path: Path, display: str) -> Iterator[Line]:
    """Values of a JSON-lines file. A line that can't be parsed comes with a Problem and the rest goes on.

    Lines that don't start with `{` or `[` come with value None and no problem: logs mix prose with JSON.
    """
    try:
        for number, raw in iter_lines(path):
            text = raw.strip().lstrip(BOM) if number == 1 else raw.strip()
            if not text:
                if not raw:
                    yield Line(number, None, raw, Problem(display, "line_too_long", f"a line longer than {MAX_LINE:,} bytes was left out", f"line {number}", "one record a line"))
                continue
            if text[:1] not in b"{[":
                yield Line(number, None, text)
                continue
            try:
                yield Line(number, loads(text), text)
            except BadInput as error:
                cut = not raw.endswith(b"\n")
                kind = "truncated_line" if cut else error.kind
                what = "the last line is cut: the writer was killed or is still writing" if cut else error.what
                yield Line(
                    number, None, text, Problem(display, kind, what, f"line {number}, {error.where or 'offset 0'}", "one whole JSON value a line", "warning" if cut else "error")
                )
    except OSError as error:
        yield Line(0, None, b"", Problem(display, "unreadable", f"the file can't be read: {error.strerror or error}", None, "check its permissions"))
    except Exception as error:  # a broken gzip or zstd stream ends here, after the lines that were whole
        yield Line(0, None, b"", Problem(display, "bad_compression", f"the compressed stream is broken: {error}", None, "a whole .gz or .zst file"))


def problem(display: str, error: BadInput, *, severity: str = "error") -> Problem:
    """The row that a BadInput becomes."""
    return Problem(display, error.kind, error.what, error.where, error.hint, severity)


def dumps(value: Any) -> str:
    """A value as compact JSON text; never fails (lone surrogates, big integers and odd types are kept as text)."""
    try:
        return orjson.dumps(value).decode()
    except (TypeError, ValueError):
        return json.dumps(value, ensure_ascii=False, default=str)


_DATA_URI = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,([A-Za-z0-9+/=\s]{200,})")


def strip_base64(text: str) -> str:
    """Replace long base64 data URIs by a note with media type and size: nobody reads them."""
    if "base64," not in text:
        return text
    return _DATA_URI.sub(lambda m: f"[{m[1]}, {len(m[2]) * 3 // 4} bytes]", text)


def number(value: Any) -> float | None:
    """A finite number, or None (also for NaN, infinities, text and booleans)."""
    if type(value) is float:
        return value if isfinite(value) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        as_float = float(value)
    except OverflowError:  # a whole number of more than 308 digits
        return None
    return as_float if isfinite(as_float) else None


def integer(value: Any) -> int | None:
    """A whole number that fits 64 bits, or None."""
    if type(value) is int:  # nearly always: asked several times a message
        return value if -(2**62) < value < 2**62 else None
    as_float = number(value)
    return int(as_float) if as_float is not None and abs(as_float) < 2**62 else None


def string(value: Any) -> str | None:
    """Text, or None for null; other types as JSON text."""
    if value is None or isinstance(value, str):
        return value
    return dumps(value)
