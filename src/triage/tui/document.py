"""A run's transcript as lines to show: headings, prose, tool calls, results, edits as diffs, folded where long."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import orjson

from triage.model import Step, ToolCall
from triage.store.review_rows import RunView
from triage.tui.cells import literal, note_binary

FOLD = 6
"""Lines of a folded block that stay."""
LONG_LINE = 2000
"""Characters of a line that are shown while its block is folded."""
DIFF_LINES = 2000
"""Longer edits are shown as two blocks: finding the difference takes too long."""

PATHS = ("path", "file_path", "filePath", "file", "filename", "target_file", "relative_workspace_path")
PAIRS = (("old_str", "new_str"), ("old_string", "new_string"), ("oldString", "newString"), ("old", "new"), ("search", "replace"), ("oldText", "newText"))
WHOLE = ("file_text", "content", "contents", "new_source", "code_edit")
COMMANDS = ("command", "cmd", "keystrokes", "code", "script", "query", "pattern", "url")
PATCHES = ("patch", "diff", "input")


NONE: list[ToolCall] = []


class View(NamedTuple):
    """What is shown of a transcript."""

    unfolded: frozenset[int] = frozenset()
    """Steps shown whole."""
    all_unfolded: bool = False
    reasoning: bool = True
    pretty: bool = False
    """JSON laid out over lines."""


class Document(NamedTuple):
    """Lines side by side: text, kind (a style) and step of each."""

    texts: list[str]
    kinds: list[str]
    steps: list[int]
    starts: dict[int, int]
    """Step -> its first line."""
    errors: list[int]
    """Lines of results that are errors."""
    edits: dict[str, int]
    """Path -> the step of its last edit."""
    parts: dict[str, int] = {}
    """Where there is no transcript: setup, agent, grader -> first line of what it printed."""

    def line_of(self, step: int) -> int:
        """The first line of a step, or of the nearest one before it."""
        while step > 0 and step not in self.starts:
            step -= 1
        return self.starts.get(step, 0)


def build(run: RunView, view: View = View()) -> Document:  # noqa: B008
    """The document of a run."""
    doc = Document([], [], [], {}, [], {}, {})
    calls: dict[int, list[ToolCall]] = defaultdict(list)
    results: dict[int, list[ToolCall]] = defaultdict(list)
    for call in run.calls:
        calls[call.step].append(call)
        if call.result_step is not None and call.result_step != call.step:
            results[call.result_step].append(call)
    for step in run.steps:
        doc.starts[step.step] = len(doc.texts)
        whole = view.all_unfolded or step.step in view.unfolded
        _step(doc, step, calls.get(step.step, NONE), results.get(step.step, NONE), view, whole)
    if not run.steps:
        _printed(doc, run)
    return doc


def _printed(doc: Document, run: RunView) -> None:
    """A run without a transcript: what harness, agent program and grader printed, in order."""
    _put(doc, "note", 0, ["No transcript was recorded. What was printed instead:" if run.events else "No transcript was recorded, and nothing that was printed."])
    phase = ""
    for event in run.events:
        if event.phase != phase:
            phase = event.phase
            doc.parts.setdefault(phase, len(doc.texts) + 1)
            _put(doc, "head-system", 0, ["", phase])
        bad = event.is_terminal or event.channel in ("harness_exception", "api_error_json")
        if bad:
            doc.errors.append(len(doc.texts))
        what = "" if event.type == "log" else " ".join(filter(None, (event.type, event.code))) + "  "
        _put(doc, "error" if bad else "result", 0, _fold("  ", what + event.text, True))


def _step(doc: Document, step: Step, calls: list[ToolCall], results: list[ToolCall], view: View, whole: bool) -> None:
    head = f"{step.step:>4} {'agent' if step.role == 'assistant' else step.role}"
    if results:
        head += f"  ← {results[0].name}"
    if step.branch:
        head += f"  {step.branch}"
    if step.synthetic:
        head += "  written by the program, not the model"
    if step.at and len(step.at) >= 19:
        head += f"  {step.at[11:19]}"
    if step.tokens_out:
        head += f"  {step.tokens_out:,} tokens"
    if step.finish_reason in ("length", "content_filter", "max_tokens", "refusal"):
        head += f"  stopped: {step.finish_reason}"
    _put(doc, "head-" + (step.role if step.role in ("assistant", "user", "system") else "tool"), step.step, [_flat(head)])
    if step.reasoning:
        if view.reasoning:
            _put(doc, "reasoning", step.step, _fold("  ~ ", step.reasoning, whole))
        else:
            _put(doc, "note", step.step, [f"  ~ reasoning, {step.reasoning.count(chr(10)) + 1} lines (r)"])
    is_result = step.role == "tool" or bool(results)
    if step.text:
        bad = any(_bad(call) for call in results)
        at = len(doc.texts)
        said = step.role == "assistant" and not is_result
        lines = _fold("  ", _shape(step.text, view), whole, 1 if is_result else 4 if said else 3)
        _put(doc, "error" if bad else "result" if is_result else "prose", step.step, lines)
        if bad:
            doc.errors.append(at)
    for call in calls:
        _call(doc, call, view, whole, apart=call.result_step is not None and call.result_step != call.step)


def _bad(call: ToolCall) -> bool:
    return bool(call.is_error) or bool(call.exit_code)


def _call(doc: Document, call: ToolCall, view: View, whole: bool, *, apart: bool) -> None:
    arguments = _object(call.arguments)
    path = next((str(arguments[k]) for k in PATHS if isinstance(arguments.get(k), str)), None)
    head, body = _edit(arguments)
    if body is not None:
        if path:
            doc.edits[path] = call.step
        _put(doc, "call", call.step, [_flat(f"  ▶ {call.name}  {path or head}")])
        for kind, lines in _diff_lines(body, whole):
            _put(doc, kind, call.step, lines)
    else:
        command = _command(arguments)
        text = command if command is not None and not view.pretty else _shape(call.arguments or "", view)
        first, *rest = _fold("    ", f"{call.name}  {text}", whole, 2)
        _put(doc, "call", call.step, ["  ▶ " + first[4:], *rest])
    if apart:
        return
    status = [f"exit {call.exit_code}"] if call.exit_code is not None else []
    status += ["error"] if call.is_error else []
    status += [f"{call.duration_s:.1f} s"] if call.duration_s else []
    if call.result is None:
        status += ["no result was recorded"]
    if status:
        _put(doc, "error" if _bad(call) else "note", call.step, ["  ◀ " + ", ".join(status)])
    if _bad(call):
        doc.errors.append(len(doc.texts) - 1)
    if call.result:
        _put(doc, "error" if _bad(call) else "result", call.step, _fold("    ", _shape(call.result, view), whole))


def _command(arguments: dict[str, object]) -> str | None:
    return next((str(arguments[k]) for k in COMMANDS if isinstance(arguments.get(k), str)), None)


def command_of(call: ToolCall) -> str | None:
    """The command, pattern or address that a call is about; None where it has none."""
    return _command(_object(call.arguments))


def _edit(arguments: dict[str, object]) -> tuple[str, list[tuple[str, str]] | None]:
    """An edit's heading and its (old, new) pairs; None where the call is no edit. A patch is a pair with no old text."""
    edits = arguments.get("edits")
    several = [e for e in edits if isinstance(e, dict)] if isinstance(edits, list) else []
    pairs = []
    for one in [arguments, *several]:
        for old, new in PAIRS:
            if isinstance(one.get(old), str) and isinstance(one.get(new), str):
                pairs.append((str(one[old]), str(one[new])))
                break
    if pairs:
        return "edit", pairs
    for name in PATCHES:
        text = arguments.get(name)
        if isinstance(text, str) and ("\n@@" in text or text.startswith(("*** Begin Patch", "--- ", "diff --git"))):
            return "patch", [("\0patch", text)]
    if any(isinstance(arguments.get(p), str) for p in PATHS):
        for name in WHOLE:
            if isinstance(arguments.get(name), str):
                return "write", [("", str(arguments[name]))]
    return "", None


