"""Measures of predicted numbers.

Several targets are columns; `multioutput` says what becomes of their measures: "uniform_average", "raw_values", or a
weight a column.
"""

from __future__ import annotations

import numpy as np

from .._hornbook import regression
from . import _inputs as given

__all__ = [
    "mean_squared_error",
    "root_mean_squared_error",
    "mean_absolute_error",
    "median_absolute_error",
    "max_error",
    "mean_pinball_loss",
    "mean_absolute_percentage_error",
    "mean_squared_log_error",
    "root_mean_squared_log_error",
    "mean_tweedie_deviance",
    "mean_poisson_deviance",
    "mean_gamma_deviance",
    "r2_score",
    "explained_variance_score",
    "d2_pinball_score",
    "d2_absolute_error_score",
    "d2_tweedie_score",
]


def mean_squared_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Mean of the squared errors.

    >>> mean_squared_error([1.0, 2.0], [1.0, 4.0])
    2.0
    """
    return _measure("squared", y_true, y_pred, sample_weight, multioutput)


def root_mean_squared_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Root of the mean squared error, in the unit of the target."""
    return _measure("root squared", y_true, y_pred, sample_weight, multioutput)


def mean_absolute_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Mean of the absolute errors."""
    return _measure("absolute", y_true, y_pred, sample_weight, multioutput)


def median_absolute_error(y_true, y_pred, *, multioutput="uniform_average", sample_weight=None):
    """Median of the absolute errors."""
    return _measure("median", y_true, y_pred, sample_weight, multioutput)


def max_error(y_true, y_pred):
    """The largest absolute error."""
    return regression("max", given.column(y_true, "y_true"), given.column(y_pred, "y_pred"), None, 0.0)


def mean_pinball_loss(y_true, y_pred, *, sample_weight=None, alpha=0.5, multioutput="uniform_average"):
    """The error of a predicted quantile `alpha`."""
    return _measure("pinball", y_true, y_pred, sample_weight, multioutput, alpha)


def mean_absolute_percentage_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Mean of the absolute errors, each as a fraction of the true number."""
    return _measure("percentage", y_true, y_pred, sample_weight, multioutput)


def mean_squared_log_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Mean squared error of ln(1 + y)."""
    return _measure("squared log", y_true, y_pred, sample_weight, multioutput)


def root_mean_squared_log_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Root of the mean squared error of ln(1 + y)."""
    return _measure("root squared log", y_true, y_pred, sample_weight, multioutput)


def mean_tweedie_deviance(y_true, y_pred, *, sample_weight=None, power=0):
    """Mean deviance of the Tweedie family: power 0 is the squared error, 1 Poisson's, 2 that of Gamma."""
    return _of_column("tweedie", y_true, y_pred, sample_weight, power)


def mean_poisson_deviance(y_true, y_pred, *, sample_weight=None):
    """Mean deviance of Poisson's distribution, for counts."""
    return _of_column("tweedie", y_true, y_pred, sample_weight, 1)


def mean_gamma_deviance(y_true, y_pred, *, sample_weight=None):
    """Mean deviance of the Gamma distribution, for positive amounts."""
    return _of_column("tweedie", y_true, y_pred, sample_weight, 2)


def r2_score(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average", force_finite=True):
    """Fraction of the target's variance that is predicted.

    For a target that is the same in every row it is 1 if all is predicted right and 0 if not; without
    `force_finite`, NaN and −infinity. `multioutput` may be "variance_weighted".

    >>> r2_score([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])
    0.5
    """
    return _share("r2", y_true, y_pred, sample_weight, multioutput, force_finite)


def explained_variance_score(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average", force_finite=True):
    """R² of predictions that are shifted to be right on average; see `r2_score`."""
    return _share("explained variance", y_true, y_pred, sample_weight, multioutput, force_finite)


def d2_pinball_score(y_true, y_pred, *, sample_weight=None, alpha=0.5, multioutput="uniform_average"):
    """How much less the pinball loss is than that of the target's own quantile."""
    return _share("d2 pinball", y_true, y_pred, sample_weight, multioutput, True, alpha)


def d2_absolute_error_score(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """How much less the absolute error is than that of the target's own median."""
    return _share("d2 pinball", y_true, y_pred, sample_weight, multioutput, True, 0.5)


def d2_tweedie_score(y_true, y_pred, *, sample_weight=None, power=0):
    """How much less the Tweedie deviance is than that of always predicting the mean."""
    if _too_few(y_pred, 2):
        return float("nan")
    return _of_column("d2 tweedie", y_true, y_pred, sample_weight, power)


def _of_column(name, y_true, y_pred, sample_weight, parameter):
    y_true, y_pred = given.column(y_true, "y_true"), given.column(y_pred, "y_pred")
    return regression(name, y_true, y_pred, given.weights(sample_weight), float(parameter))


def _columns(y_true, y_pred):
    y_true, y_pred = (np.asarray(y, dtype=np.float64) for y in (y_true, y_pred))
    given.same_rows(y_true, y_pred)
    y_true, y_pred = (y.reshape(len(y), -1) for y in (y_true, y_pred))
    if y_true.shape != y_pred.shape:
        raise ValueError(f"y_true has {y_true.shape[1]} columns and y_pred {y_pred.shape[1]}")
    return list(zip(map(np.ascontiguousarray, y_true.T), map(np.ascontiguousarray, y_pred.T)))


def _averaged(values, multioutput, spread=None):
    if isinstance(multioutput, str):
        if multioutput == "raw_values":
            return values
        if multioutput == "uniform_average":
            return float(values.mean())
        if multioutput == "variance_weighted" and spread is not None:
            return float(np.average(values, weights=spread if spread.any() else None))
        raise ValueError(f"multioutput is {multioutput!r}; expected 'uniform_average', 'raw_values' or weights")
    return float(values.mean() if multioutput is None else np.average(values, weights=multioutput))


def _measure(name, y_true, y_pred, sample_weight, multioutput, parameter=0.0):
    weights = given.weights(sample_weight)
    values = [regression(name, y, f, weights, float(parameter)) for y, f in _columns(y_true, y_pred)]
    return _averaged(np.array(values), multioutput)


def _too_few(y, depth):
    if np.shape(y)[0] >= 2:
        return False
    given.warn_undefined("The explained fraction is not defined with less than two samples.", depth)
    return True


def _share(name, y_true, y_pred, sample_weight, multioutput, force_finite, parameter=0.0):
    columns = _columns(y_true, y_pred)
    if name != "explained variance" and _too_few(y_pred, 3):
        return float("nan")
    weights = given.weights(sample_weight)

    def fraction(y, f):
        found = regression(name, y, f, weights, float(parameter))
        if not np.isnan(found):
            return found
        error = (y - f)[slice(None) if weights is None else weights > 0]
        perfect = np.ptp(error) == 0 and (name == "explained variance" or not error.any())
        if force_finite:
            return float(perfect)
        return float("nan") if perfect else float("-inf")

    spread = np.array([np.average((y - np.average(y, weights=weights)) ** 2, weights=weights) for y, _ in columns])
    return _averaged(np.array([fraction(y, f) for y, f in columns]), multioutput, spread)
