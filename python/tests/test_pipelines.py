"""Pipelines and column transformers of our own estimators: one native model, and scikit-learn's conventions."""

import json
import os
import pickle
import struct
import subprocess
import warnings
from pathlib import Path

import hornbook
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hornbook import (
    BagOfWords,
    BaggingClassifier,
    DecisionTreeClassifier,
    FillMissing,
    IsolationForest,
    Lags,
    LogisticRegression,
    MultinomialNB,
    Power,
    Ridge,
    ScaleColumns,
)
from hornbook._hornbook import Data, Learner, fit
from hornbook.compose import ColumnTransformer, make_column_selector, make_column_transformer
from hornbook.impute import SimpleImputer
from hornbook.inspection import permutation_importance
from hornbook.model_selection import GridSearchCV, cross_val_predict, evaluate
from hornbook.pipeline import Pipeline, make_pipeline, make_union
from hornbook.preprocessing import KBinsDiscretizer, MinMaxScaler, OneHotEncoder, StandardScaler, TargetEncoder
from scipy import sparse
from sklearn import model_selection
from sklearn.base import clone
from sklearn.compose import ColumnTransformer as TheirColumns
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression as TheirLogistic
from sklearn.metrics import r2_score
from sklearn.pipeline import make_pipeline as their_pipeline
from sklearn.pipeline import make_union as their_union
from sklearn.preprocessing import MinMaxScaler as TheirRange
from sklearn.preprocessing import OneHotEncoder as TheirOneHot
from sklearn.preprocessing import StandardScaler as TheirScaler

X, Y = load_wine(return_X_y=True)


def pipe():
    return Pipeline([("scale", StandardScaler()), ("classify", LogisticRegression(random_state=0))])


def test_a_pipeline_is_one_model_with_the_answers_of_its_steps():
    ours = pipe().fit(X, Y)
    by_hand = LogisticRegression(random_state=0).fit(StandardScaler().fit_transform(X), Y)
    scaled = StandardScaler().fit_transform(X)
    np.testing.assert_allclose(ours.predict_proba(X), by_hand.predict_proba(scaled), rtol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), by_hand.predict(scaled))
    np.testing.assert_allclose(ours.decision_function(X), by_hand.decision_function(scaled), rtol=1e-9)
    theirs = their_pipeline(TheirScaler(), TheirLogistic(max_iter=1000, tol=1e-10)).fit(X, Y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)
    assert json.loads(ours.model_.info())["learner"] == "pipeline"
    assert ours.score(X, Y) == by_hand.score(scaled, Y)


def test_steps_are_fitted_and_can_be_looked_at():
    ours = pipe().fit(X, Y)
    np.testing.assert_allclose(ours.named_steps["scale"].mean_, X.mean(axis=0), rtol=1e-12)
    assert ours.named_steps.classify.coef_.shape == (3, X.shape[1])
    assert ours.classes_.tolist() == ours[-1].classes_.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(ours[:-1].transform(X), ours[0].transform(X))
    assert list(ours[:-1].get_feature_names_out()) == [f"x{i}" for i in range(X.shape[1])]
    assert (ours.n_features_in_, len(ours)) == (X.shape[1], 2)
    assert not hasattr(ours, "feature_names_in_")
    assert not hasattr(ours, "transform")
    assert hasattr(ours[:-1], "transform") and not hasattr(ours[:-1], "predict")


def test_parameters_of_steps():
    ours = pipe().set_params(scale__with_mean=False, classify__C=0.5)
    assert (ours["scale"].with_mean, ours.get_params()["classify__C"]) == (False, 0.5)
    assert clone(ours).get_params()["classify__C"] == 0.5
    ours.set_params(scale="passthrough").fit(X, Y)
    plain = LogisticRegression(C=0.5, random_state=0).fit(X, Y)
    np.testing.assert_allclose(ours.predict_proba(X), plain.predict_proba(X))
    search = model_selection.GridSearchCV(pipe(), {"classify__C": [0.01, 1.0], "scale__with_std": [True, False]}, cv=3)
    assert search.fit(X, Y).best_score_ > 0.95


