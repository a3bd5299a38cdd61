"""scikit-learn's BayesianRidge: python bayesian.py > bayesian.json"""

import json

import numpy as np
from sklearn.linear_model import BayesianRidge

rng = np.random.default_rng(5)
n = 60
x = np.column_stack([rng.normal(size=n), 2 + 0.5 * rng.normal(size=n), rng.uniform(-1, 1, n), rng.normal(size=n)])
y = 4 + x @ [1.5, -0.7, 0.0, 0.1] + 0.5 * rng.normal(size=n)
weights = rng.integers(0, 4, n).astype(float)
fits = []
for weighted in (False, True):
    for constant in (True, False):
        for priors in ({}, {"alpha_1": 2.0, "alpha_2": 1.0, "lambda_1": 3.0, "lambda_2": 0.5}):
            model = BayesianRidge(tol=1e-14, max_iter=5000, fit_intercept=constant, compute_score=True, **priors)
            model.fit(x, y, sample_weight=weights if weighted else None)
            mean, deviation = model.predict(x[:6], return_std=True)
            fits.append(
                {
                    "weighted": weighted, "fit_intercept": constant, "parameters": priors,
                    "intercept": float(model.intercept_), "weights": model.coef_.tolist(),
                    "noise_precision": float(model.alpha_), "prior_precision": float(model.lambda_),
                    "covariance": model.sigma_.ravel().tolist(), "score": float(model.scores_[-1]),
                    "means": mean.tolist(), "deviations": deviation.tolist(),
                }
            )
print(json.dumps({"x": x.T.tolist(), "y": y.tolist(), "weight": weights.tolist(), "fits": fits}))
