"""triage mcp"""

from __future__ import annotations

import click

from triage.cli.common import db_option


@click.command("mcp")
@db_option
def command(db: str | None, labels_dir: str | None) -> int:
    """Serve the store to coding agents over MCP on stdin and stdout, read-only: tasks, runs, findings, evidence, steps, query.

    \b
    Example, in an agent's configuration:
      {"mcpServers": {"triage": {"command": "triage", "args": ["mcp", "--db", "triage.duckdb"]}}}
    """
    from importlib.util import find_spec

    from triage.cli.common import labels_folder
    from triage.errors import UsageError
    from triage.store.read import store_path

    if find_spec("mcp") is None:
        raise UsageError("the package mcp is not installed", hint="pip install 'rollout-triage[mcp]'")
    from triage.mcp_server import serve

    serve(store_path(db), labels_folder(labels_dir))
    return 0
