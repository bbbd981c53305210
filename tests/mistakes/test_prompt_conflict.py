"""Prompts that contradict themselves, and such that only look like it."""

from __future__ import annotations

import pytest

from triage.mistakes.prompt_conflict import conflicts

WRONG = [
    "Write one file that runs as `ruby both.c.rb` and as `gcc both.c.rb && ./a.out`.",
    'So I do:\n  echo "x" > page.txt\n  git add other.txt',
    "Write the sums to totals.json. The file total.json has one key a month.",
]
RIGHT = [
    "It must build with `gcc -x c both.rs -o both`.",
    "Build it with `gcc -O2 -o tool tool.c` and say in notes.txt how.",
    'So I do:\n  echo "x" > page.txt\n  git add page.txt',
    "I edit main.py, then run: git add main.py",
    "Read day1.csv and day2.csv and write days.txt, e.g. from e.g. and E.g.",
]


@pytest.mark.parametrize("prompt", WRONG)
def test_contradictions(prompt: str) -> None:
    assert len(conflicts(prompt)) == 1


@pytest.mark.parametrize("prompt", RIGHT)
def test_lookalikes(prompt: str) -> None:
    assert conflicts(prompt) == []


def test_files_that_are_there_may_have_like_names() -> None:
    assert conflicts("Join table.csv and tables.csv.", frozenset({"table.csv", "tables.csv"})) == []