def test_a_step_fitted_apart_counts():
    ours = pipe().fit(X, Y)
    other = X * 2 + 1
    ours[0].fit(other)
    expected = ours[1].predict_proba(ours[0].transform(X))
    np.testing.assert_array_equal(ours.predict_proba(X), expected)
    with pytest.raises(ValueError, match="not fitted together"):
        ours.save("nowhere.hornbook")


def test_files_and_pickles(tmp_path):
    frame, labels = load_iris(return_X_y=True, as_frame=True)
    labels = labels.map({0: "setosa", 1: "versicolor", 2: "virginica"})
    ours = pipe().fit(frame, labels)
    ours.save(tmp_path / "pipe.hornbook")
    again = hornbook.load(tmp_path / "pipe.hornbook")
    assert isinstance(again, Pipeline)
    np.testing.assert_array_equal(again.predict(frame), ours.predict(frame))
    assert again.classes_.tolist() == ["setosa", "versicolor", "virginica"]
    assert list(again.feature_names_in_) == list(frame.columns) == list(again[0].feature_names_in_)
    assert again.model_.to_bytes() == ours.model_.to_bytes()
    copy = pickle.loads(pickle.dumps(ours))
    np.testing.assert_array_equal(copy.predict_proba(frame), ours.predict_proba(frame))
    assert copy.model_.to_bytes() == ours.model_.to_bytes()
    shuffled = frame[frame.columns[::-1]]
    with pytest.raises(ValueError, match="feature names should match"):
        ours.predict(shuffled)


def test_the_bytes_are_those_of_the_native_text():
    frame, target = load_diabetes(return_X_y=True, as_frame=True)
    ours = make_pipeline(FillMissing(strategy="mean"), StandardScaler(), Ridge(alpha=2.0, random_state=0)).fit(frame, target)
    spec = {"steps": ["fill-missing(strategy=mean)", "scale-columns", "ridge(alpha=2)"]}
    data = Data(np.ascontiguousarray(frame), list(frame.columns), ["target"], [np.ascontiguousarray(target, dtype=float)])
    native = fit(Learner("pipeline", spec), data, 0, None)
    assert native.to_bytes() == ours.model_.to_bytes()


def test_inside_our_evaluation_and_search():
    found = cross_val_predict(pipe(), X, Y)
    assert (found == Y).mean() > 0.95
    assert "accuracy" in str(evaluate(pipe(), X, Y))
    search = GridSearchCV(pipe(), {"classify__C": [0.001, 1.0]}).fit(X, Y)
    assert search.best_estimator_.named_steps.classify.C == search.best_params_["classify__C"]
    assert search.predict(X).shape == Y.shape
    bagging = BaggingClassifier(estimator=pipe(), n_estimators=3, random_state=0).fit(X, Y)
    assert (bagging.predict(X) == Y).mean() > 0.95