def _diff_lines(pairs: list[tuple[str, str]], whole: bool) -> Iterator[tuple[str, list[str]]]:
    kept = 0
    for old, new in pairs:
        lines = new.split("\n") if old == "\0patch" else _diff(old.split("\n") if old else [], new.split("\n"))
        for line in lines:
            kept += 1
            if kept > FOLD * 3 and not whole:
                continue
            kind = "add" if line.startswith("+") else "del" if line.startswith("-") else "result"
            yield kind, [_one("    ", line, whole)]
    if kept > FOLD * 3 and not whole:
        yield "note", [f"    … {kept - FOLD * 3} more lines (z)"]


def _diff(old: list[str], new: list[str]) -> Iterable[str]:
    if not old:
        return ["+ " + line for line in new]
    if len(old) + len(new) > DIFF_LINES:
        return ["- " + line for line in old] + ["+ " + line for line in new]
    rows = difflib.unified_diff(old, new, n=2, lineterm="")
    return [row[:1] + " " + row[1:] for row in rows if not row.startswith(("---", "+++", "@@"))]


def _fold(indent: str, text: str, whole: bool, factor: int = 1) -> list[str]:
    """Lines of a block; a folded one keeps its beginning and says what is left out."""
    text = text.strip("\n")
    if whole:
        return [indent + line for line in literal(_without_binary(text)).split("\n")]
    keep = FOLD * factor
    head = text.split("\n", keep)
    left = head.pop() if len(head) > keep else ""
    if len(text) <= 512 or max(map(len, head)) <= 512:  # most blocks: no line is cut or holds a picture, one look at all of them will do
        lines = [indent + line for line in literal("\n".join(head)).split("\n")]
    else:
        lines = [_one(indent, line, False) for line in head]
    if left:
        count = left.count("\n") + 1
        lines.append(f"{indent}… {count} more line{'s' if count > 1 else ''} (z)")
    return lines


def _flat(text: str) -> str:
    """A heading: one line whatever its parts hold."""
    return literal(text[:LONG_LINE].replace("\n", " "))


def _without_binary(text: str) -> str:
    lines = text.split("\n")
    return "\n".join([line if len(line) <= 512 else note_binary(line) for line in lines])


def _one(indent: str, line: str, whole: bool) -> str:
    line = note_binary(line.rstrip("\r"))
    if len(line) > LONG_LINE and not whole:
        return f"{indent}{literal(line[:LONG_LINE])} … {len(line) - LONG_LINE:,} more characters (z)"
    return indent + literal(line)


def _shape(text: str, view: View) -> str:
    """JSON laid out over lines where that is wanted."""
    if view.pretty and text.lstrip()[:1] in ("{", "["):
        try:
            return orjson.dumps(orjson.loads(text), option=orjson.OPT_INDENT_2).decode()
        except (orjson.JSONDecodeError, orjson.JSONEncodeError):
            return text
    return text


def _object(text: str | None) -> dict[str, object]:
    try:
        found = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _put(doc: Document, kind: str, step: int, lines: list[str]) -> None:
    doc.texts.extend(lines)
    doc.kinds.extend([kind] * len(lines))
    doc.steps.extend([step] * len(lines))
