"""Writes optimize.json: minima that scipy and scikit-learn find, of functions that are easy to write down.

    python optimize.py > optimize.json
"""

import json

import numpy as np
from scipy.optimize import Bounds, minimize, rosen, rosen_der
from sklearn.linear_model import ElasticNet


def bounded(function, gradient, start, lower, upper):
    found = minimize(
        function, start, jac=gradient, method="L-BFGS-B", bounds=Bounds(lower, upper),
        options={"ftol": 1e-16, "gtol": 1e-11, "maxiter": 10_000, "maxfun": 100_000, "maxls": 50},
    )
    return {"start": list(start), "lower": list(lower), "upper": list(upper), "x": found.x.tolist(), "value": found.fun}


# A quadratic function whose minimum lies outside of the box.
size = 12
i, j = np.indices((size, size))
q = 1 / (1 + np.abs(i - j)) + np.diag(np.arange(size) % 3 + 0.5)
b = 3 * np.sin(np.arange(size) + 1)
quadratic = bounded(
    lambda x: x @ q @ x / 2 - b @ x, lambda x: q @ x - b, np.zeros(size), np.full(size, -0.5), np.full(size, 0.75)
)
valley = bounded(rosen, rosen_der, [-1.2, 1.0, -1.0, 2.0], [-2.0, -2.0, -2.0, 1.5], [0.5, 2.0, 2.0, 4.0])

# Rows for regressions, from sines, so that any language can make them.
rows, columns = 60, 5
r, c = np.indices((rows, columns))
x = np.sin(1.7 * r + 2.3 * c + 0.31 * r * c)
y = x @ np.array([2.0, -1.0, 0.0, 0.0, 0.5]) + 0.3 * np.cos(5.1 * np.arange(rows))
sign = np.where(y > 0.2, 1.0, -1.0)


def logistic(w):
    return np.logaddexp(0, -sign * (x @ w)).mean() + 0.005 * w @ w


def logistic_gradient(w):
    return -(x.T @ (sign / (1 + np.exp(sign * (x @ w))))) / rows + 0.01 * w


ridge_logistic = minimize(
    logistic, np.zeros(columns), jac=logistic_gradient, method="BFGS", options={"gtol": 1e-12}
)


def elastic(l1, l2):
    """Minimum of |xw - y|^2 / (2 rows) + l1 |w|_1 + l2 |w|^2 / 2."""
    model = ElasticNet(alpha=l1 + l2, l1_ratio=l1 / (l1 + l2), fit_intercept=False, tol=1e-14, max_iter=1_000_000)
    return {"l1": l1, "l2": l2, "x": model.fit(x, y).coef_.tolist()}


facts = {
    "quadratic_in_a_box": quadratic,
    "valley_in_a_box": valley,
    "logistic": {"x": ridge_logistic.x.tolist(), "value": ridge_logistic.fun},
    "elastic": [elastic(0.1, 0.0), elastic(0.02, 0.3), elastic(0.5, 0.1)],
}
print(json.dumps(facts, indent=1))
