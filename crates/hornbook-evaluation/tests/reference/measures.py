"""Writes measures.json with scikit-learn 1.9.1 and SciPy 1.17: `python measures.py > measures.json`.

Each case has its inputs and, under "expected", what the reference makes of them; null is NaN. DeLong's variances
come from all pairs of rows written out.
"""

import json
import math
import sys
import warnings
from itertools import product

import numpy as np
from scipy import stats
from sklearn import metrics as m
from sklearn.calibration import calibration_curve

warnings.simplefilter("ignore")
rng = np.random.default_rng(20240611)
cases = []


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        # JSON has no infinity; the first threshold of a curve is one.
        return None if math.isnan(value) else "inf" if math.isinf(value) else float(value)
    return value


def case(kind, inputs, expected):
    cases.append({"kind": kind, **plain(inputs), "expected": plain(expected)})


def weights_of(n, kind):
    if kind == "none":
        return None
    if kind == "whole":
        return rng.integers(0, 4, n).astype(float) + (np.arange(n) == 0)
    return np.where(rng.random(n) < 0.2, 0.0, rng.random(n).round(3)) + (np.arange(n) == 0)


WEIGHTS = ("none", "whole", "real")


def tied(values, levels):
    return np.floor(values * levels) / levels


def classes(k, n, weights, present, predictable):
    """Codes of `k` classes, of which the first few occur and the first few are predicted."""
    truth = rng.integers(0, present, n)
    predicted = np.where(rng.random(n) < 0.5, np.minimum(truth, predictable - 1), rng.integers(0, predictable, n))
    w = weights_of(n, weights)
    labels = np.arange(k)
    given = {"sample_weight": w}
    expected = {
        "confusion": m.confusion_matrix(truth, predicted, labels=labels, **given).ravel().astype(float),
        "accuracy": m.accuracy_score(truth, predicted, **given),
        "balanced_accuracy": m.balanced_accuracy_score(truth, predicted, **given),
        "kappa": m.cohen_kappa_score(truth, predicted, labels=labels, **given),
        "kappa_linear": m.cohen_kappa_score(truth, predicted, labels=labels, weights="linear", **given),
        "kappa_quadratic": m.cohen_kappa_score(truth, predicted, labels=labels, weights="quadratic", **given),
        "zero_one": m.zero_one_loss(truth, predicted, **given),
        "one_vs_rest": m.multilabel_confusion_matrix(truth, predicted, labels=labels, **given).ravel().astype(float),
    }
    if len(np.unique(truth)) > 1 and len(np.unique(predicted)) > 1:
        expected["matthews"] = m.matthews_corrcoef(truth, predicted, **given)
    occurring = truth if w is None else truth[w > 0]
    if len(np.unique(occurring)) > 1:
        expected["adjusted_balanced_accuracy"] = m.balanced_accuracy_score(truth, predicted, adjusted=True, **given)
    for average, (name, undefined) in product(("micro", "macro", "weighted"), (("0", 0.0), ("1", 1.0), ("nan", np.nan))):
        options = {"labels": labels, "average": average, **given}
        scores = {
            "precision": lambda: m.precision_score(truth, predicted, zero_division=undefined, **options),
            "recall": lambda: m.recall_score(truth, predicted, zero_division=undefined, **options),
            "f1": lambda: m.f1_score(truth, predicted, zero_division=undefined, **options),
            "f0.5": lambda: m.fbeta_score(truth, predicted, beta=0.5, zero_division=undefined, **options),
        }
        if name != "nan":
            scores["jaccard"] = lambda: m.jaccard_score(truth, predicted, zero_division=undefined, **options)
        for score, value in scores.items():
            expected[f"{score} {average} {name}"] = value()
    case("classes", {"classes": k, "truth": truth, "predicted": predicted, "weights": w}, expected)


for k, weights in product((2, 3, 6), WEIGHTS):
    classes(k, 25, weights, k, k)
