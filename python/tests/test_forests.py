"""What only forests know, beside what every estimator is tested for."""

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import (
    DecisionTreeClassifier,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hornbook.model_selection import evaluate
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import RandomForestRegressor as SklearnForest

X, Y = load_iris(return_X_y=True)
NUMBERS, TARGET = load_diabetes(return_X_y=True)


def test_out_of_bag():
    forest = RandomForestClassifier(n_estimators=50, oob_score=True, random_state=0).fit(X, Y)
    decisions = forest.oob_decision_function_
    assert decisions.shape == (150, 3)
    seen = ~np.isnan(decisions[:, 0])
    assert seen.sum() > 140 and np.allclose(decisions[seen].sum(axis=1), 1)
    right = forest.classes_[decisions[seen].argmax(axis=1)] == Y[seen]
    assert forest.oob_score_ == pytest.approx(right.mean())
    low, high = forest.oob_score_interval_
    assert low < forest.oob_score_ < high
    numbers = RandomForestRegressor(n_estimators=50, oob_score=True, random_state=0).fit(NUMBERS, TARGET)
    assert 0.3 < numbers.oob_score_ < 0.6
    assert numbers.oob_prediction_.shape == TARGET.shape
    with pytest.raises(AttributeError, match="no attribute 'oob_decision_function_'"):
        numbers.oob_decision_function_  # noqa: B018
    with pytest.raises(AttributeError, match="oob_score = true"):
        RandomForestClassifier(n_estimators=5).fit(X, Y).oob_score_  # noqa: B018


def test_importances():
    forest = RandomForestClassifier(n_estimators=50, oob_importances=True, random_state=0).fit(X, Y)
    assert forest.feature_importances_.sum() == pytest.approx(1)
    assert (forest.feature_importances_deviation_ > 0).all()
    shuffled = forest.oob_importances_
    assert shuffled.shape == (4, 3)
    assert (shuffled[:, 1] <= shuffled[:, 0]).all() and (shuffled[:, 0] <= shuffled[:, 2]).all()
    assert shuffled[2:, 0].min() > shuffled[:2, 0].max()


def test_leaves_and_proximities():
    forest = RandomForestClassifier(n_estimators=20, random_state=0).fit(X, Y)
    leaves = forest.apply(X)
    assert leaves.shape == (150, 20)
    near = forest.proximities(X)
    assert np.array_equal(near, (leaves[:, None, :] == leaves[None, :, :]).mean(axis=2))
    assert np.array_equal(forest.proximities(X[:3], X[5:9]), near[:3, 5:9])


def test_quantiles(tmp_path):
    forest = RandomForestRegressor(n_estimators=100, min_samples_leaf=5, quantiles=True, random_state=0)
    forest.fit(NUMBERS[:300], TARGET[:300])
    low, middle, high = forest.predict_quantiles(NUMBERS[300:], [0.1, 0.5, 0.9]).T
    assert (low <= middle).all() and (middle <= high).all()
    assert 0.65 < ((low <= TARGET[300:]) & (TARGET[300:] <= high)).mean() < 0.95
    forest.save(tmp_path / "forest.hornbook")
    again = hornbook.load(tmp_path / "forest.hornbook")
    assert np.array_equal(again.predict_quantiles(NUMBERS[300:], [0.5])[:, 0], middle)
    with pytest.raises(ValueError, match="0 to 1"):
        forest.predict_quantiles(NUMBERS, [2.0])
    with pytest.raises(ValueError, match="quantiles = true"):
        ExtraTreesRegressor(n_estimators=3).fit(NUMBERS, TARGET).predict_quantiles(NUMBERS)


def test_scikit_learns_values_of_max_features():
    for value in ["sqrt", "log2", None, 2, 0.5, 1.0]:
        RandomForestClassifier(n_estimators=3, max_features=value).fit(X, Y)
    for value in [0, 1.5, "half", -1]:
        with pytest.raises(ValueError, match="max_features"):
            RandomForestClassifier(n_estimators=3, max_features=value).fit(X, Y)


def test_only_forests_are_forests():
    assert not hasattr(DecisionTreeClassifier().fit(X, Y), "proximities")


def test_several_targets_of_numbers(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(1500, 6))
    both = np.column_stack([rows[:, 0] + rows[:, 1] ** 2, 1e3 * np.sin(rows[:, 2])]) + rng.normal(size=(1500, 2)) * [0.1, 50]
    train, test = slice(0, 1000), slice(1000, None)
    ours = RandomForestRegressor(n_estimators=100, oob_score=True, random_state=0).fit(rows[train], both[train])
    # scikit-learn adds variances as they are; with targets of one spread the criterion is the same.
    scaled = both / both[train].std(axis=0)
    theirs = SklearnForest(n_estimators=100, random_state=0, n_jobs=2).fit(rows[train], scaled[train])
    errors = ((ours.predict(rows[test]) / both[train].std(axis=0) - scaled[test]) ** 2).mean(axis=0)
    assert (errors < 1.1 * ((theirs.predict(rows[test]) - scaled[test]) ** 2).mean(axis=0)).all()
    assert ours.n_outputs_ == 2 and ours.oob_prediction_.shape == (1000, 2)
    assert len(ours.oob_score_interval_) == 2 and ours.score(rows[test], both[test]) > 0.85
    ours.save(tmp_path / "both.hornbook")
    again = hornbook.load(tmp_path / "both.hornbook")
    assert again.n_outputs_ == 2 and np.array_equal(again.predict(rows[test]), ours.predict(rows[test]))


def test_several_targets_of_classes(tmp_path):
    kinds = np.array(["small", "large"])[(X[:, 0] > 5.8).astype(int)]
    frame = pd.DataFrame({"species": load_iris().target_names[Y], "size": kinds})
    model = ExtraTreesClassifier(n_estimators=50, random_state=0).fit(X, frame)
    assert [list(classes) for classes in model.classes_] == [["setosa", "versicolor", "virginica"], ["large", "small"]]
    predicted = model.predict(X)
    assert predicted.shape == (150, 2) and (predicted == frame.to_numpy()).mean() > 0.99
    species, size = model.predict_proba(X)
    assert species.shape == (150, 3) and size.shape == (150, 2)
    assert [log.shape for log in model.predict_log_proba(X)] == [(150, 3), (150, 2)]
    assert "for species, size" in model.to_svg(0)
    model.save(tmp_path / "both.hornbook")
    again = hornbook.load(tmp_path / "both.hornbook")
    assert np.array_equal(again.predict(X), predicted)
    forest = RandomForestClassifier(n_estimators=50, oob_score=True, random_state=0).fit(X, frame)
    assert [shares.shape for shares in forest.oob_decision_function_] == [(150, 3), (150, 2)]
    with pytest.raises(ValueError, match="one is evaluated at a time"):
        evaluate(forest, X, frame)
    with pytest.raises(ValueError, match="1d array"):
        DecisionTreeClassifier().fit(X, frame)
