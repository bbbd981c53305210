#!/bin/bash
cd /tests
if [ "$RUNNER" = hosted ]; then
  CTRF_OUT=/logs/verifier/ctrf.json python3 run_hosted.py
else
  pytest --ctrf /logs/verifier/ctrf.json test_outputs.py -rA
fi
python3 /tests/score.py | awk '{print $2}' > /logs/verifier/reward.txt
