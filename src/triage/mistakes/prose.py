"""Failures in the grader's own words: two values with labels of its choice, and files that it looked for in vain.

Hand-written graders print `took '' from the answer; truth: 31` or `nothing at build/site/index.html`. These rules go behind those of frameworks and of plain sentences,
for their labels (`key`, `label`, `found`) mean other things there.
"""

from __future__ import annotations

import re

from triage.mistakes.dialects import Found, Rule, clean, rule
from triage.mistakes.values import strip_quotes

_SIDE = r"""(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|\[[^\[\]\n]*\]|\{[^{}\n]*\}|<[^<>\n]*>|-?[\d.,]*\d%?|[^\s;,|()"'`]+(?: [^\s;,|()"'`:=]+){0,6}?)"""
_TAKEN = r"(?:extracted|parsed|read|taken|took|got|given|answer(?:ed)?|reply|response|predicted|prediction|pred|submitted|submission|observed|computed|returned|received|output|result|student|model|agent|participant|contestant|yours|actual|found|have)"
_KEY = r"(?:(?:answer |solution )?key|jury|gold(?:en)?|ground[- _]truth|truth|label|target|reference|ref|correct(?: answer| value)?|solution|oracle|expected|wanted?|should be)"
_TO = r"(?:[^\n:=;,'\"()|]{0,40}(?:[:=]|\bis\b)[ \t]*|[ \t]+(?=[-\d\"'`]))"
_FROM = r"(?: from [^\n;,|]{1,30}?)?"
"""`read 3 from the reply`."""
_BETWEEN = r"(?:[ \t]*(?:[;,|/\n]|\bvs\.?|\bversus\b|\bbut\b|\band\b|\(|->)[ \t\n]*(?:the )?|[ \t]+(?=\w+=))"


def _labelled(m: re.Match[str]) -> Found:
    wanted, got = clean(m["e"]), m["a"].strip()
    return (wanted, got or "''", None, "value") if wanted and not re.fullmatch(r"(?:pass|fail)\w*", wanted, re.IGNORECASE) else (None, None, None, "prose")


_PATH = r"(?<![\w.~*{}@/-])[\"'`]?(?P<e>(?:[\w.~*{}@-]*/)+[\w.*{}@-]*[\w*}/]|[\w-]+\.[A-Za-z]\w{0,5})[\"'`]?(?![\w/])"
_DEEP = r"(?<![\w.~*{}@/-])[\"'`]?(?P<e>(?:[\w.~*{}@-]*/)+[\w.*{}@-]*[\w*}/])[\"'`]?(?![\w/])"


def _absent(m: re.Match[str]) -> Found:
    return strip_quotes(m["e"]).rstrip("."), None, None, "name"


_UNIT = r"(?:\s?(?:ms|µs|us|ns|s|secs?|seconds?|min|minutes|[KMG]i?B|bytes|%|MB/s|rps|req/s|qps|fps|rows|lines|chars|characters|words|tokens|px))?"


def _limit(m: re.Match[str]) -> Found:
    """A measured value and the limit that the grader names: a lower one where its name says so, else an upper one."""
    low = re.match(r"min|required|at least|floor|target|need", m["what"], re.IGNORECASE)
    return f"{'>=' if low else '<='} {m['e']}", m["a"], m["where"], "bound"


PROSE: tuple[Rule, ...] = (
    rule(rf"(?<![\w./-])(?P<where>[A-Za-z_][\w./-]{{0,40}})[ \t]*[=:]?[ \t]*(?P<a>\d[\d.,]*){_UNIT}[ \t]*[,;|(/]?[ \t]*(?P<what>(?:limit|max(?:imum)?|budget|threshold|ceiling|cap|allowed|min(?:imum)?|required|floor|target|at (?:least|most))(?: is| of)?)[ \t]*[=:]?[ \t]*(?P<e>\d[\d.,]*\d|\d){_UNIT}", _limit, "limit", "max", "budget", "threshold", "ceiling", "cap", "allowed", "min", "required", "floor", "target", "at least", "at most"),
    rule(rf"\b{_TAKEN}\b{_TO}(?P<a>{_SIDE}?){_FROM}{_BETWEEN}{_KEY}\b{_TO}(?P<e>{_SIDE})(?=[\s;,.|)]*(?:$|\n|;|,|\)|\|))", _labelled, "key", "jury", "gold", "truth", "label", "target", "ref", "correct", "solution", "oracle", "expect", "want", "should"),
    rule(rf"\b{_KEY}\b{_TO}(?P<e>{_SIDE}){_BETWEEN}{_TAKEN}\b{_TO}(?P<a>{_SIDE}?){_FROM}(?=[\s;,.|)]*(?:$|\n|;|,|\)|\|))", _labelled, "key", "jury", "gold", "truth", "label", "target", "ref", "correct", "solution", "oracle", "expect", "want", "should"),
    rule(r"\b(?:is|was|gives?|gave|reads?|equals?|=|:)[ \t]+(?P<a>[\w.+/:%-]*\w)[ \t]*[,;(][ \t]*(?:but )?(?:want(?:ed)?|needs?|needed|expect(?:ed|ing)?|should be|must be)\b[ \t]*[:=]?[ \t]*(?P<e>[\w.+/:%-]*\w)(?=[\s);,.]*(?:$|\n))", _labelled, "want", "need", "expect", "should", "must"),
    rule(rf"\b(?:nothing|no (?:\w+ ){{0,3}}?(?:file|folder|director(?:y|ie)|artifact|artefact|output|report|image|entr(?:y|ie)|document|archive|binar(?:y|ie)|log|result)s?|none of [^\n]{{1,30}}?|0 (?:of \d+ )?\w+|zero \w+)(?: was| were| is| are)?(?: found| exists?| present| there| left| written)? (?:at|in|under|below|inside|within|matching|beneath) {_DEEP}", _absent, "nothing", "no ", "none of", "0 ", "zero "),
    rule(rf"\bnot (?:found |there |present |placed |stored |saved |written )?(?:at|under|below|inside|beneath) {_DEEP}", _absent, "not "),
    rule(rf"\b(?:looked|searched|looking|searching|waited|checked) (?:for (?:[^\n]{{1,40}}? )??|in |at |under )+{_DEEP}", _absent, "look", "search", "wait", "checked"),
    rule(rf"\b(?:expected|wanted|needs?|must (?:be|exist|lie|stand)|should (?:be|exist|lie|stand))(?: (?:a|an|the|to be|to find|to exist|to have|it|file|folder|directory|output|report|artifact|binary|archive|result|found|written|placed|stored))* (?:at|in|under|below|inside|as) {_DEEP}", _absent, "expected", "wanted", "need", "must", "should"),
    rule(rf"(?:director(?:y|ies)|folder|dir) {_PATH} (?:is|was|remains|stays) (?:empty|missing)", _absent, "directory", "folder", "dir "),
    rule(rf"{_PATH}:? (?:(?:was|is|has|were) )?(?:never|not|n't)(?: been)? (?:created|written|produced|generated|there|delivered|saved|exported|built|emitted|made|shipped)\b", _absent, "created", "written", "produced", "generated", " there", "delivered", "saved", "exported", "built", "emitted", " made", "shipped"),
    rule(rf"\b(?:(?:did|does) not|didn't|doesn't|never|failed to|could not|couldn't|cannot|can't|unable to) (?:create|write|produce|find|open|read|load|locate|generate|stat|export|build|leave)s? (?:the |a |an |any )?(?:file |output |report |artifact )?{_PATH}", _absent, "not ", "n't ", "never ", "failed ", "unable", "cannot"),
)  # fmt: skip
