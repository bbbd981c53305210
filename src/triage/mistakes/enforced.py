"""Checks that enforce more than was asked: a stricter bound, another kind of container, a port, that something must not be there."""

from __future__ import annotations

import re

from triage.mistakes import guards
from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said
from triage.mistakes.saying import AGREE, LEAST, complaint, counts, say, strength
from triage.mistakes.values import number, strip_quotes, words

_NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
_LIMIT = re.compile(
    r"\b(?:at least|at most|no (?:more|less|fewer) than|not (?:more|less) than|more than|less than|fewer than|under|below|over|above|within|up to|minimum|maximum|min|max|exceed\w*|reach\w*|until|limit\w*)\b|[<>]=?|[≤≥]",
    re.IGNORECASE,
)
"""Words by which a prompt sets a bound."""


_MEASURE = re.compile(r"(?<=\d)\s?(ms|µs|us|ns|[KMG]i?B|MB/s|rps|req/s|qps|fps|px)\b", re.IGNORECASE)
"""Units that a prompt and a check share only where they speak of the same quantity."""


def _given(check: CheckFacts, c: Cluster) -> list[float]:
    """The numbers that the cluster's runs gave."""
    members = set(c.run_ids)
    values = [number((f.mistake.actual or "").split(" ")[0].rstrip(",;")) for f in check.failures if f.run_id in members]
    return [v for v in values if v is not None]


