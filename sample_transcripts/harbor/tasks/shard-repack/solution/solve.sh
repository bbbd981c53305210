#!/bin/bash
set -e
cd /app && python3 tools/pack.py 8 shards/in-0.jsonl shards/in-1.jsonl shards/in-2.jsonl