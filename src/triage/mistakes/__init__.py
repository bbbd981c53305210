"""Mistakes that repeat across runs: what a failure says, which failures are the same, and who is to blame for them."""
