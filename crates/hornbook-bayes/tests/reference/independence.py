"""Writes independence.json: `python independence.py > independence.json` (SciPy 1.17).

Pearson's and the likelihood-ratio test of PlayTennis' columns against each other, without a correction for continuity; and
of outlook and temperature against each other within the classes, whose statistics and degrees of freedom add up.
"""
import json
import pathlib

import pandas as pd
from scipy import stats

data = pathlib.Path(__file__).resolve().parents[4] / "data" / "play_tennis.csv"
table = pd.read_csv(data)


def both(counts):
    pearson = stats.chi2_contingency(counts, correction=False)
    ratio = stats.chi2_contingency(counts, correction=False, lambda_="log-likelihood")
    return pearson.statistic, ratio.statistic, pearson.dof, pearson.expected_freq.min()


def entry(one, other, given, parts):
    pearson, ratio, degrees = (sum(part[i] for part in parts) for i in range(3))
    return {
        "one": one, "other": other, "given": given, "chi_square": pearson, "g": ratio, "degrees": degrees,
        "chi_square_p": stats.chi2.sf(pearson, degrees), "g_p": stats.chi2.sf(ratio, degrees),
        "least_expected": min(part[3] for part in parts),
    }


names = [name for name in table.columns if table[name].nunique() < 10]
entries = [
    entry([a], [b], [], [both(pd.crosstab(table[a], table[b]))])
    for i, a in enumerate(names) for b in names[i + 1:]
]
target = names[-1]
entries.append(entry([names[0]], [names[1]], [target],
                     [both(pd.crosstab(part[names[0]], part[names[1]])) for _, part in table.groupby(target)]))
print(json.dumps(entries))
