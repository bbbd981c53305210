"""Members of an Inspect `.eval` archive: deflate and zstd, with or without a central directory, bombs and odd names refused."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import zstandard

from triage.formats.files import BOMB_FLOOR, MAX_FILE, MAX_RATIO, open_raw
from triage.model import Problem

STORED, DEFLATE, ZSTD = 0, 8, 93
_LOCAL = struct.Struct("<4s5H3I2H")
_SCAN_LIMIT = 2 * 1024**3


class Member(NamedTuple):
    """One member: where its local header starts, and its sizes (packed size None: to be found while unpacking)."""

    name: str
    offset: int
    method: int
    packed: int | None
    size: int


class Archive:
    """An archive opened for reading. `problems` grows while members are read; `whole` is False without a central directory."""

    def __init__(self, path: Path, display: str) -> None:
        self.display = display
        self.problems: list[Problem] = []
        self.whole = True
        self.stream: BinaryIO = open_raw(path)  # closed by close()
        self._zstd = zstandard.ZstdDecompressor(max_window_size=2**31)
        self._cache: dict[str, bytes] = {}
        self.members: dict[str, Member] = {}
        try:
            found = list(self._directory())
        except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error, EOFError, OSError, KeyError, IndexError):
            self.whole = False
            found = list(self._scan())
        for member in found:
            if self._safe(member):
                self.members[member.name] = member

    def close(self) -> None:
        """Close the file."""
        self.stream.close()

    def _directory(self) -> Iterator[Member]:
        with zipfile.ZipFile(self.stream) as archive:
            for info in archive.infolist():
                yield Member(info.filename, info.header_offset, info.compress_type, info.compress_size, info.file_size)

    def _safe(self, member: Member) -> bool:
        name = member.name.replace("\\", "/")
        if name.startswith("/") or ".." in name.split("/") or ":" in name[:3]:
            self.problems.append(
                Problem(self.display, "bad_member_name", f"member {member.name[:200]!r} points outside of the archive", member.name[:200], "names inside the archive")
            )
            return False
        if member.packed is not None and member.size > BOMB_FLOOR and member.size > MAX_RATIO * max(1, member.packed):
            self._bomb(member)
            return False
        return True

    def _bomb(self, member: Member) -> None:
        what = f"member {member.name[:200]!r} expands to more than {MAX_RATIO} times its size"
        self.problems.append(Problem(self.display, "zip_bomb", what, member.name[:200], "an archive of real transcripts"))

    def read(self, name: str) -> bytes | None:
        """Bytes of a member, or None with a Problem where it can't be unpacked or is not there."""
        if name in self._cache:
            return self._cache.pop(name)
        member = self.members.get(name)
        if member is None:
            return None
        try:
            self.stream.seek(member.offset)
            head = _LOCAL.unpack(self.stream.read(_LOCAL.size))
            if head[0] != b"PK\x03\x04":
                raise ValueError("no local header where the directory says")
            self.stream.seek(head[9] + head[10], 1)
            raw = self.stream.read(member.packed if member.packed is not None else -1)
            if member.packed is not None and len(raw) < member.packed:
                raise ValueError("the archive ends inside it")
            data, _, ended = self._unpack(raw, member.method)
            if data is None:
                self._bomb(member)
            elif not ended:
                raise ValueError("its compressed data are cut")
            return data
        except (ValueError, struct.error, zlib.error, zstandard.ZstdError, OSError, MemoryError, OverflowError) as error:
            self.problems.append(Problem(self.display, "bad_member", f"member {name[:200]!r} can't be unpacked: {error}", name[:200], "a whole archive"))
            return None

    def _unpack(self, raw: bytes, method: int) -> tuple[bytes | None, int, bool]:
        """Unpacked data (None: a bomb), packed bytes that were used, and whether the compressed data have an end."""
        limit = min(MAX_FILE, max(BOMB_FLOOR, MAX_RATIO * len(raw)))
        if method == STORED:
            return raw, len(raw), True
        if method == DEFLATE:
            inflate = zlib.decompressobj(-15)
            data = inflate.decompress(raw, limit)
            if inflate.unconsumed_tail:
                return None, 0, False
            return data, len(raw) - len(inflate.unused_data), inflate.eof
        if method == ZSTD:
            declared = zstandard.get_frame_parameters(raw).content_size
            if declared not in (zstandard.CONTENTSIZE_UNKNOWN, zstandard.CONTENTSIZE_ERROR) and declared > limit:
                return None, 0, False
            pieces, total = [], 0
            inflater = self._zstd.decompressobj()
            step = 64 * 1024 if len(raw) * MAX_RATIO > BOMB_FLOOR else len(raw) or 1
            for start in range(0, len(raw), step):
                piece = inflater.decompress(raw[start : start + step])
                total += len(piece)
                if total > limit:
                    return None, 0, False
                pieces.append(piece)
                if inflater.eof:
                    return b"".join(pieces), min(start + step, len(raw)) - len(inflater.unused_data), True
            return b"".join(pieces), len(raw), False
        raise ValueError(f"compression method {method} is not known")

    def _scan(self) -> Iterator[Member]:
        """Members of an archive whose writer died before it wrote the directory, from their local headers."""
        self.stream.seek(0, 2)
        end = self.stream.tell()
        if end > _SCAN_LIMIT:
            self.problems.append(Problem(self.display, "too_large", "a damaged archive above 2 GiB is not searched for members", None, "recover it first"))
            return
        self.stream.seek(0)
        data = self.stream.read()
        what = "the archive has no central directory: its writer was killed or is still writing"
        self.problems.append(Problem(self.display, "truncated_archive", what, f"offset {end}", "a whole archive", "warning"))
        at = 0
        while (at := data.find(b"PK\x03\x04", at)) >= 0 and at + _LOCAL.size <= end:
            _, _, flags, method, _, _, _, packed, _, name_length, extra_length = _LOCAL.unpack_from(data, at)
            start = at + _LOCAL.size + name_length + extra_length
            name = data[at + _LOCAL.size : at + _LOCAL.size + name_length].decode("utf-8", "replace")
            unknown = bool(flags & 8) or packed == 0xFFFFFFFF or packed == 0
            try:
                text, used, ended = self._unpack(data[start:] if unknown else data[start : start + packed], method)
            except (ValueError, zlib.error, zstandard.ZstdError, MemoryError, OverflowError):
                at += 4
                continue
            if text is None or not ended or (not unknown and start + packed > end):
                cut = f"member {name[:200]!r} is cut" if text is not None else f"member {name[:200]!r} expands to more than {MAX_RATIO} times its size"
                self.problems.append(Problem(self.display, "zip_bomb" if text is None else "truncated_member", cut, name[:200], "a whole archive", "warning"))
                at += 4
                continue
            yield Member(name, at, method, used, len(text))
            at = start + used
