"""Weights of scikit-learn's perceptron and of its stochastic descent on squares, in the order of the rows.

Writes perceptron.json beside this file.
"""

import json
import pathlib

import numpy as np
from sklearn.linear_model import Perceptron, SGDClassifier, SGDRegressor

here = pathlib.Path(__file__).parent
lines = (here / "../../../../data/iris.csv").read_text().split()[1:]
table = [line.split(",") for line in lines]
x = np.array([[float(v) for v in row[:4]] for row in table])
kinds = np.array([row[4] for row in table])
names = sorted(set(kinds))


def learned(model):
    return [float(model.intercept_[0]), *map(float, np.ravel(model.coef_))]


result = {"names": names}
# Classes that a hyperplane parts, and classes that none does; rows are met in the order of the table.
for label, pair in {"parted": names[:2], "mixed": names[1:]}.items():
    keep = np.isin(kinds, pair)
    a, y = x[keep], kinds[keep] == pair[1]
    for epochs in (1, 3, 10):
        common = dict(max_iter=epochs, tol=None, shuffle=False)
        result[f"{label}_{epochs}"] = learned(Perceptron(**common).fit(a, y))
        result[f"{label}_{epochs}_free"] = learned(Perceptron(fit_intercept=False, **common).fit(a, y))
        result[f"{label}_{epochs}_l2"] = learned(
            Perceptron(penalty="l2", alpha=0.01, eta0=0.5, **common).fit(a, y)
        )
        result[f"{label}_{epochs}_average"] = learned(
            SGDClassifier(
                loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, average=True, **common
            ).fit(a, y)
        )
# Least mean squares: the width of petals from the other columns.
for epochs in (1, 5):
    result[f"squares_{epochs}"] = learned(
        SGDRegressor(
            penalty=None, learning_rate="constant", eta0=0.005, max_iter=epochs, tol=None, shuffle=False
        ).fit(x[:, :3], x[:, 3])
    )
(here / "perceptron.json").write_text(json.dumps(result, indent=1) + "\n")
