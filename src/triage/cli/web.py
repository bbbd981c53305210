"""The review screen in a browser, through textual-serve, on this machine only."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence

from triage.cli.common import note
from triage.errors import UsageError

HOST = "127.0.0.1"
"""Transcripts and labels are nobody else's business: no other machine can connect."""


def serve(port: int) -> int:
    """Serve the same command without --web until Ctrl-C. Raises UsageError where textual-serve is not installed."""
    try:
        from textual_serve.server import Server
    except ImportError as error:
        raise UsageError("the browser needs one more package", hint="pip install 'rollout-triage[web]'") from error
    note(f"open http://{HOST}:{port} in a browser of this machine; Ctrl-C ends")
    Server(command_line(sys.argv[1:]), host=HOST, port=port, title="triage review").serve()
    return 0


def command_line(words: Sequence[str]) -> str:
    """The command that each browser tab runs: the given one without --web and --port, quoted for a shell."""
    kept: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word == "--port":
            skip = True
        elif word != "--web" and not word.startswith("--port="):
            kept.append(word)
    return shlex.join([sys.executable, "-m", "triage", *kept])
