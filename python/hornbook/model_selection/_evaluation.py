"""Evaluation by resampling (cross-validation, hold-out, bootstrap), with confidence intervals."""

from __future__ import annotations

import json
from html import escape

import numpy as np
from sklearn.utils.validation import check_consistent_length

from .. import _arguments as arguments
from .._meta import require_trainable
from .._hornbook import evaluate as native_evaluate
from .._score import Score
from ._designs import design_for
from ._scoring import evaluation_options

__all__ = ["Evaluation", "evaluate"]


class Report:
    """A result of the native module: text for people, a dict for programs."""

    def __init__(self, text, found):
        self._text, self._found = text, found

    def __str__(self):
        return self._text

    def __repr__(self):
        return self._text

    def to_dict(self):
        """The result as dicts, lists, text and numbers; what is undefined is None."""
        return json.loads(json.dumps(self._found))


class Evaluation(Report):
    """What `evaluate` found. Printing it gives the text of `hornbook evaluate`.

    Attributes
    ----------
    learner, design : str
        What was evaluated, and the resampling design.
    parameters : dict
        Those of the learner.
    scores, baseline : list of Score
        A score a metric, of the learner and of the baseline on the same rows.
    positive : str or None
        The positive class, if precision and its like are of one class.
    confusion : ndarray of shape (n_classes, n_classes) or None
        The confusion matrix: true classes in rows, predicted classes in columns.
    classes : list of str or None
        The names of the classes of `confusion`.
    folds : list of dict
        The measures fold by fold.
    curves : list or dict
        The points of the usual plots.
    notes : list of str
        What a person should know.
    """

    def __init__(self, text, found):
        super().__init__(text, found)
        self.learner, self.design, self.parameters = found["learner"], found["design"], found["parameters"]
        self.scores = [Score._from_json(score) for score in found["scores"]]
        self.baseline = [Score._from_json(score) for score in found["baseline"]]
        self.positive, self.folds, self.curves = found["positive"], found["folds"], found["curves"]
        confusion = found["confusion"]
        self.confusion = None if confusion is None else np.array(confusion["counts"])
        self.classes = None if confusion is None else confusion["classes"]
        self.notes = found["notes"]

    def __getitem__(self, measure):
        """The score of a metric, by the name it is shown with."""
        for score in self.scores:
            if score.measure == measure:
                return score
        raise KeyError(f"{measure!r}; there are {', '.join(score.measure for score in self.scores)}")

    def to_frame(self):
        """The scores as a pandas data frame, a row a metric."""
        import pandas as pd

        return pd.DataFrame(self._rows(), columns=["value", "low", "high", "level", "method", "baseline"]).set_index(
            pd.Index([score.measure for score in self.scores], name="measure")
        )

    def _rows(self):
        # What learns without a target has no baseline.
        baseline = [base.value for base in self.baseline] or [np.nan] * len(self.scores)
        for score, base in zip(self.scores, baseline):
            low, high = score.interval or (np.nan, np.nan)
            yield score.value, low, high, score.level, score.method, base

    def _repr_html_(self):
        heads = ["measure", "value", "interval", "method", "baseline"]
        lines = [f"<tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"]
        for score, (value, low, high, level, method, base) in zip(self.scores, self._rows()):
            interval = "none" if score.interval is None else f"{low:.4g} to {high:.4g} ({100 * level:g} %)"
            cells = [score.measure, f"{value:.4g}", interval, method or "", f"{base:.4g}"]
            lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<p>{escape(self.learner)}, {escape(self.design)}</p><table>{''.join(lines)}</table>{notes}"


def with_reference(data, X, reference):
    """The rows with labels that only score, if there are any."""
    if reference is None:
        return data
    check_consistent_length(X, reference)
    return data.with_reference(*arguments.label_codes(reference))


def evaluate(
    estimator,
    X,
    y=None,
    *,
    cv=10,
    measures=None,
    positive=None,
    losses=None,
    level=0.95,
    groups=None,
    order=None,
    offset=None,
    cost=None,
    fold=None,
    reference=None,
    sample_weight=None,
    random_state=None,
    n_jobs=None,
):
    """Judge an estimator on rows it did not see: scores with intervals, beside the baseline.

    Evaluating a search, such as `GridSearchCV`, is nested cross-validation: in every fold the search sees the
    training rows only.

    Parameters
    ----------
    estimator : estimator of Hornbook
        The estimator to evaluate; it is not changed.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), default=None
        What to predict; None for estimators that learn without a target.
    cv : int, design, splitter or iterable of (train, test), default=10
        How to divide the rows.
    measures : str or list of str, default=None
        Metrics, the deciding one first; the usual ones of the task by default.
    positive : label, default=None
        Which of two classes is the positive one; the last one if not said.
    losses : array of shape (n_classes, n_classes), dict of dicts or data frame, default=None
        What it costs to say a class (row, or key of the dict) if another is true (column). The class of least expected
        loss is then said.
    level : float, default=0.95
        How often an interval is to hold the true value.
    groups : array-like of shape (n_samples,), default=None
        The group of each row. Groups stay whole, and intervals know that their rows are alike.
    order : array-like of shape (n_samples,), default=None
        When each row was, as numbers or dates: a number of folds in `cv`, `HoldOut` and `TimeOrdered` then train on the
        past and test on the future.
    offset : str or int, default=None
        The column of X that is added to the linear predictor with coefficient 1.
    cost : array-like of shape (n_samples,), default=None
        What it costs to misclassify each row: the mean cost (expected loss) is then the first metric.
    fold : array-like of shape (n_samples,), default=None
        Predefined folds, for a number of folds in `cv`: the fold that each row is tested in, however many there are;
        missing or -1 is a row that is trained on in every fold.
    reference : array-like of shape (n_samples,), default=None
        Labels that only score: clusters and outliers found without a target are compared with them.
    sample_weight : array-like of shape (n_samples,), default=None
        The weight of each row, in training and in testing.
    random_state : int or RandomState, default=None
        Where the random numbers come from. If not said, those of the learner come from its `random_state`, and a
        number of folds is dealt with 0.
    n_jobs : int, default=None
        How many threads to use; that of the estimator if not said.

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from hornbook.model_selection import evaluate
    >>> from sklearn.datasets import load_iris
    >>> found = evaluate(DecisionTreeClassifier(max_depth=3), *load_iris(return_X_y=True), measures="accuracy")
    >>> found.scores[0].interval.low > found.baseline[0].value
    True
    """
    carrier = require_trainable(estimator, "evaluate", scored=reference is None)._carrier()
    data = carrier._data(X, y, sample_weight, groups, order, cost, fold)
    if offset is not None:
        data = data.with_offset(carrier._column_name(X, offset))
    data = with_reference(data, X, reference)
    text, found = native_evaluate(
        estimator._native(),
        data,
        design_for(cv, X, y, groups, random_state),
        evaluation_options(measures, positive, losses, level, getattr(carrier, "classes_", None)),
        estimator._seed_or_zero() if random_state is None else arguments.seed(random_state),
        estimator._threads() if n_jobs is None else arguments.threads(n_jobs),
    )
    return Evaluation(text, json.loads(found))
