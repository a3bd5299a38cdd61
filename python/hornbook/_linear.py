"""What only linear models know."""

from __future__ import annotations

from typing import NamedTuple

from sklearn.utils.validation import check_is_fitted

from ._hornbook import linear_decisions, linear_table, linear_weights


class Coefficient(NamedTuple):
    """A weight with what is known about it; None is what is not."""

    name: str
    weight: float
    standard_error: float | None
    statistic: float | None
    p_value: float | None
    low: float | None
    high: float | None
    variance_inflation: float | None


class Linear:
    """The base of linear models, beside that of their task."""

    @property
    def coef_(self):
        """The weights, in the order of `coef_names_`: a row for each target if there are several."""
        weights = self._weights()[1]
        return weights[0] if len(weights) == 1 else weights

    @property
    def intercept_(self):
        """The constant term; an array if there are several targets."""
        intercepts = self._weights()[0]
        return float(intercepts[0]) if len(intercepts) == 1 else intercepts

    @property
    def coef_names_(self):
        """The columns of `coef_`: numbers by their name, levels of categories as `column=level`."""
        return self._weights()[2]

    def coefficient_table(self, target=0):
        """Give the weights with their standard errors, tests, 95 % intervals and variance inflation.

        Parameters
        ----------
        target : int, default=0
            Which target, or which class of more than two.

        Returns
        -------
        list of Coefficient
            Named tuples, the constant term first, of which `pandas.DataFrame` makes a table.
        """
        check_is_fitted(self)
        return [Coefficient(*line) for line in linear_table(self.model_, target)]

    def _weights(self):
        check_is_fitted(self)
        return linear_weights(self.model_)


class LinearClassifier(Linear):
    """The base of linear classifiers, beside that of all classifiers."""

    @property
    def coef_(self):
        """The weights, in the order of `coef_names_`: one row for two classes, else a row for each class."""
        return self._weights()[1]

    @property
    def intercept_(self):
        """The constant terms: one for two classes, else one for each class."""
        return self._weights()[0]

    def decision_function(self, X):
        """Give the weighted sums: the log odds of the second of two classes, or a score for each class.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_classes) for more than two classes
        """
        check_is_fitted(self)
        sums = linear_decisions(self.model_, self._rows(X, reset=False), self._threads())
        return sums[:, 0] if sums.shape[1] == 1 else sums
