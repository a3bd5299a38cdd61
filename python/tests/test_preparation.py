"""Rows with gaps and columns in other units: the same numbers as scikit-learn's imputer or scaler before an estimator."""

import numpy as np
import pandas as pd
import pytest
from hornbook import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    FillMissing,
    KNeighborsRegressor,
    Ridge,
    ScaleColumns,
)
from hornbook.pipeline import make_pipeline
from sklearn.datasets import load_diabetes
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge as TheirRidge
from sklearn.neighbors import KNeighborsRegressor as TheirNeighbors
from sklearn.pipeline import make_pipeline as their_pipeline
from sklearn.preprocessing import MinMaxScaler, RobustScaler, StandardScaler


def rows(seed=0, n=80):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    y = X @ [1.0, -2.0, 0.5, 0.0] + rng.normal(size=n)
    X[rng.random(X.shape) < 0.15] = np.nan
    X[:, 3] = np.where(np.isnan(X[:, 3]), 0.0, X[:, 3])
    return X, y


@pytest.mark.parametrize("strategy", ["median", "mean", "constant"])
@pytest.mark.parametrize("add_indicator", [True, False])
def test_predictions_are_those_of_an_imputer_before_a_ridge(strategy, add_indicator):
    (X, y), (new, _) = rows(), rows(1)
    filling = FillMissing(strategy=strategy, fill_value=2.0, add_indicator=add_indicator)
    ours = make_pipeline(filling, Ridge(alpha=1.0)).fit(X, y)
    imputer = SimpleImputer(
        strategy=strategy, fill_value=2.0 if strategy == "constant" else None, add_indicator=add_indicator
    )
    theirs = their_pipeline(imputer, TheirRidge(alpha=1.0)).fit(X, y)
    np.testing.assert_allclose(ours.predict(new), theirs.predict(new), atol=1e-8)


def test_frames_with_categories_and_gaps():
    frame = pd.DataFrame(
        {"size": [1.0, np.nan, 3.0, 4.0] * 10, "kind": pd.Categorical(["u", None, "v", "v"] * 10)}
    )
    y = ["low", "gap", "high", "high"] * 10
    model = make_pipeline(FillMissing(), DecisionTreeClassifier()).fit(frame, y)
    assert list(model.predict(frame)) == y
    assert "size: imputed with 3 in 10 rows" in str(model.explain())


@pytest.mark.parametrize(
    ("rule", "scaler"), [("standard", StandardScaler()), ("min_max", MinMaxScaler()), ("robust", RobustScaler())]
)
def test_predictions_are_those_of_a_scaler_before_neighbors_and_a_ridge(rule, scaler):
    (X, y), (new, _) = load_diabetes(return_X_y=True), rows(1)
    X, new = X[:, :4] * [1, 10, 100, 1000], new[:40] * [1, 10, 100, 1000] / 30
    new = np.nan_to_num(new)
    for ours, theirs in [
        (Ridge(alpha=5.0), TheirRidge(alpha=5.0)),
        (KNeighborsRegressor(n_neighbors=7), TheirNeighbors(n_neighbors=7)),
    ]:
        model = make_pipeline(ScaleColumns(method=rule), ours).fit(X, y)
        expected = their_pipeline(scaler, theirs).fit(X, y).predict(new)
        np.testing.assert_allclose(model.predict(new), expected, rtol=1e-9)


def test_gaps_stay_for_those_who_take_them():
    X, y = rows()
    model = make_pipeline(ScaleColumns(), DecisionTreeRegressor(max_depth=3)).fit(X, y)
    plain = DecisionTreeRegressor(max_depth=3).fit(X, y)
    np.testing.assert_allclose(model.predict(X), plain.predict(X))
    with pytest.raises(ValueError, match="takes no missing values"):
        make_pipeline(ScaleColumns(), Ridge()).fit(X, y)
