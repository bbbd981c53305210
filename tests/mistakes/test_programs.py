"""Programs that the prompt names but for their number."""

from triage.mistakes.programs import told_program

MISSES = "FileNotFoundError: [Errno 2] No such file or directory: 'cairo2'"


def test_the_product_is_named():
    assert told_program("cairo2", MISSES, "Build Cairo and put it into the PATH.")
    assert told_program("cairo2", "AssertionError: cairo2 not found in PATH", "Build cairo.")


def test_another_product_or_a_key_is_not():
    assert not told_program("cairo2", MISSES, "Build the renderer.")
    assert not told_program("field2", "KeyError: 'field2'", "Each field has a unit.")
    assert not told_program("cairo", MISSES, "Build Cairo.")
