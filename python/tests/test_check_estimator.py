"""scikit-learn's own checks, all of them: none is skipped and none is expected to fail."""

import hornbook
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

CLASSES = [
    cls
    for cls in (getattr(hornbook, name) for name in hornbook.__all__)
    if isinstance(cls, type) and issubclass(cls, BaseEstimator)
]


@parametrize_with_checks([cls() for cls in CLASSES])
def test_check(estimator, check):
    check(estimator)


@pytest.mark.parametrize("cls", CLASSES)
def test_every_check_runs_and_passes(cls):
    results = check_estimator(cls(), on_fail=None)
    assert {r["check_name"]: r["status"] for r in results if r["status"] != "passed"} == {}
    names = {r["check_name"] for r in results}
    assert "check_sample_weight_equivalence_on_dense_data" in names
    assert "check_sample_weight_equivalence_on_sparse_data" in names
