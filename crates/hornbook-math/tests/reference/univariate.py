"""Writes univariate.json: `python univariate.py > univariate.json` (mpmath 1.4 at 50 digits, SciPy 1.17 to check it).

Every number is mpmath's, from the definition of the distribution. SciPy's own answers are compared with it, so that no
definition here can be wrong in the same way as the library's; where SciPy strays by more than 1e-11 a line on standard
error says so. It strays in: the cdf of Student's t near zero, the density of the gamma and F distributions with large
parameters (1e-9), the hypergeometric distribution of a million things (1e-10) and the upper tail of the beta-binomial (0).
"""
import json
import sys
import warnings

import numpy as np
from mpmath import beta, binomial, digamma, e, erfc, euler, exp, expm1, gamma, inf, log, log1p, loggamma, mp, mpf, pi, sqrt, atan2
from scipy import stats

mp.dps = 50
warnings.filterwarnings("ignore")
families = []


def entry(name, parameters, scipy, points, ln_density, tails, moments, whole=False, log_tails=""):
    """One distribution: the points to ask at, and functions of an mpf."""
    rows, quantiles = [], []
    for x in points:
        x = mpf(x)
        density, (below, above) = exp(ln_density(x)), tails(x)
        rows.append([float(v) for v in (x, density, ln_density(x), below, above, log(below), log(above))])
        ours = (density, below, above)
        theirs = ((scipy.pmf if whole else scipy.pdf)(float(x)), scipy.cdf(float(x)), scipy.sf(float(x)))
        for label, a, b in zip(("density", "cdf", "upper"), ours, theirs):
            if a > 1e-290 and abs(b / float(a) - 1) > 1e-11:
                print(f"SciPy: {label} of {name} {parameters} at {float(x)}: {b} for {float(a)}", file=sys.stderr)
                assert abs(b / float(a) - 1) < 1e-4 or a < 1e-9, "not rounding any more"
        for tail, side in ((below, "lower"), (above, "upper")):
            # The quantile of a double, in the half where it has all its digits.
            if whole:
                before = tails(x - 1)
                p = mpf(float((tail + before[side == "upper"]) / 2))
                found = float(x)
                sure = 1e-290 < p < 0.75 and abs(tail - before[side == "upper"]) > 1e-10 * p
            else:
                p = mpf(float(tail))
                sign = 1 if side == "lower" else -1
                found = float(x - sign * (tail - p) / density) if density > 0 else 0
                sure = 1e-290 < p < 0.75 and density > 0
            if sure:
                quantiles.append([side, float(p), found])
    mean, variance, skewness, kurtosis, entropy, mode = (float(m) for m in moments)
    theirs = [*scipy.stats("mvsk"), scipy.entropy()]
    for label, a, b in zip(("mean", "variance", "skewness", "kurtosis", "entropy"), moments, theirs):
        a, b = float(a), float(b)
        if np.isfinite(a) and np.isfinite(b) and abs(a - b) > 1e-9 * max(1, abs(a)):
            print(f"SciPy: {label} of {name} {parameters}: {b} for {a}", file=sys.stderr)
            assert abs(a - b) < 1e-3 * max(1, abs(a)), "not rounding any more"
    families.append(
        {
            "name": name,
            "parameters": parameters,
            "log_tails": log_tails,
            "moments": [None if np.isnan(m) else ("inf" if np.isinf(m) else m) for m in (mean, variance, skewness, kurtosis, entropy, mode)],
            "points": [[v if np.isfinite(v) else None for v in row] for row in rows],
            "quantiles": quantiles,
        }
    )


nan = mpf("nan")
m = mpf


def symmetric_tails(lower):
    return lambda z: (lower(z), lower(-z))


def normal_lower(z):
    return erfc(-z / sqrt(2)) / 2


def p_gamma(a, x):
    """By the plain series, and by the continued fraction above the mean: mpmath's gammainc gives up on large shapes."""
    if x >= a + 1:
        return 1 - q_gamma(a, x)
    term = total = m(1)
    n = 0
    while term > total * m(10) ** -52:
        n += 1
        term *= x / (a + n)
        total += term
    return total * exp(a * log(x) - x - loggamma(a + 1))


