"""Building the graph in which nearly the nearest are found."""

from report import time_bar

from . import _graphs

TITLE = f"Build a graph of rows with {_graphs.LINKS} links each, out of {_graphs.CANDIDATES} candidates."
QUALITY = "rows"
SHAPES = {
    "full": {"rows": 100_000, "columns": 100, "queries": 10_000},
    "small": {"rows": 10_000, "columns": 100, "queries": 1000},
}
make = _graphs.make

PEERS = {
    "hornbook": _graphs.built(lambda x: _graphs.hornbook().fit(x)),
    "hnswlib": _graphs.built(_graphs.hnswlib),
    "faiss": _graphs.built(_graphs.faiss),
}


def bars(results, folder):
    return [time_bar(results, "hornbook", ["hnswlib"], 1.2)]
