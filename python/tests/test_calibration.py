"""Calibrated classifiers, and scores of predictions with their intervals."""

import doctest
import pickle

import hornbook
import numpy as np
import pytest
from hornbook import DecisionTreeClassifier, DecisionTreeRegressor
from hornbook.calibration import CalibratedClassifierCV
from hornbook.metrics import score_with_interval
from hornbook.model_selection import CrossValidation, GridSearchCV, cross_val_score, evaluate
from sklearn.base import clone, is_classifier
from sklearn.calibration import CalibratedClassifierCV as PeerCalibrated
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.tree import DecisionTreeClassifier as OtherTree

X, Y = make_classification(2400, 8, n_informative=5, flip_y=0.15, random_state=0)
NEW, TRUE = X[1400:], Y[1400:]
X, Y = X[:1400], Y[:1400]
TREE = DecisionTreeClassifier(min_samples_leaf=5, random_state=0)


def test_examples_in_docstrings_run():
    (example,) = doctest.DocTestFinder(recurse=False).find(CalibratedClassifierCV)
    assert example.examples and doctest.DocTestRunner().run(example).failed == 0


def test_isotonic_calibration_is_that_of_scikit_learn():
    ours = CalibratedClassifierCV(TREE, method="isotonic", cv=4).fit(X, Y)
    splits = CrossValidation(4, random_state=TREE.random_state)
    theirs = PeerCalibrated(TREE, method="isotonic", ensemble=False, cv=splits).fit(X, Y)
    np.testing.assert_allclose(ours.predict_proba(NEW), theirs.predict_proba(NEW), rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ["sigmoid", "isotonic", "beta", "temperature"])
def test_calibrated_probabilities_are_better(method, tmp_path):
    plain = TREE.fit(X, Y)
    model = CalibratedClassifierCV(TREE, method=method).fit(X, Y)
    assert log_loss(TRUE, model.predict_proba(NEW)) < 0.8 * log_loss(TRUE, plain.predict_proba(NEW))
    assert model.score(NEW, TRUE) == np.mean(model.predict(NEW) == TRUE)
    np.testing.assert_allclose(model.predict_log_proba(NEW), np.log(model.predict_proba(NEW)))
    for again in (pickle.loads(pickle.dumps(model)), clone(model).fit(X, Y)):
        np.testing.assert_array_equal(again.predict_proba(NEW), model.predict_proba(NEW))
    model.save(tmp_path / "m")
    kept = hornbook.load(tmp_path / "m")
    assert isinstance(kept, DecisionTreeClassifier)
    np.testing.assert_array_equal(kept.predict_proba(NEW), model.predict_proba(NEW))
    assert is_classifier(model) and model.n_features_in_ == 8 and model.classes_.tolist() == [0, 1]


def test_many_classes_and_weights():
    x, y = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    weights = np.where(np.arange(150) % 2, 1.0, 0.0)
    model = CalibratedClassifierCV(TREE, method="temperature").fit(x, names, sample_weight=weights)
    half = CalibratedClassifierCV(TREE, method="temperature").fit(x[1::2], names[1::2])
    np.testing.assert_allclose(model.predict_proba(x), half.predict_proba(x), rtol=1e-12)
    np.testing.assert_allclose(model.predict_proba(x).sum(axis=1), 1)


def test_calibration_is_judged_inside_the_folds():
    model = CalibratedClassifierCV(TREE, method="beta", cv=3)
    splits = list(CrossValidation(3, random_state=1).split(X, Y))
    ours = cross_val_score(model, X, Y, cv=splits, scoring="neg_log_loss")
    assert ours.mean() > cross_val_score(TREE, X, Y, cv=splits, scoring="neg_log_loss").mean()
    assert evaluate(model, X, Y, cv=splits, measures="log_loss")["log loss"].fold_mean == pytest.approx(-ours.mean())


def test_a_search_can_be_calibrated():
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 5]}, cv=3)
    model = CalibratedClassifierCV(search, method="sigmoid", cv=3).fit(X, Y)
    assert model.estimator_.max_depth == search.fit(X, Y).best_params_["max_depth"]
    with pytest.raises(TypeError, match="search first"):
        GridSearchCV(model, {"max_depth": [1]}).fit(X, Y)


@pytest.mark.parametrize(
    ("model", "error", "sentence"),
    [
        (CalibratedClassifierCV(), TypeError, "NoneType is none"),
        (CalibratedClassifierCV(OtherTree()), TypeError, "takes estimators of Hornbook"),
        (CalibratedClassifierCV(DecisionTreeRegressor()), TypeError, "predicts numbers"),
        (CalibratedClassifierCV(TREE, method="platt"), ValueError, "method is 'platt'; expected 'sigmoid'"),
        (CalibratedClassifierCV(TREE, cv=1), ValueError, "cv is 1; expected an integer at least 2"),
        (CalibratedClassifierCV(TREE, cv=2000), ValueError, "1400 rows for 2000 folds"),
    ],
)
def test_what_is_wrong_gets_a_sentence(model, error, sentence):
    with pytest.raises(error, match=sentence):
        model.fit(X, Y)


def test_unfitted():
    with pytest.raises(NotFittedError):
        CalibratedClassifierCV(TREE).predict(X)
    with pytest.raises(NotFittedError):
        CalibratedClassifierCV(TREE).save("nowhere")


