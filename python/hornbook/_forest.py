"""What only forests know."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._hornbook import forest_proximities


class Forest:
    """The base of random forests and extra trees, beside that of their task."""

    def apply(self, X):
        """Give the leaf in which each row ends in each tree, counted over the leaves of all trees.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_trees)
        """
        return self._row_function("apply", X).astype(np.uint32)

    def proximities(self, X, others=None):
        """Proximities: the fraction of the trees in which rows end in the same leaf as others.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        others : array, sparse matrix or data frame of shape (n_others, n_features), default=None
            The rows to compare them with; the same rows if None.

        Returns
        -------
        ndarray of shape (n_samples, n_others)
        """
        check_is_fitted(self)
        rows = self._rows(X, reset=False)
        others = rows if others is None else self._rows(others, reset=False)
        return forest_proximities(self.model_, rows, others, self._threads())

    def predict_quantiles(self, X, levels=(0.05, 0.5, 0.95)):
        """Predict quantiles of the target for each row (Meinshausen, 2006); needs `quantiles=True`.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        levels : sequence of float, default=(0.05, 0.5, 0.95)
            From 0 to 1.

        Returns
        -------
        ndarray of shape (n_samples, n_levels)
        """
        return self._row_function("predict_quantiles", X, [float(level) for level in levels])
