"""Which failures of different runs are the same mistake.

First by the wanted side and the exception (names chosen freely scatter on the given side), then by the given side, which
tells how far the runs agree on the same wrong value.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from triage.mistakes.parse import Mistake
from triage.mistakes.sides import shape_of
from triage.mistakes.template import key, skeleton
from triage.mistakes.values import canonical, items, words

COMMON = 0.6
"""Share of a cluster's members in which a name must be missing to belong to the cluster's expected side."""


class Failed(NamedTuple):
    """One failed check of one run."""

    run_id: str
    """The run."""
    status: str
    """`failed` or `error`."""
    mistake: Mistake
    """What it says."""
    message: str
    """Its message, verbatim."""
    missing: str = ""
    """Lines of its message and trace that tell of files which are not there."""


class Cluster(NamedTuple):
    """Failures of one check that are the same mistake."""

    cluster_id: str
    """Digest of task, version, check and signature: stable over ingests."""
    check: str
    """The check."""
    signature: str
    """What makes them the same, in a line."""
    run_ids: tuple[str, ...]
    """Members, sorted."""
    failing_runs: int
    """How many runs fail the check at all."""
    agreement: float
    """Share of members that give the same wrong value (or the same message, where none is told)."""
    wrong_value: str | None
    """The most frequent wrong value."""
    expected: str | None
    """What the check wanted."""
    mistake: Mistake
    """The representative's mistake, with the cluster's common expected side."""
    representative: str
    """The run to read first."""
    agreed: int
    """How many members give that wrong value."""
    distinct: int
    """How many different wrong values members give."""
    telling: int = 0
    """How many failing runs say what is wrong: one whose grader kept no message shows no mistake, neither this one nor another."""


def silent(f: Failed) -> bool:
    """Whether the grader kept nothing of the failure but that it failed."""
    return not f.message.strip() and f.mistake.expected is None and f.mistake.actual is None


def given(mistake: Mistake, message: str) -> str:
    """The given side in the form that failures are compared in."""
    if mistake.actual is not None:
        return " ".join(words(mistake.actual)) if mistake.shape == "text" else canonical(mistake.actual)
    return "" if mistake.expected is not None else skeleton(key(message))


def cluster(task: str, version: str | None, failures: Iterable[Failed]) -> list[Cluster]:
    """Clusters of the failures of one check of one task version, largest first, those without a word last. Consequences of other failures stay out."""
    rest = _turned(sorted((f for f in failures if f.mistake.shape != "consequence"), key=lambda f: f.run_id))
    total = len({f.run_id for f in rest})
    made: list[Cluster] = []
    named = [f for f in rest if f.mistake.shape in ("name", "extra")]
    for members, common in _by_names(named):
        made.append(_made(task, version, members, total, common))
    buckets: dict[tuple[str, str, str], list[Failed]] = {}
    for f in rest:
        if f.mistake.shape not in ("name", "extra"):
            m = f.mistake
            wanted = canonical(m.expected) if m.expected is not None else skeleton(key(f.message))
            buckets.setdefault((m.shape, wanted, m.where or ""), []).append(f)
    made += [_made(task, version, members, total, members[0].mistake.expected) for members in buckets.values()]
    mute = {f.run_id for f in rest if silent(f)}
    made = [c._replace(telling=total - len(mute)) for c in made]
    return sorted(made, key=lambda c: (mute.issuperset(c.run_ids), -len(c.run_ids), c.signature))


_SIDES = re.compile(r"expect|want|got|should|but was|received", re.IGNORECASE)


def _turned(failures: list[Failed]) -> list[Failed]:
    """The failures with both sides exchanged, where a bare `a == b` was read the wrong way round: what a check wants is the same in all runs, what they give is not."""
    bare = [
        f
        for f in failures
        if f.mistake.shape in ("value", "digest", "text") and f.mistake.expected and f.mistake.actual and not f.mistake.where and not _SIDES.search(f.mistake.text)
    ]
    if len(bare) < 2 or len({f.mistake.actual for f in bare}) != 1 or len({f.mistake.expected for f in bare}) < 2:
        return failures
    kept = {id(f) for f in bare}
    return [f._replace(mistake=_exchanged(f.mistake)) if id(f) in kept else f for f in failures]


def _exchanged(m: Mistake) -> Mistake:
    return m._replace(expected=m.actual, actual=m.expected, shape=shape_of("value", m.actual, m.expected))


def _by_names(failures: Sequence[Failed]) -> list[tuple[list[Failed], str]]:
    """Greedy: the name that most failures miss makes a cluster of them all."""
    left = [(f, set(_names(f.mistake))) for f in failures]
    found: list[tuple[list[Failed], str]] = []
    while left:
        counts = Counter(name for _, names in left for name in names)
        if not counts:
            found += [([f], "") for f, _ in left]
            break
        top = min(counts, key=lambda name: (-counts[name], name))
        inside = [(f, names) for f, names in left if top in names]
        within = Counter(name for _, names in inside for name in names)
        common = sorted((n for n, c in within.items() if c >= COMMON * len(inside)), key=lambda n: (-within[n], n))
        found.append(([f for f, _ in inside], ", ".join(common)))
        left = [(f, names) for f, names in left if top not in names]
    return found


def _names(m: Mistake) -> list[str]:
    return [canonical(x) for x in items((m.expected if m.shape == "name" else m.actual) or "")][:60]


def _made(task: str, version: str | None, members: Sequence[Failed], total: int, expected: str | None) -> Cluster:
    first = members[0].mistake
    sides = Counter(given(f.mistake, f.message) for f in members)
    if first.shape == "extra":
        sides, expected, extra = Counter({expected or "": len(members)}), None, expected
    else:
        extra = None
    top, agreed = min(sides.items(), key=lambda x: (-x[1], x[0]))
    example = next((f for f in members if given(f.mistake, f.message) == top), members[0])
    wrong = extra if first.shape == "extra" else example.mistake.actual
    signature = _signature(first, expected, wrong, example.message)
    identity = "\x1f".join((task, version or "", first.check, first.shape, canonical(expected) or signature, first.where or "" if first.shape not in ("name", "extra") else ""))
    runs = tuple(sorted({f.run_id for f in members}))
    mistake = first._replace(expected=expected, actual=wrong, text=example.mistake.text)
    return Cluster(
        "c" + hashlib.blake2b(identity.encode("utf-8", "replace"), digest_size=6).hexdigest(),
        first.check, signature, runs, total, round(agreed / len(members), 3), wrong, expected, mistake, example.run_id, agreed, len(sides),
    )  # fmt: skip


def _signature(m: Mistake, expected: str | None, wrong: str | None, message: str) -> str:
    where = f"{m.where}: " if m.where and m.shape not in ("name", "extra") else ""
    if m.shape == "extra":
        return f"not wanted: {wrong}"[:300]
    if m.shape == "name":
        return f"missing: {expected}"[:300]
    if expected is not None:
        return f"{where}expected {expected}"[:300]
    return f"{m.exception + ': ' if m.exception and m.exception not in message else ''}{skeleton(key(message))}"[:300]


def cascades(failing: Sequence[tuple[str, frozenset[str]]], consequences: dict[str, frozenset[str]]) -> dict[str, str]:
    """Checks whose failures follow from an earlier check's: check -> the first one that explains them all.

    failing: check and the runs that fail it, in the grader's order. consequences: the runs whose message itself says that
    the failure follows from another. Equal sets alone prove nothing; a message or a strictly smaller set does.
    """
    found: dict[str, str] = {}
    for position, (check, runs) in enumerate(failing):
        said = consequences.get(check, frozenset())
        for earlier, others in failing[:position]:
            if runs and runs <= others and (said == runs or (len(runs) >= 3 and said and runs - said <= others)) and earlier not in found:
                found[check] = earlier
                break
    return found
