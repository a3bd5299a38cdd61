"""What all searches share: they run natively, and keep what they found as scikit-learn does."""

from __future__ import annotations

import json

import numpy as np
from scipy.stats import rankdata

from .. import _arguments as arguments
from .._meta import MetaEstimator, require_trainable
from .._base import Estimator
from .._hornbook import EvaluationOptions, TuningSearch, measure
from ..metrics._intervals import score_with_interval
from ._designs import design_for, design_for_any
from ._scoring import one_scoring_of

_RULES = ("best", "one_standard_error")


class BaseSearch(MetaEstimator):
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
            The weight of each row, in training and in testing.

        Returns
        -------
        self
        """
        carrier = self._carrier()
        data = carrier._data(X, y, sample_weight, groups)
        search = self._search(design_for(5 if self.cv is None else self.cv, X, y, groups))
        text, found, chosen, model = search.tune(data, bool(self.refit), self._seed_or_zero(), self._threads())
        self._keep(self._with_own_names(json.loads(found)), text, chosen)
        if model is not None:
            self.best_estimator_ = carrier._adopt(model)
        return self

    def score(self, X, y, sample_weight=None):
        """Score the best estimator on rows by the metric of the search.

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
        natively = None if space is None else [(inner._native_path(name), values) for name, values in space]
        return TuningSearch(
            inner._native(),
            natively,
            self._strategy,
            self._trials(space),
            arguments.count(getattr(self, "factor", 2), "factor", 2),
            design,
            EvaluationOptions(self._scoring().measures),
            self.rule == "one_standard_error",
            arguments.seed_or_zero(getattr(self, "random_state", None)),
        )

    def _with_own_names(self, found):
        """What was found, with the parameters by the names that they were given."""
        own = {self.estimator._native_path(name): name for name, _ in self._space() or ()}
        for trial in found["trials"]:
            trial["parameters"] = {own.get(name, name): value for name, value in trial["parameters"].items()}
        return found

    def _keep(self, found, text, chosen):
        trials, sign = found["trials"], self._scoring().signs[0]
        number = lambda value: np.nan if value is None else value
        means = np.array([sign * number(trial["mean"]) for trial in trials])
        rows = np.array([trial["rows"] for trial in trials])
        splits = max(len(trial["folds"]) for trial in trials)
        folds = np.full((splits, len(trials)), np.nan)
        for index, trial in enumerate(trials):
            folds[: len(trial["folds"]), index] = [sign * number(value) for value in trial["folds"]]
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
    centered = np.where(defined, folds - np.where(defined, folds, 0).sum(axis=0) / count, 0)
    return np.sqrt((centered**2).sum(axis=0) / count)


def _ranks(means, rows, lower_is_better):
    """The ranks of the trials: those on more rows before those on fewer, undefined ones last."""
    worst_last = np.where(np.isnan(means), np.inf, means if lower_is_better else -means)
    pairs = np.unique(np.column_stack([-rows, worst_last]), axis=0, return_inverse=True)[1]
    return rankdata(pairs.ravel(), method="min").astype(np.int32)
