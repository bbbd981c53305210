#!/bin/sh
# Labels runs of a store in a real terminal (tmux) and prints the time per run, from key to the next run on screen.
#   sh benchmarks/review_tmux.sh STORE.duckdb [COUNT]
# Every label is `unclear`, by annotator `bench`, in a folder of its own: nothing of yours is touched.
set -eu
store=$1
count=${2:-60}
labels=$(mktemp -d)
session=triage-bench-$$
export LC_ALL=C.UTF-8
tmux -L "$session" new-session -d -x 120 -y 40 "triage review --db '$store' --labels '$labels' --annotator bench --pause 0"
trap 'tmux -L "$session" kill-server 2>/dev/null || true; rm -rf "$labels"' EXIT
screen() { tmux -L "$session" capture-pane -p -t 0 2>/dev/null || { echo "triage review ended: try it by hand" >&2; kill $$; }; }
until screen | grep -q 'run 1 of'; do sleep 0.05; done
start=$(date +%s%N)
n=0
while [ "$n" -lt "$count" ]; do
    tmux -L "$session" send-keys -t 0 8
    n=$((n + 1))
    until screen | awk -v n="$n" '/ labelled /{ if (index($0, " " n " labelled")) there = 1 } /opening …/{ opening = 1 } END { exit !(there && !opening) }'; do sleep 0.01; done
done
end=$(date +%s%N)
saved=$(cat "$labels"/*.jsonl | wc -l)
echo "$saved labels on disk, $(((end - start) / 1000000 / count)) ms a run (terminal and polling included)"
[ "$saved" -eq "$count" ]