def test_pipelines_of_transformers_and_of_detectors():
    gaps = X.copy()
    gaps[::7, 2] = np.nan
    both = make_pipeline(FillMissing(add_indicator=False), StandardScaler()).fit(gaps)
    made = both.transform(gaps)
    np.testing.assert_allclose(made.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_array_equal(both.fit_transform(gaps), made)
    assert not hasattr(both, "inverse_transform")
    scalers = make_pipeline(StandardScaler(), ScaleColumns(method="min_max")).fit(X)
    np.testing.assert_allclose(scalers.inverse_transform(scalers.transform(X)), X, rtol=1e-12)
    detector = make_pipeline(ScaleColumns(), IsolationForest(random_state=0)).fit(X)
    assert set(detector.predict(X)) <= {-1, 1}
    assert detector.score_samples(X).shape == (len(X),)
    frame = both.set_output(transform="pandas").fit_transform(pd.DataFrame(gaps, columns=[f"c{i}" for i in range(13)]))
    assert list(frame.columns) == [f"c{i}" for i in range(13)]
    nested = make_pipeline(make_pipeline(ScaleColumns()), make_pipeline(ScaleColumns(method="min_max"), Ridge())).fit(X, Y)
    np.testing.assert_allclose(nested.predict(X), make_pipeline(ScaleColumns(method="min_max"), Ridge()).fit(X, Y).predict(X))


def test_weights_are_repetitions():
    weights = np.arange(len(X)) % 3
    ours = pipe().fit(X, Y, sample_weight=weights)
    rows = np.repeat(np.arange(len(X)), weights)
    again = pipe().fit(X[rows], Y[rows])
    np.testing.assert_allclose(ours.predict_proba(X), again.predict_proba(X), rtol=1e-6)


def test_what_does_not_fit_is_a_sentence():
    with pytest.raises(TypeError, match="StandardScaler is none; for others use scikit-learn's Pipeline"):
        make_pipeline(TheirScaler(), LogisticRegression()).fit(X, Y)
    with pytest.raises(TypeError, match="give sample_weight"):
        pipe().fit(X, Y, classify__sample_weight=np.ones(len(X)))
    with pytest.raises(NotFittedError):
        pipe().predict(X)
    with pytest.raises(ValueError, match="step 'logistic-regression' of the pipeline, behind 'scale-columns'"):
        pipe().fit(np.where(X > 13, np.nan, X), Y)
    with pytest.raises(TypeError, match="is no transformer of Hornbook"):
        ColumnTransformer([("theirs", TheirScaler(), [0])]).fit(X)
    with pytest.raises(ValueError, match="transformer_weights"):
        ColumnTransformer([("s", StandardScaler(), [0])], transformer_weights={"s": 2.0}).fit(X)


@pytest.mark.parametrize("columns", [[0, 2], slice(0, 2), np.arange(13) < 4, lambda rows: [1], [-1]])
@pytest.mark.parametrize("remainder", ["drop", "passthrough"])
def test_columns_are_those_of_scikit_learn(columns, remainder):
    ours = ColumnTransformer([("scale", StandardScaler(), columns)], remainder=remainder)
    theirs = TheirColumns([("scale", TheirScaler(), columns)], remainder=remainder)
    np.testing.assert_allclose(ours.fit_transform(X), theirs.fit_transform(X), rtol=1e-10)
    np.testing.assert_allclose(ours.transform(X[:5]), theirs.transform(X[:5]), rtol=1e-10)
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    assert ours.output_indices_ == theirs.output_indices_


def mixed_frame():
    rng = np.random.default_rng(0)
    kinds = rng.integers(3, size=60)
    return pd.DataFrame(
        {
            "size": rng.normal(size=60) + kinds,
            "weight": rng.normal(size=60) * 10,
            "kind": pd.Categorical(np.array(["a", "b", "c"])[kinds]),
            "words": np.array(["red ball", "blue sea", "green tree"])[kinds],
        }
    ), np.array(["x", "y", "z"])[kinds]


def test_types_of_columns(tmp_path):
    frame, labels = mixed_frame()
    columns = make_column_transformer(
        (StandardScaler(), make_column_selector(dtype_include=np.number)), (FillMissing(), ["kind"])
    )
    for given in (frame, pl.from_pandas(frame[["size", "weight", "kind"]])):
        made = make_column_transformer((StandardScaler(), ["size", "weight"]), (FillMissing(), ["kind"])).fit_transform(given)
        assert type(made) is type(given)
        assert list(made.columns) == ["size", "weight", "kind"]
    model = make_pipeline(columns, DecisionTreeClassifier(random_state=0)).fit(frame, labels)
    assert (model.predict(frame) == labels).all()
    model.save(tmp_path / "m.hornbook")
    assert (hornbook.load(tmp_path / "m.hornbook").predict(frame) == labels).all()
    words = make_pipeline(ColumnTransformer([("words", BagOfWords(), ["words"])]), MultinomialNB()).fit(frame, labels)
    assert (words.predict(frame) == labels).all()


def test_named_parts():
    frame, _ = mixed_frame()
    ours = ColumnTransformer(
        [("scale", StandardScaler(), ["size"]), ("none", StandardScaler(), []), ("out", "drop", ["words"])],
        remainder="passthrough",
        verbose_feature_names_out=False,
    ).fit(frame)
    assert [name for name, _, _ in ours.transformers_] == ["scale", "none", "out", "remainder"]
    np.testing.assert_allclose(ours.named_transformers_.scale.mean_, [frame["size"].mean()])
    assert list(ours.get_feature_names_out()) == ["size", "weight", "kind"]
    assert ours.get_params()["scale__with_mean"] is True
    assert clone(ours).set_params(scale__with_mean=False).transformers[0][1].with_mean is False


def test_sparse_parts_stay_sparse():
    rows = sparse.random(50, 40, density=0.02, format="csr", random_state=0)
    ours = ColumnTransformer([("scale", StandardScaler(with_mean=False), slice(0, 20))], remainder="passthrough")
    theirs = TheirColumns([("scale", TheirScaler(with_mean=False), slice(0, 20))], remainder="passthrough")
    made = ours.fit_transform(rows)
    assert sparse.issparse(made) and ours.sparse_output_
    np.testing.assert_allclose(made.toarray(), theirs.fit_transform(rows).toarray(), rtol=1e-10)
    dense = ColumnTransformer(ours.transformers, remainder="passthrough", sparse_threshold=0.001).fit_transform(rows)
    assert isinstance(dense, np.ndarray)


def coded_frame():
    frame, labels = mixed_frame()
    codes = frame["kind"].cat.codes.to_numpy()
    return frame.assign(code=codes * 10, words=frame["words"].astype("str")), labels


@pytest.mark.parametrize("columns", [["kind", "words"], ["code"], ["code", "words"]])
def test_encoders_among_columns(columns, tmp_path):
    frame, labels = coded_frame()
    frame = frame[["size", "code", "kind", "words", "weight"]]
    ours = ColumnTransformer(
        [("one", OneHotEncoder(sparse_output=False), columns), ("scale", StandardScaler(), ["size", "weight"])]
    )
    theirs = TheirColumns([("one", TheirOneHot(sparse_output=False), columns), ("scale", TheirScaler(), ["size", "weight"])])
    expected = theirs.fit_transform(frame)
    np.testing.assert_allclose(ours.fit_transform(frame), expected, rtol=1e-10)
    np.testing.assert_allclose(ours.transform(frame[:7]), expected[:7], rtol=1e-10)
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    model = make_pipeline(ours, LogisticRegression(random_state=0)).fit(frame, labels)
    assert model.named_steps["columntransformer"].named_transformers_["one"].categories_[0].tolist() == theirs.named_transformers_["one"].categories_[0].tolist()
    assert (model.predict(frame) == labels).mean() > 0.9
    by_hand = LogisticRegression(random_state=0).fit(expected, labels)
    np.testing.assert_allclose(model.predict_proba(frame), by_hand.predict_proba(expected), atol=1e-9)
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.predict(frame), model.predict(frame))


def test_encoders_before_learners():
    rng = np.random.default_rng(3)
    codes = rng.integers(4, size=(90, 2))
    labels = codes[:, 0] % 2
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(random_state=0)).fit(codes, labels)
    by_hand = LogisticRegression(random_state=0).fit(TheirOneHot().fit_transform(codes).toarray(), labels)
    np.testing.assert_allclose(model.predict_proba(codes), by_hand.predict_proba(TheirOneHot().fit_transform(codes).toarray()), atol=1e-9)
    assert model[0].categories_[0].tolist() == [0, 1, 2, 3]
    assert model.predict([[9, 1]]).shape == (1,)
    strict = make_pipeline(OneHotEncoder(), LogisticRegression()).fit(codes, labels)
    with pytest.raises(ValueError, match=r"Found unknown categories \[9\] in column 0"):
        strict.predict([[9, 1]])
    with pytest.raises(ValueError, match="no category when it comes to OneHotEncoder in a native pipeline"):
        make_pipeline(StandardScaler(), OneHotEncoder(), LogisticRegression()).fit(codes.astype(float), labels)
    targets = make_pipeline(TargetEncoder(random_state=0), Ridge()).fit(codes, codes[:, 0] * 1.5)
    assert targets.score(codes, codes[:, 0] * 1.5) > 0.9


def test_unions():
    ours = make_union(StandardScaler(), MinMaxScaler()).fit(X)
    theirs = their_union(TheirScaler(), TheirRange()).fit(X)
    np.testing.assert_allclose(ours.transform(X), theirs.transform(X), rtol=1e-10)
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    assert clone(ours).set_params(standardscaler__with_mean=False).transformer_list[0][1].with_mean is False
    np.testing.assert_allclose(ours.named_transformers.standardscaler.mean_, X.mean(axis=0))
    model = make_pipeline(make_union(StandardScaler(), MinMaxScaler()), LogisticRegression()).fit(X, Y)
    assert model.score(X, Y) > 0.95


