"""Compact notation for cases: a task, its checks, its runs, what should be said of it and what should not."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


def run(run_id: str, fails: Json | None = None, final: str = "done", *tools: tuple[Any, ...], absent: str = "", **more: Any) -> Json:
    """A run in which the checks of `fails` have that message (or (outcome, message)) and all others passed."""
    kind = "reference" if run_id.startswith("ref") else "noop" if run_id.startswith("noop") else "agent"
    calls = [dict(zip(("name", "input", "output", "say"), call, strict=False)) for call in tools]
    return {"run_id": run_id, "kind": kind, "fails": fails or {}, "absent": absent.split(), "final": final, "tools": calls, **more}


def _checks(text: str) -> list[Json]:
    out = []
    for word in text.split():
        name, _, weight = word.rstrip("!").partition(":")
        name, _, group = name.partition("@")
        out.append({"id": name, "weight": float(weight or 1), "hidden": word.endswith("!"), **({"group": group} if group else {})})
    return out


def _results(given: Json, checks: list[Json]) -> list[Json]:
    out = []
    for check in checks:
        name = check["id"]
        if name in given["absent"]:
            continue
        said = given["fails"].get(name)
        outcome, message = ("pass", None) if said is None else said if isinstance(said, tuple) else ("fail", said)
        out.append({"id": name, "outcome": outcome, **({"message": message} if message else {})})
    return out


def _finish(given: Json, checks: list[Json], scoring: str) -> Json:
    results = [] if given.get("ungraded") else _results(given, checks)
    weight = {c["id"]: c["weight"] for c in checks}
    got = sum(weight[r["id"]] for r in results if r["outcome"] == "pass") / sum(weight.values())
    score: float | None = got if scoring == "weighted" else float(got == 1)
    if given.get("ungraded"):
        score = None
    rest = {k: v for k, v in given.items() if k not in ("fails", "absent", "ungraded")}
    fixed = {"version": "v1", "model": "acme/atlas-2" if given["kind"] == "agent" else "none", "status": "completed", "score": score, "checks": results}
    return {**fixed, **rest}


def case(case_id: str, prompt: str | dict[str, str], checks: str, runs: list[Json], expect: str = "", silent: str = "", **recon: Any) -> Json:
    """A case in the shape of the shared renderer. `expect` and `silent` are words `flag@target`; three references and a no-op that fails all are added."""
    versions = {"v1": prompt} if isinstance(prompt, str) else prompt
    rows, scoring = _checks(checks), recon.pop("scoring", "all")
    has = {r["kind"] for r in runs}
    noop, refs = recon.pop("noop", True), recon.pop("refs", 3)
    last = [*versions][-1]
    if refs and "reference" not in has:
        runs = [*runs, *(run(f"ref{i + 1}", {}, "ok", ("bash", "bash /solution/solve.sh", ""), version=last) for i in range(refs))]
    if noop and "noop" not in has:
        runs = [*runs, run("noop1", {c["id"]: "AssertionError: nothing was written" for c in rows}, "-", version=last)]
    flags = lambda text: [{"flag": f, "target": t, "why": ""} for f, _, t in (w.rpartition("@") for w in text.split())]  # noqa: E731
    body = {"prompt": versions[last], "versions": versions, "repo_files": recon.pop("files", {}), "scoring": scoring, "target_band": recon.pop("band", [0.1, 0.4]), "checks": rows}
    body["runs"] = [_finish(r, rows, scoring) for r in runs]
    return {"id": case_id, "expected_flags": flags(expect), "false_alarms": flags(silent), "recon": {**body, **recon}}


def dump(cases: list[Json]) -> str:
    return "".join(json.dumps(c, ensure_ascii=False) + "\n" for c in cases)
