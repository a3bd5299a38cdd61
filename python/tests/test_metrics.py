"""Every measure against scikit-learn's of the same name."""

import doctest
import inspect
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.calibration
import sklearn.metrics
from hornbook import metrics
from scipy import sparse
from sklearn.exceptions import UndefinedMetricWarning

RNG = np.random.default_rng(7)
N = 60
WEIGHTS = {
    "none": None,
    "whole": RNG.integers(0, 4, N),
    "real": np.where(RNG.random(N) < 0.2, 0, RNG.random(N)),
}


def same(name, *arguments, **options):
    """Both packages give the same, warnings aside."""
    theirs = getattr(sklearn.metrics, name, None) or getattr(sklearn.calibration, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = theirs(*arguments, **options)
        found = getattr(metrics, name)(*arguments, **options)
    if isinstance(expected, str):
        assert_same_text(found, expected)
    elif isinstance(expected, dict):
        assert list(found) == list(expected)
        for key, value in expected.items():
            assert found[key] == pytest.approx(value, rel=1e-12, nan_ok=True)
    else:
        found, expected = (value if isinstance(value, tuple) else (value,) for value in (found, expected))
        assert [value is None for value in found] == [value is None for value in expected]
        for ours, reference in zip(found, expected):
            if reference is not None:
                assert np.shape(ours) == np.shape(reference)
                np.testing.assert_allclose(ours, reference, rtol=1e-12, atol=1e-13)
                if options.get("sample_weight") is None:
                    assert np.asarray(ours).dtype.kind == np.asarray(reference).dtype.kind


def assert_same_text(found, expected):
    """The same lines; sums of weights are printed in full, so their last digits may differ."""
    assert len(found.splitlines()) == len(expected.splitlines())
    for ours, reference in zip(found.splitlines(), expected.splitlines()):
        if ours != reference:
            *words, last = ours.rsplit(" ", 1)
            *reference_words, reference_last = reference.rsplit(" ", 1)
            assert words == reference_words
            assert "." in last and float(last) == pytest.approx(float(reference_last), rel=1e-12)


def classes(k, names=None):
    truth = RNG.integers(0, k, N)
    predicted = np.where(RNG.random(N) < 0.6, truth, RNG.integers(0, k, N))
    return (truth, predicted) if names is None else (np.array(names)[truth], np.array(names)[predicted])


NAMED = {
    "two numbers": (2, None),
    "four numbers": (4, None),
    "truth values": (2, [False, True]),
    "text": (3, ["b", "a", "ccc"]),
    "objects": (3, np.array(["b", "a", "ccc"], dtype=object)),
    "far apart": (3, [-(10**12), 5, 10**15]),
    "gaps": (3, [2, 5, 9]),
    "whole floats": (3, [1.0, 2.0, 7.0]),
    "small bytes": (3, np.array([0, 1, 200], dtype=np.uint8)),
}


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_classes(named, weights):
    truth, predicted = classes(*named)
    for y, f in ((truth, predicted), (list(truth), pd.Series(predicted)), (truth, np.full_like(truth, truth[0]))):
        options = {"sample_weight": weights}
        for name in ("accuracy_score", "zero_one_loss", "hamming_loss", "balanced_accuracy_score", "matthews_corrcoef"):
            same(name, y, f, **options)
        same("accuracy_score", y, f, normalize=False, **options)
        same("zero_one_loss", y, f, normalize=False, **options)
        same("balanced_accuracy_score", y, f, adjusted=True, **options)
        for kind in (None, "linear", "quadratic"):
            same("cohen_kappa_score", y, f, weights=kind, **options)
        for normalize in (None, "true", "pred", "all"):
            same("confusion_matrix", y, f, normalize=normalize, **options)
        same("multilabel_confusion_matrix", y, f, **options)
        same("classification_report", y, f, **options)
        same("classification_report", y, f, output_dict=True, digits=3, zero_division=1, **options)
        for average in (None, "micro", "macro", "weighted"):
            for zero in (0, 1, np.nan):
                same("precision_recall_fscore_support", y, f, average=average, beta=2, zero_division=zero, **options)
                same("fbeta_score", y, f, beta=0.5, average=average, zero_division=zero, **options)
            for name in ("precision_score", "recall_score", "f1_score", "jaccard_score"):
                same(name, y, f, average=average, zero_division=0, **options)


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
def test_two_classes(weights):
    for names, positive in ((None, 1), (None, 0), (["no", "yes"], "yes"), ([False, True], True)):
        y, f = classes(2, names)
        for name in ("precision_score", "recall_score", "f1_score", "jaccard_score"):
            same(name, y, f, pos_label=positive, sample_weight=weights)
        same("precision_recall_fscore_support", y, f, average="binary", pos_label=positive, sample_weight=weights)
    same("precision_score", [0, 0], [0, 0], zero_division=1)
    same("recall_score", [1, 1], [1, 1])


def test_labels_may_be_chosen():
    y, f = classes(4)
    for labels in ([0, 2], [3, 1, 0], [0, 1, 2, 3, 9]):
        same("confusion_matrix", y, f, labels=labels)
        same("multilabel_confusion_matrix", y, f, labels=labels)
        same("cohen_kappa_score", y, f, labels=labels)
        same("classification_report", y, f, labels=labels, zero_division=0)
        same("classification_report", y, f, labels=labels, target_names=[f"c{i}" for i in labels], zero_division=0)
        for average in (None, "micro", "macro", "weighted"):
            same("f1_score", y, f, labels=labels, average=average, zero_division=0)


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
def test_many_labels_a_row(weights):
    truth, predicted = RNG.random((2, N, 3)) < 0.4
    truth[:4], predicted[2:6], predicted[:, 2] = False, False, False
    for y, f in ((truth, predicted), (truth.astype(int), predicted.astype(int))):
        options = {"sample_weight": weights}
        for name in ("accuracy_score", "hamming_loss", "zero_one_loss", "multilabel_confusion_matrix"):
            same(name, y, f, **options)
        same("multilabel_confusion_matrix", y, f, samplewise=True, **options)
        same("classification_report", y, f, zero_division=0, **options)
        for average in (None, "micro", "macro", "weighted", "samples"):
            same("precision_recall_fscore_support", y, f, average=average, zero_division=1, **options)
            same("jaccard_score", y, f, average=average, zero_division=0, **options)
            scores = RNG.random(y.shape).round(1)
            same("roc_auc_score", y, scores, average=None if average == "samples" else average, **options)
            same("average_precision_score", y, scores, average=average, **options)
    same("f1_score", sparse.csr_matrix(truth.astype(int)), sparse.csr_matrix(predicted.astype(int)), average="micro")


def scores_of(truth, levels):
    scores = np.clip(0.3 * (truth == truth.max()) + 0.7 * RNG.random(N), 0, 1)
    return scores if levels is None else scores.round(levels)


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("levels", [None, 1, 0])
def test_scores_of_two_classes(weights, levels):
    for names, positive in ((None, None), ([-1, 1], None), ([False, True], None), (["no", "yes"], "yes"), ([3, 4], 4)):
        truth, _ = classes(2)
        p = scores_of(truth, levels)
        y = truth if names is None else np.array(names)[truth]
        options = {"sample_weight": weights, "pos_label": positive}
        for drop in (False, True):
            same("roc_curve", y, p, drop_intermediate=drop, **options)
            same("precision_recall_curve", y, p, drop_intermediate=drop, **options)
        same("average_precision_score", y, p, sample_weight=weights, pos_label=1 if positive is None else positive)
        same("brier_score_loss", y, p, **options)
        same("brier_score_loss", y, p, scale_by_half=False, **options)
        same("log_loss", y, p, sample_weight=weights)
        # scikit-learn adds up in single precision; we only start from it.
        single = p.astype(np.float32)
        reference = sklearn.metrics.log_loss(y, single, sample_weight=weights)
        assert metrics.log_loss(y, single, sample_weight=weights) == pytest.approx(reference, rel=1e-6)
        same("log_loss", y, np.column_stack([1 - p, p]), normalize=False, sample_weight=weights)
        same("d2_log_loss_score", y, p, sample_weight=weights)
        same("d2_brier_score", y, p, **options)
        same("hinge_loss", y, 3 * p - 1, sample_weight=weights)
        for most in (None, 0.2, 1.0):
            same("roc_auc_score", y, p, max_fpr=most, sample_weight=weights)
        for k in (1, 2):
            same("top_k_accuracy_score", y, p, k=k, sample_weight=weights)
            same("top_k_accuracy_score", y, 2 * p - 1, k=k, normalize=False, sample_weight=weights)
        for strategy in ("uniform", "quantile"):
            same("calibration_curve", y, p, n_bins=7, strategy=strategy, pos_label=positive)


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("levels", [None, 1])
def test_scores_of_many_classes(weights, levels):
    truth, _ = classes(4)
    p = RNG.random((N, 4)) + 0.5 * np.eye(4)[truth]
    p = p if levels is None else p.round(levels) + 0.01
    p /= p.sum(axis=1, keepdims=True)
    for y in (truth, np.array(list("dbca"))[truth]):
        columns = p if y is truth else p[:, np.argsort(list("dbca"))]
        options = {"sample_weight": weights}
        for average in ("micro", "macro", "weighted", None):
            same("roc_auc_score", y, columns, multi_class="ovr", average=average, **options)
        for average in ("macro", "weighted"):
            same("roc_auc_score", y, columns, multi_class="ovo", average=average)
            same("average_precision_score", y, columns, average=average, **options)
        for name in ("log_loss", "d2_log_loss_score", "brier_score_loss", "d2_brier_score"):
            same(name, y, columns, **options)
        same("brier_score_loss", y, columns, scale_by_half=True, **options)
        same("hinge_loss", y, 4 * columns, **options)
        for k in (1, 2, 3):
            same("top_k_accuracy_score", y, columns, k=k, **options)
    few = truth % 3
    same("log_loss", few, p, labels=[0, 1, 2, 3], sample_weight=weights)
    same("top_k_accuracy_score", few, p, labels=[0, 1, 2, 3], sample_weight=weights)


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("shape", [(N,), (N, 1), (N, 3)])
def test_numbers(weights, shape):
    y = RNG.gamma(2.0, 3.0, shape) + 0.1
    f = np.abs(y + RNG.normal(size=shape)) + 0.1
    multioutputs = ("raw_values", "uniform_average") + (((0.2, 0.5, 0.3),) if shape[-1] == 3 else ())
    for multioutput in multioutputs:
        options = {"sample_weight": weights, "multioutput": multioutput}
        for name in (
            "mean_squared_error",
            "root_mean_squared_error",
            "mean_absolute_error",
            "median_absolute_error",
            "mean_absolute_percentage_error",
            "mean_squared_log_error",
            "root_mean_squared_log_error",
            "r2_score",
            "explained_variance_score",
            "d2_absolute_error_score",
        ):
            same(name, y, f, **options)
        for alpha in (0.1, 0.5, 1.0):
            same("mean_pinball_loss", y, f, alpha=alpha, **options)
            same("d2_pinball_score", y, f, alpha=alpha, **options)
    for name in ("r2_score", "explained_variance_score"):
        same(name, y, f, multioutput="variance_weighted", sample_weight=weights)
    if shape != (N, 3):
        same("max_error", y, f)
        same("mean_poisson_deviance", y, f, sample_weight=weights)
        same("mean_gamma_deviance", y, f, sample_weight=weights)
        for power in (-1, 0, 1, 1.5, 2, 3):
            same("mean_tweedie_deviance", y, f, power=power, sample_weight=weights)
            same("d2_tweedie_score", y, f, power=power, sample_weight=weights)


def test_numbers_without_variance():
    for f in ([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]):
        for finite in (True, False):
            same("r2_score", [1.0] * 3, f, force_finite=finite)
            same("explained_variance_score", [1.0] * 3, f, force_finite=finite)
        same("d2_absolute_error_score", [1.0] * 3, f)
    same("r2_score", [1.0], [2.0])


@pytest.mark.parametrize("levels", [None, 1])
@pytest.mark.parametrize("weights", [None, RNG.random(N)], ids=["none", "real"])
def test_rankings(weights, levels):
    relevance, scores = RNG.integers(0, 4, (N, 6)), RNG.random((N, 6))
    scores = scores if levels is None else scores.round(levels)
    for k in (None, 1, 4):
        same("dcg_score", relevance, scores, k=k, sample_weight=weights)
        same("dcg_score", relevance, scores, k=k, log_base=3, sample_weight=weights)
        same("ndcg_score", relevance, scores, k=k, sample_weight=weights)
        if levels is None:
            same("ndcg_score", relevance, scores, k=k, ignore_ties=True, sample_weight=weights)
    same("coverage_error", relevance > 1, scores, sample_weight=weights)
    same("label_ranking_average_precision_score", relevance > 1, scores, sample_weight=weights)


@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_clusters(named):
    a, b = classes(*named)
    for name in (
        "rand_score",
        "adjusted_rand_score",
        "mutual_info_score",
        "homogeneity_score",
        "completeness_score",
        "v_measure_score",
        "homogeneity_completeness_v_measure",
        "fowlkes_mallows_score",
    ):
        same(name, a, b)
    same("v_measure_score", a, b, beta=0.3)
    for mean in ("min", "geometric", "arithmetic", "max"):
        same("normalized_mutual_info_score", a, b, average_method=mean)
        same("adjusted_mutual_info_score", a, b, average_method=mean)
    x = RNG.normal(size=(N, 3)) + np.unique(a, return_inverse=True)[1][:, None]
    for name in ("silhouette_samples", "silhouette_score", "davies_bouldin_score", "calinski_harabasz_score"):
        same(name, x, a)
    same("silhouette_score", np.asfortranarray(x), a, sample_size=40, random_state=3)


def test_all_at_once():
    for k in (2, 4):
        y, f = classes(k)
        p = RNG.random((N, k))
        p /= p.sum(axis=1, keepdims=True)
        w = WEIGHTS["real"]
        found = metrics.classification_measures(y, f, p, sample_weight=w)
        how = {"average": "binary" if k == 2 else "macro", "sample_weight": w}
        scores = p[:, 1] if k == 2 else p
        expected = {
            "accuracy": metrics.accuracy_score(y, f, sample_weight=w),
            "balanced_accuracy": metrics.balanced_accuracy_score(y, f, sample_weight=w),
            "precision": metrics.precision_score(y, f, **how),
            "recall": metrics.recall_score(y, f, **how),
            "f1": metrics.f1_score(y, f, **how),
            "matthews_corrcoef": metrics.matthews_corrcoef(y, f, sample_weight=w),
            "cohen_kappa": metrics.cohen_kappa_score(y, f, sample_weight=w),
            "log_loss": metrics.log_loss(y, p, sample_weight=w),
            "brier": metrics.brier_score_loss(y, p, sample_weight=w, scale_by_half=True),
            "roc_auc": metrics.roc_auc_score(y, scores, multi_class="ovr", sample_weight=w),
            "average_precision": metrics.average_precision_score(y, scores, sample_weight=w),
        }
        for name, value in expected.items():
            assert found[name] == pytest.approx(value, rel=1e-12), name
        matrix = metrics.confusion_matrix(y, f, sample_weight=w)
        np.testing.assert_allclose(found["confusion_matrix"], matrix, rtol=1e-12)
        per_class = metrics.precision_recall_fscore_support(y, f, sample_weight=w)
        np.testing.assert_allclose(found["report"][:k], np.column_stack(per_class), rtol=1e-12)
        if k == 2:
            assert found["specificity"] == pytest.approx(metrics.recall_score(y, f, pos_label=0, sample_weight=w))


def test_two_areas_compared():
    y, _ = classes(2)
    same_scores = metrics.compare_roc_auc(y, y, y)
    assert same_scores == {"difference": 0.0, "standard_error": 0.0, "z": 0.0, "p_value": 1.0}
    good, poor = scores_of(y, None), RNG.random(N)
    found = metrics.compare_roc_auc(y, good, poor)
    assert found["difference"] == pytest.approx(metrics.roc_auc_score(y, good) - metrics.roc_auc_score(y, poor))
    assert 0 < found["p_value"] < 1 and found["z"] == pytest.approx(found["difference"] / found["standard_error"])


def test_what_is_undefined_warns():
    with pytest.warns(UndefinedMetricWarning, match="Precision"):
        assert metrics.precision_score([0, 1], [0, 0]) == 0.0
    with pytest.warns(UndefinedMetricWarning, match="one class"):
        assert np.isnan(metrics.roc_auc_score([1, 1], [0.1, 0.2]))
    with pytest.warns(UndefinedMetricWarning, match="No negative"):
        assert np.isnan(metrics.roc_curve([1, 1], [0.1, 0.2])[0]).all()
    with pytest.warns(UserWarning, match="No positive"):
        assert metrics.average_precision_score([0, 0], [0.1, 0.2]) == 0.0
    with pytest.warns(UserWarning, match="sum to one"):
        metrics.log_loss([0, 1], [[0.5, 0.1], [0.5, 0.5]])


@pytest.mark.parametrize(
    "call",
    [
        lambda: metrics.accuracy_score([], []),
        lambda: metrics.accuracy_score([0, 1], [0]),
        lambda: metrics.accuracy_score([0.5, 1], [0, 1]),
        lambda: metrics.accuracy_score(["a", "b"], [0, 1]),
        lambda: metrics.accuracy_score([0, 1], [0, 1], sample_weight=[0, 0]),
        lambda: metrics.accuracy_score([0, 1], [0, 1], sample_weight=[1, -1]),
        lambda: metrics.accuracy_score([0, np.nan], [0, 1]),
        lambda: metrics.precision_score([0, 1, 2], [0, 1, 2]),
        lambda: metrics.precision_score(["a", "b"], ["a", "b"]),
        lambda: metrics.precision_score([0, 1], [0, 1], average="mean"),
        lambda: metrics.f1_score([0, 1], [0, 1], average="samples"),
        lambda: metrics.confusion_matrix([0, 1], [0, 1], normalize="rows"),
        lambda: metrics.roc_curve(["a", "b"], [0.1, 0.2]),
        lambda: metrics.roc_curve([0, 1], [np.nan, 0.2]),
        lambda: metrics.roc_auc_score([0, 1, 2], np.full((3, 3), 1 / 3)),
        lambda: metrics.roc_auc_score([0, 1, 2], np.ones((3, 3)), multi_class="ovr"),
        lambda: metrics.roc_auc_score([0, 1], [0.1, 0.2], max_fpr=0),
        lambda: metrics.log_loss([0, 0], [0.1, 0.2]),
        lambda: metrics.log_loss([0, 1], [0.1, 1.2]),
        lambda: metrics.brier_score_loss(["a", "b"], [0.1, 0.2]),
        lambda: metrics.mean_squared_error([1.0], [1.0, 2.0]),
        lambda: metrics.mean_squared_error([[1.0, 2.0]], [[1.0]]),
        lambda: metrics.mean_squared_error([np.inf], [1.0]),
        lambda: metrics.mean_squared_error([1.0], [1.0], multioutput="mean"),
        lambda: metrics.mean_tweedie_deviance([1.0], [1.0], power=0.5),
        lambda: metrics.ndcg_score([[1]], [[1]]),
        lambda: metrics.silhouette_score([[1.0], [2.0]], [0, 1]),
        lambda: metrics.silhouette_score([[1.0], [2.0], [3.0]], [0, 1, 1], metric="cosine"),
    ],
)
def test_what_is_refused(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("name", metrics.__all__)
def test_signatures_and_examples(name):
    function = getattr(metrics, name)
    for example in doctest.DocTestFinder(recurse=False).find(function, name, globs=vars(metrics).copy()):
        assert doctest.DocTestRunner().run(example).failed == 0
    theirs = getattr(sklearn.metrics, name, None) or getattr(sklearn.calibration, name, None)
    if theirs is not None:
        ours = inspect.signature(function).parameters
        # `y_pred` of the probabilities is an old name for `y_proba`; `kwds` and `contingency` are not ours to take.
        missing = set(inspect.signature(theirs).parameters) - set(ours) - {"kwds", "contingency", "y_pred"}
        assert not missing


def test_calibration_is_tested_for_any_number_of_classes():
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(3), 2000)
    y = np.array([rng.choice(3, p=row) for row in p])
    assert metrics.calibration_test(y, p).p_value > 0.01
    bold = p**3 / (p**3).sum(axis=1, keepdims=True)
    assert metrics.calibration_test(y, bold).z > 5
    shy = (p + 1) / (p + 1).sum(axis=1, keepdims=True)
    assert metrics.calibration_test(y, shy).z < -5
    two = metrics.calibration_test([0, 1, 1], [0.2, 0.7, 0.4])
    both = metrics.calibration_test([0, 1, 1], [[0.8, 0.2], [0.3, 0.7], [0.6, 0.4]])
    assert both.z == pytest.approx(two.z, rel=1e-12) and both.p_value == pytest.approx(two.p_value, rel=1e-12)
    with pytest.raises(ValueError):
        metrics.calibration_test([0, 1, 2], [0.2, 0.7, 0.4])
