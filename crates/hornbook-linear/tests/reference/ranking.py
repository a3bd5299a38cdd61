"""The weights of the hinge of pairs, as cvxopt solves the quadratic programme over weights and what each pair lacks.

Run from this folder: python ranking.py. Needs cvxopt.
"""

import json
from pathlib import Path

import numpy as np
from cvxopt import matrix, solvers, spmatrix

rng = np.random.default_rng(11)
rows, columns = 60, 3
groups = np.repeat(np.arange(10), 6)
x = (rng.normal(size=(rows, columns)) * [1.0, 10.0, 0.1] + [0.0, 50.0, 3.0]).round(4)
y = (x @ [1.0, -0.1, 8.0] + rng.normal(size=rows) + 5 * (groups % 3)).round()
standard = (x - x.mean(axis=0)) / x.std(axis=0)
pairs = [
    (a, b) for a in range(rows) for b in range(rows) if groups[a] == groups[b] and y[a] > y[b]
]
differences = np.array([standard[a] - standard[b] for a, b in pairs])


def loss(weights, alpha, margin):
    lacks = np.maximum(0, margin - differences @ weights)
    return lacks.mean() + 0.5 * alpha * weights @ weights


def best(alpha, margin):
    """The weights whose price and mean lack are smallest: a lack is at least zero, and at least the margin less the gap."""
    count = len(pairs)
    size = columns + count
    square = spmatrix(alpha, range(columns), range(columns), (size, size))
    linear = matrix(np.r_[np.zeros(columns), np.full(count, 1 / count)])
    left = np.block([[-differences, -np.eye(count)], [np.zeros((count, columns)), -np.eye(count)]])
    right = np.r_[np.full(count, -margin), np.zeros(count)]
    exact = {"abstol": 1e-15, "reltol": 1e-14, "feastol": 1e-13, "maxiters": 500, "show_progress": False}
    found = solvers.qp(square, linear, matrix(left), matrix(right), options=exact)
    return np.array(found["x"]).ravel()[:columns]


fits = []
for alpha, margin in [(1e-3, 1.0), (0.05, 1.0), (0.5, 1.0), (0.05, 2.5)]:
    weights = best(alpha, margin)
    fits.append(
        {
            "alpha": alpha,
            "margin": margin,
            "loss": loss(weights, alpha, margin),
            "weights": (weights / x.std(axis=0)).tolist(),
        }
    )
found = {
    "x": x.T.tolist(),
    "y": y.tolist(),
    "groups": groups.tolist(),
    "fits": fits,
}
Path("ranking.json").write_text(json.dumps(found) + "\n")
