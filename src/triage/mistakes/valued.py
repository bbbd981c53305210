"""Values that a check wants: by a rule that is told, by a convention that nobody told, or by one of two readings."""

from __future__ import annotations

import re

from triage.mistakes import guards
from triage.mistakes.chance import at_least
from triage.mistakes.disclosure import locate
from triage.mistakes.facts import CheckFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.own import Own
from triage.mistakes.rulebook import cited, statement
from triage.mistakes.said import Judged, Said
from triage.mistakes.saying import AGREE, LEAST, complaint, counts, say, strength
from triage.mistakes.sourced import sourced_name
from triage.mistakes.stimulus import by_name
from triage.mistakes.tokens import Atom
from triage.mistakes.told_other import reckoned, told_spelled
from triage.mistakes.transforms import Change, common_change
from triage.mistakes.untold import untold
from triage.mistakes.values import number, strip_quotes, words
from triage.mistakes.worded import derivable, wording


def value_verdict(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """A value is wanted: by a rule that stands somewhere, by a convention or name that nobody told, or by one of two readings."""
    c = j.cluster
    members = [f for f in check.failures if f.run_id in set(c.run_ids)]
    common = common_change((f.mistake.expected, f.mistake.actual) for f in members)
    made = common[0] if common else None
    if made and made.kind == "equal" and guards.spelling_shown(c, task.visible):
        return None
    if reckoned(task, c) or (told_spelled(task, check, c) and made is None):
        return None
    rule = guards.rule_in_words(task.visible, c, made)
    spelled = [t for t in j.tokens if t.state in ("observed", "readable") and (t.atom.kind in ("text", "path") or (t.atom.kind == "name" and len(t.atom.text) >= 3))]
    if spelled and c.wrong_value and _both_stand(task, strip_quotes(c.expected or ""), strip_quotes(c.wrong_value)):
        spelled = []  # that they do decides nothing
    if rule is not None and (made is None or made.kind != "offset"):
        return _cites(task, check, c) or _stated(check, c, rule) or _misread(task, check, c, rule, common)
    if spelled:
        return derivable(task, check, j)
    if common and common[1] >= LEAST and made and made.kind in ("rounding", "order", "unit", "case", "separator", "format", "padding", "zone", "level", "type"):
        return _convention(task, check, c, made, common[1])
    other = (
        (wording(task, check, j) if _identifies(c) else None)
        or by_name(task, check, c)
        or _agreed_number(task, check, j)
        or _lone_word(task, check, j)
        or _setting(task, check, c)
        or _complained(task, check, c, made)
    )
    if other is not None:
        return other
    if (
        c.agreement < AGREE
        or c.agreed < LEAST
        or (strip_quotes(c.wrong_value or "").strip("[](){} ") in ("", "None", "null") and not (made and made.kind == "missing"))
        or not _unlikely(c)
    ):
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
    return say("contract.contradicted", "suspicious", 0.55, c, check, f"{check.check} wants {c.expected}, the runs cite a rule for {c.wrong_value}"[:200], text, runs, places)


def _two_readings(task: TaskFacts, check: CheckFacts, c: Cluster, made: Change | None) -> Said:
    """Loud only where nothing that could be read lays down rules on the matter."""
    confidence, _ = strength(task, check, c)
    hint = f" {made.sentence[0].upper()}{made.sentence[1:]} would explain the difference." if made else ""
    passing = check.n - c.failing_runs
    text = f"{c.agreed} of {c.failing_runs} failing runs (of {check.n}) give the same other value, {c.wrong_value} instead of {c.expected}; {passing} pass."
    found = statement(task.prompt, task.visible, task.runs, c)
    if found:
        text += f" {found.source} lays down rules ({found.quote!r}): whether they decide between the two, a person must read."
    else:
        text += " No visible text states the rule that decides between the two."
    text += f"{hint}{complaint(task, c)} Sentence for the prompt: the rule by which {c.mistake.where or check.check} is {c.expected} and not {c.wrong_value}."
    loud = found is None and confidence >= 0.7 and not _choice(task, c)
    places = ((None, None, "task_file", found.quote, found.source, None),) if found else ()
    return say(
        "contract.ambiguous", "problem" if loud else "suspicious", min(confidence - 0.1, 0.45) if found else confidence - 0.1, c, check,
        f"{check.check}: two readings, {c.expected} and {c.wrong_value}"[:200], text, (), places,
    )  # fmt: skip


def _choice(task: TaskFacts, c: Cluster) -> bool:
    """Whether both values are words that the prompt gives to choose from: which of them is right has to be worked out, and may be hard."""
    both = [strip_quotes(x or "") for x in (c.expected, c.wrong_value)]
    return all(re.fullmatch(r"[A-Za-z][\w -]{0,30}", x) and re.search(rf"(?<![\w-]){re.escape(x)}(?![\w-])", task.prompt, re.IGNORECASE) for x in both)


def _both_stand(task: TaskFacts, wanted: str, wrong: str) -> bool:
    """Whether the given value stands in what could be read as often as the wanted one."""
    if words(wanted) == words(wrong):  # they differ in marks only
        return sum(wrong in s.text for s in task.visible.sources) >= sum(wanted in s.text for s in task.visible.sources)
    return len(task.visible.having(words(wrong))) >= len(task.visible.having(words(wanted)))


def _stated(check: CheckFacts, c: Cluster, rule: guards.Rule) -> Said | None:
    if rule.area == "prompt":
        return None
    text = f"{rule.source} states the rule: {rule.quote!r}. {counts(check, c)} miss it. A difficulty that can be solved by reading."
    return say(
        "contract.inferable", "note", 0.6, c, check, f"{check.check}: the rule stands in {rule.source}", text, (), ((None, None, "task_file", rule.quote, rule.source, None),)
    )


def _misread(task: TaskFacts, check: CheckFacts, c: Cluster, rule: guards.Rule, common: tuple[Change, int] | None) -> Said | None:
    """Suspicious: the prompt has a word on the convention, and nearly all runs miss it in one way: the word may not decide."""
    if common is None or common[1] < LEAST or common[1] < AGREE * c.failing_runs or 4 * c.failing_runs < 3 * check.n or common[0].kind in ("equal", "offset", "subset"):
        return None
    text = f"The prompt has a word on {common[0].sentence} ({rule.quote!r}), and {common[1]} of {c.failing_runs} failing runs (of {check.n}) miss it alike: {c.wrong_value} instead of {c.expected}. Whether the word decides, a person must read."
    return say(
        "contract.ambiguous", "suspicious", 0.4, c, check, f"{check.check}: the prompt may not decide between {c.expected} and {c.wrong_value}"[:200], text + complaint(task, c)
    )


def _convention(task: TaskFacts, check: CheckFacts, c: Cluster, made: Change, count: int) -> Said:
    confidence, severity = strength(task, check, c)
    found = statement(task.prompt, task.visible, task.runs, c)
    text = f"In {count} of {c.failing_runs} failing runs (of {check.n}) only {made.sentence} is missing: {c.wrong_value} instead of {c.expected}."
    if found:
        severity, confidence = "suspicious", min(confidence, 0.5)
        text += f" {found.source} lays down rules ({found.quote!r}): whether they tell it, a person must read."
    else:
        text += " No visible text states it."
    text += complaint(task, c) + f" Sentence for the prompt: {made.sentence}."
    return say("contract.undisclosed", severity, confidence, c, check, f"{check.check} enforces {made.sentence}, told nowhere"[:200], text)


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
    confidence, _ = strength(task, check, c)
    text = f"The check wants the word `{word}`, which stands nowhere; the runs chose others, most often `{chose}`. {counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it."
    text += complaint(task, c) + f" Sentence for the prompt: name the word `{word}`."
    return say("contract.undisclosed", "suspicious", confidence - 0.15, c, check, f"{check.check} wants the word {word}, told nowhere", text)


_SETTING = re.compile(
    r"\b(?:width|height|timeout|interval|delay|backoff|retries|attempts|margin|padding|dpi|resolution|quality|font ?size|capacity|workers|threads|pool|ttl|max ?age|page ?size|batch ?size|chunk ?size|depth|opacity|radius|icon|thumbnail)\b",
    re.IGNORECASE,
)
"""Quantities that somebody chooses; answers are worked out."""


def _setting(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """A number is wanted that is chosen, not worked out, and stands nowhere; the runs chose others."""
    wanted = strip_quotes(c.expected or "")
    about = " ".join(words(f"{check.check} {c.mistake.where or ''} {c.mistake.text}"))
    if number(wanted) is None or number(c.wrong_value or "") is None or not _SETTING.search(about) or len(c.run_ids) < LEAST or 2 * c.failing_runs < check.n:
        return None
    if next(guards.standing(task.visible, wanted), None) is not None or (c.agreement >= AGREE and _unlikely(c)):
        return None
    confidence, _ = strength(task, check, c)
    text = f"The check wants {wanted}, a number that is chosen and stands nowhere; the runs chose others, most often {c.wrong_value}. {counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it."
    return say(
        "contract.undisclosed",
        "suspicious",
        confidence - 0.2,
        c,
        check,
        f"{check.check} wants {wanted}, told nowhere",
        text + complaint(task, c) + f" Sentence for the prompt: that it is to be {wanted}.",
    )


def condition(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The check tries what no text mentions, and runs that do all else fail it."""
    found = untold(task, check, c)
    if found is None:
        return None
    condition, alone = found
    confidence, severity = strength(task, check, c)
    passing = check.n - c.failing_runs
    text = f"The check tries {condition.name}, which neither the prompt nor a file mentions: {c.failing_runs} of {check.n} valid runs fail it, {len(alone)} of them nothing else; {passing} pass."
    text += complaint(task, c) + f" Sentence for the prompt: what is wanted of {condition.name}."
    return say("contract.undisclosed", severity, confidence - 0.1, c, check, f"{check.check} tries {condition.name}, told nowhere", text, alone)


def from_source(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The message names nothing, but the check's source looks for a file name that stands nowhere."""
    name = sourced_name(c, check.failures)
    if name is None:
        return None
    told = locate(task.visible, Atom(name, "path"), Own(task.runs, task.files).wrote)
    if told.state != "nowhere":
        return None
    confidence, severity = strength(task, check, c)
    text = f"The source of the check looks for `{name}`, which neither the prompt nor anything that the agents read tells. {counts(check, c)[0].upper()}{counts(check, c)[1:]} fail it alike."
    text += complaint(task, c) + f" Sentence for the prompt: call the file {name}."
    return say("contract.undisclosed", severity, confidence - 0.1, c, check, f"{check.check} looks for `{name}`, told nowhere", text)


def counted_otherwise(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
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
    confidence, _ = strength(task, check, c)
    text = f"The prompt gives the limit, and {c.agreed} of {c.telling} failing runs that say why arrive at the same {c.wrong_value} where the check wants {c.expected} ({c.failing_runs} of {check.n} valid runs fail it). They count something else than the check does."
    return say(
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


_OPTIONS = re.compile(r"(?<!\w)--?[a-z][\w-]*(?:[ =][\w./][\w./-]*)?")
"""Options of the grader's command."""
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
    if not _CODE.search(_OPTIONS.sub("", f"{check.check} {c.mistake.where or ''} {c.mistake.text}")) or not re.fullmatch(r"\d{1,5}", strip_quotes(c.expected or "")):
        return None
    if _code_told(task, c) or c.failing_runs * 2 < check.n:
        return None
    confidence, severity = strength(task, check, c)
    text = f"The check wants the code {c.expected}, which stands nowhere; most give {c.wrong_value}. {counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it."
    return say(
        "contract.undisclosed",
        severity,
        confidence,
        c,
        check,
        f"{check.check} wants the code {c.expected}, told nowhere",
        text + f" Sentence for the prompt: when the code is {c.expected}.",
    )
