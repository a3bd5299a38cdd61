"""Reading rows and models: which columns tell something, and which a model leans on."""

from __future__ import annotations

import numpy as np
from sklearn.utils import Bunch, _safe_indexing

from . import _arguments as arguments
from . import _hornbook as native
from ._around import require_trainable
from ._estimators import DecisionTreeClassifier
from .model_selection._scoring import scoring_of

__all__ = ["contradictions", "permutation_importance", "rank_columns"]


def permutation_importance(
    estimator,
    X,
    y,
    *,
    scoring=None,
    n_repeats=5,
    n_jobs=None,
    random_state=None,
    sample_weight=None,
    max_samples=1.0,
):
    """Measure what is lost of a score when the values of a column are shuffled among the rows.

    Give rows that the estimator was not trained on. Columns that say the same hide each other: with one of them
    shuffled, the model still has the other.

    Parameters
    ----------
    estimator : fitted estimator of Hornbook
        What is read.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows, with the columns of `fit`.
    y : array-like of shape (n_samples,)
        What is true of them.
    scoring : str, list or dict of str, default=None
        What to measure; accuracy or R² if not said. With several measures the result is a dict, by measure.
    n_repeats : int, default=5
        How often each column is shuffled.
    n_jobs : int, default=None
        How many threads to use; the estimator's if None, all cores for -1.
    random_state : int or RandomState, default=None
        Where the shuffles come from.
    sample_weight : array-like of shape (n_samples,), default=None
        The weight of each row in the score.
    max_samples : int or float, default=1.0
        How many rows, or which share of them, are drawn at first to work with.

    Returns
    -------
    Bunch
        `importances_mean` and `importances_std` of shape (n_features,), and `importances` of shape (n_features,
        n_repeats): what each shuffle cost.

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from hornbook.inspection import permutation_importance
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X[::2], y[::2])
    >>> permutation_importance(tree, X[1::2], y[1::2], random_state=0).importances_mean[:2].tolist()
    [0.0, 0.0]
    """
    model = _fitted(estimator, "permutation_importance")
    repeats = arguments.count(n_repeats, "n_repeats")
    seed = arguments.seed(random_state)
    X, y, sample_weight = _drawn(X, y, sample_weight, max_samples, seed)
    data = model._known_data(X, y, sample_weight)
    threads = model._threads() if n_jobs is None else arguments.threads(n_jobs)
    measured = scoring_of(scoring, model._task)
    found = {}
    for key, measure in zip(measured.keys, measured.measures):
        losses = native.permutation_importance(model.model_, data, native.Judging([measure]), repeats, seed, threads)
        found[key] = Bunch(importances_mean=losses.mean(axis=1), importances_std=losses.std(axis=1), importances=losses)
    return found["score"] if scoring is None or isinstance(scoring, str) else found


def _fitted(estimator, caller):
    """The fitted estimator that predicts, within a search or a calibration."""
    require_trainable(estimator, caller)
    while hasattr(estimator, "_fitted"):
        estimator = estimator._fitted()
    return estimator


def _drawn(X, y, sample_weight, max_samples, seed):
    """The rows to work with: all, or some drawn without putting back."""
    rows = X.shape[0] if hasattr(X, "shape") else len(X)
    wanted = max_samples if isinstance(max_samples, (int, np.integer)) else round(max_samples * rows)
    if not 1 <= wanted <= rows:
        raise ValueError(f"max_samples is {max_samples!r}; expected 1 to {rows} rows, or a share above 0 and up to 1")
    if wanted == rows:
        return X, y, sample_weight
    chosen = np.sort(np.random.default_rng(seed).choice(rows, size=wanted, replace=False))
    return tuple(None if part is None else _safe_indexing(part, chosen) for part in (X, y, sample_weight))


def rank_columns(X, y, sample_weight=None):
    """Rank the columns by what each tells of the class by itself.

    Categories are asked for their level, numbers at the threshold of the highest gain, so that their p-values flatter
    them. Missing values are an answer of their own.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,)
        Their classes.
    sample_weight : array-like of shape (n_samples,), default=None
        The weight of each row.

    Returns
    -------
    list of Bunch
        The highest gain first: `column`, `threshold` (None for categories), `gain` in bits, `gain_ratio`, `gini`,
        `chi_square`, `degrees` and `p_value`.
    """
    names = ("column", "threshold", "gain", "gain_ratio", "gini", "chi_square", "degrees", "p_value")
    data = DecisionTreeClassifier()._data(X, y, sample_weight)
    return [Bunch(**dict(zip(names, column))) for column in native.column_ranking(data)]


def contradictions(X, y, sample_weight=None):
    """Find rows with the same columns and different classes: mistakes, chance, or a column that is not there.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,)
        Their classes.
    sample_weight : array-like of shape (n_samples,), default=None
        The weight of each row.

    Returns
    -------
    Bunch
        `groups`, lists of the positions of such rows; `least_errors`, the weight of the rows that no model of these
        columns gets right.
    """
    groups, least_errors = native.contradictions(DecisionTreeClassifier()._data(X, y, sample_weight))
    return Bunch(groups=groups, least_errors=least_errors)
