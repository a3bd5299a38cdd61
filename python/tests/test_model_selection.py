"""Evaluating, comparing and tuning, beside scikit-learn doing the same with the same splits."""

import doctest
import json
import pickle
from contextlib import nullcontext

import hornbook
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn.model_selection as peer
from hornbook import BaselineClassifier, DecisionTreeClassifier, DecisionTreeRegressor, model_selection
from hornbook.model_selection import (
    Bootstrap632,
    CrossValidation,
    GridSearchCV,
    HalvingRandomSearchCV,
    HoldOut,
    LeaveOneOut,
    LeavePOut,
    ParzenSearchCV,
    RandomizedSearchCV,
    Subsampling,
    TimeOrdered,
    compare,
    compare_many,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    evaluate,
)
from scipy import stats
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.metrics import confusion_matrix
from sklearn.tree import DecisionTreeClassifier as OtherTree

X, Y = load_breast_cancer(return_X_y=True)
FLOWERS, SPECIES = load_iris(return_X_y=True)
PATIENTS, PROGRESS = load_diabetes(return_X_y=True)
TREE = DecisionTreeClassifier(max_depth=4, random_state=0)
NUMBERS = DecisionTreeRegressor(max_depth=4, random_state=0)
SPLITS = list(peer.StratifiedKFold(4, shuffle=True, random_state=1).split(X, Y))
OF_CLASSES = [
    "accuracy",
    "average_precision",
    "balanced_accuracy",
    "f1",
    "f1_macro",
    "matthews_corrcoef",
    "neg_brier_score",
    "neg_log_loss",
    "precision",
    "recall",
    "roc_auc",
]
OF_NUMBERS = [
    "explained_variance",
    "neg_max_error",
    "neg_mean_absolute_error",
    "neg_mean_absolute_percentage_error",
    "neg_mean_gamma_deviance",
    "neg_mean_poisson_deviance",
    "neg_mean_squared_error",
    "neg_median_absolute_error",
    "neg_root_mean_squared_error",
    "r2",
]


@pytest.mark.parametrize("name", model_selection.__all__)
def test_examples_in_docstrings_run(name):
    for example in doctest.DocTestFinder(recurse=False).find(getattr(model_selection, name), name):
        assert doctest.DocTestRunner().run(example).failed == 0


def assert_same_scores(ours, theirs, names):
    for name in names:
        np.testing.assert_allclose(ours[f"test_{name}"], theirs[f"test_{name}"], rtol=1e-12, atol=1e-12, err_msg=name)


def test_fold_scores_of_classes_are_those_of_scikit_learn():
    given = {"cv": SPLITS, "scoring": OF_CLASSES}
    ours, theirs = (function(TREE, X, Y, **given) for function in (cross_validate, peer.cross_validate))
    assert_same_scores(ours, theirs, OF_CLASSES)
    many = ["accuracy", "balanced_accuracy", "f1_macro", "neg_log_loss", "roc_auc_ovr", "top_k_accuracy"]
    given = {"cv": peer.StratifiedKFold(5, shuffle=True, random_state=2), "scoring": many}
    ours, theirs = (function(TREE, FLOWERS, SPECIES, **given) for function in (cross_validate, peer.cross_validate))
    assert_same_scores(ours, theirs, many)


def test_fold_scores_of_numbers_are_those_of_scikit_learn():
    given = {"cv": CrossValidation(4, n_repeats=2, random_state=3), "scoring": OF_NUMBERS}
    ours, theirs = (function(NUMBERS, PATIENTS, PROGRESS, **given) for function in (cross_validate, peer.cross_validate))
    assert len(ours["test_r2"]) == 8
    assert_same_scores(ours, theirs, OF_NUMBERS)


