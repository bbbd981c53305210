"""Signs that decide who is to blame for a repeated mistake. Each is one question with a plain answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from triage.mistakes.disclosure import SAYS_NO, Disclosed, Visible
from triage.mistakes.facts import RunFacts
from triage.mistakes.group import Cluster, Failed
from triage.mistakes.rulebook import declares
from triage.mistakes.tokens import Atom
from triage.mistakes.transforms import Change, change
from triage.mistakes.values import canonical, number, strip_quotes, words

_NOT_FOUND = re.compile(r"no such file|not found|does not exist|doesn't exist|cannot (?:open|access|stat)|ENOENT|FileNotFound", re.IGNORECASE)
_READERS = re.compile(r"\b(?:cat|head|tail|less|more|ls|stat|grep|sed|wc|find|read|view|open|show|list|get|query|select)\b", re.IGNORECASE)
_DENIED = re.compile(r"permission denied|operation not permitted|EACCES|read-only file system", re.IGNORECASE)
_WRITERS = re.compile(r"write|create|edit|save|touch|tee|>|mv |cp ", re.IGNORECASE)
_COMPLAINT = re.compile(
    r"not (?:specified|stated|documented|given|defined|described|clear|provided|supplied|included)|(?:there (?:is|was) no|no) \w+ (?:was |is |were |are )?(?:given|provided|supplied|specified|included|stated)|n't (?:specif|stat|document|sa)\w*|un(?:clear|specified|defined|documented)|ambiguous|underspecified|no (?:explicit )?(?:spec|rule|instruction|format|schema)"
    r"|(?:I|i) (?:assum|guess)\w+|\bassum(?:ed|ing|ption)|used my own|made (?:one|it) up",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:must|shall|should|inclusive\w*|exclusive\w*|exactly|pooled|always|never|at (?:least|most)|round\w*|ties?|strictly|ignor\w+|includ\w+|exclud\w+|count\w* (?:as|once|twice)|before|after|unless|instead|first|last|earliest|latest|"
    r"ascending|descending|sorted|transitively|only)\b",
    re.IGNORECASE,
)
_STRICT = re.compile(
    r"\b(?:must|shall|should|inclusive\w*|exclusive\w*|exactly|pooled|always|never|at (?:least|most)|round\w*|ties?|strictly|ignor\w+|includ\w+|exclud\w+|unless|transitively)\b",
    re.IGNORECASE,
)
"""Those of the rule's words that say how, also in a sentence that says what to do."""
_STOP = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "on",
        "at",
        "is",
        "are",
        "be",
        "and",
        "or",
        "for",
        "with",
        "from",
        "by",
        "as",
        "it",
        "its",
        "this",
        "that",
        "all",
        "any",
        "not",
        "no",
        "if",
        "when",
        "then",
        "than",
        "into",
        "out",
        "test",
        "tests",
        "check",
        "checks",
        "case",
        "cases",
        "ok",
        "value",
        "values",
        "result",
        "results",
        "expected",
        "got",
        "assert",
        "state",
        "db",
        "file",
        "files",
    ]
)
RULE_WORDS = {
    "rounding": r"round\w*|decimal\w*|significant|digits|precision|places|sig ?figs?",
    "order": r"order\w*|sort\w*|ascending|descending|alphabetic\w*|chronologic\w*",
    "unit": r"unit\w*|percent\w*|seconds|minutes|hours|cents?|mills?|tenths?|hundredths?|thousand\w*|dollars?|euros?|francs?|basis points|bps|millis\w*|bytes|fraction|ratio|kilo\w*|kgs?|grams?|tonnes?|pounds?|lbs?|ounces?|met(?:re|er)s?|centi\w+|kms?|miles?|feet|inch\w*|litres?|liters?|gallons?|celsius|fahrenheit|kelvin|joules?|degrees|radians",
    "sign": r"sign\w*|negative|positive|absolute|debit|credit",
    "case": r"case|upper\w*|lower\w*|capital\w*",
    "separator": r"separat\w*|delimit\w*|comma\w*|semicolon\w*|hyphen\w*|underscore\w*|whitespace|spaces?|crlf|line ?(?:ends?|endings?|breaks?|feeds?)|newlines?",
    "padding": r"zeros?|padd\w*|digits?|leading|width",
    "zone": r"utc|gmt|zulu|time ?zones?|offsets?|local times?|wall ?clock",
    "format": r"format\w*|iso|YYYY\S*|rfc|[dmy]{1,4}[-/. ][dmy]{1,4}[-/. ][dmy]{2,4}|%[dmYyBb]\S*|strftime|(?:day|month|year) first",
    "level": r"nested|top[- ]level|inside|each record|per record|under",
    "missing": r"missing|NaNs?|NAs?|nulls?|blanks?|absent|gaps?|unmeasured|not available",
    "off_by_one": r"inclusive\w*|exclusive\w*|inclu\w+|exclu\w+|both ends|up to|through",
}
"""Words by which a text states the convention of a kind of change."""
TOLD_BY_NAME = ("unit",)
"""Kinds that no text can state without one of these words."""


