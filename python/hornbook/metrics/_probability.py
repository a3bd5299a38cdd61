"""Measures of probabilities."""

from __future__ import annotations

import warnings

import numpy as np

from sklearn.utils import Bunch

from .._hornbook import calibration, multiclass, one_column
from .._hornbook import calibration_test as spiegelhalter
from . import _inputs as given

__all__ = [
    "log_loss",
    "brier_score_loss",
    "d2_log_loss_score",
    "d2_brier_score",
    "hinge_loss",
    "calibration_curve",
    "expected_calibration_error",
    "calibration_test",
]


def log_loss(y_true, y_proba, *, normalize=True, sample_weight=None, labels=None):
    """Mean of −ln p of the true class.

    `y_proba` holds a column a class, in the order of the sorted labels, or the probability of the second of two.
    Probabilities are kept from 0 and 1 by the precision of their type.

    >>> round(log_loss([0, 1], [0.1, 0.8]), 6)
    0.164252
    """
    loss = _loss("log loss", y_true, y_proba, sample_weight, labels)
    if normalize:
        return loss
    return loss * (np.shape(y_proba)[0] if sample_weight is None else np.sum(sample_weight))


def brier_score_loss(y_true, y_proba, *, sample_weight=None, pos_label=None, labels=None, scale_by_half="auto"):
    """Mean squared distance between probabilities and truth; for two classes, the mean of (p − y)².

    `scale_by_half` halves the distance, so that the worst is 1; by default for two classes.
    """
    proba = np.asarray(y_proba)
    if proba.ndim == 1 or proba.shape[1] == 1:
        positive = given.positive_rows(y_true, pos_label, greatest=True)
        half = one_column("brier", positive, given.column(y_proba, "y_proba"), given.weights(sample_weight))
        return half if scale_by_half else 2 * half
    whole = _loss("brier", y_true, y_proba, sample_weight, labels)
    halve = proba.shape[1] < 3 if isinstance(scale_by_half, str) else scale_by_half
    return 0.5 * whole if halve else whole


def d2_log_loss_score(y_true, y_proba, *, sample_weight=None, labels=None):
    """How much less the log loss is than that of always predicting the class frequencies."""
    return _loss("d2 log loss", y_true, y_proba, sample_weight, labels)


def d2_brier_score(y_true, y_proba, *, sample_weight=None, pos_label=None, labels=None):
    """How much less the Brier score is than that of always predicting the class frequencies."""
    proba = np.asarray(y_proba)
    if proba.ndim == 1 or proba.shape[1] == 1:
        positive = given.positive_rows(y_true, pos_label, greatest=True)
        return _loss("d2 brier", positive, y_proba, sample_weight, [False, True])
    return _loss("d2 brier", y_true, y_proba, sample_weight, labels)


def hinge_loss(y_true, pred_decision, *, labels=None, sample_weight=None):
    """Mean of what is missing to a margin of 1, by decision values: one a row for two classes, else one a class."""
    kept, (truth,) = given.codes(y_true, labels=labels)
    weights = given.weights(sample_weight)
    if len(kept) > 2:
        decisions = given.matrix(pred_decision, "pred_decision")
        if decisions.shape[1] != len(kept):
            raise ValueError(f"there are {len(kept)} classes and {decisions.shape[1]} columns; give labels")
        return multiclass("hinge", truth, decisions, weights)
    return one_column("hinge", truth == 1, given.column(pred_decision, "pred_decision"), weights)


def calibration_curve(y_true, y_prob, *, pos_label=None, n_bins=5, strategy="uniform"):
    """The fraction of positive rows and the mean probability of each bin that holds rows.

    `strategy` is "uniform" for bins of equal width or "quantile" for bins of equally many rows.
    """
    return _bins(y_true, y_prob, pos_label, None, n_bins, strategy)[:2]


def expected_calibration_error(
    y_true, y_prob, *, pos_label=None, sample_weight=None, n_bins=10, strategy="uniform"
):
    """Mean distance between what was predicted and what happened, over the rows, bin by bin.

    >>> round(expected_calibration_error([0, 1, 1, 1], [0.2, 0.9, 0.9, 0.9]), 6)
    0.125
    """
    observed, predicted, weight = _bins(y_true, y_prob, pos_label, sample_weight, n_bins, strategy)
    return float(np.average(np.abs(observed - predicted), weights=weight))


def calibration_test(y_true, y_proba, *, sample_weight=None, labels=None):
    """Test whether probabilities mean what they say (Spiegelhalter), for any number of classes.

    The Brier score is compared with the one that the probabilities promise. `z` is above zero if they are overconfident
    and below if they are underconfident; `p_value` is how probable so much is by chance.

    >>> round(calibration_test([0, 1, 1, 0], [0.1, 0.9, 0.9, 0.9]).z, 3)
    1.0
    """
    found = spiegelhalter(*_distributions(y_true, y_proba, labels), given.weights(sample_weight))
    return Bunch(z=found[0], p_value=found[1])


def _bins(y_true, y_prob, pos_label, sample_weight, n_bins, strategy):
    if strategy not in ("uniform", "quantile"):
        raise ValueError(f"strategy is {strategy!r}; expected 'uniform' or 'quantile'")
    positive = given.positive_rows(y_true, pos_label)
    probabilities = given.column(y_prob, "y_prob")
    return calibration(positive, probabilities, given.weights(sample_weight), n_bins, strategy == "quantile")


def _loss(name, y_true, y_proba, sample_weight, labels):
    proba = np.asarray(y_proba)
    if proba.dtype == np.float32 and "log" in name:
        tiny = np.finfo(np.float32).eps
        proba = np.clip(proba, tiny, 1 - tiny)
    truth, p = _distributions(y_true, proba, labels)
    weights = given.weights(sample_weight)
    if name == "log loss" and (proba.ndim == 1 or proba.shape[1] == 1):
        # The probability as it was given, not one less what it leaves.
        return one_column(name, truth == 1, np.ascontiguousarray(p[:, 1]), weights)
    return multiclass(name, truth, p, weights)


def _distributions(y_true, y_proba, labels):
    """The codes of the true classes, and a column of probabilities for each class."""
    kept, (truth,) = given.codes(y_true, labels=labels)
    if len(kept) < 2:
        raise ValueError(f"the only label is {kept.tolist()}; give all classes in labels")
    proba = np.asarray(y_proba)
    if proba.ndim == 1 or proba.shape[1] == 1:
        p = given.column(proba, "y_proba")
        if len(kept) > 2:
            raise ValueError(f"there are {len(kept)} classes and one probability a row; give a column a class")
        return truth, np.column_stack([1 - p, p])
    p = given.matrix(proba, "y_proba")
    if p.shape[1] != len(kept):
        raise ValueError(f"there are {len(kept)} classes and {p.shape[1]} columns of y_proba; give labels")
    if not np.allclose(p.sum(axis=1), 1, rtol=np.sqrt(np.finfo(proba.dtype).eps) if proba.dtype.kind == "f" else 1e-8):
        warnings.warn("The y_proba values do not sum to one. Make sure to pass probabilities.", stacklevel=4)
    return truth, p
