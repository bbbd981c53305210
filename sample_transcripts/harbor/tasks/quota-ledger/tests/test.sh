#!/bin/bash
cd /tests
pytest --ctrf /logs/verifier/ctrf.json test_outputs.py -rA
python3 /tests/score.py | awk '{print $2}' > /logs/verifier/reward.txt
