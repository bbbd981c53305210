"""triage label"""

from __future__ import annotations

import click

from triage.cli.common import db_option


@click.command("label")
@click.argument("run", metavar="RUN")
@click.argument("verdict", metavar="VERDICT")
@click.option("--note", "words", metavar="TEXT", help="Your words.")
@click.option("--step", type=click.IntRange(0), help="The decisive step.")
@click.option("--annotator", metavar="NAME", help="Who labels.  [default: TRIAGE_ANNOTATOR, else the user's name]")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
@db_option
def command(run: str, verdict: str, words: str | None, step: int | None, annotator: str | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Give one label. VERDICT is one of the taxonomy, or `withdrawn` to take your label of the run back.

    \b
    Examples:
      triage label drift-audit__x8Kq2 intended --note "averaged the rates, policy says pooled"
      triage label drift-audit__x8Kq2 withdrawn
    """
    from triage.cli.common import labels_folder, note, open_reader
    from triage.cli.lookup import find_run
    from triage.labels.append import append, file_of
    from triage.labels.events import default_annotator, fold, new_id, now, read_events
    from triage.labels.taxonomy import WITHDRAWN, check_verdict, load_taxonomy
    from triage.model import Label

    folder = labels_folder(labels_dir)
    who = annotator or default_annotator()
    verdict = WITHDRAWN if verdict == WITHDRAWN else check_verdict(verdict, load_taxonomy(folder))
    with open_reader(db, labels_dir) as reader:
        run_id = find_run(reader, run)
        row = reader.rows("select run_digest, task_id, task_version from runs where run_id = $run", {"run": run_id})[0]
    before = fold(read_events(folder).events).get((run_id, who))
    if verdict == WITHDRAWN and before is None:
        note(f"{who} has no label for {run_id}", quiet)
        return 1
    label = Label(
        new_id(),
        run_id,
        row["run_digest"],
        row["task_id"],
        row["task_version"],
        verdict,
        "read",
        None,
        words,
        step,
        who,
        now(),
        None,
        None,
        False,
        before.label_id if before else None,
    )
    append(folder, [label])
    note(f"{verdict}: {run_id}, in {file_of(folder, who)}", quiet)
    return 0
