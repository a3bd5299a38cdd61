"""What only boosting can do."""

from __future__ import annotations

from sklearn.utils.validation import check_consistent_length, column_or_1d

from . import _labels
from ._hornbook import boosting_loss, fit, fit_warm_start, fit_with_validation


class Boosting:
    """The base of gradient boosting, beside that of its task."""

    def fit(
        self,
        X,
        y,
        sample_weight=None,
        *,
        X_val=None,
        y_val=None,
        sample_weight_val=None,
        groups=None,
        groups_val=None,
    ):
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
        X_val : array, sparse matrix or data frame of shape (n_validation, n_features), default=None
            Validation set for early stopping: boosting ends once its loss stops falling; iterations after the lowest are
            dropped, whatever `early_stopping` says.
        y_val : array-like of shape (n_validation,), default=None
            What to predict of them.
        sample_weight_val : array-like of shape (n_validation,), default=None
            Their weights.
        groups : array-like of shape (n_samples,), default=None
            The group of each row, such as the query it answers. The loss "lambdarank" puts the rows of each group in
            order; other losses hold out whole groups for early stopping.
        groups_val : array-like of shape (n_validation,), default=None
            The groups of the validation set.

        Returns
        -------
        self
        """
        if (X_val is None) != (y_val is None):
            raise ValueError("a validation set needs both X_val and y_val")
        data = self._data(X, y, sample_weight, groups)
        if X_val is None:
            if sample_weight_val is not None or groups_val is not None:
                raise ValueError("there are weights or groups of a validation set, but no X_val and y_val")
            self.model_ = fit(self._native(), data, self._seed(), self._threads())
        else:
            watched = self._rows_to_watch(X, X_val, y, y_val, sample_weight_val, groups_val)
            self.model_ = fit_with_validation(self._native(), data, watched, self._seed(), self._threads())
        return self

    def fit_more(self, X, y, sample_weight=None, *, groups=None):
        """Warm start: add `max_iter` boosting iterations to the model.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows; their columns, and the levels of categories, are those of `fit`.
        y : array-like of shape (n_samples,)
            What to predict; the classes are those of `fit`.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.
        groups : array-like of shape (n_samples,), default=None
            The group of each row.

        Returns
        -------
        self
        """
        data = self._known_data(X, y, sample_weight, groups)
        self.model_ = fit_warm_start(self._native(), self.model_, data, self._seed(), self._threads())
        return self

    def _rows_to_watch(self, X, X_val, y, y_val, sample_weight, groups):
        y_val = column_or_1d(y_val)
        check_consistent_length(X_val, y_val, groups)
        rows = self._rows(X_val, reset=False)
        names, target_names = self._column_names(X), [_labels.target_name(y)]
        return self._data_of(X_val, rows, names, target_names, [self._known_target(y_val)], sample_weight, groups)


class BoostingRegressor(Boosting):
    """The base of gradient boosting for numbers."""

    def fit_loss(self, X, y, grad_hess, *, start=0.0, sample_weight=None):
        """Fit with a custom objective (loss function). `predict` then gives the scores: what they mean, only you know.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            The targets.
        grad_hess : callable
            `grad_hess(y, score)` gives two arrays: the first derivative of each row's loss by its score, and the second,
            which must be above zero. It is called once per boosting iteration.
        start : float, default=0.0
            The score that all rows start from.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row; gradients and Hessians are without it.

        Returns
        -------
        self

        Examples
        --------
        >>> import numpy as np
        >>> from hornbook import GradientBoostingRegressor
        >>> X, y = np.arange(40.0).reshape(-1, 1), np.arange(40.0) ** 2
        >>> squared = lambda y, score: (score - y, np.ones_like(y))
        >>> model = GradientBoostingRegressor(min_samples_leaf=2).fit_loss(X, y, squared, start=y.mean())
        >>> bool(np.allclose(model.predict(X), GradientBoostingRegressor(min_samples_leaf=2).fit(X, y).predict(X)))
        True
        """
        if self.early_stopping:
            raise ValueError("early stopping needs the value of the loss, and its derivatives do not tell it; set early_stopping=False")
        if not callable(grad_hess):
            raise TypeError(f"grad_hess is {grad_hess!r}; expected a function of y and score")
        data = self._data(X, y, sample_weight)
        self.model_ = boosting_loss(self._native(), data, grad_hess, float(start), self._seed(), self._threads())
        return self
