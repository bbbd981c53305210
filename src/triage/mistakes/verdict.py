"""Who is to blame for a repeated mistake: the first rule that holds decides, in the order below.

Crashed graders, failing references and free points are told elsewhere and silence this. Then: the grader contradicts
what the run shows; the prompt contradicts the grader; the answer can be read somewhere (no fault of the prompt); it
stands nowhere (undisclosed); the prompt allows two readings (ambiguous).
"""

from __future__ import annotations

import re

from triage.mistakes import guards
from triage.mistakes.denied import negated, unmade
from triage.mistakes.disclosure import Disclosed, locate
from triage.mistakes.draws import draws
from triage.mistakes.enforced import another_kind, fenced, forbidden, other_arguments, other_port, stricter, untold_limit
from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.grounded import grounded
from triage.mistakes.group import Cluster, cluster
from triage.mistakes.held import answer_holds
from triage.mistakes.mispath import mispath
from triage.mistakes.misplaced import misplaced
from triage.mistakes.own import Own
from triage.mistakes.positional import positional
from triage.mistakes.prompt_conflict import conflicts
from triage.mistakes.said import Judged, Said
from triage.mistakes.saying import AGREE, LEAST, counts, say
from triage.mistakes.stand_ins import dies_within, own_slip, stand_ins
from triage.mistakes.tokens import atoms
from triage.mistakes.told_other import prompt_says_other, spelled_other
from triage.mistakes.transforms import common_change
from triage.mistakes.valued import condition, counted_otherwise, from_source, value_verdict
from triage.mistakes.values import words
from triage.mistakes.worded import opaque, wording

_DISCLOSURE = {"contract.contradicted": "contradicted", "contract.undisclosed": "undisclosed"}
"""What a verdict says of its cluster, whatever its words by themselves: a word may stand in a sentence and not be told as the key that it is."""


def judge(task: TaskFacts) -> tuple[list[Judged], list[Said]]:
    """Clusters and assertions of one task version."""
    judged: list[Judged] = []
    said: list[Said] = []
    written = Own(task.runs, task.files)
    for check in task.checks:
        if not check.failures:
            continue
        clusters = cluster(task.task_id, task.task_version, check.failures)
        own = [Judged(c, *_disclosure(task, c, written)) for c in clusters]
        verdict = _decide(task, check, own) if own else None
        if verdict is not None:
            said.append(verdict)
            found = _DISCLOSURE.get(verdict.kind)
            if found is not None:
                own = [j._replace(disclosure=found) if j.cluster.cluster_id == verdict.cluster_id else j for j in own]
        judged += own
    return judged, said + _missing_aids(task) + _conflicts(task)


def _disclosure(task: TaskFacts, c: Cluster, own: Own) -> tuple[str, tuple[Disclosed, ...]]:
    tokens = tuple(locate(task.visible, a, own.wrote) for a in atoms(c.mistake)) if len(c.run_ids) >= 2 else ()
    if not tokens:
        return "unknown", tokens
    if any(t.state == "nowhere" and t.atom.kind != "number" for t in tokens):
        return "undisclosed", tokens
    if all(t.state == "prompt" for t in tokens):
        return "disclosed", tokens
    if any(t.state == "nowhere" for t in tokens):
        return "unknown", tokens
    return "derivable", tokens


def _decide(task: TaskFacts, check: CheckFacts, own: list[Judged]) -> Said | None:
    own = speaking(own, task.prompt)
    top = own[0].cluster
    runs = dict(task.runs)
    if check.reference_passes is False:
        return None
    if check.noop_passes:
        return _punished(task, check, top)
    within = stand_ins(task, check, top, runs)
    if within is not None or _crashed(check, top) or dies_within(check.failures, top, runs):
        return within
    for rule in (mispath, misplaced, positional, other_port, fenced, _grader_blind, _too_narrow, negated, unmade, _penalised, _refused, _constant, grounded, draws):
        verdict = rule(task, check, top, runs)
        if verdict is not None:
            return verdict
    verdict = condition(task, check, top)
    if verdict is not None or len(top.run_ids) < LEAST or len(top.run_ids) < AGREE * top.telling:
        return verdict
    if top.mistake.shape in ("name", "text", "contains") and not _spelled_otherwise(check, top):
        if own_slip(check.failures, top, runs):
            return None
        return prompt_says_other(task, check, own[0]) or spelled_other(task, check, own[0]) or wording(task, check, own[0])
    if top.mistake.shape == "digest":
        return opaque(task, check, top)
    if top.mistake.shape in ("value", "text"):
        return prompt_says_other(task, check, own[0]) or value_verdict(task, check, own[0])
    if top.mistake.shape == "bound":
        return stricter(task, check, top) or counted_otherwise(task, check, own[0]) or untold_limit(task, check, top)
    if top.mistake.shape == "type":
        return another_kind(task, check, top)
    if top.mistake.shape == "call":
        return other_arguments(task, check, top)
    if top.mistake.shape == "extra":
        return forbidden(task, check, top)
    return from_source(task, check, top)


