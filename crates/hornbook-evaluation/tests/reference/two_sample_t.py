"""Writes two_sample_t.json: `python two_sample_t.py > two_sample_t.json`.

SciPy 1.17: Welch's and Student's test of two independent samples, on random samples of several sizes and spreads, with Cohen's d of the
pooled standard deviation written out.
"""
import json

import numpy as np
from scipy import stats

rng = np.random.default_rng(94)
cases = []
for counts in [(2, 2), (3, 8), (12, 12), (40, 7)]:
    for spreads in [(1.0, 1.0), (1.0, 25.0), (3.0, 0.01)]:
        first = rng.normal(10.0, spreads[0], counts[0]).round(4)
        second = rng.normal(10.5, spreads[1], counts[1]).round(4)
        squares = ((first - first.mean()) ** 2).sum() + ((second - second.mean()) ** 2).sum()
        deviation = np.sqrt(squares / (sum(counts) - 2))
        difference = first.mean() - second.mean()
        for pooled in (False, True):
            for side in ("two-sided", "less", "greater"):
                found = stats.ttest_ind(first, second, equal_var=pooled, alternative=side)
                # The interval of a one-sided test is one-sided in SciPy, and two-sided here.
                low, high = stats.ttest_ind(first, second, equal_var=pooled).confidence_interval(0.9)
                expected = {
                    "statistic": found.statistic,
                    "degrees": found.df,
                    "p": found.pvalue,
                    "low": low,
                    "high": high,
                    "difference": difference,
                    "standard_error": difference / found.statistic,
                    "effect_size": difference / deviation,
                }
                cases.append({
                    "first": first.tolist(),
                    "second": second.tolist(),
                    "pooled": pooled,
                    "side": side,
                    "expected": {name: float(value) for name, value in expected.items()},
                })
print("[" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "]")
