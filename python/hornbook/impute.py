"""Imputation of missing values by scikit-learn's names, on native transformers."""

from __future__ import annotations

import json
import warnings
from numbers import Real
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _labels
from ._arguments import choice
from ._base import Estimator, _sparse_parts
from ._documentation import completed
from ._hornbook import Learner, transform
from ._members import from_spec
from ._transformer import NumberTransformer, dense

__all__ = ["IterativeImputer", "KNNImputer", "MissingIndicator", "SimpleImputer"]

_STRATEGIES = ("mean", "median", "most_frequent", "constant")


class OfMissingValues(NumberTransformer):
    """What transformers of missing values share: what stands for one."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = _is_nan(self.missing_values)
        return tags

    def _rows(self, X, *, reset):
        if _is_nan(self.missing_values):
            return super()._rows(X, reset=reset)
        return self._rows_with_nan(X, reset)

    def _rows_with_nan(self, X, reset):
        """Rows with NaN for what is missing by another name."""
        if not isinstance(self.missing_values, Real):
            raise ValueError(f"missing_values is {self.missing_values!r}; expected a number")
        X = validate_data(self, X, reset=reset, accept_sparse="csr", dtype=(np.float64, np.float32), copy=True)
        if not sparse.issparse(X):
            X[X == self.missing_values] = np.nan
            return X
        if self.missing_values == 0:
            raise ValueError(
                "Imputation not possible when missing_values == 0 and input is sparse. Provide a dense array instead."
            )
        X.data[X.data == self.missing_values] = np.nan
        return _sparse_parts(X)

    def _native(self):
        return Learner(self._learner, self._own_parameters())

    def _native_parameters(self):
        """Those of a part of a native pipeline, which knows only one kind of missing values."""
        if not _is_nan(self.missing_values):
            raise ValueError("missing values of a native pipeline are NaN: leave missing_values as it is")
        return self._own_parameters()


class Imputer(OfMissingValues):
    """What all imputers share: features without any value, and missing indicators."""

    _family_attributes = """indicator_ : MissingIndicator or None
    What makes the missing indicators, if it was fitted itself; None without `add_indicator`."""
    # What is known only to one that was fitted itself.
    _known_in_fit = ("indicator_", "initial_imputer_", "n_features_with_missing_", "random_state_")

    def _data(self, X, *others, **more):
        data = super()._data(X, *others, **more)
        indicator = MissingIndicator(missing_values=self.missing_values, error_on_new=False)
        self.indicator_ = indicator.fit(X) if self.add_indicator else None
        return data

    def _rows(self, X, *, reset):
        rows = super()._rows(X, reset=reset)
        if reset:
            self._empty = _empty_features(rows)
        return rows

    def _native(self):
        spec = self._spec_of(self._empty)
        return Learner(spec["learner"], spec["parameters"])

    def _spec(self):
        # They are refused where a native pipeline does not know them.
        self._native_parameters()
        return self._spec_of([])

    def _spec_of(self, empty):
        """The native transformer where these features have no values."""
        if empty and not self.keep_empty_features:
            warnings.warn(
                f"Skipping features without any observed values: {self._names_of(empty)}. At least one non-missing value is needed "
                "for imputation.",
                UserWarning,
                stacklevel=5,
            )
        left_out = [] if self.keep_empty_features else empty
        if not left_out and not (self.add_indicator and (empty or not self._has_indicator)):
            return {"learner": self._learner, "parameters": self._own_parameters()}
        # Natively such features are filled with zeros, and get no indicator.
        kept = [place for place in range(self.n_features_in_) if place not in left_out] if left_out else []
        own = self._own_parameters() | ({"add_indicator": False} if self._has_indicator else {})
        parts = [{"columns": self._names_of(kept) or ["@all"], "transformer": {"learner": self._learner, "parameters": own}}]
        if self.add_indicator:
            parts.append({"columns": ["@all"], "transformer": {"learner": "missing-indicator"}})
        return {"learner": "columns", "parameters": {"transformers": parts, "remainder": "drop"}}

    # Whether the native transformer makes indicators itself.
    _has_indicator = False

    def _names_of(self, places):
        names = getattr(self, "feature_names_in_", None)
        names = _labels.array_names(self.n_features_in_) if names is None else names
        return [str(names[place]) for place in places]

    def _hold_part(self, model, has_read=False):
        self._empty = []
        for name in self._known_in_fit:
            self.__dict__.pop(name, None)
        super()._hold_part(model, has_read)

    def _output_name(self, column, fitted, names):
        name, _, (place,) = column
        own = (fitted[place], f"{self._learner}: {fitted[place]}")
        return names[place] if name in own else f"missingindicator_{names[place]}"


def _empty_features(rows):
    """Which features have no value at all."""
    if not isinstance(rows, tuple):
        return np.flatnonzero(np.isnan(rows).all(axis=0)).tolist()
    width, starts, indices, values = rows
    missing = np.bincount(indices[np.isnan(values)], minlength=width)
    return np.flatnonzero(missing == len(starts) - 1).tolist()


@completed
class SimpleImputer(Imputer):
    """Imputation of missing values by the mean, the median, the most frequent value or a constant.

    As scikit-learn's, on the native transformer `fill-missing`, for numbers; `hornbook.FillMissing` takes categories, too.

    Parameters
    ----------
    strategy : {"mean", "median", "most_frequent", "constant"}, default="mean"
        What missing values are replaced by; of several most frequent values, by the smallest.
    fill_value : float or None, default=None
        The constant of the strategy `"constant"`; None is 0.
    keep_empty_features : bool, default=False
        Keep features of which `fit` saw no value; they are 0, or the constant. They are left out otherwise.

    Attributes
    ----------
    statistics_ : ndarray of shape (n_features_in_,)
        What the missing values of each feature are replaced by; NaN for a feature that is left out.

    Examples
    --------
    >>> import numpy as np
    >>> from hornbook.impute import SimpleImputer
    >>> SimpleImputer().fit_transform([[1.0, 2.0], [np.nan, 4.0], [5.0, 3.0]]).tolist()
    [[1.0, 2.0], [3.0, 4.0], [5.0, 3.0]]
    """

    _learner = "fill-missing"
    _has_indicator = True

    def __init__(
        self,
        *,
        missing_values=np.nan,
        strategy="mean",
        fill_value=None,
        copy=True,
        add_indicator=False,
        keep_empty_features=False,
    ):
        self.missing_values = missing_values
        self.strategy = strategy
        self.fill_value = fill_value
        self.copy = copy
        self.add_indicator = add_indicator
        self.keep_empty_features = keep_empty_features

    @property
    def statistics_(self):
        """What the missing values of each feature are replaced by."""
        check_is_fitted(self)
        nothing = np.full((1, self.n_features_in_), np.nan)
        left_out = [] if self.keep_empty_features else self._empty
        kept = np.setdiff1d(np.arange(self.n_features_in_), left_out)
        statistics = nothing[0].copy()
        statistics[kept] = transform(self.model_, nothing, False, 1)[0, : len(kept)]
        return statistics

    def _own_parameters(self):
        strategy = choice(self, "strategy", _STRATEGIES)
        fill_value = 0.0 if self.fill_value is None else self.fill_value
        return {"strategy": strategy, "fill_value": fill_value, "add_indicator": self.add_indicator}

    @classmethod
    def _from_native(cls, parameters):
        return {"strategy": "median", "add_indicator": True} | super()._from_native(parameters)


def _is_nan(value):
    return isinstance(value, Real) and bool(np.isnan(value))


@completed
class KNNImputer(Imputer):
    """Imputation by neighbors: the mean of the nearest rows in which the value is there.

    As scikit-learn's, on the native transformer `knn-imputation`.

    Parameters
    ----------
    n_neighbors : int, default=5
        The number of neighbors.
    weights : {"uniform", "distance"}, default="uniform"
        Whether near neighbors count more.
    metric : {"nan_euclidean"}, default="nan_euclidean"
        The distance: Euclidean, over the features that both rows have.

    Examples
    --------
    >>> import numpy as np
    >>> from hornbook.impute import KNNImputer
    >>> KNNImputer(n_neighbors=1).fit_transform([[1.0, 2.0], [1.1, np.nan], [9.0, 8.0]]).tolist()
    [[1.0, 2.0], [1.1, 2.0], [9.0, 8.0]]
    """

    _learner = "knn-imputation"
    _sparse = False

    def __init__(
        self,
        *,
        missing_values=np.nan,
        n_neighbors=5,
        weights="uniform",
        metric="nan_euclidean",
        copy=True,
        add_indicator=False,
        keep_empty_features=False,
    ):
        self.missing_values = missing_values
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.metric = metric
        self.copy = copy
        self.add_indicator = add_indicator
        self.keep_empty_features = keep_empty_features

    def _own_parameters(self):
        choice(self, "metric", ["nan_euclidean"])
        return {"n_neighbors": self.n_neighbors, "weights": self.weights}


class ImputationStep(NamedTuple):
    """A model of a chain: what it imputes, from what, and by what, by scikit-learn's names."""

    feat_idx: int
    neighbor_feat_idx: np.ndarray
    estimator: Estimator


