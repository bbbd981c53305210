"""A grader that runs submissions in surroundings of its own, where right programs die: standard output that is no file, code without its file's name.

The program is right from a shell, and the harness's stand-in for a stream, a module or a process lacks what every real one has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster, Failed
from triage.mistakes.said import Said
from triage.mistakes.saying import LEAST, say

_PARTS = r"(?:buffer|fileno|isatty|reconfigure|encoding|errors|detach|raw|readable|writable|readinto|readline|readlines|flush|mode|line_buffering|write_through|closed|newlines|read|write|writelines)"
_STREAM = re.compile(
    rf"'(?:[\w.]*\.)?(?:StringIO|BytesIO|\w*(?:Tee|Capture|Captured|Redirect|Fake|Dummy|Mock|Null|Proxy|Stub)\w*|\w*(?:Stdout|Stdin|Stderr|OutputStream|OutStream|Writer|Buffer))' object has no attribute '{_PARTS}'"
    rf"|io\.UnsupportedOperation: (?:fileno|detach|not readable|not writable)"
    rf"|undefined method [`'](?:fileno|isatty|sync|fsync|set_encoding|each_line)' for (?:#<|an instance of )(?:StringIO|\w*(?:Capture|Fake|Tee|Null)\w*)"
    rf"|process\.std(?:in|out|err)(?:\.\w+)? is (?:undefined|not a function|null)|Cannot read propert\w+ of (?:undefined|null) \(reading '(?:stdout|stdin|stderr|isTTY|argv)'\)",
)
"""What a real stream has, and the object that the program was given has not."""
_WITHIN = re.compile(
    r"\b(?:exec|eval|compile)\(|\brunpy\b|exec_module|run_path|\bimportlib\b|<submission>|<solution>|<string>|<student|<user_code>|runIn(?:New|This)?Context|evalmachine|node:vm|\bvm\.js\b|instance_eval|class_eval|new Function\(|<anonymous>:\d|multiprocessing|\bpickle"
)
"""Signs that the program was not started, but run within the grader."""
_BARE = re.compile(
    r"(?m)NameError: name '(?P<own>\w+)' is not defined|NameError: name '__(?:file|name|builtins|spec)__' is not defined|ReferenceError: (?:require|module|exports|process|Buffer|console|global|__dirname|__filename|setTimeout|URL|TextEncoder) is not defined"
    r"|Can't (?:get attribute '\w+' on <module '__main__'|pickle (?:local object|<function))|asyncio\.run\(\) cannot be called from a running event loop|This event loop is already running|There is no current event loop|signal only works in main thread|\bSystemExit(?:: (?:0|None))?\s*$",
)
"""How a right program dies that is run within another one."""
_RUNS = re.compile(r"\b(?:python[\d.]*|node|ruby|php|perl|deno|bun|bash|sh|lua|Rscript|java|go run|cargo run|tsx|ts-node)\s+[^\n]*?[\w./-]+|(?:^|[\s\"'&|;])\./[\w./-]+")
_TROUBLE = re.compile(r"Traceback|\b\w*(?:Error|Exception)\b|\berror:|panicked|command not found|Segmentation|differ\b|^[<>] ", re.MULTILINE)


def foreign(f: Failed, run: RunFacts | None) -> str | None:
    """The line of a failure that tells of a stand-in of the grader's, or of surroundings in which the program's own names lack; None where there is none."""
    hit = _STREAM.search(f.message)
    made = re.search(r"'(?:[\w.]*\.)?(\w+)' object", hit[0]) if hit else None
    if made and run and any(re.search(rf"\bclass {made[1]}\b", x.arguments) for x in run.calls):
        return None  # a class of the run's own
    if hit is None and _WITHIN.search(f.message):
        hit = _BARE.search(f.message)
        own = hit["own"] if hit else None
        if own and not own.startswith("__") and not (run and _defines(run, own)):
            return None  # the program's own slip
    if hit is None:
        return None
    start, end = f.message.rfind("\n", 0, hit.start()) + 1, f.message.find("\n", hit.end())
    return f.message[start : len(f.message) if end < 0 else end].strip()


def _defines(run: RunFacts, name: str) -> bool:
    shown = re.compile(rf"\b(?:def|class|import|function|const|let|var)\s+(?:[\w.]+\s*,\s*)*{re.escape(name)}\b|\b{re.escape(name)}\s*=[^=]")
    return any(shown.search(c.arguments) for c in run.calls)


def _well(run: RunFacts, line: str) -> tuple[int | None, str] | None:
    """(step, output) of the run's last start of a program that went well; None where it met the same error."""
    shown: tuple[int | None, str] | None = None
    told = re.sub(r"^[\w.]*?(?=\w*(?:Error|Operation)\b)", "", line)
    for call in run.calls:
        if told and told in call.result:
            return None
        if _RUNS.search(call.arguments) and call.result.strip():
            shown = None if _TROUBLE.search(call.result) else (call.step, call.result.strip()[:300])
    return shown


