"""Hyperparameter tuning: grid search, random search, successive halving, TPE (Bayesian optimization)."""

from __future__ import annotations

from .. import _arguments as arguments
from ._searching import BaseSearch
from ._spaces import listed, ranged, space_of

__all__ = ["GridSearchCV", "HalvingRandomSearchCV", "ParzenSearchCV", "RandomizedSearchCV"]


class GridSearchCV(BaseSearch):
    """Exhaustive grid search over hyperparameters with cross-validation.

    Parameters
    ----------
    estimator : estimator of Hornbook
        The estimator to tune.
    param_grid : dict of str to list
        The grid: values of each hyperparameter.
    scoring : str, default=None
        The metric: a scorer name of scikit-learn's or a metric of Hornbook's. Accuracy or R² by default.
    n_jobs : int, default=None
        How many threads to use; None or -1 for all cores.
    refit : bool, default=True
        Whether to refit on all rows with the best hyperparameters.
    cv : int, design, splitter or iterable of (train, test), default=None
        Cross-validation strategy; 5-fold by default.
    rule : {"best", "one_standard_error"}, default="best"
        Selection rule: the best mean, or the one-standard-error rule (the simplest model within one standard error of
        the best).

    Attributes
    ----------
    best_params_, best_score_, best_index_
        The selected combination, its mean score and its index in `cv_results_`. The best score is optimistically biased
        (selection bias): `evaluate` the search (nested cross-validation) for an unbiased one.
    best_estimator_ : estimator
        The estimator with these hyperparameters, refitted on all rows.
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
        return space_of(self.param_grid, "param_grid", listed)

    def _trials(self, space):
        return max(len(values) for _, values in space)


class _DrawingSearch(BaseSearch):
    """A search that draws combinations."""

    def _space(self):
        if self.param_distributions is None:
            return None
        return space_of(self.param_distributions, "param_distributions", ranged)

    def _trials(self, space):
        return arguments.count(self.n_iter, "n_iter")


class RandomizedSearchCV(_DrawingSearch):
    """Randomized hyperparameter search with cross-validation.

    Parameters
    ----------
    estimator : estimator of Hornbook
        The estimator to tune.
    param_distributions : dict of str to list or distribution, default=None
        The search space: values of each hyperparameter, or scipy's `uniform`, `loguniform` or `randint`. The learner's
        default search space by default.
    n_iter : int, default=10
        Number of trials.
    random_state : int or RandomState, default=None
        Random seed; None is 0.
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
    """Bayesian optimization of hyperparameters by a tree-structured Parzen estimator (TPE).

    Parameters
    ----------
    n_iter : int, default=40
        Number of trials; the first ten are random.
    estimator, param_distributions, scoring, n_jobs, refit, cv, rule, random_state
        As in `RandomizedSearchCV`, and the attributes too.
    """

    _strategy = "tpe"

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
    """Successive halving: many random combinations on few rows, the better part of them on more, up to all rows.

    Parameters
    ----------
    n_candidates : int, default=40
        Number of combinations at the start.
    factor : int, default=3
        Reduction factor: one of this many is promoted, with as many times the rows.
    cv : int or design, default=None
        Cross-validation strategy; 5-fold by default.
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