def q_gamma(a, x):
    if x < a + 1:
        return 1 - p_gamma(a, x)
    value = up = x + 1 - a
    down, n = m(0), 0
    while True:
        n += 1
        numerator, denominator = n * (a - n), x + 1 - a + 2 * n
        down = 1 / (denominator + numerator * down)
        up = denominator + numerator / up
        value *= up * down
        if abs(up * down - 1) < m(10) ** -45:
            return exp(a * log(x) - x - loggamma(a)) / value


def i_beta(a, b, x, y):
    """I_x(a, b) and the rest: the one below the mean by its continued fraction, since mpmath's betainc takes minutes where
    parameters are large."""
    if x * (a + b + 2) > a + 1:
        rest, below = i_beta(b, a, y, x)
        return below, rest
    up, down, value, n = m(1), m(0), m(1), 0
    while True:
        n += 1
        k = n // 2
        if n % 2:
            term = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))
        else:
            term = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k))
        down = 1 / (1 + term * down)
        up = 1 + term / up
        value *= up * down
        if abs(up * down - 1) < m(10) ** -45:
            break
    below = exp(a * log(x) + b * log(y) - log(beta(a, b))) / (a * value)
    return below, 1 - below


# --- densities on the line
for mu, s in [(0.0, 1.0), (3.5, 0.2), (-1e3, 1e-3), (2.0, 1e6)]:
    a, b = m(mu), m(s)
    z = lambda x: (x - a) / b
    points = [mu + s * t for t in (-1000, -37, -10, -3, -0.5, 0, 1e-3, 1, 2, 8, 30, 500)]
    entry("normal", [mu, s], stats.norm(mu, s), points, lambda x: -z(x) ** 2 / 2 - log(sqrt(2 * pi) * b),
          lambda x: symmetric_tails(normal_lower)(z(x)), (a, b * b, 0, 0, log(2 * pi * e * b * b) / 2, a), log_tails="both")
for mu, s in [(0.0, 1.0), (1.5, 0.25), (-3.0, 2.0)]:
    a, b = m(mu), m(s)
    z = lambda x: (log(x) - a) / b
    w = exp(b * b)
    points = [float(exp(a + b * t)) for t in (-30, -5, -1, 0.01, 1, 4, 20)]
    entry("log-normal", [mu, s], stats.lognorm(s, scale=float(exp(a))), points,
          lambda x: -z(x) ** 2 / 2 - log(sqrt(2 * pi) * b * x), lambda x: symmetric_tails(normal_lower)(z(x)),
          (exp(a + b * b / 2), (w - 1) * exp(2 * a) * w, (w + 2) * sqrt(w - 1), w**4 + 2 * w**3 + 3 * w**2 - 6,
           a + log(2 * pi * e * b * b) / 2, exp(a - b * b)), log_tails="both")
for low, high in [(0.0, 1.0), (-3.0, 5.5), (1e6, 1e6 + 1)]:
    a, b = m(low), m(high)
    entry("uniform", [low, high], stats.uniform(low, high - low), [low + (high - low) * t for t in (1e-3, 0.25, 0.5, 0.75, 0.999)],
          lambda x: -log(b - a), lambda x: ((x - a) / (b - a), (b - x) / (b - a)),
          ((a + b) / 2, (b - a) ** 2 / 12, 0, -m(6) / 5, log(b - a), a))
for rate in [1.0, 0.01, 250.0]:
    r = m(rate)
    entry("exponential", [rate], stats.expon(scale=1 / rate), [t / rate for t in (1e-12, 0.01, 0.5, 1, 3, 40, 600, 5000)],
          lambda x: log(r) - r * x, lambda x: (-expm1(-r * x), exp(-r * x)), (1 / r, 1 / r**2, 2, 6, 1 - log(r), 0), log_tails="upper")
for shape, scale in [(0.5, 1.0), (1.5, 3.0), (3.5, 0.2), (6.0, 40.0)]:
    a, b = m(shape), m(scale)
    entry("lomax", [shape, scale], stats.lomax(shape, scale=scale), [t * scale for t in (1e-12, 0.01, 0.5, 1, 30, 1e6, 1e20)],
          lambda x: log(a / b) - (a + 1) * log1p(x / b), lambda x: (-expm1(-a * log1p(x / b)), exp(-a * log1p(x / b))),
          (b / (a - 1) if a > 1 else inf, b**2 * a / ((a - 1) ** 2 * (a - 2)) if a > 2 else (inf if a > 1 else nan),
           2 * (1 + a) / (a - 3) * sqrt((a - 2) / a) if a > 3 else nan,
           6 * (a**3 + a**2 - 6 * a - 2) / (a * (a - 3) * (a - 4)) if a > 4 else nan, 1 + 1 / a + log(b / a), 0), log_tails="upper")
