"""triage detectors"""

from __future__ import annotations

import fnmatch

import click


@click.command("detectors")
@click.argument("kind", required=False)
@click.option("--format", "fmt", type=click.Choice(["table", "json", "jsonl", "csv"]), help="How to print.  [default: table]")
def command(kind: str | None, fmt: str | None) -> int:
    """The finding kinds that are detected. With KIND (a pattern) print the documentation of those.

    \b
    Examples:
      triage detectors
      triage detectors provider.credit_exhausted
    """
    from triage.catalogue import detectors
    from triage.cli.output import emit, say
    from triage.errors import UsageError

    chosen = [q for q in detectors() if kind is None or fnmatch.fnmatch(q.kind, kind) or q.id == kind]
    if not chosen:
        import difflib

        near = difflib.get_close_matches(kind or "", [q.kind for q in detectors()], 1, 0.4)
        raise UsageError(f"there is no detector of kind {kind!r}", hint=f"did you mean {near[0]}?" if near else "`triage detectors` lists them")
    rows = [
        {
            "kind": q.kind,
            "scope": q.scope,
            "severity": q.fields.get("severity", "note"),
            "confidence": float(q.fields.get("confidence", 0.5)),
            "title": q.title,
            "doc": q.doc,
            "detector": q.id,
            "version": q.version,
            "path": q.path,
        }
        for q in chosen
    ]
    if kind is not None and fmt in (None, "table"):
        for row in rows:
            say(f"{row['kind']}  ({row['scope']}, {row['severity']}, confidence {row['confidence']})", "bold")
            say(f"{row['title']}\n\n{row['doc']}\n")
        return 0
    emit(rows, fmt, {"kind": "kind", "scope": "scope", "severity": "severity", "title": "title"}, spare=("scope", "severity"))
    return 0
