"""What only forests know."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._hornbook import forest_importances, forest_leaves, forest_oob, forest_proximities, forest_quantiles


class Forest:
    """The base of random forests and extra trees, beside that of their task."""

    def _oob(self):
        check_is_fitted(self)
        found = forest_oob(self.model_)
        if found is None:
            raise AttributeError("there is no out-of-bag score; fit with oob_score=True and enough trees")
        return found

    @property
    def oob_score_(self):
        """The accuracy, or R², on out-of-bag rows; needs `oob_score=True`. Of several targets the mean."""
        return float(np.mean([value for value, _, _ in self._oob()[0]]))

    @property
    def oob_score_interval_(self):
        """The ends of its 95 % confidence interval; of several targets, a list of the ends for each."""
        intervals = [tuple(ends) for _, *ends in self._oob()[0]]
        return intervals[0] if len(intervals) == 1 else intervals

    @property
    def oob_decision_function_(self):
        """The class probabilities of each training row by the trees that have not seen it; NaN if all have.

        With several targets, a list of them.
        """
        if self._task != "classification":
            raise AttributeError("numbers have no class probabilities; see oob_prediction_")
        probabilities = self._oob()[1]
        if self.n_outputs_ == 1:
            return probabilities
        ends = np.cumsum([len(classes) for classes in self.classes_])
        return np.split(probabilities, ends[:-1], axis=1)

    @property
    def oob_prediction_(self):
        """The number for each training row by the trees that have not seen it; NaN if all have.

        With several targets, a column for each.
        """
        if self._task != "regression":
            raise AttributeError("classes have probabilities; see oob_decision_function_")
        numbers = self._oob()[1]
        return numbers[:, 0] if self.n_outputs_ == 1 else numbers

    @property
    def feature_importances_deviation_(self):
        """The standard deviation of `feature_importances_` over the trees."""
        check_is_fitted(self)
        return forest_importances(self.model_)[0][:, 1]

    @property
    def oob_importances_(self):
        """Out-of-bag permutation importance; needs `oob_importances=True`.

        An array of shape (n_features_in_, 3): the mean over the trees and the ends of its 95 % confidence interval.
        """
        check_is_fitted(self)
        found = forest_importances(self.model_)[1]
        if found is None:
            raise AttributeError("there are no out-of-bag importances; fit with oob_importances=True")
        return found

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
        check_is_fitted(self)
        return forest_leaves(self.model_, self._rows(X, reset=False), self._threads())

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
        check_is_fitted(self)
        return forest_quantiles(
            self.model_, self._rows(X, reset=False), [float(level) for level in levels], self._threads()
        )