def stricter(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The prompt sets a bound, the check another, and what the runs reach lies between the two."""
    wanted = [v for x in _NUMBER.findall(c.expected or "") if (v := number(x)) is not None]
    given = _given(check, c)
    if len(wanted) != 1 or len(given) < LEAST or 2 * len(given) < c.failing_runs:
        return None
    units = {u.casefold() for u in _MEASURE.findall(c.mistake.text)}
    enforced, about = wanted[0], {w for w in words(f"{check.check} {c.mistake.where or ''} {c.mistake.text}") if len(w) > 3}
    for sentence in re.split(r"(?<=[.;!?])\s|\n", task.prompt):
        told = [v for x in _NUMBER.findall(sentence) if (v := number(x)) is not None]
        if enforced in told or not _LIMIT.search(sentence) or not (about & set(words(sentence)) or units & {u.casefold() for u in _MEASURE.findall(sentence)}):
            continue
        for bound in told:
            low, high = sorted((bound, enforced))
            between = [v for v in given if low <= v <= high and v != enforced]
            if bound * enforced > 0 and high <= 4 * low and len(between) >= max(LEAST, AGREE * len(given)):
                text = f"The prompt says {sentence.strip()[:200]!r}; the check wants {c.expected}. {len(between)} of {c.failing_runs} failing runs (of {check.n}) reach what the prompt says ({min(between):g} to {max(between):g}) and fail."
                return say("contract.contradicted", "problem", 0.85, c, check, f"{check.check} wants {c.expected}, the prompt says {bound:g}"[:200], text)
    return None


def untold_limit(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """Suspicious: a limit is enforced that stands nowhere, where the prompt sets none on the matter. How good is good enough may be meant to be found out; a person must say."""
    wanted = [x for x in _NUMBER.findall(c.expected or "") if number(x) is not None]
    if len(wanted) != 1 or len(c.run_ids) < LEAST or 2 * c.failing_runs < check.n or len(_given(check, c)) < LEAST:
        return None
    if next(guards.standing(task.visible, wanted[0]), None) is not None or any(_LIMIT.search(s) and _NUMBER.search(s) for s in re.split(r"(?<=[.;!?])\s|\n", task.prompt)):
        return None
    confidence, _ = strength(task, check, c)
    text = f"The check wants {c.expected}, and no text sets such a limit: {counts(check, c)}."
    text += complaint(task, c) + f" Sentence for the prompt: the limit {wanted[0]}."
    return say("contract.undisclosed", "suspicious", min(0.5, confidence - 0.2), c, check, f"{check.check} wants {c.expected}, a limit told nowhere"[:200], text)


_KIND = re.compile(r"\b(?:objects?|maps?|mappings?|dict\w*|keyed|keys?|hash(?:es)?|lists?|arrays?|tuples?|pairs?|sequence|unpack\w*|columns?|records?)\b|[{\[]", re.IGNORECASE)
"""Words that tell the kind of a container."""


def another_kind(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The check reads a mapping and is given a list, or the like: a choice, where no word of the prompt tells which."""
    if _KIND.search(task.prompt):
        return None
    confidence, _ = strength(task, check, c)
    text = f"The check reads {c.expected}{f' and is given {c.wrong_value}' if c.wrong_value else ''}: {counts(check, c)}. The prompt does not say which kind is wanted."
    text += complaint(task, c) + f" Sentence for the prompt: that {check.check} reads {c.expected}, with an example."
    return say("contract.undisclosed", "suspicious", confidence - 0.15, c, check, f"{check.check} wants {c.expected}, told nowhere", text)


def fenced(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    """The grader takes the marks of a code block for the answer, and nobody said that there must be none."""
    members = [f for f in check.failures if "```" in f.message and f.run_id in runs and "```" in runs[f.run_id].final]
    if len(members) < LEAST or len(members) < AGREE * c.telling or re.search(r"```|code ?block|fence|markdown|plain text|nothing else|only the", task.prompt, re.IGNORECASE):
        return None
    confidence, severity = strength(task, check, c)
    text = f"The grader takes the marks of a code block for a part of the answer: {counts(check, c)}. The prompt does not say how the answer is to be marked. To repair: take the block's content, or say it in the prompt."
    return say("contract.undisclosed", severity, confidence, c, check, f"{check.check} takes the marks of a code block for the answer", text, tuple(f.run_id for f in members))


def other_arguments(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The grader calls what the runs wrote with other arguments than they chose, and no text shows such a call."""
    name = (c.expected or "").rsplit(".", 1)[-1]
    shown = re.compile(rf"\b{re.escape(name)}\s*\(")
    if not name or any(shown.search(s.text) for s in task.visible.sources if s.area in ("prompt", "file")):
        return None
    confidence, _ = strength(task, check, c)
    text = f"The check calls {name} with other arguments than the runs let it take, and neither the prompt nor a file shows a call: {counts(check, c)}."
    text += complaint(task, c) + f" Sentence for the prompt: the arguments of {name}."
    return say("contract.undisclosed", "suspicious", confidence - 0.15, c, check, f"{check.check} calls {name} with other arguments, told nowhere", text)


_THING = re.compile(
    r"\b(?:unexpected|extra|superfluous|additional|forbidden|unknown|stray|left ?over)\s+(?:file|folder|director(?:y|ie)|key|field|column|propert(?:y|ie)|header|attribute|argument|output|line)s?\b",
    re.IGNORECASE,
)
_EXCLUDES = re.compile(
    r"\b(?:only|exactly|nothing (?:else|but)|no other|no (?:extra|additional|further)|just|clean\w*|leave no|remove|delete|without any|must not|do not|don't|never|strict\w*|precisely)\b",
    re.IGNORECASE,
)


def forbidden(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The check refuses a file, key or column, and no text says that there must be no other than those asked for."""
    if not c.wrong_value or c.failing_runs * 2 < check.n or not _THING.search(c.mistake.text) or _EXCLUDES.search(task.prompt):
        return None
    confidence, _ = strength(task, check, c)
    text = f"The check refuses {c.wrong_value}, and the prompt nowhere says that nothing but what it asks for may be there: {counts(check, c)}."
    text += complaint(task, c) + f" Sentence for the prompt: that there must be no {c.wrong_value}."
    return say("contract.undisclosed", "suspicious", confidence - 0.15, c, check, f"{check.check} refuses {c.wrong_value}, told nowhere"[:200], text)


_REFUSED = re.compile(
    r"(?:refused|ECONNREFUSED|failed to connect|couldn't connect|cannot connect|could not connect|max retries exceeded|not listening|nothing listens)", re.IGNORECASE
)
_PORT = re.compile(r"(?::|\bport[= ]*'?\"?)(\d{2,5})\b(?!:\d)", re.IGNORECASE)


def other_port(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    """The check knocks at a port that nobody told, and the runs serve at the one that the prompt gives, or at one of their own."""
    ports = {p for f in check.failures if f.run_id in set(c.run_ids) and _REFUSED.search(f.message) for p in _PORT.findall(f.message)}
    if len(ports) != 1 or len(c.run_ids) < LEAST or len(c.run_ids) < AGREE * c.telling:
        return None
    port = next(iter(ports))
    if task.visible.having([port]):
        return None
    told = [p for p in _PORT.findall(task.prompt) if p != port]
    members = [runs[r] for r in c.run_ids if r in runs]
    serves = [r for r in members if any(p in (told or _PORT.findall(r.final)) for x in (r.final, *(k.arguments for k in r.calls)) for p in _PORT.findall(x) if p != port)]
    if 2 * len(serves) < len(members):
        return None
    if told:
        text = f"The prompt says port {told[0]}, the check connects to {port}, which stands nowhere, and is refused: {counts(check, c)}."
        return say("contract.contradicted", "problem", 0.85, c, check, f"{check.check} connects to port {port}, the prompt says {told[0]}", text)
    confidence, severity = strength(task, check, c)
    text = f"The check connects to port {port}, which stands nowhere; the runs serve at ports of their own choice: {counts(check, c)}. Sentence for the prompt: the port {strip_quotes(port)}."
    return say("contract.undisclosed", severity, confidence - 0.1, c, check, f"{check.check} wants port {port}, told nowhere", text)
