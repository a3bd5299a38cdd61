"""Nearest neighbors beside scikit-learn's."""

import hornbook
import numpy as np
import pytest
from sklearn import neighbors
from sklearn.datasets import load_diabetes, load_wine
from sklearn.preprocessing import MinMaxScaler


@pytest.fixture
def rows():
    draw = np.random.default_rng(3)
    return draw.normal(size=(400, 6)), draw.normal(size=(50, 6))


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "cosine"])
@pytest.mark.parametrize("algorithm", ["auto", "brute", "kd_tree", "ball_tree"])
def test_neighbors_are_the_same(rows, metric, algorithm):
    if metric == "cosine" and algorithm.endswith("tree"):
        pytest.skip("no tree of scikit-learn takes angles")
    X, queries = rows
    y = np.arange(len(X)) % 3
    ours = hornbook.KNeighborsClassifier(n_neighbors=7, metric=metric, algorithm=algorithm).fit(X, y)
    theirs = neighbors.NearestNeighbors(n_neighbors=7, metric=metric).fit(X)
    distances, indices = ours.kneighbors(queries)
    expected_distances, expected_indices = theirs.kneighbors(queries)
    np.testing.assert_array_equal(indices, expected_indices)
    np.testing.assert_allclose(distances, expected_distances, rtol=1e-9, atol=1e-12)
    if metric == "euclidean":
        found = ours.radius_neighbors(queries, 2.1, return_distance=False)
        expected = theirs.radius_neighbors(queries, 2.1, return_distance=False)
        assert [sorted(one.tolist()) for one in found] == [sorted(one.tolist()) for one in expected]


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_votes_and_means_are_the_same(weights):
    X, y = load_diabetes(return_X_y=True)
    ours = hornbook.KNeighborsRegressor(n_neighbors=5, weights=weights).fit(X[:300], y[:300])
    theirs = neighbors.KNeighborsRegressor(n_neighbors=5, weights=weights).fit(X[:300], y[:300])
    np.testing.assert_allclose(ours.predict(X[300:]), theirs.predict(X[300:]), rtol=1e-9)
    X, y = load_wine(return_X_y=True)
    ours = hornbook.KNeighborsClassifier(weights=weights).fit(X[::2], y[::2])
    theirs = neighbors.KNeighborsClassifier(weights=weights).fit(X[::2], y[::2])
    np.testing.assert_allclose(ours.predict_proba(X[1::2]), theirs.predict_proba(X[1::2]), atol=1e-9)


