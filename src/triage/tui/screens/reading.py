"""Moving through a transcript: lines, steps, errors, checks, findings, search, folding."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Input

from triage.store.review_rows import RunView
from triage.tui.document import Document, View, build
from triage.tui.facts import check_step, evidence_steps, failing, step_signs
from triage.tui.widgets.label_bar import LabelBar
from triage.tui.widgets.line_view import LineView


class Reading(Screen[None]):
    """Actions that move; the review screen adds the queue and the labels."""

    AUTO_FOCUS = ""  # keys belong to the screen
    run_view: RunView | None = None
    document: Document = Document([], [], [], {}, [], {})
    shown: View = View()

    def __init__(self) -> None:
        super().__init__()
        self._needle = ""
        self._check_at = -1
        self._finding_at = (-1, 0)
        self._cursor: int | None = None
        """The line that was jumped to, until the reader scrolls."""

    @property
    def transcript(self) -> LineView:
        """The transcript."""
        return self.query_one("#transcript", LineView)

    @property
    def bar(self) -> LabelBar:
        """The label bar."""
        return self.query_one(LabelBar)

    @property
    def blind_now(self) -> bool:
        """Whether model, score, findings and others' labels are hidden at this moment."""
        return False

    @property
    def marked_step(self) -> int | None:
        """The step that the reader marked as the decisive one."""
        return None

    @property
    def step(self) -> int:
        """The step at the top of the transcript."""
        return self.document.steps[self.transcript.top_line] if self.document.steps else 0

    def go_step(self, step: int, *, mark: bool = True) -> None:
        """Show a step, two lines below the top."""
        line = self.document.line_of(step)
        self.transcript.marks = {line: "marked"} if mark and self.document.texts else {}
        self._cursor = line
        self.transcript.to_line(line)
        self.transcript.refresh()

    def move(self, rows: int) -> None:
        """Scroll the transcript."""
        self._cursor = None
        self.transcript.scroll_relative(y=rows, animate=False)

    def action_line_down(self) -> None:
        """A line down."""
        self.move(1)

    def action_line_up(self) -> None:
        """A line up."""
        self.move(-1)

    def action_half_down(self) -> None:
        """Half a page down."""
        self.move(self.transcript.size.height // 2)

    def action_half_up(self) -> None:
        """Half a page up."""
        self.move(-(self.transcript.size.height // 2))

    def action_page_down(self) -> None:
        """A page down; one line of the page before stays."""
        self.move(max(1, self.transcript.size.height - 1))

    def action_page_up(self) -> None:
        """A page up; one line of the page before stays."""
        self.move(-max(1, self.transcript.size.height - 1))

    def action_first(self) -> None:
        """The first line."""
        self._cursor = None
        self.transcript.to_line(0)

    def action_last(self) -> None:
        """The last line."""
        self._cursor = None
        self.transcript.scroll_end(animate=False)

    def action_step_next(self) -> None:
        """The next step."""
        self._jump(sorted(self.document.starts.values()), 1, "there is no step after this one", mark=False)

    def action_step_previous(self) -> None:
        """The step before."""
        self._jump(sorted(self.document.starts.values()), -1, "there is no step before this one", mark=False)

    def action_error_next(self) -> None:
        """The next result that is an error."""
        self._jump(self.document.errors, 1, "no error after this line")

    def action_error_previous(self) -> None:
        """The error before."""
        self._jump(self.document.errors, -1, "no error before this line")

    def _jump(self, lines: list[int], direction: int, none: str, *, mark: bool = True) -> None:
        """To the nearest of some lines in a direction. The last screen can't scroll on: there the marked line counts as here."""
        here = self._here()
        found = [n for n in lines if n > here] if direction > 0 else [n for n in lines if n < here]
        if not found:
            self.bar.say(none)
            return
        line = found[0] if direction > 0 else found[-1]
        self._focus_line(line, f"{lines.index(line) + 1} of {len(lines)}" if mark else "")

    def _here(self) -> int:
        """The line that counts as here: the one jumped to, while it is still in sight, else the top one."""
        top, bottom = self.transcript.top_line, self.transcript.bottom_line
        return self._cursor if self._cursor is not None and top <= self._cursor <= bottom else top

    def _focus_line(self, line: int, said: str) -> None:
        self.transcript.marks = {line: "marked"}
        self._cursor = line
        self.transcript.to_line(line, above=1 if said else 0)
        self.transcript.refresh()
        if said:
            self.bar.say(said)

    def action_check_next(self) -> None:
        """The next failing check, and where the transcript touches it."""
        self._go_check(1)

    def action_check_previous(self) -> None:
        """The failing check before."""
        self._go_check(-1)

    def _go_check(self, direction: int) -> None:
        bad = failing(self.run_view) if self.run_view else []
        if not bad:
            self.bar.say("no check failed")
            return
        self._check_at = (self._check_at + direction) % len(bad) if self._check_at >= 0 else (0 if direction > 0 else len(bad) - 1)
        self.show_check(self._check_at)

    def show_check(self, index: int) -> None:
        """Tell a failing check's message and show where the transcript touches it."""
        if self.run_view is None:
            return
        check = failing(self.run_view)[index]
        self._check_at = index
        step = check_step(check, self.document)
        where = "" if step is None else f" · step {step}"
        self.bar.say(f"check {index + 1} of {len(failing(self.run_view))}: {check.check_name}: {(check.message or check.status)[:300]}{where}")
        if step is not None:
            self.go_step(step)

    def action_finding_next(self) -> None:
        """The evidence of the next finding; hidden in blind mode until the label is given."""
        self._go_finding(1)

    def action_finding_previous(self) -> None:
        """The evidence of the finding before."""
        self._go_finding(-1)

    def _go_finding(self, direction: int) -> None:
        if self.blind_now:
            self.bar.say("findings are hidden until the label is given")
            return
        places = [(n, step) for n, f in enumerate(self.run_view.findings) for step in evidence_steps(f, self.run_view.row.run_id) or [-1]] if self.run_view else []
        if not places:
            self.bar.say("nothing was found in this run")
            return
        at = places.index(self._finding_at) + direction if self._finding_at in places else (0 if direction > 0 else -1)
        self.show_finding(*places[at % len(places)])

    def show_finding(self, index: int, step: int | None = None) -> None:
        """Tell a finding and show its evidence."""
        if self.run_view is None:
            return
        finding = self.run_view.findings[index]
        steps = evidence_steps(finding, self.run_view.row.run_id)
        step = step if step is not None else (steps[0] if steps else -1)
        self._finding_at = (index, step)
        self.bar.say(f"finding {index + 1} of {len(self.run_view.findings)}: {finding.kind}: {finding.title}" + (f" · step {step}" if step >= 0 else " · not in the transcript: o"))
        if step >= 0:
            self.go_step(step)

    def action_search(self) -> None:
        """Ask for a text."""
        self.ask("search", self._needle)

    def ask(self, what: str, value: str) -> None:
        """Open the line at the bottom. Answered by on_input_submitted of the review screen."""
        line = self.query_one("#ask", Input)
        line.placeholder = what
        line.value = value
        line.add_class("open")
        line.focus()

    def close_ask(self) -> None:
        """Close the line at the bottom; keys belong to the screen again."""
        self.query_one("#ask", Input).remove_class("open")
        self.set_focus(None)

    def search_for(self, needle: str) -> None:
        """Highlight a text and go to its first place from here on; folded steps that hold it are unfolded."""
        self._needle = needle
        self.transcript.highlight(needle)
        if not needle:
            self.bar.say("search ended")
            return
        self._unfold_matches(needle.lower())
        self._go_match(1, first=True)

    def _unfold_matches(self, needle: str) -> None:
        run = self.run_view
        if run is None:
            return
        hits = {s.step for s in run.steps if needle in s.text.lower() or needle in (s.reasoning or "").lower()}
        hits |= {c.step for c in run.calls if needle in (c.arguments or "").lower() or needle in (c.result or "").lower()}
        self.redraw(self.shown._replace(unfolded=self.shown.unfolded | hits))

    def action_match_next(self) -> None:
        """The next place of the text."""
        self._go_match(1)

    def action_match_previous(self) -> None:
        """The place before."""
        self._go_match(-1)

    def _go_match(self, direction: int, *, first: bool = False) -> None:
        if not self._needle:
            self.bar.say("search for something first: /")
            return
        needle = self._needle.lower()
        lines = [n for n, text in enumerate(self.document.texts) if needle in text.lower()]
        if not lines:
            self.bar.say(f"not found: {self._needle}")
            return
        here = self._here()
        ahead = [n for n in lines if (n >= here if first else n > here if direction > 0 else n < here)]
        line = (ahead or lines)[0 if direction > 0 else -1]
        around = "" if ahead else ", from the other end"
        self._focus_line(line, f"{self._needle}: {lines.index(line) + 1} of {len(lines)}{around}")

    def action_fold(self) -> None:
        """Unfold or fold the step that is here."""
        step = self.document.steps[self._here()] if self.document.steps else 0
        self.redraw(self.shown._replace(unfolded=self.shown.unfolded ^ {step}), step)

    def action_fold_all(self) -> None:
        """Unfold or fold all steps."""
        self.redraw(self.shown._replace(all_unfolded=not self.shown.all_unfolded, unfolded=frozenset()))

    def action_reasoning(self) -> None:
        """Show reasoning, or one line for it."""
        self.redraw(self.shown._replace(reasoning=not self.shown.reasoning))

    def action_pretty(self) -> None:
        """Lay JSON out over lines, or not."""
        self.redraw(self.shown._replace(pretty=not self.shown.pretty))

    def redraw(self, view: View, step: int | None = None) -> None:
        """Lay the transcript out anew and stay at the step."""
        if self.run_view is None:
            return
        top = self.transcript.top_line
        at = step if step is not None else self.step
        offset = top - self.document.line_of(at)
        self.shown = view
        self._cursor = None
        self.document = build(self.run_view, view)
        line = self.document.line_of(at)
        self.transcript.show(self.document.texts, self.document.kinds, line + min(max(0, offset), 3))
        self.show_signs()

    def show_signs(self) -> None:
        """Say in the transcript where the evidence of findings is, and which step is marked."""
        view, run = self.transcript, self.run_view
        view.signs, view.tails = {}, {}
        if run is not None and run.steps:
            told = step_signs(run, self.marked_step, blind=self.blind_now)
            for step, (sign, words) in told.items():
                if step in self.document.starts:
                    line = self.document.starts[step]
                    view.signs[line], view.tails[line] = sign, words
        view.refresh()
