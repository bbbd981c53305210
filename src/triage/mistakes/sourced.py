"""File names that only the source of a check tells: `if "app.py" in cmdline`, with a message that names nothing.

pytest prints the failing test above its error. A name of a program or settings file that the test looks for in some text is a name that agents
were free to choose, unless somebody told them. Other literals are no evidence: answers have to be found, and stand nowhere by design.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from triage.mistakes.group import Cluster, Failed

_LOOKS = re.compile(r"[\"'](?:[\w./-]*/)?([\w-]+\.(?:py|js|ts|sh|rb|go|rs|c|cc|cpp|java|conf|cfg|ini|toml|ya?ml|service))[\"']\s+(?:not\s+)?in\s+\w")


def looked_for(source: str) -> list[str]:
    """Names of files that a source looks for in a text."""
    return list(dict.fromkeys(_LOOKS.findall(source)))


def sourced_name(c: Cluster, failures: Sequence[Failed]) -> str | None:
    """The name that the source of the check looks for in most failures of a cluster whose message names nothing."""
    if c.mistake.shape != "prose":
        return None
    members = [f for f in failures if f.run_id in set(c.run_ids)]
    counts = Counter(name for f in members for name in looked_for(f.missing))
    top = min(counts, key=lambda n: (-counts[n], n), default=None)
    return top if top is not None and 2 * counts[top] > len(members) else None
