"""Answers typed into code: results keyed by the inputs that could be seen, or by their digest."""

from __future__ import annotations

import re

_VALUE = r"(?:-?\d[\d_.]*(?:e-?\d+)?|[bru]?\"(?:\\.|[^\"\\\n]){0,200}\"|[bru]?'(?:\\.|[^'\\\n]){0,200}'|\[[^\[\]\n]{0,200}\]|\{[^{}\n]{0,200}\}|\([^()\n]{0,200}\)|[Tt]rue|[Ff]alse|None|null)"
_KEY = r"(?:[bru]?\"(?:\\.|[^\"\\\n]){1,200}\"|[bru]?'(?:\\.|[^'\\\n]){1,200}'|\((?:[^()\n]|\([^()\n]*\)){1,160}\)|\[[^\[\]\n]{1,160}\]|-?\d[\d_.]*)"
_GIVES = r"(?:return|print\w*!?\s*\(|puts|echo|printf|console\.log\s*\(|fmt\.Print\w*\s*\(|std::cout\s*<<|=>|->|\?|\w+\s*=(?!=))"
_BRANCH = re.compile(
    rf"(?:==|===|[sS]tarts_?[wW]ith\(|[eE]nds_?[wW]ith\(|includes\(|contains\(|equals\(|\bcase\b|\bwhen\b|-eq|\bin\b)\s*\(?\s*(?P<key>{_KEY})[^\n]{{0,40}}?\n?[\s{{:;]*(?:then\b)?\s*{_GIVES}\s*(?P<value>{_VALUE})"
)
_ENTRY = re.compile(rf"(?P<key>{_KEY})\s*(?::|=>)\s*(?P<value>{_VALUE})\s*(?=[,}}\])\n]|$)")
_ROW = re.compile(rf"[\[({{]\s*(?P<key>[bru]?\"(?:\\.|[^\"\\\n]){{1,200}}\"|[bru]?'(?:\\.|[^'\\\n]){{1,200}}')\s*,\s*(?P<value>{_VALUE})\s*[,\])}}]")
"""A pair in a list of pairs, a row of VALUES."""
_SELECTED = re.compile(rf"\bselect\s+(?P<key>{_KEY})(?:\s+as\s+\w+)?\s*,\s*(?P<value>{_VALUE})", re.IGNORECASE)
_SHELL_CASE = re.compile(r"^\s*\(?[\"']?(?P<key>[^\s\"'()*|;]+)[\"']?\)\s*(?:echo|printf|print|\w+=)\s*(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^\s;]+)", re.MULTILINE)
_DIGEST = re.compile(r"\b(md5|sha1|sha224|sha256|sha512|blake2b?|crc32|adler32|xxhash\w*|digest|hexdigest|createHash)\b")
_HEXED = re.compile(r"[\"'](?:[0-9a-f]{6,128})[\"']\s*(?::|=>|\]\s*=)\s*(?![\"'][\w.-]+\.\w{1,5}[\"'])")
_LOOKED_UP = re.compile(r"\w\[[^\]\n]*(?:digest|md5|sha\d|crc32)|\.get\(|\[\s*\w+(?:\([^\]\n]*\))?(?:\.\w+\([^\]\n]*\))*\s*\]|\bin\s+[A-Za-z_]\w*\b|\bmatch\b|\bswitch\b")
SEEN = re.compile(
    r"(^|/)(tests?|specs?|__tests__|samples?|examples?|fixtures?|cases?|testdata|test_data|public|visible|data/(in|out))/|test_\w+\.|_test\.|\.test\.|\.spec\.|\.(in|out|ans|sol|expected|input|output)$|(sample|example|case)s?[\w-]*\.\w+$",
    re.IGNORECASE,
)
"""Places whose inputs come with their results: tests, samples, fixtures."""
ANSWERED = re.compile(r"[\"']?\b(?:answer|expected|output|result|solution)s?\b[\"']?\s*[:=,]", re.IGNORECASE)
"""Data that calls some of its values answers."""


def entries(code: str) -> list[tuple[str, str]]:
    """Literal input and literal result, from the entries of tables: maps, lists of pairs, rows of a query."""
    return [(_bare(k), _bare(v)) for k, v in dict.fromkeys((m["key"], m["value"]) for form in (_ENTRY, _ROW, _SELECTED) for m in form.finditer(code))]


def branches(code: str) -> list[tuple[str, str]]:
    """Literal input and literal result, from branches alone."""
    return [(_bare(k), _bare(v)) for k, v in dict.fromkeys((m["key"], m["value"]) for form in (_BRANCH, _SHELL_CASE) for m in form.finditer(code))]


def _bare(text: str) -> str:
    return re.sub(r"^[bru](?=[\"'])", "", text.strip()).strip("\"'").replace("\\n", "\n").replace("\\t", "\t")


def by_digest(code: str) -> bool:
    """Whether results are looked up by a digest of the input."""
    return bool(_DIGEST.search(code)) and len(_HEXED.findall(code)) >= 2 and bool(_LOOKED_UP.search(code))


def _tight(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[\"']", "", text)).strip("() ")


def transcribed(found: list[tuple[str, str]], seen: dict[str, str]) -> list[tuple[str, str]]:
    """Those pairs that stand together in a text which shows inputs with their results. seen: place to text; `x.in` and `x.out` belong together."""
    stems: dict[str, str] = {}
    for place, text in sorted(seen.items(), key=lambda item: not re.search(r"\.(in|inp|input|txt|json)$|[_-]in(put)?\.", item[0])):  # inputs first
        stem = re.sub(r"\.\w+$|[_-](in|out|input|output|expected)(?=\.)", "", place)
        stems[stem] = stems.get(stem, "") + "\n" + text
    lines = [_tight(line) for text in seen.values() for line in text.splitlines() if line.strip()]
    whole = {stem: _tight(text) for stem, text in stems.items() if len(text) < 4000}
    hits = []
    for key, value in found:
        k, v = _tight(key), _tight(value)
        if len(k) < 2 or not v:
            continue
        if any(k in line and _apart(v, line.replace(k, "\x00", 1)) for line in lines) or any(
            text.startswith(k) and len(k) >= 3 and _apart(v, text[len(k) :]) for text in whole.values()
        ):
            hits.append((key, value))
    return hits


def _apart(value: str, text: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(value)}(?![\w.])", text) is not None or (len(value) >= 3 and value in text)


def by_name(found: list[tuple[str, str]], names: set[str]) -> list[tuple[str, str]]:
    """Those pairs whose input is the name of a file like one that is there; nothing where none of them is there."""
    stems = {n.rsplit(".", 1)[0] for n in names if len(n.rsplit(".", 1)[0]) >= 4 and re.search(r"\d", n)}
    plain = [(k, v) for k, v in found if k in stems]
    if len(plain) >= 2:
        return plain
    files = [(k, v) for k, v in found if re.fullmatch(r"[\w./-]*\w\.\w{1,6}", k) and not k.replace(".", "").isdigit()]
    there = {k.rsplit(".", 1)[-1] for k, _ in files if k.rsplit("/", 1)[-1] in names}
    return [(k, v) for k, v in files if k.rsplit(".", 1)[-1] in there]
