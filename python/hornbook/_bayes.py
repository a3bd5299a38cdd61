"""What only Bayesian classifiers know."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _arguments as arguments


class Bayes:
    """The base of naive Bayes, beside that of all classifiers."""

    def predict_joint_log_proba(self, X):
        """Give the logarithm of the probability of each class together with the row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Densities stand for probabilities where columns are numbers.
        """
        return self._row_function("predict_joint_log_proba", X)

    def predict_log_proba(self, X):
        """Give the logarithm of the probability of each class for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Exact where the probability itself is too small for a number.
        """
        return self._row_function("predict_log_proba", X)


class EventBayes(Bayes):
    """The base of naive Bayes of events, whose counts are not below zero."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class CategoryBayes(Bayes):
    """The base of naive Bayes of categories."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.categorical = True
        return tags

    def _rows(self, X, *, reset):
        """Numbers are cut to whole ones, as scikit-learn does."""
        rows = super()._rows(X, reset=reset)
        if isinstance(rows, tuple):
            return (*rows[:-1], np.trunc(rows[-1]))
        return np.trunc(rows) if isinstance(rows, np.ndarray) else rows


class GaussianClasses:
    """The base of Gaussian discriminants, beside that of all classifiers."""

    def decision_function(self, X):
        """Give a score for each class, or the log odds of the second of two.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_classes) for more than two classes
        """
        scores = self._row_function("decision_function", X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict_log_proba(self, X):
        """Give the logarithm of the probability of each class for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._row_function("predict_log_proba", X)


class LinearDiscriminantClasses(ClassNamePrefixFeaturesOutMixin, TransformerMixin, GaussianClasses):
    """The base of linear discriminants."""

    def transform(self, X):
        """Project rows onto the directions along which the classes lie apart.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_directions)
        """
        return self._row_function("transform", X)

    @property
    def _n_features_out(self):
        return self.scalings_.shape[1]


class Drawn:
    """The base of densities from which rows can be drawn."""

    def sample(self, n_samples=1, random_state=None):
        """Draw rows.

        Parameters
        ----------
        n_samples : int, default=1
            How many.
        random_state : int, RandomState or None, default=None
            Where the random numbers come from.

        Returns
        -------
        ndarray of shape (n_samples, n_features)
        """
        check_is_fitted(self)
        return self.model_.sample(n_samples, arguments.seed(random_state))
