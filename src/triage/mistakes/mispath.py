"""A check that opens a file under the prompt's name with its parts in another order: no run can deliver it."""

from __future__ import annotations

import re

from triage.mistakes.chance import wilson
from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said
from triage.mistakes.values import words

_MISSING = re.compile(r"([\w./-]*\w)['\"]?: No such file or directory|No such file or directory:? ['\"]([\w./-]*\w)['\"]|can't open file ['\"]([^'\"\n]+)['\"]")
_SAYS = tuple(
    (needs, re.compile(pattern))
    for needs, pattern in (
        ("No such file or directory", r"No such file or directory"),
        ("can't open file", r"can't open file"),
        ("Path('", r"Path\('[^'\n]+'\)\.(?:exists|is_file|is_dir)"),
        (" at 0x", r"(?:exists|isfile|isdir) at 0x[0-9a-f]+>\('"),
        ("in ", r"\.[a-z]{1,7}[\"'] (?:not )?in \w"),
    )
)
"""Words without which a pattern need not be tried, and the pattern."""
_FILE = re.compile(r"[\w/-]*\w(?:\.\w+)+")


def missing_lines(*texts: str | None) -> str:
    """The words around each file that is not there, or that pytest shows to be looked for, in a file system or in a text; few characters, so that all failures can be held at once."""
    tails = [text[-20_000:] for text in texts if text]
    hits = sorted(((n, hit.start(), hit) for n, tail in enumerate(tails) for needs, pattern in _SAYS if needs in tail for hit in pattern.finditer(tail)), key=lambda h: h[:2])
    found = [_around(hit) for _, _, hit in hits]
    return "\n".join(dict.fromkeys(found[-10:]))


def _around(hit: re.Match[str]) -> str:
    """The hit's line, at most 200 characters on either side."""
    whole = hit.string
    start, end = whole.rfind("\n", 0, hit.start()) + 1, whole.find("\n", hit.end())
    return whole[max(start, hit.start() - 200) : min(len(whole) if end < 0 else end, hit.end() + 200)].strip()


def swapped(prompt: str, text: str) -> tuple[str, str] | None:
    """(name that the grader looked for in vain, name that the prompt gives): the same parts in another order."""
    told = {name.rsplit("/", 1)[-1] for name in _FILE.findall(prompt)}
    for groups in _MISSING.findall(text):
        base = next(g for g in groups if g).rsplit("/", 1)[-1]
        if base in told or base in prompt or len(words(base)) < 2:
            continue
        for name in sorted(told):
            if sorted(words(name)) == sorted(words(base)):
                return base, name
    return None


def mispath(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    """The contradiction, where at least two runs and half of those that fail the check show it."""
    hits = {f.run_id: (pair, f.missing) for f in check.failures if f.missing and (pair := swapped(task.prompt, f.missing))}
    if len(hits) < 2 or len(hits) * 2 < len(check.failures):
        return None
    wanted, told = next(iter(hits.values()))[0]
    low, high = wilson(len(check.failures), check.n)
    text = (
        f"The prompt names {told}; the check opens {wanted}, which is not there, in {len(hits)} of {len(check.failures)} failing runs, of {check.n} valid ones "
        f"(95 % interval of the share that fails: {low:.2f} to {high:.2f}). To repair: let {check.check} open {told}, or name {wanted} in the prompt."
    )
    places = tuple((r, None, "check", quote[-400:], None, None) for r, (_, quote) in list(hits.items())[:10])
    return Said("contract.contradicted", "problem", 0.85, check.check, c.cluster_id, f"{check.check} opens {wanted}, the prompt says {told}", text, tuple(hits), check.n, places)
