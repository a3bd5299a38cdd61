"""What peers that walk along graphs share. All graphs have the same number of links and of candidates."""

import numpy as np

from . import _neighbors
from ._neighbors import NEIGHBORS
from ._threads import THREADS

LINKS = 16
CANDIDATES = 200
RECALL = 0.95
# How many rows a search keeps in sight.
IN_SIGHT = [*range(10, 40, 2), *range(40, 100, 5), *range(100, 401, 20)]


def make(folder, seed, rows, columns, queries):
    _neighbors.make(folder, seed, rows, columns, queries)
    x, queries = _neighbors.load(folder)
    nearest = _neighbors.scikit_learn("brute")().fit(x).kneighbors(queries, return_distance=False)
    np.save(folder / "nearest.npy", nearest)


def recall(folder, found):
    """Recall: the fraction of the nearest rows that were found."""
    nearest = np.load(folder / "nearest.npy")
    common = [len(np.intersect1d(one, other)) for one, other in zip(found, nearest, strict=True)]
    return float(np.sum(common) / nearest.size)


def least_in_sight(folder, search):
    """The first of the list with which `search` finds enough; more in sight, more found."""
    low, high = 0, len(IN_SIGHT) - 1
    while low < high:
        middle = (low + high) // 2
        if recall(folder, search(IN_SIGHT[middle])) >= RECALL:
            high = middle
        else:
            low = middle + 1
    return IN_SIGHT[low]


def hornbook(in_sight=IN_SIGHT[0]):
    graph = {"m": LINKS, "ef_construction": CANDIDATES, "ef_search": in_sight, "random_state": 1}
    return _neighbors.hornbook(algorithm="hnsw", **graph)


def hnswlib(x):
    import hnswlib

    index = hnswlib.Index(space="l2", dim=x.shape[1])
    index.init_index(max_elements=len(x), M=LINKS, ef_construction=CANDIDATES, random_seed=1)
    index.set_num_threads(THREADS)
    index.add_items(x)
    return index


def faiss(x):
    import faiss

    index = faiss.IndexHNSWFlat(x.shape[1], LINKS)
    index.hnsw.efConstruction = CANDIDATES
    index.add(x)
    return index


def built(build):
    """A peer that builds a graph of rows in single precision; its quality is how many rows are in it."""

    def peer(folder):
        x, _ = _neighbors.load(folder, np.float32)
        build(x[:1000])  # imports are not timed
        return lambda: build(x), lambda _: float(len(x))

    return peer


def searched(build, searches):
    """A peer that searches: `searches` gives, for a graph and what is to be kept in sight, a search."""

    def peer(folder):
        x, queries = _neighbors.load(folder, np.float32)
        index = build(x)
        in_sight = least_in_sight(folder, lambda in_sight: searches(index, in_sight)(queries))
        search = searches(index, in_sight)
        return lambda: search(queries), lambda found: recall(folder, found)

    return peer


def hornbook_searched(folder):
    # The graph is built again for every number in sight, since an estimator has its parameters before it is fitted.
    x, queries = _neighbors.load(folder, np.float32)
    nearest = lambda model: model.kneighbors(queries, return_distance=True)[1]  # noqa: E731
    in_sight = least_in_sight(folder, lambda in_sight: nearest(hornbook(in_sight).fit(x)))
    model = hornbook(in_sight).fit(x)
    return lambda: nearest(model), lambda found: recall(folder, found)


def hnswlib_search(index, in_sight):
    index.set_ef(in_sight)
    return lambda queries: index.knn_query(queries, k=NEIGHBORS)[0]


def faiss_search(index, in_sight):
    index.hnsw.efSearch = in_sight
    return lambda queries: index.search(queries, NEIGHBORS)[1]