def complaints(runs: Sequence[RunFacts]) -> list[tuple[str, str]]:
    """(run, sentence) where an agent says that the prompt leaves it open. Corroborates, never decides."""
    found = []
    for run in runs:
        hit = _COMPLAINT.search(run.final) or _COMPLAINT.search(run.said)
        if hit:
            text = hit.string
            found.append((run.run_id, text[max(0, hit.start() - 80) : hit.end() + 80].strip()))
    return found


def equal_but_refused(failures: Sequence[Failed]) -> list[tuple[str, Change]]:
    """Runs whose value equals the wanted one, or holds all its words in order: the comparison is too narrow."""
    found = []
    for f in failures:
        m = f.mistake
        made = change(m.expected, m.actual)
        if made and made.kind == "equal" and m.shape != "bound":
            found.append((f.run_id, made))
        elif m.shape == "contains" and m.expected and m.actual and len(words(m.expected)) >= 2 and _in_order(words(m.expected), words(m.actual)):
            found.append((f.run_id, Change("equal", "the same words with others between them")))
    return found


_SAMPLE = re.compile(r"expect|sample|example|golden|fixture|\bout|output|snap", re.IGNORECASE)


def spelling_shown(cluster: Cluster, visible: Visible) -> bool:
    """Whether a sample in the environment holds numbers with as many decimals as the wanted one, which equals the given one: it shows the spelling."""
    wanted, given = strip_quotes(cluster.expected or ""), strip_quotes(cluster.wrong_value or "")
    if number(wanted) is None or number(given) is None:
        return False
    decimals = len(wanted.partition(".")[2])
    like = re.compile(rf"(?<![\d.])\d+\.\d{{{decimals}}}(?![\d.])" if decimals else r"(?<![\d.])\d+(?![\d.])")
    return any(s.area == "file" and _SAMPLE.search(s.name) and like.search(s.text[:20_000]) for s in visible.sources)


def _in_order(wanted: Sequence[str], had: Sequence[str]) -> bool:
    rest = iter(had)
    return all(any(w == h for h in rest) for w in wanted)


def seen_by_agent(failures: Sequence[Failed], runs: dict[str, RunFacts]) -> list[tuple[str, int | None, str]]:
    """(run, step, output) where the last look at a file shows it although the check says that it is missing."""
    found = []
    for f in failures:
        m, run = f.mistake, runs.get(f.run_id)
        if run is None or m.shape != "name" or not m.expected or "," in m.expected:
            continue
        name = strip_quotes(m.expected).rstrip("/").replace("\\", "/")
        base = name.rsplit("/", 1)[-1]
        if "." not in base[1:] or not re.search(r"\w", base):
            continue
        last = _last_look(run, name, base)
        if last:
            found.append((f.run_id, *last))
    return found


def _last_look(run: RunFacts, name: str, base: str) -> tuple[int | None, str] | None:
    shown: tuple[int | None, str] | None = None
    for call in run.calls:
        asked, result = f"{call.name} {call.arguments}", call.result.strip()
        if not _READERS.search(asked) and not ("/" in name and name in result):
            continue
        if (_NOT_FOUND.search(result[:400]) or _DENIED.search(result[:400])) and (base in asked or base in result):
            shown = None
        elif result and ((base in asked and ("/" not in name or name in asked)) or (name in result if "/" in name else re.search(rf"(?<![\w/]){re.escape(base)}\b", result))):
            shown = (call.step, result[:300])
    return shown


