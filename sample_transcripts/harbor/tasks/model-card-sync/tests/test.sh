#!/bin/bash
python3 /tests/grade.py
python3 /tests/score.py | awk '{print $2}' > /logs/verifier/reward.txt
