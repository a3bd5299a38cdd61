"""Prints the rates that coverage.rs and type_one_error.rs expect where the nominal rate is only approached: `python rates.py`.

NumPy and SciPy, on the models that the tests state. Each line has the rate and its Monte-Carlo standard error.
"""
import numpy as np
from scipy import stats

rng = np.random.default_rng(2024)
LEVEL = 0.05


def say(name, hits, trials):
    rate = hits / trials
    print(f"{name}: {rate:.5f} ± {np.sqrt(rate * (1 - rate) / trials):.5f}", flush=True)


def five_by_two(trials=4_000_000, block=200_000):
    """Differences that share a part in all repetitions and a part in each: the 5x2cv t test and the combined F test."""
    t_hits = f_hits = 0
    for _ in range(trials // block):
        everywhere = np.sqrt(0.1) * rng.standard_normal((block, 1, 1))
        repetition = np.sqrt(0.1) * rng.standard_normal((block, 5, 1))
        d = everywhere + repetition + np.sqrt(0.8) * rng.standard_normal((block, 5, 2))
        variances = ((d - d.mean(axis=2, keepdims=True)) ** 2).sum(axis=2)
        t = d[:, 0, 0] / np.sqrt(variances.mean(axis=1))
        f = (d**2).sum(axis=(1, 2)) / (2 * variances.sum(axis=1))
        t_hits += (2 * stats.t.sf(np.abs(t), 5) <= LEVEL).sum()
        f_hits += (stats.f.sf(f, 10, 5) <= LEVEL).sum()
    say("5x2cv t", t_hits, trials)
    say("5x2cv F", f_hits, trials)


def ranks(learners=5, tables=15, trials=4_000_000, block=100_000):
    """Ranks without ties, all orders equally likely: Friedman, Iman-Davenport, Nemenyi."""
    k, n = learners, tables
    hits = np.zeros(3)
    critical = stats.studentized_range.ppf(1 - LEVEL, k, np.inf) / np.sqrt(2) * np.sqrt(k * (k + 1) / (6 * n))
    chi_critical = stats.chi2.ppf(1 - LEVEL, k - 1)
    f_critical = stats.f.ppf(1 - LEVEL, k - 1, (k - 1) * (n - 1))
    for _ in range(trials // block):
        means = (rng.random((block, n, k)).argsort(axis=2) + 1).mean(axis=1)
        chi = 12 * n / (k * (k + 1)) * ((means - (k + 1) / 2) ** 2).sum(axis=1)
        f = (n - 1) * chi / (n * (k - 1) - chi)
        spread = means.max(axis=1) - means.min(axis=1)
        hits += [(chi >= chi_critical).sum(), (f >= f_critical).sum(), (spread >= critical).sum()]
    for name, count in zip(["Friedman", "Iman-Davenport", "Nemenyi"], hits):
        say(name, count, trials)


def bca_of_the_rmse(rows=200, resamples=999, trials=40_000):
    """The bias-corrected and accelerated bootstrap interval of the root mean square of normal errors, whose truth is 1."""
    hits = 0
    ends = stats.norm.ppf([0.025, 0.975])
    for _ in range(trials):
        squares = rng.standard_normal(rows) ** 2
        times = rng.multinomial(rows, np.full(rows, 1 / rows), size=resamples)
        resampled = np.sqrt(times @ squares / rows)
        found = np.sqrt(squares.mean())
        bias = stats.norm.ppf(((resampled < found).sum() + (resampled == found).sum() / 2) / resamples)
        left_out = np.sqrt((squares.sum() - squares) / (rows - 1))
        pull = left_out.mean() - left_out
        acceleration = (pull**3).sum() / (6 * (pull**2).sum() ** 1.5)
        levels = stats.norm.cdf(bias + (bias + ends) / (1 - acceleration * (bias + ends)))
        low, high = np.quantile(resampled, levels)
        hits += low <= 1 <= high
    say("BCa of the RMSE", hits, trials)


five_by_two()
ranks()
bca_of_the_rmse()
