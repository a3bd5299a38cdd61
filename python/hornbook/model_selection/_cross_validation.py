"""Cross-validation as scikit-learn has it: the scores or the predictions of each split, and no more."""

from __future__ import annotations

import warnings

import numpy as np

from .. import _arguments as arguments
from .._meta import require_trainable
from .._hornbook import EvaluationOptions, folds
from ._designs import design_for
from ._evaluation import with_reference
from ._scoring import one_scoring_of, scoring_of

__all__ = ["cross_val_predict", "cross_val_score", "cross_validate"]


def cross_validate(
    estimator, X, y=None, *, groups=None, scoring=None, cv=5, n_jobs=None, sample_weight=None, reference=None
):
    """Cross-validation: train and score an estimator on each split.

    `evaluate` says what the numbers mean: it adds intervals and the baseline.

    Parameters
    ----------
    estimator : estimator of Hornbook
        What is trained. It stays as it is; each split takes a seed of its own from its `random_state`.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), default=None
        What to predict; None for estimators that learn without a target.
    groups : array-like of shape (n_samples,), default=None
        The group of each row. Groups stay whole.
    scoring : str, list of str or dict of str, default=None
        The metrics: scikit-learn's scorer names, whose `neg_…` give the negative, and Hornbook's measures. The
        accuracy or R² if not said.
    cv : int, design, splitter or iterable of (train, test), default=5
        How to divide the rows. A number is shuffled, stratified cross-validation with a fixed seed.
    n_jobs : int, default=None
        How many threads to use; that of the estimator if not said.
    sample_weight : array-like of shape (n_samples,), default=None
        The weight of each row, in training and in testing.
    reference : array-like of shape (n_samples,), default=None
        Labels that only score: clusters and outliers found without a target are compared with them.

    Returns
    -------
    dict of str to ndarray of shape (n_splits,)
        `test_score` for one metric, `test_<name>` for several. NaN where a metric is undefined.

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from hornbook.model_selection import cross_validate
    >>> from sklearn.datasets import load_iris
    >>> found = cross_validate(DecisionTreeClassifier(), *load_iris(return_X_y=True), scoring=["accuracy", "kappa"])
    >>> sorted(found), len(found["test_kappa"])
    (['test_accuracy', 'test_kappa'], 5)
    """
    wanted = scoring_of(scoring, require_trainable(estimator, "cross_validate", scored=reference is None)._task)
    _, found = _folds(estimator, X, y, groups, wanted.measures, cv, n_jobs, sample_weight, 3, reference)
    values = found.values() * wanted.signs
    return {f"test_{key}": values[:, index].copy() for index, key in enumerate(wanted.keys)}


def cross_val_score(
    estimator, X, y=None, *, groups=None, scoring=None, cv=5, n_jobs=None, sample_weight=None, reference=None
):
    """Give the score of each split; see `cross_validate` for the parameters. `scoring` names one measure.

    Returns
    -------
    ndarray of shape (n_splits,)
    """
    wanted = one_scoring_of(scoring, require_trainable(estimator, "cross_val_score", scored=reference is None)._task)
    _, found = _folds(estimator, X, y, groups, wanted.measures, cv, n_jobs, sample_weight, 3, reference)
    return found.values()[:, 0] * wanted.signs[0]


def cross_val_predict(
    estimator, X, y, *, groups=None, cv=5, n_jobs=None, method="predict", sample_weight=None
):
    """Predict each row with the model that did not see it; see `cross_validate` for the other parameters.

    Parameters
    ----------
    method : {"predict", "predict_proba"}, default="predict"
        Whether to give classes or numbers, or the probabilities of the classes.

    Returns
    -------
    ndarray of shape (n_samples,) or (n_samples, n_classes)
        The columns of probabilities are in the order of the sorted classes.
    """
    task = require_trainable(estimator, "cross_val_predict")._task
    if method not in ("predict", "predict_proba"):
        raise ValueError(f"method is {method!r}; expected 'predict' or 'predict_proba'")
    if method == "predict_proba" and task != "classification":
        raise ValueError("method is 'predict_proba', and the estimator predicts numbers; use 'predict'")
    measures = scoring_of(None, task).measures
    carrier, found = _folds(estimator, X, y, groups, measures, cv, n_jobs, sample_weight, 3)
    rows = found.rows()
    given = len(y)
    if len(rows) != given or len(np.unique(rows)) != given:
        raise ValueError(
            "cross_val_predict needs each row tested once: give a cv that does that, and no row the weight zero"
        )
    values = found.probabilities() if method == "predict_proba" else carrier._from_target(found.predictions())
    ordered = np.empty_like(values)
    ordered[rows] = values
    return ordered


def _folds(estimator, X, y, groups, measures, cv, n_jobs, sample_weight, depth, reference=None):
    """An estimator that knows the classes, and what came of the splits; notes are said `depth` functions up."""
    carrier = estimator._carrier()
    data = with_reference(carrier._data(X, y, sample_weight, groups), X, reference)
    threads = estimator._threads() if n_jobs is None else arguments.threads(n_jobs)
    design = design_for(5 if cv is None else cv, X, y, groups)
    found = folds(estimator._native(), data, design, EvaluationOptions(measures), estimator._seed_or_zero(), threads)
    for note in found.notes():
        warnings.warn(note, UserWarning, stacklevel=depth)
    return carrier, found