def refusals(failures: Sequence[Failed], runs: dict[str, RunFacts], visible: Visible) -> list[tuple[str, str]]:
    """(run, words) where the final answer refuses what the check wants and a readable document forbids it in like words."""
    # a closed folder, not a document, holds some agents back
    refusing = {f.run_id for f in failures if f.run_id in runs and SAYS_NO.search(runs[f.run_id].final) and not any(_DENIED.search(c.result[:2000]) for c in runs[f.run_id].calls)}
    if not refusing or not visible.prohibitions:
        return []
    found: list[tuple[str, str]] = []
    for f in failures:
        if f.run_id in refusing:
            final = runs[f.run_id].final
            own = set(words(final)) - _STOP
            if (
                any(len(own & held) >= 2 for held in visible.prohibitions)
                or re.search(r"\b(?:policy|rule|section|guideline)\b", final, re.IGNORECASE)
                or (len(final.split()) <= 6 and found)
            ):
                found.append((f.run_id, final[:200]))
    return found


def penalised_calls(cluster: Cluster, runs: dict[str, RunFacts]) -> list[str]:
    """Runs in which the items that the check does not want are the agent's own calls."""
    extras = [w for w in re.split(r"[,\s]+", cluster.wrong_value or "") if len(w) > 3]
    if cluster.mistake.shape != "extra" or not extras:
        return []
    return [r for r in cluster.run_ids if r in runs and any(e in (c.name, *re.findall(r"[\w.-]+", c.arguments[:2000])) for e in extras for c in runs[r].calls)]


def used_by_agents(atom: Atom, cluster: Cluster, runs: Mapping[str, RunFacts]) -> bool:
    """Whether most runs of a cluster wrote the name themselves: imported the module, or spelled a name of several words. Not: names wanted at a certain place."""
    if atom.within or atom.kind not in ("name", "path"):
        return False
    parts = words(atom.text)
    if "No module named" in cluster.mistake.text or "Cannot find module" in cluster.mistake.text:
        root = re.escape(re.split(r"[./]", strip_quotes(atom.text))[0] or atom.text)
        pattern = re.compile(rf"\b(?:import|from)\s+(?:\w+\s*,\s*)*{root}\b|(?:require|import)\(?\s*\\*[\"']{root}|from\s+\\*[\"']{root}")
    elif len(parts) >= 2:
        pattern = re.compile(rf"(?<![^\W_]){re.escape(atom.text)}(?![^\W_])")
    else:
        return False
    members = [runs[r] for r in cluster.run_ids if r in runs]
    wrote = sum(any(pattern.search(c.arguments) for c in run.calls) for run in members)
    return bool(members) and wrote >= 0.6 * len(members)


_CODE = re.compile(r"\w\(|\s[-+*/]?=\s|==|[{}]|\]\s*=|^\s*(?:def|return|for|if|import|from)\b")


class Rule(NamedTuple):
    """A sentence that states the rule."""

    source: str
    """The text that holds it."""
    area: str
    """Its area."""
    quote: str
    """The sentence."""


def rule_in_words(visible: Visible, cluster: Cluster, made: Change | None) -> Rule | None:
    """A visible sentence that states what the check wants: by the words of the convention, or by the check's own words."""
    convention = re.compile(rf"\b(?:{RULE_WORDS[made.kind]})\b", re.IGNORECASE) if made and made.kind in RULE_WORDS else None
    topic = {w for w in words(f"{cluster.check} {cluster.mistake.where or ''}") if len(w) > 2 and not w.isdigit()} - _STOP
    wanted = range(len(visible.sources)) if convention is not None else visible.sharing(topic, 2)
    for source in (visible.sources[n] for n in wanted):
        if source.area not in ("prompt", "file", "output"):
            continue
        for sentence in re.split(r"\n|(?<=[.;!?])\s", source.text[:100_000]):
            if source.area == "output" and _CODE.search(sentence):
                continue  # mostly the agent's own program, read back
            if convention is not None:
                if convention.search(sentence):
                    return Rule(source.name, source.area, sentence.strip()[:300])
                if made and made.kind in TOLD_BY_NAME:
                    continue
            hits = len(topic & set(words(sentence)))
            if source.area == "prompt" and not declares(sentence) and not _STRICT.search(sentence):
                continue  # what is to be done; that it is done in one way only, it does not say
            if (hits >= 2 and _RULE.search(sentence)) or (hits == len(topic) == 1 and len(set(_RULE.findall(sentence))) >= 2):
                return Rule(source.name, source.area, sentence.strip()[:300])
    return None


