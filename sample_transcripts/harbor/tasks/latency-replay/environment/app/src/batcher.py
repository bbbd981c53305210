"""Groups requests into batches for the model server."""


def batches(requests, max_batch=8, max_wait_ms=20):
    """Yield lists of requests: at most max_batch of them, and none waits longer than max_wait_ms for its batch."""
    batch = []
    for request in requests:
        batch.append(request)
        if len(batch) > max_batch:
            yield batch
            batch = []
