"""Model interpretation: permutation feature importance, partial dependence (PDP, ICE), ALE, interactions, feature ranking."""

from __future__ import annotations

import json
from numbers import Integral

import numpy as np
from sklearn.utils import Bunch, _safe_indexing
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _arguments as arguments
from . import _hornbook as native
from ._meta import require_trainable
from ._estimators import DecisionTreeClassifier
from ._labels import input_names
from .model_selection._scoring import scoring_of

__all__ = [
    "accumulated_effects",
    "contradictions",
    "interactions",
    "partial_dependence",
    "permutation_importance",
    "rank_columns",
]


def permutation_importance(
    estimator,
    X,
    y,
    *,
    scoring=None,
    n_repeats=5,
    n_jobs=None,
    random_state=None,
    sample_weight=None,
    max_samples=1.0,
):
    """Permutation feature importance: the decrease of a score when a feature is permuted among the rows.

    Give held-out rows that the estimator was not trained on. Correlated features share their importance: with one of them
    permuted, the model still has the other.

    Parameters
    ----------
    estimator : fitted estimator of Hornbook
        The model to interpret.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows, with the columns of `fit`.
    y : array-like of shape (n_samples,)
        The true targets.
    scoring : str, list or dict of str, default=None
        Metrics; accuracy or R² by default. With several metrics the result is a dict, by metric.
    n_repeats : int, default=5
        How often each feature is permuted.
    n_jobs : int, default=None
        How many threads to use; the estimator's if None, all cores for -1.
    random_state : int or RandomState, default=None
        Random seed of the permutations.
    sample_weight : array-like of shape (n_samples,), default=None
        The sample weight of each row in the score.
    max_samples : int or float, default=1.0
        How many rows, or which fraction of them, are drawn at first to work with.

    Returns
    -------
    Bunch
        `importances_mean` and `importances_std` of shape (n_features,), and `importances` of shape (n_features,
        n_repeats): the decrease of each permutation.

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from hornbook.inspection import permutation_importance
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X[::2], y[::2])
    >>> permutation_importance(tree, X[1::2], y[1::2], random_state=0).importances_mean[:2].tolist()
    [0.0, 0.0]
    """
    model = _fitted(estimator, "permutation_importance", scored=True)
    repeats = arguments.count(n_repeats, "n_repeats")
    seed = arguments.seed(random_state)
    X, y, sample_weight = _drawn(X, y, sample_weight, max_samples, seed)
    data = model._known_data(X, y, sample_weight)
    threads = _threads(model, n_jobs)
    measured = scoring_of(scoring, model._task)
    found = {}
    for key, measure in zip(measured.keys, measured.measures):
        losses = native.permutation_importance(model.model_, data, native.EvaluationOptions([measure]), repeats, seed, threads)
        found[key] = Bunch(importances_mean=losses.mean(axis=1), importances_std=losses.std(axis=1), importances=losses)
    return found["score"] if scoring is None or isinstance(scoring, str) else found


def partial_dependence(
    estimator,
    X,
    features,
    *,
    sample_weight=None,
    grid_resolution=100,
    custom_values=None,
    kind="average",
    n_jobs=None,
):
    """Partial dependence (PDP): the mean prediction if one or two features had given values in all rows.

    Of a classifier it is the probability of each class. The mean is over the other features unchanged: with correlated
    features, the model is evaluated at rows that do not exist, which `accumulated_effects` (ALE) avoids.

    Parameters
    ----------
    estimator : fitted estimator of Hornbook
        The model to interpret.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows, with the columns of `fit`.
    features : int, str or list of one or two of them
        The features, by index or by name.
    sample_weight : array-like of shape (n_samples,), default=None
        The sample weight of each row; rows of weight 0 have no individual curves.
    grid_resolution : int, default=100
        At how many values of a column of numbers at most: all of them if there are fewer, else quantiles. Categories are
        read at every level that occurs.
    custom_values : dict, default=None
        From a feature to the values at which to read it instead.
    kind : {"average", "individual", "both"}, default="average"
        The mean over the rows, individual conditional expectation (ICE) curves of each row, or both.
    n_jobs : int, default=None
        How many threads to use; the estimator's if None, all cores for -1.

    Returns
    -------
    Bunch
        `grid_values`, a list with the values of each column; `average` of shape (n_outputs, n_values, ...) and
        `individual` of shape (n_outputs, n_samples, n_values, ...), as `kind` says. A classifier has an output for each of
        `classes_`.

    Examples
    --------
    >>> from hornbook import DecisionTreeRegressor
    >>> from hornbook.inspection import partial_dependence
    >>> X = [[0, 1], [1, 1], [2, 0], [3, 0]]
    >>> tree = DecisionTreeRegressor().fit(X, [1.0, 1.0, 5.0, 5.0])
    >>> partial_dependence(tree, X, 0).average.tolist()
    [[1.0, 1.0, 5.0, 5.0]]
    """
    model = _fitted(estimator, "partial_dependence")
    check_is_fitted(model)
    if kind not in ("average", "individual", "both"):
        raise ValueError(f"kind is {kind!r}; expected 'average', 'individual' or 'both'")
    names = input_names(model.model_)
    features = features if isinstance(features, (list, tuple, np.ndarray)) else [features]
    columns = [_name_of(feature, names) for feature in features]
    given = {_name_of(feature, names): values for feature, values in (custom_values or {}).items()}
    most = arguments.count(grid_resolution, "grid_resolution", 2)
    along = [(column, _points(given[column]) if column in given else most) for column in columns]
    rows = _weighted(model, X, sample_weight)
    axes, average, individual = native.partial_dependence(
        model.model_, rows, along, kind != "average", _threads(model, n_jobs)
    )
    grid = [_array(axis["values"]) for axis in json.loads(axes)]
    shape = [len(values) for values in grid]
    found = Bunch(grid_values=grid)
    if kind != "individual":
        found.average = np.moveaxis(average.reshape([*shape, -1]), -1, 0)
    if kind != "average":
        outputs = len(average) // int(np.prod(shape))
        found.individual = np.moveaxis(individual.reshape([-1, *shape, outputs]), -1, 0)
    return found


