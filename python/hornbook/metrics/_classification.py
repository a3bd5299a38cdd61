"""Measures of predicted classes."""

from __future__ import annotations

from copy import copy

import numpy as np

from .._hornbook import ConfusionMatrix, average, average_over_rows, kappa, multilabel
from . import _inputs as given

__all__ = [
    "accuracy_score",
    "zero_one_loss",
    "hamming_loss",
    "balanced_accuracy_score",
    "matthews_corrcoef",
    "cohen_kappa_score",
    "confusion_matrix",
    "multilabel_confusion_matrix",
    "precision_recall_fscore_support",
    "precision_score",
    "recall_score",
    "f1_score",
    "fbeta_score",
    "jaccard_score",
]


def accuracy_score(y_true, y_pred, *, normalize=True, sample_weight=None):
    """Fraction of the rows whose class, or whose every label, is predicted right.

    >>> accuracy_score(["a", "b", "b"], ["a", "b", "a"])
    0.6666666666666666
    """
    weights = given.weights(sample_weight)
    if given.is_multilabel(y_true):
        fraction = _multilabel(y_true, y_pred, weights)[1]
    else:
        fraction = _confusion(y_true, y_pred, weights)[1].accuracy()
    return fraction if normalize else fraction * _total(y_true, weights)


def zero_one_loss(y_true, y_pred, *, normalize=True, sample_weight=None):
    """Fraction of the rows whose class, or any of whose labels, is predicted wrong."""
    fraction = 1 - accuracy_score(y_true, y_pred, sample_weight=sample_weight)
    return fraction if normalize else fraction * _total(y_true, given.weights(sample_weight))


def hamming_loss(y_true, y_pred, *, sample_weight=None):
    """Fraction of the labels that are predicted wrong."""
    if given.is_multilabel(y_true):
        return _multilabel(y_true, y_pred, given.weights(sample_weight))[2]
    return zero_one_loss(y_true, y_pred, sample_weight=sample_weight)


def balanced_accuracy_score(y_true, y_pred, *, sample_weight=None, adjusted=False):
    """Mean recall of the classes that occur; adjusted, guessing is 0."""
    return _confusion(y_true, y_pred, given.weights(sample_weight))[1].balanced_accuracy(adjusted)


def matthews_corrcoef(y_true, y_pred, *, sample_weight=None):
    """Matthews correlation coefficient, −1 to 1; 0 if either has one class only."""
    found = _confusion(y_true, y_pred, given.weights(sample_weight))[1].matthews()
    return 0.0 if np.isnan(found) else found


def cohen_kappa_score(y1, y2, *, labels=None, weights=None, sample_weight=None, replace_undefined_by=np.nan):
    """Agreement beyond chance. `weights` may be "linear" or "quadratic", for classes that have an order."""
    found = kappa(_matrix(y1, y2, labels, sample_weight), weights)
    if np.isnan(found):
        given.warn_undefined("Cohen's kappa is undefined: both have one class only.")
        return replace_undefined_by
    return found


def confusion_matrix(y_true, y_pred, *, labels=None, sample_weight=None, normalize=None):
    """Confusion matrix: a row for each true class, a column for each predicted class.

    `normalize` divides by the rows ("true"), the columns ("pred") or the sum ("all").

    >>> confusion_matrix([0, 0, 1, 1], [0, 1, 1, 1])
    array([[1, 1],
           [0, 2]])
    """
    matrix = _matrix(y_true, y_pred, labels, sample_weight)
    sums = {
        None: lambda: None,
        "true": lambda: matrix.sum(axis=1, keepdims=True),
        "pred": lambda: matrix.sum(axis=0, keepdims=True),
        "all": matrix.sum,
    }
    if normalize not in sums:
        raise ValueError(f"normalize is {normalize!r}; expected 'true', 'pred', 'all' or None")
    if normalize is not None:
        with np.errstate(all="ignore"):
            return np.nan_to_num(matrix / sums[normalize]())
    whole = sample_weight is None or np.asarray(sample_weight).dtype.kind in "biu"
    return matrix.astype(np.int64) if whole else matrix


