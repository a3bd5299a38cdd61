"""The weights that scikit-learn's lasso, elastic net and their paths find at tight tolerances.

Run from this folder: python sparse_weights.py. Needs scikit-learn and scipy.
"""

import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.datasets import load_diabetes
from sklearn.linear_model import ElasticNet, Lasso, LassoCV, enet_path
from sklearn.model_selection import PredefinedSplit

TIGHT = {"tol": 1e-13, "max_iter": 1_000_000}


def tables():
    """A table of patients, one with many more columns than rows, and one whose columns go together."""
    x, y = load_diabetes(return_X_y=True)
    rng = np.random.default_rng(7)
    wide = rng.normal(size=(30, 80))
    wide_y = wide[:, :5] @ [3.0, -2.0, 1.5, 1.0, -0.5] + 0.3 * rng.normal(size=30) + 4.0
    base = rng.normal(size=(120, 3))
    together = base[:, [0, 0, 1, 1, 2, 2]] + 0.1 * rng.normal(size=(120, 6)) + 10.0
    together_y = together @ [1.0, 1.0, -1.0, 0.0, 0.5, 0.0] + rng.normal(size=120)
    yield "diabetes", (10 * x).round(3), y, [0.05, 0.5, 3.0]
    yield "wide", wide.round(3), wide_y.round(3), [0.01, 0.1, 0.8]
    yield "together", together.round(3), together_y.round(3), [0.001, 0.05, 0.5]


def fits(x, y, weights, alphas):
    for alpha in alphas:
        for l1_ratio in (1.0, 0.7, 0.2):
            for fit_intercept in (True, False):
                for weighted in (False, True):
                    model = ElasticNet(alpha=alpha, l1_ratio=l1_ratio, fit_intercept=fit_intercept, **TIGHT)
                    if l1_ratio == 1.0:
                        model = Lasso(alpha=alpha, fit_intercept=fit_intercept, **TIGHT)
                    model.fit(x, y, sample_weight=weights if weighted else None)
                    yield {
                        "alpha": alpha,
                        "l1_ratio": l1_ratio,
                        "fit_intercept": fit_intercept,
                        "weighted": weighted,
                        "coef": model.coef_.tolist(),
                        "intercept": float(model.intercept_),
                    }


def paths(x, y):
    """Paths are found without a constant term, of centered columns."""
    x, y = x - x.mean(axis=0), y - y.mean()
    for l1_ratio in (1.0, 0.5):
        alphas, coefs, _ = enet_path(x, y, l1_ratio=l1_ratio, alphas=12, eps=1e-2, **TIGHT)
        yield {"l1_ratio": l1_ratio, "alphas": alphas.tolist(), "coefs": coefs.T.tolist()}


def cross_validated(x, y):
    """Folds of the same size, so that the mean over folds is that over rows."""
    rows = len(y) // 5 * 5
    folds = np.arange(rows) % 5
    model = LassoCV(alphas=20, eps=1e-2, cv=PredefinedSplit(folds), **TIGHT).fit(x[:rows], y[:rows])
    return {
        "rows": rows,
        "alphas": model.alphas_.tolist(),
        "errors": model.mse_path_.mean(axis=1).tolist(),
        "fold_errors": model.mse_path_.tolist(),
        "alpha": float(model.alpha_),
    }


def power(x, y, alpha, q):
    """Half of the mean squared error plus a price on a power of the weights, by a general optimizer."""
    x, y = x - x.mean(axis=0), y - y.mean()

    def objective(w):
        left = y - x @ w
        slope = -x.T @ left / len(y) + alpha * q * np.abs(w) ** (q - 1) * np.sign(w)
        return 0.5 * left @ left / len(y) + alpha * np.sum(np.abs(w) ** q), slope

    start = np.linalg.lstsq(x, y, rcond=None)[0]
    options = {"ftol": 1e-16, "gtol": 1e-12, "maxiter": 100_000, "maxfun": 1_000_000}
    found = minimize(objective, start, jac=True, method="L-BFGS-B", options=options)
    return {"alpha": alpha, "q": q, "coef": found.x.tolist(), "objective": float(found.fun)}


def main():
    rng = np.random.default_rng(1)
    numbers = {}
    for name, x, y, alphas in tables():
        weights = rng.integers(0, 4, size=len(y)).astype(float)
        numbers[name] = {
            "x": x.tolist(),
            "y": y.tolist(),
            "weights": weights.tolist(),
            "fits": list(fits(x, y, weights, alphas)),
            "paths": list(paths(x, y)),
            "cross_validated": cross_validated(x, y),
        }
    x, y = (np.array(numbers["together"][part]) for part in "xy")
    numbers["powers"] = [power(x, y, 0.1, q) for q in (1.5, 3.0)]
    Path("sparse_weights.json").write_text(json.dumps(numbers) + "\n")


if __name__ == "__main__":
    main()
