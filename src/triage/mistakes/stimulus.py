"""What a check sets or asks for under a name of its own, before it compares: `with POOL_SIZE=9: size is 4, want 9`, `GET /v2/stats: expected 200, got 404`.

The values that it compares tell nothing then; the name by which it asked is what agents had to know.
"""

from __future__ import annotations

import re
from collections import Counter

from triage.mistakes.disclosure import locate
from triage.mistakes.facts import CheckFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.own import Own
from triage.mistakes.said import Said
from triage.mistakes.saying import AGREE, LEAST, complaint, counts, say, strength
from triage.mistakes.tokens import Atom

_SET = (
    ("variable", re.compile(r"(?:\b(?:env|environment|variable|with|when|given|export|set|under|using)\W+|^\W*)([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{4,})=[\w./'\"-]", re.MULTILINE)),
    ("option", re.compile(r"[\w-]+\.(?:py|sh|js|rb|pl|ts|php)[^\n]{0,60}?(?<![\w-])(--[a-z][\w-]+)(?=[ =]|$)", re.MULTILINE)),
    ("path", re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?:https?://[^/\s]+)?(/[\w./{}:-]*\w)[^\n]*\b40[45]\b")),
)
"""Names under which a check sets something, or asks for it in vain."""
_ANYONES = re.compile(
    r"(?:PATH|PYTHON\w*|NODE_\w+|RUST_\w+|GO\w*|CARGO_\w+|JAVA_\w+|CI|TZ|LANG|LC_\w+|HOME|TMP\w*|TERM|DEBUG|SHELL|USER|HOST\w*|PORT|DISPLAY|CUDA_\w+|OMP_\w+|PGPASSWORD|DATABASE_URL|NO_COLOR|FORCE_COLOR|"
    r"--(?:help|version|verbose|quiet|color|no-color|maxfail|tb|timeout|release|test|runInBand|json|watchAll))"
)
"""Names that everybody knows, or that graders set for their own sake."""
_ASSERTED = re.compile(
    r"\bassert\b[^\n]*|^\s*at [^\n]*|^\s*>[^\n]*|^[^\n]*\b(?:pytest|jest|vitest|mocha|playwright|cargo|go test|npx|npm|yarn|bats|phpunit|rspec|ctest|mvn|gradlew?|tox|docker|kubectl|curl|git)\b[^\n]*",
    re.MULTILINE,
)
"""Lines of code, of places, and of the grader's own commands."""


def by_name(task: TaskFacts, check: CheckFacts, c: Cluster) -> Said | None:
    """The finding, where the failures of a cluster share such a name, which stands nowhere and which the runs did not take."""
    members = [f for f in check.failures if f.run_id in set(c.run_ids)]
    names = Counter((kind, name) for f in members for kind, pattern in _SET for name in set(pattern.findall(_ASSERTED.sub("", f.message[:2000]))))
    if len(members) < LEAST or len(members) < AGREE * c.telling or not names:
        return None
    own = Own(task.runs, task.files)
    for (kind, name), count in names.most_common(3):
        if count < AGREE * len(members) or _ANYONES.fullmatch(name) or locate(task.visible, Atom(name, "path" if kind == "path" else "name"), own.wrote).state != "nowhere":
            continue
        used = sum(any(name in x.arguments for x in task.runs[f.run_id].calls) for f in members if f.run_id in task.runs)
        if 2 * used >= len(members):
            continue  # they knew it: they fail otherwise
        confidence, severity = strength(task, check, c)
        text = f"The check asks by the {kind} `{name}`, which the prompt does not tell and which stands nowhere; then it finds {c.wrong_value} instead of {c.expected}. {counts(check, c)[0].upper()}{counts(check, c)[1:]} miss it."
        text += complaint(task, c) + f" Sentence for the prompt: name the {kind} {name}."
        return say("contract.undisclosed", severity, confidence - 0.05, c, check, f"{check.check} asks by the {kind} {name}, told nowhere"[:200], text)
    return None