classes(4, 20, "none", 3, 4)
classes(4, 20, "whole", 4, 2)
classes(3, 12, "none", 1, 2)
classes(1, 5, "real", 1, 1)


def delong(positive, a, b, w):
    """Variances and covariance of two areas from all pairs of rows, weights as repetitions."""
    w = np.ones(len(a)) if w is None else w
    pos, neg = np.flatnonzero(positive & (w > 0)), np.flatnonzero(~positive & (w > 0))
    n_pos, n_neg = w[pos].sum(), w[neg].sum()
    parts = []
    for s in (a, b):
        wins = [[1.0 if s[i] > s[j] else 0.5 if s[i] == s[j] else 0.0 for j in neg] for i in pos]
        wins = np.array(wins)
        parts.append((wins @ w[neg] / n_neg, w[pos] @ wins / n_pos))
    areas = [w[pos] @ v10 / n_pos for v10, _ in parts]

    def covariance(x, y):
        s10 = (w[pos] * (parts[x][0] - areas[x]) * (parts[y][0] - areas[y])).sum() / (n_pos - 1)
        s01 = (w[neg] * (parts[x][1] - areas[x]) * (parts[y][1] - areas[y])).sum() / (n_neg - 1)
        return s10 / n_pos + s01 / n_neg

    variances = covariance(0, 0), covariance(1, 1), covariance(0, 1)
    error = math.sqrt(variances[0] + variances[1] - 2 * variances[2])
    z = (areas[0] - areas[1]) / error
    reach = stats.norm.ppf(0.95) * math.sqrt(variances[0]) / (areas[0] * (1 - areas[0]))
    logit = math.log(areas[0] / (1 - areas[0]))
    return {
        "delong_area": areas[0],
        "delong_variance": variances[0],
        "delong_covariance": variances[2],
        "delong_z": z,
        "delong_p": 2 * stats.norm.sf(abs(z)),
        "delong_low": 1 / (1 + math.exp(reach - logit)),
        "delong_high": 1 / (1 + math.exp(-reach - logit)),
    }


def binary(n, weights, levels, share):
    positive = rng.random(n) < share
    positive[1], positive[2] = True, False
    p = np.clip(0.3 * positive + 0.8 * rng.random(n) - 0.05, 0, 1)
    p = p if levels is None else tied(p, levels)
    other = tied(np.clip(0.2 * positive + 0.8 * rng.random(n), 0, 1), 20)
    decisions = np.round(4 * p - 2, 6)
    w = weights_of(n, weights)
    if w is not None:
        w[1:3] = 1.0
    given = {"sample_weight": w}
    curve = m.roc_curve(positive, p, drop_intermediate=False, **given)
    lighter = m.roc_curve(positive, p, **given)
    precision, recall, thresholds = m.precision_recall_curve(positive, p, **given)
    few = m.precision_recall_curve(positive, p, drop_intermediate=True, **given)
    expected = {
        "roc_fpr": curve[0],
        "roc_tpr": curve[1],
        "roc_thresholds": curve[2],
        "roc_light_thresholds": lighter[2],
        "roc_area": m.roc_auc_score(positive, p, **given),
        "roc_area 0.3": m.roc_auc_score(positive, p, max_fpr=0.3, **given),
        "roc_area 0.75": m.roc_auc_score(positive, p, max_fpr=0.75, **given),
        "precisions": precision[::-1],
        "recalls": recall[::-1],
        "pr_thresholds": thresholds[::-1],
        "pr_few_thresholds": few[2][::-1],
        "pr_area": m.auc(recall, precision),
        "average_precision": m.average_precision_score(positive, p, **given),
        "ks": np.max(np.abs(curve[1] - curve[0])),
        "log_loss": m.log_loss(positive, p, **given),
        "brier": m.brier_score_loss(positive, p, **given),
        "hinge": m.hinge_loss(positive, decisions, **given),
        **delong(positive, p, other, w),
    }
    if weights != "real":
        copies = np.arange(n) if w is None else np.repeat(np.arange(n), w.astype(int))
        for bins, strategy in product((3, 7), ("uniform", "quantile")):
            true, predicted = calibration_curve(positive[copies], p[copies], n_bins=bins, strategy=strategy)
            expected[f"calibration {strategy} {bins}"] = np.concatenate([predicted, true])
    case(
        "binary",
        {"positive": positive, "p": p, "other": other, "decisions": decisions, "weights": w},
        expected,
    )


