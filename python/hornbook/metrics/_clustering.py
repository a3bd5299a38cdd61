"""Measures of clusters."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from .._hornbook import cluster_shape, contingency, silhouettes
from . import _inputs as given

__all__ = [
    "rand_score",
    "adjusted_rand_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "adjusted_mutual_info_score",
    "homogeneity_score",
    "completeness_score",
    "v_measure_score",
    "homogeneity_completeness_v_measure",
    "fowlkes_mallows_score",
    "purity_score",
    "silhouette_samples",
    "silhouette_score",
    "davies_bouldin_score",
    "calinski_harabasz_score",
]


def rand_score(labels_true, labels_pred):
    """Fraction of the pairs of rows that both groupings keep together or both keep apart."""
    return _agreement("rand", labels_true, labels_pred)


def adjusted_rand_score(labels_true, labels_pred):
    """Rand's index on a scale where chance is 0 and agreement 1.

    >>> adjusted_rand_score([0, 0, 1, 1], ["b", "b", "a", "a"])
    1.0
    """
    return _agreement("adjusted rand", labels_true, labels_pred)


def mutual_info_score(labels_true, labels_pred):
    """What the cluster of a row tells about its class, in nats."""
    return _agreement("information", labels_true, labels_pred)


def normalized_mutual_info_score(labels_true, labels_pred, *, average_method="arithmetic"):
    """Mutual information over a mean of both entropies: "min", "geometric", "arithmetic" or "max"."""
    return _agreement("normalized information", labels_true, labels_pred, average_method)


def adjusted_mutual_info_score(labels_true, labels_pred, *, average_method="arithmetic"):
    """Mutual information on a scale where chance is 0 and agreement 1."""
    return _agreement("adjusted information", labels_true, labels_pred, average_method)


def homogeneity_score(labels_true, labels_pred):
    """How far each cluster holds one class only."""
    return _agreement("homogeneity", labels_true, labels_pred)


def completeness_score(labels_true, labels_pred):
    """How far each class is in one cluster only."""
    return _agreement("completeness", labels_true, labels_pred)


def v_measure_score(labels_true, labels_pred, *, beta=1.0):
    """The harmonic mean of homogeneity and completeness, which counts `beta` times as much."""
    return _agreement("v", labels_true, labels_pred, beta=beta)


def homogeneity_completeness_v_measure(labels_true, labels_pred, *, beta=1.0):
    """Homogeneity, completeness and V-measure."""
    pair = (labels_true, labels_pred)
    return homogeneity_score(*pair), completeness_score(*pair), v_measure_score(*pair, beta=beta)


def fowlkes_mallows_score(labels_true, labels_pred):
    """The geometric mean of the fractions of pairs kept together that the other keeps together too."""
    return _agreement("fowlkes mallows", labels_true, labels_pred)


def purity_score(labels_true, labels_pred):
    """Fraction of the rows that are in the commonest class of their cluster."""
    return _agreement("purity", labels_true, labels_pred)


def silhouette_samples(X, labels, *, metric="euclidean"):
    """The silhouette of each row, from Euclidean distances: 1 is well inside its cluster, below 0 outside."""
    return silhouettes(*_rows(X, labels, metric))


def silhouette_score(X, labels, *, metric="euclidean", sample_size=None, random_state=None):
    """The mean silhouette of the rows, or of a random sample of them."""
    if sample_size is not None:
        rows = check_random_state(random_state).permutation(len(labels))[:sample_size]
        X, labels = np.asarray(X)[rows], np.asarray(labels)[rows]
    return cluster_shape("silhouette", *_rows(X, labels, metric))


def davies_bouldin_score(X, labels):
    """How much clusters are like the one most like them; smaller is better."""
    return cluster_shape("davies bouldin", *_rows(X, labels))


def calinski_harabasz_score(X, labels):
    """The spread of the clusters' centers over the spread within them; larger is better."""
    return cluster_shape("calinski harabasz", *_rows(X, labels))


def _agreement(name, labels_true, labels_pred, mean="arithmetic", beta=1.0):
    (_, (classes,)), (_, (clusters,)) = given.codes(labels_true), given.codes(labels_pred)
    return contingency(name, classes, clusters, mean, float(beta))


def _rows(X, labels, metric="euclidean"):
    if metric != "euclidean":
        raise ValueError(f"metric is {metric!r}; only 'euclidean' is there")
    return given.matrix(X, "X"), given.codes(labels)[1][0]
