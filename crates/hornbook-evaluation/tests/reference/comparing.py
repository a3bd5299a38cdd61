"""Writes comparing.json: `python comparing.py > comparing.json`.

SciPy 1.17, statsmodels 0.15, scikit-posthocs 0.17, mlxtend 0.25 and baycomp 1.0, on random inputs with and without ties. Inputs are
multiples of 1/64, whose differences are exact, so that no tie depends on rounding. Where no program has a procedure,
it is written out here in another way than the library's: Bergmann and Hommel's exhaustive sets are found among all
sets of pairs, not from divisions into groups.

The scores of Weka are those of Weka 3.9.7 on the data sets of its Debian package, by ten-fold cross-validation with
seed 1: `java -cp weka.jar weka.classifiers.<learner> -t <data set>.arff -v -o`, IBk with `-K 5`.
"""
import json
import warnings
from itertools import combinations

import baycomp
import numpy as np
import pandas
import scikit_posthocs
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
from scipy import stats
from statsmodels.stats import proportion
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

warnings.filterwarnings("ignore")
rng = np.random.default_rng(20)
cases = []
SIDES = ["two-sided", "less", "greater"]


def case(test, inputs, **expected):
    numbers = {name: np.asarray(value, dtype=float).tolist() for name, value in expected.items()}
    cases.append({"test": test, **inputs, "expected": numbers})


def scores(n, spread=64, shift=0):
    return (rng.integers(0, spread, n) + shift) / 64


# Student's t.
for n in (2, 3, 10, 30):
    a, b = scores(n), scores(n, shift=6)
    for side in SIDES:
        inputs = {"a": a.tolist(), "b": b.tolist(), "side": side}
        for test, found in (("one_sample_t", stats.ttest_1samp(a, 0.5, alternative=side)),
                            ("paired_t", stats.ttest_rel(a, b, alternative=side))):
            both = stats.ttest_1samp(a, 0.5) if test == "one_sample_t" else stats.ttest_rel(a, b)
            low, high = both.confidence_interval(0.9)
            shift = 0.5 if test == "one_sample_t" else 0
            case(test, inputs, statistic=found.statistic, p=found.pvalue, low=low - shift, high=high - shift)
        d = a - b
        share = 0.2
        error = np.sqrt(np.var(d, ddof=1) * (1 / n + share / (1 - share)))
        student = stats.t(n - 1, loc=0, scale=error)
        p = {"two-sided": 2 * student.sf(abs(d.mean())), "less": student.cdf(d.mean()), "greater": student.sf(d.mean())}
        low, high = stats.t(n - 1, loc=d.mean(), scale=error).interval(0.9)
        case("corrected_t", inputs, statistic=d.mean() / error, p=p[side], low=low, high=high)


class Scripted:
    """An estimator whose scores are known beforehand."""

    def __init__(self, values):
        self.values = iter(values)

    def fit(self, X, y):
        return self


for _ in range(4):
    a, b = scores(10), scores(10, shift=3)
    play = dict(X=np.zeros((8, 1)), y=np.arange(8) % 2, scoring=lambda e, X, y: next(e.values), random_seed=1)
    t, p = paired_ttest_5x2cv(Scripted(a), Scripted(b), **play)
    case("five_by_two_t", {"a": a.tolist(), "b": b.tolist()}, statistic=t, p=p)
    f, p = combined_ftest_5x2cv(Scripted(a), Scripted(b), **play)
    case("five_by_two_f", {"a": a.tolist(), "b": b.tolist()}, statistic=f, p=p)

# Error rates and McNemar.
for errors, rows in [((30, 20), (100, 100)), ((5, 9), (40, 200)), ((700, 655), (1000, 1000))]:
    shares = dict(count1=errors[0], nobs1=rows[0], count2=errors[1], nobs2=rows[1], method="wald", compare="diff")
    low, high = proportion.confint_proportions_2indep(**shares, alpha=0.1)
    for side, name in zip(SIDES, ("two-sided", "smaller", "larger")):
        found = proportion.test_proportions_2indep(**shares, alternative=name, correction=False)
        case("error_rates", {"errors": errors, "rows": rows, "side": side},
             statistic=found.statistic, p=found.pvalue, low=low, high=high)
