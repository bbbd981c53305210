"""Sentences that may hold the rule a check enforces, in other words than the check's.

A rule can be told without one of the check's words (`a parcel of thirty kilos still counts among the light`), so no search of words can say that it
is told nowhere. Found here is less: that a text to which the prompt sends the agents, or which speaks of what the check is about, lays down rules at
all. Then "no text states it" is a guess, and a person must read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from triage.mistakes.disclosure import Visible
from triage.mistakes.facts import RunFacts
from triage.mistakes.group import Cluster
from triage.mistakes.values import words

LONGEST = 60_000
"""Characters of a document that are read."""
ALL = 400_000
"""Characters of documents without a name in the prompt that are read in all."""
_PROSE = re.compile(r"(?:^|/)(?:[\w-]+\.(?:md|rst|txt|adoc|markdown|org|tex|html?)|README|NOTES|SPEC|RULES|CHANGELOG|CONTRIBUTING|TODO)$", re.IGNORECASE)
_NAMED = re.compile(r"[\w./-]*\w\.(?:md|rst|txt|adoc|markdown|org|pdf|html?)\b|\b(?:README|NOTES|SPEC|RULES)\b", re.IGNORECASE)
_NO_SUPERLATIVE = r"(?!(?:t|r|w|n|v|z|p|b|j|gu|qu|requ|inter|for|dig|inv|sugg|cont|prot|hon|ch|cr|tw|arr|manif|harv|conqu|unr|mid|lat|pyt|pytest|vit|ingu|inqu|bequ|dest|ing|conf|infest|att|det|div|temp)est\b)"
DECIDES = re.compile(
    rf"\b(?:{_NO_SUPERLATIVE}\w{{2,}}est|latest|most|least|last|first|next|previous|nearest|earlier|later|older|newer|longer|shorter|larger|smaller|higher|lower|stronger|"
    r"ties?|tied|equal\w*|same|halfway|half|between|either|neither|still|inclusive\w*|exclusive\w*|includ\w+|exclud\w+|ignor\w+|dropped|left out|leaves? out|discard\w*|skip\w*|omit\w*|reject\w*|except|unless|"
    r"only|never|always|must|shall|at least|at most|no more than|up to|exceed\w*|below|above|under|beyond|within|round\w*|decimal\w*|digits?|truncat\w*|means?|defined|denotes|counts?|counted|stands? for|square root|"
    r"tenths?|hundredths?|kept in|stored (?:in|as)|measured in|given in|cents?|sum of|divided|average|median|weighted|pooled|free|twice|third|percent|wins?|speaks? for|precedence|prefer\w*|instead|before|after|starts? (?:on|at|with)|ends? (?:on|at|with)|over (?:one|the)|whose|every|each|once)\b|%",
    re.IGNORECASE,
)
"""Words with which rules on ties, bounds, rounding, order, selection, spread and exclusion are told."""
_DEFINES = re.compile(r"\w\s*=\s*\w|\w: \w")
"""A legend: `S = sick leave`."""
_FINITE = re.compile(
    r"\b(?:is|are|was|were|be|counts?|goes|go|means?|wins?|stays?|travels?|has|have|must|shall|should|may|can|will|gets?|takes?|costs?|appl(?:y|ies)|remains?|equals?|includes?|excludes?|ends?|starts?|begins?|speaks?|holds?|"
    r"belongs?|falls?|stands?|divides?|follows?|leaves?|lasts?|makes?|needs?|pays?|resets?|precedes?|happens?|lies?|keeps?|becomes?|comes?|refers?|denotes?|do(?:es)?)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"^\W*(?:please |then |also |finally |now )*(?:write|make|fill|group|merge|compute|calculate|turn|convert|report|print|count|list|fix|repair|implement|add|create|build|sort|find|read|parse|clean|price|let|use|put|save|store|extract|"
    r"generate|produce|output|return|summari[sz]e|describe|determine|append|update|change|complete|finish|develop|design|train|run|solve|given|answer|show|give|tell|transform|normali[sz]e|aggregate|load|set|ensure|your task|you (?:are|have|must|need))\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what to do, not how the world is."""
_COMMON = frozenset(
    [
        "file",
        "files",
        "write",
        "test",
        "tests",
        "check",
        "value",
        "values",
        "result",
        "results",
        "output",
        "name",
        "names",
        "list",
        "row",
        "rows",
        "number",
        "line",
        "lines",
        "data",
        "text",
        "item",
        "items",
        "make",
        "with",
        "from",
        "into",
        "that",
        "this",
        "which",
        "each",
        "every",
        "must",
        "have",
        "does",
        "when",
        "where",
        "than",
        "then",
    ]
)


class Statement(NamedTuple):
    """A sentence that lays down a rule."""

    source: str
    """The text that holds it."""
    quote: str
    """The sentence."""


def declares(sentence: str) -> bool:
    """Whether a sentence says how things are, rather than what is to be done."""
    return not _ORDER.match(sentence) and bool(_FINITE.search(sentence))


def stem(word: str) -> str:
    """The word without the endings of plural, past and `-ing`."""
    plain = re.sub(r"(?:ations?|ings?|ies|ied|edly|ed|es|s|er|e|y|ly)$", "", word) if len(word) > 4 else word
    return plain[:-1] if len(plain) > 4 and plain[-1] == plain[-2] else plain


def _stems(text: str) -> set[str]:
    return {stem(w) for w in words(text) if len(w) > 2 and not w.isdigit() and w not in _COMMON}


