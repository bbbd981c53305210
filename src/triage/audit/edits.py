"""What a tool call changes in files, as far as its arguments tell: editing tools, patches and shell commands alike."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple


class Edit(NamedTuple):
    """One file that a call changes."""

    path: str
    """The file as the call names it."""
    how: str
    """`write` (the whole file), `append`, `replace` (a part), `sed`, `delete`, `copy` (`old` is its source), `output` (what a command prints) or
    `code` (a script that writes it)."""
    old: str
    """The text, pattern or source that is replaced; empty where nothing is told."""
    new: str
    """The text that is put there."""


_PATHS = ("path", "file_path", "filePath", "filename", "file", "target_file", "notebook_path")
_TEXTS = ("content", "contents", "file_text", "text", "code_edit", "new_source")
_OLD = ("old_string", "old_str", "oldString", "old_text", "old", "search")
_NEW = ("new_string", "new_str", "newString", "new_text", "new", "replace", "replacement", "insert_text")
_COMMANDS = ("command", "cmd", "script", "code", "keystrokes", "input")
_WRITER = re.compile(r"write|create|save", re.IGNORECASE)
_HEREDOC = re.compile(r"^(?P<head>[^\n]*?)<<-?[ \t]*(?P<q>['\"]?)(?P<tag>\w+)(?P=q)(?P<tail>[^\n]*)\n(?P<body>.*?)(?:^[ \t]*(?P=tag)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"(>>?)\s*([^\s;&|<>()]+)|\btee\s+(-a\s+)?([^\s;&|<>-][^\s;&|<>]*)")
_OPENED = re.compile(r"open\(\s*[\"']([^\"'\n]+)[\"']\s*,\s*(?:mode\s*=\s*)?[\"'][wa]|Path\(\s*[\"']([^\"'\n]+)[\"']\s*\)\.write_(?:text|bytes)|writeFileSync\(\s*[\"']([^\"'\n]+)")
_LITERAL = r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_PUT = re.compile(rf"[\"']?\s*\)?\s*(?:\.\s*write\(|\.write_text\(|,|\()\s*[rbf]?({_LITERAL})", re.DOTALL)
_SWAPPED = re.compile(rf"\.replace\(\s*({_LITERAL})\s*,\s*({_LITERAL})", re.DOTALL)
_HANDED = re.compile(r"(?:open|Path|writeFileSync)\(\s*(?:os\.environ(?:\.get)?[\[(]|os\.getenv\(|process\.env[.\[])\s*[\"']?(\w+)")
_SCRIPT = re.compile(r"\b(python[\d.]*|node|perl|ruby)\b")
_PATCHED = re.compile(r"^(?:\*\*\* (?P<verb>Update|Add|Delete) File: (?P<a>[^\n]+)|\+\+\+ (?:b/)?(?P<b>[^\n\t]+))$", re.MULTILINE)


def edits(name: str | None, arguments: str | None) -> list[Edit]:
    """The changes that one call makes, in order. arguments: as recorded, JSON or plain text; what can't be read gives nothing."""
    text = arguments or ""
    given = _loaded(text)
    if isinstance(given, dict):
        found = _of_fields(name or "", given)
        if found:
            return found
        text = next((given[k] for k in _COMMANDS if isinstance(given.get(k), str)), " ".join(map(str, given["command"])) if isinstance(given.get("command"), list) else "")
        if _WRITER.search(name or "") and not re.match(r"\s*(cat|echo|printf|sed|tee|cp|rm|mv|python)\b", text):
            path, _, rest = text.partition(" ")
            return [Edit(path, "write", "", rest)] if path else []
    if _PATCHED.search(text):
        return list(_of_patch(text))
    return list(_of_shell(text))


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _text(given: dict[str, object], keys: tuple[str, ...]) -> str | None:
    return next((v for k in keys if isinstance(v := given.get(k), str)), None)


def _of_fields(name: str, given: dict[str, object]) -> list[Edit]:
    path = _text(given, _PATHS)
    if not path:
        return []
    several = given.get("edits")
    if isinstance(several, list):
        return [Edit(path, "replace", _text(e, _OLD) or "", _text(e, _NEW) or "") for e in several if isinstance(e, dict)]
    old, new = _text(given, _OLD), _text(given, _NEW)
    if old is not None or (new is not None and _text(given, _TEXTS) is None):
        return [Edit(path, "replace", old or "", new or "")]
    whole = _text(given, _TEXTS)
    if whole is not None:
        return [Edit(path, "write", "", whole)]
    return [Edit(path, "delete", "", "")] if re.search(r"delete|remove", name, re.IGNORECASE) else []


def _of_patch(text: str) -> Iterator[Edit]:
    marks = list(_PATCHED.finditer(text))
    for mark, end in zip(marks, [*(m.start() for m in marks[1:]), len(text)], strict=True):
        body = text[mark.end() : end].splitlines()
        path = (mark["a"] or mark["b"]).strip()
        old = "\n".join(line[1:] for line in body if line.startswith("-") and not line.startswith("---"))
        new = "\n".join(line[1:] for line in body if line.startswith("+") and not line.startswith("+++"))
        yield Edit(path, "delete" if mark["verb"] == "Delete" else "write" if mark["verb"] == "Add" else "replace", old, new)


