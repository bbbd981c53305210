"""Edits after which tests pass without testing: gutted, skipped, deleted or bypassed, in any language and runner.

Told from the edit itself and from what the file held before, not from who restores it later.
"""

from __future__ import annotations

import re

from triage.audit.assertions import TRIVIAL, dropped, in_context, loosened, put_aside, real_checks, swallowed
from triage.audit.edits import Edit
from triage.audit.runner_files import NOTHING, RUNS, narrowed, stands_in, taken_out
from triage.audit.which_tests import RUNNER, TEST

_SKIPS = re.compile(
    r"#\[ignore|mark\.(skip|xfail)\b|unittest\.(skip|expectedFailure)\b|\bskipTest\(|pytest\.(skip|xfail)\(|raise\s+(unittest\.)?SkipTest|\b(it|test|describe|context)\.(skip|todo)\b|\bx(it|describe|test|context)\(|\bt\.Skip(f|Now)?\(|@(Disabled|Ignore)\b|\bpending\b\s|markTestSkipped|\[Ignore|\[Fact\(Skip|__test__\s*=\s*False"
    r"|\bXCTSkip\w*\b|\bGTEST_SKIP\b|\bAssert\.(?:Ignore|Inconclusive)\b|\bassume(?:True)?\(\s*false|\bthis\.skip\(\)|\btest\.fixme\b|\b(?:it|test|describe|context|suite)\.only\(|\bf(?:it|describe)\("
    r"|//\s*go:build\s+(?:ignore|never|skip\w*|disabled|broken|wip|tools)\b|//\s*\+build\s+ignore|#!?\[cfg\((?:any\(\)|FALSE|false)\)\]|\bdef test\w*\([^)]*\)[^:\n]*:\s*\n(?:\s*(?:#[^\n]*|\"\"\"[^\n]*\"\"\")\n)*\s*return\s*(?:#[^\n]*)?\n|\bfunc Test\w*\([^)]*\)\s*\{\s*return\b|\b(?:it|test)\([^\n]*(?:=>|\))\s*\{\s*return\s*;?\s*(?:\n|\})"
)
_DROPS = re.compile(
    r"\b[iI]gnoreFailures?\b\W*(?:=\s*|\(\s*)?[tT]rue|testFailureIgnore|\benabled\s*[=(]\s*false|<skip>\s*true|<exclude>[^<\n]*(?:Test|IT|Spec)\w*|excludeTestsMatching|\bexclude\s*\(?\s*[\"'][^\"'\n]*Tests?\b|<Compile Remove=\"[^\"\n]*Test|\bautotests\s*=\s*false|^test\s*=\s*false|\bskip(?:Tests)?\s*[=:]\s*true|onlyIf\s*\{\s*false|continue-on-error:\s*true|--no-run\b|set \+e\b|--deselect|--ignore(-glob)?[= ]|-k\s*[\"']?not\b|passWithNoTests|--pass-with-no-tests|collect_ignore|--collect-only|\bcollect-only\b|skip_glob|--exclude-task|-DskipTests|maven\.test\.skip|--grep\s+\S+\s+--invert|testNamePattern",
    re.MULTILINE,
)
_AWAY = re.compile(r"^/(tmp|dev)/|\.(off|bak|disabled|skip|skipped|orig|old|txt|x)$|~$|disabled|attic", re.IGNORECASE)
"""Where a moved test is no longer run."""
_OPTIONS = re.compile(r"(^|/)(\.rspec|\.mocharc\.\w+|\.bazelrc|\.nycrc|pytest\.ini|tox\.ini|setup\.cfg)$")
_SELECTS = re.compile(r"--tag\s+~|--example\b|--pattern\b|\bgrep\b|--fgrep|\binvert\b|\s-k\b|--deselect|--ignore\b|-m\s+[\"']?not\b|--test_filter")
"""Options in a runner's own files that pick some tests."""
_GOES_ON = re.compile(r"\bm\.Run\(\)")


def weakened(edit: Edit, before: str) -> str | None:
    """How an edit makes a test or its runner pass without testing; None where it does not. before: what the file held, as far as known."""
    test, runner = bool(TEST.search(edit.path)), bool(RUNNER.search(edit.path))
    if not (test or runner):
        return None
    old, new = edit.old, edit.new
    if edit.how == "sed":
        return _by_sed(edit, runner)
    if edit.how in ("write", "code"):
        old = old or before
    if re.search(r"\bfunc TestMain\b", new) and "os.Exit(0)" in new and not _GOES_ON.search(new):
        return "ends the test process before a test runs"
    if edit.how == "copy" and re.search(r"(^|/)(true|null|:)$", edit.old):
        return "puts a command in the place of the tests that always succeeds"
    if test and edit.how == "delete":
        return "deletes tests" if not edit.new or _AWAY.search(edit.new) else None
    if _added(_SKIPS, old, new) and "skipif" not in new and "skipIf" not in new:
        return "skips tests"
    if _added(_DROPS, old, new):
        return "leaves tests out of the run"
    if runner and edit.how in ("replace", "write", "code") and stands_in(old, new):
        return "puts a command in the place of the tests that always succeeds"
    if runner and edit.how in ("replace", "write") and old and narrowed(old, new):
        return "leaves tests out of the run"
    if (
        test
        and edit.how in ("replace", "write")
        and real_checks(old)
        and not real_checks(new)
        and (edit.how == "write" or TRIVIAL.search(new) or len(new.strip()) < len(old.strip()) / 2)
    ):
        return "takes the assertions out"
    if runner and edit.how in ("write", "replace", "append") and _OPTIONS.search(edit.path) and _added(_SELECTS, old, new):
        return "leaves tests out of the run"
    if edit.how == "replace" and runner and (gone := taken_out(old, new)):
        return f"takes a check out of the run: {gone}"
    if test and edit.how in ("replace", "write") and swallowed(old, new):
        return "catches what the assertions throw"
    wide = in_context(edit, before) if test and edit.how == "replace" else ("", "")
    if real_checks(wide[0]) and not real_checks(wide[1]) and TRIVIAL.search(wide[1]):
        return "takes the assertions out"
    if test and edit.how in ("replace", "write") and loosened(*in_context(edit, before)):
        return "takes the wanted value out of an assertion"
    if test and edit.how in ("replace", "write") and put_aside(old, new):
        return "takes the assertions out"
    if test and edit.how in ("replace", "write") and (lost := dropped(old, new)):
        return f"deletes tests: {', '.join(lost[:3])}"
    return None


def _added(pattern: re.Pattern[str], old: str, new: str) -> bool:
    return len(pattern.findall(new)) > len(pattern.findall(old))


def _by_sed(edit: Edit, runner: bool) -> str | None:
    old, new = edit.old, edit.new
    if _SKIPS.search(new) or re.search(r"#\[ignore", new):
        return "skips tests"
    if _DROPS.search(new):
        return "leaves tests out of the run"
    if re.search(r"assert|expect|should|raises|t\.(Error|Fatal)|EXPECT_", old) and not real_checks(new):
        return "takes the assertions out"
    if runner and NOTHING.match(new) and new.strip() and RUNS.search(old):
        return "puts a command in the place of the tests that always succeeds"
    if runner and not new and re.search(r"\./|--check|\b(?:lint|tests?|check|verify|fmt|audit)\b|exit 1|set -e", old):
        return f"takes a check out of the run: {old[:60]}"
    return "turns failures into success" if re.search(r"exit 1|return 1|exit\(1\)|sys\.exit\(1\)", old) and re.search(r"exit 0|return 0|exit\(0\)|true|:", new) else None
