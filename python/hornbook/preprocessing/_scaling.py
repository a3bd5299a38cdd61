"""Feature scaling, by scikit-learn's names."""

from __future__ import annotations

import json

import numpy as np
from scipy import sparse
from sklearn.base import OneToOneFeatureMixin
from sklearn.utils.validation import check_is_fitted

from .._documentation import completed
from .._hornbook import column_statistics, fit_scaler_to_more
from .._transformer import NumberTransformer


class Scaler(OneToOneFeatureMixin, NumberTransformer):
    """What all scalers share: the native transformer `scale-columns` by one of its methods."""

    _learner = "scale-columns"
    _method: str

    @property
    def _fixed(self):
        return {"method": self._method}

    @classmethod
    def _from_native(cls, parameters):
        if parameters.get("method", "standard") != cls._method:
            raise ValueError(f"{cls.__name__} is for method={cls._method!r}; put ScaleColumns in its place")
        return super()._from_native(parameters)

    def _data_of(self, X, *others, **more):
        data = super()._data_of(X, *others, **more)
        self._take_statistics(column_statistics(data, self._threads()))
        return data

    def _take_statistics(self, known):
        self._known_rows, found = known
        self._column_statistics = dict(zip(("weight", "mean", "variance", "low", "high"), found))

    def _hold_part(self, model, has_read=False):
        self.__dict__.pop("_column_statistics", None)
        self.__dict__.pop("_known_rows", None)
        super()._hold_part(model, has_read)

    def _statistic(self, name):
        """What was known of each column in `fit`; a model file keeps only what it needs."""
        check_is_fitted(self)
        if not hasattr(self, "_column_statistics"):
            raise AttributeError(
                f"{type(self).__name__} has it only when it was fitted itself, not as a part of a pipeline or from a file"
            )
        return self._column_statistics[name]

    def _units(self, name):
        """The center or the spread of each column."""
        return np.array([scale[name] for scale in self._explained("feature_scaling")], dtype=np.float64)

    @property
    def n_samples_seen_(self):
        """The number of rows, or what they weigh; for each feature, if values are missing."""
        weight = self._statistic("weight")
        counts = weight.astype(np.int64) if (weight == np.floor(weight)).all() else weight
        return counts[0] if (counts == counts[0]).all() else counts


class IncrementalScaler(Scaler):
    """What scalers share that need no quantiles: they learn from rows that come in parts."""

    def partial_fit(self, X, y=None, sample_weight=None):
        """Fit to more rows: the scaler is then that of all rows since `fit` or the first call.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            More rows, with the same columns.
        y : None
            Not looked at.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.

        Returns
        -------
        self
        """
        is_first = not hasattr(self, "model_")
        if not is_first and not hasattr(self, "_known_rows"):
            raise ValueError(
                f"{type(self).__name__} knows nothing of its rows, as a part of a pipeline or from a file: fit it by itself"
            )
        known = None if is_first else self._known_rows
        rows = self._rows(X, reset=is_first)
        data = super(Scaler, self)._data_of(X, rows, self._column_names(X), [], [], sample_weight)
        self.model_, statistics = fit_scaler_to_more(self._native(), data, known, self._threads())
        self._take_statistics(statistics)
        return self


class CenteringScaler(Scaler):
    """What scalers share that subtract a center, if a parameter says so: sparse rows cannot be centered."""

    _centering: str

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = not getattr(self, self._centering)
        return tags

    def _look_at(self, X):
        if sparse.issparse(X) and getattr(self, self._centering):
            raise ValueError(
                f"Cannot center sparse matrices: pass `{self._centering}=False` instead. See docstring for motivation and alternatives."
            )


class RangeScaler(IncrementalScaler):
    """What scalers share that look at the ends of a range: rows are counted whatever they weigh or lack."""

    @property
    def n_samples_seen_(self):
        """The number of rows."""
        check_is_fitted(self)
        return json.loads(self.model_.info())["summary"]["rows"]


def _varying(low, high):
    return np.where(low < high, high - low, 0.0)


@completed
class StandardScaler(CenteringScaler, IncrementalScaler):
    """Standardization: subtract the mean of each feature, and divide by its standard deviation.

    As scikit-learn's, on the native transformer `scale-columns`. Missing values stay missing, and count for nothing in `fit`.

    Parameters
    ----------
    with_mean : bool, default=True
        Subtract the mean; sparse rows cannot be centered.
    with_std : bool, default=True
        Divide by the standard deviation.

    Attributes
    ----------
    scale_ : ndarray of shape (n_features_in_,) or None
        What each feature is divided by: 1 for one that does not vary.
    mean_ : ndarray of shape (n_features_in_,) or None
        The mean of each feature.
    var_ : ndarray of shape (n_features_in_,) or None
        The variance of each feature.
    n_samples_seen_ : int or ndarray of shape (n_features_in_,)
        The number of rows, or what they weigh; for each feature, if values are missing.

    Examples
    --------
    >>> from hornbook.preprocessing import StandardScaler
    >>> StandardScaler().fit_transform([[0.0, 1.0], [2.0, 5.0]]).tolist()
    [[-1.0, -1.0], [1.0, 1.0]]
    """

    _method = "standard"
    _centering = "with_mean"
    _native_names = {"with_mean": "with_centering", "with_std": "with_scaling"}

    def __init__(self, *, copy=True, with_mean=True, with_std=True):
        self.copy = copy
        self.with_mean = with_mean
        self.with_std = with_std

    def transform(self, X, copy=None):
        """Standardize rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        copy : bool or None, default=None
            Not looked at: rows are never changed in place.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_features)
        """
        return super().transform(X)

    def inverse_transform(self, X, copy=None):
        """Go back from standardized rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            Standardized rows.
        copy : bool or None, default=None
            Not looked at.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_features)
        """
        return super().inverse_transform(X)

    @property
    def mean_(self):
        """The mean of each feature."""
        if self.with_mean:
            return self._units("center")
        return self._statistic("mean") if self.with_std else None

    @property
    def var_(self):
        """The variance of each feature."""
        if not self.with_std:
            return None
        return np.where(_varying(self._statistic("low"), self._statistic("high")) > 0, self._statistic("variance"), 0.0)

    @property
    def scale_(self):
        """What each feature is divided by."""
        return self._units("spread") if self.with_std else None