for mu, s in [(0.0, 1.0), (4.0, 0.3)]:
    a, b = m(mu), m(s)
    z = lambda x: (x - a) / b
    lower = lambda t: exp(t) / 2 if t < 0 else 1 - exp(-t) / 2
    entry("laplace", [mu, s], stats.laplace(mu, s), [mu + s * t for t in (-2000, -200, -3, -0.01, 0, 0.5, 6, 400)],
          lambda x: -abs(z(x)) - log(2 * b), lambda x: (lower(z(x)), lower(-z(x))), (a, 2 * b * b, 0, 3, 1 + log(2 * b), a), log_tails="both")
for mu, s in [(0.0, 1.0), (-2.0, 5.0)]:
    a, b = m(mu), m(s)
    z = lambda x: (x - a) / b
    entry("logistic", [mu, s], stats.logistic(mu, s), [mu + s * t for t in (-3000, -300, -5, -0.1, 0, 1e-6, 2, 40, 600)],
          lambda x: -z(x) - 2 * log1p(exp(-z(x))) - log(b), lambda x: (1 / (1 + exp(-z(x))), 1 / (1 + exp(z(x)))),
          (a, b * b * pi**2 / 3, 0, m(6) / 5, 2 + log(b), a), log_tails="both")
for mu, s in [(0.0, 1.0), (10.0, 0.5)]:
    a, b = m(mu), m(s)
    z = lambda x: (x - a) / b
    entry("cauchy", [mu, s], stats.cauchy(mu, s), [mu + s * t for t in (-1e12, -50, -1, -1e-3, 0, 0.3, 7, 1e6, 1e100)],
          lambda x: -log(pi * b * (1 + z(x) ** 2)), lambda x: (atan2(1, -z(x)) / pi, atan2(1, z(x)) / pi),
          (nan, nan, nan, nan, log(4 * pi * b), a))
for v, mu, s in [(1.0, 0.0, 1.0), (2.5, 1.0, 2.0), (9.0, 0.0, 1.0), (4.5, -3.0, 0.1), (100.0, 0.0, 1.0), (1e5, 2.0, 3.0)]:
    d, a, b = m(v), m(mu), m(s)
    z = lambda x: (x - a) / b

    def student(t):
        tail = i_beta(d / 2, m(1) / 2, d / (d + t * t), t * t / (d + t * t))[0] / 2 if t else m(1) / 2
        return 1 - tail if t > 0 else tail

    variance = b * b * d / (d - 2) if v > 2 else inf if v > 1 else nan
    kurtosis = 6 / (d - 4) if v > 4 else inf if v > 2 else nan
    entry("student", [v, mu, s], stats.t(v, mu, s), [mu + s * t for t in (-1000, -20, -3, -0.5, -1e-6, 0, 0.1, 2, 8, 30)],
          lambda x: -(d + 1) / 2 * log1p(z(x) ** 2 / d) - log(sqrt(d) * beta(d / 2, m(1) / 2) * b), lambda x: symmetric_tails(student)(z(x)),
          (a if v > 1 else nan, variance, 0 if v > 3 else nan, kurtosis,
           (d + 1) / 2 * (digamma((d + 1) / 2) - digamma(d / 2)) + log(sqrt(d) * beta(d / 2, m(1) / 2)) + log(b), a))


# --- densities above zero
def gamma_moments(a, b):
    return (a / b, a / b**2, 2 / sqrt(a), 6 / a, a - log(b) + loggamma(a) + (1 - a) * digamma(a), max(a - 1, 0) / b)


for shape, rate in [(0.05, 1.0), (0.5, 3.0), (1.0, 0.2), (3.0, 2.0), (40.0, 0.1), (2000.0, 7.0), (1e6, 1.0)]:
    a, b = m(shape), m(rate)
    spread = [max(1e-3, 1 + t / shape**0.5) for t in (-8, -3, -1, 0, 0.5, 2, 6, 30)]
    points = [shape / rate * t for t in spread + ([1e-8, 1e-2, 60.0] if shape < 10 else [])]
    entry("gamma", [shape, rate], stats.gamma(shape, scale=1 / rate), sorted(set(points)),
          lambda x: a * log(b) - loggamma(a) + (a - 1) * log(x) - b * x, lambda x: (p_gamma(a, b * x), q_gamma(a, b * x)),
          gamma_moments(a, b), log_tails="upper")
