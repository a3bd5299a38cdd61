"""The whole machine-learning textbook as one fast toolkit, on scikit-learn's conventions."""

from __future__ import annotations

from . import _estimators, metrics
from ._estimators import *  # noqa: F403
from ._hornbook import Table, __version__, read_table
from ._load import load

__all__ = ["Table", "__version__", "load", "metrics", "read_table"]
__all__ += _estimators.__all__
