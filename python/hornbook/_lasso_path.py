"""The regularization path of the lasso."""

from __future__ import annotations

from numbers import Integral
from typing import NamedTuple

import numpy as np

from . import _arguments as arguments
from . import _hornbook as native
from ._estimators import ElasticNet


class LassoPath(NamedTuple):
    """The regularization path, the largest `alpha` first."""

    alphas: np.ndarray
    """The regularization strengths."""
    coefs: np.ndarray
    """The coefficients: a row for each feature, a column for each `alpha`."""
    dual_gaps: np.ndarray
    """The duality gap at each `alpha`."""
    intercepts: np.ndarray
    """The intercept at each `alpha`."""
    coef_names: list[str]
    """The rows of `coefs`: numbers by their name, levels of categories as `column=level`."""


def lasso_path(
    X,
    y,
    sample_weight=None,
    *,
    l1_ratio=1.0,
    alphas=100,
    eps=1e-3,
    fit_intercept=True,
    max_iter=1000,
    tol=1e-4,
    n_jobs=None,
):
    """Regularization path of the lasso or the elastic net.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,)
        What to predict.
    sample_weight : array-like of shape (n_samples,), default=None
        The weight of each row: weight 2 is the row twice, weight 0 is the row absent.
    l1_ratio : float, default=1.0
        Elastic-net mixing parameter: 1 is the lasso (L1), 0 is ridge (L2).
    alphas : int or array-like of float, default=100
        Regularization strengths, or how many of them to take downward from the smallest that sets all coefficients to zero.
    eps : float, default=1e-3
        The smallest `alpha` as a fraction of the largest, if they are not given.
    fit_intercept : bool, default=True
        Whether to fit an intercept.
    max_iter : int, default=1000
        Maximum coordinate-descent sweeps per `alpha`.
    tol : float, default=1e-4
        Tolerance of the duality gap, as a fraction of the target's mean square.
    n_jobs : int, default=None
        How many threads to use; None and -1 stand for all cores.

    Returns
    -------
    LassoPath
        A named tuple of `alphas`, `coefs` (a column for each `alpha`), `dual_gaps`, `intercepts` and `coef_names`.

    Examples
    --------
    >>> from hornbook import lasso_path
    >>> from sklearn.datasets import load_diabetes
    >>> path = lasso_path(*load_diabetes(return_X_y=True))
    >>> (path.coefs != 0).sum(axis=0)[[0, 30, -1]].tolist()
    [0, 5, 10]
    """
    count, given = 0, None
    if isinstance(alphas, Integral):
        count = arguments.count(alphas, "alphas")
    else:
        given = np.asarray(alphas, dtype=np.float64).ravel().tolist()
    data = ElasticNet(n_jobs=n_jobs)._data(X, y, sample_weight)
    names, found, weights, intercepts, gaps = native.lasso_path(
        data,
        float(l1_ratio),
        given,
        count,
        float(eps),
        bool(fit_intercept),
        arguments.count(max_iter, "max_iter"),
        float(tol),
        arguments.threads(n_jobs),
    )
    return LassoPath(found, weights.T, gaps, intercepts, names)