def accumulated_effects(estimator, X, feature, *, sample_weight=None, n_intervals=20, n_jobs=None):
    """Accumulated local effects (ALE) of a feature: like partial dependence, but valid with correlated features.

    A column of numbers is cut into intervals of about as many rows each. In each, the rows that lie there are moved to
    both of its ends; the mean differences are added up from the left, and the mean over the rows is made 0. Levels of a
    category are put into an order in which neighbors are alike in the other columns. Rows where the column is missing are
    left out.

    Parameters
    ----------
    estimator : fitted estimator of Hornbook
        The model to interpret.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows, with the columns of `fit`.
    feature : int or str
        The feature, by index or by name.
    sample_weight : array-like of shape (n_samples,), default=None
        The sample weight of each row.
    n_intervals : int, default=20
        The most intervals.
    n_jobs : int, default=None
        How many threads to use; the estimator's if None, all cores for -1.

    Returns
    -------
    Bunch
        `grid_values`, the ends of the intervals or the levels in their order; `effects` of shape (n_outputs, n_values);
        `weights`, the weight of the rows in each interval or of each level.

    Examples
    --------
    >>> from hornbook import DecisionTreeRegressor
    >>> from hornbook.inspection import accumulated_effects
    >>> X = [[0, 1], [1, 1], [2, 0], [3, 0]]
    >>> tree = DecisionTreeRegressor().fit(X, [1.0, 1.0, 5.0, 5.0])
    >>> accumulated_effects(tree, X, 0).effects.tolist()
    [[-1.5, -1.5, 2.5, 2.5]]
    """
    model = _fitted(estimator, "accumulated_effects")
    check_is_fitted(model)
    column = _name_of(feature, input_names(model.model_))
    intervals = arguments.count(n_intervals, "n_intervals")
    rows = _weighted(model, X, sample_weight)
    axis, effects, weights = native.accumulated_effects(
        model.model_, rows, column, intervals, _threads(model, n_jobs)
    )
    grid = _array(json.loads(axis)["values"])
    return Bunch(grid_values=grid, effects=effects.reshape([len(grid), -1]).T, weights=weights)


def interactions(
    estimator, X, features=None, *, sample_weight=None, max_samples=100, random_state=None, n_jobs=None
):
    """Feature interactions by Friedman's H-statistic.

    H is 0 if the effects of two features are additive, and 1 if neither has an effect alone. The cost is quadratic in the
    rows for each pair of features.

    Parameters
    ----------
    estimator : fitted estimator of Hornbook
        The model to interpret.
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows, with the columns of `fit`.
    features : list of int or str, default=None
        The features, by index or by name; all of them if None.
    sample_weight : array-like of shape (n_samples,), default=None
        The sample weight of each row.
    max_samples : int, default=100
        The most rows to work with; they are drawn in proportion to their weights.
    random_state : int or RandomState, default=None
        Random seed of the sample.
    n_jobs : int, default=None
        How many threads to use; the estimator's if None, all cores for -1.

    Returns
    -------
    Bunch
        `features`, the names of the columns; `overall` of shape (n_features,), how much each acts together with any
        others; `pairwise` of shape (n_features, n_features). NaN where columns do nothing at all, and on the diagonal.

    Examples
    --------
    >>> from hornbook import DecisionTreeRegressor
    >>> from hornbook.inspection import interactions
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> tree = DecisionTreeRegressor().fit(X, [0.0, 1.0, 1.0, 0.0])
    >>> interactions(tree, X).pairwise[0, 1].item()
    1.0
    """
    model = _fitted(estimator, "interactions")
    check_is_fitted(model)
    names = input_names(model.model_)
    chosen = names if features is None else list(dict.fromkeys(_name_of(feature, names) for feature in features))
    overall, pairs = native.interactions(
        model.model_,
        _weighted(model, X, sample_weight),
        chosen,
        arguments.count(max_samples, "max_samples", 2),
        arguments.seed(random_state),
        _threads(model, n_jobs),
    )
    index = {name: at for at, name in enumerate(chosen)}
    pairwise = np.full((len(chosen), len(chosen)), np.nan)
    for one, other, h in pairs:
        pairwise[index[one], index[other]] = pairwise[index[other], index[one]] = h
    by_name = dict(overall)
    return Bunch(features=chosen, overall=np.array([by_name[name] for name in chosen]), pairwise=pairwise)