COMMAND = Path(__file__).parents[2] / "target" / "debug" / "hornbook"


def parts_of_file(path):
    """The header of a model file without what only the command adds (what the training rows look like), and the body."""
    content = path.read_bytes()
    header_length, body_length = struct.unpack_from("<IQ", content, 12)
    header = json.loads(content[24 : 24 + header_length])
    header.pop("profile", None)
    return header, content[24 + header_length : 24 + header_length + body_length]


# Where all must pass, the tests of the command have built it, and its absence is a failure.
@pytest.mark.skipif(not COMMAND.exists() and not os.environ.get("CI"), reason="the command has not been built")
@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("pipeline(scale-columns, ridge(alpha=2))", lambda: [StandardScaler(), Ridge(alpha=2.0)]),
        (
            "pipeline(fill-missing(strategy=mean,add_indicator=false), binning(n_bins=3,quantile_method=averaged_inverted_cdf), ridge)",
            lambda: [SimpleImputer(), KBinsDiscretizer(3), Ridge()],
        ),
        ("pipeline(power, polynomial-features, ridge)", lambda: [Power(), hornbook.PolynomialFeatures(), Ridge()]),
        (
            "pipeline(lags(lags=[1,2],columns=hp,order=wt), fill-missing, ridge)",
            lambda: [Lags(lags=[1, 2], columns=["hp"], order="wt"), FillMissing(), Ridge()],
        ),
    ],
)
def test_the_command_and_python_write_the_same_model(text, steps, tmp_path):
    cars = pd.read_csv(Path(__file__).parents[2] / "data" / "mtcars.csv")
    cars.to_csv(tmp_path / "cars.csv", index=False)
    out = tmp_path / "command.hornbook"
    command = [COMMAND, "fit", tmp_path / "cars.csv", "--target", "mpg", "--without", "car", "--learner", text, "--out", out]
    subprocess.run(command, check=True, capture_output=True)
    pipe = make_pipeline(*steps()).fit(cars.drop(columns=["car", "mpg"]).astype(float), cars["mpg"])
    pipe.save(tmp_path / "python.hornbook")
    header, body = parts_of_file(out)
    own_header, own_body = parts_of_file(tmp_path / "python.hornbook")
    assert body == own_body
    assert header == own_header


def test_strings_are_one_hot_encoded_and_scored_by_the_whole_pipeline():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0] * 5, "s": pd.array(["x", "y", "x", "z"] * 5, dtype="str")})
    y = np.arange(20.0)
    columns = make_column_transformer((StandardScaler(), ["a"]), (OneHotEncoder(), ["s"]))
    made = columns.fit_transform(frame)
    assert np.asarray(made).shape == (20, 4) and np.asarray(made, dtype=float)[:4, 1:].tolist() == [
        [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1],
    ]  # fmt: skip
    assert list(columns.get_feature_names_out())[1:] == [f"onehotencoder__s_{level}" for level in "xyz"]
    # The scaler leaves strings to the last step, where no scaler of scikit-learn's could.
    regressor = make_pipeline(StandardScaler(), Ridge()).fit(frame, y)
    assert regressor.score(frame, y) == pytest.approx(r2_score(y, regressor.predict(frame)))
    assert regressor.score(frame, y, sample_weight=y) == pytest.approx(r2_score(y, regressor.predict(frame), sample_weight=y))
    classifier = make_pipeline(StandardScaler(), LogisticRegression()).fit(frame, y > 9)
    assert (classifier.decision_function(frame) > 0).tolist() == classifier.predict(frame).tolist()
    np.testing.assert_allclose(np.exp(classifier.predict_log_proba(frame)), classifier.predict_proba(frame))
    assert classifier.score(frame, y > 9) == np.mean(classifier.predict(frame) == (y > 9))


def tickets(rows=30):
    """Frames whose strings are text (all different, many) and categories, as pandas has them."""
    places = ["printer", "network", "screen"]
    frame = pd.DataFrame(
        {
            "notes": pd.array([f"the {places[i % 3]} of desk {i} fails" for i in range(rows)], dtype="str"),
            "color": pd.array([["red", "blue"][i % 2] for i in range(rows)], dtype="str"),
            "who": pd.array([f"customer {7 * i % 31}" for i in range(rows)], dtype="str"),
            "size": np.arange(rows) % 5 * 1.5,
        }
    )
    return frame, 1.0 + np.arange(rows) % 3 + 0.1 * np.arange(rows)


