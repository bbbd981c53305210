"""Write a case as a task folder and run folders in the plain layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

STATUS = {"pass": "passed", "fail": "failed", "error": "error", "skip": "skipped"}


def write(case: dict[str, Any], out: Path) -> None:
    """The case's tasks below out/tasks, its runs below out/runs."""
    recon = case["recon"]
    for version, prompt in recon["versions"].items():
        _task(case["id"], version, prompt, recon, out / "tasks" / f"{case['id']}@{version}")
    for number, run in enumerate(recon["runs"]):
        _run(case["id"], run, number, recon, out / "runs" / case["id"] / run["run_id"])


def _put(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def _task(task: str, version: str, prompt: str, recon: dict[str, Any], folder: Path) -> None:
    lines = [f'id = "{task}"', f'version = "{version}"', 'prompt = "prompt.md"', f"band = {recon['target_band']}", f'scoring = "{recon["scoring"]}"']
    if version in recon.get("hint_levels", {}):
        lines.append(f"hint_level = {recon['hint_levels'][version]}")
    for check in recon["checks"]:
        reason = recon.get("noop_reasons", {}).get(check["id"])
        facts = {"name": check["id"], "weight": check["weight"], "hidden": check["hidden"], "group": check.get("group"), "noop_reason": reason}
        lines += ["[[checks]]", *(f"{key} = {json.dumps(value)}" for key, value in facts.items() if value is not None)]
    for bug in recon.get("bugs", []):
        lines += ["[[bugs]]", *(f"{key} = {json.dumps(value)}" for key, value in bug.items())]
    _put(folder / "task.toml", "\n".join(lines) + "\n")
    _put(folder / "prompt.md", prompt)
    for area, key in (("environment", "repo_files"), ("grader", "grader_files"), ("reference", "reference_files")):
        for name, text in recon.get(key, {}).items():
            _put(folder / area / name, text)


def _run(task: str, run: dict[str, Any], number: int, recon: dict[str, Any], folder: Path) -> None:
    error = run.get("error") or (None if run["status"] == "completed" else {"type": run["status"], "message": run["final"]})
    meta = {"run_id": f"{task}/{run['run_id']}", "task": task, "task_version": run["version"], "kind": run["kind"], "model": run["model"], "attempt": number}
    meta |= {"agent": {"agent": "solver", "reference": "oracle", "noop": "nop"}[run["kind"]], "started_at": f"2026-05-04T08:{number % 60:02d}:00Z"}
    meta |= {"host": run.get("host"), "exit_status": run["status"], "error": error, "final_answer": run["final"]}
    meta |= {key: run[key] for key in ("changed_files", "artifact_digest") if key in run}
    _put(folder / "run.json", meta)
    messages: list[dict[str, Any]] = [{"role": "user", "content": recon["versions"][run["version"]]}]
    for i, tool in enumerate(run["tools"]):
        given = tool["input"] if isinstance(tool["input"], dict) else {"input": tool["input"]} if tool["input"] else {}
        call = {"id": f"c{i}", "type": "function", "function": {"name": tool["name"], "arguments": json.dumps(given)}}
        messages.append({"role": "assistant", "content": tool.get("say"), "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{i}", "content": tool.get("output", "")})
    if run["final"] and error is None:
        messages.append({"role": "assistant", "content": run["final"]})
    _put(folder / "transcript.jsonl", "".join(json.dumps(m) + "\n" for m in messages))
    score, weights = run["score"], {c["id"]: c for c in recon["checks"]}
    checks = [{"name": c["id"], "status": STATUS[c["outcome"]], "weight": weights[c["id"]]["weight"], "message": c.get("message")} for c in run["checks"]]
    checks = [c | ({"group": weights[c["name"]]["group"]} if "group" in weights[c["name"]] else {}) for c in checks]
    _put(
        folder / "grader.json",
        {"score": score, "passed": None if score is None else score >= 1, "error": None if checks else {"type": run["status"], "message": ""}, "checks": checks},
    )
    if checks or "log" in run:
        _put(folder / "grader.log", run.get("log", "".join(f"{c['status'].upper()} {c['name']}{' - ' + c['message'] if c['message'] else ''}\n" for c in checks)))