def _spelled_otherwise(check: CheckFacts, c: Cluster) -> bool:
    """Whether the runs gave the wanted wording in other letters or marks: a convention, no wording to know."""
    members = set(c.run_ids)
    common = common_change((f.mistake.expected, f.mistake.actual) for f in check.failures if f.run_id in members) if c.mistake.shape == "text" else None
    return common is not None and common[1] >= LEAST and common[0].kind in ("case", "separator", "order")


_ABSENT = re.compile(
    r"No such file|does not exist|doesn't exist|not found|FileNotFound|(?:never|not|n't)(?: been)? (?:created|written|produced|generated|saved|there|at)\b|nothing at|no file",
    re.IGNORECASE,
)


def speaking(own: list[Judged], prompt: str) -> list[Judged]:
    """The clusters that tell of a mistake, with the runs that do. Not: runs that left nothing under the name that the prompt gives; they got nowhere, whatever the check wants next.

    Where no other failures are there, all of them.
    """
    rest = [j for j in own if not (j.cluster.mistake.shape == "name" and _ABSENT.search(j.cluster.mistake.text) and (j.disclosure == "disclosed" or _named(j, prompt)))]
    if not rest or len(rest) == len(own):
        return own
    nowhere = {r for j in own if j not in rest for r in j.cluster.run_ids}
    return [j._replace(cluster=j.cluster._replace(telling=j.cluster.telling - len(nowhere))) for j in rest]


def _named(j: Judged, prompt: str) -> bool:
    """Whether the prompt gives the last part of each path that is wanted."""
    parts = [t.atom.text.rstrip("/").rpartition("/")[2] for t in j.tokens]
    return bool(parts) and all(len(p) > 3 and p in prompt for p in parts)


def _crashed(check: CheckFacts, top: Cluster) -> bool:
    """Whether the grader died rather than the check failed: an error that names nothing, the same everywhere."""
    errors = sum(f.status == "error" for f in check.failures)
    return top.mistake.shape == "crash" and errors >= AGREE * len(check.failures)