@completed
class IterativeImputer(Imputer):
    """Iterative imputation (chained equations, MICE): missing values are predicted from the other features, in rounds.

    As scikit-learn's, on the native transformer `iterative-imputation`; rows to transform go through the chain of models that were
    fitted.

    Parameters
    ----------
    estimator : regressor of Hornbook or None, default=None
        What predicts the missing values of a feature; None is `BayesianRidge()`.
    sample_posterior : bool, default=False
        Multiple imputation: draw missing values from the predictive distribution of the estimator, which must have one, such as
        `BayesianRidge`, truncated at `min_value` and `max_value`. Every `random_state` gives another imputation; `transform` draws
        the same again for the same rows. All rounds are run.
    max_iter : int, default=10
        The most rounds.
    tol : float, default=0.001
        Rounds end when no filled value changes by more than this fraction of the largest value of its feature.
    n_nearest_features : int or None, default=None
        How many other features a feature is predicted from, drawn in each round in proportion to their absolute correlations with
        it; None takes all.
    initial_strategy : {"mean", "median", "most_frequent", "constant"}, default="mean"
        What missing values are first.
    fill_value : float or None, default=None
        The constant of the initial strategy `"constant"`; None is 0.
    imputation_order : {"ascending", "descending", "roman", "arabic", "random"}, default="ascending"
        Which features come first: those with the fewest or the most missing values, the left or the right ones, or any.
    skip_complete : bool, default=False
        Features without missing values in `fit` get no model; a value that is missing later stays what it is first.
    min_value : float or array-like of shape (n_features,), default=-inf
        The smallest number that missing values get. In a native pipeline it is one number for each column, by name.
    max_value : float or array-like of shape (n_features,), default=inf
        The largest number that missing values get.
    verbose : int, default=0
        Not looked at.
    random_state : int or RandomState or None, default=None
        Random seed of the estimator and of all draws.

    Attributes
    ----------
    imputation_sequence_ : list of tuples
        The chain of models: each with the place of the feature that it imputes (`feat_idx`), those of the features that it is
        predicted from (`neighbor_feat_idx`), and the fitted `estimator`. Features that are left out are not counted.
    n_iter_ : int
        The number of rounds.
    initial_imputer_ : SimpleImputer
        What missing values are first, if it was fitted itself.
    n_features_with_missing_ : int
        How many features are imputed, if it was fitted itself: all, or those with missing values in `fit` with `skip_complete`.
    random_state_ : RandomState
        The generator of `random_state`, if it was fitted itself.

    Examples
    --------
    >>> import numpy as np
    >>> from hornbook.impute import IterativeImputer
    >>> X = [[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [4.0, np.nan], [6.0, 12.0]]
    >>> round(float(IterativeImputer().fit_transform(X)[3, 1]), 1)
    8.0
    """

    _learner = "iterative-imputation"
    _sparse = False

    def __init__(
        self,
        estimator=None,
        *,
        missing_values=np.nan,
        sample_posterior=False,
        max_iter=10,
        tol=1e-3,
        n_nearest_features=None,
        initial_strategy="mean",
        fill_value=None,
        imputation_order="ascending",
        skip_complete=False,
        min_value=-np.inf,
        max_value=np.inf,
        verbose=0,
        random_state=None,
        add_indicator=False,
        keep_empty_features=False,
    ):
        self.estimator = estimator
        self.missing_values = missing_values
        self.sample_posterior = sample_posterior
        self.max_iter = max_iter
        self.tol = tol
        self.n_nearest_features = n_nearest_features
        self.initial_strategy = initial_strategy
        self.fill_value = fill_value
        self.imputation_order = imputation_order
        self.skip_complete = skip_complete
        self.min_value = min_value
        self.max_value = max_value
        self.verbose = verbose
        self.random_state = random_state
        self.add_indicator = add_indicator
        self.keep_empty_features = keep_empty_features

    def _data(self, X, *others, **more):
        choice(self, "initial_strategy", _STRATEGIES)
        self.random_state_ = check_random_state(self.random_state)
        data = super()._data(X, *others, **more)
        self.initial_imputer_ = SimpleImputer(
            missing_values=self.missing_values,
            strategy=self.initial_strategy,
            fill_value=self.fill_value,
            keep_empty_features=self.keep_empty_features,
        ).fit(X)
        return data

    def _rows(self, X, *, reset):
        rows = super()._rows(X, reset=reset)
        if reset:
            kept = np.setdiff1d(np.arange(rows.shape[1]), self._empty)
            is_imputed = np.isnan(rows[:, kept]).any(axis=0) | (not self.skip_complete)
            self.n_features_with_missing_ = int(is_imputed.sum())
        return rows

    def _own_parameters(self):
        own = {
            "estimator": self._estimator_spec(),
            "sample_posterior": bool(self.sample_posterior),
            "max_iter": self.max_iter,
            "tol": self.tol,
            "initial_strategy": self.initial_strategy,
            "fill_value": 0.0 if self.fill_value is None else self.fill_value,
            "imputation_order": self.imputation_order,
            "skip_complete": bool(self.skip_complete),
            "n_nearest_features": self.n_nearest_features,
        }
        limits = {"min_values": self._limits("min_value"), "max_values": self._limits("max_value")}
        return own | {name: found for name, found in limits.items() if found}

    def _limits(self, parameter):
        """The limits of features by name; none of infinite ones."""
        given = getattr(self, parameter)
        given = np.array(-np.inf if parameter == "min_value" else np.inf) if given is None else np.asarray(given, dtype=np.float64)
        if not np.isfinite(given).any():
            return {}
        if not hasattr(self, "n_features_in_"):
            raise ValueError(f"{parameter} is for columns that are not known before there are rows; fit the imputer by itself")
        if given.ndim and given.shape != (self.n_features_in_,):
            raise ValueError(f"{parameter} has the shape {given.shape}; expected a number or one for each of {self.n_features_in_} features")
        left_out = [] if self.keep_empty_features else self._empty
        places = [place for place in range(self.n_features_in_) if place not in left_out]
        all_limits = np.broadcast_to(given, (self.n_features_in_,))
        pairs = zip(self._names_of(places), all_limits[places])
        return {name: float(limit) for name, limit in pairs if np.isfinite(limit)}

    def _estimator_spec(self):
        if self.estimator is None:
            return {"learner": "bayesian-ridge"}
        if isinstance(self.estimator, Estimator) and self.estimator._task == "regression":
            return self.estimator._spec()
        raise TypeError(f"IterativeImputer takes regressors of Hornbook, and {type(self.estimator).__name__} is none")

    def _chain(self):
        """The native imputer, which may stand beside indicators or behind a selection of features."""
        check_is_fitted(self)
        is_part = json.loads(self.model_.info())["learner"] != self._learner
        return self.model_.members()[0] if is_part else self.model_

    @property
    def n_iter_(self):
        """The number of rounds."""
        return json.loads(self._chain().info())["summary"]["details"]["rounds"]

    @property
    def imputation_sequence_(self):
        """The chain of models."""
        chain = self._chain()
        place_of = {name: place for place, name in enumerate(_labels.input_names(chain))}
        return [self._step_of(model, place_of) for model in chain.members()]

    def _step_of(self, model, place_of):
        estimator = from_spec(self._estimator_spec(), "regression") if self.estimator is None else clone(self.estimator)
        estimator._hold_part(model)
        others = np.array([place_of[name] for name in _labels.input_names(model)])
        return ImputationStep(place_of[json.loads(model.info())["schema"]["target"]["name"]], others, estimator)

    @classmethod
    def _from_native(cls, parameters):
        found = {"initial_strategy": "median", "skip_complete": True} | super()._from_native(parameters)
        if "estimator" in parameters:
            found["estimator"] = from_spec(parameters["estimator"], "regression")
        return found