PROBABILITIES = TREE.fit(X, Y).predict_proba(NEW)


def test_scores_with_intervals():
    by_all = score_with_interval("roc_auc", TRUE, y_prob=PROBABILITIES)
    by_second = score_with_interval("ROC AUC", TRUE, y_prob=PROBABILITIES[:, 1])
    assert by_all == by_second and by_all.method == "DeLong"
    assert by_all.value == pytest.approx(roc_auc_score(TRUE, PROBABILITIES[:, 1]), abs=1e-12)
    named = np.array(["no", "yes"])[TRUE]
    other = score_with_interval("roc_auc", named, y_prob=PROBABILITIES, pos_label="no")
    assert other.value == pytest.approx(by_all.value, abs=1e-12)
    accuracy = score_with_interval("accuracy", TRUE, PROBABILITIES.argmax(axis=1), level=0.9)
    assert (accuracy.method, accuracy.level, accuracy.rows) == ("Wilson", 0.9, 1000)
    assert score_with_interval("accuracy", TRUE, y_prob=PROBABILITIES, level=0.9) == accuracy
    mae = score_with_interval("neg_mean_absolute_error", [1.0, 2.0, 4.0], [1.0, 3.0, 4.5], sample_weight=[1, 1, 2])
    assert mae.value == 0.5 and mae.measure == "MAE" and float(mae) == 0.5


def test_a_bootstrap_interval_is_that_of_a_loop():
    found = score_with_interval("roc_auc", TRUE, y_prob=PROBABILITIES, method="bootstrap", n_resamples=40_000)
    rng = np.random.default_rng(0)
    rows = (rng.integers(1000, size=1000) for _ in range(4000))
    areas = [roc_auc_score(TRUE[row], PROBABILITIES[row, 1]) for row in rows]
    # Of 4000 draws, an end is known to a twentieth of the spread.
    np.testing.assert_allclose(found.interval, np.quantile(areas, [0.025, 0.975]), atol=0.15 * np.std(areas))
    assert found.method == "bootstrap"
    corrected = score_with_interval("roc_auc", TRUE, y_prob=PROBABILITIES, method="bca")
    assert corrected.method == "bootstrap, BCa" and corrected.interval != found.interval


def test_groups_widen_an_interval():
    # Every row ten times is no more than every row once.
    rows, groups = np.tile(np.arange(100), 10), np.tile(np.arange(100), 10)
    once = score_with_interval("accuracy", TRUE[:100], y_prob=PROBABILITIES[:100], method="bootstrap")
    grouped = score_with_interval("accuracy", TRUE[rows], y_prob=PROBABILITIES[rows], groups=groups, method="bootstrap")
    naive = score_with_interval("accuracy", TRUE[rows], y_prob=PROBABILITIES[rows], method="bootstrap")
    width = lambda score: score.interval.high - score.interval.low
    assert width(grouped) == pytest.approx(width(once), abs=1e-9) and width(naive) < 0.5 * width(grouped)
    assert grouped.method == "bootstrap of groups"


def test_threads_and_seeds():
    found = {score_with_interval("log_loss", TRUE, y_prob=PROBABILITIES, n_jobs=n).interval for n in (1, 2, 3)}
    assert len(found) == 1
    assert score_with_interval("log_loss", TRUE, y_prob=PROBABILITIES, random_state=1).interval not in found
    assert score_with_interval("log_loss", TRUE, y_prob=PROBABILITIES, n_resamples=0).interval is None


@pytest.mark.parametrize(
    ("arguments", "given", "sentence"),
    [
        (("accuracy", [0, 1]), {}, "give y_pred or y_prob"),
        (("roc_auc", [0, 1], [0, 1]), {}, "'ROC AUC' needs probabilities; give them in y_prob"),
        (("acuracy", [0, 1], [0, 1]), {}, "did you mean 'accuracy'"),
        (("mae", [0.0, 1.0]), {"y_prob": [0.1, 0.2]}, "give them in y_pred"),
        (("accuracy", [0, 1], [0]), {}, "different numbers of rows"),
        (("accuracy", [0, 1], [0, 1]), {"groups": [1]}, "different numbers of rows"),
        (("accuracy", [0, 1], [0, 1]), {"method": "magic"}, "method is 'magic'; expected 'auto'"),
        (("accuracy", [0, 1], [0, 1]), {"method": "delong"}, "does not suit the measure 'accuracy'"),
        (("accuracy", [0, 1], [0, 1]), {"n_resamples": -1}, "n_resamples is -1"),
        (("accuracy", [0, 1], [0, 1]), {"sample_weight": [0, 0]}, "weight zero"),
        (("recall", [0, 1], [0, 1]), {"pos_label": 7}, "no class '7'"),
        (("log_loss", [0, 1]), {"y_prob": [0.2, 1.5]}, "a probability of"),
        (("log_loss", [0, 1, 2]), {"y_prob": [0.2, 0.5, 0.1]}, "probabilities of 2 classes where there are 3"),
        (("mae", [0.0, np.nan], [0.0, 1.0]), {}, "in row 2 the truth is NaN"),
        (("mae", [], []), {}, "there are no test rows"),
    ],
)
def test_wrong_predictions_get_a_sentence(arguments, given, sentence):
    with pytest.raises(ValueError, match=sentence):
        score_with_interval(*arguments, **given)
