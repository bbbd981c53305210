"""JUnit XML of pytest, node, and others."""

from __future__ import annotations

from xml.parsers import expat

from triage.formats.files import decode
from triage.formats.graders import GraderReport
from triage.formats.graders.names import check_name
from triage.model import Check, Event

NAME = "junit"
TITLE = "JUnit XML"

_STATUS = {"failure": "failed", "error": "error", "skipped": "skipped"}
_WORSE = {"passed": 0, "skipped": 1, "failed": 2, "error": 3}


def recognise(name: str, head: bytes) -> bool:
    """An XML document whose root is `testsuites` or `testsuite`."""
    return b"<testsuite" in head[:2000]


def read(data: bytes) -> GraderReport:
    """Checks in order. A test case that stands twice (failed, and error in teardown) is one check with the worse status."""
    reader = _Reader()
    problems: list[str] = []
    try:
        reader.parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        problems.append(f"JUnit: not valid XML: {error}")
    if not reader.suites and not reader.found:
        return GraderReport([], None, [], problems or ["JUnit: no test suite in " + decode(data[:60])])
    checks = [check._replace(seq=seq) for seq, check in enumerate(reader.found.values())]
    events = [Event("", 0, "grader", "grader_result", "collection_error", None, text, is_terminal=True) for text in reader.collection]
    return GraderReport(checks, reader.ran, events, problems)


class _Reader:
    """Goes through the document once. Entities are refused, so that a small file can't grow large."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity
        self.found: dict[tuple[str, str], Check] = {}
        self.collection: list[str] = []
        self.suites = self.ran = 0
        self._groups: list[str] = []
        self._case: dict[str, str] | None = None
        self._outcome: tuple[str, dict[str, str], list[str]] | None = None
        self._inside = False

    def _entity(self, *_: object) -> None:
        raise ValueError("it declares entities")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("testsuite", "testsuites"):
            self.suites += 1
            self._groups.append(attributes.get("name", ""))
        elif tag == "testcase":
            self._case, self._outcome = attributes, None
        elif tag in _STATUS and self._case is not None and (self._outcome is None or _WORSE[_STATUS[tag]] > _WORSE[_STATUS[self._outcome[0]]]):
            self._outcome = (tag, attributes, [])
            self._inside = True

    def _text(self, data: str) -> None:
        if self._inside and self._outcome is not None:
            self._outcome[2].append(data)

    def _end(self, tag: str) -> None:
        if tag in ("testsuite", "testsuites") and self._groups:
            self._groups.pop()
        elif tag in _STATUS:
            self._inside = False
        elif tag == "testcase" and self._case is not None:
            self._keep(self._case)
            self._case = None

    def _keep(self, case: dict[str, str]) -> None:
        tag, attributes, text = self._outcome or ("", {}, [])
        status = _STATUS.get(tag, "passed")
        body = "".join(text).strip() or None
        message = attributes.get("message") or (body.splitlines()[0] if body and tag != "skipped" else None)
        group, name = case.get("classname", ""), case.get("name", "") or "unnamed"
        if tag == "error" and (message or "").startswith("collection failure"):
            self.collection.append(body or name)
        elif status != "skipped":
            self.ran += 1
        full = _full(case.get("file"), group, name)
        made, original = check_name(full)
        key = (self._groups[-1] if self._groups else "", made)
        before = self.found.get(key)
        if before is None or _WORSE[status] > _WORSE[before.status]:
            written = original or (None if made == name else f"{group}.{name}" if group else name)
            self.found[key] = Check("", 0, made, status, key[0] or None, message=message, trace=body, raw_name=written)


def _full(file: str | None, group: str, name: str) -> str:
    """pytest's id of the test, `dir/test_a.py::TestC::test_x`, from file and class name; others keep their own name."""
    if not group or group == "test":
        return name
    parts = group.split(".")
    at = next((n for n, part in enumerate(parts) if part.startswith("test_") or part.endswith("_test")), None)
    if at is None:
        return f"{group}.{name}" if " " not in group else f"{group} > {name}"
    return "::".join([file or "/".join(parts[: at + 1]) + ".py", *parts[at + 1 :], name])
