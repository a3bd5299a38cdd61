"""Writes optimize.json: a minimum that scipy finds, of a function that is easy to write down.

    python optimize.py > optimize.json
"""

import json

import numpy as np
from scipy.optimize import minimize

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

print(json.dumps({"logistic": {"x": ridge_logistic.x.tolist(), "value": ridge_logistic.fun}}, indent=1))