def multilabel_confusion_matrix(y_true, y_pred, *, sample_weight=None, labels=None, samplewise=False):
    """Each class or label against the rest, as [[TN, FP], [FN, TP]]; with `samplewise`, each row of labels."""
    how = "samples" if samplewise else None
    counts = Counts(y_true, y_pred, labels, 1, how, sample_weight)
    return counts.whole_if_unweighted(counts.counts).reshape(-1, 2, 2)


def precision_recall_fscore_support(
    y_true,
    y_pred,
    *,
    beta=1.0,
    labels=None,
    pos_label=1,
    average=None,
    warn_for=("precision", "recall", "f-score"),
    sample_weight=None,
    zero_division="warn",
):
    """Precision, recall, F-beta and the number of rows, of each class or averaged.

    `average` is None, "binary" (the class `pos_label`), "micro", "macro", "weighted" or, for many labels a row,
    "samples". A class whose denominator is zero gets `zero_division`: 0, 1 or NaN, which leaves it out; "warn" is 0
    with a warning.
    """
    counts = Counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    found = [counts.metric(n, beta, zero_division, n in warn_for) for n in ("precision", "recall", "f-score")]
    return (*found, counts.support if average is None else None)


def precision_score(
    y_true, y_pred, *, labels=None, pos_label=1, average="binary", sample_weight=None, zero_division="warn"
):
    """Fraction of the rows predicted as a class that are of it; see `precision_recall_fscore_support`."""
    counts = Counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    return counts.metric("precision", 1.0, zero_division)


def recall_score(
    y_true, y_pred, *, labels=None, pos_label=1, average="binary", sample_weight=None, zero_division="warn"
):
    """Fraction of the rows of a class that are predicted as it; see `precision_recall_fscore_support`."""
    counts = Counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    return counts.metric("recall", 1.0, zero_division)


def f1_score(y_true, y_pred, *, labels=None, pos_label=1, average="binary", sample_weight=None, zero_division="warn"):
    """The harmonic mean of precision and recall; see `precision_recall_fscore_support`.

    >>> round(f1_score([0, 1, 1, 1], [1, 1, 1, 0]), 6)
    0.666667
    """
    counts = Counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    return counts.metric("f-score", 1.0, zero_division)


def fbeta_score(
    y_true, y_pred, *, beta, labels=None, pos_label=1, average="binary", sample_weight=None, zero_division="warn"
):
    """The mean of precision and recall that counts recall as `beta` times as important."""
    counts = Counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    return counts.metric("f-score", beta, zero_division)


def jaccard_score(
    y_true, y_pred, *, labels=None, pos_label=1, average="binary", sample_weight=None, zero_division="warn"
):
    """Rows in truth and prediction of a class over rows in either; see `precision_recall_fscore_support`."""
    counts = Counts(y_true, y_pred, labels, pos_label, average, sample_weight)
    return counts.metric("jaccard", 1.0, zero_division)


