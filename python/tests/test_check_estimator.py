"""scikit-learn's own checks, all of them: none is expected to fail, and only one about a method that is not there is
skipped."""

import hornbook
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

CLASSES = [
    cls
    for cls in (getattr(hornbook, name) for name in hornbook.__all__)
    if isinstance(cls, type) and issubclass(cls, BaseEstimator)
]


# It is made for every classifier of several targets, and skips those without the method, as scikit-learn's own forests are.
NEEDS_DECISIONS = "check_classifiers_multilabel_output_format_decision_function"


@parametrize_with_checks([cls() for cls in CLASSES])
def test_check(estimator, check):
    check(estimator)


@pytest.mark.parametrize("cls", CLASSES)
def test_every_check_runs_and_passes(cls):
    results = check_estimator(cls(), on_fail=None, on_skip=None)
    odd = {r["check_name"]: r["status"] for r in results if r["status"] != "passed"}
    if not hasattr(cls, "decision_function"):
        assert odd.pop(NEEDS_DECISIONS, "skipped") == "skipped"
    assert odd == {}
    names = {r["check_name"] for r in results}
    assert "check_sample_weight_equivalence_on_dense_data" in names
    assert "check_sample_weight_equivalence_on_sparse_data" in names
