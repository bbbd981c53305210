"""Pack records into shards of equal size by way of the scratch folder. Usage: pack.py SIZE FILE..."""
import json
import shutil
import sys
from pathlib import Path

SCRATCH = Path("/app/scratch")
size = int(sys.argv[1])
rows = [line for name in sys.argv[2:] for line in open(name)]
work = SCRATCH / "packing"
work.mkdir()
for i in range(0, len(rows), size):
    (work / f"out-{i // size:02d}.jsonl").write_text("".join(rows[i : i + size]))
shutil.move(str(work), "/app/out")
print(len(rows), "records in", (len(rows) + size - 1) // size, "shards")
