"""File names that only the source of a check tells."""

from __future__ import annotations

from triage.mistakes.group import Failed, cluster
from triage.mistakes.mispath import missing_lines
from triage.mistakes.parse import parse
from triage.mistakes.sourced import looked_for, sourced_name

TRACE = """def test_up():
        for p in processes():
            if "serve.py" in p.cmdline:
                break
        else:
>           assert False, "not running"
E           AssertionError: not running"""


def failed(trace: str, message: str = "AssertionError: not running") -> list[Failed]:
    return [Failed(f"r{i}", "failed", parse("c", message, trace), message, missing_lines(message, trace)) for i in range(3)]


def test_a_name_in_the_source() -> None:
    own = failed(TRACE)
    assert sourced_name(cluster("t", None, own)[0], own) == "serve.py"


def test_answers_and_options_are_no_names() -> None:
    assert looked_for('if "267914" in out or "--batch" in args or "hello world" not in page') == []


def test_a_message_that_names_what_it_wants_needs_no_source() -> None:
    own = failed(TRACE, "KeyError: 'zone'")
    assert sourced_name(cluster("t", None, own)[0], own) is None
