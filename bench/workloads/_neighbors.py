"""Rows with a few dimensions that matter, and what peers that find neighbors share."""

import numpy as np
from report import Bar

NEIGHBORS = 10
# Rows differ in so many directions, and a little in all others.
DIRECTIONS = 20


def make(folder, seed, rows, columns, queries):
    draw = np.random.default_rng(seed)
    directions = min(DIRECTIONS, columns)
    mixing = draw.normal(size=(directions, columns))
    centers = draw.normal(scale=1.5, size=(20, directions))
    count = rows + queries
    inner = centers[draw.integers(len(centers), size=count)] + draw.normal(size=(count, directions))
    x = inner @ mixing + draw.normal(scale=0.3, size=(count, columns))
    # Numbers that single precision holds, too, so that everybody measures the same distances.
    x = x.astype(np.float32)
    np.save(folder / "x.npy", x[:rows])
    np.save(folder / "queries.npy", x[rows:])


def load(folder, kind=np.float64):
    """The rows and the queries."""
    return np.load(folder / "x.npy").astype(kind), np.load(folder / "queries.npy").astype(kind)


def mean_distance(folder, found):
    """How far the neighbors are: no less is possible than for the nearest."""
    x, queries = load(folder)
    total = 0.0
    for first in range(0, len(queries), 1000):
        part = x[found[first : first + 1000]] - queries[first : first + 1000, None, :]
        total += np.sqrt((part**2).sum(axis=2)).sum()
    return float(total / np.size(found))


def searcher(create):
    """A peer with scikit-learn's interface: building and searching are timed."""

    def peer(folder):
        x, queries = load(folder)
        search = lambda x, queries: create().fit(x).kneighbors(queries)[1]  # noqa: E731
        search(x[:1000], queries[:10])  # imports are not timed
        return lambda: search(x, queries), lambda found: mean_distance(folder, found)

    return peer


def hornbook(**settings):
    """A model of neighbors; what it predicts is of no interest."""
    from hornbook import KNeighborsRegressor

    from ._threads import THREADS

    class Rows(KNeighborsRegressor):
        def fit(self, x):
            return super().fit(x, np.zeros(len(x)))

    return Rows(n_neighbors=NEIGHBORS, n_jobs=THREADS, **settings)


def scikit_learn(algorithm):
    def create():
        from sklearn.neighbors import NearestNeighbors

        from ._threads import THREADS

        return NearestNeighbors(n_neighbors=NEIGHBORS, algorithm=algorithm, n_jobs=THREADS)

    return create


def intelex(algorithm):
    def create():
        from sklearnex.neighbors import NearestNeighbors

        return NearestNeighbors(n_neighbors=NEIGHBORS, algorithm=algorithm)

    return create


def faiss_flat(folder):
    import faiss

    x, queries = load(folder, np.float32)

    def search():
        index = faiss.IndexFlatL2(x.shape[1])
        index.add(x)
        return index.search(queries, NEIGHBORS)[1]

    return search, lambda found: mean_distance(folder, found)


def exactness_bar(results, ours):
    """Our neighbors are as near as those of every peer, but for the rounding of the mean."""
    claim = f"{ours}: neighbors as near as those of every peer"
    nearest = min((r.quality for peer, r in results.items() if peer != ours), default=None)
    if ours not in results or nearest is None:
        return Bar(claim, "not measured", False)
    found = results[ours].quality / nearest - 1
    return Bar(claim, f"{found:+.1e}", found <= 1e-12)
