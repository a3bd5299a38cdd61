"""Measures of scores: curves and the areas under them."""

from __future__ import annotations

import warnings

import numpy as np

from .._hornbook import SortedScores, multiclass, top_k_accuracy
from . import _inputs as given

__all__ = [
    "roc_curve",
    "roc_auc_score",
    "precision_recall_curve",
    "average_precision_score",
    "top_k_accuracy_score",
    "compare_roc_auc",
]


def roc_curve(y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=True):
    """False positive rates, true positive rates and the thresholds they belong to, which fall from infinity."""
    ranked = _ranked(y_true, y_score, pos_label, sample_weight)
    positives, negatives = ranked.totals()
    if not positives or not negatives:
        kind = "negative" if positives else "positive"
        given.warn_undefined(f"No {kind} samples in y_true, so their rate is undefined.")
    return ranked.roc(drop_intermediate)


def roc_auc_score(
    y_true, y_score, *, average="macro", sample_weight=None, max_fpr=None, multi_class="raise", labels=None
):
    """The area under the ROC curve: how often a positive row scores above a negative one.

    For more than two classes give a column a class and `multi_class`: "ovr" (each class against the rest) or "ovo"
    (each pair of classes). For many labels a row, `average` may also be "micro", "samples" or None.

    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    weights = given.weights(sample_weight)
    if given.is_multilabel(y_true):
        truth = given.truth_matrix(y_true, "y_true")
        area = lambda positive, scores, weights: _area(positive, scores, weights, max_fpr)
        return _average_columns(area, truth, given.matrix(y_score, "y_score"), average, weights)
    kept, (truth,) = given.codes(y_true, labels=labels)
    if len(kept) > 2 or (np.ndim(y_score) == 2 and np.shape(y_score)[1] > 2):
        return _multiclass_area(kept, truth, y_score, average, weights, max_fpr, multi_class)
    return _area(truth == len(kept) - 1, given.column(y_score, "y_score"), weights, max_fpr)


def precision_recall_curve(y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=False):
    """Precisions, recalls and the thresholds they belong to, which rise; the last point has no threshold."""
    ranked = _ranked(y_true, y_score, pos_label, sample_weight)
    precisions, recalls, thresholds = ranked.precision_recall(drop_intermediate)
    if not ranked.totals()[0]:
        warnings.warn("No positive class found in y_true, recall is set to one for all thresholds.", stacklevel=2)
        recalls = np.ones_like(recalls)
        recalls[0] = 0.0
    return precisions[::-1], recalls[::-1], thresholds[:0:-1]


def average_precision_score(y_true, y_score, *, average="macro", pos_label=1, sample_weight=None):
    """The mean precision over the positive rows, each at its own score: the area under the precision-recall curve.

    For more than two classes or many labels a row give a column a class; `average` is as in `roc_auc_score`.
    """
    weights = given.weights(sample_weight)
    if given.is_multilabel(y_true):
        truth = given.truth_matrix(y_true, "y_true")
        return _average_columns(_precision, truth, given.matrix(y_score, "y_score"), average, weights)
    kept, (truth,) = given.codes(y_true)
    if len(kept) > 2:
        scores = given.matrix(y_score, "y_score")
        if scores.shape != (len(truth), len(kept)):
            raise ValueError(f"y_score is {scores.shape}; give a column for each of the {len(kept)} classes")
        return _average_columns(_precision, truth[:, None] == np.arange(len(kept)), scores, average, weights)
    if len(kept) == 2 and pos_label not in kept.tolist():
        raise ValueError(f"pos_label is {pos_label!r}; expected one of {kept.tolist()}")
    positive = truth == given.index_of(pos_label, kept)
    return _precision(positive, given.column(y_score, "y_score"), weights)


def top_k_accuracy_score(y_true, y_score, *, k=2, normalize=True, sample_weight=None, labels=None):
    """Fraction of the rows whose class is among the `k` with the highest scores.

    Two classes have one score, that of the second: it must exceed 0.5, or 0 if scores are not probabilities.
    """
    kept, (truth,) = given.codes(y_true, labels=labels)
    weights = given.weights(sample_weight)
    if np.ndim(y_score) == 1:
        scores = given.column(y_score, "y_score")
        if len(kept) != 2:
            raise ValueError(f"there are {len(kept)} classes and one score a row; give a column a class")
        threshold = 0.5 if len(scores) and scores.min() >= 0 and scores.max() <= 1 else 0.0
        scores = np.column_stack([np.full_like(scores, threshold), scores])
        # A score at the threshold is for the first class.
        scores[scores[:, 1] <= threshold, 1] = -np.inf
    else:
        scores = given.matrix(y_score, "y_score")
    if scores.shape[1] != len(kept):
        raise ValueError(f"there are {len(kept)} classes and {scores.shape[1]} columns of y_score; give labels")
    if k >= len(kept):
        given.warn_undefined(f"k is {k} of {len(kept)} classes: every row is right.")
    fraction = top_k_accuracy(truth, scores, k, weights)
    return fraction if normalize else fraction * (len(truth) if weights is None else weights.sum())


def compare_roc_auc(y_true, y_score, y_other, *, pos_label=None, sample_weight=None):
    """Whether two scores of the same rows have the same ROC AUC (DeLong).

    Gives a dict of the difference, its standard error, their ratio z and the p-value.
    """
    first = _ranked(y_true, y_score, pos_label, sample_weight)
    found = first.compare(_ranked(y_true, y_other, pos_label, sample_weight))
    return dict(zip(("difference", "standard_error", "z", "p_value"), found))


def _ranked(y_true, y_score, pos_label, sample_weight):
    positive = given.positive_rows(y_true, pos_label)
    return SortedScores(positive, given.column(y_score, "y_score"), given.weights(sample_weight))


def _area(positive, scores, weights, max_fpr=None):
    area = SortedScores(positive, scores, weights).area(max_fpr)
    if np.isnan(area):
        given.warn_undefined("Only one class is present in y_true, so the ROC AUC is undefined.", depth=2)
    return area


def _precision(positive, scores, weights):
    found = SortedScores(positive, scores, weights).average_precision()
    if np.isnan(found):
        warnings.warn("No positive class found in y_true, the average precision is set to zero.", stacklevel=3)
        return 0.0
    return found


def _multiclass_area(kept, truth, y_score, average, weights, max_fpr, multi_class):
    scores = given.matrix(y_score, "y_score")
    if max_fpr not in (None, 1):
        raise ValueError("max_fpr is for two classes; leave it out")
    if multi_class not in ("ovr", "ovo"):
        raise ValueError(f"multi_class is {multi_class!r}; for {len(kept)} classes choose 'ovr' or 'ovo'")
    if scores.shape[1] != len(kept):
        raise ValueError(f"there are {len(kept)} classes and {scores.shape[1]} columns of y_score; give labels")
    if not np.allclose(1, scores.sum(axis=1)):
        raise ValueError("y_score must hold probabilities, which sum to 1 in each row")
    if average is None and multi_class == "ovr":
        return np.array([_area(truth == c, np.ascontiguousarray(scores[:, c]), weights) for c in range(len(kept))])
    if average not in (("micro", "macro", "weighted") if multi_class == "ovr" else ("macro", "weighted")):
        raise ValueError(f"average is {average!r}, which {multi_class!r} does not have; try 'macro'")
    return multiclass(f"{multi_class} {average}", truth, scores, weights)


def _average_columns(metric, truth, scores, average, weights):
    """A metric of each column, of all cells or of each row, averaged as `average` says."""
    if truth.shape != scores.shape:
        raise ValueError(f"y_true is {truth.shape} and y_score {scores.shape}; give both a column a class")
    if average not in (None, "micro", "macro", "weighted", "samples"):
        raise ValueError(f"average is {average!r}; expected None, 'micro', 'macro', 'weighted' or 'samples'")
    if average == "micro":
        repeated = None if weights is None else np.repeat(weights, truth.shape[1])
        return metric(np.ascontiguousarray(truth).ravel(), scores.ravel(), repeated)
    if average == "samples":
        values = np.array([metric(t, s, None) for t, s in zip(truth, scores)])
        return float(np.average(values, weights=weights))
    columns = zip(np.ascontiguousarray(truth.T), np.ascontiguousarray(scores.T))
    values = np.array([metric(t, s, weights) for t, s in columns])
    if average is None:
        return values
    if average == "macro":
        return float(values.mean())
    support = truth.sum(axis=0) if weights is None else weights @ truth
    if not support.any():
        return 0.0
    return float(np.average(np.where(support > 0, values, 0.0), weights=support))
