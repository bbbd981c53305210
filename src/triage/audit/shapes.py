"""What passing runs left, as numbers: uniform, constant or counted-off answers, and answers that differ though all pass.

A check that looks at the form alone lets them all pass. Only runs that passed are looked at, and only tasks with at
least three of them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from triage.audit.answer_tables import table, told_apart
from triage.audit.fillers import fillers

NEAR = 0.05
"""Relative difference up to which two numbers count as the same result."""
MOSTLY = 0.6
"""Share of the runs that must name a number for it to be compared; runs without it are left out."""
FAR = 0.2
"""Relative difference from which two results are surely not the same."""

_LIST = re.compile(r"\[\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?(?:e-?\d+)?){2,200})\s*,?\s*\]")
_PAIR = re.compile(r"[\"']?([A-Za-z_][\w.-]{0,30}?)[\"']?\s*[=:]\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.:-])")
_MEASURED = re.compile(
    r"^(id|idx|index|i|row|no|nr)$|_id$|time|second|sec$|_s$|ms$|speed|loss|mse|error|acc|score|duration|token|step|seed|epoch|line|pass|fail|test|size|byte|port|pid|version|count|total|reward|rate|latency|mem|cpu|iter|exit|code|date|year|day|hour|minute|at$",
    re.IGNORECASE,
)


class Shape(NamedTuple):
    """A row of `shapes`."""

    task_id: str
    task_version: str | None
    run_id: str
    step: int | None
    file: str | None
    what: str
    """`constant`, `uniform`, `counted` (1, 2, 3 ...) or `differs`; of words `filler`, `empty` or `unasked`."""
    runs: int
    """Passing agent runs that show the same."""
    of: int
    """Passing runs that could be compared, the reference included."""
    weight: str
    """`problem` or `suspicious`."""
    quote: str
    why: str


class Answer(NamedTuple):
    """The numbers of one run."""

    run_id: str
    kind: str
    step: int | None
    text: str
    numbers: tuple[tuple[str, float], ...]


def numbers(text: str) -> tuple[tuple[str, float], ...]:
    """Named numbers of a text: pairs, and the elements of its first list as `[0]`, `[1]`."""
    found = {f"[{i}]": float(x) for i, x in enumerate(_LIST.search(text)[1].split(","))} if _LIST.search(text) else {}  # type: ignore[index]
    for name, value in _PAIR.findall(text):
        if not _MEASURED.search(name):
            found.setdefault(name, float(value))
    return tuple(found.items())


def degenerate(values: Sequence[float]) -> str | None:
    """`constant` for at least four equal numbers, `counted` for at least two that only count from 0 or 1 with none beyond their number."""
    if len(values) >= 4 and len(set(values)) == 1:
        return "constant"
    if len(values) >= 4 and all(v == i + values[0] for i, v in enumerate(values)) and values[0] in (0, 1):
        return "counted"
    return None


def _near(a: float, b: float, share: float) -> bool:
    return abs(a - b) <= share * max(abs(a), abs(b))


def compare_tables(key: tuple[str, str | None], file: str | None, answers: Sequence[Answer]) -> list[Shape]:
    """Shapes of tables of one task version: answers that are the same in every row, where those of other passing runs vary in the same rows."""
    by_run = {a.run_id: a for a in answers}
    poor, rich = told_apart({a.run_id: table(a.text) for a in answers})
    poor = {run: form for run, form in poor.items() if by_run[run].kind == "agent"}
    if not poor or not rich:
        return []
    weight = "problem" if len(poor) >= 2 or any(by_run[run].kind == "reference" for run in rich) else "suspicious"
    why = f"{len(poor)} of {len(answers)} passing runs give the same answer in every row; others give answers that differ from row to row and pass too"
    return [Shape(*key, run, by_run[run].step, file, form, len(poor), len(answers), weight, by_run[run].text[:300], why) for run, form in poor.items()]


def compare(key: tuple[str, str | None], file: str | None, answers: Sequence[Answer]) -> list[Shape]:
    """Shapes of the answers of one task version that came from the same file (or from the last word)."""
    tables = compare_tables(key, file, answers) if file else []
    if tables:
        return tables
    answers = [a for a in answers if a.numbers]
    held = Counter(n for a in answers for n, _ in a.numbers)
    order = [n for n, count in held.items() if count >= MOSTLY * len(answers)]
    answers = [a for a in answers if set(order) <= {n for n, _ in a.numbers}]
    if len(answers) < 3 or len(order) < 2:
        return []
    vectors = {a.run_id: [dict(a.numbers)[n] for n in order] for a in answers}
    flat = {a.run_id: degenerate(vectors[a.run_id]) for a in answers}
    poor = [a for a in answers if flat[a.run_id] and a.kind == "agent"]
    rich = [a for a in answers if not flat[a.run_id]]
    if poor and rich:
        weight = "problem" if len(poor) >= 2 or any(a.kind == "reference" for a in rich) else "suspicious"
        why = f"{len(poor)} of {len(answers)} passing runs answer with {flat[poor[0].run_id]} values; others answer with other values and pass too"
        return [Shape(*key, a.run_id, a.step, file, str(flat[a.run_id]), len(poor), len(answers), weight, a.text[:300], why) for a in poor]
    same = max(answers, key=lambda a: (sum(_all_near(vectors[a.run_id], vectors[b.run_id], NEAR) for b in answers), a.kind == "reference"))
    with_same = [b for b in answers if _all_near(vectors[same.run_id], vectors[b.run_id], NEAR)]
    far = [b for b in answers if b.kind == "agent" and all(not _near(x, y, FAR) for x, y in zip(vectors[same.run_id], vectors[b.run_id], strict=True))]
    if len(far) < 2:
        return []
    weight = "problem" if len(with_same) >= 2 else "suspicious"
    why = f"{len(answers)} passing runs hold materially different values of {', '.join(order[:4])}: {len(with_same)} agree, {len(far)} differ in all of them"
    return [Shape(*key, a.run_id, a.step, file, "differs", len(far), len(answers), weight, a.text[:300], why) for a in far]


def _all_near(a: Sequence[float], b: Sequence[float], share: float) -> bool:
    return all(_near(x, y, share) for x, y in zip(a, b, strict=True))


def shapes(rows: Iterable[Mapping[str, Any]]) -> list[Shape]:
    """Shapes of all task versions, from rows of what passing runs left."""
    groups: dict[tuple[tuple[str, str | None], str | None], list[Answer]] = defaultdict(list)
    for row in rows:
        text = row["text"] or ""
        groups[(row["task_id"], row["task_version"]), row["file"]].append(Answer(row["run_id"], row["kind"], row["step"], text, numbers(text)))
    made: list[Shape] = []
    for (key, file), answers in sorted(groups.items(), key=lambda item: (item[0][0][0], item[0][0][1] or "", item[0][1] or "")):
        made += compare(key, file, answers)
    return made


def fill(db: Any) -> None:
    """Fill `shapes`. `db`: the store's connection, handled by triage.store."""
    from triage.store import act_rows, tables

    made: list[tuple[Any, ...]] = [tuple(shape) for _, rows in act_rows.readbacks(db) for shape in shapes(rows)]
    made += [row for _, rows in tables.by_task(db, "FROM passing_writes", "run_id, call") for row in fillers(rows)]
    tables.put(db, "shapes", made)