for degrees in [0.3, 1.0, 2.0, 7.5, 100.0, 5000.0]:
    v = m(degrees)
    points = [degrees * t for t in (1e-6, 0.1, 0.6, 0.95, 1.0, 1.2, 3.0, 9.0)]
    entry("chi-square", [degrees], stats.chi2(degrees), points,
          lambda x: (v / 2 - 1) * log(x) - x / 2 - v / 2 * log(2) - loggamma(v / 2), lambda x: (p_gamma(v / 2, x / 2), q_gamma(v / 2, x / 2)),
          gamma_moments(v / 2, m(1) / 2), log_tails="upper")
for shape, scale in [(0.4, 1.0), (1.5, 2.0), (3.0, 4.0), (4.5, 0.1), (60.0, 100.0)]:
    a, b = m(shape), m(scale)
    points = [scale / shape * t for t in (1e-3, 0.1, 0.5, 0.9, 1.0, 1.3, 4.0, 100.0, 1e6)]
    entry("inverse-gamma", [shape, scale], stats.invgamma(shape, scale=scale), points,
          lambda x: a * log(b) - loggamma(a) - (a + 1) * log(x) - b / x, lambda x: (q_gamma(a, b / x), p_gamma(a, b / x)),
          (b / (a - 1) if a > 1 else inf, b**2 / ((a - 1) ** 2 * (a - 2)) if a > 2 else inf,
           4 * sqrt(a - 2) / (a - 3) if a > 3 else nan, 6 * (5 * a - 11) / ((a - 3) * (a - 4)) if a > 4 else nan,
           a + log(b) + loggamma(a) - (1 + a) * digamma(a), b / (a + 1)), log_tails="lower")
for shape, scale in [(0.4, 1.0), (1.0, 0.5), (1.7, 3.0), (3.6, 10.0), (10.0, 1e-3)]:
    k, l = m(shape), m(scale)
    g = [gamma(1 + i / k) for i in range(5)]
    variance = g[2] - g[1] ** 2
    third = g[3] - 3 * g[1] * variance - g[1] ** 3
    fourth = g[4] - 4 * g[1] * g[3] + 6 * g[1] ** 2 * g[2] - 3 * g[1] ** 4
    points = [scale * t for t in (1e-4, 0.1, 0.5, 0.9, 1.0, 1.5, 2.0)] + [float(l * (m(600)) ** (1 / k)), float(l * (m(4000)) ** (1 / k))]
    entry("weibull", [shape, scale], stats.weibull_min(shape, scale=scale), points,
          lambda x: log(k / l) + (k - 1) * log(x / l) - (x / l) ** k, lambda x: (-expm1(-((x / l) ** k)), exp(-((x / l) ** k))),
          (l * g[1], l * l * variance, third / variance ** m(1.5), fourth / variance**2 - 3, euler * (1 - 1 / k) + log(l / k) + 1,
           l * (1 - 1 / k) ** (1 / k) if k > 1 else 0), log_tails="upper")
for one, two in [(1.0, 1.0), (10.0, 5.0), (5.0, 45.0), (3.0, 0.5), (200.0, 900.0), (2.0, 9.0), (3e4, 2e4)]:
    n, d = m(one), m(two)
    h, k = n / 2, d / 2
    points = [1e-4, 0.3, 0.8, 1, 1.1, 2.5, 12, 300] if one < 1e3 else [0.9, 0.97, 1, 1.01, 1.1]
    beta_entropy = log(beta(h, k)) - (h - 1) * digamma(h) - (k - 1) * digamma(k) + (h + k - 2) * digamma(h + k)
    entry("fisher", [one, two], stats.f(one, two), points,
          lambda x: h * log(n * x / (n * x + d)) + k * log(d / (n * x + d)) - log(beta(h, k)) - log(x),
          lambda x: i_beta(h, k, n * x / (n * x + d), d / (n * x + d)),
          (d / (d - 2) if d > 2 else inf, 2 * d**2 * (n + d - 2) / (n * (d - 2) ** 2 * (d - 4)) if d > 4 else inf,
           (2 * n + d - 2) * sqrt(8 * (d - 4)) / ((d - 6) * sqrt(n * (n + d - 2))) if d > 6 else nan,
           12 * (n * (5 * d - 22) * (n + d - 2) + (d - 4) * (d - 2) ** 2) / (n * (d - 6) * (d - 8) * (n + d - 2)) if d > 8 else nan,
           beta_entropy + 2 * (digamma(h + k) - digamma(k)) + log(k / h), max(n - 2, 0) / n * d / (d + 2)))
