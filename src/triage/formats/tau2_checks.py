"""tau2-bench's five lists of checks. Only the components in `reward_basis` count: the others get the weight 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.formats.files import dumps, number, string
from triage.model import Check


def checks_of(reward_info: dict[str, Any]) -> list[Check]:
    """Checks of a simulation's reward_info."""
    raw = reward_info.get("reward_basis")
    basis = {item for item in raw if isinstance(item, str)} if isinstance(raw, list) else None
    return [check._replace(seq=seq, weight=None if basis is None else float(check.check_group in basis)) for seq, check in enumerate(_all(reward_info))]


def _all(reward_info: dict[str, Any]) -> Iterator[Check]:
    database = reward_info.get("db_check")
    if isinstance(database, dict) and isinstance(database.get("db_match"), bool):
        yield _check("database state", database["db_match"], "DB", number(database.get("db_reward")), None)
    for item in _rows(reward_info, "action_checks"):
        action = item.get("action")
        action = action if isinstance(action, dict) else {}
        name = f"action {string(action.get('action_id')) or ''}: {string(action.get('name')) or ''}".strip()
        if isinstance(item.get("action_match"), bool):
            check = _check(name, item["action_match"], "ACTION", number(item.get("action_reward")), None)
            yield check._replace(expected=dumps(action["arguments"]) if action.get("arguments") is not None else None)
    for item in _rows(reward_info, "env_assertions"):
        assertion = item.get("env_assertion")
        if isinstance(item.get("met"), bool):
            called = assertion.get("func_name") if isinstance(assertion, dict) else None
            arguments = assertion.get("arguments") if isinstance(assertion, dict) else None
            full = f"{called} {dumps(arguments)}" if isinstance(called, str) and arguments else string(assertion) or "environment"
            yield _check(full, item["met"], "ENV_ASSERTION", number(item.get("reward")), None)
    for key, field, group in (("nl_assertions", "nl_assertion", "NL_ASSERTION"), ("communicate_checks", "info", "COMMUNICATE")):
        for item in _rows(reward_info, key):
            name = string(item.get(field)) or key
            if isinstance(item.get("met"), bool):
                yield _check(name, item["met"], group, None, string(item.get("justification")))
            else:
                # A judge that gave no verdict: neither passed nor failed.
                yield _check(name, False, group, None, string(item.get("justification")))._replace(status="error")


def _rows(reward_info: dict[str, Any], key: str) -> list[dict[str, Any]]:
    rows = reward_info.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _check(name: str, met: bool, group: str, score: float | None, message: str | None) -> Check:
    return Check("", 0, name, "passed" if met else "failed", check_group=group, score=score, message=message)
