"""Writes densities.json: `python densities.py > densities.json` (SciPy 1.17, scikit-learn 1.9, NumPy 2).

- `scipy`: gaussian_kde of single columns of iris and mtcars, by both rules, at the rows and beyond them.
- `sklearn`: KernelDensity of one, three and all number columns of iris, every kernel, with and without weights. Its cosine
  kernel is left out for even numbers of columns, where it does not integrate to one.
- `best`: the bandwidth with the highest leave-one-out likelihood, by SciPy's bounded minimizer between 0.2 and 4 times
  Scott's, and that likelihood's mean.
- `edges`: NumPy's edges of bins.
"""
import json
import pathlib

import numpy as np
import pandas as pd
from scipy import optimize, stats
from scipy.special import logsumexp
from sklearn.neighbors import KernelDensity

folder = pathlib.Path(__file__).resolve().parents[4] / "data"
iris = pd.read_csv(folder / "iris.csv").select_dtypes("number")
cars = pd.read_csv(folder / "mtcars.csv").select_dtypes("number")
columns = [("iris", name, iris[name].to_numpy(float)) for name in iris.columns] + [
    ("mtcars", name, cars[name].to_numpy(float)) for name in ("mpg", "hp", "wt")
]

out = {"scipy": [], "sklearn": [], "best": [], "edges": []}
for table, name, x in columns:
    span = x.max() - x.min()
    places = np.concatenate([np.linspace(x.min() - 0.3 * span, x.max() + 0.3 * span, 13), x[:7]])
    for rule in ("scott", "silverman"):
        kde = stats.gaussian_kde(x, rule)
        out["scipy"].append({"table": table, "column": name, "rule": rule, "at": places.tolist(),
                             "log_density": kde.logpdf(places).tolist()})
    for rule, numpy in (("sturges", "sturges"), ("scott", "scott"), ("freedman-diaconis", "fd")):
        out["edges"].append({"table": table, "column": name, "rule": rule,
                             "edges": np.histogram_bin_edges(x, numpy).tolist()})

rng = np.random.default_rng(1)
for width in (1, 3, 4):
    x = iris.to_numpy(float)[:, :width]
    at = np.concatenate([x[::20], x[::30] + 0.9])
    weights = rng.integers(1, 4, len(x)).astype(float)
    for kernel in ("gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"):
        if kernel == "cosine" and width % 2 == 0:
            continue
        # No two rows are exactly a bandwidth apart, where rounding would decide whether a tophat reaches.
        for bandwidth in (0.351, 1.13):
            for w in (None, weights):
                model = KernelDensity(bandwidth=bandwidth, kernel=kernel).fit(x, sample_weight=w)
                found = model.score_samples(at)
                # Where no window reaches, scikit-learn's sum starts from a tiny number.
                found = [float(v) if v > -700 else None for v in found]
                out["sklearn"].append({"width": width, "kernel": kernel, "bandwidth": bandwidth,
                                       "weights": None if w is None else w.tolist(), "at": at.tolist(), "log_density": found})

for table, name, x in columns:
    if name not in ("sepal_length", "mpg", "wt"):
        continue
    n = len(x)
    scott = x.std(ddof=1) * n ** (-1 / 5)
    gaps = (x[:, None] - x[None, :]) ** 2

    def mean(ln_factor):
        h = np.exp(ln_factor) * scott
        logs = -0.5 * gaps / h**2 - np.log(h * np.sqrt(2 * np.pi))
        np.fill_diagonal(logs, -np.inf)
        return (logsumexp(logs, axis=1) - np.log(n - 1)).mean()

    best = optimize.minimize_scalar(lambda f: -mean(f), bounds=(np.log(0.2), np.log(4)), method="bounded",
                                    options={"xatol": 1e-10})
    out["best"].append({"table": table, "column": name, "bandwidth": float(np.exp(best.x) * scott), "mean": -float(best.fun)})
print(json.dumps(out))
