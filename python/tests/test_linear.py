"""What only linear models know, beside what every estimator is tested for."""

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import ElasticNet, Lasso, LassoCV, LinearRegression, LogisticRegression, Ridge
from sklearn import linear_model
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_linnerud
from sklearn.preprocessing import scale

X, Y = load_diabetes(return_X_y=True)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
def test_weights_are_those_of_scikit_learn(intercept, weighted):
    weights = np.random.default_rng(0).uniform(0.5, 2, len(Y)) if weighted else None
    pairs = [
        (LinearRegression(fit_intercept=intercept), linear_model.LinearRegression(fit_intercept=intercept)),
        (Ridge(alpha=0.3, fit_intercept=intercept), linear_model.Ridge(alpha=0.3, fit_intercept=intercept)),
    ]
    for ours, theirs in pairs:
        ours.fit(X, Y, sample_weight=weights)
        theirs.fit(X, Y, sample_weight=weights)
        assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-9, abs=1e-9)
        assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-9)
        assert ours.score(X, Y) == pytest.approx(theirs.score(X, Y), rel=1e-12)


def test_several_targets():
    rows, targets = load_linnerud(return_X_y=True)
    ours = LinearRegression().fit(rows, targets)
    theirs = linear_model.LinearRegression().fit(rows, targets)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-9)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-9)
    assert ours.predict(rows) == pytest.approx(theirs.predict(rows), rel=1e-12)
    assert len(ours.coefficient_table(2)) == 4
    with pytest.raises(ValueError, match="there is no target 3"):
        ours.coefficient_table(3)


def test_the_table_and_categories(tmp_path):
    cars = pd.DataFrame({"weight": [2.6, 2.9, 2.3, 3.2, 3.4, 3.5], "gear": ["a", "b", "a", "b", "a", "c"]})
    miles = [21.0, 20.5, 22.8, 21.4, 18.7, 18.1]
    model = LinearRegression().fit(cars, miles)
    assert model.coef_names_ == ["weight", "gear=b", "gear=c"]
    table = pd.DataFrame(model.coefficient_table()).set_index("name")
    assert list(table.index) == ["(intercept)", "weight", "gear=b", "gear=c"]
    assert table.loc["weight", "p_value"] < 0.2 and table.loc["weight", "variance_inflation"] > 1
    assert (table["low"] < table["weight"]).all() and (table["weight"] < table["high"]).all()
    assert "std. error" in model.explain() and "base value" in model.explain(cars, row=1)
    values, base = model.shap_values(cars)
    assert values.sum(axis=1) + base == pytest.approx(model.predict(cars))
    model.save(tmp_path / "cars.hornbook")
    again = hornbook.load(tmp_path / "cars.hornbook")
    assert np.array_equal(again.predict(cars), model.predict(cars))
    assert Ridge().fit(cars, miles).coef_names_ == ["weight", "gear=a", "gear=b", "gear=c"]


def test_single_precision_is_read_where_it_lies():
    single = X.astype(np.float32)
    assert LinearRegression().fit(single, Y).coef_ == pytest.approx(
        linear_model.LinearRegression().fit(single.astype(float), Y).coef_, rel=1e-8, abs=1e-7
    )


def test_dependent_columns_are_said():
    rows = np.column_stack([X[:, 0], 2 * X[:, 0], X[:, 1]])
    with pytest.warns(UserWarning, match="not estimable: the coefficients of 'x0', 'x1'"):
        model = LinearRegression().fit(rows, Y)
    theirs = linear_model.LinearRegression().fit(X[:, :2], Y)
    assert model.predict(rows) == pytest.approx(theirs.predict(X[:, :2]), rel=1e-9)


def test_sparse_weights_are_those_of_scikit_learn():
    for ours, theirs in [
        (Lasso(alpha=0.05, tol=1e-12), linear_model.Lasso(alpha=0.05, tol=1e-12, max_iter=100_000)),
        (ElasticNet(alpha=0.02, tol=1e-12), linear_model.ElasticNet(alpha=0.02, tol=1e-12, max_iter=100_000)),
    ]:
        ours.fit(X, Y)
        theirs.fit(X, Y)
        assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-6)
        assert ours.n_iter_ >= 1
    chosen = LassoCV(random_state=0).fit(X, Y)
    assert 0 < (chosen.coef_ == 0).sum() < 10
    with pytest.raises(ValueError, match="alpha"):
        Lasso(alpha=0.0).fit(X, Y)


def test_logistic_weights_are_those_of_scikit_learn():
    cancer, is_benign = load_breast_cancer(return_X_y=True)
    cancer = scale(cancer)
    ours = LogisticRegression(tol=1e-10).fit(cancer, is_benign)
    theirs = linear_model.LogisticRegression(tol=1e-12, max_iter=10_000).fit(cancer, is_benign)
    assert ours.coef_.shape == (1, 30) and ours.intercept_.shape == (1,)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-5)
    assert ours.decision_function(cancer) == pytest.approx(theirs.decision_function(cancer), abs=1e-4)
    flowers, kinds = load_iris(return_X_y=True)
    ours = LogisticRegression(tol=1e-10).fit(flowers, kinds)
    theirs = linear_model.LogisticRegression(tol=1e-12, max_iter=10_000).fit(flowers, kinds)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-4)
    assert ours.predict_proba(flowers) == pytest.approx(theirs.predict_proba(flowers), abs=1e-6)
    assert len(ours.coefficient_table(2)) == 5
    with pytest.warns(UserWarning, match="complete separation"):
        LogisticRegression(penalty="none").fit(flowers[:100], kinds[:100])
