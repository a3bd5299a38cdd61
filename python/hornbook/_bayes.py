"""What only Bayesian classifiers know."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._hornbook import bayes_categories, bayes_classes, bayes_counts, bayes_joint, bayes_moments


class Bayes:
    """The base of naive Bayes, beside that of all classifiers."""

    @property
    def class_count_(self):
        """The weight of the rows of each class."""
        return self._classes()[0]

    @property
    def class_prior_(self):
        """The probability of each class beforehand."""
        return self._classes()[1]

    @property
    def class_log_prior_(self):
        """The logarithm of the probability of each class beforehand."""
        with np.errstate(divide="ignore"):
            return np.log(self.class_prior_)

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
        check_is_fitted(self)
        return bayes_joint(self.model_, self._rows(X, reset=False), False, self._threads())

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
        check_is_fitted(self)
        return bayes_joint(self.model_, self._rows(X, reset=False), True, self._threads())

    def _classes(self):
        check_is_fitted(self)
        return bayes_classes(self.model_)


class GaussianBayes(Bayes):
    """The base of naive Bayes of normal columns."""

    @property
    def theta_(self):
        """The mean of each feature in each class."""
        return self._moments()[0]

    @property
    def var_(self):
        """The variance of each feature in each class."""
        return self._moments()[1]

    @property
    def epsilon_(self):
        """What was added to each variance."""
        return self._moments()[2]

    def _moments(self):
        check_is_fitted(self)
        return bayes_moments(self.model_)


class CountBayes(Bayes):
    """The base of naive Bayes of counts."""

    @property
    def feature_count_(self):
        """How often each feature was met in each class."""
        check_is_fitted(self)
        return bayes_counts(self.model_)[0]

    @property
    def feature_log_prob_(self):
        """The logarithm of the probability of each feature in each class."""
        check_is_fitted(self)
        return bayes_counts(self.model_)[1]


class CategoryBayes(Bayes):
    """The base of naive Bayes of categories."""

    @property
    def category_count_(self):
        """For each feature, how often each category was met in each class."""
        return [count for count, _ in self._categories()]

    @property
    def feature_log_prob_(self):
        """For each feature, the logarithm of the probability of each category in each class."""
        return [log_prob for _, log_prob in self._categories()]

    @property
    def n_categories_(self):
        """How many categories each feature has."""
        return np.array([count.shape[1] for count in self.category_count_])

    def _categories(self):
        check_is_fitted(self)
        return [bayes_categories(self.model_, column) for column in range(self.n_features_in_)]