@pytest.mark.parametrize("rows", [9, 30])
@pytest.mark.parametrize("dtype", ["str", object])
def test_strings_are_text_to_vectorizers_and_categories_to_encoders(rows, dtype, tmp_path):
    frame, y = tickets(rows)
    frame = frame.astype({name: dtype for name in ("notes", "color", "who")})
    ours = ColumnTransformer(
        [
            ("words", BagOfWords(), ["notes"]),
            ("one", OneHotEncoder(handle_unknown="ignore"), ["color", "who"]),
            ("scale", StandardScaler(), ["size"]),
        ]
    )
    theirs = TheirColumns(
        [
            ("words", CountVectorizer(), "notes"),
            ("one", TheirOneHot(handle_unknown="ignore"), ["color", "who"]),
            ("scale", TheirScaler(), ["size"]),
        ],
        sparse_threshold=0,
    )
    expected = theirs.fit_transform(frame)
    model = make_pipeline(ours, Ridge()).fit(frame, y)
    by_hand = Ridge().fit(expected, y)
    np.testing.assert_allclose(model.predict(frame), by_hand.predict(expected), rtol=1e-9)
    new = tickets(rows)[0].assign(notes=lambda rows: rows["notes"] + " again", who="nobody")[:4].astype(frame.dtypes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Of levels that are unknown.
        np.testing.assert_allclose(model.predict(new), by_hand.predict(theirs.transform(new)), rtol=1e-9)
    model.save(tmp_path / "m.hornbook")
    np.testing.assert_array_equal(hornbook.load(tmp_path / "m.hornbook").predict(frame), model.predict(frame))
    # Alone they read strings as they do among others.
    encoder = OneHotEncoder().fit(frame[["who"]])
    assert encoder.categories_[0].tolist() == sorted(set(frame["who"]))
    words = make_pipeline(BagOfWords(), Ridge()).fit(frame[["notes"]], y)
    assert words.predict(frame[["notes"]]).shape == (rows,)


def test_text_is_refused_by_learners_that_take_none():
    frame, y = tickets()
    for estimator in (Ridge(), make_pipeline(StandardScaler(), Ridge()), DecisionTreeClassifier()):
        with pytest.raises(ValueError, match="column 'notes' holds text, which the learner '.*' does not handle"):
            estimator.fit(frame[["size", "notes"]], (y > 2).astype(int))
    as_levels = frame[["size", "notes"]].astype({"notes": "category"})
    model = DecisionTreeClassifier().fit(as_levels, y > 2)
    # What a frame of other strings holds is found among the categories of training.
    np.testing.assert_array_equal(model.predict(frame[["size", "notes"]]), model.predict(as_levels))
    few = Ridge().fit(frame[["color", "size"]], y)
    assert "color=red" in few.explain()
    # Rows that are looked at later have the categories of training, be they ever so many.
    assert permutation_importance(model, as_levels, y > 2, n_repeats=2).importances_mean.shape == (2,)
    assert permutation_importance(model, frame[["size", "notes"]], y > 2, n_repeats=2).importances_mean.shape == (2,)


def test_steps_that_do_not_fit_are_named():
    with pytest.raises(TypeError, match="step 'ridge' of the pipeline is Ridge, which is no transformer, and 'onehotencoder'"):
        make_pipeline(StandardScaler(), Ridge(), OneHotEncoder(), LogisticRegression()).fit(X, Y)
    with pytest.raises(ValueError, match=r"Unknown label type.*step 'logisticregression' of the pipeline, behind 'standardscaler'"):
        make_pipeline(StandardScaler(), LogisticRegression()).fit(X, Y + 0.25)


def test_explanations_have_the_values_of_the_inputs():
    frame = pd.DataFrame({"wide": [18.7, np.nan, 21.25, 17.5] * 5, "deep": np.arange(20.0) * 1000})
    model = make_pipeline(SimpleImputer(), StandardScaler(), Ridge()).fit(frame, np.arange(20.0))
    assert "(is 18.7)" in model.explain(frame, 4) and "(is 4000)" in model.explain(frame, 4)
    assert "(is missing)" in model.explain(frame, 1)
