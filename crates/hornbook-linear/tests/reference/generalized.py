"""scikit-learn's Poisson, gamma and Tweedie regressors: python generalized.py > generalized.json"""

import json
import warnings

import numpy as np
from sklearn.linear_model import GammaRegressor, PoissonRegressor, TweedieRegressor

warnings.simplefilter("ignore")
rng = np.random.default_rng(8)
n = 120
x = np.column_stack([rng.normal(size=n), 3 + 2 * rng.normal(size=n), rng.uniform(-1, 1, n)])
mean = np.exp(0.4 + 0.5 * x[:, 0] - 0.2 * x[:, 1] + 0.3 * x[:, 2])
counts = rng.poisson(mean).astype(float)
amounts = rng.gamma(2.0, mean / 2.0) + 1e-3
totals = np.array([rng.gamma(1.5, m, k).sum() for m, k in zip(mean, rng.poisson(1.0, n))])
numbers = x @ [1.0, -0.5, 2.0] + 3 + rng.normal(size=n)
weights = rng.integers(0, 4, n).astype(float)
tight = {"tol": 1e-13, "max_iter": 10000, "solver": "newton-cholesky"}

fits = []


def fit(learner, model, target, y, weight, **more):
    model.fit(x, y, sample_weight=weights if weight else None)
    fits.append(
        {
            "learner": learner,
            "parameters": {"alpha": model.alpha, "fit_intercept": model.fit_intercept, **more},
            "target": target,
            "weighted": weight,
            "intercept": float(model.intercept_),
            "weights": model.coef_.tolist(),
            "predictions": model.predict(x[:5]).tolist(),
        }
    )


for weight in (False, True):
    for alpha in (0.0, 0.1, 1.0):
        for constant in (True, False):
            common = {"alpha": alpha, "fit_intercept": constant, **tight}
            fit("poisson-regression", PoissonRegressor(**common), "counts", counts, weight)
            fit("gamma-regression", GammaRegressor(**common), "amounts", amounts, weight)
            for power, target, y in [
                (0.0, "numbers", numbers), (1.0, "counts", counts), (1.3, "totals", totals), (1.9, "totals", totals),
                (2.0, "amounts", amounts), (2.5, "amounts", amounts), (3.0, "amounts", amounts),
            ]:
                model = TweedieRegressor(power=power, **common)
                fit("tweedie-regression", model, target, y, weight, power=power)

data = {"counts": counts, "amounts": amounts, "totals": totals, "numbers": numbers, "weight": weights}
print(json.dumps({"x": x.T.tolist(), **{k: v.tolist() for k, v in data.items()}, "fits": fits}))
