"""triage review"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from triage.cli.common import db_option

if TYPE_CHECKING:
    from pathlib import Path

COLLECT = (100_000, 20, 50)
"""When garbage is looked for: a transcript is a hundred thousand small things at once, and none of them is garbage."""


@click.command("review")
@click.option("--task", metavar="GLOB", help="Runs of these tasks.")
@click.option("--cluster", metavar="ID", help="Runs of this cluster.")
@click.option("--finding", metavar="GLOB", help="Runs with such a finding, e.g. 'contract.*'.")
@click.option("--model", metavar="GLOB", help="Runs of these models.")
@click.option("--text", help="Runs in whose transcript this stands.")
@click.option("--show", type=click.Choice(["failing", "invalid", "passed", "ungraded", "all"]), default="failing", help="Which runs.  [default: failing]")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="N runs of those, chosen by the seed: the same for everybody.")
@click.option("--seed", type=int, default=0, metavar="S", help="The seed of the sample.  [default: 0]")
@click.option("--blind", is_flag=True, help="Hide model, score, findings and other people's labels until the label is given.")
@click.option("--annotator", metavar="NAME", help="Who labels.  [default: TRIAGE_ANNOTATOR, else the user's name]")
@click.option("--pause", type=click.FloatRange(0, 10), default=0.35, metavar="S", help="Seconds between a label and the next run.  [default: 0.35]")
@click.option("--web", is_flag=True, help="The same in a browser, on this machine only.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="Port of --web.  [default: 8000]")
@db_option
def command(
    task: str | None, cluster: str | None, finding: str | None, model: str | None, text: str | None, show: str, sample: int | None, seed: int, blind: bool,
    annotator: str | None, pause: float, web: bool, port: int, db: str | None, labels_dir: str | None,
) -> int:  # fmt: skip
    """Read and label runs in the terminal. One key a label, saved at once; ? shows every key.

    \b
    Examples:
      triage review                          the failures, one of each cluster first
      triage review --task 'drift-*'
      triage review --show invalid           check what was sorted out
      triage review --blind --sample 30 --seed 7    for agreement between two readers
    """
    import gc
    import sys
    from pathlib import Path

    from triage.cli.common import labels_folder
    from triage.errors import UsageError
    from triage.store.ahead import Ahead
    from triage.store.review_rows import Filters

    if web:
        from triage.cli.web import serve

        return serve(port)
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # the screen is drawn on stderr
        raise UsageError("`triage review` needs a terminal", hint="scripted labels are given with: triage label RUN VERDICT")

    path = Path(db or "triage.duckdb")
    if task or cluster or finding or model:
        _check(path, task, cluster, finding, model)
    filters = Filters(show, task, cluster, finding, model, text)
    ahead = Ahead.start(path, filters)  # reading the queue takes as long as importing the screen, and there is a second core
    gc.disable()  # nothing that is imported is garbage
    from triage.store.reviews import StoreReviews
    from triage.tui.app import ReviewApp

    gc.freeze()
    gc.set_threshold(*COLLECT)
    gc.enable()
    if ahead is not None and ahead.is_ready():
        reviews = StoreReviews(path, ahead=(filters, ahead))
    else:
        from triage.cli.waiting import open_reviews

        reviews = open_reviews(path)
    try:
        ReviewApp(reviews, labels_folder(labels_dir), annotator=annotator, filters=filters, blind=blind, sample=sample, seed=seed, pause=pause).run()
    finally:
        reviews.close()
    return 0


def _check(path: Path, task: str | None, cluster: str | None, finding: str | None, model: str | None) -> None:
    """Raise UsageError for a name that nothing has. A store that is being written is asked later, on the screen."""
    from triage.cli.known import check_kinds, check_values
    from triage.errors import StoreError
    from triage.store.read import Reader
    from triage.store.snapshot import is_locked

    try:
        with Reader(path) as reader:
            check_values(reader, task, "task", "task_id", "tasks")
            check_values(reader, cluster, "cluster", "cluster_id", "clusters")
            check_kinds(reader, finding)
            check_values(reader, model, "model", "model")
    except StoreError as error:
        if not is_locked(error):
            raise
