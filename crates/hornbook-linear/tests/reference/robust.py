"""scikit-learn's Huber and quantile regressors: python robust.py > robust.json

Errors are the sandwich, written out. Huber's objective is polished by Newton's method from where scikit-learn's search ends, until its slope is rounding.
"""

import json
import warnings

import numpy as np
from sklearn.linear_model import HuberRegressor, QuantileRegressor

warnings.simplefilter("ignore")
rng = np.random.default_rng(11)
n = 80
x = np.column_stack([rng.normal(size=n), 2 + 0.5 * rng.normal(size=n), rng.uniform(-1, 1, n)])
y = 4 + x @ [1.5, -0.7, 0.3] + 0.5 * rng.normal(size=n)
y[:6] += 15
y[6:9] -= 9
weights = rng.integers(0, 4, n).astype(float)


def huber_slope(point, v, epsilon, alpha, constant):
    w, c, sigma = point[:3], point[3] * constant, point[4]
    r = y - x @ w - c
    inside = np.abs(r) <= epsilon * sigma
    by_r = np.where(inside, 2 * r / sigma, 2 * epsilon * np.sign(r))
    by_sigma = np.where(inside, 1 - (r / sigma) ** 2, 1 - epsilon**2)
    return np.concatenate([-x.T @ (v * by_r) + 2 * alpha * w, [-(v @ by_r) * constant], [v @ by_sigma]])


def huber_bend(point, v, epsilon, alpha, constant):
    w, c, sigma = point[:3], point[3] * constant, point[4]
    r = y - x @ w - c
    inside = v * (np.abs(r) <= epsilon * sigma)
    z = np.column_stack([x, np.full(n, float(constant)), r / sigma])
    bend = 2 / sigma * (z * inside[:, None]).T @ z
    bend[:3, :3] += 2 * alpha * np.eye(3)
    if not constant:
        bend[3, 3] = 1
    return bend


huber = []
for weighted in (False, True):
    for constant in (True, False):
        for epsilon, alpha in ((1.35, 0.0001), (1.1, 0.0), (2.0, 1.0)):
            v = weights if weighted else np.ones(n)
            model = HuberRegressor(epsilon=epsilon, alpha=alpha, fit_intercept=constant, tol=1e-12, max_iter=100000)
            model.fit(x, y, sample_weight=weights if weighted else None)
            point = np.concatenate([model.coef_, [model.intercept_ if constant else 0.0], [model.scale_]])
            for _ in range(50):
                arguments = (point, v, epsilon, alpha, constant)
                point = point - np.linalg.solve(huber_bend(*arguments), huber_slope(*arguments))
            assert np.abs(huber_slope(point, v, epsilon, alpha, constant)).max() < 1e-9
            assert np.abs(point[:3] - model.coef_).max() < 1e-4, (point, model.coef_)
            outliers = np.abs(y - x @ point[:3] - point[3] * constant) > epsilon * point[4]
            z = np.column_stack([x, np.ones(n)])[:, : 4 if constant else 3]
            cut = np.clip(y - x @ point[:3] - point[3] * constant, -epsilon * point[4], epsilon * point[4])
            bread = np.linalg.inv((z * (v * ~outliers)[:, None]).T @ z)
            meat = (z * (v * cut**2)[:, None]).T @ z
            errors = np.sqrt(np.diag(bread @ meat @ bread) * v.sum() / (v.sum() - z.shape[1]))
            huber.append({
                "errors": np.roll(errors, 1 if constant else 0).tolist(),
                "weighted": weighted, "fit_intercept": constant, "epsilon": epsilon, "alpha": alpha,
                "intercept": float(point[3] * constant), "weights": point[:3].tolist(), "scale": float(point[4]),
                "outliers": float(v[outliers].sum()),
            })

quantile = []
for weighted in (False, True):
    for constant in (True, False):
        for level in (0.1, 0.5, 0.85):
            for alpha in (0.0, 0.05, 1.0):
                model = QuantileRegressor(quantile=level, alpha=alpha, fit_intercept=constant, solver="highs")
                v = weights if weighted else np.ones(n)
                model.fit(x, y, sample_weight=weights if weighted else None)
                r = y - model.predict(x)
                loss = v @ np.maximum(level * r, (level - 1) * r) / v.sum() + alpha * np.abs(model.coef_).sum()
                quantile.append({
                    "weighted": weighted, "fit_intercept": constant, "quantile": level, "alpha": alpha,
                    "intercept": float(model.intercept_), "weights": model.coef_.tolist(), "objective": float(loss),
                })
data = {"x": x.T.tolist(), "y": y.tolist(), "weight": weights.tolist()}
print(json.dumps({**data, "huber": huber, "quantile": quantile}))
