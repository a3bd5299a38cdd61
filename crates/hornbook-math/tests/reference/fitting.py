"""Writes fitting.json: `python fitting.py > fitting.json` (mpmath 1.4, SciPy 1.17).

Maximum-likelihood estimates as roots of the score equations at 30 digits, from a start near SciPy's own `fit`.
"""
import json
import sys

import numpy as np
from mpmath import digamma, findroot, log, log1p, mp, mpf, tanh
from scipy import stats

mp.dps = 30
random = np.random.default_rng(3)
fits = []


def keep(name, given, values, weights, parameters):
    fits.append({"name": name, "given": given, "values": values, "weights": weights, "parameters": [float(p) for p in parameters]})


def mean(values, weights, f=lambda x: x):
    w = [mpf(float(v)) for v in weights]
    return sum(a * f(mpf(float(x))) for a, x in zip(w, values)) / sum(w)


for case in range(3):
    n = (12, 60, 200)[case]
    weights = [1.0] * n if case == 0 else [float(v) for v in random.integers(0, 4, n) + (0.5 if case == 2 else 0.0)]
    weights[0] = 2.0
    average = lambda values, f=lambda x: x: mean(values, weights, f)

    x = (3 * random.gamma(0.7 + 4 * case, size=n)).tolist()
    mu, ln = average(x), average(x, log)
    a = findroot(lambda a: log(a) - digamma(a) - log(mu) + ln, stats.gamma.fit(x, floc=0)[0])
    keep("gamma", [], x, weights, [a, a / mu])
    inverse = [1 / v for v in x]
    keep("inverse-gamma", [], inverse, weights, (lambda b, c: [b, b / c])(findroot(lambda b: log(b) - digamma(b) - log(average(inverse, lambda v: 1 / v)) + average(inverse, lambda v: -log(v)), a), average(inverse, lambda v: 1 / v)))
    keep("chi-square", [], x, weights, [2 * findroot(lambda h: digamma(h) - average(x, lambda v: log(v / 2)), 1.0)])
    x = random.weibull(0.8 + 2 * case, size=n).tolist()
    k = findroot(lambda k: average(x, lambda v: v**k * log(v)) / average(x, lambda v: v**k) - 1 / k - average(x, log), stats.weibull_min.fit(x, floc=0)[0])
    keep("weibull", [], x, weights, [k, average(x, lambda v: v**k) ** (1 / k)])
    x = random.beta(0.6 + case, 2.0 + 3 * case, size=n).tolist()
    l1, l2 = average(x, log), average(x, lambda v: log1p(-v))
    start = stats.beta.fit(x, floc=0, fscale=1)[:2]
    keep("beta", [], x, weights, findroot(lambda a, b: [digamma(a) - digamma(a + b) - l1, digamma(b) - digamma(a + b) - l2], start))
    x = [float(v) for v in random.negative_binomial(1 + case, 0.1, size=n)]
    mu = average(x)
    spread = average(x, lambda v: (v - mu) ** 2)
    r = findroot(lambda r: average(x, lambda v: digamma(v + r)) - digamma(r) - log(1 + mu / r), mu**2 / (spread - mu))
    keep("negative-binomial", [], x, weights, [r, r / (r + mu)])
    x = (2 + 3 * random.logistic(size=n)).tolist()
    found = findroot(lambda u, s: [average(x, lambda v: tanh((v - u) / (2 * s))), average(x, lambda v: (v - u) / s * tanh((v - u) / (2 * s))) - 1], stats.logistic.fit(x))
    keep("logistic", [], x, weights, found)
    for degrees in (1.0, 4.0):
        x = (1 + 2 * random.standard_t(degrees, size=n)).tolist()
        weight = lambda v, u, s: (degrees + 1) / (degrees + ((v - u) / s) ** 2)
        found = findroot(lambda u, s: [average(x, lambda v: weight(v, u, s) * (v - u)), average(x, lambda v: weight(v, u, s) * ((v - u) / s) ** 2) - 1], (1.0, 2.0))
        keep("student", [degrees], x, weights, found)
    shares = random.dirichlet([0.8 + case, 2.0, 5.0], size=n)
    logs = [mean(shares[:, j], weights, log) for j in range(3)]
    found = findroot(lambda *a: [digamma(a[j]) - digamma(sum(a)) - logs[j] for j in range(3)], (0.8 + case, 2.0, 5.0))
    keep("dirichlet", [], shares.ravel().tolist(), weights, found)
    x = (random.normal(size=n) * 2 + 5).tolist()
    mu = average(x)
    keep("normal", [], x, weights, [mu, mp.sqrt(average(x, lambda v: (v - mu) ** 2))])
    positive = [abs(v) for v in x]
    mu = average(positive, log)
    keep("log-normal", [], positive, weights, [mu, mp.sqrt(average(positive, lambda v: (log(v) - mu) ** 2))])
    keep("exponential", [], positive, weights, [1 / average(positive)])

json.dump(fits, sys.stdout, separators=(",", ":"))
print()
