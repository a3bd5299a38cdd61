"""The estimators of the family `preprocessing`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, Estimator, Regressor
from .._documentation import documented


class _FillMissing:
    """Imputation of missing values before any learner (median, mean, constant, most frequent), with a missing
    indicator.

    Like scikit-learn's SimpleImputer in a pipeline: imputation values are fitted on the training data only,
    inside each fold (no data leakage), and missing values are imputed again in prediction. Numeric features
    get the median and a missing indicator column, categorical features a level of their own for missing
    values. Text features are passed through. A feature without missing values in training that has one later
    gets the median, or the most frequent level.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights, an offset.

    Also called: imputer, impute, imputation.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the imputed data; none takes linear regression, or logistic regression for
        classification.
    numbers : {"median", "mean", "constant"}, default="median"
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

    _learner = "fill-missing"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        numbers: Literal["median", "mean", "constant"] = "median",
        fill_value: float = 0.0,
        categories: Literal["own_level", "most_frequent"] = "own_level",
        add_indicator: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.numbers = numbers
        self.fill_value = fill_value
        self.categories = categories
        self.add_indicator = add_indicator
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class FillMissingClassifier(_FillMissing, Classifier):
    __module__ = "hornbook"


@documented
class FillMissingRegressor(_FillMissing, Regressor):
    __module__ = "hornbook"


class _ScaleColumns:
    """Feature scaling before any learner: standardization (z-score), min-max or robust (median and interquartile
    range) scaling.

    Like scikit-learn's StandardScaler, MinMaxScaler and RobustScaler in a pipeline. Center and scale are
    fitted on the training data only, inside each fold (no data leakage). Categorical, boolean and text
    features and missing values are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights, an offset.

    Also called: scaler, standardize, feature scaling, normalize.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the scaled features; none takes ridge regression, or logistic regression for
        classification.
    rule : {"standard", "min_max", "robust"}, default="standard"
        Scaling method: what is subtracted from a numeric feature, and what it is divided by.

        - "standard": Standardization (z-score): the mean, and the standard deviation.
        - "min_max": Min-max scaling to [0, 1]: the minimum, and the range.
        - "robust": Robust scaling: the median, and the interquartile range (IQR).
    """

    _learner = "scale-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        rule: Literal["standard", "min_max", "robust"] = "standard",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.rule = rule
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ScaleColumnsClassifier(_ScaleColumns, Classifier):
    __module__ = "hornbook"


@documented
class ScaleColumnsRegressor(_ScaleColumns, Regressor):
    __module__ = "hornbook"