for weights, levels in product(WEIGHTS, (None, 5)):
    binary(30, weights, levels, 0.4)
binary(40, "none", 2, 0.1)
binary(20, "real", 1, 0.5)


def macro_delong(k, truth, scores, w):
    """The variance of the mean area over the classes: each row's part in all pairs it is in, written out."""
    w = np.ones(len(truth)) if w is None else w
    n_of = np.array([w[truth == c].sum() for c in range(k)])
    total = n_of.sum()
    part = np.zeros(len(truth))
    for r, c in product(range(len(truth)), range(k)):
        for other in range(len(truth)):
            if (truth[r] == c) == (truth[other] == c):
                continue
            i, j = (r, other) if truth[r] == c else (other, r)
            win = 1.0 if scores[i, c] > scores[j, c] else 0.5 if scores[i, c] == scores[j, c] else 0.0
            # The derivative of the mean area by the weight of r, times the weight of its class.
            part[r] += n_of[truth[r]] * w[other] * win / (n_of[c] * (total - n_of[c])) / k
    variance = 0.0
    for c in range(k):
        rows = truth == c
        mean = (w[rows] * part[rows]).sum() / n_of[c]
        variance += (w[rows] * (part[rows] - mean) ** 2).sum() / (n_of[c] - 1) / n_of[c]
    return variance


def multiclass(k, n, weights, levels):
    truth = np.concatenate([np.repeat(np.arange(k), 2), rng.integers(0, k, n - 2 * k)])
    scores = rng.random((n, k)) + 0.7 * np.eye(k)[truth]
    if levels:
        scores = tied(scores, levels) + 1e-3
    p = scores / scores.sum(axis=1, keepdims=True)
    p[3] = np.eye(k)[0]
    w = weights_of(n, weights)
    if w is not None:
        w[: 2 * k] = 1.0
    given = {"sample_weight": w}
    decisions = np.round(6 * p - 2, 6)
    expected = {
        "ovr": [m.roc_auc_score(truth == c, p[:, c], **given) for c in range(k)],
        "log_loss": m.log_loss(truth, p, **given),
        "brier": m.brier_score_loss(truth, p, scale_by_half=False, **given),
        "brier_half": m.brier_score_loss(truth, p, scale_by_half=True, **given),
        "d2_log_loss": m.d2_log_loss_score(truth, p, **given),
        "d2_brier": m.d2_brier_score(truth, p, **given),
        "hinge": m.hinge_loss(truth, decisions, **given),
        "delong_macro_variance": macro_delong(k, truth, p, w),
    }
    for average in ("micro", "macro", "weighted"):
        expected[f"ovr {average}"] = m.roc_auc_score(truth, p, multi_class="ovr", average=average, **given)
    if w is None:
        for average in ("macro", "weighted"):
            expected[f"ovo {average}"] = m.roc_auc_score(truth, p, multi_class="ovo", average=average)
    for top in (1, 2):
        expected[f"top {top}"] = m.top_k_accuracy_score(truth, p, k=top, **given)
    case("multiclass", {"classes": k, "truth": truth, "p": p.ravel(), "decisions": decisions.ravel(), "weights": w}, expected)


for k, weights, levels in ((3, "none", None), (3, "whole", 4), (4, "real", None), (5, "none", 3), (6, "real", 5)):
    multiclass(k, 24, weights, levels)


