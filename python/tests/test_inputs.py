"""What can be passed as X, y and weights."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hornbook import DecisionTreeClassifier, DecisionTreeRegressor
from scipy import sparse
from sklearn.datasets import load_iris

X, Y = load_iris(return_X_y=True)


def probabilities(x, y=Y, rows=None):
    model = DecisionTreeClassifier(max_depth=3).fit(x, y)
    return model.predict_proba(x if rows is None else rows)


@pytest.mark.parametrize(
    "convert",
    [
        np.asfortranarray,
        lambda x: np.repeat(x, 2, axis=1)[:, ::2],
        lambda x: x.tolist(),
        sparse.csr_matrix,
        sparse.csc_matrix,
        sparse.csr_array,
        sparse.coo_array,
        lambda x: pd.DataFrame(x),
        lambda x: pd.DataFrame(x, columns=list("abcd")),
        lambda x: pd.DataFrame(x, columns=list("abcd"), index=np.arange(len(x))[::-1]).convert_dtypes(),
        lambda x: pl.DataFrame(x, schema=list("abcd")),
        lambda x: pa.table({name: x[:, i] for i, name in enumerate("abcd")}),
    ],
)
def test_every_container_gives_the_same_model(convert):
    np.testing.assert_array_equal(probabilities(convert(X)), probabilities(X))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.int32, np.uint8, bool])
def test_every_number_type(dtype):
    x = (10 * X).astype(dtype)
    np.testing.assert_array_equal(probabilities(x), probabilities(x.astype(np.float64)))


def test_read_only_and_memory_mapped(tmp_path):
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    np.testing.assert_array_equal(probabilities(mapped), probabilities(X))


def test_sparse_with_duplicates_and_unsorted_cells():
    rows, columns, values = [2, 0, 2, 1], [0, 0, 0, 1], [1.0, 5.0, 2.0, 4.0]
    messy = sparse.csc_array(
        (np.array(values), np.array(rows, dtype=np.int32), np.array([0, 3, 4], dtype=np.int32)), shape=(3, 2)
    )
    y = [0, 1, 2]
    np.testing.assert_array_equal(probabilities(messy, y), probabilities(messy.toarray(), y))
    assert columns == sorted(columns) and not messy.has_canonical_format


def mixed_frame():
    city = ["oslo", "rome", None, "oslo", "rome", "rome", "oslo", None] * 5
    return pd.DataFrame(
        {
            "city": pd.Categorical(city),
            "name": pd.Series(city, dtype="string"),
            "plain": pd.Series(city, dtype=object),
            "age": pd.array([1, 2, None, 4, 5, 6, 7, 8] * 5, dtype="Int64"),
            "owner": pd.array([True, False, None, True] * 10, dtype="boolean"),
            "since": pd.to_datetime(["2020-01-01", "2021-06-01"] * 20),
            "x": np.linspace(0, 1, 40),
        }
    )


def mixed_target(frame):
    return np.where(frame["city"] == "rome", "yes", "no")


@pytest.mark.parametrize("only", [["city"], ["name"], ["plain"], ["city", "name", "plain", "age", "owner", "since", "x"]])
def test_categories_of_pandas(only):
    frame, y = mixed_frame()[only], mixed_target(mixed_frame())
    assert DecisionTreeClassifier().fit(frame, y).score(frame, y) == 1.0


@pytest.mark.parametrize(
    "convert", [pl.from_pandas, lambda f: pa.Table.from_pandas(f, preserve_index=False)]
)
def test_categories_of_other_frames(convert):
    frame, y = mixed_frame(), mixed_target(mixed_frame())
    model = DecisionTreeClassifier().fit(convert(frame), y)
    assert list(model.feature_names_in_) == list(frame.columns)
    assert model.score(convert(frame), y) == 1.0
    np.testing.assert_array_equal(model.predict(frame), y)


def test_unseen_category_is_missing_with_a_warning():
    frame, y = mixed_frame()[["city", "x"]], mixed_target(mixed_frame())
    model = DecisionTreeClassifier().fit(frame, y)
    with pytest.warns(UserWarning, match="column 'city' has 2 unseen values, such as 'bonn'"):
        model.predict(pd.DataFrame({"city": ["bonn", "bonn", "rome"], "x": [0.0, 0.5, 1.0]}))


def test_names_are_checked_as_scikit_learn_does():
    frame, y = mixed_frame()[["city", "x"]], mixed_target(mixed_frame())
    model = DecisionTreeClassifier().fit(frame, y)
    with pytest.raises(ValueError, match="must be in the same order"):
        model.predict(frame[["x", "city"]])
    with pytest.raises(ValueError, match="unseen at fit time"):
        model.predict(frame.rename(columns={"x": "z"}))


def test_a_number_where_a_category_was():
    frame = pd.DataFrame({"code": pd.Categorical(["1", "2"] * 10)})
    model = DecisionTreeClassifier().fit(frame, [0, 1] * 10)
    np.testing.assert_array_equal(model.predict(pd.DataFrame({"code": [2, 1]})), [1, 0])


def test_missing_numbers():
    x = X.copy()
    x[::3, 2] = np.nan
    assert DecisionTreeClassifier().fit(x, Y).score(x, Y) > 0.95
    with pytest.raises(ValueError, match="column 'x2' is infinite in row 1; "):
        x[0, 2] = np.inf
        DecisionTreeClassifier().fit(x, Y)


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["setosa", "versicolor", "virginica"]),
        np.array(["setosa", "versicolor", "virginica"], dtype=object),
        np.array([-5, 0, 10**12]),
        np.array([0.0, 1.0, 2.0]),
        np.array([True, False, False]),
    ],
)
def test_every_label_type(labels):
    y = labels[Y]
    model = DecisionTreeClassifier().fit(X, y)
    np.testing.assert_array_equal(model.classes_, np.unique(y))
    assert model.classes_.dtype == y.dtype
    assert model.predict(X).dtype == y.dtype
    assert model.score(X, y) == 1.0


def test_weights_repeat_rows():
    rng = np.random.default_rng(0)
    weights = rng.integers(0, 4, len(X))
    weighted = DecisionTreeRegressor(max_depth=4).fit(X, Y, sample_weight=weights)
    repeated = DecisionTreeRegressor(max_depth=4).fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights))
    np.testing.assert_array_equal(weighted.predict(X), repeated.predict(X))


@pytest.mark.parametrize("weights", [np.zeros(len(X)), -np.ones(len(X)), np.ones(3)])
def test_wrong_weights(weights):
    with pytest.raises(ValueError, match="(?i)weight"):
        DecisionTreeClassifier().fit(X, Y, sample_weight=weights)


def test_types_no_learner_takes():
    frame = pl.DataFrame({"lists": [[1], [2, 3]]})
    with pytest.raises(ValueError, match="column 'lists' holds series"):
        DecisionTreeClassifier().fit(frame, [0, 1])
    with pytest.raises((TypeError, ValueError), match="column mixed"):
        DecisionTreeClassifier().fit(pd.DataFrame({"mixed": ["a", 1]}), [0, 1])
    with pytest.raises(ValueError, match="could not convert string to float"):
        DecisionTreeClassifier().fit(np.array([["a"], ["b"]], dtype=object), [0, 1])
