from pathlib import Path

OUT = Path("/app/out")


def test_shards_exist():
    assert OUT.is_dir() and sorted(OUT.glob("out-*.jsonl")), "no shards in /app/out"


def test_sizes():
    sizes = [len(p.read_text().splitlines()) for p in sorted(OUT.glob("out-*.jsonl"))]
    assert sizes and all(s == 8 for s in sizes[:-1]) and 1 <= sizes[-1] <= 8, f"sizes: {sizes}"


def test_order():
    rows = [line for p in sorted(OUT.glob("out-*.jsonl")) for line in open(p)]
    assert rows == [line for p in sorted(Path("/app/shards").glob("*.jsonl")) for line in open(p)]
