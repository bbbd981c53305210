"""Messages whose form says by itself what was wanted and what was there: no word within the values may be read as a rule.

`error = "required column is missing", want "no such column"` wants the second text, though the first one tells of something missing.
These rules go before all others.
"""

from __future__ import annotations

import re

from triage.mistakes.dialects import Found, Rule, clean, rule

_TEXT = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`|<?nil>?)"""
_PLAIN = r"""(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[^\s;,()"'`=]*[^\s;,()"'`:=])"""
_TELLING = r"""(?=["'`]|[^\s]*[\d_./-])"""
"""What a sentence that merely speaks of expecting does not have: a quote, a digit, the signs of names."""
_NUMBER = r"-?\d[\d.,_]*(?<![,.])%?"


def _both(m: re.Match[str]) -> Found:
    return clean(m["e"]), clean(m["a"]), m.groupdict().get("where"), "value"


def _key(m: re.Match[str]) -> Found:
    return clean(m["e"]), None, None, "name"


def _name(m: re.Match[str]) -> Found:
    return clean(m["e"]), None, None, "contains"


FRAMED: tuple[Rule, ...] = (
    # JSON Schema validators: the lines below tell of the schema, not of what lacks.
    rule(r"(?P<e>'[^'\n]{1,80}'|\"[^\"\n]{1,80}\") is a (?:required|mandatory) (?:property|field|key|element|attribute|member)\b", _key, "required", "mandatory"),
    rule(r"\b(?:must have|should have|missing|requires) required (?:property|field|key|element|attribute|member) (?P<e>'[^'\n]{1,80}'|\"[^\"\n]{1,80}\"|`[^`\n]{1,80}`)", _key, "required"),
    rule(rf"(?:=|\bgot|\bis|\bwas|\bgives|\breturned)[ \t]*:?[ \t]*(?P<a>{_TEXT})[ \t]*[,;][ \t]*(?:but )?want(?:ed)?[ \t]*[:=]?[ \t]*(?P<e>{_TEXT})", _both, "want"),
    rule(
        rf"(?:(?P<where>[A-Za-z_][\w.-]*)[ \t]*[:=]?[ \t]+)?(?<![\w.]){_TELLING}(?P<e>{_PLAIN})(?:[ \t]+(?!was|were)[a-z]+)??[ \t]+(?:was |were )?expected,?[ \t]+(?:but[ \t]+)?(?P<a>{_PLAIN})[ \t]+(?:was |were )?(?:found|given|received|seen|returned|reported|there)\b",
        _both,
        "expected",
    ),
    rule(
        rf"(?:(?P<where>[A-Za-z_][\w.-]*)[ \t]*[:=]?[ \t]+)?(?<![\w.])(?P<a>{_NUMBER}|\"[^\"\n]*\"|'[^'\n]*')[ \t]+(?:was |were )?(?:reported|found|given|received|submitted|computed|counted|returned),?[ \t]+(?:but[ \t]+)?(?P<e>{_NUMBER}|\"[^\"\n]*\"|'[^'\n]*')[ \t]+(?:(?:was |were )?(?:expected|wanted)|in (?:the )?(?:answer |solution )?(?:key|reference|truth|gold\w*|solution|table))\b",
        _both,
        "expected",
        "wanted",
        " in ",
    ),
    rule(
        r"\b(?:0|no|none|zero)\b[^\n]{0,30}?\b(?:match(?:ed|es|ing)?|for|with|behind) (?:the )?(?:\w+ )?(?:selector|label|locator|filter|xpath)s?[ \t]*:?[ \t]+(?P<e>\"[^\"\n]+\"|'[^'\n]+'|`[^`\n]+`|[^\s;,()]*[\w\]])",
        _name,
        "selector",
        "label",
        "locator",
        "filter",
        "xpath",
    ),
)  # fmt: skip
