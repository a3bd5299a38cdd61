"""The exact neighbors in many columns, where trees are of no use."""

from report import time_bar

from . import _neighbors
from ._neighbors import NEIGHBORS, faiss_flat, hornbook, intelex, scikit_learn, searcher

TITLE = f"Find the {NEIGHBORS} nearest rows of each query."
QUALITY = "mean distance"
SHAPES = {
    "full": {"rows": 100_000, "columns": 100, "queries": 10_000},
    "small": {"rows": 10_000, "columns": 100, "queries": 1000},
}
make = _neighbors.make

PEERS = {
    "hornbook": searcher(hornbook),
    "faiss flat": faiss_flat,
    "brute": searcher(scikit_learn("brute")),
    "scikit-learn-intelex brute": searcher(intelex("brute")),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["faiss flat"], 0.8),
        time_bar(results, "hornbook", [peer for peer in PEERS if peer != "hornbook"], 1.0),
        _neighbors.exactness_bar(results, "hornbook"),
    ]
