"""What only Bayesian classifiers know."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _arguments as arguments
from ._hornbook import (
    bayes_categories,
    bayes_classes,
    bayes_counts,
    bayes_joint,
    bayes_moments,
    density_bandwidths,
    density_sample,
    discriminant_classes,
    discriminant_directions,
    discriminant_rows,
    discriminant_weights,
)


class Bayes:
    """The base of naive Bayes, beside that of all classifiers."""

    @property
    def class_count_(self):
        """The weight of the rows of each class."""
        return self._classes()[0]

    @property
    def class_prior_(self):
        """The prior probability of each class."""
        return self._classes()[1]

    @property
    def class_log_prior_(self):
        """The log prior probability of each class."""
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


class EventBayes(CountBayes):
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

    def _rows(self, X, *, reset):
        """Numbers are cut to whole ones, as scikit-learn does."""
        rows = super()._rows(X, reset=reset)
        if isinstance(rows, tuple):
            return (*rows[:-1], np.trunc(rows[-1]))
        return np.trunc(rows) if isinstance(rows, np.ndarray) else rows

    def _categories(self):
        check_is_fitted(self)
        return [bayes_categories(self.model_, column) for column in range(self.n_features_in_)]


class GaussianClasses:
    """The base of Gaussian discriminants, beside that of all classifiers."""

    @property
    def priors_(self):
        """The prior probability of each class."""
        return self._normal_classes()[0]

    @property
    def means_(self):
        """The mean of each class."""
        return self._normal_classes()[1]

    @property
    def covariance_(self):
        """The covariance of each class; one for all if they share it."""
        covariances = self._normal_classes()[2]
        return covariances[0] if self._boundaries() is not None else covariances

    @property
    def coef_(self):
        """The coefficients of linear decision boundaries: one row for two classes, else a row for each class."""
        return self._linear_boundaries()[0]

    @property
    def intercept_(self):
        """The intercepts of linear decision boundaries."""
        return self._linear_boundaries()[1]

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
        scores = self._of_rows(X, "scores")
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

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
        return self._of_rows(X, "log")

    def _of_rows(self, X, what):
        check_is_fitted(self)
        return discriminant_rows(self.model_, self._rows(X, reset=False), what, self._threads())

    def _normal_classes(self):
        check_is_fitted(self)
        return discriminant_classes(self.model_)

    def _boundaries(self):
        check_is_fitted(self)
        return discriminant_weights(self.model_)

    def _linear_boundaries(self):
        found = self._boundaries()
        if found is None:
            raise AttributeError("classes with covariances of their own have no linear boundaries")
        return found


class LinearDiscriminantClasses(ClassNamePrefixFeaturesOutMixin, TransformerMixin, GaussianClasses):
    """The base of linear discriminants."""

    @property
    def explained_variance_ratio_(self):
        """How much of the distances between classes lies along each direction."""
        return self._directions()[1]

    @property
    def scalings_(self):
        """The directions along which the classes lie apart, a column each."""
        return self._directions()[0]

    @property
    def xbar_(self):
        """The mean of all rows."""
        return self._directions()[2]

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
        return self._of_rows(X, "directions")

    @property
    def _n_features_out(self):
        return self.scalings_.shape[1]

    def _directions(self):
        check_is_fitted(self)
        return discriminant_directions(self.model_)


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
        return density_sample(self.model_, n_samples, arguments.seed(random_state))

    @property
    def bandwidth_(self):
        """The width of the windows: one number, or one for each column where they differ."""
        check_is_fitted(self)
        widths = density_bandwidths(self.model_)
        if widths is None:
            raise AttributeError(f"{type(self).__name__} has no windows")
        return float(widths[0]) if np.all(widths == widths[0]) else widths
