#!/bin/bash
set -e
cat > /app/configs/retrain.toml <<'T'
seed = 17
min_delta = 0.025
patience = 5
lr_start = 0.002
lr_end = 0.0004
T
