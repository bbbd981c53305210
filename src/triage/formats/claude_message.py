"""Parts of a Claude Code message: an assistant message that comes in many lines, and the text of a tool result."""

from __future__ import annotations

from triage.formats.chat_parts import media
from triage.formats.files import dumps
from triage.model import Step


class OpenMessage:
    """An assistant message while its lines come in: one line a content block, all with one message id."""

    __slots__ = ("at", "branch", "file", "line", "model", "reason", "reasoning", "step", "synthetic", "text", "tokens_in", "tokens_out")

    def __init__(self, step: int, branch: str | None, at: str | None, file: str | None, line: int | None) -> None:
        self.step, self.branch, self.at, self.file, self.line = step, branch, at, file, line
        self.text: list[str] = []
        self.reasoning: list[str] = []
        self.model: str | None = None
        self.reason: str | None = None
        self.synthetic = False
        self.tokens_in: int | None = None
        self.tokens_out: int | None = None

    def row(self, run_id: str) -> Step:
        """The finished step."""
        reasoning = "\n".join(self.reasoning) or None
        return Step(
            run_id,
            self.step,
            "assistant",
            "\n".join(self.text),
            reasoning,
            self.model,
            self.at,
            self.tokens_in,
            self.tokens_out,
            self.reason,
            self.synthetic,
            self.branch,
            self.file,
            self.line,
        )


def result_text(content: object) -> str:
    """Text of a tool result's content list; images and documents as a note, other blocks as JSON."""
    if not isinstance(content, list):
        return "" if content is None else dumps(content)
    texts: list[str] = []
    for block in content:
        if isinstance(block, str):
            texts.append(block)
        elif isinstance(block, dict):
            text = block.get("text")
            if isinstance(text, str):
                texts.append(text)
            elif block.get("type") in ("image", "document"):
                texts.append(media(block))
            else:
                texts.append(dumps(block))
    return "\n".join(texts)
