#!/bin/bash
set -e
cat > /app/routes.json <<'J'
[
  {
    "id": "r1",
    "match": {
      "severity": "page"
    },
    "to": "oncall"
  },
  {
    "id": "r4",
    "match": {
      "kind": "drift"
    },
    "to": "drift-review"
  },
  {
    "id": "r2",
    "match": {
      "team": "ranking"
    },
    "to": "ranking-chat"
  },
  {
    "id": "r3",
    "match": {
      "team": "features"
    },
    "to": "features-chat"
  },
  {
    "id": "r5",
    "match": {},
    "to": "triage-desk"
  }
]
J
