"""Who is to blame for a repeated mistake: the first rule that holds decides, in the order below.

Crashed graders, failing references and free points are told elsewhere and silence this. Then: the grader contradicts
what the run shows; the prompt contradicts the grader; the answer can be read somewhere (no fault of the prompt); it
stands nowhere (undisclosed); the prompt allows two readings (ambiguous).
"""

from __future__ import annotations

import re

from triage.mistakes import guards
from triage.mistakes.chance import at_least
from triage.mistakes.disclosure import Disclosed, locate, marked_as_name
from triage.mistakes.enforced import another_kind, fenced, forbidden, other_arguments, other_port, stricter
from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster, cluster
from triage.mistakes.mispath import mispath
from triage.mistakes.misplaced import misplaced
from triage.mistakes.own import Own
from triage.mistakes.programs import told_program
from triage.mistakes.prompt_conflict import conflicts
from triage.mistakes.rulebook import cited, sentences, statement, stem
from triage.mistakes.said import Judged, Said
from triage.mistakes.saying import AGREE, LEAST
from triage.mistakes.saying import complaint as _complaint
from triage.mistakes.saying import counts as _counts
from triage.mistakes.saying import say as _say
from triage.mistakes.saying import strength as _strength
from triage.mistakes.sourced import sourced_name
from triage.mistakes.tokens import Atom, atoms
from triage.mistakes.transforms import Change, common_change
from triage.mistakes.untold import untold
from triage.mistakes.values import number, strip_quotes, words


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
            if verdict.kind == "contract.contradicted":
                own = [j._replace(disclosure="contradicted") if j.cluster.cluster_id == verdict.cluster_id else j for j in own]
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
    if check.reference_passes is False or _crashed(check, top):
        return None
    if check.noop_passes:
        return _punished(task, check, top)
    for rule in (mispath, misplaced, other_port, fenced, _grader_blind, _too_narrow, _penalised, _refused, _constant):
        verdict = rule(task, check, top, runs)
        if verdict is not None:
            return verdict
    verdict = _condition(task, check, top)
    if verdict is not None or len(top.run_ids) < LEAST or len(top.run_ids) < AGREE * top.telling:
        return verdict
    if top.mistake.shape in ("name", "text", "contains") and not _spelled_otherwise(check, top):
        return _prompt_says_other(task, check, own[0]) or _wording(task, check, own[0])
    if top.mistake.shape == "digest":
        return _opaque(task, check, top)
    if top.mistake.shape in ("value", "text"):
        return _prompt_says_other(task, check, own[0]) or _value(task, check, own[0])
    if top.mistake.shape == "bound":
        return stricter(task, check, top) or _counted_otherwise(task, check, own[0])
    if top.mistake.shape == "type":
        return another_kind(task, check, top)
    if top.mistake.shape == "call":
        return other_arguments(task, check, top)
    if top.mistake.shape == "extra":
        return forbidden(task, check, top)
    return _from_source(task, check, top)


def _spelled_otherwise(check: CheckFacts, c: Cluster) -> bool:
    """Whether the runs gave the wanted wording in other letters or marks: a convention, no wording to know."""
    members = set(c.run_ids)
    common = common_change((f.mistake.expected, f.mistake.actual) for f in check.failures if f.run_id in members) if c.mistake.shape == "text" else None
    return common is not None and common[1] >= LEAST and common[0].kind in ("case", "separator", "order")


_ABSENT = re.compile(r"No such file|does not exist|doesn't exist|not found|FileNotFound", re.IGNORECASE)


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
    text = f"The prompt asks for what the check punishes: {c.signature}, and the runs gave {c.wrong_value} ({_counts(check, c)}). A run that does nothing passes."
    return _say("contract.contradicted", "problem", 0.8, c, check, f"{check.check} punishes what the prompt asks for", text)


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
    return _say(kind, "problem", 0.8, c, check, f"{check.check}: the grader misses what the run shows", text, tuple(r for r, _, _ in seen), places)


