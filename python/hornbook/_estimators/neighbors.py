"""The estimators of the family `neighbors`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, DensityEstimator, OutlierDetector, Regressor
from .._documentation import attribute, documented
from .._neighbors import Distances, LocalFactors, Neighbors


class _NSamplesFitAttributes:
    n_samples_fit_ = attribute("n_samples_fit", "How many rows `fit` was given.")
    kept_indices_ = attribute("kept_indices", "The training rows that are kept, counted from 0, which are all unless prototypes were chosen.")


class _NegativeOutlierFactorAttributes:
    negative_outlier_factor_ = attribute("negative_outlier_factor", "The local outlier factor of each row of `fit`, with its sign turned: near -1 is usual.")
    n_neighbors_ = attribute("n_neighbors", "How many neighbors are looked at: `n_neighbors`, or all other rows if there are fewer.")
    offset_ = attribute("offset", "From which negative outlier factor on rows are inliers: -1.5, or by `contamination`.")


class _KNeighbors(_NSamplesFitAttributes):
    """k-nearest neighbors (k-NN): majority vote or mean of the k nearest training rows.

    Instance-based (lazy) learning: there is nothing to fit, the training set is the model. Results depend on
    the distance metric and so on feature scaling: see `scale`. Exact search by brute force, kd-tree or ball
    tree, or approximate nearest neighbors by an HNSW graph.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: knn, k-nn, k-nearest neighbors, nearest neighbor.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbors (k) that vote.
        At least 1.
    weights : {"uniform", "distance", "squared_distance"}, default="uniform"
        Weighting of neighbors: `uniform`, `distance` (inverse distance) or `squared_distance`.

        - "uniform": Every neighbor counts the same.
        - "distance": Inverse distance, 1/d. Where neighbors are at distance zero, only those vote, equally.
        - "squared_distance": Inverse squared distance, 1/d². Where neighbors are at distance zero, only those vote, equally.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        Nearest-neighbor search; all are exact but `hnsw`, which finds approximate nearest neighbors.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Brute force: computes all distances.
        - "kd_tree": kd-tree (axis-aligned boxes), for metrics that are separable by feature.
        - "ball_tree": Ball tree, for metrics with the triangle inequality.
        - "hnsw": Approximate nearest neighbors by a hierarchical navigable small-world graph (HNSW), for Euclidean, Mahalanobis and cosine distance; never chosen by itself.
    leaf_size : int, default=30
        Leaf size of the kd-tree or ball tree, in rows.
        At least 1.
    p : float, default=2.0
        Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        Distance metric.

        - "euclidean": L2 distance: the straight line.
        - "manhattan": L1 (city-block) distance: the sum of absolute differences.
        - "minkowski": Lp distance: the p-th root of the sum of the absolute differences to the power `p`.
        - "chebyshev": L∞ distance: the largest absolute difference.
        - "mahalanobis": Euclidean distance after whitening by the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": Fraction of features that differ.
        - "gower": Gower distance for mixed data: the mean over known features of differences from 0 to 1; numeric ones by their range, categorical ones differ or not.
        - "haversine": Great-circle distance (as an angle) between points on a sphere; the two features are latitude and longitude in radians.
    scale : {"none", "standard", "min_max"}, default="none"
        Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.

        - "none": No scaling.
        - "standard": Standardization (z-score): zero mean, unit variance.
        - "min_max": Min-max scaling to a range, 0 to 1 by default.
    feature_range : list[float] or None, default=None
        Range that `min_max` scaling maps features to; 0 and 1 if unset.
    prototypes : {"none", "condensed", "edited"}, default="none"
        Prototype selection: which training rows are kept, for classification.

        - "none": All.
        - "condensed": Condensed nearest neighbor (Hart): a small subset that classifies every training row correctly by 1-NN; each counts once.
        - "edited": Edited nearest neighbor (Wilson): drops rows that their `n_neighbors` neighbors misclassify.
    m : int, default=16
        HNSW: links per row of the graph (M); more give higher recall, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        HNSW: candidate list size while building the graph; more give higher recall, and a longer build.
        At least 1.
    ef_search : int, default=64
        HNSW: candidate list size of a search; more give higher recall, and slower queries.
        At least 1.
    """

    _learner = "k-neighbors"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        weights: Literal["uniform", "distance", "squared_distance"] = "uniform",
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        p: float = 2.0,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        prototypes: Literal["none", "condensed", "edited"] = "none",
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.feature_range = feature_range
        self.prototypes = prototypes
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class KNeighborsClassifier(_KNeighbors, Neighbors, Classifier):
    __module__ = "hornbook"


@documented
class KNeighborsRegressor(_KNeighbors, Neighbors, Regressor):
    __module__ = "hornbook"


class _RadiusNeighbors(_NSamplesFitAttributes):
    """Radius neighbors: majority vote or mean of all training rows within a fixed radius (instance-based
    learning).

    Where no training row is within the radius, `outlier_label` says what to predict. Depends on the distance
    metric and so on feature scaling: see `scale`.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: radius neighbors, fixed-radius neighbors.

    Parameters
    ----------
    radius : float, default=1.0
        Radius within which training rows are neighbors.
        At least 0.
    weights : {"uniform", "distance", "squared_distance"}, default="uniform"
        Weighting of neighbors: `uniform`, `distance` (inverse distance) or `squared_distance`.

        - "uniform": Every neighbor counts the same.
        - "distance": Inverse distance, 1/d. Where neighbors are at distance zero, only those vote, equally.
        - "squared_distance": Inverse squared distance, 1/d². Where neighbors are at distance zero, only those vote, equally.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        Nearest-neighbor search; all are exact. `hnsw` is of no use within a radius.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Brute force: computes all distances.
        - "kd_tree": kd-tree (axis-aligned boxes), for metrics that are separable by feature.
        - "ball_tree": Ball tree, for metrics with the triangle inequality.
        - "hnsw": Approximate nearest neighbors by a hierarchical navigable small-world graph (HNSW), for Euclidean, Mahalanobis and cosine distance; never chosen by itself.
    leaf_size : int, default=30
        Leaf size of the kd-tree or ball tree, in rows.
        At least 1.
    p : float, default=2.0
        Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        Distance metric.

        - "euclidean": L2 distance: the straight line.
        - "manhattan": L1 (city-block) distance: the sum of absolute differences.
        - "minkowski": Lp distance: the p-th root of the sum of the absolute differences to the power `p`.
        - "chebyshev": L∞ distance: the largest absolute difference.
        - "mahalanobis": Euclidean distance after whitening by the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": Fraction of features that differ.
        - "gower": Gower distance for mixed data: the mean over known features of differences from 0 to 1; numeric ones by their range, categorical ones differ or not.
        - "haversine": Great-circle distance (as an angle) between points on a sphere; the two features are latitude and longitude in radians.
    scale : {"none", "standard", "min_max"}, default="none"
        Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.

        - "none": No scaling.
        - "standard": Standardization (z-score): zero mean, unit variance.
        - "min_max": Min-max scaling to a range, 0 to 1 by default.
    feature_range : list[float] or None, default=None
        Range that `min_max` scaling maps features to; 0 and 1 if unset.
    outlier_label : {"most_frequent"} or None, default="most_frequent"
        Prediction for a row without neighbors; an error if unset.

        - "most_frequent": The class that most training rows have; for numbers, their mean.
    """

    _learner = "radius-neighbors"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        radius: float = 1.0,
        weights: Literal["uniform", "distance", "squared_distance"] = "uniform",
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        p: float = 2.0,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        outlier_label: Literal["most_frequent"] | None = "most_frequent",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.radius = radius
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.feature_range = feature_range
        self.outlier_label = outlier_label
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class RadiusNeighborsClassifier(_RadiusNeighbors, Neighbors, Classifier):
    __module__ = "hornbook"


@documented
class RadiusNeighborsRegressor(_RadiusNeighbors, Neighbors, Regressor):
    __module__ = "hornbook"


@documented
class KNeighborsDensity(Distances, DensityEstimator):
    """k-nearest-neighbor density estimation (nonparametric).

    Predicts the log density at a point, from the volume of the ball that holds the `n_neighbors` nearest
    training rows. Unsupervised: needs no target. Numeric features only.

    Natively handles: numeric features, sample weights.

    Also called: knn density.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbors (k) in the ball.
        At least 1.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        Nearest-neighbor search; all are exact but `hnsw`, which finds approximate nearest neighbors.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Brute force: computes all distances.
        - "kd_tree": kd-tree (axis-aligned boxes), for metrics that are separable by feature.
        - "ball_tree": Ball tree, for metrics with the triangle inequality.
        - "hnsw": Approximate nearest neighbors by a hierarchical navigable small-world graph (HNSW), for Euclidean, Mahalanobis and cosine distance; never chosen by itself.
    leaf_size : int, default=30
        Leaf size of the kd-tree or ball tree, in rows.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        Distance metric: `euclidean`, `manhattan`, `minkowski`, `chebyshev` or `mahalanobis`.

        - "euclidean": L2 distance: the straight line.
        - "manhattan": L1 (city-block) distance: the sum of absolute differences.
        - "minkowski": Lp distance: the p-th root of the sum of the absolute differences to the power `p`.
        - "chebyshev": L∞ distance: the largest absolute difference.
        - "mahalanobis": Euclidean distance after whitening by the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": Fraction of features that differ.
        - "gower": Gower distance for mixed data: the mean over known features of differences from 0 to 1; numeric ones by their range, categorical ones differ or not.
        - "haversine": Great-circle distance (as an angle) between points on a sphere; the two features are latitude and longitude in radians.
    p : float, default=2.0
        Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
        At least 1.
    scale : {"none", "standard", "min_max"}, default="none"
        Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.

        - "none": No scaling.
        - "standard": Standardization (z-score): zero mean, unit variance.
        - "min_max": Min-max scaling to a range, 0 to 1 by default.
    feature_range : list[float] or None, default=None
        Range that `min_max` scaling maps features to; 0 and 1 if unset.
    m : int, default=16
        HNSW: links per row of the graph (M); more give higher recall, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        HNSW: candidate list size while building the graph; more give higher recall, and a longer build.
        At least 1.
    ef_search : int, default=64
        HNSW: candidate list size of a search; more give higher recall, and slower queries.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "k-neighbors-density"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        p: float = 2.0,
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.scale = scale
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class KNeighborsOutliers(Distances, OutlierDetector):
    """k-NN distance outlier detection: outliers (anomalies) are rows whose nearest neighbors are far.

    Unsupervised: needs no target. The outlier score compares the mean distance to the k nearest neighbors
    with that of a typical row. Depends on the distance metric and so on feature scaling: see `scale`.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: knn outliers.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbors (k).
        At least 1.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        Nearest-neighbor search; all are exact but `hnsw`, which finds approximate nearest neighbors.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Brute force: computes all distances.
        - "kd_tree": kd-tree (axis-aligned boxes), for metrics that are separable by feature.
        - "ball_tree": Ball tree, for metrics with the triangle inequality.
        - "hnsw": Approximate nearest neighbors by a hierarchical navigable small-world graph (HNSW), for Euclidean, Mahalanobis and cosine distance; never chosen by itself.
    leaf_size : int, default=30
        Leaf size of the kd-tree or ball tree, in rows.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        Distance metric.

        - "euclidean": L2 distance: the straight line.
        - "manhattan": L1 (city-block) distance: the sum of absolute differences.
        - "minkowski": Lp distance: the p-th root of the sum of the absolute differences to the power `p`.
        - "chebyshev": L∞ distance: the largest absolute difference.
        - "mahalanobis": Euclidean distance after whitening by the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": Fraction of features that differ.
        - "gower": Gower distance for mixed data: the mean over known features of differences from 0 to 1; numeric ones by their range, categorical ones differ or not.
        - "haversine": Great-circle distance (as an angle) between points on a sphere; the two features are latitude and longitude in radians.
    p : float, default=2.0
        Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
        At least 1.
    contamination : float or {"auto"}, default="auto"
        Expected fraction of outliers; sets the decision threshold. `auto`: three times the typical distance.
        Above 0 and at most 0.5.

        - "auto": Not known: rows with a score above the default threshold of the learner are outliers.
    scale : {"none", "standard", "min_max"}, default="none"
        Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.

        - "none": No scaling.
        - "standard": Standardization (z-score): zero mean, unit variance.
        - "min_max": Min-max scaling to a range, 0 to 1 by default.
    feature_range : list[float] or None, default=None
        Range that `min_max` scaling maps features to; 0 and 1 if unset.
    m : int, default=16
        HNSW: links per row of the graph (M); more give higher recall, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        HNSW: candidate list size while building the graph; more give higher recall, and a longer build.
        At least 1.
    ef_search : int, default=64
        HNSW: candidate list size of a search; more give higher recall, and slower queries.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "k-neighbors-outliers"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        p: float = 2.0,
        contamination: float | Literal["auto"] = "auto",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.contamination = contamination
        self.scale = scale
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class LocalOutlierFactor(_NegativeOutlierFactorAttributes, LocalFactors, OutlierDetector):
    """Local outlier factor (LOF): density-based outlier detection (anomaly detection) by the local density of
    neighbors.

    Unsupervised: needs no target. LOF compares the density around a row with that around its neighbors: about
    1 for an inlier, however dense its surroundings, and larger for an outlier. With `novelty` it does novelty
    detection on unseen data. Depends on the distance metric and so on feature scaling: see `scale`.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: lof, novelty detection.

    Parameters
    ----------
    n_neighbors : int, default=20
        Number of neighbors (k).
        At least 1.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        Nearest-neighbor search; all are exact but `hnsw`, which finds approximate nearest neighbors.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Brute force: computes all distances.
        - "kd_tree": kd-tree (axis-aligned boxes), for metrics that are separable by feature.
        - "ball_tree": Ball tree, for metrics with the triangle inequality.
        - "hnsw": Approximate nearest neighbors by a hierarchical navigable small-world graph (HNSW), for Euclidean, Mahalanobis and cosine distance; never chosen by itself.
    leaf_size : int, default=30
        Leaf size of the kd-tree or ball tree, in rows.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        Distance metric.

        - "euclidean": L2 distance: the straight line.
        - "manhattan": L1 (city-block) distance: the sum of absolute differences.
        - "minkowski": Lp distance: the p-th root of the sum of the absolute differences to the power `p`.
        - "chebyshev": L∞ distance: the largest absolute difference.
        - "mahalanobis": Euclidean distance after whitening by the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": Fraction of features that differ.
        - "gower": Gower distance for mixed data: the mean over known features of differences from 0 to 1; numeric ones by their range, categorical ones differ or not.
        - "haversine": Great-circle distance (as an angle) between points on a sphere; the two features are latitude and longitude in radians.
    p : float, default=2.0
        Power of the Minkowski distance: 1 is Manhattan, 2 is Euclidean.
        At least 1.
    contamination : float or {"auto"}, default="auto"
        Expected fraction of outliers; sets the decision threshold. `auto`: a LOF above 1.5.
        Above 0 and at most 0.5.

        - "auto": Not known: rows with a score above the default threshold of the learner are outliers.
    novelty : bool, default=False
        Novelty detection: all rows to predict are unseen data. If not set (outlier detection), a row
        identical to a training row is taken for it, and is not its own neighbor.
    scale : {"none", "standard", "min_max"}, default="none"
        Feature scaling before distances are computed: `none`, `standard` (z-score) or `min_max`.

        - "none": No scaling.
        - "standard": Standardization (z-score): zero mean, unit variance.
        - "min_max": Min-max scaling to a range, 0 to 1 by default.
    feature_range : list[float] or None, default=None
        Range that `min_max` scaling maps features to; 0 and 1 if unset.
    m : int, default=16
        HNSW: links per row of the graph (M); more give higher recall, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        HNSW: candidate list size while building the graph; more give higher recall, and a longer build.
        At least 1.
    ef_search : int, default=64
        HNSW: candidate list size of a search; more give higher recall, and slower queries.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "local-outlier-factor"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 20,
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        p: float = 2.0,
        contamination: float | Literal["auto"] = "auto",
        novelty: bool = False,
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.contamination = contamination
        self.novelty = novelty
        self.scale = scale
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs
