"""What only models of neighbors know."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.utils.validation import _num_samples, check_is_fitted

from ._base import WithoutTarget
from ._hornbook import nearest_others, nearest_rows, others_within, rows_within


class Distances:
    """The base of all learners by distances, beside that of their task."""

    def _takes_missing(self):
        # Other distances have no way to leave a column out.
        return self.metric == "gower"


class LocalFactors(Distances):
    """The base of local outlier factors."""

    def score_samples(self, X):
        """Give the local outlier factor of each row, with its sign turned: near -1 is usual.

        A row that is the same as one of `fit` is taken for it, unless `novelty` says that all rows are new: then its
        nearest neighbor is that row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return -self._row_function("measures", X)[:, 0]


class Neighbors(Distances):
    """The base of models of neighbors, beside that of their task."""

    def kneighbors(self, X=None, n_neighbors=None, return_distance=True):
        """Find the nearest training rows of each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features), default=None
            The rows; None gives the neighbors of the training rows, each without itself.
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
            The rows; None gives the neighbors of the training rows, each without itself.
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
        ends, indices, distances = self._within(X, radius)
        indices = _parts(indices, ends)
        return (_parts(distances, ends), indices) if return_distance else indices

    def _within(self, X, radius):
        check_is_fitted(self)
        far = getattr(self, "radius", 1.0) if radius is None else radius
        if X is None:
            return others_within(self.model_, far, self._threads())
        return rows_within(self.model_, self._rows(X, reset=False), far, self._threads())

    def kneighbors_graph(self, X=None, n_neighbors=None, mode="connectivity"):
        """Give the nearest training rows of each row as a sparse matrix.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features), default=None
            The rows; None gives the neighbors of the training rows, each without itself.
        n_neighbors : int, default=None
            How many; None takes the number of the estimator.
        mode : {"connectivity", "distance"}, default="connectivity"
            What stands where a row is a neighbor: 1, or how far it is.

        Returns
        -------
        sparse matrix of shape (n_samples, n_samples_fit_), by rows
        """
        with_distances = _is_of_distances(mode)
        distances, indices = self.kneighbors(X, n_neighbors)
        ends = np.arange(1, len(indices) + 1) * indices.shape[1]
        return self._graph(X, ends, indices.ravel(), distances.ravel() if with_distances else None)

    def radius_neighbors_graph(self, X=None, radius=None, mode="connectivity", sort_results=True):
        """Give the training rows at most so far from each row as a sparse matrix.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features), default=None
            The rows; None gives the neighbors of the training rows, each without itself.
        radius : float, default=None
            How far; None takes that of the estimator, or 1.
        mode : {"connectivity", "distance"}, default="connectivity"
            What stands where a row is a neighbor: 1, or how far it is.
        sort_results : bool, default=True
            Not looked at: neighbors are always in the order of their distance.

        Returns
        -------
        sparse matrix of shape (n_samples, n_samples_fit_), by rows
        """
        with_distances = _is_of_distances(mode)
        ends, indices, distances = self._within(X, radius)
        return self._graph(X, ends, indices, distances if with_distances else None)

    def _graph(self, X, ends, indices, values):
        values = np.ones(len(indices)) if values is None else values
        starts = np.concatenate([[0], ends])
        if X is None:
            # A row for each one of `fit`; those that are not kept have no neighbors.
            counts = np.zeros(self.n_samples_fit_, dtype=np.int64)
            counts[self.kept_indices_] = np.diff(starts)
            starts = np.concatenate([[0], np.cumsum(counts)])
        return sparse.csr_matrix((values, indices, starts), shape=(len(starts) - 1, self.n_samples_fit_))


class NearestNeighbors(Neighbors, WithoutTarget):
    """The neighbors of rows, without anything to predict.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many neighbors `kneighbors` finds if nobody says.
    radius : float, default=1.0
        How far `radius_neighbors` looks if nobody says.
    algorithm, leaf_size, p, metric, scale, feature_range, m, ef_construction, ef_search
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
    # What the target is called in a file of rows without one.
    _nothing = "(nothing)"

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
        feature_range=None,
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
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs

    @property
    def n_samples_fit_(self):
        """How many rows `fit` was given."""
        return self._attribute("n_samples_fit")

    @property
    def kept_indices_(self):
        """The training rows that are kept, which are all unless prototypes were chosen."""
        return self._attribute("kept_indices")

    @property
    def predict(self):
        raise AttributeError("NearestNeighbors has nothing to predict: see KNeighborsClassifier and KNeighborsRegressor")

    def _native_parameters(self):
        parameters = super()._native_parameters()
        del parameters["radius"]
        return parameters

    def _data(self, X, y=None, sample_weight=None, groups=None, order=None, cost=None, fold=None):
        rows = self._rows(X, reset=True)
        # The learner wants something to predict, of which nobody hears.
        nothing = np.zeros(_num_samples(X))
        return self._data_of(X, rows, self._column_names(X), [self._nothing], [nothing], sample_weight, groups, order, cost, fold)

    @classmethod
    def _of_parameters(cls, parameters, task):
        own = cls._get_param_names()
        return super()._of_parameters({name: value for name, value in parameters.items() if name in own}, task)


def _is_of_distances(mode):
    if mode not in ("connectivity", "distance"):
        raise ValueError(f"mode={mode!r} is neither 'connectivity' nor 'distance'")
    return mode == "distance"


def _parts(values, ends):
    parts = np.empty(len(ends), dtype=object)
    for at, part in enumerate(np.split(values, ends[:-1])):
        parts[at] = part
    return parts