def _name_of(feature, names):
    """A feature by its index or its name."""
    if isinstance(feature, Integral) and not isinstance(feature, bool):
        if not -len(names) <= feature < len(names):
            raise ValueError(f"there is no feature {feature}: the model has {len(names)}")
        return names[feature]
    return str(feature)


def _points(values):
    """Values at which to read a column: numbers or levels."""
    values = np.asarray(values)
    return values.astype(float).tolist() if values.dtype.kind in "iuf" else [str(value) for value in values]


def _array(values):
    """Values of an axis: numbers, or levels."""
    return np.array(values, dtype=float if all(isinstance(value, (int, float)) for value in values) else object)


def _weighted(model, X, sample_weight):
    """Rows as the native module takes them, with their weights."""
    if sample_weight is not None:
        sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    return model._rows(X, reset=False), sample_weight


def _threads(model, n_jobs):
    return model._threads() if n_jobs is None else arguments.threads(n_jobs)


def _fitted(estimator, caller, *, scored=False):
    """The fitted estimator that predicts, within a search or a calibration."""
    require_trainable(estimator, caller, scored=scored)
    while hasattr(estimator, "_fitted"):
        estimator = estimator._fitted()
    return estimator


def _drawn(X, y, sample_weight, max_samples, seed):
    """The rows to work with: all, or some drawn without putting back."""
    rows = X.shape[0] if hasattr(X, "shape") else len(X)
    wanted = max_samples if isinstance(max_samples, (int, np.integer)) else round(max_samples * rows)
    if not 1 <= wanted <= rows:
        raise ValueError(f"max_samples is {max_samples!r}; expected 1 to {rows} rows, or a fraction above 0 and up to 1")
    if wanted == rows:
        return X, y, sample_weight
    chosen = np.sort(np.random.default_rng(seed).choice(rows, size=wanted, replace=False))
    return tuple(None if part is None else _safe_indexing(part, chosen) for part in (X, y, sample_weight))


def rank_columns(X, y, sample_weight=None):
    """Rank features by information gain (univariate feature selection for classification).

    Categories are split by category, numbers at the threshold of the highest gain, so that their p-values are
    optimistic. Missing values are a branch of their own.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,)
        Their classes.
    sample_weight : array-like of shape (n_samples,), default=None
        The sample weight of each row.

    Returns
    -------
    list of Bunch
        The highest gain first: `column`, `threshold` (None for categories), `gain` in bits, `gain_ratio`, `gini`,
        `chi_square`, `degrees` and `p_value`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hornbook.inspection import rank_columns
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> best = rank_columns(X, y)[0]
    >>> best.column, round(best.threshold, 2), round(best.gain, 3)
    ('petal length (cm)', 2.45, 0.918)
    """
    names = ("column", "threshold", "gain", "gain_ratio", "gini", "chi_square", "degrees", "p_value")
    data = DecisionTreeClassifier()._data(X, y, sample_weight)
    return [Bunch(**dict(zip(names, column))) for column in native.column_ranking(data)]


def contradictions(X, y, sample_weight=None):
    """Find contradictory rows (label noise): the same features and different classes.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,)
        Their classes.
    sample_weight : array-like of shape (n_samples,), default=None
        The sample weight of each row.

    Returns
    -------
    Bunch
        `groups`, lists of the positions of such rows; `least_errors`, the weight of the rows that no model of these
        columns gets right.

    Examples
    --------
    >>> from hornbook.inspection import contradictions
    >>> found = contradictions([[1.0], [1.0], [2.0]], ["wet", "dry", "dry"])
    >>> found.groups, found.least_errors
    ([[0, 1]], 1.0)
    """
    groups, least_errors = native.contradictions(DecisionTreeClassifier()._data(X, y, sample_weight))
    return Bunch(groups=groups, least_errors=least_errors)
