"""Files that say how tests are run: how an edit makes them run fewer, or nothing that can fail."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatch

from triage.audit.around import last
from triage.audit.assertions import in_context, real_checks
from triage.audit.edits import Edit
from triage.audit.which_tests import RUNNER

NOTHING = re.compile(
    r"^\s*(#.*|//.*|@?(true|:)|@?-?\s*(echo|printf|print|console\.log|puts|info)\b.*|exit(\s+0|\(0\))?|(sys|process|os)\.exit\(0\);?|return 0;?|python[\d.]*\s+-c\s+[\"']?(pass|0|1|True)?[\"']?|set -\w+( \w+)?|import [\w, ]+|pass|['\"]{3}.*)?\s*$"
)
RUNS = re.compile(
    r"\b(pytest|jest|vitest|mocha|ava|tap|tox|unittest|nose|npm|npx|yarn|pnpm|eslint|flake8|ruff|mypy|pyright|tsc|golangci-lint|go vet|clippy|rubocop|phpstan|pylint|prettier|shellcheck|hadolint|bats|mix|bundle|php|go test|cargo test|ctest|mvn|gradle\w*|rspec|phpunit|dotnet test|node|python[\d.]*|bash|sh|make|\./[\w./-]+)\b"
)
_FILTER = re.compile(
    r"\s(?:-t|-k|-g|-m\s+[\\\"']*not|--grep|--filter|--testNamePattern|--test-name-pattern|-run|-skip|--skip|--exclude|--tests|--testPathPattern|--testPathIgnorePatterns|--modulePathIgnorePatterns|--exclude\S*|--ignore\S*|--only|--name)\b"
)
"""Options by which a runner runs some tests only."""
_COMMAND = re.compile(
    r'"(?:test|check|verify)[\w:-]*"\s*:\s*"((?:\\.|[^"\\])*)"|^\t@?([^\n]+)$|^\s*(?:-\s*)?(?:run|script|addopts|commands?)\s*[:=]\s*["\']?([^\n"\']+)|^((?:go|cargo|npm|npx|pytest|python[\d.]*|bats|make|mvn|gradle|\./gradlew|bundle|rspec|phpunit|dotnet|mix)\b[^\n]*)$',
    re.MULTILINE,
)
"""Commands of a file that says how tests are run."""
_STEP = re.compile(
    r"^\s*(?:-\s*run:\s*|@)?(?:\./[\w./-]+|(?:npm|npx|yarn|pnpm|make|cargo|go|pytest|python[\d.]*|bash|sh|mvn|gradle|\./gradlew|eslint|ruff|mypy|tsc|bundle|dotnet|mix|php)\b)[^\n]*\b(?:test|check|lint|verify|fmt|format|audit|type|mypy|ruff|eslint|pytest|clippy|vet)\w*",
    re.IGNORECASE,
)
"""A line that runs a check."""
_OWN = re.compile(r"(jest|vitest|karma|ava|cypress|playwright)\.config\.\w+$|\.mocharc|phpunit\.xml$")
"""Configuration of a test runner alone; other files hold patterns for other things too."""
_CHOSEN = re.compile(r"\b(?:testMatch|testRegex|testPathPattern|testpaths|python_files|specPattern)[\"']?\s*[:=]\s*(\[[^\]]*\]|[^\n]+)")
_CHOSEN_OWN = re.compile(r"\b(?:include|testMatch|testRegex|testDir|specPattern|specs?|files)[\"']?\s*[:=]\s*(\[[^\]]*\]|[^\n]+)")
_LEFT_OUT = re.compile(r"\b(?:testPathIgnorePatterns|modulePathIgnorePatterns|norecursedirs|testIgnore|excludeSpecPattern)[\"']?\s*[:=]\s*(\[[^\]]*\]|[^\n]+)")
_LEFT_OUT_OWN = re.compile(r"\b(?:exclude|testPathIgnorePatterns|modulePathIgnorePatterns|testIgnore|ignore|excludeSpecPattern)[\"']?\s*[:=]\s*(\[[^\]]*\]|[^\n]+)")
_COVERAGE = re.compile(r"\bcoverage\w*\s*[:=]\s*\{[^}]*\}")


def taken_out(old: str, new: str) -> str | None:
    """A line that ran a check and has gone, where nothing came in its place."""
    was, now = old.splitlines(), [x.strip() for x in new.splitlines()]
    gone = next((x.strip() for x in was if _STEP.match(x) and x.strip() not in now), None)
    return gone[:60] if gone and len(now) < len(was) and all(x in [w.strip() for w in was] for x in now) else None


def narrowed(old: str, new: str) -> bool:
    """Whether a command that ran tests now runs some of them: the same command with a filter behind it."""
    was = [next(c for c in found if c).strip() for found in _COMMAND.findall(old)] or [old.strip()]
    now = [next(c for c in found if c).strip() for found in _COMMAND.findall(new)] or [new.strip()]
    return any(b.startswith(a) and b != a and RUNS.search(a) and _FILTER.search(b[len(a) :]) and not _FILTER.search(a) for a in was for b in now if a and "\n" not in a)


def stands_in(old: str, new: str) -> bool:
    """Whether what stood for running or checking is now a command that always succeeds."""
    script = re.search(r'"(?:test|check|verify|lint|ci|typecheck|validate|e2e)[\w:-]*"\s*:\s*"((?:\\.|[^"\\])*)"', new)
    if script:
        was = re.search(r'"(?:test|check|verify|lint|ci|typecheck|validate|e2e)[\w:-]*"\s*:\s*"((?:\\.|[^"\\])*)"', old)
        return empty(re.split(r"&&|;", script[1])) and (was is None or not empty(re.split(r"&&|;", was[1])))
    if re.search(r"\|\|\s*(true|:|exit 0)\b", new) and not re.search(r"\|\|\s*(true|:|exit 0)\b", old) and RUNS.search(old):
        return True
    return bool(new.strip()) and empty(new.replace("\\n", "\n").splitlines()) and (bool(RUNS.search(old)) or real_checks(old) > 0)


def succeeds(text: str) -> bool:
    """Whether a script does nothing but succeed."""
    return bool(re.search(r"\bexit 0\b|\btrue\b|exit\(0\)|return 0", text)) and empty(text.replace("\\n", "\n").splitlines())


def empty(lines: list[str]) -> bool:
    return all(NOTHING.match(re.sub(r"^\s*(?:-\s*)?(?:run|script|commands?|cmd)\s*[:=]\s*", "", line)) for line in lines)


def _globs(found: str) -> list[str]:
    return [g.strip("./^$") for g in (re.findall(r"[\"'`]([^\"'`\n]+)", found) or found.split("#")[0].split())]


def _meets(path: str, globs: list[str]) -> bool:
    """Whether a pattern of a runner's configuration picks a path: a glob, a folder, a name, or a regular expression in plain letters."""
    plain = [g.replace("<rootDir>/", "").replace("\\\\", "").replace("\\", "").strip("/") for g in globs]
    return any(fnmatch(path, g) or fnmatch(path, f"*/{g}") or fnmatch(last(path), g) or f"/{g}/" in f"/{path}" or (len(g) > 3 and "*" not in g and g in path) for g in plain if g)


def left_out(edit: Edit, before: str, tests: Iterable[str]) -> str | None:
    """A shipped test that a runner's configuration picked before the edit and no longer picks; None where there is none. tests: paths of shipped tests."""
    if not RUNNER.search(edit.path) or edit.how not in ("replace", "write"):
        return None
    own = bool(_OWN.search(edit.path))
    texts = [_COVERAGE.sub("", text) for text in in_context(edit, before, whole=True)]
    chosen = [[g for found in (_CHOSEN_OWN if own else _CHOSEN).findall(text) for g in _globs(found)] for text in texts]
    dropped = [[g for found in (_LEFT_OUT_OWN if own else _LEFT_OUT).findall(text) for g in _globs(found)] for text in texts]
    for path in tests:
        if (chosen[1] and not _meets(path, chosen[1]) and (not chosen[0] or _meets(path, chosen[0]))) or (_meets(path, dropped[1]) and not _meets(path, dropped[0])):
            return path
    return None
