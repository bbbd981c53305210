"""Which files are tests or say how tests are run, and what a prompt says about them."""

from __future__ import annotations

import re

from triage.audit.around import last

TEST = re.compile(
    r"(^|/)(tests?|specs?|__tests__|testing|t|e2e|bench|benches|benchmarks?)/|(^|/)tests?[_.-][\w.-]*$|[_.-](tests?|spec)\.\w+$|\.bats$|(^|/)\w+(Test|Tests|Spec|IT)\.(java|kt|cs|scala|swift|php)$",
    re.IGNORECASE,
)
"""Paths of tests."""
RUNNER = re.compile(
    r"(^|/)\.github/workflows/[\w.-]+$|(^|/)\.gitlab-ci\.yml$|(^|/)Jenkinsfile$|(^|/)azure-pipelines\.yml$|(^|/)\.circleci/[\w.-]+$|(^|/)(GNU)?[Mm]akefile$|\.mk$|(^|/)(package\.json|tox\.ini|pytest\.ini|setup\.cfg|pyproject\.toml|noxfile\.py|Rakefile|justfile|Taskfile\.ya?ml|CMakeLists\.txt|build\.gradle(\.kts)?|pom\.xml|Cargo\.toml|composer\.json|\.mocharc\.\w+|phpunit\.xml|\.rspec)$"
    r"|(^|/)(jest|vitest|karma|ava|cypress|playwright)\.config\.\w+$|(^|/)(check|verify|validate|grade|judge|score|run_?tests?|test|ci|eval\w*)[\w.-]*\.(sh|bash|py|js|mjs|ts|rb|pl)$",
)
"""Files that say how tests are run, and scripts that check."""
_KEEP = re.compile(
    r"\b(do(es)? not|don't|must not|may not|never|without|not be|no)\s+(\w+\s+){0,3}(chang\w+|edit\w*|modif\w+|touch\w*|alter\w*|rewrit\w+|weaken\w*|delet\w+|remov\w+)|\b(stays?|kept|keep|leave|remains?)\s+(\w+\s+){0,4}(as (it|they) (is|are|were|was)|unchanged|untouched|intact|alone)|\bread-?only\b|\buntouched\b|\bunchanged\b",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\b(remov\w+|delet\w+|drop\w*|skip\w*|disabl\w+|retir\w+|prune|get rid of|quarantin\w+|rewrit\w+|replac\w+|mark\w*)\b", re.IGNORECASE)
_REORDERS = re.compile(
    r"\b(restructur|reorgani[sz]|rearrang|refactor|split|merg|consolidat|migrat|port|convert|rewrit|mov|clean)\w*\s+(?:up\s+)?(?:\w+\s+){0,3}(tests?|specs?|test suite|suite)\b",
    re.IGNORECASE,
)
_TESTS = re.compile(r"\b(all|the|their|its|those|old|flaky|failing) tests?\b(?! (pass|green|succeed|go|run))", re.IGNORECASE)
_TEST_FILE = re.compile(r"[\w-]*tests?[\w-]*\.\w+|\w+_spec\.\w+")


def sentences(prompt: str) -> list[str]:
    """The prompt's sentences and list items."""
    return re.split(r"(?<=[.!?;])\s+|\n+", prompt)


def asked_for(prompt: str, path: str) -> bool:
    """Whether the prompt asks to remove, skip or rewrite this file (or the tests as such)."""
    name = last(path)
    told = sentences(prompt)
    # "It" is what the sentence before names.
    told = [f"{before} {s}" if re.search(r"\b(it|them|this|that|those|these)\b", s) and not _KEEP.search(before) else s for before, s in zip(["", *told], told, strict=False)]
    asks = [s for s in told if _ASKED.search(s) and not _KEEP.search(s)]
    return any(_REORDERS.search(s) for s in told) or any(name in s for s in asks) or any(_TESTS.search(s) and not _TEST_FILE.search(s) for s in asks)


def must_stay(prompt: str, path: str) -> bool:
    """Whether the prompt says that this file (or the tests) must stay as it is."""
    name, test = last(path), bool(TEST.search(path))
    return any(
        _KEEP.search(s) and (name in s or (test and re.search(r"\btests?\b(?!/)", s) is not None) or any(len(p) > 2 and f"{p}/" in s for p in path.split("/")[:-1]))
        for s in sentences(prompt)
    )
