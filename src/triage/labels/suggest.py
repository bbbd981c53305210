"""Suggesting a verdict from what is known of a run, learnt from the labels given so far. It proposes, and never writes a label."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

LEAST_LABELS = 20
"""Fewer labels teach nothing."""
LEAST_PER_VERDICT = 4
"""A verdict with fewer examples is not proposed."""
TEXT = 20_000
"""Characters of text that are looked at."""


class Example(NamedTuple):
    """What is known of a run, as far as the model sees it."""

    run_id: str
    task_id: str
    facts: Sequence[str]
    """Facts in words, e.g. "finding provider.quota", "failed check end_day", "no tool call": they are shown as reasons."""
    text: str
    """Messages of failed checks and the agent's last word."""


class Suggestion(NamedTuple):
    """A proposed verdict."""

    verdict: str
    confidence: float
    """The model's probability, 0 to 1."""
    reasons: list[str]
    """What speaks for it most, strongest first."""


class Learnt(NamedTuple):
    """A model, or why there is none."""

    pipeline: Pipeline | None
    """None where there is too little."""
    message: str
    """What it is worth: its own cross-validated accuracy against always naming the commonest verdict, or what is missing."""
    labels: int
    accuracy: float | None
    """Cross-validated: each run is proposed by a model that never saw a run of its task."""
    baseline: float | None
    """Share of the commonest verdict."""


def learn(examples: Sequence[Example], verdicts: Sequence[str], *, seed: int = 0) -> Learnt:
    """Learn from runs and their verdicts. With too little, or where it is no better than the commonest verdict, there is no model."""
    counts = Counter(verdicts)
    kept = [i for i, v in enumerate(verdicts) if counts[v] >= LEAST_PER_VERDICT]
    names = {verdicts[i] for i in kept}
    if len(kept) < LEAST_LABELS or len(names) < 2:
        need = f"{LEAST_LABELS} labels with {LEAST_PER_VERDICT} each of two verdicts"
        return Learnt(None, f"too little to suggest anything: {len(verdicts)} labels ({_tally(counts)}); it takes {need}", len(verdicts), None, None)
    rows, truth = [examples[i] for i in kept], [verdicts[i] for i in kept]
    accuracy = _cross_validate(rows, truth, seed)
    baseline = max(counts[v] for v in names) / len(kept)
    if accuracy is None:
        return Learnt(None, f"too little to suggest anything: the {len(kept)} labels come from too few tasks to test a model", len(verdicts), None, baseline)
    worth = f"right in {accuracy:.0%} of {len(kept)} labelled runs that it had not seen; always naming the commonest would be right in {baseline:.0%}"
    if accuracy <= baseline:
        return Learnt(None, f"no suggestions: {worth}", len(verdicts), accuracy, baseline)
    return Learnt(_pipeline(seed).fit(rows, truth), worth, len(verdicts), accuracy, baseline)


def suggest(learnt: Learnt, example: Example, reasons: int = 3) -> Suggestion | None:
    """The most likely verdict for one run, with the facts and words that speak for it; None without a model."""
    if learnt.pipeline is None:
        return None
    vector, model = learnt.pipeline[0], learnt.pipeline[1]
    row = vector.transform([example])
    chances = model.predict_proba(row)[0]
    best = int(chances.argmax())
    weights = _weights(model, best)
    row = row.tocoo()
    names = vector.get_feature_names_out()
    for_it = sorted(((float(value * weights[j]), str(names[j])) for j, value in zip(row.col, row.data, strict=True)), reverse=True)
    return Suggestion(str(model.classes_[best]), float(chances[best]), [name for push, name in for_it[:reasons] if push > 0])


def _weights(model: Any, best: int) -> Any:
    """Coefficients for a class; a model of two classes holds one row, for the second."""
    if model.coef_.shape[0] == 1:
        return model.coef_[0] if best == 1 else -model.coef_[0]
    return model.coef_[best]


def _pipeline(seed: int) -> Pipeline:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    vector = TfidfVectorizer(analyzer=_features, min_df=2, max_features=5000, sublinear_tf=True)
    return make_pipeline(vector, LogisticRegression(C=4.0, class_weight="balanced", max_iter=1000, random_state=seed))


def _features(example: Example) -> list[str]:
    """Facts as they are, three times as heavy as a word; words of the text in the form in which they are shown as reasons."""
    words = re.findall(r"[^\W\d_]\w{2,}", example.text[:TEXT].lower())
    return [*list(example.facts) * 3, *(f'the word "{w}"' for w in words)]


def _cross_validate(rows: list[Example], truth: list[str], seed: int) -> float | None:
    """Share of runs whose verdict was proposed right, whole tasks held out; None where no split is possible."""
    from sklearn.model_selection import StratifiedGroupKFold

    tasks = [row.task_id for row in rows]
    folds = min(5, len(set(tasks)))
    if folds < 2:
        return None
    right = tested = 0
    for train, test in StratifiedGroupKFold(folds, shuffle=True, random_state=seed).split(rows, truth, tasks):
        if len({truth[i] for i in train}) < 2:
            continue
        model = _pipeline(seed)
        try:
            model.fit([rows[i] for i in train], [truth[i] for i in train])
        except ValueError:  # no feature occurs twice in this part
            continue
        said = model.predict([rows[i] for i in test])
        right += sum(s == truth[i] for s, i in zip(said, test, strict=True))
        tested += len(test)
    return right / tested if tested else None


def _tally(counts: Counter[str]) -> str:
    return ", ".join(f"{n} {v}" for v, n in counts.most_common()) or "none"
