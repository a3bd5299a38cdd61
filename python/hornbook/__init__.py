"""Machine learning on tables: the whole textbook as one fast toolkit, on scikit-learn's conventions."""

from __future__ import annotations

from . import (
    _estimators,
    calibration,
    compose,
    compute,
    impute,
    inspection,
    metrics,
    model_selection,
    pipeline,
    preprocessing,
    text,
)
from ._estimators import *  # noqa: F403
from ._hornbook import Table, __version__, read_table
from ._lasso_path import lasso_path
from ._load import load
from ._neighbors import NearestNeighbors
from ._separability import separability
from ._study import Study, study

__all__ = [
    "NearestNeighbors",
    "Study",
    "Table",
    "__version__",
    "calibration",
    "compose",
    "compute",
    "impute",
    "inspection",
    "lasso_path",
    "load",
    "metrics",
    "model_selection",
    "pipeline",
    "preprocessing",
    "read_table",
    "separability",
    "study",
    "text",
]
__all__ += _estimators.__all__