for one, two in [(0.5, 0.5), (0.1, 20.0), (1.0, 1.0), (2.0, 5.0), (12.0, 29.0), (2000.0, 3000.0), (400.0, 0.7), (1e5, 1e5)]:
    a, b = m(one), m(two)
    n = a + b
    points = [1e-9, 0.01, 0.2, 0.41, 0.5, 0.8, 0.999] if one < 1e4 else [0.49, 0.4999, 0.5, 0.503]
    mode = (a - 1) / (n - 2) if a > 1 and b > 1 else 1 if a > 1 else 0
    entry("beta", [one, two], stats.beta(one, two), points,
          lambda x: (a - 1) * log(x) + (b - 1) * log1p(-x) - log(beta(a, b)), lambda x: i_beta(a, b, x, 1 - x),
          (a / n, a * b / (n**2 * (n + 1)), 2 * (b - a) * sqrt(n + 1) / ((n + 2) * sqrt(a * b)),
           6 * ((a - b) ** 2 * (n + 1) - a * b * (n + 2)) / (a * b * (n + 2) * (n + 3)),
           log(beta(a, b)) - (a - 1) * digamma(a) - (b - 1) * digamma(b) + (n - 2) * digamma(n), mode))


# --- whole numbers
def entropy_of(mass, numbers):
    return -sum(mass(k) * log(mass(k)) for k in numbers)


def summed(mass, low, high, x):
    """Both tails by adding up; an infinite one until nothing is left."""
    x = int(x)
    below = sum((mass(k) for k in range(low, x + 1)), m(0))
    above, k = m(0), x + 1
    while k <= high:
        term = mass(k)
        above += term
        if term < above * m(10) ** -40 and mass(k + 1) < term:
            break
        k += 1
    return below, above


def whole_entry(name, parameters, scipy, points, ln_mass, low, high, moments, mode, top, log_tails=""):
    cache = {}

    def ln(k):
        k = int(k)
        if k not in cache:
            cache[k] = ln_mass(m(k))
        return cache[k]

    mass = lambda k: exp(ln(k))
    entropy = entropy_of(mass, range(low, top + 1))
    entry(name, parameters, scipy, points, ln, lambda x: summed(mass, low, high, x), (*moments, entropy, mode), whole=True, log_tails=log_tails)


for p in [0.3, 0.001, 0.9]:
    q = m(p)
    entry("bernoulli", [p], stats.bernoulli(p), [0, 1], lambda x: log(q) if x == 1 else log1p(-q), lambda x: (1, 0) if x >= 1 else ((0, 1) if x < 0 else (1 - q, q)),
          (q, q * (1 - q), (1 - 2 * q) / sqrt(q * (1 - q)), (1 - 6 * q * (1 - q)) / (q * (1 - q)), -q * log(q) - (1 - q) * log1p(-q), 1 if p > 0.5 else 0), whole=True)
for n, p, points in [(1, 0.2, [0, 1]), (10, 0.5, [0, 2, 5, 9, 10]), (40, 0.3, [0, 3, 12, 30, 40]), (1000, 0.45, [100, 400, 450, 451, 700, 999]), (5000, 0.01, [0, 5, 49, 50, 51, 200])]:
    q = m(p)
    v = n * q * (1 - q)
    whole_entry("binomial", [n, p], stats.binom(n, p), points, lambda k: log(binomial(n, k)) + k * log(q) + (n - k) * log1p(-q), 0, n,
                (n * q, v, (1 - 2 * q) / sqrt(v), (1 - 6 * q * (1 - q)) / v), max(0, int(mp.ceil((n + 1) * q)) - 1), n)
for p, points in [(0.5, [1, 2, 7, 50]), (0.03, [1, 10, 33, 400, 5000]), (0.9, [1, 2, 40])]:
    q = m(p)
    whole_entry("geometric", [p], stats.geom(p), points, lambda k: (k - 1) * log1p(-q) + log(q), 1, inf,
                (1 / q, (1 - q) / q**2, (2 - q) / sqrt(1 - q), 6 + q**2 / (1 - q)), 1, int(110 / -float(log1p(-q))), log_tails="upper")
