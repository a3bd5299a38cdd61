"""The estimators of the family `learner`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, DensityEstimator, Estimator, Incremental, OutlierDetector, Regressor
from .._documentation import documented


class _Baseline:
    """Baseline (dummy estimator): predicts the most frequent class, or the mean, for every row.

    The baseline (dummy classifier or regressor) that a learner must beat before its score means anything. The
    class frequencies of the training rows are the probabilities; ties go to the first class in order. One pass over the rows, a
    count for each class or two sums: O(n) time, O(classes) memory, any number of threads gives the same model.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights, an offset.

    Also called: dummy, majority class, zero-r.

    Parameters
    ----------
    """

    _learner = "baseline"
    _takes = frozenset({"categories", "missing", "weights", "text"})

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


class _Pipeline:
    """Pipeline: transformers (imputation, scaling, encoding, …) and a learner behind them, fitted together inside each fold.

    Like scikit-learn's Pipeline: `pipeline(fill-missing, scale-columns, ridge(alpha=2))`. Every step but the last is a
    transformer and is fitted on the training rows only (no data leakage). Hyperparameters of steps are set and tuned by
    `step.parameter`, such as `ridge.alpha`. Without a learner at the end the pipeline is a transformer itself.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights, multi-output, incremental learning (`partial_fit`), an offset, early stopping on a validation set, warm start.

    Also called: make_pipeline, workflow.

    Parameters
    ----------
    steps : list[Estimator | str] | list[tuple[str, Estimator]], default=[]
        The steps: transformers, and at the end a learner or another transformer.
    """

    _learner = "pipeline"
    _takes = frozenset({"categories", "missing", "weights", "targets", "text"})
    _estimator_lists = frozenset({"steps"})

    def __init__(
        self,
        *,
        steps: list[Estimator | str] | list[tuple[str, Estimator]] = [],
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.steps = steps
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class PipelineClassifier(_Pipeline, Incremental, Classifier):
    __module__ = "hornbook"


@documented
class PipelineRegressor(_Pipeline, Incremental, Regressor):
    __module__ = "hornbook"


@documented
class Pipeline(_Pipeline, Incremental, OutlierDetector):
    __module__ = "hornbook"


@documented
class Pipeline(_Pipeline, Incremental, DensityEstimator):
    __module__ = "hornbook"


@documented
class Pipeline(_Pipeline, Incremental, WithoutTarget):
    __module__ = "hornbook"


@documented
class Pipeline(_Pipeline, Incremental, TransformerEstimator):
    __module__ = "hornbook"


@documented
class PipelineEstimator(_Pipeline, Incremental, Estimator):
    __module__ = "hornbook"


@documented
class Pipeline(_Pipeline, Incremental, WithoutTarget):
    __module__ = "hornbook"


@documented
class ColumnTransformer(TransformerEstimator):
    """Column transformer: different transformers for different columns, by name or by type.

    Like scikit-learn's ColumnTransformer: `columns(age+fare=scale-columns, @category=one-hot, @text=bag-of-words)`. Columns are
    selected by name, by type (`@number`, `@category`, `@boolean`, `@date`, `@text`), all (`@all`) or all that are left
    (`@rest`); `keep` and `drop` stand for transformers that do so. A column may be given to several transformers.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: column-transformer, by-column.

    Parameters
    ----------
    transformers : list[tuple[list[str] | str, Estimator | str]] | str, default=[]
        The transformers, each with its columns.
    remainder : {"passthrough", "drop"}, default="passthrough"
        What becomes of columns that are given to no transformer.

        - "passthrough": They stay as they are, behind the others.
        - "drop": They are left out.
    """

    __module__ = "hornbook"
    _learner = "columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        transformers: list[tuple[list[str] | str, Estimator | str]] | str = [],
        remainder: Literal["passthrough", "drop"] = "passthrough",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.transformers = transformers
        self.remainder = remainder
        self.random_state = random_state
        self.n_jobs = n_jobs


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
