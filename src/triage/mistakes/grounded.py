"""A check that wants an address, an id or a code that nobody could have met, where all runs give the one that their tools told them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said
from triage.mistakes.saying import AGREE, LEAST, counts, say
from triage.mistakes.transforms import change
from triage.mistakes.values import number, strip_quotes

_DATUM = re.compile(r"(?=.*[\d@/._-])[\w@/.:+#-]{5,80}")
"""A value that is looked up, not put into words: it has marks or digits, and no spaces."""

_PROGRAM = re.compile(r"\b(?:python[\d.]*|node|ruby|perl|php|bash|sh|go run|cargo|npm|npx|make|java)\s|(?:^|[\s\"'])\./")
"""A program that may be the agent's own: what it prints, nobody told."""


def _form(value: str) -> str:
    """The kind of thing that a value is: `a@b.c` for an address, `A-9` for an id."""
    return re.sub(r"(?:\.?a)+(?=@)", "a", re.sub(r"\d+", "9", re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", value))))


def grounded(task: TaskFacts, check: CheckFacts, c: Cluster, runs: Mapping[str, RunFacts]) -> Said | None:
    """The finding, where no run passes, most agree on a datum that a tool told, and the wanted one, of the same form, stands nowhere. Suspicious where the environment's files are not known."""
    wanted, given = strip_quotes(c.expected or ""), strip_quotes(c.wrong_value or "")
    if c.failing_runs < max(LEAST, check.n) or c.agreed < LEAST or c.agreement < AGREE or len(c.run_ids) < AGREE * c.telling:
        return None
    if number(wanted) is not None or not _DATUM.fullmatch(wanted) or not _DATUM.fullmatch(given) or _form(wanted) != _form(given):
        return None
    if change(wanted, given) is not None:
        return None  # the same datum by another convention
    if any(wanted in s.text for s in task.visible.sources) or given in task.prompt:
        return None
    told = {
        r: call
        for r in c.run_ids
        if r in runs
        for call in runs[r].calls
        if given in call.result and not any(given in x.arguments for x in runs[r].calls if (x.step or 0) < (call.step or 0))
    }
    told = {r: call for r, call in told.items() if given not in call.arguments and not _PROGRAM.search(call.arguments)}
    if len(told) < 2 or 2 * len(told) < c.agreed:
        return None
    text = f"{c.agreed} of {c.failing_runs} failing runs (of {check.n}) give {given}, which their tools told them; {wanted}, which the check wants, stands in nothing that could be read. {counts(check, c)[0].upper()}{counts(check, c)[1:]}."
    places = tuple((r, call.step, "tool_result", call.result[:300], None, None) for r, call in list(told.items())[:5])
    loud = task.files_known
    return say(
        "grader.threshold_conflict",
        "problem" if loud else "suspicious",
        0.7 if loud else 0.5,
        c,
        check,
        f"{check.check} wants {wanted}, the tools say {given}"[:200],
        text,
        (),
        places,
    )
