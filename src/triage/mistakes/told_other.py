"""A prompt that asks for one value and a check that wants another: the runs do what the prompt says, in its spelling or in another one."""

from __future__ import annotations

import datetime
import re

from triage.mistakes.facts import CheckFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.rulebook import sentences, stem
from triage.mistakes.said import Judged, Said
from triage.mistakes.saying import AGREE, LEAST, counts, say
from triage.mistakes.spelled import Day, clocks, days, names_day, names_number, same_day
from triage.mistakes.values import number, strip_quotes, words

_RECKONED = re.compile(
    r"\b(?:days?|weeks?|months?|fortnight|quarter|business|working|workday|next|following|previous|later|earlier|deadline|due|end of|start of|expires?|lasts?|nights?|until|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
    re.IGNORECASE,
)
"""Words that make of a day another one."""
_ZONED = re.compile(r"\b(?:utc|gmt|zulu|time ?zones?|local|offset|[ap]st|[ap]dt|cest?|e[sd]t|hours?|minutes?|later|earlier|after|before|delay\w*)\b", re.IGNORECASE)


def prompt_says_other(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """The given value is what the prompt asks for, and the wanted one stands nowhere."""
    c = j.cluster
    if c.agreement < AGREE or c.agreed < LEAST:
        return None
    told = _literally(task, check, j) or _day(task, c) or _time(task, c) or _spelled_number(task, check, c)
    if told is None:
        return None
    text = f"The prompt says {told!r}, the check wants {c.expected!r}, and the runs follow the prompt: {counts(check, c)}."
    return say("contract.contradicted", "problem", 0.85, c, check, f"{check.check} wants {c.expected}, the prompt says {told}"[:200], text)


def _literally(task: TaskFacts, check: CheckFacts, j: Judged) -> str | None:
    c, wrong = j.cluster, strip_quotes(j.cluster.wrong_value or "")
    if len(wrong) < 3 or any(t.state == "prompt" and t.atom.text in task.prompt for t in j.tokens):
        return None
    quoted = re.search(rf"[`'\"]{re.escape(wrong)}[`'\"]", task.prompt) is not None
    special = quoted or bool(re.search(r"[_/.\-:]|\d|[a-z][A-Z]", wrong))  # else it may be a piece of a sentence
    if number(wrong) is not None and not quoted and not any(wrong in s for s in _about(task.prompt, check, c)):
        return None  # the same number, of something else
    return wrong if special and re.search(rf"(?<![\w/.-]){re.escape(wrong)}(?![\w/-])", task.prompt) else None


def _about(prompt: str, check: CheckFacts, c: Cluster) -> list[str]:
    """The sentences of the prompt that share a word with what is checked."""
    topic = {stem(w) for w in words(f"{check.check} {c.mistake.where or ''}") if len(w) > 3}
    return [s for s in sentences(prompt) if topic & {stem(w) for w in words(s)}]


def _day(task: TaskFacts, c: Cluster) -> str | None:
    """A day of the prompt's is given where another is wanted, and nothing that is told leads from the one to the other."""
    wanted, given = days(c.expected or ""), days(c.wrong_value or "")
    mine, theirs = given - wanted, wanted - given
    if not mine or not theirs or _RECKONED.search(task.prompt):
        return None
    told = days(task.prompt)
    if not all(any(same_day(a, b) for b in told) for a in mine) or any(same_day(a, b) for b in told for a in theirs):
        return None
    if _swapped(mine, theirs) or any(names_day(c.expected or "", s.text) for s in task.visible.sources if s.area != "prompt"):
        return None
    return _line(task.prompt, sorted(mine, key=str)[0])


def _swapped(mine: set[Day], theirs: set[Day]) -> bool:
    """Whether day and month are exchanged, or the days lie next to each other: a matter of format or zone."""
    for a in mine:
        for b in theirs:
            if (a.month, a.day) == (b.day, b.month):
                return True
            try:
                one, other = (datetime.date(d.year or 2000, d.month, d.day) for d in (a, b))
            except ValueError:
                continue
            if abs((one - other).days) <= 1:
                return True
    return False


def _line(prompt: str, day: Day) -> str:
    return next((s[:120] for s in sentences(prompt) if any(same_day(day, d) for d in days(s))), str(day))


def _time(task: TaskFacts, c: Cluster) -> str | None:
    """A time of day of the prompt's is given where another is wanted."""
    wanted, given = clocks(c.expected or ""), clocks(c.wrong_value or "")
    if len(wanted) != 1 or len(given) != 1 or wanted == given or _ZONED.search(task.prompt):
        return None
    told = clocks(task.prompt)
    if not given <= told or wanted & told or any(wanted & clocks(s.text[:100_000]) for s in task.visible.sources if s.area != "prompt"):
        return None
    return next((s[:120] for s in sentences(task.prompt) if given & clocks(s)), None)


def _spelled_number(task: TaskFacts, check: CheckFacts, c: Cluster) -> str | None:
    """A number that the prompt gives with separators, in percent or as a word, on what is checked."""
    wrong, wanted = strip_quotes(c.wrong_value or ""), strip_quotes(c.expected or "")
    value, other = number(wrong), number(wanted)
    if value is None or other is None or value in (0, 1) or wrong in task.prompt or wanted in task.prompt or names_number(wanted, task.prompt):
        return None
    if task.visible.having(words(wanted)) or any(abs(value / other - k) < 1e-9 for k in (10, 100, 1000, 0.1, 0.01, 0.001) if other):
        return None  # the same number in another unit
    if abs(value - other) <= 1 and not _of(c, value, task.prompt):
        return None  # one more or less: it may be counted otherwise
    return next((s[:120] for s in _about(task.prompt, check, c) if names_number(wrong, s)), None)


def _of(c: Cluster, value: float, prompt: str) -> bool:
    """Whether the prompt puts the number right before what is compared: `four seats` for `seats`."""
    noun = re.findall(r"[A-Za-z]+", c.mistake.where or "")[-1:]
    word = _COUNTED[int(value) - 1] if 1 <= value <= len(_COUNTED) and value == int(value) else f"{value:g}"
    return bool(noun) and re.search(rf"\b(?:{word}|{value:g})\s+(?:\w+\s+)?{re.escape(stem(noun[0].casefold()))}", prompt, re.IGNORECASE) is not None


_COUNTED = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"]


def reckoned(task: TaskFacts, c: Cluster) -> bool:
    """Whether a text tells how many days lie between the given day and the wanted one: `three days later`."""
    wanted, given = days(c.expected or ""), days(c.wrong_value or "")
    if len(wanted) != 1 or len(given) != 1:
        return False
    try:
        one, other = (datetime.date(d.year or 2000, d.month, d.day) for d in (*wanted, *given))
    except ValueError:
        return False
    apart = abs((one - other).days)
    word = f"|{_COUNTED[apart - 1]}" if 0 < apart <= len(_COUNTED) else ""
    ways = [rf"\b(?:{apart}{word})[ -](?:\w+ )?(?:days?|nights?)\b"]
    ways += [r"\b(?:next|following|previous) day\b|\bday (?:after|before)\b|\btomorrow\b|\byesterday\b"] if apart == 1 else []
    ways += [rf"\b(?:{apart // 7}{'|a|one' if apart == 7 else ''})[ -]weeks?\b|\bfortnight\b"] if apart and apart % 7 == 0 else []
    ways += [r"\bmonths?\b"] if 28 <= apart <= 31 else []
    pattern = re.compile("|".join(ways), re.IGNORECASE)
    return any(pattern.search(s.text[:100_000]) for s in task.visible.sources if s.area in ("prompt", "file", "output"))


_WRITTEN = re.compile(r"(?<![\w-])(?:[A-Za-z]\w*_\w+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]\w*(?:-\w+)+)(?![\w-])")
"""Names of several words, as code spells them."""


_CASES = re.compile(r"\bcamel ?-?case|\bsnake[ _-]?case|\bkebab|\bpascal ?-?case|alias_generator|by_alias|rename_all", re.IGNORECASE)


def spelled_other(task: TaskFacts, check: CheckFacts, j: Judged) -> Said | None:
    """The prompt gives the name that is wanted, with its words joined in another way (`unit_price`, `unitPrice`), and no text has the check's way."""
    c = j.cluster
    if len(j.tokens) != 1 or c.mistake.shape != "name" or len(c.run_ids) < LEAST or len(c.run_ids) < AGREE * c.telling:
        return None
    wanted = j.tokens[0].atom.text
    if len(words(wanted)) < 2 or re.search(r"[/.\s]|^--", wanted) or re.search(r"header", c.mistake.text, re.IGNORECASE):
        return None
    if any(_CASES.search(s.text[:100_000]) for s in task.visible.sources if s.area in ("prompt", "file")):
        return None  # a text says how names are joined
    told = next((w for w in _WRITTEN.findall(task.prompt) if words(w) == words(wanted) and w.casefold() != wanted.casefold()), None)
    if told is None or any(wanted in s.text for s in task.visible.sources):
        return None
    text = f"The prompt calls it {told!r}, the check wants {wanted!r}, which stands nowhere: {counts(check, c)}."
    return say("contract.contradicted", "problem", 0.85, c, check, f"{check.check} wants {wanted}, the prompt says {told}"[:200], text)


def told_spelled(task: TaskFacts, check: CheckFacts, c: Cluster) -> bool:
    """Whether the prompt gives the wanted day, time or number, in another spelling than the check's."""
    wanted = strip_quotes(c.expected or "")
    if days(wanted):
        return names_day(wanted, task.prompt)
    if number(wanted) is not None:
        return wanted not in task.prompt and number(wanted) not in (0, 1) and any(names_number(wanted, s) for s in _about(task.prompt, check, c))
    return bool(clocks(wanted)) and clocks(wanted) <= clocks(task.prompt)
