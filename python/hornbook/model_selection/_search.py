"""Searching for the parameters with which an estimator predicts best."""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np
from scipy.stats import rankdata

from .. import _arguments as arguments
from .._around import Around, require_trainable
from .._base import Estimator
from .._hornbook import Judging, Search, measure
from ..metrics._intervals import score_with_interval
from ._designs import design_for, design_for_any
from ._scoring import one_scoring_of

__all__ = ["GridSearchCV", "HalvingRandomSearchCV", "ParzenSearchCV", "RandomizedSearchCV"]

_RULES = ("best", "one_standard_error")
_RANGES = {"uniform": (False, False), "loguniform": (True, False), "reciprocal": (True, False), "randint": (False, True)}


class _BaseSearch(Around):
    """What all searches share. A subclass says its strategy, how many trials it has, and what is tried."""

    _predictor = "best_estimator_"
    _strategy: str

    def fit(self, X, y, *, groups=None, sample_weight=None):
        """Search, then train on all rows with the parameters found.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            What to predict.
        groups : array-like of shape (n_samples,), default=None
            The group of each row. Groups stay whole.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row, in training and in judging.

        Returns
        -------
        self
        """
        carrier = self._carrier()
        data = carrier._data(X, y, sample_weight, groups)
        search = self._search(design_for(5 if self.cv is None else self.cv, X, y, groups))
        text, found, chosen, model = search.tune(data, bool(self.refit), self._seed_or_zero(), self._threads())
        self._keep(json.loads(found), text, chosen)
        if model is not None:
            self.best_estimator_ = carrier._adopt(model)
        return self

    def score(self, X, y, sample_weight=None):
        """Judge the best estimator on rows by the measure that it was searched with.

        Parameters
        ----------
        X, y
            The rows and what is true of them.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.

        Returns
        -------
        float
            In scikit-learn's sign: the negative for names that begin with `neg_`.
        """
        best, wanted = self._fitted(), self._scoring()
        if self._task == "classification":
            predicted = {"y_prob": best.predict_proba(X), "labels": best.classes_}
        else:
            predicted = {"y_pred": best.predict(X)}
        found = score_with_interval(
            wanted.measures[0], y, **predicted, sample_weight=sample_weight, n_resamples=0, n_jobs=self.n_jobs
        )
        return float(wanted.signs[0] * found.value)

    def _scoring(self):
        return one_scoring_of(self.scoring, self._task)

    def _native(self):
        return self._search(design_for_any(5 if self.cv is None else self.cv)).learner()

    def _search(self, design):
        inner = require_trainable(self.estimator, type(self).__name__)
        if not isinstance(inner, Estimator):
            raise TypeError(
                f"{type(self).__name__} searches the parameters of a learner, and {type(inner).__name__} is around "
                "one; search first, and put the other around the search"
            )
        if self.rule not in _RULES:
            raise ValueError(f"rule is {self.rule!r}; expected 'best' or 'one_standard_error'")
        space = self._space()
        return Search(
            inner._native(),
            space,
            self._strategy,
            self._trials(space),
            arguments.count(getattr(self, "factor", 2), "factor", 2),
            design,
            Judging(self._scoring().measures),
            self.rule == "one_standard_error",
            arguments.seed_or_zero(getattr(self, "random_state", None)),
        )

    def _keep(self, found, text, chosen):
        trials, sign = found["trials"], self._scoring().signs[0]
        number = lambda value: np.nan if value is None else value
        means = np.array([sign * number(trial["mean"]) for trial in trials])
        rows = np.array([trial["rows"] for trial in trials])
        splits = max(len(trial["folds"]) for trial in trials)
        folds = np.full((splits, len(trials)), np.nan)
        for place, trial in enumerate(trials):
            folds[: len(trial["folds"]), place] = [sign * number(value) for value in trial["folds"]]
        params = [trial["parameters"] for trial in trials]
        self.cv_results_ = {
            **{f"param_{name}": np.ma.array([p[name] for p in params], dtype=object) for name in params[0]},
            "params": params,
            **{f"split{split}_test_score": folds[split] for split in range(splits)},
            "mean_test_score": means,
            "std_test_score": _deviations(folds),
            "rank_test_score": _ranks(means, rows, sign > 0 and not measure(found["measure"])[2]),
            "n_resources": rows,
            "model_size": np.array([number(trial["size"]) for trial in trials]),
        }
        self.best_index_, self.best_params_ = chosen, params[chosen]
        self.best_score_ = float(means[chosen])
        self.n_splits_ = splits
        self.notes_, self.report_ = found["notes"], text


