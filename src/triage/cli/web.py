"""The review screen in a browser, through textual-serve, on this machine only."""

from __future__ import annotations

import shlex
import sys

from triage.cli.common import note
from triage.errors import UsageError


def serve(port: int) -> int:
    """Serve the same command without --web until Ctrl-C. Raises UsageError where textual-serve is not installed."""
    try:
        from textual_serve.server import Server
    except ImportError as error:
        raise UsageError("the browser needs one more package", hint="pip install 'rollout-triage[web]'") from error
    words = [w for w in sys.argv[1:] if w != "--web"]
    note(f"open http://127.0.0.1:{port} in a browser of this machine; Ctrl-C ends")
    Server(shlex.join([sys.executable, "-m", "triage", *words]), host="127.0.0.1", port=port, title="triage review").serve()
    return 0
