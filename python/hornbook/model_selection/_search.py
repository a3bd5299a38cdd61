"""Searching for the parameters with which an estimator predicts best."""

from __future__ import annotations

from .. import _arguments as arguments
from ._searching import BaseSearch
from ._spaces import listed, ranged, space_of

__all__ = ["GridSearchCV", "HalvingRandomSearchCV", "ParzenSearchCV", "RandomizedSearchCV"]


class GridSearchCV(BaseSearch):
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
