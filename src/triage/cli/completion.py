"""triage completion"""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the completion script of a shell.

    \b
    Examples:
      triage completion bash > ~/.local/share/bash-completion/completions/triage
      triage completion zsh > "${fpath[1]}/_triage"
      triage completion fish > ~/.config/fish/completions/triage.fish
    """
    from click.shell_completion import get_completion_class

    from triage.cli.app import app

    made = get_completion_class(shell)
    if made is None:
        return 1
    click.echo(made(app, {}, "triage", "_TRIAGE_COMPLETE").source())
    return 0
