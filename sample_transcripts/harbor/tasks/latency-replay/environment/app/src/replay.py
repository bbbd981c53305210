"""Replays a trace through the batcher and prints what came out."""
import json
import sys
from batcher import batches

rows = [json.loads(line) for line in open(sys.argv[1])]
sizes = []
waits = []
for batch in batches(rows):
    sizes.append(len(batch))
    waits.append(batch[-1]["at_ms"] - batch[0]["at_ms"])
print("requests", len(rows), "batched", sum(sizes))
print("sizes", sizes)
print("longest wait", max(waits))