def read_table(disclosed: Sequence[Disclosed], runs: Sequence[RunFacts], failing: frozenset[str]) -> tuple[int, int, int, int]:
    """Runs that opened a file which tells it (passed, failed) and runs that did not (passed, failed)."""
    names = {p.source for d in disclosed for p in d.places if p.area == "file"}
    bases = {n.rsplit("/", 1)[-1] for n in names}
    table = [0, 0, 0, 0]
    for run in runs:
        opened = any(b in c.arguments or b in c.result[:2000] for b in bases for c in run.calls)
        table[(0 if opened else 2) + (run.run_id in failing)] += 1
    return table[0], table[1], table[2], table[3]


_AID = re.compile(
    r"\b(?:against|from|in|see|read|using|use|with|follow(?:ing)?|described|per|validate|compare|load|open|consult|according to|documented in|as in|provided|given)\b[^.\n]{0,30}?[`'\"]?((?:[\w.-]+/)*[\w-]+\.[a-zA-Z]\w{0,5})\b",
    re.IGNORECASE,
)


def missing_aids(prompt: str, runs: Sequence[RunFacts], files: Sequence[str]) -> list[tuple[str, list[tuple[str, int | None, str]]]]:
    """Files that the prompt sends the agent to and that are not there: (path, [(run, step, output)]).

    At least two runs looked and all of those found nothing; nobody wrote the file.
    """
    found = []
    for path in dict.fromkeys(m[1].rstrip(".") for m in _AID.finditer(prompt)):
        base, folder = path.rsplit("/", 1)[-1], path.rpartition("/")[0].rsplit("/", 1)[-1]
        if any(f in (path, base) or f.endswith("/" + base) for f in files):
            continue
        empty, looked, written = [], 0, False
        for run in runs:
            mine = [c for c in run.calls if base in c.arguments or (folder and re.search(rf"\b{re.escape(folder)}\b", c.arguments))]
            if not mine:
                continue
            written |= any(base in c.arguments and _WRITERS.search(f"{c.name} {c.arguments}") and not _NOT_FOUND.search(c.result) for c in mine)
            misses = [c for c in mine if _NOT_FOUND.search(c.result[:400])]
            looked += any(base in c.arguments or _NOT_FOUND.search(c.result[:400]) for c in mine)
            if misses:
                empty.append((run.run_id, misses[0].step, misses[0].result[:200]))
        if len(empty) >= 2 and len(empty) == looked and not written:
            found.append((path, empty))
    return found


def standing(visible: Visible, value: str) -> Iterator[int]:
    """Numbers of the texts that hold a number by itself, not as digits of another (`750` in `0.750`)."""
    own = re.compile(rf"(?<![\d.]){re.escape(strip_quotes(value))}(?!\d|\.\d)")
    return (n for n in visible.having(words(value)) if own.search(visible.sources[n].text))


def wrong_constant(cluster: Cluster, visible: Visible) -> str | None:
    """A place in the data (prompt or environment) that holds the agreed wrong number, while the wanted one stands nowhere."""
    wrong, wanted = cluster.wrong_value, cluster.expected
    if cluster.mistake.shape != "value" or not wrong or not wanted or number(wrong) is None or number(wanted) is None:
        return None
    if (len(canonical(wrong).strip("-0.")) < 2 and len(re.sub(r"\D", "", wrong)) < 4) or next(standing(visible, wanted), None) is not None:
        return None
    held = [n for n in visible.having(words(wrong)) if visible.sources[n].area in ("file", "prompt")]
    return visible.sources[held[0]].name if held else None
