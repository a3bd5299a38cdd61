"""Reading models: what columns do for them."""

import doctest
import itertools
from xml.etree import ElementTree

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import (
    BaggingClassifier,
    BaselineClassifier,
    C45Classifier,
    CartRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingRegressor,
)
from hornbook.calibration import CalibratedClassifierCV
from hornbook.inspection import accumulated_effects, interactions, partial_dependence, permutation_importance
from hornbook.model_selection import GridSearchCV
from sklearn.datasets import load_diabetes, load_iris
from sklearn.inspection import partial_dependence as peer_dependence
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
    with pytest.raises(ValueError, match="has no exact SHAP values"):
        BaselineClassifier().fit(X, Y).shap_values(X)


@pytest.mark.parametrize("kind", ["average", "individual", "both"])
@pytest.mark.parametrize("features", [[2], [0, 3]])
@pytest.mark.parametrize("weighted", [False, True])
def test_partial_dependence_is_that_of_scikit_learn(kind, features, weighted):
    weights = np.linspace(0.5, 2, len(NUMBERS)) if weighted else None
    model = GradientBoostingRegressor(max_iter=20, random_state=0).fit(NUMBERS, TARGET)
    ours = partial_dependence(model, NUMBERS, features, kind=kind, grid_resolution=9, sample_weight=weights)
    custom = dict(zip(features, ours.grid_values))
    theirs = peer_dependence(
        model, NUMBERS, features, kind=kind, method="brute", custom_values=custom, sample_weight=weights
    )
    for key in ("average", "individual"):
        assert (key in ours) == (key in theirs)
        if key in ours:
            np.testing.assert_allclose(ours[key], theirs[key], atol=1e-9)
    again = partial_dependence(model, NUMBERS, features, kind=kind, custom_values=custom, sample_weight=weights, n_jobs=1)
    if kind != "individual":
        np.testing.assert_array_equal(again.average, ours.average)


def test_partial_dependence_of_every_class_and_of_levels():
    forest = RandomForestClassifier(n_estimators=10, random_state=0).fit(X, Y)
    ours = partial_dependence(forest, X, 2, grid_resolution=12)
    theirs = peer_dependence(
        forest, X, [2], method="brute", response_method="predict_proba", custom_values={2: ours.grid_values[0]}
    )
    assert ours.average.shape == (3, len(ours.grid_values[0]))
    np.testing.assert_allclose(ours.average, theirs.average, atol=1e-9)
    frame = pd.DataFrame({"noise": np.arange(60) % 7, "kind": np.tile(["a", "b", "c"], 20)})
    tree = DecisionTreeRegressor().fit(frame, np.where(frame.kind == "b", 5.0, 1.0))
    found = partial_dependence(tree, frame, ["kind", "noise"])
    assert found.grid_values[0].tolist() == ["a", "b", "c"] and found.average.shape == (1, 3, 7)
    np.testing.assert_allclose(found.average[0, 1], 5.0)
    chosen = partial_dependence(tree, frame, "kind", custom_values={"kind": ["b"]})
    assert chosen.average.shape == (1, 1)
    np.testing.assert_allclose(chosen.average, 5.0)


