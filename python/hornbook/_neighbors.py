"""What only models of neighbours know."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._hornbook import kept_rows, nearest_rows, rows_within


class Distances:
    """The base of all learners that measure distances, beside that of their task."""

    def _takes_missing(self):
        # Other distances have no way to leave a column out.
        return self.metric == "gower"


class Neighbors(Distances):
    """The base of models of neighbours, beside that of their task."""

    def kneighbors(self, X, n_neighbors=None, return_distance=True):
        """Find the nearest training rows of each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
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
        _, indices, distances = nearest_rows(self.model_, self._rows(X, reset=False), count, self._threads())
        shape = (-1, count)
        return (distances.reshape(shape), indices.reshape(shape)) if return_distance else indices.reshape(shape)

    def radius_neighbors(self, X, radius=None, return_distance=True):
        """Find the training rows at most so far from each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
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
        ends, indices, distances = rows_within(self.model_, self._rows(X, reset=False), far, self._threads())
        indices = _parts(indices, ends)
        return (_parts(distances, ends), indices) if return_distance else indices

    @property
    def kept_indices_(self):
        """The training rows that are kept, which are all unless prototypes were chosen."""
        check_is_fitted(self)
        return kept_rows(self.model_)


def _parts(values, ends):
    parts = np.empty(len(ends), dtype=object)
    for at, part in enumerate(np.split(values, ends[:-1])):
        parts[at] = part
    return parts