def _of_shell(command: str) -> Iterator[Edit]:
    for doc in _HEREDOC.finditer(command):
        head = doc["head"] + " " + doc["tail"]
        if _SCRIPT.search(doc["head"]):
            yield from _of_code(doc["body"])
            continue
        for sign, path, appends, tee in _TARGET.findall(head):
            yield Edit((path or tee).strip("\"'"), "append" if sign == ">>" or appends else "write", "", doc["body"])
    for part in segments(_HEREDOC.sub(lambda m: m["head"].split("<<")[0].partition(">")[0] + "\n" + m["tail"].partition("&&")[2], command)):
        yield from _of_segment(part)


def _of_code(code: str) -> Iterator[Edit]:
    for found in _OPENED.finditer(code):
        path = next(p for p in found.groups() if p)
        text = _PUT.match(code[found.end() :])
        yield Edit(path, "write", "", _spoken(text[1])) if text else Edit(path, "code", "", code)
        yield from (Edit(path, "replace", _spoken(old), _spoken(new)) for old, new in _SWAPPED.findall(code))
    for name in _HANDED.findall(code):
        yield Edit(f"${name}", "code", "", code)


def _spoken(literal: str) -> str:
    """What a string literal says."""
    return literal.strip("\"'").replace("\\n", "\n").replace('\\"', '"').replace("\\'", "'")


def segments(command: str) -> list[str]:
    """The single commands of a shell line: split at `;`, `&&`, `||`, `|` and line ends that stand outside quotes."""
    parts, quote, start, i = [], "", 0, 0
    while i < len(command):
        ch = command[i]
        if ch == "\\":
            i += 1
        elif quote:
            quote = "" if ch == quote else quote
        elif ch in "'\"":
            quote = ch
        elif ch in ";\n|&" and command[i - 1 : i] != ">" and command[i + 1 : i + 2] != ">":
            parts.append(command[start:i])
            start = i + 1
        i += 1
    return [p.strip() for p in [*parts, command[start:]] if p.strip()]


def _tokens(part: str) -> list[str]:
    try:
        return shlex.split(part)
    except ValueError:
        return part.split()


def _of_segment(part: str) -> Iterator[Edit]:
    words = _tokens(part)
    while words and re.fullmatch(r"sudo|env|command|\w+=\S*", words[0]):
        words = words[1:]
    if not words:
        return
    tool, rest = words[0].rsplit("/", 1)[-1], words[1:]
    plain = [w for w in rest if not w.startswith("-")]
    if tool == "git" and plain[:1] == ["rm"]:
        tool, plain = "rm", plain[1:]
    if tool == "git" and plain[:1] == ["mv"]:
        tool, plain = "mv", plain[1:]
    if tool in ("rm", "unlink"):
        yield from (Edit(p, "delete", "", "") for p in plain)
    elif tool == "mv" and len(plain) >= 2:
        yield from (Edit(p, "delete", "", plain[-1]) for p in plain[:-1])
        yield from (Edit(plain[-1], "copy", p, "") for p in plain[:-1])
    elif tool in ("cp", "rsync", "ln") and len(plain) >= 2:
        yield from (Edit(plain[-1], "copy", p, "") for p in plain[:-1])
    elif (tool == "sed" and any(re.match(r"-\w*i|--in-place", w) for w in rest)) or (tool == "perl" and any(re.match(r"-\w*p?i", w) for w in rest)):
        yield from _of_sed(rest)
    elif _SCRIPT.fullmatch(tool) and "-c" in rest:
        yield from _of_code(part)
    elif tool in ("str_replace_editor", "edit_anthropic") and len(rest) >= 2:
        told = dict(zip((w.lstrip("-") for w in rest[2::2]), rest[3::2], strict=False))
        yield from _of_fields(rest[0], {"path": rest[1], **told}) if rest[0] != "view" else ()
    yield from _of_redirect(part, tool, rest)


def _of_redirect(part: str, tool: str, rest: list[str]) -> Iterator[Edit]:
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", lambda m: "_" * len(m[0]), part)
    for found in re.finditer(r"(?<![\d&<])(>>?)\s*(?=[^\s;&|<>])", bare):
        path = re.match(r"[\"']?([^\s\"';&|<>]+)", part[found.end() :])
        if path and not path[1].startswith("/dev/"):
            how = "append" if found[1] == ">>" else "write" if tool in ("echo", "printf", ":", "true") or bare[: found.start()].strip() == "" else "output"
            said = part[: found.start()].strip() if tool in ("echo", "printf") else ""
            yield Edit(path[1], how, "", re.sub(r"^\S+\s+(-\w+\s+)*[\"']?|[\"']$", "", said))
    if tool == "truncate":
        yield from (Edit(p, "write", "", "") for p in rest[-1:])


def _of_sed(rest: list[str]) -> Iterator[Edit]:
    scripts = [rest[i + 1] for i, w in enumerate(rest[:-1]) if w in ("-e", "--expression") or re.fullmatch(r"-\w*i?\w*e", w)]
    plain = [w for w in rest if not w.startswith("-") and w not in scripts]
    if not scripts:
        scripts, plain = plain[:1], plain[1:]
    for script in scripts:
        made = re.match(r"[^s]*?\bs(?P<d>[^\w\s])(?P<old>(?:\\.|(?!(?P=d)).)*)(?P=d)(?P<new>(?:\\.|(?!(?P=d)).)*)(?P=d)?", script, re.DOTALL)
        deleted = re.match(r"/(.*)/\w*d\b", script)
        whole = re.match(r"/?(.*?)/?\s*[cia]\\?\s*(.*)", script, re.DOTALL)
        old, new = (made["old"], made["new"]) if made else (deleted[1], "") if deleted else (whole[1], whole[2]) if whole else (script, "")
        yield from (Edit(p, "sed", old, new) for p in plain)
