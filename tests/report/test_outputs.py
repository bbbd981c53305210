"""The formats that machines read: their structure, their escapes, and what they say of the samples."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from triage.report import github, junit, markdown, sarif
from triage.report.as_json import render as as_json
from triage.report.build import Report, Scope, build
from triage.store.read import Reader

from .hostile import ATTACKS, EVERYTHING

LEVELS = {"none", "note", "warning", "error"}


@pytest.fixture(scope="module")
def hostile(make_db: Callable[..., Path]) -> Report:
    with Reader(make_db(EVERYTHING)) as reader:
        return build(reader, Scope())


@pytest.fixture(scope="module")
def sample(samples: Path) -> Report:
    with Reader(samples) as reader:
        return build(reader, Scope())


SARIF = {  # what we write of the format: properties of each object, the needed ones with a star
    "log": "$schema version* runs*",
    "run": "tool* columnKind results",
    "tool": "driver*",
    "driver": "name* version semanticVersion rules",
    "rule": "id* name shortDescription fullDescription help defaultConfiguration",
    "shortDescription": "text*",
    "fullDescription": "text*",
    "help": "text*",
    "message": "text*",
    "defaultConfiguration": "level",
    "result": "ruleId ruleIndex level message* partialFingerprints rank properties locations relatedLocations",
    "location": "id message logicalLocations physicalLocation",
    "logicalLocation": "kind name fullyQualifiedName",
    "physicalLocation": "artifactLocation* region",
    "artifactLocation": "uri",
    "region": "startLine",
}
ONE_OF = {"runs": "run", "rules": "rule", "results": "result", "locations": "location", "relatedLocations": "location", "logicalLocations": "logicalLocation"}
FREE = {"properties", "partialFingerprints"}
JUNIT = {  # attributes that strict readers of JUnit XML (the xUnit plugin of Jenkins) allow, the needed ones with a star, and elements within
    "testsuites": ("name time tests failures errors", "testsuite"),
    "testsuite": ("name* tests* failures* errors* skipped time timestamp", "testcase"),
    "testcase": ("name* time classname", "failure error"),
    "failure": ("type message", ""),
    "error": ("type message", ""),
}


def check_object(value: dict[str, Any], kind: str) -> None:
    """An object of SARIF has the properties that it needs and no other."""
    known = SARIF[kind].split()
    assert {k.strip("*") for k in known if k.endswith("*")} <= set(value) <= {k.strip("*") for k in known}, kind
    for name, inner in value.items():
        if isinstance(inner, list):
            assert inner or name in ("results", "rules"), name
            for one in inner:
                check_object(one, ONE_OF[name])
        elif isinstance(inner, dict) and name not in FREE:
            check_object(inner, name)
        else:
            assert inner is not None or name in FREE, name


def check_sarif(text: str) -> dict[str, Any]:
    """The parts of the SARIF 2.1.0 schema that we use."""
    log = json.loads(text)
    check_object(log, "log")
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({r["id"] for r in rules}) == len(rules)
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in LEVELS
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in LEVELS
        assert result["message"]["text"]
        assert 0 <= result["rank"] <= 100
        assert all(isinstance(v, str) for v in result["partialFingerprints"].values())
        for place in [*result.get("locations", []), *result.get("relatedLocations", [])]:
            physical = place.get("physicalLocation")
            if physical:
                assert re.fullmatch(r"[A-Za-z0-9/~._\-!$&'()*+,;=@%]*", physical["artifactLocation"]["uri"])
                assert physical.get("region", {"startLine": 1})["startLine"] >= 1
            assert all(p["name"] for p in place.get("logicalLocations", []))
    return log


def check_junit(text: str) -> ET.Element:
    """What readers of JUnit XML rely on."""
    root = ET.fromstring(text)
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, within = JUNIT[element.tag]
        assert {a.strip("*") for a in attributes.split() if a.endswith("*")} <= set(element.attrib) <= {a.strip("*") for a in attributes.split()}, element.tag
        assert {child.tag for child in element} <= set(within.split())
    for suite in root:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert suite.get("errors") == str(len(suite.findall("testcase/error")))
        assert all(c.get("name") and c.get("classname") is not None for c in cases)
    assert root.get("tests") == str(sum(int(s.get("tests", "")) for s in root))
    return root


def test_sarif_of_samples(sample: Report) -> None:
    log = check_sarif(sarif.render(sample))
    results = log["runs"][0]["results"]
    assert len(results) == sum(f["status"] == "match" for f in sample.data["findings"])
    undisclosed = next(r for r in results if r["properties"]["kind"] == "contract.undisclosed")
    assert undisclosed["level"] == "error"
    assert any("physicalLocation" in place for place in undisclosed["locations"])


def test_junit_of_samples(sample: Report) -> None:
    root = check_junit(junit.render(sample))
    assert {s.get("name") for s in root} >= {t.task_id for t in sample.tasks}
    kinds = {f.get("type") for f in root.iter("failure")}
    assert "contract.undisclosed" in kinds
    assert not any(kind and kind.startswith("calibration.") for kind in kinds)


def test_github_of_samples(sample: Report) -> None:
    text = github.render(sample)
    commands = [line for line in text.splitlines() if line.startswith("::")]
    assert commands
    assert all(re.fullmatch(r"::(error|warning) file=[^,:]+(,line=\d+)?,title=triage [a-z_.]+::[^\r\n]+", line) for line in commands)
    assert any("instruction.md" in line for line in commands)
    assert "## What to do first" in text


def test_hostile_outputs_keep_their_form(hostile: Report) -> None:
    check_sarif(sarif.render(hostile))
    check_junit(junit.render(hostile))
    text = github.render(hostile)
    commands = [line for line in text.splitlines() if line.lstrip().startswith("::")]
    assert all(re.match(r"::(error|warning) (file=[^,:]+,)(line=\d+,)?title=triage [a-z_.]+::", line) for line in commands)
    assert not re.search(r"^\s*##\[", text, re.M)
    json.loads(as_json(hostile))


def test_control_characters_stay_out(hostile: Report) -> None:
    for text in (github.render(hostile), markdown.render(hostile), junit.render(hostile)):
        assert not re.search("[\x00\x07\x1b\x9b]", text)
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", markdown.render(hostile))


def test_markdown_cells_stay_cells(hostile: Report) -> None:
    for block in re.findall(r"(?:^\|.*\n)+", markdown.render(hostile), re.M):
        lines = block.splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1, lines[:3]


@pytest.mark.parametrize("name", ["script", "link", "markdown", "data"])
def test_markdown_escapes(name: str) -> None:
    escaped = markdown.escape(ATTACKS[name])
    assert "\n" not in escaped
    assert not re.search(r"(?<!\\)[<\[`|]", escaped)


def test_an_annotation_is_one_line(sample: Report) -> None:
    finding = {
        **sample.data["findings"][0],
        "scope": "task",
        "severity": "problem",
        "status": "match",
        "task_id": "t\n::add-mask::x",
        "title": "100% a\r\n::stop-commands::x",
        "check": "a,b:c",
    }
    finding["evidence"] = [{"run_id": None, "step": None, "channel": "task_file", "quote": "", "file": "a,b:c\n.py", "line": 3}]
    (line,) = github.notices(sample._replace(data={**sample.data, "findings": [finding]}))
    assert line.startswith("::error file=a%2Cb%3Ac .py,line=3,title=triage ")
    assert "100%25 a" in line
    assert "\n" not in line


def test_summary_goes_to_the_job_and_notices_to_stdout(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    from triage.cli import main

    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.setattr("sys.argv", ["triage", "report", "--db", str(samples), "--format", "github", "--fail-on", "problem"])
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main())
    assert ended.value.code == 1
    assert "## What to do first" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    said = capfdbinary.readouterr().out.decode()
    assert "::error " in said
    assert "## What to do first" not in said


def test_json_report_follows_the_contract(sample: Report) -> None:
    data = json.loads(as_json(sample))
    assert set(data) >= {"title", "made_at", "triage", "sections", "tasks", "runs", "findings", "clusters"}
    places = [e for f in data["findings"] for e in f["evidence"]]
    assert places
    assert all(set(e) == {"run_id", "step", "channel", "quote", "file", "line"} for e in places)