def _punished(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """Doing nothing passes and doing what the prompt says fails."""
    told = {_stem(w) for w in words(task.prompt)}
    did = [_stem(w) for w in words(c.mistake.actual or "") if len(w) > 3]
    wanted = [_stem(w) for w in words(c.mistake.expected or "") if len(w) > 3]
    if len(c.run_ids) < LEAST or len(c.run_ids) < AGREE * c.failing_runs or not wanted or not any(w in told for w in did) or any(w in told for w in wanted):
        return None
    text = f"The prompt asks for what the check punishes: {c.signature}, and the runs gave {c.wrong_value} ({counts(check, c)}). A run that does nothing passes."
    return say("contract.contradicted", "problem", 0.8, c, check, f"{check.check} punishes what the prompt asks for", text)


def _stem(word: str) -> str:
    plain = re.sub(r"(?:ing|ed|es|s)$", "", word) if len(word) > 4 else word
    return plain[:-1] if len(plain) > 4 and plain[-1] == plain[-2] else plain


def _grader_blind(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    seen = guards.seen_by_agent(check.failures, runs)
    if len(seen) < 2 or len(seen) < 0.5 * c.failing_runs:
        return None
    kind = "grader.nondeterministic" if c.failing_runs < check.n else "grader.loses_results"
    places = tuple((r, step, "tool_result", quote, None, None) for r, step, quote in seen[:5])
    text = f"The check says that {c.expected} is missing, and the agent's own last look shows it, in {len(seen)} of {c.failing_runs} failing runs of {check.n}. The grader looked elsewhere, or too early."
    return say(kind, "problem", 0.8, c, check, f"{check.check}: the grader misses what the run shows", text, tuple(r for r, _, _ in seen), places)


def _too_narrow(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    equal, held = guards.equal_but_refused(check.failures), answer_holds(check.failures, runs, task.prompt)
    hits = tuple(dict.fromkeys([r for r, _ in equal] or held))
    if len(hits) < 2 or len(hits) < c.failing_runs / 3:
        return None
    if equal and not held and guards.spelling_shown(c, task.visible):
        return None  # a sample shows the spelling
    what = equal[0][1].sentence if equal else "the wanted value stands in the final answer"
    text = f"{len(hits)} of {c.failing_runs} failing runs gave what the check wants ({what}), of {check.n} valid ones; the comparison or the extraction refuses it. Wanted: {c.expected}; taken: {c.wrong_value}."
    return say("contract.contradicted", "problem", 0.8, c, check, f"{check.check} refuses right answers", text, hits)


def _penalised(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    hits = guards.penalised_calls(c, runs)
    if len(hits) < LEAST or len(c.run_ids) < AGREE * c.failing_runs or re.search(r"\b(?:do not|don't|never|without|must not)\b", task.prompt, re.IGNORECASE):
        return None
    text = f"The only difference is what the agents looked up on their way ({c.wrong_value}): {counts(check, c)}. The prompt forbids none of it."
    return say("contract.contradicted", "problem", 0.75, c, check, f"{check.check} punishes calls that the prompt allows", text)


def _refused(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    hits = guards.refusals(check.failures, runs, task.visible)
    if len(hits) < 2 or len(hits) < 0.4 * c.failing_runs or not c.expected:
        return None
    text = f"{len(hits)} of {c.failing_runs} failing runs (of {check.n}) say that a document which they read forbids what the check wants ({c.expected}), for instance: {hits[0][1]!r}."
    return say("contract.contradicted", "problem", 0.75, c, check, f"{check.check} wants what a document forbids", text, tuple(r for r, _ in hits))


def _constant(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    where = guards.wrong_constant(c, task.visible) if len(c.run_ids) >= 2 and c.agreement >= AGREE and len(c.run_ids) >= AGREE * c.failing_runs else None
    if where is None:
        return None
    text = f"The runs agree on {c.wrong_value} ({c.agreed} of {c.failing_runs} failing runs, of {check.n}), which stands in {where}; the value that the check wants ({c.expected}) stands nowhere."
    return say("grader.threshold_conflict", "problem", 0.7, c, check, f"{check.check}: the wanted constant contradicts the data", text)


def _missing_aids(task: TaskFacts) -> list[Said]:
    found = []
    for path, runs in guards.missing_aids(task.prompt, list(task.runs.values()), task.files):
        places = tuple((r, step, "tool_result", quote, None, None) for r, step, quote in runs[:10])
        text = f"The prompt sends the agent to {path}; {len(runs)} of {len(task.runs)} valid runs looked for it and none found it."
        found.append(
            Said("contract.ambiguous", "problem", 0.75, None, None, f"{path} is named in the prompt and is not there", text, tuple(r for r, _, _ in runs), len(task.runs), places)
        )
    return found


def _conflicts(task: TaskFacts) -> list[Said]:
    """The prompt against itself, where runs fail."""
    failing = sorted({f.run_id for check in task.checks for f in check.failures})
    found = conflicts(task.prompt, frozenset(p.rsplit("/", 1)[-1] for p in task.files)) if failing else []
    only = task.checks[0].check if len(task.checks) == 1 else None
    return [
        Said(
            "contract.ambiguous", "problem", 0.7, only, None, f"the prompt contradicts itself: {what}"[:200],
            f"The prompt contradicts itself: {what}. {len(failing)} of {len(task.runs)} valid runs fail.", tuple(failing), len(task.runs), tuple((r, None, "prompt", what, None, None) for r in failing[:5]),
        )
        for what in found
    ]  # fmt: skip