def stand_ins(task: TaskFacts, check: CheckFacts, c: Cluster, runs: Mapping[str, RunFacts]) -> Said | None:
    """The finding, where at least two runs and half of those that say why they fail die so; a problem where at least two of them went well from a shell, or three died on a stream."""
    died = {f.run_id: line for f in check.failures if (line := foreign(f, runs.get(f.run_id)))}
    if len(died) < 2 or 2 * len(died) < c.telling:
        return None
    well = {r: seen for r, line in died.items() if r in runs and (seen := _well(runs[r], line))}
    met = [r for r, line in died.items() if r in runs and any(re.sub(r"^\S*?:\s*", "", line) in x.result for x in runs[r].calls)]
    if 2 * len(met) >= len(died):
        return None  # the agents saw the same error: it is no matter of the grader's
    streams = sum(bool(_STREAM.search(line)) for line in died.values())
    line = next(iter(died.values()))
    text = (
        f"The grader runs the programs within itself, and there {len(died)} of {c.telling} failing runs that say why (of {check.n} valid ones) die with {line!r}: what it puts in the place of the real surroundings lacks that."
        f" {len(well)} of them ran well from a shell. To repair: start the program as a process of its own, or say in the prompt how it is run."
    )
    loud = len(well) >= 2 or streams >= LEAST
    places = tuple((r, step, "tool_result", quote, None, None) for r, (step, quote) in list(well.items())[:5])
    return say(
        "grader.crashes",
        "problem" if loud else "suspicious",
        0.8 if loud else 0.5,
        c,
        check,
        f"{check.check}: right programs die within the grader: {line}"[:200],
        text,
        tuple(died),
        places,
    )


def dies_within(failures: Sequence[Failed], c: Cluster, runs: Mapping[str, RunFacts]) -> bool:
    """Whether the failures of a cluster tell of a stand-in: then no name is wanted."""
    members = [f for f in failures if f.run_id in set(c.run_ids)]
    return bool(members) and 2 * sum(foreign(f, runs.get(f.run_id)) is not None for f in members) >= len(members)


_FRAME = re.compile(r"File \"(?P<py>[^\"\n]+)\", line \d+|^\s*(?P<plain><\w+>|[\w./-]+\.\w+):\d+", re.MULTILINE)
_SUBMITTED = re.compile(r"<(?:string|submission|solution|student|user_code|code)\w*>|(?:^|/)(?:solution|submission|solve|student|answer)\w*\.\w+$")


def own_slip(failures: Sequence[Failed], c: Cluster, runs: Mapping[str, RunFacts]) -> bool:
    """Whether the innermost place of most of a cluster's failures lies in what the run handed in: the name that lacks there is the run's own, not one that the check wants."""
    members = [f for f in failures if f.run_id in set(c.run_ids)]
    if c.mistake.exception not in ("NameError", "KeyError", "AttributeError", "UnboundLocalError", "IndexError"):
        return False
    return 2 * sum(_inside(f, runs.get(f.run_id)) for f in members) > len(members)


def _inside(f: Failed, run: RunFacts | None) -> bool:
    frames = list(_FRAME.finditer(f.message))
    if not frames:
        return False
    place = frames[-1]["py"] or frames[-1]["plain"]
    if _SUBMITTED.search(place):
        return True
    base = place.rsplit("/", 1)[-1]
    if run is None or _OF_GRADER.search(base):
        return False
    return any(base in x.arguments and _WRITES.search(f"{x.name} {x.arguments}") for x in run.calls)


_OF_GRADER = re.compile(r"test|spec|grad|check|verif|judge|conftest|runner|harness", re.IGNORECASE)
_WRITES = re.compile(r"write|edit|create|save|patch|<<|>\s*\S", re.IGNORECASE)
