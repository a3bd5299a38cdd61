"""Sparse matrices: whatever their layout, they are read as the array they stand for."""

import numpy as np
import pytest
from hornbook import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Lasso,
    LinearRegression,
    LogisticRegression,
    RandomForestClassifier,
    RandomForestRegressor,
    Ridge,
)
from scipy import sparse
from sklearn.base import clone, is_classifier

RNG = np.random.default_rng(0)
# Some cells below zero, a column of zeros and a row of zeros among them.
X = np.where(RNG.random((120, 6)) < 0.3, RNG.normal(size=(120, 6)).astype(np.float32).astype(np.float64), 0.0)
X[:, 4] = 0.0
X[7] = 0.0
SCORE = X @ [2.0, -1.0, 0.5, 0.0, 0.0, 1.0] + 0.3 * RNG.normal(size=120)
CLASSES = np.digitize(SCORE, [-0.4, 0.4])


def with_duplicates(x):
    """Every cell in two halves, in any order, and a zero that is written down."""
    rows, columns = np.nonzero(x)
    halves = np.tile(x[rows, columns] / 2, 2)
    order = np.random.default_rng(1).permutation(len(halves))
    places = np.append(np.tile(rows, 2)[order], 7), np.append(np.tile(columns, 2)[order], 4)
    return sparse.coo_array((np.append(halves[order], 0.0), places), shape=x.shape)


def unsorted(x):
    """Rows whose columns come from right to left."""
    found = sparse.csr_array(x)
    for start, end in zip(found.indptr[:-1], found.indptr[1:]):
        found.indices[start:end] = found.indices[start:end][::-1].copy()
        found.data[start:end] = found.data[start:end][::-1].copy()
    found.has_sorted_indices = False
    return found


def unsorted_with_duplicates(x):
    found = with_duplicates(x)
    order = np.argsort(found.row, kind="stable")
    starts = np.searchsorted(found.row[order], np.arange(x.shape[0] + 1))
    return sparse.csr_array((found.data[order], found.col[order], starts), shape=x.shape)


def long_indices(x):
    found = sparse.csr_array(x)
    found.indices, found.indptr = found.indices.astype(np.int64), found.indptr.astype(np.int64)
    return found


LAYOUTS = {
    "csr": sparse.csr_array,
    "csr matrix": sparse.csr_matrix,
    "csc": sparse.csc_array,
    "coo": sparse.coo_array,
    "lil": sparse.lil_array,
    "duplicates": with_duplicates,
    "unsorted": unsorted,
    "unsorted duplicates": unsorted_with_duplicates,
    "int64 indices": long_indices,
    "float32": lambda x: sparse.csr_array(x.astype(np.float32)),
}

CLASSIFIERS = [
    LogisticRegression(tol=1e-10),
    DecisionTreeClassifier(max_depth=4),
    RandomForestClassifier(n_estimators=5, random_state=0),
]
REGRESSORS = [
    LinearRegression(),
    Ridge(alpha=0.5),
    Lasso(alpha=0.01, tol=1e-10),
    DecisionTreeRegressor(max_depth=4),
    RandomForestRegressor(n_estimators=5, random_state=0),
]


def name(estimator):
    return type(estimator).__name__


def target(estimator):
    return CLASSES if is_classifier(estimator) else SCORE


def same(found, expected):
    """Trees ask of the same numbers; sums may be added up in another order."""
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-7)


@pytest.mark.filterwarnings("ignore:rank-deficient design")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("estimator", CLASSIFIERS + REGRESSORS, ids=name)
def test_every_layout_gives_what_the_array_gives(estimator, layout):
    x = LAYOUTS[layout](X)
    before = x.copy()
    expected, found = clone(estimator).fit(X, target(estimator)), clone(estimator).fit(x, target(estimator))
    for method in ("predict", "predict_proba", "decision_function"):
        if hasattr(expected, method):
            array = getattr(expected, method)(X)
            same(getattr(found, method)(x), array)
            same(getattr(found, method)(X), array)
            same(getattr(expected, method)(x), array)
    # What was passed is as it was.
    np.testing.assert_array_equal(x.toarray(), before.toarray())
    assert x.format == before.format and x.nnz == before.nnz


def test_layouts_are_what_they_are_called():
    assert not unsorted(X).has_sorted_indices
    assert not unsorted_with_duplicates(X).has_canonical_format
    assert with_duplicates(X).nnz == 2 * np.count_nonzero(X) + 1
    assert long_indices(X).indices.dtype == np.int64
    for make in LAYOUTS.values():
        np.testing.assert_allclose(make(X).toarray(), X, rtol=1e-15)


@pytest.mark.filterwarnings("ignore:rank-deficient design")
@pytest.mark.parametrize("estimator", CLASSIFIERS + REGRESSORS, ids=name)
def test_a_matrix_without_a_cell(estimator):
    empty, y = sparse.csr_array(X.shape), target(estimator)
    assert empty.nnz == 0
    expected, found = clone(estimator).fit(np.zeros(X.shape), y), clone(estimator).fit(empty, y)
    same(found.predict(empty), expected.predict(np.zeros(X.shape)))
    same(found.predict(sparse.csr_array(X)), expected.predict(X))


@pytest.mark.parametrize("estimator", CLASSIFIERS + REGRESSORS, ids=name)
def test_a_matrix_without_a_row(estimator):
    with pytest.raises(ValueError, match=r"Found array with 0 sample"):
        estimator.fit(sparse.csr_array((0, 6)), target(estimator)[:0])


@pytest.mark.filterwarnings("ignore:rank-deficient design")
@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
@pytest.mark.parametrize("estimator", [LogisticRegression(), LinearRegression(), Ridge(), Lasso(alpha=0.01)], ids=name)
def test_numbers_that_are_none_are_refused(estimator, layout):
    y = target(estimator)
    for bad, sentence in [(np.nan, "NaN|missing"), (np.inf, "inf"), (-np.inf, "inf")]:
        holed = X.copy()
        holed[3, 2] = bad
        with pytest.raises(ValueError, match=sentence):
            estimator.fit(LAYOUTS[layout](holed), y)
        estimator.fit(X, y)
        with pytest.raises(ValueError, match=sentence):
            estimator.predict(LAYOUTS[layout](holed))


def test_trees_take_missing_cells_and_refuse_infinite_ones():
    holed = X.copy()
    holed[::7, 1] = np.nan
    tree = DecisionTreeClassifier(max_depth=4).fit(holed, CLASSES)
    np.testing.assert_array_equal(
        DecisionTreeClassifier(max_depth=4).fit(sparse.csr_array(holed), CLASSES).predict_proba(holed),
        tree.predict_proba(sparse.csc_array(holed)),
    )
    holed[0, 0] = np.inf
    with pytest.raises(ValueError, match="inf"):
        DecisionTreeClassifier().fit(sparse.csr_array(holed), CLASSES)
