from pathlib import Path


def answer():
    return Path("/app/out/answer.txt").read_text().strip()


def test_answer_is_a_checkpoint():
    assert answer().startswith("ckpt-")


def test_first_bad():
    assert answer() == "ckpt-1150", f"first bad checkpoint: expected ckpt-1150, got {answer()}"
