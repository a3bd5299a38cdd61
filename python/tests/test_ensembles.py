"""Estimators made of other estimators."""

import hornbook
import numpy as np
import pytest
from hornbook import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    BaggingClassifier,
    BaselineClassifier,
    CascadeClassifier,
    ClassHierarchyClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    OneVsRestClassifier,
    OutputCodeClassifier,
    StackingClassifier,
    VotingClassifier,
    VotingRegressor,
)
from sklearn import ensemble, tree
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score

X, Y = load_iris(return_X_y=True)


def test_parameters_of_an_estimator_within():
    bagging = BaggingClassifier(estimator=DecisionTreeClassifier(max_depth=2), n_estimators=5, random_state=0)
    assert bagging.get_params()["estimator__max_depth"] == 2
    assert "estimator__max_depth" not in bagging.get_params(deep=False)
    bagging.set_params(estimator__max_depth=1, n_estimators=7)
    assert (bagging.estimator.max_depth, bagging.n_estimators) == (1, 7)
    copy = clone(bagging)
    assert copy.estimator is not bagging.estimator
    assert copy.get_params()["estimator__max_depth"] == 1
    with pytest.raises(ValueError, match="Invalid parameter 'depth'"):
        bagging.set_params(estimator__depth=3)
    search = GridSearchCV(bagging, {"estimator__max_depth": [1, 3]}, cv=3).fit(X, Y)
    assert search.best_params_ == {"estimator__max_depth": 3}


def test_parameters_of_named_members():
    shallow = DecisionTreeClassifier(max_depth=1)
    voting = VotingClassifier(estimators=[("shallow", shallow), ("deep", DecisionTreeClassifier())])
    assert voting.get_params()["shallow"] is shallow
    assert voting.get_params()["shallow__max_depth"] == 1
    voting.set_params(shallow__max_depth=2, deep=BaselineClassifier())
    assert shallow.max_depth == 2
    assert [type(member).__name__ for _, member in voting.estimators] == [
        "DecisionTreeClassifier",
        "BaselineClassifier",
    ]
    copy = clone(voting)
    assert copy.estimators[0][1] is not shallow
    assert copy.get_params()["shallow__max_depth"] == 2
    np.testing.assert_array_equal(copy.fit(X, Y).predict(X), voting.fit(X, Y).predict(X))
    with pytest.raises(ValueError, match="not unique"):
        VotingClassifier(estimators=[("a", shallow), ("a", shallow)]).fit(X, Y)


@pytest.mark.parametrize(
    "estimators",
    [
        [DecisionTreeClassifier(max_depth=1), DecisionTreeClassifier(max_depth=3)],
        ["decision-tree(max_depth=1)", "decision-tree:max_depth=3"],
        [("one", DecisionTreeClassifier(max_depth=1)), ("three", DecisionTreeClassifier(max_depth=3))],
    ],
)
def test_members_in_three_ways(estimators):
    voting = VotingClassifier(estimators=estimators, voting="soft").fit(X, Y)
    trees = [tree.DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, Y) for depth in (1, 3)]
    expected = np.mean([member.predict_proba(X) for member in trees], axis=0)
    # Petal length and width separate setosa equally well: only the sizes of the leaves agree for certain.
    np.testing.assert_allclose(voting.predict_proba(X).max(axis=1), expected.max(axis=1), atol=1e-9)


def test_ensembles_of_ensembles_and_their_files(tmp_path):
    stack = StackingClassifier(
        estimators=[
            ("bag", BaggingClassifier(estimator=DecisionTreeClassifier(max_depth=2), n_estimators=3)),
            ("boost", AdaBoostClassifier(n_estimators=4)),
        ],
        final_estimator=OneVsRestClassifier(estimator=DecisionTreeClassifier(max_depth=2)),
        random_state=3,
    ).fit(X, Y)
    stack.save(tmp_path / "stack.hornbook")
    again = hornbook.load(tmp_path / "stack.hornbook")
    assert isinstance(again, StackingClassifier)
    assert [type(member) for member in again.estimators] == [BaggingClassifier, AdaBoostClassifier]
    assert again.estimators[0].estimator.max_depth == 2
    assert again.final_estimator.estimator.max_depth == 2
    np.testing.assert_array_equal(again.predict_proba(X), stack.predict_proba(X))
    np.testing.assert_array_equal(clone(again).set_params(random_state=3).fit(X, Y).predict_proba(X), stack.predict_proba(X))


def test_what_cannot_be_combined_is_refused():
    with pytest.raises(ValueError, match="BaggingClassifier is for classification, and DecisionTreeRegressor"):
        BaggingClassifier(estimator=DecisionTreeRegressor()).fit(X, Y)
    with pytest.raises(TypeError, match="combines estimators of Hornbook, and DecisionTreeClassifier is none"):
        BaggingClassifier(estimator=tree.DecisionTreeClassifier()).fit(X, Y)
    with pytest.raises(TypeError, match="the class DecisionTreeClassifier is none"):
        BaggingClassifier(estimator=DecisionTreeClassifier).fit(X, Y)
    with pytest.raises(ValueError, match="did you mean 'decision-tree'"):
        BaggingClassifier(estimator="decision-tre").fit(X, Y)
    with pytest.raises(ValueError, match="parameter 'estimators' is 3"):
        VotingRegressor(estimators=3).fit(X, Y)
    with pytest.raises(ValueError, match="parameter 'max_depth' is 0"):
        BaggingClassifier(estimator=DecisionTreeClassifier(max_depth=0)).fit(X, Y)


def test_as_good_as_scikit_learn():
    x, y = load_breast_cancer(return_X_y=True)
    for ours, theirs in [
        (AdaBoostClassifier(n_estimators=50), ensemble.AdaBoostClassifier(n_estimators=50, random_state=0)),
        (BaggingClassifier(n_estimators=20, random_state=0), ensemble.BaggingClassifier(n_estimators=20, random_state=0)),
    ]:
        mine, other = cross_val_score(ours, x, y), cross_val_score(theirs, x, y)
        # Two standard errors of a score of 569 rows.
        assert mine.mean() > other.mean() - 2 * np.sqrt(other.mean() * (1 - other.mean()) / len(y))


def test_ada_boost_is_scikit_learns_for_two_classes():
    rng = np.random.default_rng(0)
    x = np.round(rng.normal(size=(300, 4)) * 1024) / 1024
    y = (x[:, 0] + np.sin(3 * x[:, 1]) > 0.2).astype(int)
    ours = AdaBoostClassifier(estimator=DecisionTreeClassifier(max_depth=1), n_estimators=40).fit(x, y)
    theirs = ensemble.AdaBoostClassifier(n_estimators=40, random_state=0).fit(x, y)
    np.testing.assert_allclose(ours.predict_proba(x), theirs.predict_proba(x), atol=1e-9)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-9)


def test_the_rest_of_the_classes_learn():
    for estimator in [
        CascadeClassifier(confidence=0.95),
        ClassHierarchyClassifier(),
        OutputCodeClassifier(code="exhaustive", decoding="hard"),
        OneVsRestClassifier(decoding="hard"),
    ]:
        assert estimator.fit(X, Y).score(X, Y) > 0.95
    assert AdaBoostRegressor(n_estimators=20).fit(X[:, 1:], X[:, 0]).score(X[:, 1:], X[:, 0]) > 0.8
