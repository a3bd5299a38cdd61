"""What only models of neighbours know."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import _num_samples, check_is_fitted

from ._base import WithoutTarget
from ._hornbook import kept_rows, nearest_others, nearest_rows, others_within, rows_within, training_measures


class Distances:
    """The base of all learners that measure distances, beside that of their task."""

    def _takes_missing(self):
        # Other distances have no way to leave a column out.
        return self.metric == "gower"


class LocalFactors(Distances):
    """The base of local outlier factors."""

    @property
    def negative_outlier_factor_(self):
        """The local outlier factor of each row of `fit`, with its sign turned: near -1 is usual."""
        check_is_fitted(self)
        return -training_measures(self.model_)


class Neighbors(Distances):
    """The base of models of neighbours, beside that of their task."""

    def kneighbors(self, X=None, n_neighbors=None, return_distance=True):
        """Find the nearest training rows of each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features), default=None
            The rows; None asks for the neighbours of the training rows, each without itself.
        n_neighbors : int, default=None
            How many; None takes the number of the estimator.
        return_distance : bool, default=True
            Whether to say how far they are.

        Returns
        -------
        distances : ndarray of shape (n_samples, n_neighbors)
            Only if asked for.
        indices : ndarray of shape (n_samples, n_neighbors)
            The numbers of the rows in `fit`, nearest first; rows at the same distance in their order.
        """
        check_is_fitted(self)
        count = getattr(self, "n_neighbors", 5) if n_neighbors is None else n_neighbors
        kept = len(self.kept_indices_)
        most = kept - 1 if X is None else kept
        if not 1 <= count <= most:
            raise ValueError(f"Expected 1 <= n_neighbors <= n_samples_fit, and there are {count} and {most}")
        if X is None:
            _, indices, distances = nearest_others(self.model_, count, self._threads())
        else:
            rows = self._rows(X, reset=False)
            _, indices, distances = nearest_rows(self.model_, rows, count, self._threads())
        indices = indices.reshape(-1, count)
        return (distances.reshape(-1, count), indices) if return_distance else indices

    def radius_neighbors(self, X=None, radius=None, return_distance=True):
        """Find the training rows at most so far from each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features), default=None
            The rows; None asks for the neighbours of the training rows, each without itself.
        radius : float, default=None
            How far; None takes that of the estimator, or 1.
        return_distance : bool, default=True
            Whether to say how far they are.

        Returns
        -------
        distances : ndarray of arrays
            Only if asked for.
        indices : ndarray of arrays
            The numbers of the rows in `fit`, nearest first.
        """
        check_is_fitted(self)
        far = getattr(self, "radius", 1.0) if radius is None else radius
        if X is None:
            ends, indices, distances = others_within(self.model_, far, self._threads())
        else:
            ends, indices, distances = rows_within(self.model_, self._rows(X, reset=False), far, self._threads())
        indices = _parts(indices, ends)
        return (_parts(distances, ends), indices) if return_distance else indices

    @property
    def kept_indices_(self):
        """The training rows that are kept, which are all unless prototypes were chosen."""
        check_is_fitted(self)
        return kept_rows(self.model_)


class NearestNeighbors(Neighbors, WithoutTarget):
    """The neighbours of rows, without anything to predict.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many neighbours `kneighbors` finds if nobody says.
    radius : float, default=1.0
        How far `radius_neighbors` looks if nobody says.
    algorithm, leaf_size, p, metric, scale, m, ef_construction, ef_search
        As in `KNeighborsClassifier`.
    random_state : int, RandomState or None, default=None
        Where the random numbers of a graph come from.
    n_jobs : int, default=None
        How many threads to use; None and -1 stand for all cores.

    Examples
    --------
    >>> from hornbook import NearestNeighbors
    >>> near = NearestNeighbors(n_neighbors=2).fit([[0.0], [1.0], [5.0]])
    >>> near.kneighbors([[0.9]], return_distance=False).tolist()
    [[1, 0]]
    """

    __module__ = "hornbook"
    _learner = "k-neighbors"
    _task = "regression"
    _takes = frozenset(["categories", "missing", "weights"])

    def __init__(
        self,
        *,
        n_neighbors=5,
        radius=1.0,
        algorithm="auto",
        leaf_size=30,
        p=2.0,
        metric="minkowski",
        scale="none",
        m=16,
        ef_construction=200,
        ef_search=64,
        random_state=None,
        n_jobs=None,
    ):
        self.n_neighbors = n_neighbors
        self.radius = radius
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs

    @property
    def predict(self):
        raise AttributeError("NearestNeighbors has nothing to predict: see KNeighborsClassifier and KNeighborsRegressor")

    def _native_parameters(self):
        parameters = super()._native_parameters()
        del parameters["radius"]
        return parameters

    def _data(self, X, y=None, sample_weight=None, groups=None, order=None):
        rows = self._rows(X, reset=True)
        # The learner wants something to predict, of which nobody hears.
        nothing = np.zeros(_num_samples(X))
        return self._data_of(X, rows, self._column_names(X), ["nothing"], [nothing], sample_weight, groups, order)


def _parts(values, ends):
    parts = np.empty(len(ends), dtype=object)
    for at, part in enumerate(np.split(values, ends[:-1])):
        parts[at] = part
    return parts
