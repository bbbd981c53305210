import contextlib
import json
import signal
import sys

sys.path.insert(0, "/app/src")
from batcher import batches

ROWS = [json.loads(line) for line in open("/app/traces/morning.jsonl")]


@contextlib.contextmanager
def budget(seconds):
    def stop(*_):
        raise AssertionError(f"took longer than {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def test_batch_size():
    sizes = [len(b) for b in batches(ROWS)]
    assert max(sizes) <= 8, f"largest batch: expected at most 8, got {max(sizes)}"


def test_order_kept():
    ids = [r["id"] for b in batches(ROWS) for r in b]
    assert ids == sorted(ids)


def test_nothing_lost():
    n = sum(len(b) for b in batches(ROWS))
    assert n == 60, f"requests: expected 60, got {n}"


def test_replay_within_budget():
    with budget(2):
        waits = [b[-1]["at_ms"] - b[0]["at_ms"] for b in batches(ROWS)]
        assert max(waits) <= 20, f"longest wait: expected at most 20, got {max(waits)}"


def test_burst_within_budget():
    with budget(2):
        rows = [{"id": f"b{i:05d}", "at_ms": i // 50} for i in range(20000)]
        assert sum(len(b) for b in batches(rows)) == 20000
