"""Writes multivariate.json: `python multivariate.py > multivariate.json` (mpmath 1.4 at 40 digits, SciPy 1.17 to check it).

Log densities of the distributions of several numbers, and special functions.
"""
import json
import sys

import numpy as np
from mpmath import beta, binomial, det, digamma, gamma, log, loggamma, matrix, mp, mpf, pi, polygamma
from scipy import special, stats

mp.dps = 40
m = mpf
rows = []


def row(name, parameters, x, value, scipy):
    assert abs(float(value) - scipy) < 1e-9 * max(1, abs(scipy)), (name, parameters, x, float(value), scipy)
    rows.append({"name": name, "parameters": parameters, "x": x, "value": float(value)})


def quadratic(s, z):
    z = matrix(z)
    return (z.T * (s**-1) * z)[0]


random = np.random.default_rng(5)
for d in (1, 2, 5, 12):
    for spread in (1e-3, 1.0, 1e4):
        root = random.normal(size=(d, d)) * spread
        s = root @ root.T + spread**2 * 0.1 * np.eye(d)
        s = (s + s.T) / 2
        mean = random.normal(size=d) * spread
        exact = matrix(s.tolist())
        ln_det = log(det(exact))
        for far in (0.0, 1.0, 30.0):
            x = (mean + far * spread * random.normal(size=d)).tolist()
            z = [m(a) - m(float(b)) for a, b in zip(x, mean)]
            r = quadratic(exact, z)
            given = [mean.tolist(), s.ravel().tolist()]
            row("normal", given, x, -(r + ln_det + d * log(2 * pi)) / 2, stats.multivariate_normal(mean, s).logpdf(x))
            for v in (1.0, 4.5, 1e4):
                value = loggamma((m(v) + d) / 2) - loggamma(m(v) / 2) - (d * log(v * pi) + ln_det) / 2 - (m(v) + d) / 2 * mp.log1p(r / v)
                row("student", [[v], *given], x, value, stats.multivariate_t(mean, s, v).logpdf(x))
        other = random.normal(size=(d, d)) * spread
        inside = other @ other.T + spread**2 * np.eye(d)
        inside = (inside + inside.T) / 2
        big = matrix(inside.tolist())
        trace = sum(((exact**-1) * big)[i, i] for i in range(d))
        for v in (d - 0.5, d + 3.0, 200.0):
            multi = d * (d - 1) / m(4) * log(pi) + sum(loggamma(m(v) / 2 - m(j) / 2) for j in range(d))
            value = (m(v) - d - 1) / 2 * log(det(big)) - trace / 2 - m(v) * d / 2 * log(2) - m(v) / 2 * ln_det - multi
            if v >= d:
                # SciPy wants at least d degrees.
                row("wishart", [[v], s.ravel().tolist()], inside.ravel().tolist(), value, stats.wishart(v, s).logpdf(inside))
            row("ln_multivariate_gamma", [[d]], [v / 2], multi, float(special.multigammaln(v / 2, d)))

for alpha, x in [([2.0, 3.0, 5.0], [0.2, 0.3, 0.5]), ([0.1, 0.2], [1e-6, 1 - 1e-6]), ([300.0, 5e3, 2e4, 1.0], [0.012, 0.197, 0.79, 0.001]), ([1.0] * 6, [0.125, 0.375, 0.0625, 0.1875, 0.2, 0.05])]:
    value = loggamma(sum(map(m, alpha))) - sum(loggamma(m(a)) for a in alpha) + sum((m(a) - 1) * log(m(v)) for a, v in zip(alpha, x))
    row("dirichlet", [alpha], x, value, stats.dirichlet(alpha).logpdf(x))
for n, p, x in [(4, [0.5, 0.3, 0.2], [2, 1, 1]), (1, [0.5, 0.5], [0, 1]), (1000, [0.1, 0.2, 0.7], [90, 220, 690]), (10**6, [0.25, 0.25, 0.5], [250500, 249000, 500500]), (50, [0.9, 0.05, 0.05], [0, 20, 30])]:
    value = loggamma(m(n + 1)) - sum(loggamma(m(k + 1)) for k in x) + sum(k * log(m(q)) for k, q in zip(x, p))
    row("multinomial", [[n], p], x, value, stats.multinomial(n, p).logpmf(x))
for n, alpha, x in [(2, [1.0, 1.0, 1.0], [1, 0, 1]), (100, [0.5, 2.0, 30.0], [0, 10, 90]), (10**5, [1e3, 2e3, 4e3], [14000, 29000, 57000])]:
    s = sum(map(m, alpha))
    value = loggamma(m(n + 1)) + loggamma(s) - loggamma(n + s) + sum(loggamma(k + m(a)) - loggamma(m(a)) - loggamma(m(k + 1)) for k, a in zip(x, alpha))
    row("dirichlet-multinomial", [[n], alpha], x, value, stats.dirichlet_multinomial(alpha, n).logpmf(x))
for x in (1e-8, 0.01, 0.5, 1.0, 1.46, 2.0, 7.3, 15.99, 16.0, 40.0, 171.0, 1e5, 1e15):
    row("digamma", [], [x], digamma(m(x)), float(special.digamma(x)))
    row("trigamma", [], [x], polygamma(1, m(x)), float(special.polygamma(1, x)))
    row("ln_gamma", [], [x], loggamma(m(x)), float(special.gammaln(x)))
    if x < 171:
        row("gamma", [], [x], gamma(m(x)), float(special.gamma(x)))
    for y in (1e-3, 0.7, 3.0, 250.0, 1e6):
        value = loggamma(m(x)) + loggamma(m(y)) - loggamma(m(x) + m(y))
        rows.append({"name": "ln_beta", "parameters": [], "x": [x, y], "value": float(value)})
for n, k in [(0, 0), (5, 2), (52, 5), (100, 50), (130, 65), (1000, 3), (1000, 500), (10**6, 7)]:
    row("binomial_coefficient", [], [n, k], binomial(n, k), float(special.binom(n, k)))
    row("ln_binomial_coefficient", [], [n, k], log(binomial(n, k)), float(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)))

json.dump(rows, sys.stdout, separators=(",", ":"))
print()
