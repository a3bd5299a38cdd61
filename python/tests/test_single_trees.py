"""What single trees know besides predictions."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier as Reference

from hornbook import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor
from hornbook.inspection import contradictions, rank_columns

X, y = load_iris(return_X_y=True)


def test_the_path_ends_in_the_root_and_is_that_of_scikit_learn():
    tree = DecisionTreeClassifier(random_state=0)
    path = tree.cost_complexity_pruning_path(X, y)
    theirs = Reference(random_state=0).cost_complexity_pruning_path(X, y)
    assert path.leaves[-1] == 1
    assert np.all(np.diff(path.ccp_alphas) > 0)
    # The trees differ where two splits are equally good, so that only the last steps must agree.
    np.testing.assert_allclose(path.ccp_alphas[-2:], theirs.ccp_alphas[-2:], rtol=1e-9)
    np.testing.assert_allclose(path.impurities[-1], theirs.impurities[-1], rtol=1e-12)
    fitted = DecisionTreeClassifier(random_state=0).fit(X, y)
    np.testing.assert_array_equal(fitted.cost_complexity_path().ccp_alphas, path.ccp_alphas)
    whole = C45Classifier().cost_complexity_pruning_path(X, y)
    assert whole.leaves[0] > C45Classifier().fit(X, y).cost_complexity_path().leaves[0]


def test_the_curve_of_accuracy_against_size():
    tree = DecisionTreeClassifier(random_state=0).fit(X[::2], y[::2])
    curve = tree.size_curve({"training": (X[::2], y[::2]), "test": (X[1::2], y[1::2])}, ccp_alpha=0.02)
    assert curve.measure == "accuracy"
    assert curve.leaves[-1] == 1 and np.all(np.diff(curve.leaves) < 0)
    assert curve.scores["training"][0] == tree.score(X[::2], y[::2])
    assert curve.scores["test"][0] == tree.score(X[1::2], y[1::2])
    assert 0 <= curve.kept < len(curve.leaves) and curve.svg.startswith("<svg")
    other = tree.size_curve({"test": (X[1::2], y[1::2])}, prune_on=(X[1::2], y[1::2]))
    assert other.scores["test"].max() == other.scores["test"][other.kept]


def test_the_curve_of_numbers():
    tree = DecisionTreeRegressor(max_depth=4).fit(X[:, :3], X[:, 3])
    curve = tree.size_curve({"training": (X[:, :3], X[:, 3])})
    assert curve.measure == "mean squared error"
    np.testing.assert_allclose(curve.scores["training"][-1], X[:, 3].var(), rtol=1e-9)


def test_what_questions_cost():
    tree = DecisionTreeClassifier(max_depth=1).fit(X, y)
    assert tree.expected_cost(X, y, [1.0, 2.0, 3.0, 4.0]) in (3.0, 4.0)
    with pytest.raises(ValueError):
        tree.expected_cost(X, y, "free")
    with pytest.raises(ValueError):
        tree.expected_cost(X, y, {"no such column": 1.0})


def test_small_trees_are_preferred():
    bias = DecisionTreeClassifier(max_depth=2).fit(X, y).inductive_bias()
    assert (bias.nodes, bias.leaves, bias.depth) == (5, 3, 2)
    assert 1 < bias.mean_depth < 2
    assert sum(one.questions for one in bias.columns) == 2
    assert min(one.first_depth for one in bias.columns) == 0


def test_columns_in_order():
    ranked = rank_columns(X, y)
    assert {ranked[0].column, ranked[1].column} == {"x2", "x3"}
    gains = [one.gain for one in ranked]
    assert gains == sorted(gains, reverse=True) and ranked[0].p_value < 1e-6


def test_rows_that_contradict_each_other():
    found = contradictions([[1.0], [1.0], [2.0], [2.0]], ["a", "b", "a", "a"])
    assert found.groups == [[0, 1]] and found.least_errors == 1.0
    assert contradictions(X[:3], y[:3]).groups == []
