"""Nearly the nearest: a search along the links of a graph that is there already."""

from report import Bar, time_bar

from . import _graphs
from ._neighbors import NEIGHBORS

TITLE = f"Find {_graphs.RECALL:.0%} of the {NEIGHBORS} nearest rows of each query, with as few in sight as will do."
QUALITY = "recall"
SHAPES = {
    "full": {"rows": 100_000, "columns": 100, "queries": 10_000},
    "small": {"rows": 10_000, "columns": 100, "queries": 1000},
}
make = _graphs.make

PEERS = {
    "hornbook": _graphs.hornbook_searched,
    "hnswlib": _graphs.searched(_graphs.hnswlib, _graphs.hnswlib_search),
    "faiss": _graphs.searched(_graphs.faiss, _graphs.faiss_search),
}


def bars(results, folder):
    ours = results.get("hornbook")
    claim = f"hornbook: a recall of at least {_graphs.RECALL}"
    found = f"{ours.quality:.4f}" if ours else "not measured"
    return [
        time_bar(results, "hornbook", ["hnswlib"], 1.2),
        Bar(claim, found, ours is not None and ours.quality >= _graphs.RECALL),
    ]
