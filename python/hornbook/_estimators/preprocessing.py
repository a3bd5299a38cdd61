"""The estimators of the family `preprocessing`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Estimator
from .._documentation import documented
from .._transformer import TransformerEstimator


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
    strategy : {"median", "mean", "most_frequent", "constant"}, default="median"
        Imputation strategy for numeric features.

        - "median": The median of the training rows.
        - "mean": The mean of the training rows.
        - "most_frequent": The most frequent number (mode) of the training rows; the smallest of those.
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
        strategy: Literal["median", "mean", "most_frequent", "constant"] = "median",
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
    """Feature scaling: standardization (z-score), min-max, max-abs or robust (median and interquartile
    range) scaling.

    A transformer for a pipeline, like scikit-learn's StandardScaler, MinMaxScaler, MaxAbsScaler and RobustScaler: center and
    scale are fitted on the training data only, inside each fold (no data leakage). Categorical, boolean and text
    features and missing values are passed through. Sparse features are divided and not centered.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: scaler, standardize, feature scaling.

    Parameters
    ----------
    method : {"standard", "min_max", "max_abs", "robust"}, default="standard"
        Scaling method: what is subtracted from a numeric feature, and what it is divided by.

        - "standard": Standardization (z-score): the mean, and the standard deviation.
        - "min_max": Min-max scaling to [0, 1]: the minimum, and the range.
        - "max_abs": Max-abs scaling to [-1, 1]: nothing, and the largest absolute value. Zeros stay zeros.
        - "robust": Robust scaling: the median, and the interquartile range (IQR).
    with_centering : bool, default=True
        Whether standardization subtracts the mean, and robust scaling the median.
    with_scaling : bool, default=True
        Whether standardization divides by the standard deviation, and robust scaling by the quantile range.
    feature_range : list[float] or None, default=None
        The range that min-max scaling gives the training data: two numbers; none takes 0 and 1.
    clip : bool, default=False
        Whether min-max and max-abs scaling clip values beyond those of training to the range.
    quantile_range : list[float] or None, default=None
        The quantiles of robust scaling in percent: two numbers; none takes the quartiles, 25 and 75.
    unit_variance : bool, default=False
        Whether robust scaling gives normally distributed features a variance of 1.
    """

    __module__ = "hornbook"
    _learner = "scale-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        method: Literal["standard", "min_max", "max_abs", "robust"] = "standard",
        with_centering: bool = True,
        with_scaling: bool = True,
        feature_range: list[float] | None = None,
        clip: bool = False,
        quantile_range: list[float] | None = None,
        unit_variance: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.method = method
        self.with_centering = with_centering
        self.with_scaling = with_scaling
        self.feature_range = feature_range
        self.clip = clip
        self.quantile_range = quantile_range
        self.unit_variance = unit_variance
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class KnnImputation(TransformerEstimator):
    """Imputation by neighbors: missing values are filled from the nearest training rows (k-nearest neighbors).

    A transformer for a pipeline, like scikit-learn's KNNImputer: distances are Euclidean over the numeric features that both
    rows have (nan-Euclidean). Numbers get the mean of the neighbors, levels the most frequent among them. Scale numeric features
    before. Text features are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: nearest neighbor imputation, KNNImputer.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbors.
        At least 1 and at most 1000000.
    weights : {"uniform", "distance"}, default="uniform"
        How much each neighbor counts.

        - "uniform": All the same.
        - "distance": The inverse of its distance; at distance zero, only those at distance zero count.
    """

    __module__ = "hornbook"
    _learner = "knn-imputation"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        weights: Literal["uniform", "distance"] = "uniform",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class IterativeImputation(TransformerEstimator):
    """Iterative imputation (chained equations, MICE): missing values are predicted from the other features by a learner.

    A transformer for a pipeline, like scikit-learn's IterativeImputer and R's mice and missForest: the learner is trained on the
    rows where a value is there and fills the rest, feature by feature, in rounds. It is fitted on the training data only (no data
    leakage). Text features are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: mice, chained equations, multiple imputation, missForest, model-based imputation, IterativeImputer.

    Parameters
    ----------
    estimator : Estimator | str, default="decision-tree"
        The learner that predicts missing values; one that does classification fills categories, too.
    sample_posterior : bool, default=False
        Multiple imputation: whether missing values are drawn by the seed from the predictive distribution of the estimator, not set to
        its mean; it must have one, such as bayesian-ridge. Every seed gives another imputation, after all rounds.
    max_iter : int, default=5
        Most rounds; with none, missing values stay what they are first.
        At least 0 and at most 1000.
    tol : float, default=0.001
        Rounds end when no filled number changes by more than this fraction of the largest known number of its feature.
        At least 0.
    initial_strategy : {"median", "mean", "most_frequent", "constant"}, default="median"
        What missing numbers are first.

        - "median": The median of the training rows.
        - "mean": The mean of the training rows.
        - "most_frequent": The most frequent number (mode) of the training rows; the smallest of those.
        - "constant": A constant.
    fill_value : float, default=0.0
        The constant of the initial strategy `constant`.
    imputation_order : {"ascending", "descending", "roman", "arabic", "random"}, default="ascending"
        Which features are imputed first.

        - "ascending": Those with the fewest missing values.
        - "descending": Those with the most missing values.
        - "roman": From left to right.
        - "arabic": From right to left.
        - "random": Any, drawn anew in each round.
    skip_complete : bool, default=True
        Whether features without missing values in training get no model: rows to transform that lack one keep what missing numbers are
        first.
    n_nearest_features : int or None, default=None
        How many other features a feature is predicted from, drawn in each round with probabilities in proportion to their absolute
        correlations with it; none takes all.
        At least 1.
    min_values : dict[str, float] | list[float] or None, default=None
        The smallest number that some features are imputed with.
    max_values : dict[str, float] | list[float] or None, default=None
        The largest number that some features are imputed with.
    """

    __module__ = "hornbook"
    _learner = "iterative-imputation"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str = "decision-tree",
        sample_posterior: bool = False,
        max_iter: int = 5,
        tol: float = 0.001,
        initial_strategy: Literal["median", "mean", "most_frequent", "constant"] = "median",
        fill_value: float = 0.0,
        imputation_order: Literal["ascending", "descending", "roman", "arabic", "random"] = "ascending",
        skip_complete: bool = True,
        n_nearest_features: int | None = None,
        min_values: dict[str, float] | list[float] | None = None,
        max_values: dict[str, float] | list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.sample_posterior = sample_posterior
        self.max_iter = max_iter
        self.tol = tol
        self.initial_strategy = initial_strategy
        self.fill_value = fill_value
        self.imputation_order = imputation_order
        self.skip_complete = skip_complete
        self.n_nearest_features = n_nearest_features
        self.min_values = min_values
        self.max_values = max_values
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class OneHot(TransformerEstimator):
    """One-hot encoding (dummy variables): a column of 0 and 1 for each level of a categorical feature.

    A transformer for a pipeline, like scikit-learn's OneHotEncoder: levels are those of the training rows. A boolean becomes one
    column, and missing values in training get a column of their own (`color is missing`). Numbers, dates and texts are passed
    through. Columns are sparse where most of them are zero.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: one-hot encoding, dummy variables, OneHotEncoder.

    Parameters
    ----------
    drop : {"none", "first", "if_binary"}, default="none"
        Which level of each feature gets no column, because the others tell it (reference level, dummy coding).

        - "none": None: a column for each level.
        - "first": The first.
        - "if_binary": The first of features with two levels.
    handle_unknown : {"error", "ignore", "infrequent_if_exist"}, default="ignore"
        What becomes of levels that training did not see.

        - "error": They are refused with a sentence.
        - "ignore": They are zero in all columns.
        - "infrequent_if_exist": They are infrequent if there is a column of infrequent levels, and else zero in all columns.
    min_frequency : int | float or None, default=None
        Levels of fewer rows (a count, or a fraction of the rows) are infrequent, and share a column.
    max_categories : int or None, default=None
        Most columns of a feature, with that of its infrequent levels; the most frequent levels have their own.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "one-hot"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        drop: Literal["none", "first", "if_binary"] = "none",
        handle_unknown: Literal["error", "ignore", "infrequent_if_exist"] = "ignore",
        min_frequency: int | float | None = None,
        max_categories: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.drop = drop
        self.handle_unknown = handle_unknown
        self.min_frequency = min_frequency
        self.max_categories = max_categories
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Ordinal(TransformerEstimator):
    """Ordinal encoding: the levels of a categorical feature become the numbers 0, 1, 2, ….

    A transformer for a pipeline, like scikit-learn's OrdinalEncoder: levels are those of the training rows, in their order.
    Numbers, dates and texts are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: ordinal encoding, label encoding, integer encoding, OrdinalEncoder.

    Parameters
    ----------
    handle_unknown : {"error", "use_encoded_value"}, default="use_encoded_value"
        What becomes of levels that training did not see.

        - "error": They are refused with a sentence.
        - "use_encoded_value": They become a number of their own (`unknown_value`).
    unknown_value : float or None, default=None
        The number of levels that training did not see; none makes them missing.
    encoded_missing_value : float or None, default=None
        The number of missing values; none keeps them missing.
    min_frequency : int | float or None, default=None
        Levels of fewer rows (a count, or a fraction of the rows) are infrequent, and share a number, the last.
    max_categories : int or None, default=None
        Most numbers of a feature, with that of its infrequent levels; the most frequent levels have their own.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "ordinal"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        handle_unknown: Literal["error", "use_encoded_value"] = "use_encoded_value",
        unknown_value: float | None = None,
        encoded_missing_value: float | None = None,
        min_frequency: int | float | None = None,
        max_categories: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.handle_unknown = handle_unknown
        self.unknown_value = unknown_value
        self.encoded_missing_value = encoded_missing_value
        self.min_frequency = min_frequency
        self.max_categories = max_categories
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class TargetEncoding(TransformerEstimator):
    """Target encoding (mean encoding): a level becomes the mean of the target over its training rows, shrunk towards the mean of
    all rows.

    A transformer for a pipeline, like scikit-learn's TargetEncoder. Training rows are cross-fitted: the learner behind sees them
    encoded by the other folds, so that no row is encoded by its own target (no target leakage). A target of more than two
    classes makes a column for each class. Numbers, dates and texts are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: target encoder, mean encoding, impact encoding, TargetEncoder.

    Parameters
    ----------
    smooth : float or {"auto"}, default="auto"
        How strongly means of few rows are drawn towards the mean of all: a number of rows, or `auto` (empirical Bayes).
        At least 0.

        - "auto": By an empirical Bayes estimate from the variances of the target.
    folds : int, default=5
        Folds of the cross-fitting, if the roles of the rows do not say.
        At least 2 and at most 1000.
    """

    __module__ = "hornbook"
    _learner = "target-encoding"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _is_supervised = True

    def __init__(
        self,
        *,
        smooth: float | Literal["auto"] = "auto",
        folds: int = 5,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.smooth = smooth
        self.folds = folds
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class FeatureHashing(TransformerEstimator):
    """Feature hashing (hashing trick): the levels of all categorical features share a fixed number of columns, by their hash.

    A transformer for a pipeline, like scikit-learn's FeatureHasher on `name=level`, with the same hash. Numbers, dates and texts
    are passed through, behind the hashed columns. Columns are sparse.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: hashing trick, feature hasher, FeatureHasher.

    Parameters
    ----------
    n_features : int, default=1024
        Number of columns.
        At least 1 and at most 16777216.
    alternate_sign : bool, default=True
        Whether the hash gives a sign, too, so that levels that share a column cancel out on average.
    """

    __module__ = "hornbook"
    _learner = "feature-hashing"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        n_features: int = 1024,
        alternate_sign: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_features = n_features
        self.alternate_sign = alternate_sign
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class MissingIndicator(TransformerEstimator):
    """Missing indicator: columns that are 1 where a feature is missing, and 0 elsewhere.

    A transformer for a pipeline, like scikit-learn's MissingIndicator: the features themselves are left out;
    `columns(@all=missing-indicator, @number=fill-missing)` keeps both.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: missing indicators, missingness, MissingIndicator.

    Parameters
    ----------
    features : {"missing_only", "all"}, default="missing_only"
        Which features get an indicator.

        - "missing_only": Those with missing values in training.
        - "all": All.
    error_on_new : bool, default=False
        Whether rows are refused that lack a value where training had none missing, and there is no indicator.
    """

    __module__ = "hornbook"
    _learner = "missing-indicator"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        features: Literal["missing_only", "all"] = "missing_only",
        error_on_new: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.features = features
        self.error_on_new = error_on_new
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Binning(TransformerEstimator):
    """Binning (discretization): numbers become intervals, of equal width, of equal frequency, by k-means or by the MDL principle.

    A transformer for a pipeline, like scikit-learn's KBinsDiscretizer and Weka's Discretize: cuts are fitted on the
    training data only, inside each fold (no data leakage). Dates are binned as numbers; categorical, boolean and text features are
    passed through, and missing values stay missing.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: discretization, discretize, bins, KBinsDiscretizer.

    Parameters
    ----------
    n_bins : int, default=5
        Number of bins of each feature; `mdl` finds it by itself.
        At least 2 and at most 10000.
    strategy : {"uniform", "quantile", "kmeans", "mdl"}, default="quantile"
        Where the cuts are.

        - "uniform": Bins of equal width.
        - "quantile": Bins of as many rows each (equal frequency).
        - "kmeans": Bins around the centers of k-means in one dimension.
        - "mdl": Cuts that the classes of the target ask for, by the minimum description length principle (Fayyad and Irani).
    encode : {"onehot", "ordinal", "category"}, default="onehot"
        What a bin becomes.

        - "onehot": A column of 0 and 1 for each bin.
        - "ordinal": Its number, from 0.
        - "category": A level of a category.
    column_bins : dict[str, float] | list[float] or None, default=None
        Number of bins of some features, in place of `n_bins`.
    quantile_method : {"inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased"}, default="linear"
        Which number a quantile is where no value, or more than one, has the wanted fraction of the rows below it.

        - "inverted_cdf": The smallest value that has at least the fraction of the rows at or below it (type 1).
        - "averaged_inverted_cdf": The same, but the midpoint of two values where both would do (type 2).
        - "closest_observation": The value of the nearest rank (type 3).
        - "interpolated_inverted_cdf": On a straight line between the steps of the distribution (type 4).
        - "hazen": The same from the middle of each step (type 5).
        - "weibull": As if the values divided the population into equal parts (type 6).
        - "linear": On a straight line between the two nearest ranks (type 7).
        - "median_unbiased": Near the median of the order statistics whatever the distribution (type 8).
        - "normal_unbiased": Near the mean of the order statistics of a normal distribution (type 9).
    """

    __module__ = "hornbook"
    _learner = "binning"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        n_bins: int = 5,
        strategy: Literal["uniform", "quantile", "kmeans", "mdl"] = "quantile",
        encode: Literal["onehot", "ordinal", "category"] = "onehot",
        column_bins: dict[str, float] | list[float] | None = None,
        quantile_method: Literal["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased"] = "linear",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_bins = n_bins
        self.strategy = strategy
        self.encode = encode
        self.column_bins = column_bins
        self.quantile_method = quantile_method
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Binarize(TransformerEstimator):
    """Binarization: numbers above a threshold become 1, all others 0.

    A transformer for a pipeline, like scikit-learn's Binarizer. Dates, categorical, boolean and text features are passed through,
    and missing values stay missing.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: binarizer, binarization, thresholding, Binarizer.

    Parameters
    ----------
    threshold : float, default=0.0
        Numbers above it become 1.
    """

    __module__ = "hornbook"
    _learner = "binarize"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        threshold: float = 0.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.threshold = threshold
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Power(TransformerEstimator):
    """Power transform: Box-Cox or Yeo-Johnson, which bring skewed features near a normal distribution.

    A transformer for a pipeline, like scikit-learn's PowerTransformer: the exponent of each feature is fitted by maximum
    likelihood on the training data only (no data leakage). Dates, categorical, boolean and text features and missing values are
    passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: power transform, box-cox, yeo-johnson, PowerTransformer.

    Parameters
    ----------
    method : {"yeo_johnson", "box_cox"}, default="yeo_johnson"
        The family of transforms.

        - "yeo_johnson": Yeo-Johnson, for any numbers.
        - "box_cox": Box-Cox, for numbers above zero.
    standardize : bool, default=True
        Whether transformed features are standardized to mean 0 and variance 1.
    """

    __module__ = "hornbook"
    _learner = "power"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        method: Literal["yeo_johnson", "box_cox"] = "yeo_johnson",
        standardize: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.method = method
        self.standardize = standardize
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class QuantileTransform(TransformerEstimator):
    """Quantile transform: features become uniformly or normally distributed, by the ranks of the training rows.

    A transformer for a pipeline, like scikit-learn's QuantileTransformer: quantiles are fitted on the training data only (no
    data leakage), on all of its rows. Dates, categorical, boolean and text features and missing values are passed through.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: quantile normalization, rank transform, QuantileTransformer.

    Parameters
    ----------
    n_quantiles : int, default=1000
        Number of quantiles, at most as many as there are rows.
        At least 2 and at most 100000.
    output_distribution : {"uniform", "normal"}, default="uniform"
        The distribution that features get.

        - "uniform": Uniform, from 0 to 1.
        - "normal": Standard normal.
    """

    __module__ = "hornbook"
    _learner = "quantile-transform"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        n_quantiles: int = 1000,
        output_distribution: Literal["uniform", "normal"] = "uniform",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_quantiles = n_quantiles
        self.output_distribution = output_distribution
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Normalize(TransformerEstimator):
    """Normalization of rows: each row is divided by its norm over all numeric features (unit norm).

    A transformer for a pipeline, like scikit-learn's Normalizer. Nothing is fitted. Dates, categorical, boolean and text features
    are passed through; missing values stay missing and count as nothing.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: normalizer, unit norm, Normalizer.

    Parameters
    ----------
    norm : {"l2", "l1", "max"}, default="l2"
        The norm.

        - "l2": The root of the sum of squares (Euclidean length).
        - "l1": The sum of absolute values.
        - "max": The largest absolute value.
    """

    __module__ = "hornbook"
    _learner = "normalize"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        norm: Literal["l2", "l1", "max"] = "l2",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.norm = norm
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class PolynomialFeatures(TransformerEstimator):
    """Polynomial features: powers and products (interactions) of the numeric features, up to a degree.

    A transformer for a pipeline, like scikit-learn's PolynomialFeatures. Dates, categorical, boolean and text features stay, behind
    the products. Missing values stay missing.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: interaction terms, powers, PolynomialFeatures.

    Parameters
    ----------
    degree : int, default=2
        Highest degree of a product.
        At least 0 and at most 100.
    min_degree : int, default=0
        Lowest degree of a product, but for the constant.
        At least 0 and at most 100.
    interaction_only : bool, default=False
        Whether products are of different features only, without powers.
    include_bias : bool, default=True
        Whether there is a column of ones.
    """

    __module__ = "hornbook"
    _learner = "polynomial-features"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        degree: int = 2,
        min_degree: int = 0,
        interaction_only: bool = False,
        include_bias: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.degree = degree
        self.min_degree = min_degree
        self.interaction_only = interaction_only
        self.include_bias = include_bias
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class SplineFeatures(TransformerEstimator):
    """Spline features: numeric features become B-splines, on which a linear model fits smooth curves.

    A transformer for a pipeline, like scikit-learn's SplineTransformer: knots are fitted on the training data only (no data
    leakage). Dates, categorical, boolean and text features are passed through, and missing values stay missing.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: b-splines, spline transformer, SplineTransformer.

    Parameters
    ----------
    n_knots : int, default=5
        Number of knots, with both ends.
        At least 2 and at most 10000.
    degree : int, default=3
        Degree of the polynomials between knots.
        At least 0 and at most 20.
    knots : {"uniform", "quantile"}, default="uniform"
        Where the knots are.

        - "uniform": At equal distances from the smallest to the largest number.
        - "quantile": At quantiles: with as many rows between any two.
    extrapolation : {"constant", "linear", "continue", "periodic", "error"}, default="constant"
        What becomes of numbers beyond those of training.

        - "constant": The splines stay what they are at the end.
        - "linear": The splines go on as straight lines.
        - "continue": The polynomials of the last interval go on.
        - "periodic": The splines repeat themselves: the first and the last knot are the same.
        - "error": Such numbers are refused with a sentence.
    include_bias : bool, default=True
        Whether all splines are columns, which add up to 1; else the last is left out.
    """

    __module__ = "hornbook"
    _learner = "spline-features"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        n_knots: int = 5,
        degree: int = 3,
        knots: Literal["uniform", "quantile"] = "uniform",
        extrapolation: Literal["constant", "linear", "continue", "periodic", "error"] = "constant",
        include_bias: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_knots = n_knots
        self.degree = degree
        self.knots = knots
        self.extrapolation = extrapolation
        self.include_bias = include_bias
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class DateParts(TransformerEstimator):
    """Parts of dates: year, month, day, weekday, hour and others in place of a date.

    A transformer for a pipeline, like recipes' step_date. Features that are no dates are passed through, and missing dates stay
    missing.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: date features, calendar features.

    Parameters
    ----------
    parts : str, default="year+month+day+weekday+hour"
        The parts, with `+` between: year, quarter, month, day, day_of_year, weekday (0 is Monday), weekend, hour, minute, second.
    cyclic : bool, default=False
        Whether parts that come round again become a sine and a cosine.
    """

    __module__ = "hornbook"
    _learner = "date-parts"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        parts: str = "year+month+day+weekday+hour",
        cyclic: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.parts = parts
        self.cyclic = cyclic
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Lags(TransformerEstimator):
    """Lags: the values of columns some rows before, by an order and within groups.

    A transformer for a pipeline, like recipes' step_lag and pandas' shift. The columns stay, and their lags stand behind them. The
    first rows of a group have missing lags; rows to predict continue the last training rows of their group.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: lag features, lagged features, autoregressive features.

    Parameters
    ----------
    lags : list[float] or None, default=None
        How many rows before: whole numbers; none takes 1.
        At least 1 and at most 1000000.
    columns : list[str] | str or None, default=None
        Columns whose lags are made; none stands for all numbers.
    order : str or None, default=None
        The column of numbers or dates that the rows are ordered by; without one they stand in order.
    group : str or None, default=None
        The column of the groups: each has a past of its own.
    """

    __module__ = "hornbook"
    _learner = "lags"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        lags: list[float] | None = None,
        columns: list[str] | str | None = None,
        order: str | None = None,
        group: str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.lags = lags
        self.columns = columns
        self.order = order
        self.group = group
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class RollingWindows(TransformerEstimator):
    """Rolling windows: mean, sum, minimum, maximum, standard deviation or count of a column over the rows before, by an order and
    within groups.

    A transformer for a pipeline, like recipes' step_window and pandas' rolling. The columns stay, and their statistics stand behind
    them. Rows to predict continue the last training rows of their group.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: rolling, moving average, window features.

    Parameters
    ----------
    window : int, default=3
        How many rows the window has.
        At least 1 and at most 1000000.
    statistics : str, default="mean"
        The statistics, with `+` between: mean, sum, min, max, std, count.
    columns : list[str] | str or None, default=None
        Columns whose statistics are made; none stands for all numbers.
    order : str or None, default=None
        The column of numbers or dates that the rows are ordered by; without one they stand in order.
    group : str or None, default=None
        The column of the groups: each has a past of its own.
    include_current : bool, default=False
        Whether the row itself is the last of its window; by default the window ends before it.
    min_periods : int, default=1
        How many values a window must have for its statistic not to be missing.
        At least 1 and at most 1000000.
    """

    __module__ = "hornbook"
    _learner = "rolling-windows"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        window: int = 3,
        statistics: str = "mean",
        columns: list[str] | str | None = None,
        order: str | None = None,
        group: str | None = None,
        include_current: bool = False,
        min_periods: int = 1,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.window = window
        self.statistics = statistics
        self.columns = columns
        self.order = order
        self.group = group
        self.include_current = include_current
        self.min_periods = min_periods
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Function(TransformerEstimator):
    """Function: each number of some columns becomes a function of it, given by a formula of x or registered by the program.

    A transformer for a pipeline, like scikit-learn's FunctionTransformer. Other columns are passed through, missing values stay missing,
    and so does what has no finite result.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: formula, function transformer, FunctionTransformer.

    Parameters
    ----------
    formula : str or None, default=None
        The formula of x, like `ln(x + 1)`; none leaves numbers as they are.
    inverse : str or None, default=None
        The formula of the way back, like `exp(x) - 1`.
    registered : str or None, default=None
        The name of a function that the program has registered (Rust), in place of a formula.
    columns : list[str] | str or None, default=None
        Columns of numbers that are transformed; none stands for all numbers.
    """

    __module__ = "hornbook"
    _learner = "function"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        formula: str | None = None,
        inverse: str | None = None,
        registered: str | None = None,
        columns: list[str] | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.formula = formula
        self.inverse = inverse
        self.registered = registered
        self.columns = columns
        self.random_state = random_state
        self.n_jobs = n_jobs
