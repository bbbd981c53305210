"""What could not be known, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Block, Paragraph, Section, Table

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

MOST = 40


def build(reader: Masked, scope: Scope) -> Section:
    """Missing kinds of data in words, and the input that could not be read."""
    facts = reader.named("unknown", {"task": scope.task})[0]
    sentences = [
        (facts["no_reference"], "tasks have no reference run: whether they can be solved as graded is not known"),
        (facts["no_noop"], "tasks have no do-nothing run: whether doing nothing earns credit is not known"),
        (facts["no_prompt"], "task versions have no prompt on record: what it discloses is not known"),
        (facts["no_grader_files"], "task versions have no grader files: whether the grader changed is not known"),
        (facts["no_transcript"], "runs have no transcript: what the agent did is not known"),
        (facts["no_checks"], "graded runs have no checks: which part decided is not known"),
        (facts["truncated"], "transcripts are cut"),
        (facts["ungraded"], "runs have no verdict"),
    ]
    blocks: list[Block] = [Paragraph(f"{n} {what}.") for n, what in sentences if n]
    problems = reader.named("problem_counts") if scope.task is None else []
    if problems:
        blocks.append(
            Table(
                ["severity", "kind", "how often", "files", "e.g.", "what"],
                [[p["severity"], p["kind"], p["n"], p["files"], p["example"], p["what"]] for p in problems[:MOST]],
                "Input that could not be read as it should be; triage doctor --coverage lists all.",
            )
        )
    return Section("unknown", "What could not be known", blocks, "Everything that was asked could be answered.")