def test_one_scoring_is_called_score_and_may_be_named():
    one = cross_validate(TREE, X, Y, cv=SPLITS)
    assert list(one) == ["test_score"]
    np.testing.assert_array_equal(one["test_score"], cross_val_score(TREE, X, Y, cv=SPLITS, scoring="accuracy"))
    np.testing.assert_array_equal(one["test_score"], peer.cross_val_score(TREE, X, Y, cv=SPLITS))
    named = cross_validate(TREE, X, Y, cv=SPLITS, scoring={"loss": "neg_log_loss", "positive": "log loss"})
    np.testing.assert_array_equal(named["test_loss"], -named["test_positive"])
    ours = cross_val_score(NUMBERS, PATIENTS, PROGRESS, cv=peer.KFold(3))
    np.testing.assert_allclose(ours, peer.cross_val_score(NUMBERS, PATIENTS, PROGRESS, cv=peer.KFold(3)), rtol=1e-12)


@pytest.mark.parametrize("method", ["predict", "predict_proba"])
def test_predictions_of_the_folds_are_those_of_scikit_learn(method):
    labels = np.array(["benign", "malign"])[Y]
    ours = cross_val_predict(TREE, X, labels, cv=SPLITS, method=method)
    np.testing.assert_array_equal(ours, peer.cross_val_predict(TREE, X, labels, cv=SPLITS, method=method))
    numbers = cross_val_predict(NUMBERS, PATIENTS, PROGRESS, cv=peer.KFold(3))
    np.testing.assert_array_equal(numbers, peer.cross_val_predict(NUMBERS, PATIENTS, PROGRESS, cv=peer.KFold(3)))


def test_masks_are_splits_too():
    masks = [(np.isin(np.arange(len(Y)), train), np.isin(np.arange(len(Y)), test)) for train, test in SPLITS]
    np.testing.assert_array_equal(cross_val_score(TREE, X, Y, cv=masks), cross_val_score(TREE, X, Y, cv=SPLITS))


def test_weight_two_is_the_row_twice_in_the_folds():
    weights = np.where(np.arange(len(Y)) % 3 == 0, 2.0, 1.0)
    twice = np.repeat(np.arange(len(Y)), weights.astype(int))
    splits = [(np.flatnonzero(np.isin(twice, train)), np.flatnonzero(np.isin(twice, test))) for train, test in SPLITS]
    names = ["accuracy", "roc_auc", "neg_log_loss", "f1"]
    weighted = cross_validate(TREE, X, Y, cv=SPLITS, scoring=names, sample_weight=weights)
    repeated = cross_validate(TREE, X[twice], Y[twice], cv=splits, scoring=names)
    assert_same_scores(weighted, repeated, names)


@pytest.mark.parametrize(
    "design",
    [
        CrossValidation(3, n_repeats=2, random_state=1),
        CrossValidation(3, stratified=False),
        HoldOut(0.3),
        LeavePOut(1),
        Subsampling(4, test_size=0.2, random_state=5),
        Bootstrap632(4, kind="alone"),
        TimeOrdered(4, gap=2, max_train_size=60),
    ],
)
def test_designs_are_splitters_of_scikit_learn(design):
    x, y = FLOWERS[::2], SPECIES[::2]
    splits = list(design.split(x, y))
    assert design.get_n_splits(x, y) == len(splits)
    assert all(not set(train) & set(test) for train, test in splits)
    theirs = peer.cross_val_score(TREE, x, y, cv=design)
    with pytest.warns(UserWarning) if isinstance(design, TimeOrdered) else nullcontext():
        np.testing.assert_allclose(cross_val_score(TREE, x, y, cv=design), theirs, rtol=1e-12)
    assert pickle.loads(pickle.dumps(design)) == design
    assert eval(repr(design)) == design


def test_groups_stay_whole():
    groups = np.arange(150) // 6
    for train, test in CrossValidation(5).split(FLOWERS, SPECIES, groups):
        assert not set(groups[train]) & set(groups[test])
    found = evaluate(TREE, FLOWERS, SPECIES, groups=groups.astype(str), cv=5, measures=["accuracy"])
    assert found.scores[0].method == "bootstrap of groups"
    assert len(list(LeaveOneOut().split(FLOWERS, SPECIES, groups))) == 25


