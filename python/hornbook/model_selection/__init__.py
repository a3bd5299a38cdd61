"""Model selection: cross-validation, evaluation, comparison with significance tests, hyperparameter tuning.

scikit-learn's functions under their names, run by Hornbook without Python in the folds, and beyond them `evaluate`
(scores with intervals, beside the baseline), `compare` and `compare_many` (tests of the differences). They take
Hornbook's estimators; those work in scikit-learn's own functions too.
"""

from __future__ import annotations

from . import _comparison, _cross_validation, _designs, _evaluation, _search
from ._comparison import *  # noqa: F403
from ._cross_validation import *  # noqa: F403
from ._designs import *  # noqa: F403
from ._evaluation import *  # noqa: F403
from ._search import *  # noqa: F403

_MODULES = (_comparison, _cross_validation, _designs, _evaluation, _search)
__all__ = [name for module in _MODULES for name in module.__all__]
