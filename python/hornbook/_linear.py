"""Linear models: coefficients, tests, decision functions."""

from __future__ import annotations

from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import _num_samples, check_is_fitted, column_or_1d

from . import _hornbook as native
from ._hornbook import linear_table
from .metrics import d2_tweedie_score


class Coefficient(NamedTuple):
    """A coefficient with its standard error and test; None is what is not known."""

    name: str
    weight: float
    standard_error: float | None
    statistic: float | None
    p_value: float | None
    low: float | None
    high: float | None
    variance_inflation: float | None


class RejectDecision(NamedTuple):
    """What hyperplanes say of a row: its class, or None for a reject, and the classes that claim it."""

    label: Any
    claims: list

    @property
    def reason(self):
        """Why the row is rejected, in words; None if it is not."""
        if len(self.claims) == 1:
            return None
        if not self.claims:
            return "no class claims the row"
        return f"{' and '.join(repr(label) for label in self.claims)} claim the row"


class Linear:
    """The base of linear models, beside that of their task."""

    def coefficient_table(self, target=0):
        """Coefficient table: standard errors, tests, 95 % confidence intervals and variance inflation factors (VIF).

        Parameters
        ----------
        target : int, default=0
            Which target, or which class of more than two.

        Returns
        -------
        list of Coefficient
            Named tuples, the intercept first, of which `pandas.DataFrame` makes a table.
        """
        check_is_fitted(self)
        return [Coefficient(*line) for line in linear_table(self.model_, target)]


class LinearClassifier(Linear):
    """The base of linear classifiers, beside that of all classifiers."""

    def decision_function(self, X):
        """Linear predictor (decision function): the log odds of the second of two classes, or a score for each class.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_classes) for more than two classes
        """
        sums = self._row_function("decision_function", X)
        return sums[:, 0] if sums.shape[1] == 1 else sums


class Discriminant(LinearClassifier):
    """The base of classifiers by hyperplanes, which can reject a row."""

    def reject_decisions(self, X):
        """Give the class of each row, or why it is rejected.

        With a hyperplane for each class a row is rejected where no sum or several are above zero; with one for each pair
        of classes, where no class wins against all others; with one for two classes, on the plane. That is for sums which
        are to be above zero for the rows of their class alone, as those of `LeastSquaresClassifier` are; those of a
        perceptron for more than two classes only mean something beside each other.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        list of RejectDecision
            Named tuples of the `label`, None for a reject, and the `claims`: the classes that claim the row. Their
            `reason` says in words why a row is rejected.
        """
        check_is_fitted(self)
        labels = self.classes_.tolist()
        claims = native.linear_reject_decisions(self.model_, self._rows(X, reset=False), self._threads())
        found = ([labels[code] for code in codes] for codes in claims)
        return [RejectDecision(claimed[0] if len(claimed) == 1 else None, claimed) for claimed in found]


class Ranking(Linear):
    """The base of linear learning to rank."""

    def fit(self, X, y, sample_weight=None, *, groups=None):
        """Fit (train) the model on rows and their targets.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows. Categories and booleans of a frame (pandas, polars, pyarrow, or anything with Arrow's stream
            interface) are taken as categories, and so are strings with few different values; with many they are text.
        y : array-like of shape (n_samples,)
            What to put the rows of each group in order by.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row: weight 2 is the row twice, weight 0 is the row absent.
        groups : array-like of shape (n_samples,), default=None
            The group of each row, such as the query it answers. None puts all rows in one group, whose pairs are as many
            as the square of the rows.

        Returns
        -------
        self
        """
        count = _num_samples(X)
        if count == 1:
            raise ValueError("there is only 1 sample, and nothing to put in order; give at least two rows")
        if groups is None:
            groups = np.zeros(count, dtype=np.uint32)
        data = self._data(X, y, sample_weight, groups)
        self.model_ = native.fit(self._native(), data, self._seed(), self._threads())
        return self


class Offset:
    """The base of learners with an offset in the linear predictor."""

    def fit(self, X, y, sample_weight=None, *, offset=None):
        """Fit (train) the model on rows and their targets.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows. Categories and booleans of a frame (pandas, polars, pyarrow, or anything with Arrow's stream
            interface) are taken as categories, and so are strings with few different values; with many they are text.
        y : array-like of shape (n_samples,)
            What to predict.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row: weight 2 is the row twice, weight 0 is the row absent.
        offset : str or int, default=None
            The column of X, by its name or position, that is added to the weighted sum as it is: the logarithm of the
            exposure, if the logarithm of the mean is a sum. Rows to predict have it, too; its weight in `coef_` is 1.

        Returns
        -------
        self
        """
        data = self._data(X, y, sample_weight)
        if offset is not None:
            data = data.with_offset(self._column_name(X, offset))
        self.model_ = native.fit(self._native(), data, self._seed(), self._threads())
        return self


class Binomial(Offset, LinearClassifier):
    """The base of learners of two classes by any link."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _data(self, X, y, sample_weight=None, groups=None, order=None, cost=None, fold=None):
        data = super()._data(X, y, sample_weight, groups, order, cost, fold)
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass, with "
                f"{len(self.classes_)} classes; use LogisticRegression"
            )
        return data


class Generalized(Offset, Linear):
    """The base of generalized linear models."""

    _POWERS = {"normal": 0, "poisson": 1, "gamma": 2, "inverse_gaussian": 3}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        power = getattr(self, "power", None)
        power = self._POWERS.get(str(getattr(self, "family", None)), power)
        tags.target_tags.positive_only = self._positive_target or isinstance(power, Real) and power >= 1
        return tags

    def score(self, X, y, sample_weight=None):
        """Give D²: how much less the deviance of the predictions is than that of the mean, as a fraction.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        y : array-like of shape (n_samples,)
            What is true of them.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.

        Returns
        -------
        float
            1 at most; R² in the normal family.
        """
        predicted = self.predict(X)
        return d2_tweedie_score(y, predicted, sample_weight=sample_weight, power=self.variance_power_)


class Huber(Linear):
    """The base of Huber's regression.

    `outliers_` says of each row of `fit` whether it is beyond the corner of the loss.
    """

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.outliers_ = np.abs(column_or_1d(y) - self.predict(X)) > self.epsilon * self.scale_
        return self


class Bayesian(Linear):
    """The base of Bayesian regression."""

    def predict(self, X, return_std=False):
        """Predict a number for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`. A category that was not seen in `fit` counts as missing, with a
            warning.
        return_std : bool, default=False
            Whether to say how sure the predictions are.

        Returns
        -------
        ndarray of shape (n_samples,), or a pair of such
            The means and, if asked for, the standard deviations of the targets: those of the noise, and what the weights
            are not sure of.
        """
        predicted = super().predict(X)
        if not return_std:
            return predicted
        return predicted, self._row_function("predictive_deviations", X)[:, 0]

    def predict_interval(self, X, level=0.95):
        """Give for each row the interval that holds its target with this probability, if the model is right.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        level : float, default=0.95
            The probability.

        Returns
        -------
        ndarray of shape (n_samples, 2)
            The lower and the upper ends.
        """
        return self._row_function("predictive_intervals", X, [float(level)])
