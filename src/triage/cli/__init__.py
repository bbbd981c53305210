"""The command line: each command parses, calls one function, prints. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

INTERRUPTED = "\ninterrupted; what was stored before is safe: run the same command again to go on"


def main(args: list[str] | None = None) -> None:
    """Entry point of `triage`. Exits with the code of triage.errors; no traceback unless --debug or TRIAGE_DEBUG."""
    import click

    from triage.cli.app import app
    from triage.cli.streams import prepare
    from triage.errors import LOCKED, NO, PARTLY, USAGE, TriageError

    words = sys.argv[1:] if args is None else args
    debug = "--debug" in words or bool(os.environ.get("TRIAGE_DEBUG"))
    words = [w for w in words if w != "--debug"]
    prepare()
    out = sys.stdout
    try:
        _check_working_directory()
        code = app.main(words, prog_name="triage", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _say(INTERRUPTED)
        sys.exit(PARTLY)
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except TriageError as error:
        if debug:
            raise
        _say(f"triage: {error}")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        _no_more_output()
    except SystemExit:
        if sys.stdout is not out:  # Click took note of a closed pipe and says 1, which means "the answer is no"
            _no_more_output()
        raise
    except OSError as error:
        if debug:
            raise
        _say(f"triage: {error.strerror or error}" + (f": {error.filename}" if error.filename else ""))
        sys.exit(LOCKED if error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT) else USAGE)
    except Exception as error:
        if debug:
            raise
        if "Query interrupted" in str(error) or isinstance(error.__context__, KeyboardInterrupt):  # what DuckDB makes of Ctrl-C
            _say(INTERRUPTED)
            sys.exit(PARTLY)
        _say(f"triage: this should not have happened: {type(error).__name__}: {error}\nrun it again with --debug to see where, and please report it")
        sys.exit(NO)


def _no_more_output() -> NoReturn:
    """Whoever read has read enough, like `head`: no fault."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def _check_working_directory() -> None:
    from triage.errors import UsageError

    try:
        os.getcwd()
    except OSError as error:  # the database refuses everything there
        raise UsageError("the working directory does not exist any more", hint="change to another one") from error


def _say(text: str) -> None:
    from triage.cli.common import note

    note(text)