def sentences(text: str) -> list[str]:
    """Sentences and items of lists; lines that belong to one sentence are joined."""
    joined = re.sub(r"(?<=[^\s.:;!?|])\n(?=[a-z(`])", " ", text[:LONGEST])
    return [s.strip() for s in re.split(r"\n+|(?<=[.;!?])\s+", joined) if s.strip()]


def statement(prompt: str, visible: Visible, runs: Mapping[str, RunFacts], cluster: Cluster) -> Statement | None:
    """A rule-like sentence on what the check is about: in a document that the prompt names (one word in common suffices), in another document (two words of
    the check's), or in the prompt (two, and it must declare)."""
    own = _stems(f"{cluster.check} {cluster.mistake.where or ''} {cluster.mistake.text[:300]}")
    asked = own | _stems(prompt)
    for name, text in _sent_to(prompt, visible, runs):
        for sentence in sentences(text):
            if len(sentence) > 15 and DECIDES.search(sentence) and _stems(sentence) & asked:
                return Statement(name, sentence[:300])
    model = _model(prompt, visible)
    if model:
        return model
    left = ALL
    for source in visible.sources:
        if left < 0:
            break
        prompt_itself = source.area == "prompt"
        if not prompt_itself and not (source.area == "file" and _PROSE.search(source.name)):
            continue
        left -= min(len(source.text), LONGEST)
        for sentence in sentences(source.text):
            if prompt_itself:
                fits = declares(sentence) and bool(DECIDES.search(sentence)) and bool(_stems(sentence) & own)
            else:
                stems = _stems(sentence)
                rule = bool(DECIDES.search(sentence) or _DEFINES.search(sentence))
                fits = rule and len(sentence) > 15 and bool(stems & own) and len(stems & asked) >= 2
            if fits:
                return Statement(source.name, sentence[:300])
    return None


def cited(prompt: str, visible: Visible, runs: Mapping[str, RunFacts], cluster: Cluster, failing: frozenset[str]) -> tuple[Statement | None, tuple[str, ...]]:
    """A rule of a document that half of a cluster's runs (at least two) name and say again in their last words, and no passing run does; with those runs."""
    for name, text in _sent_to(prompt, visible, runs):
        base = name.rsplit("/", 1)[-1].casefold()
        naming = {r: _long_stems(run.final) for r, run in runs.items() if base in run.final.casefold()}
        if sum(r in naming for r in cluster.run_ids) < 2:
            continue
        for sentence in sentences(text):
            own = _long_stems(sentence)
            again = tuple(r for r, said in naming.items() if len(own & said) >= max(3, 0.6 * len(own)))
            mine = tuple(r for r in again if r in cluster.run_ids)
            if len(mine) >= 2 and 2 * len(mine) >= len(cluster.run_ids) and all(r in failing for r in again):
                return Statement(name, sentence[:300]), mine
    return None, ()


def _long_stems(text: str) -> set[str]:
    return {stem(w) for w in words(text) if len(w) > 3}


_POINTS = re.compile(
    r"\bconfigur\w+|\bsettings?\b|\bconventions?\b|\bas (?:documented|usual|described)|\bin the docs\b|\bdocumentation\b|\busual(?:ly)?\b|\bexisting\b|\b(?:project|house|team|repo\w*|code ?base)(?:'s)? (?:style|way|rules?|habits?)|\bin the way of\b|\bstyle guide\b|\bguidelines?\b|\blike the (?:other|rest)|\belsewhere\b|\bpolicy\b",
    re.IGNORECASE,
)
"""Words by which a prompt sends the agents to look around, without a file's name."""
_SETTINGS = re.compile(r"\.(?:ya?ml|toml|ini|cfg|conf|env|properties|md|rst|adoc|txt)$|(?:^|/)\.[\w.-]+$|config|settings|schema", re.IGNORECASE)
_LIKE = re.compile(
    r"\b(?:port|ported|translate|rewrite|reimplement|re-implement|same|like|identical\w*|equivalent|compatible|match(?:es|ing)?|as in|mirrors?|reproduc\w+|migrate|replac\w+|in the (?:form|style|manner|layout) of)\b",
    re.IGNORECASE,
)
_PATH = re.compile(r"[\w./-]*\w\.[A-Za-z]\w{0,5}\b")


def _model(prompt: str, visible: Visible) -> Statement | None:
    """A file of the environment that the prompt holds up as a model, or settings and documents to which it points without a name."""
    for sentence in sentences(prompt):
        for path in _PATH.findall(sentence) if _LIKE.search(sentence) else ():
            base = path.rsplit("/", 1)[-1]
            held = next((s for s in visible.sources if s.area == "file" and s.name.rsplit("/", 1)[-1] == base), None)
            if held:
                return Statement(held.name, sentence[:300])
    pointed = next((s for s in sentences(prompt) if _POINTS.search(s)), None)
    held = next((s for s in visible.sources if s.area == "file" and _SETTINGS.search(s.name)), None) if pointed else None
    return Statement(held.name, pointed[:300]) if held and pointed else None


def _sent_to(prompt: str, visible: Visible, runs: Mapping[str, RunFacts]) -> Iterable[tuple[str, str]]:
    """Documents that the prompt names: as files, else as some run read them."""
    for named in dict.fromkeys(m[0] for m in _NAMED.finditer(prompt)):
        base = named.rsplit("/", 1)[-1].casefold()
        held = [s for s in visible.sources if s.area == "file" and s.name.rsplit("/", 1)[-1].casefold().startswith(base)]
        yield from ((s.name, s.text) for s in held)
        if not held:
            read = (c.result for r in list(runs.values())[:20] for c in r.calls if base in c.arguments.casefold() and len(c.result) > 20)
            yield from ((named, text) for text in list(read)[:3])