def _too_narrow(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    equal, held = guards.equal_but_refused(check.failures), guards.answer_holds(check.failures, runs)
    hits = tuple(dict.fromkeys([r for r, _ in equal] or held))
    if len(hits) < 2 or len(hits) < c.failing_runs / 3:
        return None
    if equal and not held and guards.spelling_shown(c, task.visible):
        return None  # a sample shows the spelling
    what = equal[0][1].sentence if equal else "the wanted value stands in the final answer"
    text = f"{len(hits)} of {c.failing_runs} failing runs gave what the check wants ({what}), of {check.n} valid ones; the comparison or the extraction refuses it. Wanted: {c.expected}; taken: {c.wrong_value}."
    return _say("contract.contradicted", "problem", 0.8, c, check, f"{check.check} refuses right answers", text, hits)


def _penalised(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    hits = guards.penalised_calls(c, runs)
    if len(hits) < LEAST or len(c.run_ids) < AGREE * c.failing_runs or re.search(r"\b(?:do not|don't|never|without|must not)\b", task.prompt, re.IGNORECASE):
        return None
    text = f"The only difference is what the agents looked up on their way ({c.wrong_value}): {_counts(check, c)}. The prompt forbids none of it."
    return _say("contract.contradicted", "problem", 0.75, c, check, f"{check.check} punishes calls that the prompt allows", text)


def _refused(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    hits = guards.refusals(check.failures, runs, task.visible)
    if len(hits) < 2 or len(hits) < 0.4 * c.failing_runs or not c.expected:
        return None
    text = f"{len(hits)} of {c.failing_runs} failing runs (of {check.n}) say that a document which they read forbids what the check wants ({c.expected}), for instance: {hits[0][1]!r}."
    return _say("contract.contradicted", "problem", 0.75, c, check, f"{check.check} wants what a document forbids", text, tuple(r for r, _ in hits))


def _constant(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    where = guards.wrong_constant(c, task.visible) if len(c.run_ids) >= 2 and c.agreement >= AGREE and len(c.run_ids) >= AGREE * c.failing_runs else None
    if where is None:
        return None
    text = f"The runs agree on {c.wrong_value} ({c.agreed} of {c.failing_runs} failing runs, of {check.n}), which stands in {where}; the value that the check wants ({c.expected}) stands nowhere."
    return _say("grader.threshold_conflict", "problem", 0.7, c, check, f"{check.check}: the wanted constant contradicts the data", text)


def _prompt_says_other(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """The given value is what the prompt asks for, literally, and the wanted one stands nowhere."""
    c = j.cluster
    wrong = strip_quotes(c.wrong_value or "")
    if c.agreement < AGREE or c.agreed < LEAST or len(wrong) < 3 or any(t.state == "prompt" and t.atom.text in task.prompt for t in j.tokens):
        return None
    quoted = re.search(rf"[`'\"]{re.escape(wrong)}[`'\"]", task.prompt) is not None
    special = quoted or bool(re.search(r"[_/.\-:]|\d|[a-z][A-Z]", wrong))  # else it may be a piece of a sentence
    if number(wrong) is not None and not quoted and not _about(wrong, task.prompt, check, c):
        return None  # the same number, of something else
    if not special or not re.search(rf"(?<![\w/.-]){re.escape(wrong)}(?![\w/-])", task.prompt):
        return None
    text = f"The prompt says {wrong!r}, the check wants {c.expected!r}, and the runs follow the prompt: {_counts(check, c)}."
    return _say("contract.contradicted", "problem", 0.85, c, check, f"{check.check} wants {c.expected}, the prompt says {wrong}", text)


def _about(value: str, prompt: str, check: CheckFacts, c: Cluster) -> bool:
    """Whether a sentence of the prompt that holds the value shares a word with what is checked."""
    topic = {stem(w) for w in words(f"{check.check} {c.mistake.where or ''}") if len(w) > 3}
    return any(value in s and topic & {stem(w) for w in words(s)} for s in sentences(prompt))


def _wording(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    c, novel = j.cluster, [t for t in j.tokens if t.state == "nowhere" and t.atom.kind != "number"]
    if not j.tokens:
        return None
    if not novel:
        return _unmarked(task, check, j) or _derivable(task, check, j)
    novel = [t for t in novel if not guards.used_by_agents(t.atom, c, task.runs) and not told_program(t.atom.text, c.mistake.text, task.prompt)]
    if not novel:
        return None  # the runs knew the name: they fail otherwise
    names = ", ".join(f"`{t.atom.text}`" for t in novel[:6])
    removed = [v for v, p in task.other_prompts.items() if any(t.atom.text.casefold() in p.casefold() for t in novel)]
    confidence, severity = _strength(task, check, c)
    known = "" if task.files_known else " in anything that the agents read (the environment's files are not known)"
    text = f"The check wants {names}, which the prompt does not tell and which stands nowhere{known}. {_counts(check, c)[0].upper()}{_counts(check, c)[1:]} miss it."
    if removed:
        text += f" Version {removed[0]} of the prompt told it; this one does not."
        confidence += 0.1
    text += _complaint(task, c) + f" Sentence for the prompt: name {names} and say where it must stand."
    return _say("contract.undisclosed", severity, confidence, c, check, f"{check.check} wants {names}, told nowhere"[:200], text)


def _unmarked(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """The wanted key is a word of the prompt's sentences, and nothing says that it is a key; surer where another version of the prompt does."""
    c, loose = j.cluster, [t for t in j.tokens if t.loosely]
    if not loose or len(loose) < len(j.tokens) or 2 * c.failing_runs < check.n or check.reference_passes is False:
        return None
    told = [v for v, p in task.other_prompts.items() if all(marked_as_name(t.atom.text).search(p) for t in loose)]
    names, (confidence, severity) = ", ".join(f"`{t.atom.text}`" for t in loose[:6]), _strength(task, check, c)
    text = f"The check wants {names}, which stands in sentences only, nowhere as a name. {_counts(check, c)[0].upper()}{_counts(check, c)[1:]} miss it."
    if told:
        text += f" Version {told[0]} of the prompt told it; this one does not."
    text += _complaint(task, c) + f" Sentence for the prompt: name {names} and say where it must stand."
    return _say(
        "contract.undisclosed",
        severity if told else "suspicious",
        confidence if told else min(confidence - 0.2, 0.5),
        c,
        check,
        f"{check.check} wants {names}, nowhere told as a name"[:200],
        text,
    )


def _derivable(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """It can be read somewhere: a fair difficulty. Told as a note, with who read it."""
    c = j.cluster
    if all(t.state == "prompt" for t in j.tokens):
        return None
    failing = frozenset(f.run_id for f in check.failures)
    ok, bad, ok_not, bad_not = guards.read_table(j.tokens, list(task.runs.values()), failing)
    where = next((p for t in j.tokens for p in t.places if p.area != "prompt"), None)
    at = f"{where.source}{f':{where.line}' if where.line else ''}" if where else "what the agents could read"
    text = f"What the check wants stands in {at}, not in the prompt: {_counts(check, c)}. Runs that opened it: {ok} of {ok + bad} pass; runs that did not: {ok_not} of {ok_not + bad_not}. A difficulty that can be solved by reading."
    places = ((None, None, "task_file", where.quote, where.source, where.line),) if where else ()
    return _say("contract.inferable", "note", 0.7, c, check, f"{check.check}: derivable from {at}", text, (), places)


def _opaque(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """A digest is wanted: no agreement can be expected; the rate alone speaks."""
    if c.failing_runs < 0.5 * check.n or task.visible.having(words(strip_quotes(c.expected or "x"))):
        return None
    confidence, severity = _strength(task, check, c)
    checked = sum(
        bool(re.search(r"\b(?:same|identical|reproducib\w+|match\w*|twice)\b", f"{r.final} {' '.join(x.result[:500] for x in r.calls)}", re.IGNORECASE))
        for i in c.run_ids
        if (r := task.runs.get(i))
    )
    text = f"The check compares with the digest {c.expected}: {_counts(check, c)}, with {c.distinct} different values. Any of many right results has another digest"
    text += f"; {checked} of them verified the property that the prompt asks for." if checked else "."
    return _say(
        "contract.undisclosed",
        severity,
        confidence,
        c,
        check,
        f"{check.check} wants one particular digest",
        text + " Sentence for the prompt: the exact recipe, or let the check test the property itself.",
    )


def _value(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    c = j.cluster
    members = [f for f in check.failures if f.run_id in set(c.run_ids)]
    common = common_change((f.mistake.expected, f.mistake.actual) for f in members)
    made = common[0] if common else None
    if made and made.kind == "equal" and guards.spelling_shown(c, task.visible):
        return None
    rule = guards.rule_in_words(task.visible, c, made)
    spelled = [t for t in j.tokens if t.state in ("observed", "readable") and (t.atom.kind in ("text", "path") or (t.atom.kind == "name" and len(t.atom.text) >= 3))]
    if spelled and c.wrong_value and _both_stand(task, strip_quotes(c.expected or ""), strip_quotes(c.wrong_value)):
        spelled = []  # that they do decides nothing
    if rule is not None and (made is None or made.kind != "offset"):
        return _cites(task, check, c) or _stated(check, c, rule)
    if spelled:
        return _derivable(task, check, j)
    if common and common[1] >= LEAST and made and made.kind in ("rounding", "order", "unit", "case", "separator", "format", "padding", "zone", "level", "type"):
        return _convention(task, check, c, made, common[1])
    other = (_wording(task, check, j) if _identifies(c) else None) or _agreed_number(task, check, j) or _lone_word(task, check, j) or _complained(task, check, c, made)
    if other is not None:
        return other
    if c.agreement < AGREE or c.agreed < LEAST or strip_quotes(c.wrong_value or "").strip("[](){} ") in ("", "None", "null") or not _unlikely(c):
        return None
    if _exits(c) and _code_told(task, c):
        return None
    return _cites(task, check, c) or _two_readings(task, check, c, made)


_SPELLED = re.compile(r"[A-Za-z]{2,}(?:[_-][A-Za-z]+)+|[A-Z]{2,}(?:_[A-Z]+)+|[A-Z]_[A-Z]{2,}|[a-z]+(?:[A-Z][a-z]+)+")


def _identifies(c: Cluster) -> bool:
    """Whether a code of words is wanted (`E_SLOW`, `box_unknown`) and other words are given: no answer to work out, but a name."""
    return _SPELLED.fullmatch(strip_quotes(c.expected or "")) is not None and number(c.wrong_value or "x") is None and bool(re.search(r"[A-Za-z]{3}", c.wrong_value or ""))


def _complained(task: TaskFacts, check: CheckFacts, c: Cluster, made: Change | None) -> Said | None:
    """Most failing runs say that it is open, and some of them agree."""
    said = guards.complaints([task.runs[r] for r in c.run_ids if r in task.runs])
    return _two_readings(task, check, c, made)._replace(severity="suspicious") if len(said) >= LEAST and 2 * len(said) >= c.failing_runs and c.agreed >= 2 else None


def _cites(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The runs that agree say by which rule of a document they went, and no passing run does."""
    rule, runs = cited(task.prompt, task.visible, task.runs, c, frozenset(f.run_id for f in check.failures)) if c.agreement >= AGREE and c.agreed >= LEAST else (None, ())
    if rule is None:
        return None
    text = f"{c.agreed} of {c.failing_runs} failing runs (of {check.n}) give {c.wrong_value} instead of {c.expected}, and {len(runs)} of them refer to {rule.source} for it: {rule.quote!r}. No passing run does."
    places = ((None, None, "task_file", rule.quote, rule.source, None),)
    return _say("contract.contradicted", "suspicious", 0.55, c, check, f"{check.check} wants {c.expected}, the runs cite a rule for {c.wrong_value}"[:200], text, runs, places)


def _two_readings(task: TaskFacts, check: CheckFacts, c: Cluster, made: Change | None) -> Said:
    """Loud only where nothing that could be read lays down rules on the matter."""
    confidence, _ = _strength(task, check, c)
    hint = f" {made.sentence[0].upper()}{made.sentence[1:]} would explain the difference." if made else ""
    passing = check.n - c.failing_runs
    text = f"{c.agreed} of {c.failing_runs} failing runs (of {check.n}) give the same other value, {c.wrong_value} instead of {c.expected}; {passing} pass."
    found = statement(task.prompt, task.visible, task.runs, c)
    if found:
        text += f" {found.source} lays down rules ({found.quote!r}): whether they decide between the two, a person must read."
    else:
        text += " No visible text states the rule that decides between the two."
    text += f"{hint}{_complaint(task, c)} Sentence for the prompt: the rule by which {c.mistake.where or check.check} is {c.expected} and not {c.wrong_value}."
    loud = found is None and confidence >= 0.7
    places = ((None, None, "task_file", found.quote, found.source, None),) if found else ()
    return _say(
        "contract.ambiguous", "problem" if loud else "suspicious", min(confidence - 0.1, 0.45) if found else confidence - 0.1, c, check,
        f"{check.check}: two readings, {c.expected} and {c.wrong_value}"[:200], text, (), places,
    )  # fmt: skip


def _both_stand(task: TaskFacts, wanted: str, wrong: str) -> bool:
    """Whether the given value stands in what could be read as often as the wanted one."""
    if words(wanted) == words(wrong):  # they differ in marks only
        return sum(wrong in s.text for s in task.visible.sources) >= sum(wanted in s.text for s in task.visible.sources)
    return len(task.visible.having(words(wrong))) >= len(task.visible.having(words(wanted)))


def _stated(check: CheckFacts, c: Cluster, rule: guards.Rule) -> Said | None:
    if rule.area == "prompt":
        return None
    text = f"{rule.source} states the rule: {rule.quote!r}. {_counts(check, c)} miss it. A difficulty that can be solved by reading."
    return _say(
        "contract.inferable", "note", 0.6, c, check, f"{check.check}: the rule stands in {rule.source}", text, (), ((None, None, "task_file", rule.quote, rule.source, None),)
    )


def _convention(task: TaskFacts, check: CheckFacts, c: Cluster, made: Change, count: int) -> Said:
    confidence, severity = _strength(task, check, c)
    found = statement(task.prompt, task.visible, task.runs, c)
    text = f"In {count} of {c.failing_runs} failing runs (of {check.n}) only {made.sentence} is missing: {c.wrong_value} instead of {c.expected}."
    if found:
        severity, confidence = "suspicious", min(confidence, 0.5)
        text += f" {found.source} lays down rules ({found.quote!r}): whether they tell it, a person must read."
    else:
        text += " No visible text states it."
    text += _complaint(task, c) + f" Sentence for the prompt: {made.sentence}."
    return _say("contract.undisclosed", severity, confidence, c, check, f"{check.check} enforces {made.sentence}, told nowhere"[:200], text)


def _unlikely(c: Cluster) -> bool:
    """Whether so many would agree by chance with less than 5 %, had each picked one of the values seen (at least three; ten, where the value has four digits or more)."""
    precise = number(c.wrong_value or "") is not None and len(re.sub(r"\D", "", c.wrong_value or "")) >= 4
    return at_least(c.agreed, c.telling, 1 / max(10 if precise else 3, c.distinct)) < 0.05


def _lone_word(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """One word is wanted that stands nowhere, and the runs chose others: a convention that nobody told, if it is no answer to work out."""
    c = j.cluster
    word = strip_quotes(c.expected or "")
    chose = strip_quotes(c.wrong_value or "")
    if not re.fullmatch(r"[A-Za-z]{4,24}|[A-Za-z]{3,20}[-_]?\d{1,2}", word) or not re.fullmatch(r"[A-Za-z_ -]{2,30}", chose) or c.agreed < 2 or 2 * c.failing_runs < check.n:
        return None
    if word.casefold() in ("true", "false", "none", "null") or any(t.state != "nowhere" for t in j.tokens) or not j.tokens:
        return None
    confidence, _ = _strength(task, check, c)
    text = f"The check wants the word `{word}`, which stands nowhere; the runs chose others, most often `{chose}`. {_counts(check, c)[0].upper()}{_counts(check, c)[1:]} miss it."
    text += _complaint(task, c) + f" Sentence for the prompt: name the word `{word}`."
    return _say("contract.undisclosed", "suspicious", confidence - 0.15, c, check, f"{check.check} wants the word {word}, told nowhere", text)


def _condition(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The check tries what no text mentions, and runs that do all else fail it."""
    found = untold(task, check, c)
    if found is None:
        return None
    condition, alone = found
    confidence, severity = _strength(task, check, c)
    passing = check.n - c.failing_runs
    text = f"The check tries {condition.name}, which neither the prompt nor a file mentions: {c.failing_runs} of {check.n} valid runs fail it, {len(alone)} of them nothing else; {passing} pass."
    text += _complaint(task, c) + f" Sentence for the prompt: what is wanted of {condition.name}."
    return _say("contract.undisclosed", severity, confidence - 0.1, c, check, f"{check.check} tries {condition.name}, told nowhere", text, alone)


def _from_source(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The message names nothing, but the check's source looks for a file name that stands nowhere."""
    name = sourced_name(c, check.failures)
    if name is None:
        return None
    told = locate(task.visible, Atom(name, "path"), Own(task.runs, task.files).wrote)
    if told.state != "nowhere":
        return None
    confidence, severity = _strength(task, check, c)
    text = f"The source of the check looks for `{name}`, which neither the prompt nor anything that the agents read tells. {_counts(check, c)[0].upper()}{_counts(check, c)[1:]} fail it alike."
    text += _complaint(task, c) + f" Sentence for the prompt: call the file {name}."
    return _say("contract.undisclosed", severity, confidence - 0.1, c, check, f"{check.check} looks for `{name}`, told nowhere", text)


def _counted_otherwise(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """The prompt gives the limit, and runs exceed it by one and the same number: what counts towards it is read in two ways."""
    c = j.cluster
    wrong = number(c.wrong_value or "")
    if (
        wrong is None
        or wrong != int(wrong)
        or abs(wrong) < 10
        or c.agreed < LEAST
        or c.agreement < AGREE
        or not _unlikely(c)
        or not j.tokens
        or any(t.state != "prompt" for t in j.tokens)
    ):
        return None
    confidence, _ = _strength(task, check, c)
    text = f"The prompt gives the limit, and {c.agreed} of {c.telling} failing runs that say why arrive at the same {c.wrong_value} where the check wants {c.expected} ({c.failing_runs} of {check.n} valid runs fail it). They count something else than the check does."
    return _say(
        "contract.ambiguous",
        "problem" if confidence >= 0.7 else "suspicious",
        confidence - 0.1,
        c,
        check,
        f"{check.check}: {c.wrong_value} where {c.expected} is wanted, counted in two ways",
        text + " Sentence for the prompt: what counts towards the limit.",
    )


_CODE = re.compile(r"exit|return_?code|status|signal|\brc\b|\bport\b|\bdefaults?\b", re.IGNORECASE)
"""Places at which a number is agreed upon, not worked out."""


_EXIT = re.compile(r"\bexit|return_?code|\bstatus\b|\brc\b", re.IGNORECASE)


def _exits(c: Cluster) -> bool:
    """Whether an exit status is wanted: its digit stands everywhere and tells nothing by itself."""
    return bool(_EXIT.search(c.mistake.text)) and re.fullmatch(r"\d{1,2}", strip_quotes(c.expected or "")) is not None


def _code_told(task: TaskFacts, c: Cluster) -> bool:
    """Whether a text holds the number; of an exit status, a text that speaks of such. That 0 is success, everybody knows."""
    if not _exits(c):
        return bool(task.visible.having(words(c.expected or "")))
    return strip_quotes(c.expected or "") == "0" or any(_EXIT.search(task.visible.sources[n].text) for n in guards.standing(task.visible, c.expected or ""))


def _agreed_number(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """A code that is agreed upon (exit code, status code, port), which stands nowhere."""
    c = j.cluster
    if not _CODE.search(f"{check.check} {c.mistake.where or ''} {c.mistake.text}") or not re.fullmatch(r"\d{1,5}", strip_quotes(c.expected or "")):
        return None
    if _code_told(task, c) or c.failing_runs * 2 < check.n:
        return None
    confidence, severity = _strength(task, check, c)
    text = f"The check wants the code {c.expected}, which stands nowhere; most give {c.wrong_value}. {_counts(check, c)[0].upper()}{_counts(check, c)[1:]} miss it."
    return _say(
        "contract.undisclosed",
        severity,
        confidence,
        c,
        check,
        f"{check.check} wants the code {c.expected}, told nowhere",
        text + f" Sentence for the prompt: when the code is {c.expected}.",
    )


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