def test_an_evaluation_says_all_there_is():
    found = evaluate(TREE, X, Y, cv=SPLITS)
    assert str(found) == repr(found) and str(found).startswith("decision-tree on 569 rows, 4 given splits")
    score, base = found["accuracy"], found.baseline[0]
    assert score.value == pytest.approx(np.mean(cross_val_predict(TREE, X, Y, cv=SPLITS) == Y), abs=1e-12)
    assert score.interval.low < score.value < score.interval.high and base.value < score.interval.low
    assert (score.level, score.method, score.rows) == (0.95, "Wilson", 569)
    assert score.fold_mean == pytest.approx(cross_val_score(TREE, X, Y, cv=SPLITS).mean(), abs=1e-12)
    predicted = cross_val_predict(TREE, X, Y, cv=SPLITS)
    np.testing.assert_array_equal(found.confusion, confusion_matrix(Y, predicted))
    assert found.classes == ["0", "1"] and found.positive == "1"
    assert len(found.folds) == 4 and found.folds[0]["train_rows"] == len(SPLITS[0][0])
    assert {curve["class"] for curve in found.curves} == {"0", "1"}
    frame = found.to_frame()
    assert frame.loc["accuracy", "value"] == score.value and frame.loc["accuracy", "baseline"] == base.value
    assert "<td>accuracy</td>" in found._repr_html_() and found._repr_html_().count("<tr>") == len(found.scores) + 1
    assert json.loads(json.dumps(found.to_dict()))["scores"][0]["value"] == score.value
    with pytest.raises(KeyError, match="there are accuracy"):
        found["kappa"]


def test_numbers_are_evaluated():
    found = evaluate(NUMBERS, PATIENTS, PROGRESS, cv=3, measures=["R2", "mae"], level=0.9)
    assert [score.measure for score in found.scores] == ["R²", "MAE"]
    assert found.confusion is None and found.classes is None and found.scores[1].level == 0.9


def test_losses_decide():
    plain = evaluate(TREE, X, Y, cv=SPLITS, measures=["recall"], positive=0)
    ways = [
        [[0, 1], [50, 0]],
        {0: {0: 0, 1: 1}, 1: {0: 50, 1: 0}},
        pd.DataFrame([[0, 1], [50, 0]], index=[0, 1], columns=[0, 1]),
    ]
    careful = [evaluate(TREE, X, Y, cv=SPLITS, losses=way, positive=0, measures=["recall"]) for way in ways]
    assert careful[0].scores[0].value > plain.scores[0].value
    assert careful[0].scores == careful[1].scores == careful[2].scores
    assert evaluate(TREE, X, Y, cv=SPLITS, losses=ways[0]).scores[0].measure == "expected loss"


def test_time_is_kept():
    days = np.datetime64("2020-01-01") + np.arange(150)[::-1]
    found = evaluate(TREE, FLOWERS, SPECIES, cv=HoldOut(0.2), order=days, measures="accuracy")
    # The last days are the first rows, all of one species.
    assert found.confusion.sum(axis=1).tolist() == [30, 0, 0]


def test_threads_change_nothing():
    texts = {str(evaluate(TREE, X, Y, cv=4, n_jobs=n).to_dict()) for n in (1, 2, 3)}
    assert len(texts) == 1
    np.testing.assert_array_equal(*(cross_val_score(TREE, X, Y, n_jobs=n) for n in (1, 2)))
    searches = [ParzenSearchCV(TREE, n_iter=14, n_jobs=n).fit(X, Y).cv_results_["params"] for n in (1, 2)]
    assert searches[0] == searches[1]


def test_seeds():
    assert str(evaluate(TREE, X, Y, random_state=1)) == str(evaluate(TREE, X, Y, random_state=1))
    assert evaluate(TREE, X, Y, random_state=1).scores != evaluate(TREE, X, Y, random_state=2).scores
    assert "seed 0" in evaluate(TREE, X, Y).design


