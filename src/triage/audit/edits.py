"""What a tool call changes in files, as far as its arguments tell: editing tools, patches and shell commands alike."""

from __future__ import annotations

import json
import re
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
_OLD = ("old_string", "old_str", "oldString", "old_text", "oldText", "old", "search")
_NEW = ("new_string", "new_str", "newString", "new_text", "newText", "new", "replace", "replacement", "insert_text")
_COMMANDS = ("command", "cmd", "script", "code", "keystrokes", "input")
_NOTEBOOK = re.compile(r"python|jupyter|notebook|interpreter|\brepl\b", re.IGNORECASE)
_WRITER = re.compile(r"write|create|save", re.IGNORECASE)
_HEREDOC = re.compile(r"^(?P<head>[^\n]*?)<<-?[ \t]*(?P<q>['\"]?)(?P<tag>\w+)(?P=q)(?P<tail>[^\n]*)\n(?P<body>.*?)(?:^[ \t]*(?P=tag)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"(>>?)\s*([^\s;&|<>()]+)|\btee\s+(-a\s+)?([^\s;&|<>-][^\s;&|<>]*)")
_OPENED = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bopen\(\s*[\"']([^\"'\n]+)[\"']\s*,\s*(?:mode\s*=\s*)?[\"'][wax]",
        r"\bPath\(\s*[\"']([^\"'\n]+)[\"']\s*\)\.(?:write_text|write_bytes|touch|open\(\s*[\"'][wax])",
        r"\b(?:writeFile|appendFile|createWriteStream|outputFile|writeTextFile)(?:Sync)?\(\s*[\"'`]([^\"'`\n]+)",
        r"\b(?:os\.(?:WriteFile|Create)|ioutil\.WriteFile|fs::write|File::create|File\.write|Files\.write(?:String)?|new\s+(?:FileWriter|PrintWriter|FileOutputStream)|file_put_contents|ofstream(?:\s+\w+)?|writeLines)\s*[({]\s*(?:Paths?\.(?:of|get)\(\s*)?[\"']([^\"'\n]+)",
        r"\.(?:to_(?:csv|json|parquet|excel|pickle)|savetxt|save|write_(?:csv|json|parquet))\(\s*[\"']([^\"'\n]+)",
        r"\b(?:File\.open|fopen)\s*\(\s*[\"']([^\"'\n]+)[\"']\s*,\s*[\"'][wa]",
        r"\bopen\(?\s*(?:my\s+)?\$\w+\s*,\s*[\"']>>?[\"']\s*,\s*[\"']([^\"'\n]+)",
    )
)
"""Where code of common languages opens a file to write it."""
_REMOVED = re.compile(
    r"(?:\bos\.(?:remove|unlink|Remove|RemoveAll)|\bshutil\.rmtree|(?:unlink|rm|rmdir)Sync|\bFileUtils\.rm\w*|\bFile\.(?:delete|unlink)|\bfs::remove_file)\(\s*[\"']([^\"'\n]+)|\bPath\(\s*[\"']([^\"'\n]+)[\"']\s*\)\.unlink"
)
_LITERAL = r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_PUT = re.compile(rf"[\"']?\s*\)?\s*(?:\.\s*write\(|\.write_text\(|,|\()\s*[rbf]?({_LITERAL})", re.DOTALL)
_SWAPPED = re.compile(rf"\.(?:replace|sub|gsub|replaceAll|replace_all)!?\(\s*({_LITERAL})\s*,\s*({_LITERAL})", re.DOTALL)
_HANDED = re.compile(r"(?:open|Path|writeFileSync)\(\s*(?:os\.environ(?:\.get)?[\[(]|os\.getenv\(|process\.env[.\[])\s*[\"']?(\w+)")
_SCRIPT = re.compile(r"\b(python[\d.]*|node|deno|bun|perl|ruby|php)\b")
_PATCHED = re.compile(r"^(?:\*\*\* (?P<verb>Update|Add|Delete) File: (?P<a>[^\n]+)|\+\+\+ (?:b/)?(?P<b>[^\n\t]+))$", re.MULTILINE)


def edits(name: str | None, arguments: str | None) -> list[Edit]:
    """The changes that one call makes, in order. arguments: as recorded, JSON or plain text; what can't be read gives nothing."""
    text = arguments or ""
    given = _loaded(text)
    if isinstance(given, dict):
        found = _of_fields(name or "", given)
        if found:
            return found
        text = spoken(given)
        if _WRITER.search(name or "") and not re.match(r"\s*(cat|echo|printf|sed|tee|cp|rm|mv|python)\b", text):
            path, _, rest = text.partition(" ")
            return [Edit(path, "write", "", rest)] if path else []
        if _NOTEBOOK.search(name or "") or ("code" in given and text == given["code"]):
            return list(_of_code(text))
    if _PATCHED.search(text):
        return list(_of_patch(text))
    return list(_of_shell(text))


def spoken(given: dict[str, object]) -> str:
    """The command among a call's fields; of a list of words the script that a shell is handed."""
    words = given.get("command")
    if isinstance(words, list) and words:
        shell = len(words) >= 3 and re.search(r"(^|/)(ba|z|da)?sh$", str(words[0])) and re.fullmatch(r"-\w*c", str(words[1]))
        return str(words[2]) if shell else " ".join(map(str, words))
    return next((v for k in _COMMANDS if isinstance(v := given.get(k), str)), "")


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
        runs = re.sub(r">>?\s*\S+", " ", re.split(r"[&|;]", doc["head"])[-1]).split()
        if any(_SCRIPT.fullmatch(last) for last in (word.rsplit("/", 1)[-1] for word in runs)):
            yield from _of_code(doc["body"])
            continue
        for sign, path, appends, tee in _TARGET.findall(head):
            yield Edit((path or tee).strip("\"'"), "append" if sign == ">>" or appends else "write", "", doc["body"])
    for part in segments(_HEREDOC.sub(lambda m: m["head"].split("<<")[0].partition(">")[0] + "\n" + m["tail"].partition("&&")[2], command)):
        yield from _of_segment(part)


def _resolved(code: str) -> str:
    """Code with the names of files in the place of the variables that hold them."""
    for name, path in dict.fromkeys(
        re.findall(r"^\s*(?:const |let |var |my )?[$]?(\w+)\s*=\s*(?:(?:pathlib\.)?Path\()?[\"']([\w./~-]*[./][\w./-]*)[\"']\)?", code.replace(";", "\n"), re.MULTILINE)
    ):
        code = re.sub(rf"\b(open|Path|writeFileSync|writeFile|WriteFile|File\.write|File\.open|write|remove|unlink)\(\s*{name}\b(?=\s*[,)])", rf"\g<1>('{path}'", code)
        code = re.sub(rf"(?<![\w.]){name}\.(?=write_text|write_bytes|unlink|touch)", f"Path('{path}').", code)
    return code


def _of_code(code: str) -> Iterator[Edit]:
    code = _resolved(code)
    for path, end in opened(code):
        text = _PUT.match(code[end:])
        yield Edit(path, "write", "", _spoken(text[1])) if text else Edit(path, "code", "", code)
        yield from (Edit(path, "replace", _spoken(old), _spoken(new)) for old, new in _SWAPPED.findall(code))
    yield from (Edit(p or q, "delete", "", "") for p, q in _REMOVED.findall(code))
    for name in _HANDED.findall(code):
        yield Edit(f"${name}", "code", "", code)


def opened(code: str) -> list[tuple[str, int]]:
    """Files that code opens to write them, each with the place where the code goes on."""
    return [(path, end) for _, path, end in sorted((m.start(), m[1], m.end()) for pattern in _OPENED for m in pattern.finditer(code))]


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


_CHANGES = re.compile(r">|\b(?:rm|unlink|mv|cp|rsync|ln|sed|perl|python[\d.]*|node|deno|bun|ruby|php|find|curl|wget|gh|truncate|str_replace_editor|edit_anthropic)(?![\w-])")
"""What stands in every command that `_of_segment` knows."""
_WORD = re.compile(r"(?:[^\s\"'\\]+|'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\.)+", re.DOTALL)
_PIECE = re.compile(r"'([^']*)'|\"((?:[^\"\\]|\\.)*)\"|\\(.)", re.DOTALL)


def _tokens(part: str) -> list[str]:
    """Words as a POSIX shell splits them; split at spaces where a quote is left open. As shlex.split, which takes twenty times as long."""
    if not any(c in part for c in "\"'\\"):
        return part.split()
    rest = _WORD.sub("", part)
    if rest.strip():
        return part.split()
    return [_PIECE.sub(_unquoted, word) for word in _WORD.findall(part)]


def _unquoted(piece: re.Match[str]) -> str:
    if piece[2] is not None:
        return re.sub(r"\\([\"\\])", r"\1", piece[2])
    return piece[1] if piece[1] is not None else piece[3]


def _of_segment(part: str) -> Iterator[Edit]:
    if not _CHANGES.search(part):
        return
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
    elif _SCRIPT.fullmatch(tool) and (flag := next((i for i, w in enumerate(rest) if w in ("-c", "-e", "-r", "-p", "--eval")), None)) is not None:
        yield from _of_code(" ".join(rest[flag + 1 :]))
    elif tool == "find" and plain and ("-delete" in rest or "rm" in rest):
        found = next((rest[i + 1] for i, w in enumerate(rest[:-1]) if w in ("-name", "-path", "-iname")), "")
        yield Edit(f"{plain[0].rstrip('/')}/{found}", "delete", "", "")
    elif tool in ("curl", "wget", "gh"):
        yield from _of_fetch(rest)
    elif tool in ("str_replace_editor", "edit_anthropic") and len(rest) >= 2:
        told = dict(zip((w.lstrip("-") for w in rest[2::2]), rest[3::2], strict=False))
        yield from _of_fields(rest[0], {"path": rest[1], **told}) if rest[0] != "view" else ()
    yield from _of_redirect(part, tool, rest)


def _of_fetch(rest: list[str]) -> Iterator[Edit]:
    """What a download puts in the place of a file: `old` is its address."""
    source = next((w for w in rest if "://" in w), "")
    target = next((rest[i + 1] for i, w in enumerate(rest[:-1]) if w in ("--output", "--output-document") or re.fullmatch(r"-\w*[oO]", w)), "")
    if source and target and "://" not in target:
        yield Edit(target, "copy", source, "")
    elif source and any(re.fullmatch(r"-\w*O|--remote-name", w) for w in rest):
        yield Edit(source.split("?")[0].rsplit("/", 1)[-1], "copy", source, "")


def _of_redirect(part: str, tool: str, rest: list[str]) -> Iterator[Edit]:
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", lambda m: "_" * len(m[0]), part)
    for found in re.finditer(r"(?<![\d&<])(>>?)\s*(?=[^\s;&|<>])", bare):
        path = re.match(r"[\"']?([^\s\"';&|<>]+)", part[found.end() :])
        if path and not path[1].startswith("/dev/"):
            how = "append" if found[1] == ">>" else "write" if tool in ("echo", "printf", ":", "true") or bare[: found.start()].strip() == "" else "output"
            said = part[: found.start()].strip() if tool in ("echo", "printf") else ""
            text = re.sub(r"^\S+\s+(-\w+\s+)*[\"']?|[\"']$", "", said)
            yield Edit(path[1], how, "", text.replace("\\n", "\n") if tool == "printf" or rest[:1] == ["-e"] else text)
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
