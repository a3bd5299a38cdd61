"""The classes by scikit-learn's names have its parameters, methods and attributes, and stand wherever its own stand."""

import inspect

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.compose
import sklearn.impute
import sklearn.pipeline
import sklearn.preprocessing
from hornbook import Ridge, compose, impute, pipeline, preprocessing
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.linear_model import Ridge as TheirRidge
from sklearn.model_selection import GridSearchCV

PAIRS = [
    (getattr(ours, name), getattr(theirs, name))
    for ours, theirs in (
        (preprocessing, sklearn.preprocessing),
        (impute, sklearn.impute),
        (compose, sklearn.compose),
        (pipeline, sklearn.pipeline),
    )
    for name in ours.__all__
]
FUNCTIONS = [pair for pair in PAIRS if not isinstance(pair[0], type)]
# Those of labels are scikit-learn's own.
CLASSES = [pair for pair in PAIRS if isinstance(pair[0], type) and pair[0] is not pair[1]]
IDS = [ours.__name__ for ours, _ in CLASSES]

# Parameters whose defaults are others.
OTHER_DEFAULTS = {
    # In scikit-learn they are deprecated, and `cv` is to be a splitter; native folds are a number and a seed.
    "TargetEncoder": {"shuffle", "random_state"},
}

ABSENT = {
    # Only scikit-learn's own loops call back.
    "StandardScaler": {"set_callbacks"},
    # Categories are never infrequent in it: in scikit-learn, too, it raises AttributeError.
    "TargetEncoder": {"infrequent_categories_"},
}


def parameters_of(function):
    """The parameters of a function with their defaults, without those that stand for any others."""
    parameters = inspect.signature(function).parameters.values()
    # NaN is not equal to itself.
    return {p.name: (p.kind, repr(p.default)) for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}


@pytest.mark.parametrize(("ours", "theirs"), FUNCTIONS + CLASSES, ids=[ours.__name__ for ours, _ in FUNCTIONS + CLASSES])
def test_parameters(ours, theirs):
    own, expected = parameters_of(ours), parameters_of(theirs)
    assert list(own) == list(expected)
    others = {name for name in own if own[name] != expected[name]}
    assert others == OTHER_DEFAULTS.get(ours.__name__, set())


@pytest.mark.parametrize(("ours", "theirs"), CLASSES, ids=IDS)
def test_methods(ours, theirs):
    absent = {name for name in dir(theirs) if not name.startswith("_") and not hasattr(ours, name)}
    # What is an attribute of the fitted one is looked for below.
    absent = {name for name in absent if not name.endswith("_in_")}
    assert absent == ABSENT.get(ours.__name__, set())
    methods = [name for name in dir(theirs) if not name.startswith("_") and inspect.isfunction(getattr(theirs, name, None))]
    for name in set(methods) - absent:
        lacking = parameters_of(getattr(theirs, name)).keys() - parameters_of(getattr(ours, name)).keys()
        assert lacking == set(), name


NUMBERS = pd.DataFrame(np.random.default_rng(0).random((40, 3)), columns=["a", "b", "c"])
GAPS = NUMBERS.mask(np.random.default_rng(1).random(NUMBERS.shape) < 0.2)
WORDS = pd.DataFrame({"size": ["s", "m", "l", "m"] * 10, "color": ["red", "red", "blue", "green"] * 10})
TARGET = pd.Series(np.arange(40) % 2, name="y")


def made(cls, **parameters):
    """An estimator of a class, and rows for it; what is made of others is made of others of the same package."""
    is_ours = cls.__module__.startswith("hornbook")
    scaler = (preprocessing if is_ours else sklearn.preprocessing).StandardScaler()
    members = {
        "ColumnTransformer": [[("scale", scaler, ["a", "b"])]],
        "FeatureUnion": [[("scale", scaler)]],
        "Pipeline": [[("scale", scaler), ("ridge", Ridge() if is_ours else TheirRidge())]],
    }
    rows = WORDS if "Encoder" in cls.__name__ else GAPS if cls.__module__.split(".")[1] == "impute" else NUMBERS
    return cls(*members.get(cls.__name__, []), **parameters), rows