for table in [(70, 12, 2, 16), (5, 1, 0, 4), (794, 150, 86, 570), (20, 9, 9, 3), (300, 3, 11, 50)]:
    a, b, c, d = table
    square = [[a, b], [c, d]]
    for method, found in (("exact", mcnemar(square, exact=True)), ("chi", mcnemar(square, exact=False, correction=False))):
        case("mcnemar", {"table": table, "method": method, "side": "two-sided"}, p=found.pvalue)
    if b != c:
        case("mcnemar", {"table": table, "method": "corrected", "side": "two-sided"}, p=mcnemar(square, exact=False).pvalue)
    middle = stats.binom(b + c, 0.5)
    case("mcnemar", {"table": table, "method": "mid", "side": "two-sided"},
         p=min(1, 2 * middle.cdf(min(b, c)) - middle.pmf(min(b, c))))
    for side in ("less", "greater"):
        case("mcnemar", {"table": table, "method": "exact", "side": side},
             p=stats.binomtest(b, b + c, alternative=side).pvalue)
for rates, rows in [((0.3, 0.2), 294), ((0.05, 0.06), 1000), ((0.9, 0.4), 12)]:
    found = proportion.power_proportions_2indep(rates[0] - rates[1], rates[1], rows, alpha=0.05)
    case("power", {"rates": rates, "rows": rows}, p=found.power)

# Ranks and signs.
for n, spread in [(6, 64), (12, 64), (12, 5), (13, 3), (30, 64), (40, 8), (80, 64), (80, 6)]:
    a, b = scores(n, spread), scores(n, spread)
    for side in SIDES:
        inputs = {"a": a.tolist(), "b": b.tolist(), "side": side}
        for zeros, name in (("drop", "wilcox"), ("pratt", "pratt"), ("split", "zsplit")):
            normal = stats.wilcoxon(a, b, name, correction=True, alternative=side, method="asymptotic")
            case("wilcoxon", {**inputs, "zeros": zeros, "method": "normal"}, statistic=normal.statistic, p=normal.pvalue)
            if n <= 13:
                exact = stats.wilcoxon(a, b, name, alternative=side, method="auto")
                case("wilcoxon", {**inputs, "zeros": zeros, "method": "auto"}, statistic=exact.statistic, p=exact.pvalue)
        if spread == 64 and n <= 50 and np.all(a != b) and len(set(abs(a - b))) == n:
            exact = stats.wilcoxon(a, b, alternative=side, method="exact")
            case("wilcoxon", {**inputs, "zeros": "drop", "method": "auto"}, statistic=exact.statistic, p=exact.pvalue)
        ahead, behind = int(np.sum(a > b)), int(np.sum(a < b))
        case("sign", inputs, statistic=ahead, p=stats.binomtest(ahead, ahead + behind, alternative=side).pvalue)
        if n <= 12:
            found = stats.permutation_test((a, b), lambda x, y: np.mean(x - y), permutation_type="samples",
                                           n_resamples=np.inf, alternative=side)
            case("permutation", inputs, statistic=found.statistic, p=found.pvalue)

# Bayesian, two learners on one data set.
for n, runs in [(10, 1), (50, 5)]:
    a, b = scores(n), scores(n, shift=4)
    for rope in (0.0, 1 / 64, 0.1):
        found = baycomp.two_on_single(a, b, rope=rope, runs=runs)
        probabilities = found if len(found) == 3 else (found[0], 0, found[1])
        case("correlated_t", {"a": a.tolist(), "b": b.tolist(), "rope": rope, "share": runs / n},
             probabilities=probabilities)


# Many learners.
def exhaustive_sets(k):
    """All sets of pairs that can be equal while no other pair is: those closed under transitivity."""
    pairs = list(combinations(range(k), 2))
    for bits in range(1, 1 << len(pairs)):
        chosen = {pair for i, pair in enumerate(pairs) if bits >> i & 1}
        joined = lambda a, b: (min(a, b), max(a, b)) in chosen
        if all(joined(b, c) for a in range(k) for b, c in combinations([x for x in range(k) if x != a], 2)
               if joined(a, b) and joined(a, c)):
            yield [i for i, pair in enumerate(pairs) if pair in chosen]


def bergmann_hommel(p, k):
    adjusted = np.zeros(len(p))
    for chosen in exhaustive_sets(k):
        value = min(1, len(chosen) * min(p[i] for i in chosen))
        adjusted[chosen] = np.maximum(adjusted[chosen], value)
    return adjusted


