"""Writes calibration.json: maps of probabilities as scikit-learn, betacal and scipy fit them.

Needs scikit-learn 1.9, scipy and betacal. Run it in this folder.
"""

import json
import warnings

import numpy as np
from betacal import BetaCalibration
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, log_softmax, logit, softmax
from sklearn.calibration import _SigmoidCalibration, _TemperatureScaling
from sklearn.isotonic import IsotonicRegression


def likelihood(features, target, weight):
    """The weighted cross-entropy of a logistic regression, with its derivatives."""

    def value(c):
        z = features @ c
        return np.sum(weight * (np.logaddexp(0, z) - target * z))

    def gradient(c):
        return features.T @ (weight * (expit(features @ c) - target))

    def curvature(c):
        p = expit(features @ c)
        return (features * (weight * p * (1 - p))[:, None]).T @ features

    return value, gradient, curvature


def exact(features, target, weight):
    value, gradient, curvature = likelihood(features, target, weight)
    c = minimize(value, np.zeros(features.shape[1]), jac=gradient, hess=curvature, method="trust-exact").x
    for _ in range(5):
        c = c - np.linalg.solve(curvature(c), gradient(c))
    return c


def platt(p, y, w):
    positive, negative = w[y].sum(), w[~y].sum()
    target = np.where(y, (positive + 1) / (positive + 2), 1 / (negative + 2))
    slope, intercept = exact(np.column_stack([logit(p), np.ones_like(p)]), target, w)
    theirs = _SigmoidCalibration().fit(logit(p), y, w)
    # Their search stops at a gradient of 1e-6; ours is held to the exact optimum.
    assert np.allclose(theirs.predict(logit(p)), expit(slope * logit(p) + intercept), rtol=0, atol=1e-6)
    return lambda q: expit(slope * logit(q) + intercept)


def beta(p, y, w):
    both = np.column_stack([np.log(p), -np.log1p(-p), np.ones_like(p)])
    candidates = []
    for free in ([0, 1, 2], [0, 2], [1, 2], [2]):
        c = np.zeros(3)
        c[free] = exact(both[:, free], y.astype(float), w)
        if (c[:2] >= 0).all():
            candidates.append((likelihood(both, y.astype(float), w)[0](c), *c))
    _, a, b, c = min(candidates)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = BetaCalibration("abm").fit(p.reshape(-1, 1), y, sample_weight=w)
    # Their search stops early, and leaves a coefficient below zero if both would be; ours is held to the exact
    # optimum.
    ours = expit(a * np.log(p) - b * np.log1p(-p) + c)
    assert a == b == 0 or np.allclose(theirs.predict(p.reshape(-1, 1)), ours, rtol=0, atol=1e-3)
    return lambda q: expit(a * np.log(q) - b * np.log1p(-q) + c)


def isotonic(p, y, w):
    model = IsotonicRegression(out_of_bounds="clip", y_min=0, y_max=1).fit(p, y, w)
    return model.predict


def temperature(p, y, w):
    logs = np.log(p)

    def loss(log_beta):
        return -np.sum(w * log_softmax(np.exp(log_beta) * logs, axis=1)[np.arange(len(y)), y])

    found = minimize_scalar(loss, bounds=(-10, 10), method="bounded", options={"xatol": 1e-14}).x
    # Golden section cannot see below the root of rounding; Newton's steps on the slope can.
    value = np.exp(found)
    for _ in range(5):
        q = softmax(value * logs, axis=1)
        mean = (q * logs).sum(axis=1)
        slope = np.sum(w * (mean - logs[np.arange(len(y)), y]))
        value -= slope / np.sum(w * ((q * logs**2).sum(axis=1) - mean**2))
    theirs = _TemperatureScaling().fit(p, y, w).beta_
    assert abs(theirs - value) < 1e-6 * value, (theirs, value)
    return lambda q: softmax(value * np.log(q), axis=1)


def one_against_rest(fit, p, y, w, fresh):
    if p.shape[1] == 2:
        q = fit(p[:, 1], y == 1, w)(fresh[:, 1])
        return np.column_stack([1 - q, q])
    q = np.column_stack([fit(p[:, k], y == k, w)(fresh[:, k]) for k in range(p.shape[1])])
    total = q.sum(axis=1, keepdims=True)
    return np.divide(q, total, out=np.full_like(q, 1 / p.shape[1]), where=total > 0)


def cases():
    rng = np.random.default_rng(20)
    for classes, rows, sharpness, ties, weighted in [
        (2, 60, 3.0, False, False),
        (2, 60, 0.4, True, True),
        (2, 40, -0.5, False, True),
        (3, 60, 2.0, False, True),
        (4, 80, 0.5, True, False),
    ]:
        true = rng.dirichlet(np.ones(classes), rows)
        y = np.array([rng.choice(classes, p=row) for row in true])
        # Asymmetric, so that the fits of beta calibration differ in a and b.
        p = true ** np.linspace(sharpness, sharpness + 0.5, classes)
        p /= p.sum(axis=1, keepdims=True)
        if ties:
            p = np.clip(np.round(p, 1), 0.05, None)
            p /= p.sum(axis=1, keepdims=True)
        w = rng.integers(0, 4, rows).astype(float) if weighted else np.ones(rows)
        fresh = rng.dirichlet(np.full(classes, 0.6), 12)
        yield p, y, w, fresh


def main():
    written = []
    for p, y, w, fresh in cases():
        kept = w > 0
        fitted = (p[kept], y[kept], w[kept])
        expected = {
            "platt": one_against_rest(platt, *fitted, fresh),
            "isotonic": one_against_rest(isotonic, *fitted, fresh),
            "beta": one_against_rest(beta, *fitted, fresh),
        }
        if not (p.shape[1] == 2 and len(y) == 40):
            expected["temperature"] = temperature(*fitted)(fresh)
        written.append(
            {
                "probabilities": p.tolist(),
                "truth": y.tolist(),
                "weights": w.tolist(),
                "fresh": fresh.tolist(),
                "expected": {name: values.tolist() for name, values in expected.items()},
            }
        )
    with open("calibration.json", "w") as file:
        json.dump(written, file, separators=(",", ":"))
        file.write("\n")


main()
