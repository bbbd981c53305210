"""Findings as SARIF 2.1.0: the rules are the detectors with their documentation, the results lead to files and runs."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import orjson

from triage.catalogue import Query, detectors
from triage.report.actions import action_of
from triage.report.build import Report
from triage.report.locations import Location, location, place

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"problem": "error", "invalid": "warning", "suspicious": "warning", "note": "note"}
MOST_TEXT = 4000
_SURROGATE = re.compile("[\ud800-\udfff]")


def render(report: Report) -> str:
    """The log with one run of triage. Findings that could not be decided are left out."""
    findings = [f for f in report.data["findings"] if f["status"] == "match"]
    named = dict.fromkeys(f["detector"] for f in findings)
    known = {q.id: q for q in detectors()}
    rules = [_rule(name, known.get(name), next(f for f in findings if f["detector"] == name)) for name in named]
    index = {name: place for place, name in enumerate(named)}
    driver = {"name": "triage", "version": report.version, "semanticVersion": report.version, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(report, f, index[f["detector"]]) for f in findings]}
    return orjson.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, option=orjson.OPT_INDENT_2).decode() + "\n"


def _rule(name: str, query: Query | None, example: dict[str, Any]) -> dict[str, Any]:
    level = LEVELS.get(query.fields.get("severity", "note") if query else example["severity"], "note")
    title, doc = (query.title, query.doc) if query else (example["kind"], example["kind"])
    help_text = f"{doc}\n\nWhat to do: {action_of(query.kind if query else example['kind'])}" if action_of(example["kind"]) else doc
    return {
        "id": name,
        "name": "".join(part.capitalize() for part in re.split(r"[^A-Za-z0-9]+", name)),
        "shortDescription": {"text": title},
        "fullDescription": {"text": doc or title},
        "help": {"text": help_text or title},
        "defaultConfiguration": {"level": level},
    }


def _result(report: Report, finding: dict[str, Any], index: int) -> dict[str, Any]:
    text = f"{finding['title']}." + (f" {finding['explanation']}" if finding["explanation"] else "")
    logical = [
        {"kind": kind, "name": _text(name), "fullyQualifiedName": _text(name)}
        for kind, name in (("task", finding["task_id"]), ("run", finding["run_id"]), ("check", finding["check"]))
        if name
    ]
    at: dict[str, Any] = {"logicalLocations": logical} if logical else {}
    found = location(report, finding)
    if found is not None:
        at["physicalLocation"] = _physical(found)
    result: dict[str, Any] = {
        "ruleId": finding["detector"],
        "ruleIndex": index,
        "level": LEVELS.get(finding["severity"], "note"),
        "message": {"text": _text(text)},
        "partialFingerprints": {"triageFindingId/v1": finding["finding_id"]},
        "rank": round(100 * finding["confidence"], 1),
        "properties": {"kind": finding["kind"], "severity": finding["severity"], "runsAffected": finding["runs_affected"], "runsTotal": finding["runs_total"]},
    }
    if at:
        result["locations"] = [at]
    related = [_related(report, e, number) for number, e in enumerate(finding["evidence"][:10]) if e["quote"]]
    if related:
        result["relatedLocations"] = related
    return result


def _related(report: Report, evidence: dict[str, Any], number: int) -> dict[str, Any]:
    where = " ".join(str(p) for p in (evidence["run_id"], None if evidence["step"] is None else f"step {evidence['step']}", evidence["channel"]) if p)
    made: dict[str, Any] = {"id": number, "message": {"text": _text(f"{where}: {evidence['quote']}")}}
    found = place(report, evidence)
    if found is not None:
        made["physicalLocation"] = _physical(found)
    return made


def _physical(found: Location) -> dict[str, Any]:
    uri = quote(found.file.replace("\\", "/").encode("utf-8", "replace"), safe="/~._-!$&'()*+,;=@")
    made: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if found.line:
        made["region"] = {"startLine": found.line}
    return made


def _text(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "…")
