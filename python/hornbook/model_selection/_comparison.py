"""Learners side by side: on one table by their folds, on several by their ranks."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .. import _arguments as arguments
from .._meta import require_trainable
from .._hornbook import compare as native_compare
from .._hornbook import compare_many as native_compare_many
from ._designs import design_for, design_for_any
from ._evaluation import Report, with_reference
from ._scoring import evaluation_options

__all__ = ["Comparison", "MultiDatasetComparison", "compare", "compare_many"]


class Comparison(Report):
    """What `compare` found. Printing it gives the text of `hornbook compare`.

    Attributes
    ----------
    measure : str
        What is compared.
    names : list of str
        The learners.
    evaluations : dict of str to dict
        What came of each, as `Evaluation.to_dict` has it.
    pairs : list of dict
        Every pair: the test of folds and of rows, the posterior, and the p-value adjusted by Holm for all pairs.
    rope : float
        The difference that does not matter.
    notes : list of str
        What a person should know.
    """

    def __init__(self, text, found):
        super().__init__(text, found)
        self.measure, self.rope = found["measure"], found["rope"]
        self.names = [learner["name"] for learner in found["learners"]]
        self.evaluations = {learner["name"]: learner["evaluation"] for learner in found["learners"]}
        self.pairs, self.notes = found["pairs"], found["notes"]


class MultiDatasetComparison(Report):
    """What `compare_many` found. Printing it gives the text of `hornbook compare` with several files.

    In a notebook the critical difference diagram is shown.

    Attributes
    ----------
    measure : str
        What is compared.
    tables : list of str
        The tables.
    friedman, iman_davenport : dict
        Tests of whether the learners differ at all.
    pairs, nemenyi : dict
        Tests of all pairs, with the most powerful adjustment there is time for, and Nemenyi's.
    """

    def __init__(self, text, found, svg):
        super().__init__(text, found)
        self.measure = found["measure"]
        self.tables = [table["table"] for table in found["tables"]]
        self.friedman, self.iman_davenport = found["friedman"], found["iman_davenport"]
        self.pairs, self.nemenyi = found["pairs"], found["nemenyi"]
        self._svg = svg

    def critical_difference_svg(self):
        """The critical difference diagram: mean ranks, and bars over those that are not significantly different."""
        return self._svg

    def _repr_svg_(self):
        return self._svg


def compare(
    estimators,
    X,
    y=None,
    *,
    cv=10,
    measures=None,
    positive=None,
    losses=None,
    level=0.95,
    rope=None,
    groups=None,
    order=None,
    offset=None,
    cost=None,
    fold=None,
    reference=None,
    sample_weight=None,
    random_state=None,
    n_jobs=None,
):
    """Set estimators against each other on the same splits, with tests of their differences.

    Parameters
    ----------
    estimators : dict of str to estimator, or list of estimators
        At least two of Hornbook, by name; those of a list go by what they print.
    X, y
        The rows and what to predict.
    rope : float, default=None
        Differences of at most this do not matter in practice; 0.01, or 1 % of the better value for measures that are
        not between 0 and 1, if not said.
    cv, measures, positive, losses, level, groups, order, offset, cost, fold, reference, sample_weight, random_state, n_jobs
        As in `evaluate`. The first metric is compared.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> from hornbook import BaselineClassifier, DecisionTreeClassifier
    >>> from hornbook.model_selection import compare
    >>> from sklearn.datasets import load_iris
    >>> learners = {"tree": DecisionTreeClassifier(), "guess": BaselineClassifier()}
    >>> compare(learners, *load_iris(return_X_y=True)).pairs[0]["adjusted_p_value"] < 0.001
    True
    """
    named = _named(estimators, "compare", scored=reference is None)
    carrier = named[0][1]._carrier()
    data = carrier._data(X, y, sample_weight, groups, order, cost, fold)
    if offset is not None:
        data = data.with_offset(carrier._column_name(X, offset))
    data = with_reference(data, X, reference)
    text, found = native_compare(
        [(name, estimator._native()) for name, estimator in named],
        data,
        design_for(cv, X, y, groups, random_state),
        evaluation_options(measures, positive, losses, level, getattr(carrier, "classes_", None)),
        rope,
        arguments.seed_or_zero(random_state),
        arguments.threads(n_jobs),
    )
    return Comparison(text, json.loads(found))


def compare_many(
    estimators,
    tables,
    *,
    cv=10,
    measures=None,
    level=0.95,
    rope=None,
    random_state=None,
    n_jobs=None,
):
    """Set estimators against each other on several tables.

    Parameters
    ----------
    estimators : dict of str to estimator, or list of estimators
        At least two of Hornbook, by name; those of a list go by what they print.
    tables : dict of str to (X, y)
        At least two tables, by name.
    cv : int or design, default=10
        How to divide the rows of each table.
    measures, level, rope, random_state, n_jobs
        As in `compare`.

    Returns
    -------
    MultiDatasetComparison
    """
    named = _named(estimators, "compare_many")
    datasets = []
    for name, table in tables.items():
        try:
            X, y = table
        except (TypeError, ValueError):
            raise ValueError(f"the table {name!r} is no pair of X and y; give such pairs") from None
        datasets.append((str(name), named[0][1]._carrier()._data(X, y)))
    text, found, svg = native_compare_many(
        [(name, estimator._native()) for name, estimator in named],
        datasets,
        design_for_any(cv, random_state),
        evaluation_options(measures, None, None, level, None),
        rope,
        arguments.seed_or_zero(random_state),
        arguments.threads(n_jobs),
    )
    return MultiDatasetComparison(text, json.loads(found), svg)


def _named(estimators, caller, *, scored=True):
    """The estimators with their names, all of one task."""
    if isinstance(estimators, Mapping):
        named = [(str(name), estimator) for name, estimator in estimators.items()]
    else:
        named = [(repr(estimator), estimator) for estimator in estimators]
    tasks = {require_trainable(estimator, caller, scored=scored)._task for _, estimator in named}
    if len(tasks) > 1:
        raise ValueError("some estimators predict classes and others numbers; compare those of one task")
    if not named:
        raise ValueError("there are no estimators to compare; give at least two")
    return named