def test_accumulated_effects_and_interactions():
    x = np.array(list(itertools.product(range(6), repeat=3)), dtype=float)
    product = DecisionTreeRegressor().fit(x, x[:, 0] * x[:, 1] + 3 * x[:, 2])
    found = interactions(product, x, max_samples=80, random_state=1)
    assert len(found.features) == 3 and np.isnan(np.diag(found.pairwise)).all()
    assert found.pairwise[0, 1] > 0.3 and found.pairwise[0, 1] == found.pairwise[1, 0]
    assert found.pairwise[0, 2] < 1e-7 and found.overall[2] < 1e-7 and found.overall[0] > 0.1
    np.testing.assert_array_equal(found.pairwise, interactions(product, x, max_samples=80, random_state=1).pairwise)
    some = interactions(product, x, [2, 0], max_samples=20, random_state=1)
    assert len(some.features) == 2 and some.overall.shape == (2,)
    effects = accumulated_effects(product, x, 2, n_intervals=10)
    # What is added is 3 for each step.
    np.testing.assert_allclose(np.diff(effects.effects[0]) / np.diff(effects.grid_values), 3, atol=1e-9)
    frame = pd.DataFrame({"size": x[:, 0], "kind": np.array(list("abc"))[x[:, 1].astype(int) % 3]})
    classes = DecisionTreeClassifier(max_depth=4).fit(frame, x[:, 0] + (frame.kind == "b") > 3)
    levels = accumulated_effects(classes, frame, "kind")
    assert sorted(levels.grid_values) == ["a", "b", "c"] and levels.effects.shape == (2, 3)
    np.testing.assert_allclose(levels.effects.sum(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(levels.effects @ levels.weights, 0, atol=1e-9)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda model: partial_dependence(model, X, 9), "there is no feature 9"),
        (lambda model: partial_dependence(model, X, "petal"), "no column 'petal'"),
        (lambda model: partial_dependence(model, X, [0, 1, 2]), "3 columns"),
        (lambda model: partial_dependence(model, X, 0, kind="mean"), "kind is 'mean'"),
        (lambda model: partial_dependence(model, X, 0, grid_resolution=1), "grid_resolution is 1"),
        (lambda model: partial_dependence(model, X[:, :2], 0), "2 features"),
        (lambda model: partial_dependence(model, X, 0, sample_weight=np.zeros(150)), "no rows|weight"),
        (lambda model: accumulated_effects(model, X[:1], 0), "only one value"),
        (lambda model: interactions(model, X, max_samples=1), "max_samples is 1"),
        (lambda model: model.to_svg(tree=4), "has one tree"),
        (lambda model: model.to_svg(max_depth=-1), "max_depth is -1"),
        (lambda model: BaselineClassifier().fit(X, Y).to_dot(), "no tree to draw"),
        (lambda model: RandomForestClassifier(n_estimators=3).fit(X, Y).to_svg(), "has 3 trees"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(DecisionTreeClassifier().fit(X, Y))


def test_trees_are_drawn():
    tree = DecisionTreeClassifier(max_depth=2).fit(X, Y)
    svg = tree.to_svg()
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and "prefers-color-scheme:dark" in svg
    assert "more" in tree.to_svg(max_depth=1) and "… " not in svg
    assert tree.to_dot().startswith("digraph {") and tree.to_dot().count("->") == 4
    forest = RandomForestRegressor(n_estimators=3, random_state=0).fit(NUMBERS, TARGET)
    assert forest.to_svg(tree=0) != forest.to_svg(tree=1)
    ElementTree.fromstring(forest.to_svg(tree=2))
    boosting = GradientBoostingClassifier(max_iter=2, random_state=0).fit(X, Y)
    assert "tree 6 of 6" in boosting.to_svg(tree=5)
    bagging = BaggingClassifier(estimator=DecisionTreeClassifier(max_depth=1), n_estimators=2, random_state=0).fit(X, Y)
    assert "digraph" in bagging.to_dot(tree=1)


def test_shapley_values_of_single_trees_and_of_means():
    gaps = X.copy()
    gaps[::7, 2] = np.nan
    models = [
        DecisionTreeClassifier(max_depth=4),
        C45Classifier(),
        BaggingClassifier(estimator=DecisionTreeClassifier(max_depth=3), n_estimators=4, random_state=0),
    ]
    for model in models:
        model.fit(gaps, Y)
        for background in (None, gaps[:10]):
            values, base = model.shap_values(gaps, background=background)
            np.testing.assert_allclose(values.sum(axis=1) + base, model.predict_proba(gaps), atol=1e-10)
    voting = VotingRegressor(estimators=[("cart", CartRegressor()), ("tree", DecisionTreeRegressor(max_depth=3))])
    voting.fit(NUMBERS, TARGET)
    values, base = voting.shap_values(NUMBERS)
    np.testing.assert_allclose(values.sum(axis=1) + base, voting.predict(NUMBERS), atol=1e-8)
