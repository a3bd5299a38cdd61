"""Estimators that learn without a target."""

import pickle

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import BaggingClassifier, DecisionTreeClassifier, IsolationForest, KernelDensity
from hornbook.inspection import partial_dependence, permutation_importance
from hornbook.model_selection import GridSearchCV, compare, cross_val_score, cross_validate, evaluate
from sklearn.ensemble import IsolationForest as TheirIsolationForest
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(0)
X = np.vstack([rng.normal(size=(500, 3)), rng.uniform(-6, 6, size=(25, 3))])
IS_OUTLIER = np.arange(len(X)) >= 500


def test_signs_are_those_of_scikit_learn():
    ours, theirs = IsolationForest(random_state=0).fit(X), TheirIsolationForest(random_state=0).fit(X)
    assert ours.offset_ == theirs.offset_ == -0.5
    assert set(ours.predict(X)) == {-1, 1}
    assert ((ours.decision_function(X) < 0) == (ours.predict(X) == -1)).all()
    np.testing.assert_array_equal(ours.decision_function(X), ours.score_samples(X) + 0.5)
    assert np.corrcoef(ours.score_samples(X), theirs.score_samples(X))[0, 1] > 0.97
    assert roc_auc_score(IS_OUTLIER, -ours.score_samples(X)) == pytest.approx(
        roc_auc_score(IS_OUTLIER, -theirs.score_samples(X)), abs=0.01
    )


def test_contamination_is_the_quantile_of_the_scores():
    forest = IsolationForest(contamination=0.05, random_state=0).fit(X)
    assert forest.offset_ == pytest.approx(np.percentile(forest.score_samples(X), 5), abs=1e-12)
    assert (forest.predict(X) == -1).sum() == 27
    np.testing.assert_array_equal(forest.fit_predict(X), forest.predict(X))
    for wrong in (0.0, 0.6, "some"):
        with pytest.raises(ValueError, match="parameter 'contamination'"):
            IsolationForest(contamination=wrong).fit(X)


def test_parameters_of_scikit_learn():
    forest = IsolationForest(n_estimators=20, max_samples=64, max_features=2, bootstrap=True, random_state=1).fit(X)
    assert "20 trees, each from a subsample of 64" in forest.explain()
    assert forest.feature_importances_.sum() == pytest.approx(1)
    pipeline = make_pipeline(StandardScaler(), IsolationForest(max_samples=0.5, random_state=0)).fit(X)
    assert pipeline.predict(X).shape == (525,)


def test_frames_files_and_pickles(tmp_path):
    frame = pd.DataFrame({"x": X[:, 0], "kind": np.where(np.arange(len(X)) == 7, "rare", "usual")})
    frame.loc[3, "x"] = np.nan
    forest = IsolationForest(random_state=0).fit(frame)
    assert forest.score_samples(frame)[7] < -0.5
    assert "feature contributions" in forest.explain(frame, row=7).lower()
    forest.save(tmp_path / "forest.hornbook")
    for again in (hornbook.load(tmp_path / "forest.hornbook"), pickle.loads(pickle.dumps(forest))):
        assert isinstance(again, IsolationForest)
        assert again.offset_ == forest.offset_
        np.testing.assert_array_equal(again.score_samples(frame), forest.score_samples(frame))


def test_weights_are_copies():
    weights = rng.integers(0, 4, len(X)).astype(float)
    weighted = IsolationForest(random_state=0).fit(X, sample_weight=weights)
    copied = IsolationForest(random_state=0).fit(np.repeat(X, weights.astype(int), axis=0))
    np.testing.assert_array_equal(weighted.score_samples(X), copied.score_samples(X))


def test_shapley_values_divide_the_logarithm_of_the_score():
    forest = IsolationForest(random_state=0).fit(X)
    values, base = forest.shap_values(X[:20])
    np.testing.assert_allclose(values.sum(axis=1) + base, np.log2(-forest.score_samples(X[:20])), atol=1e-10)


def test_there_is_nothing_to_score_against():
    forest = IsolationForest(random_state=0).fit(X)
    with pytest.raises(TypeError, match="is unsupervised and takes no target, so cross_validate has nothing to score"):
        cross_validate(forest, X, IS_OUTLIER)
    with pytest.raises(TypeError, match="nothing to score"):
        GridSearchCV(forest, {"max_samples": [64, 128]}).fit(X, IS_OUTLIER)
    with pytest.raises(TypeError, match="nothing to score"):
        permutation_importance(forest, X, IS_OUTLIER)
    with pytest.raises(ValueError, match="BaggingClassifier is for classification, and IsolationForest for outliers"):
        BaggingClassifier(estimator=forest).fit(X, IS_OUTLIER)
    with pytest.raises(ValueError, match="is unsupervised and takes no target"):
        BaggingClassifier(estimator="isolation-forest").fit(X, IS_OUTLIER)
    assert hornbook.calibration.CalibratedClassifierCV(DecisionTreeClassifier()).fit(X, IS_OUTLIER)
    with pytest.raises(TypeError, match="nothing to score"):
        hornbook.calibration.CalibratedClassifierCV(forest).fit(X, IS_OUTLIER)


def test_labels_that_only_score_are_a_reference():
    forest = IsolationForest(random_state=0)
    found = evaluate(forest, X, reference=IS_OUTLIER, measures="ROC AUC", cv=5)
    assert found["ROC AUC"].value > 0.9 and found.baseline == []
    assert found.to_frame().loc["ROC AUC", "value"] == found["ROC AUC"].value
    scores = cross_val_score(forest, X, reference=np.where(IS_OUTLIER, "yes", "no"))
    assert scores.shape == (5,) and scores.min() > 0.8
    both = compare({"few": IsolationForest(n_estimators=5), "many": forest}, X, reference=IS_OUTLIER, measures="ROC AUC")
    assert both.names == ["few", "many"] and both.pairs[0]["adjusted_p_value"] is not None
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        evaluate(forest, X, reference=IS_OUTLIER[:10])
    with pytest.raises(ValueError, match="reference label of some rows is missing"):
        evaluate(forest, X, reference=[None] * len(X))


def test_densities_are_scored_by_their_likelihood():
    narrow, wide = KernelDensity(bandwidth=0.3, kernel="tophat"), KernelDensity(bandwidth=0.8)
    assert cross_val_score(wide, X).shape == (5,)
    found = compare({"narrow": narrow, "wide": wide}, X)
    assert found.measure == "log-likelihood" and found.pairs[0]["adjusted_p_value"] is not None
    assert any(note.startswith("narrow gives ") and "density of zero" in note for note in found.notes)


def test_what_columns_do_to_the_score_can_be_read():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    forest = IsolationForest(n_estimators=20, random_state=0).fit(X)
    found = partial_dependence(forest, X, 0, custom_values={0: [0.0, 9.0]})
    assert found.average.shape == (1, 2) and found.average[0, 1] > found.average[0, 0]
    with pytest.raises(TypeError, match="nothing to score"):
        permutation_importance(forest, X, X[:, 0])