def multilabel(labels, n, weights):
    truth, predicted = rng.random((n, labels)) < 0.4, rng.random((n, labels)) < 0.4
    truth[0], predicted[0] = False, False
    predicted[:, 0] = False
    w = weights_of(n, weights)
    given = {"sample_weight": w}
    expected = {
        "accuracy": m.accuracy_score(truth, predicted, **given),
        "hamming": m.hamming_loss(truth, predicted, **given),
        "label_counts": m.multilabel_confusion_matrix(truth, predicted, **given).ravel().astype(float),
        "row_counts": m.multilabel_confusion_matrix(truth, predicted, samplewise=True, **given).ravel().astype(float),
    }
    for average, undefined in product(("micro", "macro", "weighted", "samples"), (0.0, 1.0)):
        options = {"average": average, "zero_division": undefined, **given}
        expected[f"precision {average} {undefined:.0f}"] = m.precision_score(truth, predicted, **options)
        expected[f"recall {average} {undefined:.0f}"] = m.recall_score(truth, predicted, **options)
        expected[f"f1 {average} {undefined:.0f}"] = m.f1_score(truth, predicted, **options)
        expected[f"jaccard {average} {undefined:.0f}"] = m.jaccard_score(truth, predicted, **options)
    case("multilabel", {"labels": labels, "truth": truth.ravel(), "predicted": predicted.ravel(), "weights": w}, expected)


for labels, weights in ((2, "none"), (4, "whole"), (3, "real")):
    multilabel(labels, 15, weights)




def regression(n, weights, scale, shift):
    y = rng.gamma(2.0, scale, n).round(4) + shift
    f = np.abs(y + scale * rng.normal(size=n).round(3)) + 0.01
    y[3], f[4] = y[2], f[2]
    w = weights_of(n, weights)
    given = {"sample_weight": w}
    present = slice(None) if w is None else w > 0
    ones = np.ones(n) if w is None else w
    centered = lambda x: x - np.average(x, weights=ones)
    inner = lambda a, b: np.sum(ones * centered(a) * centered(b))
    expected = {
        "mse": m.mean_squared_error(y, f, **given),
        "rmse": m.root_mean_squared_error(y, f, **given),
        "mae": m.mean_absolute_error(y, f, **given),
        "median": m.median_absolute_error(y, f, **given),
        "max": m.max_error(y[present], f[present]),
        "mape": m.mean_absolute_percentage_error(y, f, **given),
        "msle": m.mean_squared_log_error(y, f, **given),
        "rmsle": m.root_mean_squared_log_error(y, f, **given),
        "r2": m.r2_score(y, f, **given),
        "explained_variance": m.explained_variance_score(y, f, **given),
        "d2_absolute": m.d2_absolute_error_score(y, f, **given),
        "pearson": inner(y, f) / math.sqrt(inner(y, y) * inner(f, f)),
    }
    for alpha in (0.0, 0.2, 0.9, 1.0):
        expected[f"pinball {alpha}"] = m.mean_pinball_loss(y, f, alpha=alpha, **given)
    for alpha in (0.2, 0.9):
        expected[f"d2_pinball {alpha}"] = m.d2_pinball_score(y, f, alpha=alpha, **given)
    for power in (-1.0, 0.0, 1.0, 1.5, 2.0, 3.0):
        expected[f"tweedie {power}"] = m.mean_tweedie_deviance(y, f, power=power, **given)
        expected[f"d2_tweedie {power}"] = m.d2_tweedie_score(y, f, power=power, **given)
    if weights != "real":
        copies = np.arange(n) if w is None else np.repeat(np.arange(n), w.astype(int))
        expected["spearman"] = stats.spearmanr(y[copies], f[copies]).statistic
    if w is None:
        expected["kendall"] = stats.kendalltau(y, f).statistic
    case("regression", {"truth": y, "predicted": f, "weights": w}, expected)


for weights, scale, shift in product(WEIGHTS, (1.0, 1e4), (0.5,)):
    regression(21, weights, scale, shift)
regression(20, "none", 2.0, 1.0)


