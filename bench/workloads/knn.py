"""The exact neighbors in a few columns."""

import numpy as np
from report import time_bar

from . import _neighbors
from ._neighbors import NEIGHBORS, faiss_flat, hornbook, intelex, scikit_learn, searcher

TITLE = f"Find the {NEIGHBORS} nearest rows of each query, the index built anew."
QUALITY = "mean distance"
SHAPES = {
    "full": {"rows": 100_000, "columns": 10, "queries": 10_000},
    "small": {"rows": 10_000, "columns": 10, "queries": 1000},
}
make = _neighbors.make


def mlpack(folder):
    from mlpack import knn

    x, queries = _neighbors.load(folder)

    def search(x, queries):
        # It would put the rows in the order of its tree, where they lie.
        return knn(reference=x, query=queries, k=NEIGHBORS, copy_all_inputs=True)["neighbors"]

    search(x[:1000], queries[:10])
    return lambda: search(x, queries), lambda found: _neighbors.mean_distance(folder, found.astype(np.int64))


PEERS = {
    "hornbook": searcher(hornbook),
    "kd_tree": searcher(scikit_learn("kd_tree")),
    "ball_tree": searcher(scikit_learn("ball_tree")),
    "brute": searcher(scikit_learn("brute")),
    "scikit-learn-intelex kd_tree": searcher(intelex("kd_tree")),
    "scikit-learn-intelex brute": searcher(intelex("brute")),
    "faiss flat": faiss_flat,
    "mlpack": mlpack,
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", [peer for peer in PEERS if peer != "hornbook"], 0.5),
        _neighbors.exactness_bar(results, "hornbook"),
    ]
