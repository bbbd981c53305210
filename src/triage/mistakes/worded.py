"""Names and wordings that a check wants: told, derivable, or told nowhere."""

from __future__ import annotations

import re

from triage.mistakes import guards
from triage.mistakes.disclosure import marked_as_name
from triage.mistakes.facts import CheckFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.programs import told_program
from triage.mistakes.said import Judged, Said
from triage.mistakes.saying import complaint, counts, say, strength
from triage.mistakes.values import strip_quotes, words

_GRADERS = re.compile(r"/(?:tests?|grader|grading|verifier|judge|oracle|solution|logs)/")
"""Folders of graders: what lacks there, no agent was to make."""


def wording(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """A name or wording is wanted: told nowhere, told as no name, or to be read somewhere."""
    c, novel = j.cluster, [t for t in j.tokens if t.state == "nowhere" and t.atom.kind != "number"]
    if not j.tokens:
        return None
    if not novel:
        return _unmarked(task, check, j) or derivable(task, check, j)
    novel = [
        t
        for t in novel
        if not (t.atom.kind == "path" and _GRADERS.match(t.atom.text))
        and not guards.used_by_agents(t.atom, c, task.runs)
        and not told_program(t.atom.text, c.mistake.text, task.prompt)
    ]
    if not novel:
        return None  # the runs knew the name: they fail otherwise
    names = ", ".join(f"`{t.atom.text}`" for t in novel[:6])
    removed = [v for v, p in task.other_prompts.items() if any(t.atom.text.casefold() in p.casefold() for t in novel)]
    confidence, severity = strength(task, check, c)
    known = "" if task.files_known else " in anything that the agents read (the environment's files are not known)"
    text = f"The check wants {names}, which the prompt does not tell and which stands nowhere{known}. {counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it."
    if removed:
        text += f" Version {removed[0]} of the prompt told it; this one does not."
        confidence += 0.1
    text += complaint(task, c) + f" Sentence for the prompt: name {names} and say where it must stand."
    return say("contract.undisclosed", severity, confidence, c, check, f"{check.check} wants {names}, told nowhere"[:200], text)


def _unmarked(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """The wanted key is a word of the prompt's sentences, and nothing says that it is a key; surer where another version of the prompt does."""
    c, loose = j.cluster, [t for t in j.tokens if t.loosely]
    if not loose or len(loose) < len(j.tokens) or 2 * c.failing_runs < check.n or check.reference_passes is False:
        return None
    told = [v for v, p in task.other_prompts.items() if all(marked_as_name(t.atom.text).search(p) for t in loose)]
    names, (confidence, severity) = ", ".join(f"`{t.atom.text}`" for t in loose[:6]), strength(task, check, c)
    text = f"The check wants {names}, which stands in sentences only, nowhere as a name. {counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it."
    if told:
        text += f" Version {told[0]} of the prompt told it; this one does not."
    text += complaint(task, c) + f" Sentence for the prompt: name {names} and say where it must stand."
    return say(
        "contract.undisclosed",
        severity if told else "suspicious",
        confidence if told else min(confidence - 0.2, 0.5),
        c,
        check,
        f"{check.check} wants {names}, nowhere told as a name"[:200],
        text,
    )


def derivable(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """It can be read somewhere: a fair difficulty. Told as a note, with who read it."""
    c = j.cluster
    if all(t.state == "prompt" for t in j.tokens):
        return None
    failing = frozenset(f.run_id for f in check.failures)
    ok, bad, ok_not, bad_not = guards.read_table(j.tokens, list(task.runs.values()), failing)
    where = next((p for t in j.tokens for p in t.places if p.area != "prompt"), None)
    read = re.fullmatch(r"tool:(.*):(\d+)", where.source) if where and where.area == "output" else None
    at = f"what step {read[2]} of {read[1]} shows" if read else f"{where.source}{f':{where.line}' if where.line else ''}" if where else "what the agents could read"
    text = f"What the check wants stands in {at}, not in the prompt: {counts(check, c)}. Runs that opened it: {ok} of {ok + bad} pass; runs that did not: {ok_not} of {ok_not + bad_not}. A difficulty that can be solved by reading."
    places: tuple[tuple[str | None, int | None, str, str, str | None, int | None], ...] = ()
    if where:
        places = ((read[1], int(read[2]), "tool_result", where.quote, None, None) if read else (None, None, "task_file", where.quote, where.source, where.line),)
    return say("contract.inferable", "note", 0.7, c, check, f"{check.check}: derivable from {at}", text, (), places)


def opaque(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """A digest is wanted: no agreement can be expected; the rate alone speaks."""
    if c.failing_runs < 0.5 * check.n or task.visible.having(words(strip_quotes(c.expected or "x"))):
        return None
    confidence, severity = strength(task, check, c)
    checked = sum(
        bool(re.search(r"\b(?:same|identical|reproducib\w+|match\w*|twice)\b", f"{r.final} {' '.join(x.result[:500] for x in r.calls)}", re.IGNORECASE))
        for i in c.run_ids
        if (r := task.runs.get(i))
    )
    text = f"The check compares with the digest {c.expected}: {counts(check, c)}, with {c.distinct} different values. Any of many right results has another digest"
    text += f"; {checked} of them verified the property that the prompt asks for." if checked else "."
    return say(
        "contract.undisclosed",
        severity,
        confidence,
        c,
        check,
        f"{check.check} wants one particular digest",
        text + " Sentence for the prompt: the exact recipe, or let the check test the property itself.",
    )