def _deviations(folds):
    """The standard deviation over the splits that are defined; NaN where none is."""
    defined = ~np.isnan(folds)
    count = np.where(defined.any(axis=0), defined.sum(axis=0), np.nan)
    centred = np.where(defined, folds - np.where(defined, folds, 0).sum(axis=0) / count, 0)
    return np.sqrt((centred**2).sum(axis=0) / count)


def _ranks(means, rows, lower_is_better):
    """The places of the trials: those on more rows before those on fewer, undefined ones last."""
    worst_last = np.where(np.isnan(means), np.inf, means if lower_is_better else -means)
    pairs = np.unique(np.column_stack([-rows, worst_last]), axis=0, return_inverse=True)[1]
    return rankdata(pairs.ravel(), method="min").astype(np.int32)


def _listed(name, values):
    """Values to try, one by one."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise ValueError(f"{name} is to be searched in {values!r}; give a list of values")
    values = list(values)
    if not values:
        raise ValueError(f"{name} is to be searched in an empty list; give at least one value")
    return values


def _ranged(name, values):
    """Values to try, one by one or between the ends of a distribution."""
    if not hasattr(values, "rvs"):
        return _listed(name, values)
    kind = getattr(getattr(values, "dist", None), "name", type(values).__name__)
    if kind not in _RANGES:
        raise ValueError(
            f"{name} is to be drawn from '{kind}'; give scipy's uniform, loguniform or randint, or a list of values"
        )
    low, high = values.support()
    return (float(low), float(high), *_RANGES[kind])


def _space(given, argument, read):
    if not isinstance(given, Mapping) or not given:
        raise ValueError(f"{argument} must be one dict of parameters and what to try of each")
    return [(str(name), read(name, given[name])) for name in sorted(given)]


class GridSearchCV(_BaseSearch):
    """Tries every combination of the values given for each parameter.

    Parameters
    ----------
    estimator : estimator of Hornbook
        Whose parameters are searched.
    param_grid : dict of str to list
        What to try of each parameter.
    scoring : str, default=None
        What decides: a scorer name of scikit-learn's or a measure of Hornbook's. The accuracy or R² if not said.
    n_jobs : int, default=None
        How many threads to use; None or -1 for all cores.
    refit : bool, default=True
        Whether to train on all rows with the parameters found.
    cv : int, design, splitter or iterable of (train, test), default=None
        How combinations are judged; 5-fold cross-validation if not said.
    rule : {"best", "one_standard_error"}, default="best"
        Which combination is chosen: the one with the best mean, or the smallest model that is not worse than it by
        more than one standard error.

    Attributes
    ----------
    best_params_, best_score_, best_index_
        The chosen combination, its mean score and its place in `cv_results_`. The best of many trials looks better
        than it is: `evaluate` the search to know how good the choice is.
    best_estimator_ : estimator
        The estimator with these parameters, trained on all rows.
    cv_results_ : dict
        Every combination with its scores, as scikit-learn has it, the rows it was tried on (`n_resources`) and the
        mean size of its models (`model_size`).
    report_ : str
        The search in words.
    notes_ : list of str
        What a person should know.

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from hornbook.model_selection import GridSearchCV, evaluate
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}).fit(X, y)
    >>> search.best_params_
    {'max_depth': 3}
    >>> nested = evaluate(search, X, y, measures="accuracy")
    >>> nested.scores[0].value > 0.9
    True
    """

    _strategy = "grid"

    def __init__(
        self, estimator, param_grid, *, scoring=None, n_jobs=None, refit=True, cv=None, rule="best"
    ):
        self.estimator = estimator
        self.param_grid = param_grid
        self.scoring = scoring
        self.n_jobs = n_jobs
        self.refit = refit
        self.cv = cv
        self.rule = rule

    def _space(self):
        return _space(self.param_grid, "param_grid", _listed)

    def _trials(self, space):
        return max(len(values) for _, values in space)


class _DrawingSearch(_BaseSearch):
    """A search that draws combinations."""

    def _space(self):
        if self.param_distributions is None:
            return None
        return _space(self.param_distributions, "param_distributions", _ranged)

    def _trials(self, space):
        return arguments.count(self.n_iter, "n_iter")


class RandomizedSearchCV(_DrawingSearch):
    """Tries combinations drawn at random.

    Parameters
    ----------
    estimator : estimator of Hornbook
        Whose parameters are searched.
    param_distributions : dict of str to list or distribution, default=None
        What to try of each parameter: values, or scipy's `uniform`, `loguniform` or `randint`. What the learner
        declares worth trying if not said.
    n_iter : int, default=10
        How many combinations.
    random_state : int or RandomState, default=None
        Where the random numbers come from; None is 0.
    scoring, n_jobs, refit, cv, rule
        As in `GridSearchCV`, and the attributes too.
    """

    _strategy = "random"

    def __init__(
        self,
        estimator,
        param_distributions=None,
        *,
        n_iter=10,
        scoring=None,
        n_jobs=None,
        refit=True,
        cv=None,
        rule="best",
        random_state=None,
    ):
        self.estimator = estimator
        self.param_distributions = param_distributions
        self.n_iter = n_iter
        self.scoring = scoring
        self.n_jobs = n_jobs
        self.refit = refit
        self.cv = cv
        self.rule = rule
        self.random_state = random_state


class ParzenSearchCV(RandomizedSearchCV):
    """Tries combinations where those tried before were good: a tree-structured Parzen estimator.

    Parameters
    ----------
    n_iter : int, default=40
        How many combinations in all; the first ten are random.
    estimator, param_distributions, scoring, n_jobs, refit, cv, rule, random_state
        As in `RandomizedSearchCV`, and the attributes too.
    """

    _strategy = "parzen"

    def __init__(
        self,
        estimator,
        param_distributions=None,
        *,
        n_iter=40,
        scoring=None,
        n_jobs=None,
        refit=True,
        cv=None,
        rule="best",
        random_state=None,
    ):
        super().__init__(
            estimator,
            param_distributions,
            n_iter=n_iter,
            scoring=scoring,
            n_jobs=n_jobs,
            refit=refit,
            cv=cv,
            rule=rule,
            random_state=random_state,
        )


class HalvingRandomSearchCV(_DrawingSearch):
    """Tries many random combinations on few rows, the better part of them on more, and so on up to all rows.

    Parameters
    ----------
    n_candidates : int, default=40
        How many combinations begin.
    factor : int, default=3
        One of this many goes on, with as many times the rows.
    cv : int or design, default=None
        How combinations are judged; 5-fold cross-validation if not said.
    estimator, param_distributions, scoring, n_jobs, refit, rule, random_state
        As in `RandomizedSearchCV`, and the attributes too.
    """

    _strategy = "halving"

    def __init__(
        self,
        estimator,
        param_distributions=None,
        *,
        n_candidates=40,
        factor=3,
        scoring=None,
        n_jobs=None,
        refit=True,
        cv=None,
        rule="best",
        random_state=None,
    ):
        self.estimator = estimator
        self.param_distributions = param_distributions
        self.n_candidates = n_candidates
        self.factor = factor
        self.scoring = scoring
        self.n_jobs = n_jobs
        self.refit = refit
        self.cv = cv
        self.rule = rule
        self.random_state = random_state

    def _trials(self, space):
        return arguments.count(self.n_candidates, "n_candidates")
