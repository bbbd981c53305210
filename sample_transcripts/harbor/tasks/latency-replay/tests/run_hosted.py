"""Entry point of the hosted runner: grades in a worker thread so that the heartbeat can go on."""
import os
import sys
import threading

import pytest

print("runner hosted, worker thread", flush=True)
args = ["-rA", "test_outputs.py"]
if os.environ.get("CTRF_OUT"):
    args = ["-p", "ctrf_plugin"] + args
worker = threading.Thread(target=pytest.main, args=(args,), name="grader")
worker.start()
worker.join()
