"""One metric of predictions, with its confidence interval."""

from __future__ import annotations

import json

import numpy as np

from .. import _arguments as arguments
from .._hornbook import EvaluationOptions, measure, score
from .._labels import names_of
from .._score import Score
from . import _inputs as given

__all__ = ["score_with_interval"]


def score_with_interval(
    name,
    y_true,
    y_pred=None,
    *,
    y_prob=None,
    labels=None,
    pos_label=None,
    sample_weight=None,
    groups=None,
    level=0.95,
    method="auto",
    n_resamples=2000,
    random_state=None,
    n_jobs=None,
):
    """A metric of predictions, and where it would lie on other rows.

    Give the predicted classes or numbers, or in `y_prob` the probabilities: a column a class in the order of the
    sorted labels, or that of the second of two. `name` is a metric of Hornbook's or a scorer of scikit-learn's; the
    value is that of the metric, never its negative. `method` is "bootstrap" or "bca" for any metric, "wilson" for
    accuracy and error rate, "delong" for ROC AUC, and by default what suits the metric. Rows of one of the
    `groups` are drawn together.

    >>> found = score_with_interval("accuracy", [0, 1, 1, 0, 1, 1], [0, 1, 1, 0, 1, 0])
    >>> round(found.value, 3), found.method, round(found.interval.low, 3)
    (0.833, 'Wilson', 0.436)
    """
    shown, task, _, by_probabilities = measure(name)
    if y_pred is None and y_prob is None:
        raise ValueError("there are no predictions; give y_pred or y_prob")
    if task == "classification":
        if by_probabilities and y_prob is None:
            raise ValueError(f"the metric '{shown}' needs probabilities; give them in y_prob")
        kept, truth, predicted = _classes(y_true, y_pred, y_prob, labels)
        names = names_of(kept)
        truth = truth, names
        code = None if pos_label is None else given.index_of(pos_label, kept)
        positive = None if code is None else names[code] if code < len(names) else str(pos_label)
    elif y_pred is None:
        raise ValueError(f"the metric '{shown}' needs numbers; give them in y_pred")
    else:
        truth, predicted, positive = given.column(y_true, "y_true"), (given.column(y_pred, "y_pred"), None), None
    given.same_rows(y_true, y_pred, y_prob, sample_weight, groups)
    scoring = EvaluationOptions(
        [name], positive, None, level, None if method == "auto" else method, arguments.count(n_resamples, "n_resamples", 0)
    )
    (found,) = score(
        scoring,
        truth,
        predicted,
        given.weights(sample_weight),
        arguments.group_codes(groups),
        arguments.seed_or_zero(random_state),
        arguments.threads(n_jobs),
    )
    return Score._from_json(json.loads(found))


def _classes(y_true, y_pred, y_prob, labels):
    """The labels, the codes of the truth, and codes and probabilities of what was predicted."""
    lists = [y_true] if y_pred is None else [y_true, y_pred]
    kept, coded = given.codes(*lists, labels=labels)
    predicted = None if y_pred is None else coded[1]
    if y_prob is None:
        return kept, coded[0], (predicted, None)
    y_prob = np.asarray(y_prob)
    if y_prob.ndim == 1 or y_prob.shape[1] == 1:
        second = given.column(y_prob, "y_prob")
        y_prob = np.column_stack([1 - second, second])
    return kept, coded[0], (predicted, given.matrix(y_prob, "y_prob"))
