"""Measures of rankings: a row a query, a column a thing that was ranked for it."""

from __future__ import annotations

import numpy as np

from .._hornbook import queries
from . import _inputs as given

__all__ = [
    "dcg_score",
    "ndcg_score",
    "coverage_error",
    "label_ranking_average_precision_score",
]


def dcg_score(y_true, y_score, *, k=None, log_base=2, sample_weight=None, ignore_ties=False):
    """Sum of relevance over the logarithm of the rank, of the first `k`, in the mean over the queries."""
    return _mean("dcg", y_true, y_score, sample_weight, k, log_base, ignore_ties)


def ndcg_score(y_true, y_score, *, k=None, sample_weight=None, ignore_ties=False):
    """`dcg_score` over that of the best order: 0 to 1.

    >>> ndcg_score([[3, 2, 0]], [[0.9, 0.5, 0.1]])
    1.0
    """
    if np.ndim(y_true) == 2 and np.shape(y_true)[1] < 2:
        raise ValueError("the queries have one thing to rank; give at least two")
    return _mean("ndcg", y_true, y_score, sample_weight, k, 2, ignore_ties)


def coverage_error(y_true, y_score, *, sample_weight=None):
    """How far down the ranking one must go to have all labels of a row, on average."""
    return _mean("coverage", given.truth_matrix(y_true, "y_true"), y_score, sample_weight)


def label_ranking_average_precision_score(y_true, y_score, *, sample_weight=None):
    """Fraction of labels of the row among those ranked at least as high, over its labels, in the mean over the rows."""
    return _mean("label ranking", given.truth_matrix(y_true, "y_true"), y_score, sample_weight)


def _mean(name, y_true, y_score, sample_weight, k=None, log_base=2, ignore_ties=False):
    truth, scores = given.matrix(y_true, "y_true"), given.matrix(y_score, "y_score")
    if truth.shape != scores.shape:
        raise ValueError(f"y_true is {truth.shape} and y_score {scores.shape}; give both a row a query")
    return queries(name, truth, scores, given.weights(sample_weight), k, float(log_base), ignore_ties)