@pytest.mark.parametrize("convert", [lambda f: f, pl.from_pandas, lambda f: pa.Table.from_pandas(f, preserve_index=False)])
def test_frames_with_categories_and_gaps(convert):
    rng = np.random.default_rng(0)
    kind = rng.choice(["red", "green", "blue"], 200)
    size = np.where(rng.random(200) < 0.2, np.nan, rng.normal(size=200))
    y = np.where((kind == "red") ^ (np.nan_to_num(size) > 0.5), "yes", "no")
    frame = convert(pd.DataFrame({"kind": kind, "size": size}))
    splits = list(peer.KFold(4, shuffle=True, random_state=0).split(kind))
    ours = cross_val_predict(DecisionTreeClassifier(), frame, y, cv=splits)
    plain = pd.DataFrame({"kind": kind, "size": size})
    for train, test in splits:
        model = DecisionTreeClassifier().fit(plain.iloc[train], y[train])
        np.testing.assert_array_equal(ours[test], model.predict(plain.iloc[test]))
    found = compare({"tree": TREE, "guess": BaselineClassifier()}, frame, y, cv=4)
    assert found.pairs[0]["adjusted_p_value"] < 0.01
    assert GridSearchCV(TREE, {"max_depth": [1, 4]}).fit(frame, y).best_params_ == {"max_depth": 4}


def test_comparisons():
    found = compare({"tree": TREE, "stump": DecisionTreeClassifier(max_depth=1)}, X, Y, cv=SPLITS, measures="accuracy")
    assert found.names == ["tree", "stump"] and found.measure == "accuracy" and "tree − stump" in str(found)
    differences = cross_val_score(TREE, X, Y, cv=SPLITS) - cross_val_score(DecisionTreeClassifier(max_depth=1), X, Y, cv=SPLITS)
    (pair,) = found.pairs
    assert pair["folds"]["difference"] == pytest.approx(differences.mean(), abs=1e-12)
    assert found.to_dict()["pairs"] == found.pairs
    unnamed = compare([TREE, BaselineClassifier()], X, Y, cv=3, rope=0.5)
    assert unnamed.names == ["DecisionTreeClassifier(max_depth=4, random_state=0)", "BaselineClassifier()"]
    assert unnamed.rope == 0.5


def test_comparisons_on_many_tables():
    learners = {"tree": TREE, "stump": DecisionTreeClassifier(max_depth=1), "guess": BaselineClassifier()}
    tables = {"cancer": (X, Y), "flowers": (FLOWERS, SPECIES), "half": (X[:, :5], Y)}
    found = compare_many(learners, tables, cv=3)
    assert found.tables == list(tables) and "3 learners on 3 datasets" in str(found)
    assert found.critical_difference_svg() == found._repr_svg_() and found._repr_svg_().startswith("<svg")
    assert found.friedman["p_value"] < 0.1 and found.to_dict()["measure"] == "accuracy"


def test_a_grid_search_is_that_of_scikit_learn():
    grid = {"max_depth": [1, 2, 5, None], "criterion": ["gini", "entropy"]}
    for scoring in (None, "neg_log_loss", "roc_auc"):
        ours = GridSearchCV(TREE, grid, cv=SPLITS, scoring=scoring).fit(X, Y)
        theirs = peer.GridSearchCV(TREE, grid, cv=SPLITS, scoring=scoring).fit(X, Y)
        assert ours.best_params_ == theirs.best_params_ and ours.best_index_ == theirs.best_index_
        assert ours.best_score_ == pytest.approx(theirs.best_score_, rel=1e-12)
        assert ours.score(X, Y) == pytest.approx(theirs.score(X, Y), rel=1e-12)
        assert ours.cv_results_["params"] == theirs.cv_results_["params"] and ours.n_splits_ == theirs.n_splits_
        for name, values in theirs.cv_results_.items():
            if "time" not in name and name != "params":
                same = np.testing.assert_array_equal if name.startswith(("param_", "rank")) else np.testing.assert_allclose
                same(ours.cv_results_[name], values)
        np.testing.assert_array_equal(ours.predict_proba(X), theirs.predict_proba(X))
        np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_a_search_of_numbers():
    grid = {"max_depth": [1, 3, 6]}
    ours, theirs = (
        kind(NUMBERS, grid, cv=peer.KFold(4), scoring="neg_root_mean_squared_error").fit(PATIENTS, PROGRESS)
        for kind in (GridSearchCV, peer.GridSearchCV)
    )
    assert ours.best_params_ == theirs.best_params_
    assert ours.score(PATIENTS, PROGRESS) == pytest.approx(theirs.score(PATIENTS, PROGRESS), rel=1e-12)
    positive = GridSearchCV(NUMBERS, grid, cv=peer.KFold(4), scoring="rmse").fit(PATIENTS, PROGRESS)
    assert positive.best_params_ == ours.best_params_ and positive.best_score_ == -ours.best_score_
    np.testing.assert_array_equal(positive.cv_results_["rank_test_score"], ours.cv_results_["rank_test_score"])
    assert not hasattr(ours, "predict_proba") and is_regressor(ours)


