"""The estimators of the family `learner`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from numpy.random import RandomState

from .._base import Classifier, Regressor
from .._documentation import documented
from .._transformer import TransformerEstimator


class _Baseline:
    """Baseline (dummy estimator): predicts the most frequent class, or the mean, for every row.

    The baseline (dummy classifier or regressor) that a learner must beat before its score means anything. The
    class frequencies of the training rows are the probabilities; ties go to the first class in order. One pass over the rows, a
    count for each class or two sums: O(n) time, O(classes) memory, any number of threads gives the same model.

    Natively handles: numeric features, categorical features (no encoding needed), text, series, sequences, item sets, images, graphs, missing values (no imputation needed), sample weights, an offset.

    Also called: dummy, majority class, zero-r.

    Parameters
    ----------
    """

    _learner = "baseline"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _poor_score = frozenset({"classification", "regression"})

    def __init__(
        self,
        *,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BaselineClassifier(_Baseline, Classifier):
    __module__ = "hornbook"


@documented
class BaselineRegressor(_Baseline, Regressor):
    __module__ = "hornbook"


@documented
class SelectColumns(TransformerEstimator):
    """Column selection: keeps some columns, by name or by type, and leaves out the others.

    In `columns(…)` its other name `keep` says that columns stay as they are.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: keep, passthrough, column selection.

    Parameters
    ----------
    columns : list[str] | str or None, default=None
        Columns to keep; none keeps all.
    """

    __module__ = "hornbook"
    _learner = "select-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        columns: list[str] | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.columns = columns
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class DropColumns(TransformerEstimator):
    """Column selection: leaves out some columns, by name or by type.

    In `columns(…)` its other name `drop` says that columns are left out.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: drop, exclude.

    Parameters
    ----------
    columns : list[str] | str or None, default=None
        Columns to leave out; none leaves out all.
    """

    __module__ = "hornbook"
    _learner = "drop-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        columns: list[str] | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.columns = columns
        self.random_state = random_state
        self.n_jobs = n_jobs
