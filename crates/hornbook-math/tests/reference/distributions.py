"""Writes distributions.csv with mpmath 1.4 at 50 digits: `python distributions.py > distributions.csv`.

SciPy 1.17 agrees to 12 digits except in Student's t, where it keeps 10 (near zero, and at 100000 degrees).
"""
from itertools import product
from mpmath import mp, mpf, betainc, beta, erfc, exp, gammainc, pi, sqrt

mp.dps = 50


def line(name, first, second, third, value):
    print(",".join([name, *(repr(float(n)) for n in (first, second, third, value))]))


def normal(x):
    return erfc(-mpf(x) / sqrt(2)) / 2


def beta_cdf(x, a, b):
    return betainc(a, b, 0, x, regularized=True)


def student(x, v):
    x, v = mpf(x), mpf(v)
    tail = beta_cdf(v / (v + x * x), v / 2, mpf(1) / 2) / 2
    return 1 - tail if x > 0 else tail


def quantile(name, cdf, density, x, *shape):
    """The double nearest to cdf(x), and the quantile of exactly that double: one step of Newton's method.

    Too near to one a double holds too few digits of p for the step to be exact.
    """
    p = mpf(float(cdf(x, *shape)))
    if 0 < p < 0.9999:
        line(name, p, *(list(shape) + [0, 0])[:2], x - (cdf(x, *shape) - p) / density(x, *shape))


def student_density(x, v):
    v = mpf(v)
    return (1 + x * x / v) ** (-(v + 1) / 2) / (sqrt(v) * beta(mpf(1) / 2, v / 2))


def beta_density(x, a, b):
    return x ** (mpf(a) - 1) * (1 - x) ** (mpf(b) - 1) / beta(a, b)


print("function,first,second,third,value")
points = [mpf(x) for x in (-37.5, -10, -3, -1, -1e-3, 0, 0.5, 1.96, 5, 8)]
for x in points:
    line("normal_cdf", x, 0, 0, normal(x))
    quantile("normal_quantile", normal, lambda x: exp(-x * x / 2) / sqrt(2 * pi), x)
for x, v in product([mpf(x) for x in (-50, -3, -0.5, -1e-6, 0, 0.1, 2, 30)], [1, 2.5, 9, 100, 1e5]):
    line("student_cdf", x, v, 0, student(x, v))
    quantile("student_quantile", student, student_density, x, v)
shapes = [(0.5, 0.5), (0.1, 20), (1, 1), (12, 29), (13, 28), (100, 90), (2000, 3000), (400, 0.7)]
for x, (a, b) in product([mpf(x) for x in (1e-9, 0.01, 0.2, 0.41, 0.5, 0.8, 0.999)], shapes):
    line("beta_cdf", x, a, b, beta_cdf(x, a, b))
    quantile("beta_inverse", beta_cdf, beta_density, x, a, b)
for x, v in product([mpf(x) for x in (1e-6, 0.5, 3.841458820694124, 20, 150, 2000)], [1, 2, 7.5, 100, 2000]):
    line("chi_square_cdf", x, v, 0, gammainc(mpf(v) / 2, 0, x / 2, regularized=True))
    line("chi_square_upper", x, v, 0, gammainc(mpf(v) / 2, x / 2, regularized=True))