@pytest.mark.parametrize(
    "search",
    [
        RandomizedSearchCV(TREE, {"max_depth": stats.randint(1, 8), "min_samples_leaf": [1, 5, 20]}, random_state=3),
        RandomizedSearchCV(TREE, {"min_impurity_decrease": stats.loguniform(1e-5, 1e-1)}, n_iter=5),
        RandomizedSearchCV(TREE, {"min_impurity_decrease": stats.uniform(0.01, 0.1)}, n_iter=5),
        HalvingRandomSearchCV(TREE, {"max_depth": list(range(1, 9))}, n_candidates=9, factor=3),
        ParzenSearchCV(TREE, n_iter=12),
    ],
)
def test_searches_that_draw(search):
    found = clone(search).fit(X, Y)
    again = clone(search).fit(X, Y)
    assert found.best_params_ == again.best_params_ and is_classifier(found)
    results = found.cv_results_
    assert results["rank_test_score"][found.best_index_] == 1
    assert results["mean_test_score"][found.best_index_] == found.best_score_ > 0.8
    assert found.best_estimator_.get_params()[next(iter(found.best_params_))] == found.best_params_[next(iter(found.best_params_))]
    for trial in results["params"]:
        assert 1 <= trial.get("max_depth", 1) <= 20
        if isinstance(search.param_distributions, dict) and "min_impurity_decrease" in trial:
            low, high = search.param_distributions["min_impurity_decrease"].support()
            assert low <= trial["min_impurity_decrease"] <= high
    if isinstance(search, HalvingRandomSearchCV):
        assert set(results["n_resources"]) == {569, 569 // 3}
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(found)).predict(X), found.predict(X))


def test_the_simple_is_preferred_within_one_standard_error():
    grid = {"max_depth": [1, 2, 3, 4, 6, 8]}
    best = GridSearchCV(TREE, grid).fit(X, Y)
    simple = GridSearchCV(TREE, grid, rule="one_standard_error").fit(X, Y)
    sizes = best.cv_results_["model_size"]
    assert sizes[simple.best_index_] <= sizes[best.best_index_] and simple.best_score_ <= best.best_score_
    assert best.best_score_ - simple.best_score_ <= best.cv_results_["std_test_score"][best.best_index_]


def test_a_search_is_evaluated_by_nesting_it():
    search = GridSearchCV(TREE, {"max_depth": [1, 3, 6]}, cv=3)
    found = evaluate(search, X, Y, cv=SPLITS, measures="accuracy")
    by_hand = [clone(search).fit(X[train], Y[train]).score(X[test], Y[test]) for train, test in SPLITS]
    np.testing.assert_allclose([fold["values"]["accuracy"] for fold in found.folds], by_hand, rtol=1e-12)
    assert found.scores[0].interval is not None
    with pytest.raises(TypeError, match="more than one table"):
        evaluate(GridSearchCV(TREE, {"max_depth": [1]}, cv=SPLITS), X, Y)


