"""The estimators of the family `preprocessing`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._transformer import TransformerEstimator
from .._documentation import documented


@documented
class FillMissing(TransformerEstimator):
    """Imputation of missing values (median, mean, constant, most frequent), with a missing
    indicator.

    A transformer for a pipeline, like scikit-learn's SimpleImputer: imputation values are fitted on the training data only,
    inside each fold (no data leakage), and missing values are imputed again in prediction. Numeric features
    get the median and a missing indicator column, categorical features a level of their own for missing
    values. Text features are passed through. A feature without missing values in training that has one later
    gets the median, or the most frequent level.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: imputer, impute, imputation.

    Parameters
    ----------
    strategy : {"median", "mean", "constant"}, default="median"
        Imputation strategy for numeric features.

        - "median": The median of the training rows.
        - "mean": The mean of the training rows.
        - "constant": A constant.
    fill_value : float, default=0.0
        The constant of the strategy `constant` for numeric features.
    categories : {"own_level", "most_frequent"}, default="own_level"
        Imputation strategy for categorical and boolean features.

        - "own_level": A level of its own for missing values.
        - "most_frequent": The most frequent level (mode) of the training rows; the first of those.
    add_indicator : bool, default=True
        Add a missing indicator: a column that is 1 where the value was missing, for each numeric feature with
        missing values in training.
    """

    __module__ = "hornbook"
    _learner = "fill-missing"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        strategy: Literal["median", "mean", "constant"] = "median",
        fill_value: float = 0.0,
        categories: Literal["own_level", "most_frequent"] = "own_level",
        add_indicator: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.strategy = strategy
        self.fill_value = fill_value
        self.categories = categories
        self.add_indicator = add_indicator
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ScaleColumns(TransformerEstimator):
    """Feature scaling: standardization (z-score), min-max or robust (median and interquartile
    range) scaling.

    A transformer for a pipeline, like scikit-learn's StandardScaler, MinMaxScaler and RobustScaler: center and scale are
    fitted on the training data only, inside each fold (no data leakage). Categorical, boolean and text
    features and missing values are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: scaler, standardize, feature scaling, normalize.

    Parameters
    ----------
    method : {"standard", "min_max", "robust"}, default="standard"
        Scaling method: what is subtracted from a numeric feature, and what it is divided by.

        - "standard": Standardization (z-score): the mean, and the standard deviation.
        - "min_max": Min-max scaling to [0, 1]: the minimum, and the range.
        - "robust": Robust scaling: the median, and the interquartile range (IQR).
    """

    __module__ = "hornbook"
    _learner = "scale-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        method: Literal["standard", "min_max", "robust"] = "standard",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.method = method
        self.random_state = random_state
        self.n_jobs = n_jobs
