"""Transformers by scikit-learn's names: its numbers, to ten digits, on its data."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hornbook import impute, preprocessing
from scipy import sparse
from sklearn import impute as their_impute
from sklearn import preprocessing as theirs
from sklearn.compose import ColumnTransformer as TheirColumns
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
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