def test_without_refitting_there_is_nothing_to_predict_with():
    search = GridSearchCV(TREE, {"max_depth": [1, 3]}, refit=False).fit(X, Y)
    assert search.best_params_ and search.report_.startswith("decision-tree") and search.notes_
    with pytest.raises(NotFittedError):
        search.predict(X)


def test_a_search_writes_its_model(tmp_path):
    search = GridSearchCV(TREE, {"max_depth": [2]}).fit(X, Y)
    search.save(tmp_path / "m")
    again = hornbook.load(tmp_path / "m")
    assert again.max_depth == 2
    np.testing.assert_array_equal(again.predict(X), search.predict(X))
    assert search.explain() == again.explain() and search.n_features_in_ == 30


@pytest.mark.parametrize(
    ("work", "error", "sentence"),
    [
        (lambda: cross_validate(OtherTree(), X, Y), TypeError, "estimators of Hornbook.*use scikit-learn's cross_validate"),
        (lambda: evaluate(DecisionTreeClassifier, X, Y), TypeError, "the class DecisionTreeClassifier is none"),
        (lambda: compare([TREE, OtherTree()], X, Y), TypeError, "compare takes estimators of Hornbook"),
        (lambda: GridSearchCV(OtherTree(), {"max_depth": [1]}).fit(X, Y), TypeError, "GridSearchCV takes estimators"),
        (lambda: cross_validate(TREE, X, Y[:-1]), ValueError, "inconsistent numbers of samples"),
        (lambda: cross_validate(TREE, X, Y, groups=Y[:-1]), ValueError, "inconsistent numbers of samples"),
        (lambda: cross_validate(TREE, X, Y, sample_weight=np.ones(3)), ValueError, "sample_weight.shape"),
        (lambda: cross_validate(TREE, X, Y, scoring="acuracy"), ValueError, "did you mean 'accuracy'"),
        (lambda: cross_validate(TREE, X, Y, scoring="r2"), ValueError, "'R²' is for regression"),
        (lambda: cross_validate(TREE, X, Y, scoring=[]), ValueError, "no metric is named"),
        (lambda: cross_validate(TREE, X, Y, scoring=lambda *_: 1.0), TypeError, "functions in Python cannot"),
        (lambda: cross_val_score(TREE, X, Y, scoring=["f1", "recall"]), ValueError, "one must decide"),
        (lambda: evaluate(TREE, X, np.where(Y == 0, np.nan, 1.0)), ValueError, "NaN"),
        (lambda: evaluate(TREE, X, np.ones(len(Y), dtype=int)), ValueError, "every row has the class '1'"),
        (lambda: evaluate(TREE, X[:4], [0, 1, 0, 1], cv=5), ValueError, "there are 4 rows for 5 folds"),
        (lambda: evaluate(TREE, X, Y, cv=1), ValueError, "cv is 1; expected an integer at least 2"),
        (lambda: evaluate(TREE, X, Y, cv=True), TypeError, "cv is of type bool"),
        (lambda: evaluate(TREE, X, Y, cv="five"), TypeError, "cv is of type str"),
        (lambda: evaluate(TREE, X, Y, cv=2.5), TypeError, "cv is of type float"),
        (lambda: evaluate(TREE, X, Y, cv=[]), ValueError, "splits"),
        (lambda: evaluate(TREE, X, Y, cv=[3]), ValueError, "no pair of train and test rows"),
        (lambda: evaluate(TREE, X, Y, cv=[([0.5], [1])]), ValueError, "integers"),
        (lambda: evaluate(TREE, X, Y, cv=[([0, 1], [-1])]), ValueError, "names the row -1"),
        (lambda: evaluate(TREE, X, Y, cv=[([0, 1], [569])]), ValueError, "the table has 569"),
        (lambda: evaluate(TREE, X, Y, cv=[([0, 1], [1])]), ValueError, "for training and for testing"),
        (lambda: evaluate(TREE, X, Y, cv=CrossValidation(-3)), ValueError, "n_splits is -3"),
        (lambda: evaluate(TREE, X, Y, cv=HoldOut(1.5)), ValueError, "1.5"),
        (lambda: evaluate(TREE, X, Y, cv=Bootstrap632(kind="633")), ValueError, "kind is '633'"),
        (lambda: evaluate(TREE, X, Y, level=1.5), ValueError, "1.5"),
        (lambda: evaluate(TREE, X, Y, positive="maybe"), ValueError, "no class 'maybe'"),
        (lambda: evaluate(TREE, X, Y, losses=[[0, 1]]), ValueError, r"shape \(1, 2\)"),
        (lambda: evaluate(TREE, X, Y, losses={0: {0: 0}}), ValueError, "the losses of 0 are not for the classes"),
        (lambda: evaluate(NUMBERS, X, Y, losses=[[0, 1], [1, 0]]), ValueError, "losses is for classes"),
        (lambda: evaluate(TREE, X, Y, n_jobs=0), ValueError, "n_jobs is 0"),
        (lambda: evaluate(TREE, X, Y, groups=[None] * len(Y)), ValueError, "group of some rows is missing"),
        (lambda: cross_val_predict(TREE, X, Y, cv=HoldOut()), ValueError, "each row tested once"),
        (lambda: cross_val_predict(TREE, X, Y, method="decision_function"), ValueError, "expected 'predict'"),
        (lambda: cross_val_predict(NUMBERS, X, Y, method="predict_proba"), ValueError, "predicts numbers"),
        (lambda: compare([TREE], X, Y), ValueError, "at least two learners"),
        (lambda: compare([], X, Y), ValueError, "no estimators"),
        (lambda: compare([TREE, TREE], X, Y), ValueError, "two learners go by the name"),
        (lambda: compare([TREE, NUMBERS], X, Y), ValueError, "those of one task"),
        (lambda: compare_many([TREE, BaselineClassifier()], {"a": X}), ValueError, "'a' is no pair"),
        (lambda: compare_many([TREE, BaselineClassifier()], {}), ValueError, "no tables"),
        (lambda: compare_many([TREE, BaselineClassifier()], {"a": (X, Y)}, cv=SPLITS), TypeError, "more than one table"),
        (lambda: GridSearchCV(TREE, {"max_dept": [1]}).fit(X, Y), ValueError, "'max_dept' is not known; expected 'max_depth'"),
        (lambda: GridSearchCV(TREE, {"max_depth": 3}).fit(X, Y), ValueError, "give a list of values"),
        (lambda: GridSearchCV(TREE, {"max_depth": []}).fit(X, Y), ValueError, "empty list"),
        (lambda: GridSearchCV(TREE, {"max_depth": [-1]}).fit(X, Y), ValueError, "max_depth"),
        (lambda: GridSearchCV(TREE, [{"max_depth": [1]}]).fit(X, Y), ValueError, "param_grid must be one dict"),
        (lambda: GridSearchCV(TREE, {"max_depth": [1]}, rule="worst").fit(X, Y), ValueError, "rule is 'worst'"),
        (lambda: GridSearchCV(GridSearchCV(TREE, {}), {}).fit(X, Y), TypeError, "is around one"),
        (lambda: RandomizedSearchCV(TREE, {"ccp_alpha": stats.norm()}).fit(X, Y), ValueError, "drawn from 'norm'"),
        (lambda: RandomizedSearchCV(TREE, n_iter=0).fit(X, Y), ValueError, "n_iter is 0"),
        (lambda: HalvingRandomSearchCV(TREE, factor=1).fit(X, Y), ValueError, "factor is 1"),
    ],
)
def test_what_is_wrong_gets_a_sentence(work, error, sentence):
    with pytest.raises(error, match=sentence):
        work()


def test_notes_become_warnings_where_there_is_no_report():
    y = np.array([0] * 30 + [1] * 2)
    with pytest.warns(UserWarning, match="class '1' of 'y' has 2 rows") as caught:
        cross_val_score(TREE, X[:32], y, cv=4)
    assert caught[0].filename == __file__
