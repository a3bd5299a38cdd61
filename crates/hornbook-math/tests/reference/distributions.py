"""Writes distributions.csv with mpmath 1.4 at 50 digits: `python distributions.py > distributions.csv`.

SciPy 1.17 agrees to 12 digits except in Student's t, where it keeps 10 (near zero, and at 100000 degrees).
"""
from itertools import product
from mpmath import mp, mpf, betainc, beta, binomial, erfc, exp, gamma, gammainc, inf, pi, quad, sqrt

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


def chi_square(x, v):
    return gammainc(mpf(v) / 2, 0, x / 2, regularized=True)


def chi_square_density(x, v):
    half = mpf(v) / 2
    return exp(-x / 2) * (x / 2) ** (half - 1) / (2 * gamma(half))


def fisher(x, d1, d2):
    return beta_cdf(d1 * x / (d1 * x + d2), mpf(d1) / 2, mpf(d2) / 2)


def fisher_density(x, d1, d2):
    share = d1 * x / (d1 * x + d2)
    return beta_density(share, mpf(d1) / 2, mpf(d2) / 2) * d1 * d2 / (d1 * x + d2) ** 2


for x, v in product([mpf(x) for x in (1e-6, 0.5, 3.841458820694124, 20, 150)], [1, 2, 7.5, 100]):
    quantile("chi_square_quantile", chi_square, chi_square_density, x, v)
for x, (d1, d2) in product([mpf(x) for x in (1e-4, 0.3, 1, 2.5, 12, 300)], [(1, 1), (10, 5), (5, 45), (3, 0.5), (200, 900)]):
    line("fisher_cdf", x, d1, d2, fisher(x, d1, d2))
    line("fisher_upper", x, d1, d2, beta_cdf(d2 / (d1 * x + d2), mpf(d2) / 2, mpf(d1) / 2))
    quantile("fisher_quantile", fisher, fisher_density, x, d1, d2)
for n, k, p in [(10, 0, 0.5), (10, 8, 0.5), (10, 10, 0.3), (40, 12, 0.3), (40, 39, 0.01), (1000, 400, 0.5), (5000, 5, 0.01)]:
    masses = [binomial(n, i) * mpf(p) ** i * (1 - mpf(p)) ** (n - i) for i in range(n + 1)]
    line("binomial_probability", k, n, p, masses[k])
    line("binomial_cdf", k, n, p, sum(masses[: k + 1]))
    line("binomial_upper", k, n, p, sum(masses[k + 1 :]))

# The studentized range of a known standard deviation, by quadrature of its definition, without cancellation. With an
# estimated one the integral is double and too slow here; the tests have values of SciPy for it.
mp.dps = 22


def scaled_quad(f, pieces):
    """quad stops at an absolute error, so the function is brought to the size of one."""
    size = max(f(z) for z in pieces)
    return size * quad(lambda z: f(z) / size, pieces, method="gauss-legendre")


def range_tails(q, k):
    """At most q, and more."""
    phi = lambda z: exp(-z * z / 2) / sqrt(2 * pi)
    within = lambda z: normal(z) - normal(z - q) if z < q / 2 else normal(q - z) - normal(-z)
    inside = lambda z: phi(z) * within(z) ** (k - 1)

    def outside(z):
        below, near = normal(z), within(z)
        return phi(z) * normal(z - q) * sum(below**i * near ** (k - 2 - i) for i in range(k - 1))

    pieces = [q / 2 + mpf(i) for i in range(-int(q) - 10, int(q) + 11)]
    return k * scaled_quad(inside, pieces), k * scaled_quad(outside, pieces)


for q, k in product([mpf(x) for x in (0.01, 0.5, 2, 3.5, 5, 9, 20)], [2, 3, 6, 20]):
    lower, upper = range_tails(q, k)
    line("studentized_range_cdf", q, k, inf, lower)
    line("studentized_range_upper", q, k, inf, upper)


def range_density(q, k, degrees):
    phi = lambda z: exp(-z * z / 2) / sqrt(2 * pi)
    pieces = [q / 2 + mpf(i) for i in range(-10, 11)]
    return k * (k - 1) * scaled_quad(lambda z: phi(z) * phi(z - q) * (normal(z) - normal(z - q)) ** (k - 2), pieces)


# R 4.2's qtukey stops at about 1e-7 of these.
for q, k in product([mpf(x) for x in (0.7, 2, 3.3, 4.5)], [2, 3, 6, 10]):
    quantile("studentized_range_quantile", lambda q, k, degrees: range_tails(q, k)[0], range_density, q, k, inf)
