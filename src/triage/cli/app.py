"""The list of commands. Each is loaded when it is called; help needs only this file."""

from __future__ import annotations

import importlib
from typing import Any

import click

from triage import __version__

COMMANDS: dict[str, tuple[str, str]] = {
    "ingest": ("ingest:command", "Read runs and tasks into the store."),
    "status": ("status:command", "Tasks, runs, invalid, failing, unlabelled; what to do next."),
    "tasks": ("tasks:command", "Tasks ranked by suspicion: which ones are probably broken, and why."),
    "runs": ("runs:command", "List runs with their verdicts."),
    "show": ("show:command", "Read one run in the terminal."),
    "findings": ("findings:command", "What triage found, with evidence."),
    "checks": ("checks:command", "Check x run matrix of a task, rates, bottleneck."),
    "clusters": ("clusters:command", "Repeated mistakes, their disclosure, their members."),
    "compare": ("compare:command", "Versions of a task side by side."),
    "plan": ("plan:command", "How many more runs, of which kind, and why."),
    "gate": ("gate:command", "May a task ship? Exit 0 ship, 1 hold, 3 undecided."),
    "review": ("review:command", "Read and label runs in the terminal."),
    "label": ("label:command", "Give one label."),
    "labels": ("labels:group", "Labels: export, import, agreement, evaluate."),
    "report": ("report:command", "Write the report: HTML, Markdown, JSON."),
    "rerun-list": ("rerun_list:command", "The runs worth running again, ready to paste."),
    "query": ("query:command", "A named query, or any SQL, read-only."),
    "queries": ("queries:group", "List, copy and check the queries that triage is made of."),
    "export": ("export:command", "Every table as Parquet, CSV or JSONL."),
    "formats": ("formats:command", "The formats that are read."),
    "detectors": ("detectors:command", "The finding kinds, each with its documentation."),
    "doctor": ("doctor:command", "Versions, store integrity, what cannot work here and why."),
    "demo": ("demo:command", "Run the whole way on the sample transcripts."),
    "mcp": ("mcp:command", "Serve the store to coding agents over MCP, read-only."),
    "completion": ("completion:command", "Print the shell completion script."),
}
"""Name -> (module:attribute in triage.cli, one line of help)."""

EPILOG = """\b
Examples:
  triage ingest runs/              read a folder of runs
  triage status                    what is in it, what to do next
  triage findings --kind 'provider.*'
  triage show RUN                  read one run
  triage review                    read and label the failures
  triage report --out report/      hand the result to others

\b
Exit codes: 0 fine, 1 the answer is no, 2 usage, 3 partly done or undecided,
4 nothing recognised, 5 the store is locked or unusable."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return [name for name, (module, _) in COMMANDS.items() if _exists(module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry[0].partition(":")
        loaded: Any = importlib.import_module(f"triage.cli.{module}")
        command: click.Command = getattr(loaded, attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and one-line helps, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """An unknown command names the nearest one."""
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, COMMANDS, 1, 0.5)
            hint = f" Did you mean {near[0]}?" if near else " `triage --help` lists the commands."
            raise click.UsageError(f"There is no command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


def _exists(module: str) -> bool:
    from pathlib import Path

    return (Path(__file__).parent / f"{module.partition(':')[0]}.py").is_file()


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="triage")
def app() -> None:
    """Is this low score about the model, or about us?

    Reads agent transcripts and grader outputs, sorts out the runs that infrastructure killed, finds mistakes that repeat
    because the prompt never said what the grader enforces, finds graders that are wrong, and says whether a task may ship.
    Works offline, without a model.
    """
