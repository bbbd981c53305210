"""A check that opens the prompt's file with its parts in another order."""

from triage.mistakes.mispath import missing_lines, swapped

PROMPT = "Write the script to /srv/report.sh.txt and run it."


def test_parts_in_another_order():
    lines = missing_lines("assert '' == '12'", "stderr:\nsh: /srv/report.txt.sh: No such file or directory\nend")
    assert lines == "sh: /srv/report.txt.sh: No such file or directory"
    assert swapped(PROMPT, lines) == ("report.txt.sh", "report.sh.txt")


def test_the_prompts_own_file_missing_is_the_agents_fault():
    assert swapped(PROMPT, "[Errno 2] No such file or directory: '/srv/report.sh.txt'") is None


def test_another_file_is_no_swap():
    assert swapped(PROMPT, "sh: /srv/other.txt: No such file or directory") is None
    assert missing_lines(None, "") == ""