for mean, points in [(0.02, [0, 1, 3, 20]), (2.0, [0, 1, 2, 9, 60]), (37.5, [1, 20, 37, 38, 90]), (1200.0, [700, 1190, 1200, 1300, 1800])]:
    u = m(mean)
    whole_entry("poisson", [mean], stats.poisson(mean), points, lambda k: k * log(u) - u - loggamma(k + 1), 0, inf,
                (u, u, 1 / sqrt(u), 1 / u), int(mp.ceil(u)) - 1, int(mean + 60 * mean**0.5 + 80))
for r, p, points in [(1.0, 0.4, [0, 1, 5, 60]), (0.3, 0.1, [0, 1, 4, 100]), (7.5, 0.6, [0, 3, 5, 40]), (250.0, 0.35, [100, 450, 464, 465, 900])]:
    a, q = m(r), m(p)
    mode = max(0, int(mp.ceil((a - 1) * (1 - q) / q)) - 1)
    whole_entry("negative-binomial", [r, p], stats.nbinom(r, p), points,
                lambda k: loggamma(k + a) - loggamma(a) - loggamma(k + 1) + a * log(q) + k * log1p(-q), 0, inf,
                (a * (1 - q) / q, a * (1 - q) / q**2, (2 - q) / sqrt(a * (1 - q)), 6 / a + q**2 / (a * (1 - q))), mode,
                int(r / p + 200 / -float(log1p(-q)) + 40 * (r / p**2) ** 0.5))
for total, marked, drawn, points in [(52, 4, 5, [0, 1, 2, 4]), (30, 20, 25, [15, 17, 20]), (1000, 300, 200, [20, 50, 60, 61, 100, 190]), (10**6, 500, 10**5, [10, 45, 50, 60, 150])]:
    t, k_, n = m(total), m(marked), m(drawn)
    high, low = min(marked, drawn), max(0, drawn - (total - marked))
    mode = min(max(int(mp.ceil((n + 1) * (k_ + 1) / (t + 2) - 1)), low), high)
    kurtosis = ((t - 1) * t**2 * (t * (t + 1) - 6 * k_ * (t - k_) - 6 * n * (t - n)) + 6 * n * k_ * (t - k_) * (t - n) * (5 * t - 6)) / (
        n * k_ * (t - k_) * (t - n) * (t - 2) * (t - 3))
    whole_entry("hypergeometric", [total, marked, drawn], stats.hypergeom(total, marked, drawn), points,
                lambda k: log(binomial(k_, k)) + log(binomial(t - k_, n - k)) - log(binomial(t, n)), low, high,
                (n * k_ / t, n * k_ * (t - k_) * (t - n) / (t**2 * (t - 1)),
                 (t - 2 * k_) * sqrt(t - 1) * (t - 2 * n) / (sqrt(n * k_ * (t - k_) * (t - n)) * (t - 2)), kurtosis), mode, high)
for n, one, two, points in [(4, 1.0, 1.0, [0, 2, 4]), (20, 0.3, 0.6, [0, 1, 10, 20]), (50, 12.0, 5.0, [3, 20, 35, 36, 50]), (1500, 40.0, 300.0, [50, 170, 177, 178, 500])]:
    a, b = m(one), m(two)
    s, k2 = a + b, a * b
    kurtosis = s**2 * (1 + s) / (n * k2 * (s + 2) * (s + 3) * (s + n)) * (
        s * (s - 1 + 6 * n) + 3 * k2 * (n - 2) + 6 * n**2 - 3 * k2 * n * (6 - n) / s - 18 * k2 * n**2 / s**2) - 3
    ln_mass = lambda k: log(binomial(n, k)) + log(beta(k + a, n - k + b)) - log(beta(a, b))
    best = max(range(n + 1), key=lambda k: (round(float(ln_mass(m(k))), 12), -k))
    whole_entry("beta-binomial", [n, one, two], stats.betabinom(n, one, two), points, ln_mass, 0, n,
                (n * a / s, n * k2 * (s + n) / (s**2 * (s + 1)), (s + 2 * n) * (b - a) / (s + 2) * sqrt((1 + s) / (n * k2 * (n + s))), kurtosis), best, n)

json.dump(families, sys.stdout, separators=(",", ":"))
print()
