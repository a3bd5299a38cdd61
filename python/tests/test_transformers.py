"""Transformers by scikit-learn's names: its numbers, to ten digits, on its data."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hornbook import BayesianRidge, DecisionTreeRegressor, Function, IterativeImputation, Lags, Ridge, RollingWindows, impute, load, preprocessing
from hornbook.pipeline import make_pipeline
from scipy import sparse, stats
from sklearn import impute as their_impute
from sklearn import preprocessing as theirs
from sklearn.compose import ColumnTransformer as TheirColumns
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.linear_model import LogisticRegression
from sklearn.linear_model import Ridge as TheirRidge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline as their_pipeline

DATA = {"iris": load_iris().data, "wine": load_wine().data, "diabetes": load_diabetes().data}


def with_gaps(X, seed=0):
    X = X.copy()
    X[np.random.default_rng(seed).random(X.shape) < 0.1] = np.nan
    return X


def with_a_constant(X):
    return np.column_stack([X, np.full(len(X), 3.0), np.zeros(len(X))])


SCALERS = [
    ("StandardScaler", {}, ["mean_", "var_", "scale_", "n_samples_seen_"]),
    ("StandardScaler", {"with_mean": False}, ["mean_", "var_", "scale_", "n_samples_seen_"]),
    ("StandardScaler", {"with_std": False}, ["mean_", "var_", "scale_"]),
    ("StandardScaler", {"with_mean": False, "with_std": False}, ["mean_", "var_", "scale_"]),
    ("MinMaxScaler", {}, ["min_", "scale_", "data_min_", "data_max_", "data_range_", "n_samples_seen_"]),
    ("MinMaxScaler", {"feature_range": (-2, 3), "clip": True}, ["min_", "scale_", "data_range_"]),
    ("MaxAbsScaler", {}, ["scale_", "max_abs_", "n_samples_seen_"]),
    ("MaxAbsScaler", {"clip": True}, ["scale_", "max_abs_"]),
    ("RobustScaler", {}, ["center_", "scale_"]),
    ("RobustScaler", {"quantile_range": (10.0, 80.0), "unit_variance": True}, ["center_", "scale_"]),
    ("RobustScaler", {"with_centering": False, "with_scaling": False}, ["center_", "scale_"]),
]


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("change", [lambda X: X, with_gaps, with_a_constant])
@pytest.mark.parametrize(("name", "parameters", "attributes"), SCALERS)
def test_scalers(name, parameters, attributes, data, change):
    X = change(DATA[data])
    train, new = X[::2], X[1::2]
    ours = getattr(preprocessing, name)(**parameters).fit(train)
    expected = getattr(theirs, name)(**parameters).fit(train)
    np.testing.assert_allclose(ours.transform(new), expected.transform(new), rtol=1e-10, atol=1e-10)
    for attribute in attributes:
        value = getattr(expected, attribute)
        assert (getattr(ours, attribute) is None) == (value is None), attribute
        if value is not None:
            np.testing.assert_allclose(getattr(ours, attribute), value, rtol=1e-10, atol=1e-10, err_msg=attribute)
    back = expected.inverse_transform(expected.transform(new))
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(new)), back, rtol=1e-10, atol=1e-10)
    assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())


def test_weighted_standardization():
    X, weights = with_gaps(DATA["wine"]), np.random.default_rng(1).random(178) * (np.arange(178) % 4)
    ours = preprocessing.StandardScaler().fit(X, sample_weight=weights)
    expected = theirs.StandardScaler().fit(X, sample_weight=weights)
    np.testing.assert_allclose(ours.transform(X), expected.transform(X), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(ours.n_samples_seen_, expected.n_samples_seen_)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("StandardScaler", {"with_mean": False}), ("MaxAbsScaler", {}), ("RobustScaler", {"with_centering": False})],
)
@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csr_array, sparse.csc_array])
def test_sparse_rows(name, parameters, kind):
    rows = kind(sparse.random(60, 12, density=0.4, random_state=0, format="csr"))
    ours = getattr(preprocessing, name)(**parameters)
    expected = getattr(theirs, name)(**parameters)
    made, wanted = ours.fit_transform(rows), expected.fit_transform(rows)
    assert sparse.issparse(made) and sparse.isspmatrix(made) == sparse.isspmatrix(rows)
    np.testing.assert_allclose(made.toarray(), wanted.toarray(), rtol=1e-10)
    np.testing.assert_allclose(ours.scale_, expected.scale_, rtol=1e-10)
    with pytest.raises(ValueError, match="Cannot center sparse matrices"):
        preprocessing.StandardScaler().fit(rows)
    with pytest.raises(TypeError, match="does not support sparse input"):
        preprocessing.MinMaxScaler().fit(rows)


@pytest.mark.parametrize("strategy", ["mean", "median", "most_frequent", "constant"])
@pytest.mark.parametrize("add_indicator", [True, False])
@pytest.mark.parametrize("keep_empty_features", [True, False])
@pytest.mark.parametrize("data", DATA)
@pytest.mark.filterwarnings("ignore:Skipping features without any observed values")
@pytest.mark.filterwarnings("ignore:column .* has no value in training")
def test_simple_imputation(strategy, add_indicator, keep_empty_features, data):
    X = with_gaps(DATA[data])
    X[:, 1] = np.nan
    train, new = X[::2], X[1::2]
    parameters = {"strategy": strategy, "add_indicator": add_indicator, "keep_empty_features": keep_empty_features}
    if strategy == "constant":
        parameters["fill_value"] = -1.5
    ours, expected = impute.SimpleImputer(**parameters).fit(train), their_impute.SimpleImputer(**parameters).fit(train)
    np.testing.assert_allclose(ours.transform(new), expected.transform(new), rtol=1e-10)
    np.testing.assert_allclose(ours.statistics_, expected.statistics_.astype(float), rtol=1e-10)
    assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())


def test_missing_values_of_another_name():
    X = np.round(DATA["iris"])
    ours, expected = impute.SimpleImputer(missing_values=3.0).fit(X), their_impute.SimpleImputer(missing_values=3.0).fit(X)
    np.testing.assert_allclose(ours.transform(X), expected.transform(X), rtol=1e-10)
    rows = sparse.csr_array(np.where(X == 5.0, 0.0, X))
    ours, expected = impute.SimpleImputer(missing_values=4.0), their_impute.SimpleImputer(missing_values=4.0)
    np.testing.assert_allclose(ours.fit_transform(rows).toarray(), expected.fit_transform(rows).toarray(), rtol=1e-10)
    with pytest.raises(ValueError, match="Imputation not possible"):
        impute.SimpleImputer(missing_values=0).fit(rows)


def test_frames_in_and_frames_out():
    frame = load_iris(as_frame=True).data
    names = list(frame.columns)
    for given, kind in ((frame, "pandas"), (pl.from_pandas(frame), "polars")):
        scaler = preprocessing.StandardScaler().set_output(transform=kind)
        made = scaler.fit_transform(given)
        assert type(made) is type(given) and list(made.columns) == names
        assert list(scaler.feature_names_in_) == names
    shifted = frame.set_index(np.arange(10, 160))
    made = preprocessing.MinMaxScaler().set_output(transform="pandas").fit_transform(shifted)
    assert made.index.equals(shifted.index)
    assert preprocessing.StandardScaler().fit_transform(frame.astype(np.float32).to_numpy()).dtype == np.float32


def test_inside_scikit_learn():
    X, y = load_wine(return_X_y=True)
    search = GridSearchCV(
        their_pipeline(impute.SimpleImputer(), preprocessing.StandardScaler(), LogisticRegression(max_iter=1000)),
        {"standardscaler__with_mean": [True, False], "simpleimputer__strategy": ["mean", "median"]},
        cv=3,
    ).fit(X, y)
    assert search.best_score_ > 0.95
    columns = TheirColumns([("scale", preprocessing.StandardScaler(), [0, 1]), ("range", preprocessing.MinMaxScaler(), [2])])
    expected = TheirColumns([("scale", theirs.StandardScaler(), [0, 1]), ("range", theirs.MinMaxScaler(), [2])])
    np.testing.assert_allclose(columns.fit_transform(X), expected.fit_transform(X), rtol=1e-10)
    assert list(columns.get_feature_names_out()) == list(expected.get_feature_names_out())
    frame = pd.DataFrame(X[:, :3], columns=["a", "b", "c"])
    assert list(columns.set_output(transform="pandas").fit_transform(frame).columns) == ["scale__a", "scale__b", "range__c"]


NUMBERS = [
    ("Normalizer", {}, []),
    ("Normalizer", {"norm": "l1"}, []),
    ("Normalizer", {"norm": "max"}, []),
    ("Binarizer", {}, []),
    ("Binarizer", {"threshold": 1.5}, []),
    ("PolynomialFeatures", {}, ["powers_", "n_output_features_"]),
    ("PolynomialFeatures", {"degree": 3, "interaction_only": True}, ["powers_"]),
    ("PolynomialFeatures", {"degree": (2, 3), "include_bias": False, "order": "F"}, ["powers_"]),
    ("SplineTransformer", {}, ["n_features_out_"]),
    ("SplineTransformer", {"knots": "quantile", "include_bias": False, "degree": 2, "n_knots": 4}, ["n_features_out_"]),
    ("SplineTransformer", {"extrapolation": "linear"}, []),
    ("SplineTransformer", {"extrapolation": "continue"}, []),
    ("SplineTransformer", {"extrapolation": "periodic", "n_knots": 6}, ["n_features_out_"]),
    ("QuantileTransformer", {"n_quantiles": 20}, ["n_quantiles_", "quantiles_", "references_"]),
    ("QuantileTransformer", {"n_quantiles": 50, "output_distribution": "normal"}, ["quantiles_"]),
    ("KBinsDiscretizer", {"encode": "ordinal", "strategy": "uniform"}, ["n_bins_"]),
    ("KBinsDiscretizer", {"encode": "onehot-dense", "n_bins": 3}, ["n_bins_"]),
]


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize(("name", "parameters", "attributes"), NUMBERS)
@pytest.mark.filterwarnings("ignore:Bins whose width are too small")
def test_transformers_of_numbers(name, parameters, attributes, data):
    # A column of two values has not enough quantiles for different knots.
    X = np.delete(DATA[data], 1, axis=1) if data == "diabetes" else DATA[data]
    train, new = X[::2], X[1::2]
    ours = getattr(preprocessing, name)(**parameters).fit(train)
    if name == "KBinsDiscretizer":
        # What lies on a cut but for rounding may be on either side.
        new = new + 1e-9
    expected = getattr(theirs, name)(**parameters).fit(train)
    np.testing.assert_allclose(ours.transform(new), expected.transform(new), rtol=1e-10, atol=1e-10)
    for attribute in attributes:
        np.testing.assert_allclose(getattr(ours, attribute), getattr(expected, attribute), rtol=1e-10, atol=1e-10)
    assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())


@pytest.mark.parametrize("data", ["iris", "wine"])
@pytest.mark.parametrize("method", ["yeo-johnson", "box-cox"])
@pytest.mark.parametrize("standardize", [True, False])
def test_power_transforms(data, method, standardize):
    X = DATA[data] + 0.01
    ours = preprocessing.PowerTransformer(method, standardize=standardize).fit(X)
    expected = theirs.PowerTransformer(method=method, standardize=standardize).fit(X)
    # scikit-learn knows the maximum of the likelihood to half the digits of a number (crates/…/reference/transformers.py).
    np.testing.assert_allclose(ours.lambdas_, expected.lambdas_, rtol=1e-6, atol=1e-6)
    expected.lambdas_ = ours.lambdas_
    if not standardize:
        np.testing.assert_allclose(ours.transform(X), expected.transform(X), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X)), X, rtol=1e-7)


def test_splines_as_objects():
    X = DATA["wine"]
    ours, expected = preprocessing.SplineTransformer().fit(X), theirs.SplineTransformer().fit(X)
    for own, their in zip(ours.bsplines_, expected.bsplines_):
        np.testing.assert_allclose(own.t, their.t, rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(own.c, their.c)
    assert sparse.issparse(preprocessing.SplineTransformer(sparse_output=True).fit_transform(X))


def test_bin_edges():
    X = DATA["wine"]
    for strategy in ("uniform", "quantile"):
        ours = preprocessing.KBinsDiscretizer(4, strategy=strategy).fit(X)
        expected = theirs.KBinsDiscretizer(4, strategy=strategy).fit(X)
        for own, their in zip(ours.bin_edges_, expected.bin_edges_):
            np.testing.assert_allclose(own, their, rtol=1e-10)
        made = ours.transform(X)
        assert sparse.issparse(made)
        np.testing.assert_array_equal(made.toarray(), expected.transform(X).toarray())
        np.testing.assert_allclose(ours.inverse_transform(made), expected.inverse_transform(expected.transform(X)), rtol=1e-10)


@pytest.mark.parametrize("features", ["missing-only", "all"])
def test_missing_indicators(features):
    X = with_gaps(DATA["iris"])
    X[:, 0] = 1.0
    ours = impute.MissingIndicator(features=features).fit(X)
    expected = their_impute.MissingIndicator(features=features).fit(X)
    np.testing.assert_array_equal(ours.transform(X), expected.transform(X))
    np.testing.assert_array_equal(ours.features_, expected.features_)
    assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())


def exact_distance(one, other, missing_values=np.nan):
    both = ~(np.isnan(one) | np.isnan(other))
    return np.sqrt(((one - other)[both] ** 2).sum() * len(one) / both.sum()) if both.any() else np.nan


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("add_indicator", [True, False])
@pytest.mark.parametrize("data", DATA)
@pytest.mark.filterwarnings("ignore:Skipping features without any observed values")
def test_imputation_by_neighbors(weights, add_indicator, data):
    # Of rows at the same distance any may be taken: there must be none.
    X = with_gaps(DATA[data] * (1 + 1e-3 * np.random.default_rng(1).random(DATA[data].shape)))
    for has_empty in (False, True):
        X[:, 2] = np.nan if has_empty else X[:, 2]
        train, new = X[::2], X[1::2]
        parameters = {"n_neighbors": 3, "weights": weights, "add_indicator": add_indicator}
        ours, expected = impute.KNNImputer(**parameters).fit(train), their_impute.KNNImputer(**parameters).fit(train)
        if weights == "distance":
            # scikit-learn's own distance of near rows is the difference of large numbers, and has few digits.
            expected.metric = exact_distance
        np.testing.assert_allclose(ours.transform(new), expected.transform(new), rtol=1e-10)
        assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())


@pytest.mark.filterwarnings("ignore:.*Early stopping criterion not reached")
@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"initial_strategy": "median", "imputation_order": "descending"},
        {"initial_strategy": "most_frequent", "imputation_order": "roman", "skip_complete": True},
        {"initial_strategy": "constant", "fill_value": 2.5, "imputation_order": "arabic"},
        {"min_value": 1.0, "max_value": [7.0, 3.0, 5.0, 2.0]},
        {"max_iter": 0},
    ],
)
def test_iterative_imputation(parameters):
    X = with_gaps(DATA["iris"])
    X[::2, 1] = DATA["iris"][::2, 1]
    given = {"max_iter": 3, "tol": 0.0} | parameters
    # Of the solvers of scikit-learn's ridge regression, this one keeps the digits.
    expected = their_impute.IterativeImputer(TheirRidge(alpha=1.0, solver="svd"), **given).fit(X[::2])
    ours = impute.IterativeImputer(Ridge(alpha=1.0), **given).fit(X[::2])
    np.testing.assert_allclose(ours.transform(X), expected.transform(X), rtol=1e-10)
    assert ours.n_iter_ == expected.n_iter_
    if given["max_iter"]:
        assert ours.n_features_with_missing_ == expected.n_features_with_missing_
    np.testing.assert_allclose(ours.initial_imputer_.statistics_, expected.initial_imputer_.statistics_.astype(float))
    assert len(ours.imputation_sequence_) == len(expected.imputation_sequence_)
    for own, their in zip(ours.imputation_sequence_, expected.imputation_sequence_):
        assert own.feat_idx == their.feat_idx
        np.testing.assert_array_equal(own.neighbor_feat_idx, their.neighbor_feat_idx)
        np.testing.assert_allclose(own.estimator.coef_, their.estimator.coef_, rtol=1e-8)


def test_iterative_imputation_draws_and_refuses():
    X = with_gaps(DATA["wine"])
    few = impute.IterativeImputer(n_nearest_features=3, imputation_order="random", random_state=1)
    made = few.fit_transform(X)
    assert np.isfinite(made).all()
    np.testing.assert_array_equal(made, few.fit_transform(X))
    assert not np.array_equal(made, few.set_params(random_state=2).fit_transform(X))
    with pytest.raises(ValueError, match="initial_strategy is 'mode'"):
        impute.IterativeImputer(initial_strategy="mode").fit(X)
    with pytest.raises(ValueError, match="expected a number or one for each of 13 features"):
        impute.IterativeImputer(min_value=[1.0, 2.0]).fit(X)


def noisy_rows(n=60):
    rng = np.random.default_rng(0)
    x = rng.normal(size=n)
    X = np.column_stack([x, 2.0 * x + rng.normal(size=n), np.full(n, np.nan)])
    X[::6, 1] = np.nan
    return X


@pytest.mark.filterwarnings("ignore:Skipping features without any observed values")
def test_draws_of_iterative_imputation(tmp_path):
    X = noisy_rows()
    gaps = np.isnan(X[:, 1])
    draws = lambda seed: impute.IterativeImputer(sample_posterior=True, max_iter=1, random_state=seed).fit(X)
    exact = impute.IterativeImputer(max_iter=1).fit(X)
    means = exact.transform(X)[gaps, 1]
    (_, _, of_x), (place, others, of_y) = exact.imputation_sequence_
    assert (place, others.tolist()) == (1, [0])
    deviations = of_y.predict(X[gaps, :1], return_std=True)[1]
    seeds = 400
    found = np.array([draws(seed).transform(X)[gaps, 1] for seed in range(seeds)])
    standard_errors = deviations / np.sqrt(seeds)
    assert (np.abs(found.mean(axis=0) - means) < 3 * standard_errors).all()
    assert (np.abs(found.std(axis=0, ddof=1) - deviations) < 3 * standard_errors / np.sqrt(2)).all()
    np.testing.assert_array_equal(draws(7).transform(X), draws(7).fit_transform(X))
    assert (found[7] != found[8]).all()
    pipe = make_pipeline(impute.IterativeImputer(sample_posterior=True, random_state=3), Ridge()).fit(X[:, :2], X[:, 0])
    pipe.save(tmp_path / "drawn.hornbook")
    loaded = load(tmp_path / "drawn.hornbook")
    np.testing.assert_array_equal(loaded.predict(X[:, :2]), pipe.predict(X[:, :2]))
    assert loaded.steps[0][1].sample_posterior and isinstance(loaded.steps[0][1].estimator, BayesianRidge)
    again = IterativeImputation(**loaded.steps[0][1].get_params(deep=False) | {"random_state": 3}).fit_transform(X[:, :2])
    np.testing.assert_array_equal(again, loaded[0].transform(X[:, :2]))


def test_truncated_draws_have_the_distribution_of_scikit_learn():
    X = noisy_rows(600)[:, :2]
    given = {"sample_posterior": True, "max_iter": 1, "min_value": -1.0, "max_value": [np.inf, 1.5], "random_state": 0}
    ours = impute.IterativeImputer(**given).fit_transform(X)[::6, 1]
    expected = their_impute.IterativeImputer(**given).fit_transform(X)[::6, 1]
    assert ours.min() >= -1.0 and ours.max() <= 1.5
    # Means beyond a limit are that limit in both.
    np.testing.assert_array_equal(ours == -1.0, expected == -1.0)
    np.testing.assert_array_equal(ours == 1.5, expected == 1.5)
    assert stats.ks_2samp(ours, expected).pvalue > 0.01


def test_draws_need_a_predictive_distribution():
    with pytest.raises(ValueError, match="column 'x1'.*no predictive distribution to draw from.*bayesian-ridge"):
        impute.IterativeImputer(DecisionTreeRegressor(), sample_posterior=True).fit(noisy_rows()[:, :2])


@pytest.mark.parametrize("name", ["SimpleImputer", "KNNImputer", "IterativeImputer"])
@pytest.mark.filterwarnings("ignore:.*Early stopping criterion not reached")
def test_indicators_of_imputers(name):
    X = with_gaps(DATA["iris"])
    X[:, 0] = DATA["iris"][:, 0]
    ours, expected = (getattr(module, name)(add_indicator=True).fit(X) for module in (impute, their_impute))
    np.testing.assert_array_equal(ours.indicator_.features_, expected.indicator_.features_)
    # scikit-learn's is one of masks.
    np.testing.assert_array_equal(ours.indicator_.transform(X), expected.indicator_.transform(np.isnan(X)))
    assert getattr(impute, name)().fit(X).indicator_ is None
    # A part of a pipeline knows only what the pipeline kept.
    part = make_pipeline(ours, preprocessing.MinMaxScaler()).fit(X).steps[0][1]
    assert part is ours and not hasattr(ours, "indicator_")


METHODS = ["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear"]
METHODS += ["median_unbiased", "normal_unbiased"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:Bins whose width are too small")
def test_quantiles_of_bins(method):
    X, bins = DATA["iris"], [2, 3, 4, 7]
    ours = preprocessing.KBinsDiscretizer(bins, quantile_method=method).fit(X)
    expected = theirs.KBinsDiscretizer(bins, quantile_method=method).fit(X)
    np.testing.assert_array_equal(ours.n_bins_, expected.n_bins_)
    for own, their in zip(ours.bin_edges_, expected.bin_edges_, strict=True):
        np.testing.assert_allclose(own, their, rtol=1e-12)


@pytest.mark.filterwarnings("ignore:Feature 4 is constant", "ignore:Feature 5 is constant")
def test_bins_of_a_subsample_of_weights_and_of_constants():
    X = with_a_constant(DATA["iris"])
    given = {"subsample": 60, "random_state": 3, "encode": "ordinal"}
    ours, expected = preprocessing.KBinsDiscretizer(**given).fit(X), theirs.KBinsDiscretizer(**given).fit(X)
    np.testing.assert_array_equal(ours.n_bins_, expected.n_bins_)
    for own, their in zip(ours.bin_edges_, expected.bin_edges_, strict=True):
        np.testing.assert_allclose(own, their, rtol=1e-12)
    np.testing.assert_array_equal(ours.fit_transform(X).shape, X.shape)
    weights = np.arange(len(X)) % 4
    ours = preprocessing.KBinsDiscretizer(3).fit(X, sample_weight=weights)
    expected = theirs.KBinsDiscretizer(3).fit(X, sample_weight=weights)
    for own, their in zip(ours.bin_edges_, expected.bin_edges_, strict=True):
        np.testing.assert_allclose(own, their, rtol=1e-12)
    with pytest.raises(ValueError, match="with sample weights it is"):
        preprocessing.KBinsDiscretizer(quantile_method="hazen").fit(X, sample_weight=weights)
    with pytest.raises(ValueError, match="n_bins must be a scalar or array"):
        preprocessing.KBinsDiscretizer([3, 3]).fit(X)


@pytest.mark.parametrize("name", ["StandardScaler", "MinMaxScaler", "MaxAbsScaler"])
def test_scalers_of_rows_that_come_in_parts(name, tmp_path):
    X = with_gaps(with_a_constant(DATA["wine"]))
    ours, expected = getattr(preprocessing, name)(), getattr(theirs, name)()
    for start in range(0, len(X), 50):
        ours.partial_fit(X[start : start + 50])
        expected.partial_fit(X[start : start + 50])
        np.testing.assert_allclose(ours.scale_, expected.scale_, rtol=1e-12)
        np.testing.assert_array_equal(ours.n_samples_seen_, expected.n_samples_seen_)
    np.testing.assert_allclose(ours.transform(X), expected.transform(X), rtol=1e-10, atol=1e-10)
    # After fit, more rows may come, too; after a file they may not.
    np.testing.assert_allclose(getattr(preprocessing, name)().fit(X[:70]).partial_fit(X[70:]).scale_, ours.scale_, rtol=1e-12)
    with pytest.raises(ValueError, match="features"):
        ours.partial_fit(X[:, :3])
    ours.save(tmp_path / "scaler.hornbook")
    with pytest.raises(ValueError, match="knows nothing of its rows"):
        type(ours)._from_model(ours.model_).partial_fit(X)


def test_weights_of_rows_that_come_in_parts():
    X, weights = DATA["iris"], np.arange(150) % 3
    ours, expected = preprocessing.StandardScaler(), theirs.StandardScaler()
    for half in (slice(0, 80), slice(80, 150)):
        ours.partial_fit(X[half], sample_weight=weights[half])
        expected.partial_fit(X[half], sample_weight=weights[half])
    np.testing.assert_allclose(ours.mean_, expected.mean_, rtol=1e-12)
    np.testing.assert_allclose(ours.var_, expected.var_, rtol=1e-12)


def test_functions_and_formulas(tmp_path):
    X = DATA["iris"]
    native = Function(formula="ln(x + 1)", inverse="exp(x) - 1").fit(X)
    np.testing.assert_allclose(native.transform(X), np.log1p(X), rtol=1e-12)
    np.testing.assert_allclose(native.inverse_transform(native.transform(X)), X, rtol=1e-12)
    native.save(tmp_path / "logs.hornbook")
    np.testing.assert_array_equal(load(tmp_path / "logs.hornbook").transform(X), native.transform(X))
    ours = preprocessing.FunctionTransformer(np.log1p, inverse_func=np.expm1).fit(X)
    np.testing.assert_array_equal(ours.transform(X), np.log1p(X))
    with pytest.raises(TypeError, match="cannot be kept in a model file"):
        ours.save(tmp_path / "never.hornbook")
    with pytest.raises(TypeError, match="FunctionTransformer"):
        make_pipeline(ours, Ridge()).fit(X, X[:, 0])


def test_lags_and_rolling_windows_as_pandas():
    frame = pd.DataFrame({"day": [2, 1, 1, 3, 2, 3], "shop": list("uuvuvv"), "sold": [20.0, 10, 100, 30, 200, 400]})
    past = frame.sort_values("day").groupby("shop")["sold"]
    made = Lags(lags=[1, 2], columns=["sold"], order="day", group="shop").fit_transform(frame)
    for lag in (1, 2):
        np.testing.assert_array_equal(made[f"sold lag {lag}"], past.shift(lag).reindex(frame.index))
    windows = RollingWindows(window=2, statistics="mean", columns=["sold"], order="day", group="shop")
    means = windows.fit_transform(frame)["sold rolling mean 2"]
    wanted = past.transform(lambda sold: sold.shift(1).rolling(2, min_periods=1).mean())
    np.testing.assert_array_equal(means, wanted.reindex(frame.index))
    # Rows that follow have the last training rows for their past.
    tomorrow = windows.transform(pd.DataFrame({"day": [4], "shop": ["v"], "sold": [0.0]}))
    assert tomorrow["sold rolling mean 2"].tolist() == [300.0]


def test_labels_are_those_of_scikit_learn():
    assert preprocessing.LabelEncoder().fit_transform(["b", "a", "b"]).tolist() == [1, 0, 1]
    assert preprocessing.LabelBinarizer().fit_transform(["b", "a", "c"]).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert preprocessing.MultiLabelBinarizer().fit_transform([{"a"}, {"a", "b"}]).tolist() == [[1, 0], [1, 1]]


FRAMES = {
    "strings": pd.DataFrame({"color": ["red", "blue", "red", "green"] * 5, "size": ["s", "l", "m", "s"] * 5}),
    "numbers": pd.DataFrame({"a": [3, 1, 3, 2] * 5, "b": [0.5, 1.0, 2.5, 0.5] * 5}),
    "mixed": pd.DataFrame({"a": [3, 1, 3, 2] * 5, "b": ["x", "y", "x", "z"] * 5, "c": [True, False, True, True] * 5}),
    "categories": pd.DataFrame({"c": pd.Categorical(["lo", "hi", "lo", "mid"] * 5, categories=["lo", "mid", "hi"])}),
    "missing": pd.DataFrame({"a": [3.0, np.nan, 3.0, 2.0] * 5}),
    "missing strings": pd.DataFrame({"a": ["x", None, "y", "x"] * 5}, dtype=object),
}


def same_categories(ours, expected):
    for own, their in zip(ours.categories_, expected.categories_, strict=True):
        assert [str(value) for value in own] == [str(value) for value in their]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("as_array", [False, True])
@pytest.mark.parametrize(
    "parameters",
    [{}, {"drop": "first"}, {"drop": "if_binary"}, {"sparse_output": False, "dtype": np.float32}, {"min_frequency": 6}, {"max_categories": 2}],
)
def test_one_hot(frame, as_array, parameters):
    X = FRAMES[frame].to_numpy() if as_array else FRAMES[frame]
    ours, expected = preprocessing.OneHotEncoder(**parameters).fit(X), theirs.OneHotEncoder(**parameters).fit(X)
    made, wanted = ours.transform(X), expected.transform(X)
    assert sparse.issparse(made) == sparse.issparse(wanted) and made.dtype == wanted.dtype
    dense = (lambda rows: rows.toarray()) if sparse.issparse(made) else (lambda rows: rows)
    np.testing.assert_array_equal(dense(made), dense(wanted))
    same_categories(ours, expected)
    assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())
    if "min_frequency" not in parameters and "max_categories" not in parameters:
        back, their_back = ours.inverse_transform(made), expected.inverse_transform(wanted)
        assert back.shape == their_back.shape and (pd.isna(back) == pd.isna(their_back)).all()
        assert all(a == b for a, b in zip(back.ravel(), their_back.ravel()) if not pd.isna(a))
    else:
        for own, their in zip(ours.infrequent_categories_, expected.infrequent_categories_):
            assert (own is None and their is None) or [str(v) for v in own] == [str(v) for v in their]
    if "drop" in parameters:
        assert ours.drop_idx_.tolist() == expected.drop_idx_.tolist()


def test_unknown_categories():
    X, new = FRAMES["strings"], pd.DataFrame({"color": ["pink", "red"], "size": ["s", "xl"]})
    for given in (new, new.to_numpy(dtype=object)):
        train = X if isinstance(given, pd.DataFrame) else X.to_numpy(dtype=object)
        with pytest.raises(ValueError):
            preprocessing.OneHotEncoder().fit(train).transform(given)
        ours = preprocessing.OneHotEncoder(handle_unknown="ignore").fit(train)
        expected = theirs.OneHotEncoder(handle_unknown="ignore").fit(train)
        np.testing.assert_array_equal(ours.transform(given).toarray(), expected.transform(given).toarray())
    ordinal = {"handle_unknown": "use_encoded_value", "unknown_value": -1}
    ours, expected = preprocessing.OrdinalEncoder(**ordinal).fit(X), theirs.OrdinalEncoder(**ordinal).fit(X)
    np.testing.assert_array_equal(ours.transform(new), expected.transform(new))
    with pytest.raises(ValueError, match="unknown categories"):
        preprocessing.OrdinalEncoder().fit(X).transform(new)


def test_dropped_and_given_categories():
    X = FRAMES["strings"]
    for parameters in ({"drop": ["green", "m"]}, {"categories": [["red", "green", "blue"], ["s", "m", "l"]]}):
        ours, expected = preprocessing.OneHotEncoder(**parameters).fit(X), theirs.OneHotEncoder(**parameters).fit(X)
        np.testing.assert_array_equal(ours.transform(X).toarray(), expected.transform(X).toarray())
        assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())
        same_categories(ours, expected)
    with pytest.raises(ValueError, match="are in no row of fit"):
        preprocessing.OneHotEncoder(categories=[["red", "green", "blue", "pink"], ["s", "m", "l"]]).fit(X)


@pytest.mark.parametrize("frame", [name for name in FRAMES if name != "missing strings"])
@pytest.mark.parametrize("parameters", [{}, {"min_frequency": 6}, {"encoded_missing_value": -2}])
def test_ordinal(frame, parameters):
    X = FRAMES[frame]
    ours, expected = preprocessing.OrdinalEncoder(**parameters).fit(X), theirs.OrdinalEncoder(**parameters).fit(X)
    np.testing.assert_array_equal(ours.transform(X), expected.transform(X))
    same_categories(ours, expected)
    shared = [getattr(encoder, "infrequent_categories_", None) for encoder in (ours, expected)]
    assert str(shared[0]) == str(shared[1])
    if not parameters:
        back, their_back = ours.inverse_transform(ours.transform(X)), expected.inverse_transform(expected.transform(X))
        assert all(a == b for a, b in zip(back.ravel(), their_back.ravel()) if not pd.isna(b))


@pytest.mark.parametrize("target", ["continuous", "binary", "multiclass"])
@pytest.mark.parametrize("smooth", ["auto", 3.0])
def test_target_encoding(target, smooth):
    X, rng = FRAMES["mixed"], np.random.default_rng(0)
    y = {"continuous": rng.normal(size=20), "binary": rng.integers(2, size=20), "multiclass": rng.integers(3, size=20)}[target]
    ours = preprocessing.TargetEncoder(smooth=smooth, random_state=0).fit(X, y)
    expected = theirs.TargetEncoder(smooth=smooth).fit(X, y)
    np.testing.assert_allclose(ours.transform(X), expected.transform(X), rtol=1e-10, atol=1e-12)
    for own, their in zip(ours.encodings_, expected.encodings_, strict=True):
        np.testing.assert_allclose(own, their, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(ours.target_mean_, expected.target_mean_)
    assert ours.target_type_ == expected.target_type_
    assert list(ours.get_feature_names_out()) == list(expected.get_feature_names_out())
    same_categories(ours, expected)


def test_target_encoding_does_not_leak():
    rng = np.random.default_rng(0)
    X, y = rng.integers(100, size=(200, 1)), rng.normal(size=200)
    encoder = preprocessing.TargetEncoder(smooth=0.01, random_state=0)
    assert abs(np.corrcoef(encoder.fit_transform(X, y)[:, 0], y)[0, 1]) < 0.3
    assert np.corrcoef(encoder.transform(X)[:, 0], y)[0, 1] > 0.5