def attributes_of(fitted):
    return {name for name in dir(fitted) if name.endswith("_") and not name.startswith("_") and hasattr(fitted, name)}


def size_of(value):
    return len(value) if isinstance(value, (list, dict)) else np.shape(value)


@pytest.mark.parametrize(("ours", "theirs"), CLASSES, ids=IDS)
@pytest.mark.filterwarnings("ignore:.*Early stopping criterion not reached", "ignore:n_quantiles")
def test_fitted_attributes(ours, theirs):
    variants = [{}]
    has = inspect.signature(ours).parameters
    variants += [{name: value} for name, value in (("add_indicator", True), ("min_frequency", 15)) if name in has]
    for parameters in variants:
        fitted = [estimator.fit(rows, TARGET) for estimator, rows in (made(cls, **parameters) for cls in (ours, theirs))]
        own, expected = map(attributes_of, fitted)
        assert expected - own == set(), parameters
        for name in expected:
            value, other = (getattr(one, name) for one in fitted)
            assert (value is None) == (other is None), name
            assert size_of(value) == size_of(other), name


TRANSFORMERS = [cls for cls, _ in CLASSES if cls is not pipeline.Pipeline]


@pytest.mark.parametrize("cls", TRANSFORMERS, ids=[cls.__name__ for cls in TRANSFORMERS])
@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.filterwarnings("ignore:.*Early stopping criterion not reached")
def test_frames_inside_scikit_learn(cls, library):
    dense = {name: False for name in ("sparse_output",) if name in inspect.signature(cls).parameters}
    dense |= {"encode": "ordinal"} if cls is preprocessing.KBinsDiscretizer else {}
    estimator, rows = made(cls, **dense)
    given = rows if library == "pandas" else pl.from_pandas(rows)
    alone = estimator.set_output(transform=library).fit(given, TARGET)
    expected = alone.transform(given)
    assert type(expected) is type(given)
    if cls is not preprocessing.FunctionTransformer:
        assert list(expected.columns) == list(alone.get_feature_names_out())
    stacked = sklearn.pipeline.make_pipeline(made(cls, **dense)[0]).set_output(transform=library).fit(given, TARGET)
    assert stacked.transform(given).equals(expected)
    columns = sklearn.compose.ColumnTransformer([("own", made(cls, **dense)[0], list(rows.columns))])
    beside = columns.set_output(transform=library).fit(given, TARGET).transform(given)
    assert list(beside.columns) == [f"own__{name}" for name in expected.columns]
    np.testing.assert_array_equal(beside.to_numpy(), expected.to_numpy())


@pytest.mark.parametrize("cls", TRANSFORMERS, ids=[cls.__name__ for cls in TRANSFORMERS])
@pytest.mark.filterwarnings("ignore:.*Early stopping criterion not reached")
def test_searched_by_scikit_learn(cls):
    estimator, rows = made(cls)
    last = impute.SimpleImputer(keep_empty_features=True)
    pipe = sklearn.pipeline.make_pipeline(estimator, last, TheirRidge())
    search = GridSearchCV(pipe, {"ridge__alpha": [0.1, 1.0]}, cv=2, error_score="raise").fit(rows, TARGET)
    assert search.predict(rows).shape == TARGET.shape


def test_native_composites_inside_scikit_learn():
    columns = compose.ColumnTransformer([("scale", preprocessing.StandardScaler(), ["a"])], remainder="passthrough")
    own = pipeline.Pipeline([("columns", columns), ("ridge", Ridge())])
    grid = {"columns__scale__with_mean": [True, False], "ridge__alpha": [0.1, 1.0]}
    search = GridSearchCV(own, grid, cv=2, error_score="raise").fit(NUMBERS, TARGET)
    assert set(search.best_params_) == set(grid)
    assert list(search.best_estimator_.feature_names_in_) == list(NUMBERS.columns)
    inner = pipeline.make_pipeline(impute.SimpleImputer(), preprocessing.MinMaxScaler())
    outer = sklearn.pipeline.make_pipeline(inner, TheirRidge()).set_output(transform="pandas").fit(GAPS, TARGET)
    assert list(outer[:-1].transform(GAPS).columns) == list(outer[:-1].get_feature_names_out()) == list(GAPS.columns)
