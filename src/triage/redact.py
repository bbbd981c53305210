"""Masking secrets in text that leaves the machine: API keys, tokens, private keys, passwords in URLs, e-mail addresses.

Each pattern is anchored on a literal that the issuer documents (a prefix, a header), so that ordinary hashes and ids
stay. One combined scan decides whether a text needs a closer look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

PATTERNS: dict[str, str] = {
    "anthropic-key": r"\bsk-ant-[A-Za-z0-9_-]{20,}",
    "openai-key": r"\bsk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}",
    "aws-access-key": r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "aws-secret": r"(?i:aws_secret_access_key|secret_?access_?key)['\"]?\s*[:=]\s*['\"]?[A-Za-z0-9/+=]{40}",
    "github-token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})",
    "gitlab-token": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "slack-token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    "slack-webhook": r"https://hooks\.slack\.com/services/[A-Za-z0-9/]{30,}",
    "google-key": r"\bAIza[A-Za-z0-9_-]{35}",
    "google-oauth": r"\bya29\.[A-Za-z0-9_-]{20,}",
    "huggingface-token": r"\bhf_[A-Za-z0-9]{30,}",
    "groq-key": r"\bgsk_[A-Za-z0-9]{40,}",
    "xai-key": r"\bxai-[A-Za-z0-9]{40,}",
    "perplexity-key": r"\bpplx-[A-Za-z0-9]{40,}",
    "replicate-token": r"\br8_[A-Za-z0-9]{30,}",
    "stripe-key": r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}",
    "sendgrid-key": r"\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
    "npm-token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "pypi-token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "docker-token": r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",
    "daytona-or-e2b-key": r"\b(?:dtn|e2b)_[A-Za-z0-9]{30,}",
    "jwt": r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
    "private-key": r"-----BEGIN (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----(?:.|\n)*?(?:-----END (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----|\Z)",
    "bearer-token": r"(?i:\bauthorization['\"]?\s*[:=]\s*['\"]?(?:bearer|basic|token)\s+)[A-Za-z0-9._~+/=-]{16,}",
    "url-password": r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"<>]{1,100}:[^\s:/@'\"<>]{3,200}@(?=[\w.-])",
    "assigned-secret": r"(?i:\b[\w-]{0,40}(?:api[_-]?key|secret[_-]?key|client[_-]?secret|access[_-]?token|auth[_-]?token|password|passwd))['\"]?\s*[:=]\s*['\"][^\s'\"$<>{}]{12,200}['\"]",
    "e-mail": r"\b[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.[A-Za-z]{2,24}\b",
}
"""Kind of secret -> pattern. Assigned secrets need quotes around the value: code that reads a variable stays."""

_COMPILED = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}
_HINT = re.compile(
    r"sk-|[ps]k_|rk_|AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat|glpat|xox|hooks\.slack|AIza|ya29|hf_|gsk_|xai-|pplx-|r8_|SG\.|npm_|pypi-|dckr_|dtn_|e2b_|eyJ|PRIVATE KEY|@|uthorization|UTHORIZATION|(?i:api[_-]?key|secret|token|passw)"
)


def redact(text: str) -> str:
    """The text with each secret replaced by `[masked: kind]`."""
    if not _HINT.search(text):
        return text
    for name, pattern in _COMPILED.items():
        text = pattern.sub(f"[masked: {name}]", text)
    return text


_CUT = re.compile(
    r"(?:\b(?:sk-[\w-]*|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{2,}|gh[pousr]_\w*|github_pat_\w*|glpat-[\w-]*|xox[abeoprs]-[\w-]*|AIza[\w-]{4,}|ya29\.[\w-]*|hf_\w{4,}|gsk_\w{4,}|xai-\w{4,}|pplx-\w{4,}|r8_\w{4,}"
    r"|[srp]k_(?:live|test)_\w*|SG\.[\w-]{6,}[\w.-]*|npm_\w{6,}|pypi-[\w-]{10,}|dckr_[\w-]*|(?:dtn|e2b)_\w{6,}|eyJ[\w.-]{8,}|[A-Za-z0-9][\w.%+-]{1,63}@[\w.-]*"
    r"|[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"<>]{1,100}:(?!\d+\b)[^\s/@'\"<>]{3,}))[\s.\u2026]*\Z"
)
"""How a secret looks whose end was cut off, at the end of a text."""
TAIL = 300
CUTS_FROM = 40
"""Shorter texts are names and values, not pieces of something longer."""


def redact_piece(text: str) -> str:
    """As redact, for a piece of a longer text: what its cut left of a secret at the end is masked too."""
    text = redact(text)
    return text[:-TAIL] + _CUT.sub("[masked: cut off]", text[-TAIL:]) if len(text) >= CUTS_FROM else text


def redact_value(value: Any) -> Any:
    """A value of any shape with the secrets in its texts masked."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, (list, tuple)):
        return [redact_value(v) for v in value]
    return {redact_value(k): redact_value(v) for k, v in value.items()} if isinstance(value, dict) else value


def redact_column(values: Sequence[str | None]) -> list[str | None] | None:
    """The values with secrets masked, or None where there are none."""
    masked = [redact(v) if v else v for v in values]
    return masked if any(a is not b for a, b in zip(values, masked, strict=True)) else None