def test_radius_and_prototypes():
    X, y = load_wine(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    near = hornbook.RadiusNeighborsClassifier(radius=3.0).fit(X, y)
    assert near.score(X, y) > 0.9
    few = hornbook.KNeighborsClassifier(n_neighbors=1, prototypes="condensed").fit(X, y)
    assert 0 < len(few.kept_indices_) < len(y)
    assert few.score(X, y) == 1.0


def test_training_rows_without_themselves(rows):
    X, _ = rows
    ours, theirs = hornbook.NearestNeighbors(n_neighbors=4).fit(X), neighbors.NearestNeighbors(n_neighbors=4).fit(X)
    distances, indices = ours.kneighbors()
    expected_distances, expected_indices = theirs.kneighbors()
    np.testing.assert_array_equal(indices, expected_indices)
    np.testing.assert_allclose(distances, expected_distances, rtol=1e-9)
    found, expected = (one.radius_neighbors(radius=1.9, return_distance=False) for one in (ours, theirs))
    assert [sorted(one.tolist()) for one in found] == [sorted(one.tolist()) for one in expected]
    assert not hasattr(ours, "predict")
    for X_asked, count in ((None, 400), (X, 401), (X, 0)):
        with pytest.raises(ValueError, match="n_neighbors <= n_samples_fit"):
            ours.kneighbors(X_asked, n_neighbors=count)


@pytest.mark.parametrize("mode", ["connectivity", "distance"])
def test_graphs_are_the_same(rows, mode):
    X, queries = rows
    ours, theirs = (module.NearestNeighbors(n_neighbors=4, radius=1.9).fit(X) for module in (hornbook, neighbors))
    assert ours.n_samples_fit_ == theirs.n_samples_fit_ == 400
    for asked in (None, queries):
        for name in ("kneighbors_graph", "radius_neighbors_graph"):
            found, expected = (getattr(one, name)(asked, mode=mode) for one in (ours, theirs))
            assert found.format == "csr" and found.shape == expected.shape
            np.testing.assert_allclose(found.toarray(), expected.toarray(), rtol=1e-9)
    with pytest.raises(ValueError, match="mode='both'"):
        ours.kneighbors_graph(queries, mode="both")


def test_graphs_of_rows_that_are_not_kept():
    X = np.array([[0.0], [1.0], [5.0], [9.0]])
    near = hornbook.NearestNeighbors(n_neighbors=1).fit(X, sample_weight=[1, 0, 1, 0])
    assert near.kneighbors_graph().toarray().tolist() == [[0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert near.kneighbors_graph([[9.0]]).toarray().tolist() == [[0, 0, 1, 0]]


def test_votes_by_squared_distance_and_ranges():
    X, y = load_wine(return_X_y=True)
    ours = hornbook.KNeighborsClassifier(weights="squared_distance").fit(X[::2], y[::2])
    theirs = neighbors.KNeighborsClassifier(weights=lambda distances: distances**-2.0).fit(X[::2], y[::2])
    np.testing.assert_allclose(ours.predict_proba(X[1::2]), theirs.predict_proba(X[1::2]), atol=1e-9)
    scaled = hornbook.NearestNeighbors(scale="min_max", feature_range=[-1.0, 3.0]).fit(X)
    expected = neighbors.NearestNeighbors().fit(MinMaxScaler((-1.0, 3.0)).fit_transform(X))
    np.testing.assert_allclose(scaled.kneighbors()[0], expected.kneighbors()[0], rtol=1e-9)
    with pytest.raises(ValueError, match="feature_range"):
        hornbook.NearestNeighbors(scale="min_max", feature_range=[1.0, 1.0]).fit(X)


@pytest.mark.parametrize("contamination", ["auto", 0.07])
def test_local_outlier_factors(contamination):
    X, _ = load_wine(return_X_y=True)
    ours, theirs = (module.LocalOutlierFactor(contamination=contamination).fit(X) for module in (hornbook, neighbors))
    np.testing.assert_allclose(ours.negative_outlier_factor_, theirs.negative_outlier_factor_, rtol=1e-9)
    assert ours.offset_ == pytest.approx(theirs.offset_, rel=1e-9)
    assert ours.n_neighbors_ == theirs.n_neighbors_ == 20
    np.testing.assert_array_equal(ours.fit_predict(X), theirs.fit_predict(X))
    # Rows of training are asked without themselves, whenever they are asked.
    np.testing.assert_array_equal(ours.score_samples(X), ours.negative_outlier_factor_)
    np.testing.assert_array_equal(ours.predict(X) == -1, ours.decision_function(X) < 0)


def test_novelty():
    X, _ = load_wine(return_X_y=True)
    ours, theirs = (module.LocalOutlierFactor(novelty=True).fit(X[::2]) for module in (hornbook, neighbors))
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), rtol=1e-9)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    with pytest.warns(UserWarning, match="all of them are neighbors"):
        few = hornbook.LocalOutlierFactor().fit(X[:5])
    assert few.n_neighbors_ == 4


def test_rows_without_a_target_are_read_as_such(tmp_path):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(60, 3))
    near = hornbook.NearestNeighbors(n_neighbors=4, metric="manhattan").fit(X)
    near.save(tmp_path / "near.hornbook")
    again = hornbook.load(tmp_path / "near.hornbook")
    assert type(again) is hornbook.NearestNeighbors and again.n_neighbors == 4 and again.metric == "manhattan"
    for ours, theirs in zip(again.kneighbors(X[:9]), near.kneighbors(X[:9]), strict=True):
        np.testing.assert_array_equal(ours, theirs)