class Counts:
    """Classes, labels or rows against the rest, and what is to become of their measures."""

    def __init__(self, y_true, y_pred, labels, pos_label, how, sample_weight):
        if how not in (None, "binary", "micro", "macro", "weighted", "samples"):
            raise ValueError(
                f"average is {how!r}; expected None, 'binary', 'micro', 'macro', 'weighted' or 'samples'"
            )
        self.weights = given.weights(sample_weight)
        # One class is its own average.
        self.how = "micro" if how == "binary" else how
        self.matrices = None
        if given.is_multilabel(y_true):
            if how == "binary":
                raise ValueError("there are many labels a row; choose another average than 'binary'")
            self.matrices = _label_matrices(y_true, y_pred, labels)
            self.counts = multilabel(*self.matrices, self.weights, how == "samples")[0]
        elif how == "samples":
            raise ValueError("there is one label a row; choose another average than 'samples'")
        elif how == "binary":
            self.counts = _counts_of(pos_label, y_true, y_pred, self.weights)
        else:
            self.counts = _class_counts(y_true, y_pred, self.weights, labels)

    def averaged(self, how):
        """The same counts for another average."""
        other = copy(self)
        other.how = how
        if how == "samples":
            other.counts = multilabel(*self.matrices, self.weights, True)[0]
        return other

    @property
    def support(self):
        """The rows of each class."""
        return self.whole_if_unweighted(self.counts[:, 2] + self.counts[:, 3])

    def whole_if_unweighted(self, counts):
        """Counts of rows are integers, sums of weights are not."""
        return counts.astype(np.int64) if self.weights is None else counts

    def metric(self, name, beta, zero_division, may_warn=True):
        """A metric of each class, or averaged."""
        warn = isinstance(zero_division, str)
        undefined = 0.0 if warn else float(zero_division)
        if warn and may_warn and self._has_zero(name):
            sentence = f"{name.capitalize()} is undefined where its denominator is zero, and is set to 0."
            given.warn_undefined(sentence, depth=2)
        if self.how == "samples":
            return average_over_rows(*self.matrices, self.weights, name, float(beta), undefined)
        return average(self.counts, name, float(beta), self.how, undefined)

    def _has_zero(self, name):
        counts = self.counts.sum(axis=0, keepdims=True) if self.how == "micro" else self.counts
        parts = {"precision": (1, 3), "recall": (2, 3)}.get(name, (1, 2, 3))
        return (sum(counts[:, part] for part in parts) == 0).any()


def _counts_of(pos_label, y_true, y_pred, weights):
    """TN, FP, FN and TP of one class of two."""
    kept, confusion = _confusion(y_true, y_pred, weights)
    if len(kept) > 2:
        raise ValueError(f"there are {len(kept)} classes; choose another average than 'binary'")
    at = given.index_of(pos_label, kept)
    if at < len(kept):
        return confusion.counts()[at : at + 1]
    if len(kept) == 2:
        raise ValueError(f"pos_label is {pos_label!r}; expected one of {kept.tolist()}")
    return np.array([[confusion.matrix().sum(), 0.0, 0.0, 0.0]])


def _class_counts(y_true, y_pred, weights, labels):
    """TN, FP, FN and TP of each class."""
    kept, confusion = _confusion(y_true, y_pred, weights, labels)
    counts = confusion.counts()
    return counts if labels is None else counts[[given.index_of(label, kept) for label in labels]]


def _label_matrices(y_true, y_pred, labels):
    truth, predicted = given.truth_matrix(y_true, "y_true"), given.truth_matrix(y_pred, "y_pred")
    if truth.shape != predicted.shape:
        raise ValueError(f"y_true is {truth.shape} and y_pred {predicted.shape}; give both a column a label")
    if labels is None:
        return truth, predicted
    return np.ascontiguousarray(truth[:, labels]), np.ascontiguousarray(predicted[:, labels])


def _multilabel(y_true, y_pred, weights):
    return multilabel(*_label_matrices(y_true, y_pred, None), weights, False)


def _confusion(y_true, y_pred, weights, labels=None):
    kept, (truth, predicted) = given.codes(y_true, y_pred, labels=labels)
    return kept, ConfusionMatrix(len(kept), truth, predicted, weights)


def _matrix(y_true, y_pred, labels, sample_weight):
    kept, confusion = _confusion(y_true, y_pred, given.weights(sample_weight), labels)
    matrix = confusion.matrix()
    if labels is None:
        return matrix
    indices = [given.index_of(label, kept) for label in labels]
    if len(indices) == 0:
        raise ValueError("labels is empty; give at least one label")
    return np.ascontiguousarray(matrix[np.ix_(indices, indices)])


def _total(y, weights):
    return float(np.shape(y)[0] if weights is None else weights.sum())
