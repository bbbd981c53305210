"""TheAgentCompany: `results/eval_<task>.json`, checkpoints with points and a final score. The trajectories are OpenHands files."""

from __future__ import annotations

from collections.abc import Iterator

from triage.errors import BadInput
from triage.formats import files
from triage.formats.files import number
from triage.formats.rows import listed, sub
from triage.formats.source import Source
from triage.model import Check, Problem, Record, Run

NAME = "theagentcompany"
TITLE = "TheAgentCompany results"
WHERE = "docs/formats.md#theagentcompany"


def recognise(source: Source) -> bool:
    """A file `eval_*.json` with checkpoints."""
    return not source.is_dir and source.name.startswith("eval_") and source.name.endswith(".json") and b'"checkpoints"' in source.head


def read(source: Source) -> Iterator[Record]:
    """One run with a check for each checkpoint; score is points reached by points possible."""
    try:
        value = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    task = source.name.removeprefix("eval_").removesuffix(".json")
    folder = source.path.parent.parent if source.path.parent.name == "results" else source.path.parent
    total, reached = number(sub(value, "final_score").get("total")), number(sub(value, "final_score").get("result"))
    graded = total is not None and reached is not None and total > 0
    run_id = f"{folder.name}/{task}"
    yield Run(
        run_id,
        task,
        suite="TheAgentCompany",
        agent=folder.name or None,
        score=reached / total if graded and total and reached is not None else None,
        passed=reached >= total if graded and total is not None and reached is not None else None,
        source=source.display,
        format=NAME,
        has_transcript=False,
        join_key=task,
    )
    for index, point in enumerate(listed(sub(value).get("checkpoints"))):
        possible, got = number(sub(point).get("total")), number(sub(point).get("result"))
        if possible is None or got is None:
            yield Problem(source.display, "bad_value", f"checkpoint {index + 1} has no points", None, "numbers in `total` and `result`", "warning", 1, run_id)
            continue
        yield Check(run_id, index, f"checkpoint {index + 1}", "passed" if got >= possible else "failed", score=got / possible if possible else None, weight=possible)