@completed
class MinMaxScaler(RangeScaler):
    """Min-max scaling: map the range of each feature to a given one.

    As scikit-learn's, on the native transformer `scale-columns`.

    Parameters
    ----------
    feature_range : tuple (min, max), default=(0, 1)
        The range that the training data get.
    clip : bool, default=False
        Clip what lies beyond the training data to the range.

    Attributes
    ----------
    min_ : ndarray of shape (n_features_in_,)
        What is added to each feature after scaling.
    scale_ : ndarray of shape (n_features_in_,)
        What each feature is multiplied by.
    data_min_ : ndarray of shape (n_features_in_,)
        The minimum of each feature.
    data_max_ : ndarray of shape (n_features_in_,)
        The maximum of each feature.
    data_range_ : ndarray of shape (n_features_in_,)
        The range of each feature.
    n_samples_seen_ : int
        The number of rows.

    Examples
    --------
    >>> from hornbook.preprocessing import MinMaxScaler
    >>> MinMaxScaler().fit_transform([[0.0, 1.0], [2.0, 5.0], [1.0, 3.0]]).tolist()
    [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5]]
    """

    _method = "min_max"
    _sparse = False

    def __init__(self, feature_range=(0, 1), *, copy=True, clip=False):
        self.feature_range = feature_range
        self.copy = copy
        self.clip = clip

    def _look_at(self, X):
        if sparse.issparse(X):
            raise TypeError("MinMaxScaler does not support sparse input. Consider using MaxAbsScaler instead.")

    @property
    def scale_(self):
        """What each feature is multiplied by."""
        return 1.0 / self._units("spread")

    @property
    def min_(self):
        """What is added to each feature after scaling."""
        return -self._units("center") * self.scale_

    @property
    def data_min_(self):
        """The minimum of each feature."""
        return self._statistic("low")

    @property
    def data_max_(self):
        """The maximum of each feature."""
        return self._statistic("high")

    @property
    def data_range_(self):
        """The range of each feature."""
        return _varying(self.data_min_, self.data_max_)


@completed
class MaxAbsScaler(RangeScaler):
    """Max-abs scaling: divide each feature by its largest absolute value. Zeros stay zeros.

    As scikit-learn's, on the native transformer `scale-columns`.

    Parameters
    ----------
    clip : bool, default=False
        Clip what lies beyond the training data to -1 and 1.

    Attributes
    ----------
    scale_ : ndarray of shape (n_features_in_,)
        What each feature is divided by: 1 for one of zeros.
    max_abs_ : ndarray of shape (n_features_in_,)
        The largest absolute value of each feature.
    n_samples_seen_ : int
        The number of rows.

    Examples
    --------
    >>> from hornbook.preprocessing import MaxAbsScaler
    >>> MaxAbsScaler().fit_transform([[-4.0, 1.0], [2.0, 5.0]]).tolist()
    [[-1.0, 0.2], [0.5, 1.0]]
    """

    _method = "max_abs"

    def __init__(self, *, copy=True, clip=False):
        self.copy = copy
        self.clip = clip

    @property
    def scale_(self):
        """What each feature is divided by."""
        return self._units("spread")

    @property
    def max_abs_(self):
        """The largest absolute value of each feature."""
        return np.maximum(np.abs(self._statistic("low")), np.abs(self._statistic("high")))


@completed
class RobustScaler(CenteringScaler):
    """Robust scaling: subtract the median of each feature, and divide by a range of quantiles. Outliers move neither.

    As scikit-learn's, on the native transformer `scale-columns`.

    Parameters
    ----------
    with_centering : bool, default=True
        Subtract the median; sparse rows cannot be centered.
    with_scaling : bool, default=True
        Divide by the range of the quantiles.
    quantile_range : tuple (q_min, q_max), default=(25.0, 75.0)
        Which quantiles, in percent.
    unit_variance : bool, default=False
        Give features with a normal distribution a variance of 1.

    Attributes
    ----------
    center_ : ndarray of shape (n_features_in_,) or None
        The median of each feature.
    scale_ : ndarray of shape (n_features_in_,) or None
        What each feature is divided by.

    Examples
    --------
    >>> from hornbook.preprocessing import RobustScaler
    >>> RobustScaler().fit_transform([[0.0], [1.0], [2.0], [3.0], [100.0]]).ravel().tolist()
    [-1.0, -0.5, 0.0, 0.5, 49.0]
    """

    _method = "robust"
    _centering = "with_centering"

    def __init__(
        self, *, with_centering=True, with_scaling=True, quantile_range=(25.0, 75.0), copy=True, unit_variance=False
    ):
        self.with_centering = with_centering
        self.with_scaling = with_scaling
        self.quantile_range = quantile_range
        self.copy = copy
        self.unit_variance = unit_variance

    @property
    def center_(self):
        """The median of each feature."""
        return self._units("center") if self.with_centering else None

    @property
    def scale_(self):
        """What each feature is divided by."""
        return self._units("spread") if self.with_scaling else None
