"""Words in a work that speak to whoever grades it, rather than to its readers."""

from __future__ import annotations

import re

_WHO = r"(?:graders?|evaluators?|reviewers?|judges?|assessors?|examiners?|markers?|scorers?|auto-?graders?|(?:grading|judging|scoring|evaluat\w+|reviewing|assessing)\s+(?:model|LLM|AI|system|agent|assistant)|LLM|language model|AI (?:model|reviewer|grader|judge|evaluator|assistant)|verifier)"
_ADDRESS = re.compile(
    rf"\b(?:note|message|memo|attention|instructions?|hint|important|request|info\w*|reminder)s?\W{{1,4}}(?:to|for)\s+(?:the\s+|any\s+|all\s+|an?\s+)?{_WHO}\b|(?:^|[\[(<{{#*>/-])\W*(?:to|for|dear|hello|hey|attention|attn)\W{{1,3}}(?:the\s+|any\s+|all\s+)?{_WHO}\b\s*[:,-]|(?:^|[#/*<!-])\W*(?:graders?|evaluators?|reviewers?|judges?|assessors?|examiners?)\s*:[ \t]+\w|\b{_WHO}\s*[:,]\s*(?:please|you|give|award|mark|assign)\b|\b{_WHO}\s+(?:should|must|shall|needs? to|is to|has to|will)\s+(?:output|give|award|assign|mark|rate|score|return|grade|accept|treat)|\b(?:if you are|as) (?:an?|the) {_WHO}\b",
    re.IGNORECASE | re.MULTILINE,
)
_POSES = re.compile(
    r"</?(?:system|instructions?|admin|developer|grader|evaluation|judge)\b[^>\n]*>|^\W*(?:SYSTEM|ADMIN|DEVELOPER|OVERRIDE)(?: (?:NOTE|MESSAGE|PROMPT|OVERRIDE))?\s*:",
    re.IGNORECASE | re.MULTILINE,
)
"""Words that pose as somebody who may command the grader; by themselves ordinary markup."""
_FULL = re.compile(
    r"\b(?:full|maximum|max|perfect|highest|top)\b[^\n]{0,24}?\b(?:marks?|scores?|credit|points?|grade|rating|reward)|\b(?:10|5|100)\s?(?:/|out of)\s?(?:10|5|100)\b", re.IGNORECASE
)
_IGNORE = re.compile(
    r"\b(?:ignore|disregard|forget|override|skip)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+)*(?:previous|prior|above|earlier|other|preceding|foregoing|grading|scoring|rubric)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|criteria|rubric|guidelines|directions|text|messages?)",
    re.IGNORECASE,
)
_REWARD = re.compile(
    r"\b(?:give|award|assign|grant|output|return|reply|respond|answer|mark|score|rate|grade|set|treat|consider|accept|report|deem|print|say|regard|count)\b[^\n]{0,80}?(?:\b(?:full|maximum|max|perfect|highest|top|best|passing)\b[^\n]{0,24}?\b(?:marks?|scores?|credit|points?|grade|rating|reward)|\b(?:10|5|100)\s?(?:/|out of)\s?(?:10|5|100)\b|\b1\.0\b|\b(?:these|those|the following)\s+(?:scores?|marks?|ratings?|grades?)\b|\b100\s?%|\b(?:score|mark|grade|rating)s?\s*(?:of|as|=|:)\s*(?:10|100|5|1(?:\.0)?|A\+?)\b|\bas\s+(?:fully\s+)?(?:met|correct|passed|passing|satisfied|complete|resolved|fulfilled)\b|\bPASS(?:ED)?\b|[\"']?(?:score|reward|verdict|grade|pass(?:ed)?)[\"']?\s*[:=])|\b(?:all|every)\s+(?:\w+\s+){0,2}(?:criteria|criterion|rubric items?|requirements?|items?|checks?)\s+(?:are|is|have been|has been|as)\s+(?:\w+\s+)?(?:met|satisfied|fulfilled|passed|correct)",
    re.IGNORECASE,
)
NEAR = 240
"""Characters within which the words must stand together."""
_ABOUT = re.compile(
    r"inject|jailbreak|adversarial|red[- ]?team|guard-?rail|moderat|(?:instruct|manipulat|trick|influence)\w*\s+(?:\w+\s+){0,3}(?:model|LLM|AI|judge|grader)|\b(?:for|to)\s+(?:the\s+|our\s+)?(?:graders|reviewers|evaluators|judges|examiners|assessors)\b|\b(?:write|build|make|design|implement|draft|improve|create|extend|fix|prompt|template|instructions)\b[^.\n]{0,60}\b(?:graders?|judges?|evaluators?|rubric|scorers?|auto-?grader)\b",
    re.IGNORECASE,
)
"""Prompts about such words: filters for them, prompts of a judge."""


def to_judge(text: str, prompt: str) -> str | None:
    """The line in which a text asks its grader for a good mark; None where it does not, or where the prompt is about such texts."""
    if _ABOUT.search(prompt):
        return None
    for calls, wants in ((_ADDRESS, _REWARD), (_IGNORE, _REWARD), (_POSES, _FULL)):
        for call in calls.finditer(text):
            around = text[max(0, call.start() - 40) : call.end() + NEAR]
            if wants.search(around):
                return " ".join(around[: NEAR // 2 + 40].split())[:120]
    return None