def ranking(queries, width, weights, levels):
    relevance = rng.integers(0, 4, (queries, width)).astype(float)
    relevance[0] = 0
    scores = rng.random((queries, width))
    scores = tied(scores, levels) if levels else scores
    labels = relevance > 1
    labels[1], labels[2] = True, False
    w = weights_of(queries, weights)
    given = {"sample_weight": w}
    expected = {
        "coverage": m.coverage_error(labels, scores, **given),
        "lrap": m.label_ranking_average_precision_score(labels, scores, **given),
    }
    for k in (None, 1, 3):
        expected[f"dcg {k}"] = m.dcg_score(relevance, scores, k=k, **given)
        expected[f"dcg_e {k}"] = m.dcg_score(relevance, scores, k=k, log_base=math.e, **given)
        expected[f"ndcg {k}"] = m.ndcg_score(relevance, scores, k=k, **given)
        if not levels:
            expected[f"ndcg_in_order {k}"] = m.ndcg_score(relevance, scores, k=k, ignore_ties=True, **given)
    mixed = [i for i in range(queries) if labels[i].any() and not labels[i].all()]
    some = [i for i in range(queries) if labels[i].any()]
    ones = np.ones(queries) if w is None else w
    expected["map"] = np.average(
        [m.average_precision_score(labels[i], scores[i]) for i in some], weights=ones[some]
    )
    expected["pairs"] = np.average([m.roc_auc_score(labels[i], scores[i]) for i in mixed], weights=ones[mixed])
    case(
        "ranking",
        {"width": width, "relevance": relevance.ravel(), "labels": labels.ravel(), "scores": scores.ravel(), "weights": w},
        expected,
    )


for weights, levels in product(("none", "real"), (None, 4)):
    ranking(8, 7, weights, levels)


def clustering(n, k, c, agreement):
    a = rng.integers(0, k, n)
    b = np.where(rng.random(n) < agreement, a % c, rng.integers(0, c, n))
    table = m.cluster.contingency_matrix(a, b)
    expected = {
        "rand": m.rand_score(a, b),
        "adjusted_rand": m.adjusted_rand_score(a, b),
        "mutual_information": m.mutual_info_score(a, b),
        "homogeneity": m.homogeneity_score(a, b),
        "completeness": m.completeness_score(a, b),
        "v 1": m.v_measure_score(a, b),
        "v 0.5": m.v_measure_score(a, b, beta=0.5),
        "fowlkes_mallows": m.fowlkes_mallows_score(a, b),
        "purity": table.max(axis=0).sum() / n,
    }
    for mean in ("min", "geometric", "arithmetic", "max"):
        expected[f"nmi {mean}"] = m.normalized_mutual_info_score(a, b, average_method=mean)
        expected[f"ami {mean}"] = m.adjusted_mutual_info_score(a, b, average_method=mean)
    case("clustering", {"classes": a, "clusters": b}, expected)


for n, k, c, agreement in ((30, 3, 3, 0.8), (40, 2, 5, 0.3), (25, 6, 2, 0.0), (20, 4, 4, 1.0), (10, 1, 3, 0.0), (80, 5, 6, 0.5)):
    clustering(n, k, c, agreement)


def shape(n, columns, k, apart):
    clusters = np.concatenate([np.repeat(np.arange(k), 2), rng.integers(0, k, n - 2 * k)])
    x = (rng.normal(size=(n, columns)) + apart * rng.normal(size=(k, columns))[clusters]).round(4)
    expected = {
        "silhouettes": m.silhouette_samples(x, clusters),
        "silhouette": m.silhouette_score(x, clusters),
        "davies_bouldin": m.davies_bouldin_score(x, clusters),
        "calinski_harabasz": m.calinski_harabasz_score(x, clusters),
    }
    case("shape", {"columns": columns, "matrix": x.ravel(), "clusters": clusters}, expected)


for n, columns, k, apart in ((20, 2, 2, 3.0), (40, 3, 4, 1.0), (70, 1, 3, 0.5)):
    shape(n, columns, k, apart)

json.dump(cases, sys.stdout, separators=(",", ":"))
