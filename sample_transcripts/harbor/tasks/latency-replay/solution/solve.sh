#!/bin/bash
set -e
cat > /app/src/batcher.py <<'PY'
"""Groups requests into batches for the model server."""


def batches(requests, max_batch=8, max_wait_ms=20):
    """Yield lists of requests: at most max_batch of them, and none waits longer than max_wait_ms for its batch."""
    batch = []
    for request in requests:
        if batch and request["at_ms"] - batch[0]["at_ms"] > max_wait_ms:
            yield batch
            batch = []
        batch.append(request)
        if len(batch) >= max_batch:
            yield batch
            batch = []
    if batch:
        yield batch
PY
