"""The estimators as citizens of scikit-learn and of the operating system."""

import doctest
import json
import multiprocessing
import pickle
import signal
import subprocess
import sys
import time

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import BaselineClassifier, BaselineRegressor, DecisionTreeClassifier, DecisionTreeRegressor
from hornbook._hornbook import Model, learners
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

X, Y = load_iris(return_X_y=True)


def by_name(default):
    """A learner without parameters is its name."""
    return default["learner"] if isinstance(default, dict) and not default.get("parameters") else default


def test_classes_are_those_of_the_native_module():
    endings = {"classification": "Classifier", "regression": "Regressor"}
    for learner in json.loads(learners()):
        # What is made of other learners has a class written by hand.
        for task in learner["tasks"] if not learner["composite"] else ():
            name = learner["python_name"] or learner["type_name"] + endings.get(task, "")
            parameters = getattr(hornbook, name)().get_params()
            declared = {name: by_name(p["default"]) for name, p in learner["schema"]["properties"].items()}
            assert parameters == {**declared, "random_state": None, "n_jobs": None}


@pytest.mark.parametrize("name", hornbook.__all__)
def test_examples_in_docstrings_run(name):
    for example in doctest.DocTestFinder(recurse=False).find(getattr(hornbook, name), name):
        assert doctest.DocTestRunner().run(example).failed == 0


MODULES = [hornbook.compose, hornbook.impute, hornbook.pipeline, hornbook.preprocessing]


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in MODULES for name in module.__all__])
def test_examples_of_transformers_run(module, name):
    if getattr(module, name).__module__.startswith("hornbook"):
        for example in doctest.DocTestFinder(recurse=False).find(getattr(module, name), name):
            assert doctest.DocTestRunner().run(example).failed == 0


def test_clone_search_and_pipeline():
    search = GridSearchCV(
        make_pipeline(StandardScaler(), DecisionTreeClassifier(random_state=0)),
        {"decisiontreeclassifier__max_depth": np.array([1, 2, 4])},
    ).fit(X, Y)
    assert search.best_params_["decisiontreeclassifier__max_depth"] in (2, 4)
    assert clone(search.best_estimator_[-1]).get_params()["max_depth"] == search.best_estimator_[-1].max_depth


def test_pickle_keeps_model_and_label_type():
    model = DecisionTreeClassifier(max_depth=3).fit(X, Y.astype(str))
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    assert again.classes_.dtype == model.classes_.dtype
    assert again.get_params() == model.get_params()