@completed
class MissingIndicator(OfMissingValues):
    """Missing indicators: columns that say where a value is missing.

    As scikit-learn's, on the native transformer `missing-indicator`, for numbers.

    Parameters
    ----------
    features : {"missing-only", "all"}, default="missing-only"
        Which features get an indicator: those with missing values in `fit`, or all.
    sparse : bool or "auto", default="auto"
        Make a sparse matrix; `"auto"` does of sparse rows.
    error_on_new : bool, default=True
        Refuse rows that lack a value of a feature that has none missing in `fit`.

    Attributes
    ----------
    features_ : ndarray of shape (n_columns,)
        The places of the features with an indicator.

    Examples
    --------
    >>> import numpy as np
    >>> from hornbook.impute import MissingIndicator
    >>> MissingIndicator().fit_transform([[1.0, np.nan], [2.0, 3.0]]).tolist()
    [[True], [False]]
    """

    _learner = "missing-indicator"

    def __init__(self, *, missing_values=np.nan, features="missing-only", sparse="auto", error_on_new=True):
        self.missing_values = missing_values
        self.features = features
        self.sparse = sparse
        self.error_on_new = error_on_new

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _own_parameters(self):
        features = choice(self, "features", ["missing-only", "all"])
        refuses = bool(self.error_on_new) and features == "missing-only"
        return {"features": features.replace("-", "_"), "error_on_new": refuses}

    @classmethod
    def _from_native(cls, parameters):
        features = parameters.get("features", "missing_only").replace("_", "-")
        return {"features": features, "error_on_new": parameters.get("error_on_new", False)}

    def _in_python(self, made, X):
        made = super()._in_python(made, X)
        wanted = sparse.issparse(X) if self.sparse == "auto" else bool(self.sparse)
        if wanted:
            return sparse.csr_array(made).astype(bool)
        return dense(made).astype(bool)

    @property
    def features_(self):
        """The places of the features with an indicator."""
        return np.array([inputs[0] for _, _, inputs in self._columns_out()], dtype=np.int64)

    def _names_out(self, names):
        return [f"missingindicator_{names[place]}" for place in self.features_]
