"""Values without the types that languages print around them: `Number(4)`, `int64(4)`, `Decimal('2.5')`, `datetime.date(2029, 1, 31)`."""

from __future__ import annotations

import re

_LITERAL = r"""(?:-?\d[\d._]*(?:[eE][-+]?\d+)?|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[Tt]rue|[Ff]alse|None|[Nn]ull|nil)"""
_TYPES = (
    r"(?:(?:np|numpy|pd|decimal|uuid|Value|serde_json::Value)(?:\.|::))?(?:Number|String|Bool|Some|Ok|Just|Integer|Int|Float|Double|Long|Str|Text|Decimal|BigDecimal|"
    r"u?int(?:8|16|32|64)?|float(?:16|32|64)?|str_?|bool_?|usize|[iuf](?:8|16|32|64)|UUID|Timestamp)"
)
_WRAPPED = re.compile(rf"(?<![\w.]){_TYPES}\((?P<v>{_LITERAL})\)")
_DATE = re.compile(
    r"(?<![\w.])(?:datetime\.)?(?:date|datetime)\((?P<y>\d{4}), ?(?P<m>\d{1,2}), ?(?P<d>\d{1,2})(?:, ?(?P<h>\d{1,2}), ?(?P<min>\d{1,2})(?:, ?(?P<s>\d{1,2}))?)?[^()\n]*(?:\([^()\n]*\))?\)"
)


def _date(m: re.Match[str]) -> str:
    day = f"{m['y']}-{int(m['m']):02d}-{int(m['d']):02d}"
    return f"{day}T{int(m['h']):02d}:{int(m['min']):02d}:{int(m['s'] or 0):02d}" if m["h"] else day


def untyped(text: str) -> str:
    """The text with each typed literal as the literal alone, types within types too; dates as ISO writes them."""
    if "(" not in text:
        return text
    plain = _DATE.sub(_date, text)
    for _ in range(3):
        text, plain = plain, _WRAPPED.sub(lambda m: m["v"], plain)
        if plain == text:
            break
    return plain
