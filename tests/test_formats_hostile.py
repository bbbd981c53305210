"""No damage to an input makes a reader raise, or give a record with a value of a wrong type: what can't be read is a Problem."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from format_cases import cases, inputs, walk, wrong_types
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from triage.formats import load
from triage.formats.source import Source

ODD: list[Any] = [None, True, 0, -1, 1.5, 10**30, "", "text", "\ud800", [], [[]], [None], {}, {"a": None}, [{"type": "text"}], {"type": 5, "role": []}]


def damage(value: Any, rng: random.Random, rate: float) -> Any:
    """A copy with some values replaced by odd ones and some keys dropped."""
    if rng.random() < rate:
        return rng.choice(ODD)
    if isinstance(value, dict):
        return {key: damage(item, rng, rate) for key, item in value.items() if rng.random() >= rate / 2}
    if isinstance(value, list):
        return [damage(item, rng, rate) for item in value if rng.random() >= rate / 2]
    return value


def damaged_file(path: Path, rng: random.Random) -> bytes:
    """The file's bytes, damaged: cut, garbled, or with odd values in its JSON."""
    data = path.read_bytes()
    way = rng.randrange(6)
    if way == 0:
        return data[: rng.randrange(len(data) + 1)]
    if way == 1:
        at = rng.randrange(len(data) + 1)
        return data[:at] + rng.randbytes(rng.randrange(1, 9)) + data[at + rng.randrange(9) :]
    rate = rng.choice([0.02, 0.1, 0.3])
    try:
        if ".jsonl" in path.name:
            return b"\n".join(json.dumps(damage(json.loads(line), rng, rate)).encode() for line in data.split(b"\n") if line.strip())
        return json.dumps(damage(json.loads(data), rng, rate)).encode()
    except ValueError:
        return data.replace(rng.choice([b"1", b":", b",", b"=", b"\n"]), rng.choice([b"", b"\x00", b"nan", b"\xff\xfe"]))


EXAMPLES = int(os.environ.get("TRIAGE_FUZZ", "8"))
"""Damaged inputs made of each case; more with TRIAGE_FUZZ."""


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.parent.name}/{case.name}")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_no_damage_raises(case: Path, seed: int) -> None:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        source = inputs(case)
        root = Path(folder) / source.name
        shutil.copytree(source, root) if source.is_dir() else shutil.copy(source, root)
        taken = [(name, found.path) for name, found in walk(root, "x")]
        for path in sorted(path for path in (root.rglob("*") if root.is_dir() else [root]) if path.is_file()):
            if rng.random() < 0.7:
                path.write_bytes(damaged_file(path, rng))
        for name, path in taken:
            records = list(load(name).read(Source(path, "x")))
            assert [text for record in records for text in wrong_types(record)] == []
        for name, found in walk(root, "x"):
            list(load(name).read(found))
