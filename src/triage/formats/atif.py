"""ATIF trajectories (1.0 to 1.8): standing alone, and as part of a Harbor trial."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from triage.errors import BadInput
from triage.formats import files
from triage.formats.atif_steps import Trajectory
from triage.formats.kinds import run_kind
from triage.formats.rows import text_field
from triage.formats.source import Source
from triage.formats.stamps import seconds_between
from triage.model import Problem, Record, Run, Task

NAME = "atif"
TITLE = "ATIF trajectories"
WHERE = "docs/formats.md#atif"

_PART = re.compile(r"^(.*?)\.(?:cont-\d+|summarization-\d+-\w+)\.json$")


def recognise(source: Source) -> bool:
    """A JSON file whose beginning has the format's tag, or steps as it numbers them."""
    if source.is_dir or not source.name.endswith((".json", ".json.gz", ".json.zst")):
        return False
    head = source.head
    if not head.lstrip().startswith(b"{"):
        return False
    return b'"ATIF-v' in head or (b'"step_id"' in head and b'"source"' in head and b'"message"' in head and (b'"schema_version"' in head or b'"steps"' in head))


def read(source: Source) -> Iterator[Record]:
    """One run. Files that continue another trajectory are read with that one."""
    part = _PART.match(source.name)
    if part and (source.path.parent / f"{part[1]}.json").is_file():
        yield Problem(source.display, "part_of_run", f"read together with {part[1]}.json", None, None, "note")
        return
    stem = source.name.split(".json")[0]
    made = Trajectory("")
    read_files(str(source.path.parent), source.name, made, source.display.rpartition("/")[0])
    if not made.steps and not made.read:
        yield from made.problems
        return
    own = made.session_id or Path(os.path.abspath(source.path)).parent.name
    run_id = own if made.session_id and stem in ("trajectory", own) else f"{own}/{stem}"
    extra = made.extra
    task_id = text_field(extra, "task_id", "instance_id", "task_name", "task") or ""
    end = made.last_at
    yield Run(
        run_id,
        task_id,
        text_field(extra, "task_version", "task_checksum"),
        run_kind(made.agent),
        model=made.model,
        agent=made.agent,
        started_at=made.first_at,
        ended_at=end,
        duration_s=seconds_between(made.first_at, end),
        tokens_in=made.tokens_in,
        tokens_out=made.tokens_out,
        cost_usd=made.cost,
        source=source.display,
        format=NAME,
        truncated=made.truncated,
        has_transcript=bool(made.steps),
        final_answer=made.final_answer,
    )
    if task_id and made.prompt:
        yield Task(task_id, text_field(extra, "task_version", "task_checksum"), prompt=made.prompt, origin="run", path=source.display, format=NAME)
    yield from (step._replace(run_id=run_id) for step in made.steps)
    yield from (call._replace(run_id=run_id) for call in made.calls)
    yield from (event._replace(run_id=run_id, seq=seq) for seq, event in enumerate(made.ended()))
    yield from made.problems


def read_files(folder: str, file: str, made: Trajectory, display: str, prefix: str = "", branch: str | None = None) -> None:
    """Read the trajectory `file` of a folder, the files that continue it, and the subagents that lie beside it, into `made`.

    prefix: folder of the file inside the run's source, with a slash at its end; it comes into the steps' `file`.
    """
    todo, seen = [(file, branch)], set[str]()
    while todo:
        name, on = todo.pop(0)
        if name in seen or "/" in name or "\\" in name or name.startswith(".."):
            continue
        seen.add(name)
        try:
            root = files.read_json(f"{folder}{os.sep}{name}")
        except BadInput as error:
            made.problems.append(files.problem(f"{display}/{name}", error))
            made.truncated |= error.kind in ("bad_json", "empty")
            continue
        if not isinstance(root, dict) or not isinstance(root.get("steps"), list):
            made.problems.append(Problem(f"{display}/{name}", "bad_trajectory", "not an ATIF trajectory: no list `steps`", None, "an object with schema_version, agent, steps"))
            continue
        made.add(root, prefix + name, on, f"{display}/{name}")
        following = root.get("continued_trajectory_ref")
        if isinstance(following, str) and following:
            if os.path.isfile(os.path.join(folder, following)):
                todo.insert(0, (following, on))
            else:
                what = f"the trajectory goes on in {following}, which is not there"
                made.problems.append(Problem(f"{display}/{name}", "missing_part", what, None, "keep the files of a trajectory together", "warning"))
        todo += [(ref, f"subagent:{ref.removesuffix('.json')}") for ref in made.take_references() if ref not in seen and os.path.isfile(os.path.join(folder, ref))]
