"""Writes bias_variance.json with mlxtend 0.25.0: `python bias_variance.py > bias_variance.json`.

mlxtend trains the estimator itself; this one has learned nothing and replays a matrix of predictions, a row a training
set, so that both programs decompose the same numbers. Kohavi and Wolpert's parts are written out from their definition.
"""

import json
import sys

import numpy as np
from mlxtend.evaluate import bias_variance_decomp

rng = np.random.default_rng(20240612)


class Replay:
    def __init__(self, predictions):
        self.predictions = predictions
        self.round = -1

    def fit(self, x, y):
        self.round += 1
        return self

    def predict(self, x):
        return self.predictions[self.round]


def decomposed(truth, predictions, loss):
    dummy = np.zeros((len(truth), 1))
    parts = bias_variance_decomp(
        Replay(predictions), dummy, truth, dummy, truth, loss=loss, num_rounds=len(predictions), random_seed=1
    )
    return dict(zip(("loss", "bias", "variance"), map(float, parts)))


def kohavi_wolpert(truth, predictions, classes):
    bias = variance = 0.0
    for row, y in enumerate(truth):
        shares = np.bincount(predictions[:, row], minlength=classes) / len(predictions)
        bias += 0.5 * np.sum((np.eye(classes)[y] - shares) ** 2)
        variance += 0.5 * (1 - np.sum(shares**2))
    return {"squared_bias": bias / len(truth), "squared_variance": variance / len(truth)}


cases = []
for rounds, rows in [(2, 1), (5, 7), (40, 25)]:
    truth = rng.normal(size=rows) * 10
    predictions = truth + rng.normal(size=(rounds, rows)) + rng.normal(size=rows)
    cases.append(
        {
            "kind": "squared",
            "truth": truth.tolist(),
            "predictions": predictions.tolist(),
            "expected": decomposed(truth, predictions, "mse"),
        }
    )
for rounds, rows, classes in [(2, 3, 2), (9, 12, 2), (30, 20, 4)]:
    truth = rng.integers(classes, size=rows)
    right = rng.random((rounds, rows)) < rng.random(rows)
    predictions = np.where(right, truth, rng.integers(classes, size=(rounds, rows)))
    expected = decomposed(truth, predictions, "0-1_loss") | kohavi_wolpert(truth, predictions, classes)
    cases.append(
        {
            "kind": "zero-one",
            "classes": classes,
            "truth": truth.tolist(),
            "predictions": predictions.tolist(),
            "expected": expected,
        }
    )
json.dump(cases, sys.stdout, indent=1)
print()