def shaffer(p, k):
    sizes = {0} | {len(chosen) for chosen in exhaustive_sets(k)}
    order, m, most = np.argsort(p), len(p), 0
    adjusted = np.zeros(m)
    for place, which in enumerate(order):
        most = max(most, min(1, p[which] * max(s for s in sizes if s <= m - place)))
        adjusted[which] = most
    return adjusted


def many(rows, names, better):
    rows = np.asarray(rows, dtype=float)
    n, k = rows.shape
    ranks = np.array([stats.rankdata(-row if better == "higher" else row) for row in rows])
    inputs = {"rows": rows.tolist(), "names": names, "better": better}
    chi = stats.friedmanchisquare(*rows.T) if k > 2 else None
    f = (n - 1) * chi.statistic / (n * (k - 1) - chi.statistic)
    z = np.array([(ranks[:, a].mean() - ranks[:, b].mean()) / np.sqrt(k * (k + 1) / (6 * n)) for a, b in combinations(range(k), 2)])
    p = 2 * stats.norm.sf(abs(z))
    signed = rows if better == "lower" else -rows
    square = scikit_posthocs.posthoc_nemenyi_friedman(pandas.DataFrame(signed)).to_numpy()
    control = [2 * stats.norm.sf(abs(ranks[:, 0].mean() - ranks[:, b].mean()) / np.sqrt(k * (k + 1) / (6 * n))) for b in range(1, k)]
    adjusted = {name: multipletests(p, method=method)[1] for name, method in
                (("bonferroni", "bonferroni"), ("holm", "holm"), ("hochberg", "simes-hochberg"))}
    if k <= 5:
        adjusted["shaffer"], adjusted["bergmann"] = shaffer(p, k), bergmann_hommel(p, k)
    case("many", inputs, ranks=ranks.mean(axis=0), friedman=[chi.statistic, chi.pvalue],
         iman_davenport=[f, stats.f.sf(f, k - 1, (k - 1) * (n - 1))], p=p,
         nemenyi=[square[a, b] for a, b in combinations(range(k), 2)],
         control=multipletests(control, method="holm")[1], **adjusted)


LETTERS = list("abcdefgh")
for n, k, spread in [(5, 3, 64), (12, 4, 64), (20, 5, 64), (9, 5, 4), (30, 8, 10)]:
    table = np.array([scores(k, spread, shift=0) for _ in range(n)]) + np.arange(k) / 64
    many(table, LETTERS[:k], "higher" if k % 2 else "lower")
WEKA = {
    "breast-cancer": [75.5245, 69.5804, 71.6783, 73.4266, 69.5804, 70.979],
    "contact-lenses": [83.3333, 70.8333, 70.8333, 66.6667, 70.8333, 75.0],
    "diabetes": [73.8281, 75.7813, 76.3021, 73.1771, 77.3438, 76.0417],
    "glass": [66.8224, 79.9065, 48.5981, 67.757, 56.0748, 68.6916],
    "ionosphere": [91.453, 92.8775, 82.6211, 84.9003, 88.604, 89.7436],
    "iris": [96.0, 95.3333, 96.0, 95.3333, 96.0, 95.3333],
    "labor": [73.6842, 89.4737, 89.4737, 85.9649, 89.4737, 77.193],
    "vote": [96.3218, 96.092, 90.1149, 92.6437, 96.092, 95.4023],
    "weather.nominal": [50.0, 71.4286, 57.1429, 64.2857, 64.2857, 64.2857],
    "weather.numeric": [64.2857, 64.2857, 64.2857, 71.4286, 57.1429, 57.1429],
}
many(list(WEKA.values()), ["J48", "RandomForest", "NaiveBayes", "IBk", "SMO", "JRip"], "higher")
weka = np.array(list(WEKA.values()))
pairs = [(weka[:, 1], weka[:, 0], 1), (scores(20, shift=4), scores(20), 2 / 64), (scores(15, shift=4), scores(15), 0)]
for a, b, rope in pairs:
    found = baycomp.two_on_multiple(a, b, rope=rope, nsamples=200000, random_state=1)
    probabilities = found if len(found) == 3 else (found[0], 0, found[1])
    case("signed_rank", {"a": a.tolist(), "b": b.tolist(), "rope": rope}, probabilities=probabilities)

print(json.dumps(cases, separators=(",", ":")).replace('},{"test"', '},\n{"test"'))
