"""Reading models: what columns do for them."""

import doctest

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import (
    BaselineClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hornbook.calibration import CalibratedClassifierCV
from hornbook.inspection import permutation_importance
from hornbook.model_selection import GridSearchCV
from sklearn.datasets import load_diabetes, load_iris
from sklearn.inspection import permutation_importance as peer_importance
from sklearn.tree import DecisionTreeClassifier as OtherTree

X, Y = load_iris(return_X_y=True)
NUMBERS, TARGET = load_diabetes(return_X_y=True)


@pytest.mark.parametrize("name", hornbook.inspection.__all__)
def test_examples_in_docstrings_run(name):
    (example,) = doctest.DocTestFinder(recurse=False).find(getattr(hornbook.inspection, name), name)
    assert example.examples and doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("scoring", [None, "neg_log_loss", "balanced_accuracy"])
def test_permutation_importance_is_that_of_scikit_learn(scoring):
    forest = RandomForestClassifier(n_estimators=30, random_state=0).fit(X[::2], Y[::2])
    new, true = X[1::2], Y[1::2]
    ours = permutation_importance(forest, new, true, scoring=scoring, n_repeats=400, random_state=0)
    theirs = peer_importance(forest, new, true, scoring=scoring, n_repeats=400, random_state=0)
    assert ours.importances.shape == (4, 400)
    np.testing.assert_allclose(ours.importances_mean, ours.importances.mean(axis=1))
    # Both are means over random shuffles.
    error = np.hypot(ours.importances_std, theirs.importances_std) / np.sqrt(400)
    assert (np.abs(ours.importances_mean - theirs.importances_mean) <= 4 * error + 1e-12).all()
    np.testing.assert_allclose(ours.importances_std, theirs.importances_std, rtol=0.25, atol=1e-3)


def test_numbers_several_measures_and_threads():
    model = GradientBoostingRegressor(max_iter=30, random_state=0).fit(NUMBERS, TARGET)
    both = [
        permutation_importance(
            model, NUMBERS, TARGET, scoring=["r2", "neg_mean_absolute_error"], random_state=3, n_jobs=n
        )
        for n in (1, 2)
    ]
    for key in ("r2", "neg_mean_absolute_error"):
        np.testing.assert_array_equal(both[0][key].importances, both[1][key].importances)
    theirs = peer_importance(model, NUMBERS, TARGET, n_repeats=5, random_state=0)
    assert both[0]["r2"].importances_mean.argmax() == theirs.importances_mean.argmax()


def test_levels_of_a_frame_are_found_by_name():
    frame = pd.DataFrame({"noise": np.arange(60) % 7, "kind": np.tile(["a", "b", "c"], 20)})
    y = (frame.kind == "b").to_numpy()
    model = DecisionTreeClassifier().fit(frame, y)
    # Sorted otherwise, the levels of these rows have other codes than in fit.
    few = frame[frame.kind != "a"].reset_index(drop=True)
    found = permutation_importance(model, few, y[frame.kind != "a"], random_state=0, n_repeats=20)
    assert found.importances_mean[0] == 0 and 0.3 < found.importances_mean[1] < 0.7


def test_weights_samples_and_what_is_around():
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, cv=3)
    model = CalibratedClassifierCV(search, cv=3).fit(X, Y)
    weights = np.r_[np.ones(100), np.zeros(50)]
    whole = permutation_importance(model, X, Y, sample_weight=weights, random_state=0)
    assert (whole.importances <= 1).all() and whole.importances.max() > 0.1
    part = permutation_importance(model, X, Y, max_samples=0.5, random_state=0)
    # Of 75 rows, every share is a multiple of 1/75.
    np.testing.assert_allclose(part.importances * 75, np.round(part.importances * 75), atol=1e-9)
    names = np.array(["x", "y", "z"])
    assert permutation_importance(DecisionTreeClassifier().fit(X, names[Y]), X, names[Y]).importances.max() > 0.1


@pytest.mark.parametrize(
    ("model", "given", "error", "sentence"),
    [
        (OtherTree(), {}, TypeError, "takes estimators of Hornbook"),
        (DecisionTreeClassifier(), {"y": Y + 1}, ValueError, "y has 3, which is none of the classes"),
        (DecisionTreeClassifier(), {"y": Y[:5]}, ValueError, "inconsistent numbers of samples"),
        (DecisionTreeClassifier(), {"X": X[:, :2]}, ValueError, "2 features"),
        (DecisionTreeClassifier(), {"n_repeats": 0}, ValueError, "n_repeats is 0"),
        (DecisionTreeClassifier(), {"max_samples": 0.0}, ValueError, "max_samples is 0.0"),
        (DecisionTreeClassifier(), {"scoring": "r2"}, ValueError, "is for regression"),
    ],
)
def test_what_is_wrong_gets_a_sentence(model, given, error, sentence):
    with pytest.raises(error, match=sentence):
        permutation_importance(model.fit(X, Y), **{"X": X, "y": Y, **given})


def test_shapley_values_add_up():
    two = Y[50:] == 2
    boosting = GradientBoostingClassifier(max_iter=20, random_state=0).fit(X[50:], two)
    values, base = boosting.shap_values(X[50:])
    p = boosting.predict_proba(X[50:])[:, 1]
    assert values.shape == (100, 4) and isinstance(base, float)
    np.testing.assert_allclose(values.sum(axis=1) + base, np.log(p / (1 - p)), atol=1e-10)
    forest = RandomForestClassifier(n_estimators=10, random_state=0).fit(X, Y)
    values, base = forest.shap_values(X)
    assert values.shape == (150, 4, 3) and base.shape == (3,)
    np.testing.assert_allclose(values.sum(axis=1) + base, forest.predict_proba(X), atol=1e-10)
    numbers = RandomForestRegressor(n_estimators=10, random_state=0).fit(NUMBERS, TARGET)
    values, base = numbers.shap_values(NUMBERS[:20], background=NUMBERS[100:150])
    assert base == pytest.approx(numbers.predict(NUMBERS[100:150]).mean())
    np.testing.assert_allclose(values.sum(axis=1) + base, numbers.predict(NUMBERS[:20]), atol=1e-8)


def test_models_without_shapley_values_say_so():
    with pytest.raises(ValueError, match="knows no exact way"):
        BaselineClassifier().fit(X, Y).shap_values(X)
