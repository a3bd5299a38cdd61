"""Evaluation metrics: those of scikit-learn under their names, computed by Hornbook.

Labels may be of any type, weights count as repeated rows, and what is undefined warns as in scikit-learn. Beyond
scikit-learn there are `classification_measures`, `compare_roc_auc`, `expected_calibration_error`, `purity_score` and
`score_with_interval`.
"""

from __future__ import annotations

from . import _classification, _clustering, _intervals, _probability, _ranking, _regression, _report, _scores
from ._classification import *  # noqa: F403
from ._clustering import *  # noqa: F403
from ._intervals import *  # noqa: F403
from ._probability import *  # noqa: F403
from ._ranking import *  # noqa: F403
from ._regression import *  # noqa: F403
from ._report import *  # noqa: F403
from ._scores import *  # noqa: F403

_MODULES = (_classification, _clustering, _intervals, _probability, _ranking, _regression, _report, _scores)
__all__ = [name for module in _MODULES for name in module.__all__]