@pytest.mark.parametrize("cls", [BaselineClassifier, BaselineRegressor, DecisionTreeClassifier, DecisionTreeRegressor])
def test_files_across_processes(cls, tmp_path):
    model = cls().fit(X, Y)
    model.save(tmp_path / "model.hornbook")
    np.save(tmp_path / "x.npy", X)
    program = "import hornbook, numpy, sys; print(hornbook.load(sys.argv[1]).predict(numpy.load(sys.argv[2])).tolist())"
    command = [sys.executable, "-c", program, str(tmp_path / "model.hornbook"), str(tmp_path / "x.npy")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == model.predict(X).tolist()


@pytest.mark.parametrize("labels", [np.array([3, 7, 11]), np.array([1.0, 2.0, 4.0]), np.array([True, False, False]), np.array(["a", "b", "c"])])
def test_labels_come_back_from_files(labels, tmp_path):
    frame = pd.DataFrame(X, columns=list("abcd"))
    DecisionTreeClassifier().fit(frame, labels[Y]).save(tmp_path / "m")
    again = hornbook.load(tmp_path / "m")
    assert isinstance(again, DecisionTreeClassifier)
    assert list(again.feature_names_in_) == list("abcd")
    assert again.classes_.dtype.kind == labels.dtype.kind
    np.testing.assert_array_equal(again.predict(frame), labels[Y])


def test_threads_give_equal_models():
    x, y = make_classification(20_000, 20, n_informative=10, random_state=0)
    models = [DecisionTreeClassifier(random_state=0, n_jobs=n).fit(x, y).model_.to_bytes() for n in (None, 1, 2, 5, -2)]
    assert len(set(models)) == 1


def test_importances_and_explanations():
    model = DecisionTreeClassifier().fit(X, Y)
    assert model.feature_importances_.sum() == pytest.approx(1.0)
    assert "x2" in model.explain() or "x3" in model.explain()
    assert model.explain(X, row=100) != model.explain(X, row=0)
    with pytest.raises(IndexError, match="there is no row 150"):
        model.explain(X, row=150)
    assert not hasattr(BaselineClassifier().fit(X, Y), "feature_importances_")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"max_depth": -1}, "parameter 'max_depth' is -1"),
        ({"max_depth": 2.5}, "parameter 'max_depth' is 2.5; expected an integer"),
        ({"max_depth": "deep"}, "parameter 'max_depth' is \"deep\""),
        ({"max_depth": [1]}, r"parameter 'max_depth' is \[1\]"),
        ({"criterion": "ginny"}, "parameter 'criterion' is \"ginny\"; expected one of gini"),
        ({"min_impurity_decrease": float("nan")}, "parameter 'min_impurity_decrease' is nan"),
        ({"n_jobs": 0}, "n_jobs is 0; expected"),
        ({"random_state": -1}, "between 0 and"),
    ],
)
def test_wrong_parameters_are_sentences(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        DecisionTreeClassifier(**parameters).fit(X, Y)


def test_wrong_files_are_sentences(tmp_path):
    with pytest.raises(FileNotFoundError, match="cannot read"):
        hornbook.load(tmp_path / "absent.hornbook")
    with pytest.raises(OSError, match="it is a directory"):
        hornbook.load(tmp_path)
    (tmp_path / "text").write_text("not a model")
    with pytest.raises(ValueError, match="it does not start as a model file does"):
        hornbook.load(tmp_path / "text")
    damaged = bytearray(DecisionTreeClassifier().fit(X, Y).model_.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(ValueError, match="checksum"):
        Model(bytes(damaged))
    with pytest.raises(NotFittedError):
        DecisionTreeClassifier().save(tmp_path / "m")


def test_regressor_has_no_probabilities():
    with pytest.raises(ValueError, match="no class probabilities"):
        DecisionTreeRegressor().fit(X, Y).model_.predict_proba(X, None)


def _predict(model):
    return model.predict(X).tolist()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork")
def test_works_in_a_forked_process():
    model = DecisionTreeClassifier().fit(X, Y)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_predict, [model]).get(timeout=60) == _predict(model)


LONG_FIT = """
from hornbook import DecisionTreeRegressor
work = DecisionTreeRegressor().fit
x, y = rng.normal(size=(400_000, 60)), rng.normal(size=400_000)
given = [x, y]
"""

LONG_PREDICTION = """
from hornbook import KNeighborsRegressor
x, y = rng.normal(size=(20_000, 100)), rng.normal(size=20_000)
work = KNeighborsRegressor(algorithm="brute", n_jobs=1).fit(x, y).predict
given = [np.tile(x, (20, 1))]
"""

INTERRUPTED = """
print("working", flush=True)
try:
    work(*given)
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ on Windows")
@pytest.mark.parametrize("long", [LONG_FIT, LONG_PREDICTION], ids=["fit", "prediction"])
def test_ctrl_c_stops_long_work(long):
    program = "import numpy as np\nrng = np.random.default_rng(0)\n" + long + INTERRUPTED
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "working\n"
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < 2.0
        assert process.wait(timeout=10) == 0


def test_docstrings_list_the_attributes_that_learners_declare():
    for cls, names in [
        (hornbook.PoissonRegressor, ["coef_", "intercept_", "coef_names_", "deviance_", "aic_"]),
        (hornbook.RandomForestClassifier, ["oob_score_", "oob_decision_function_"]),
        (hornbook.RandomForestRegressor, ["oob_prediction_"]),
        (hornbook.GaussianNB, ["class_prior_", "theta_", "var_"]),
    ]:
        section = cls.__doc__[cls.__doc__.index("Attributes\n") :].splitlines()
        listed = [line.strip().split(" ")[0] for line in section]
        assert [name for name in names if name in listed] == names, cls
        assert all(listed.count(name) == 1 for name in [*names, "n_features_in_", "model_"]), cls
    assert "oob_prediction_" not in hornbook.RandomForestClassifier.__doc__
