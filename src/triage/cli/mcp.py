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
    from triage.cli.common import labels_folder
    from triage.errors import UsageError
    from triage.store.read import store_path

    try:
        from triage.mcp_server import serve
    except ImportError as error:
        raise UsageError(f"the package mcp is not installed: {error}", hint="pip install 'rollout-triage[mcp]'") from error
    serve(store_path(db), labels_folder(labels_dir))
    return 0
