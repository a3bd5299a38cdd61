"""Least squares in 60 digits: NIST's certified problems (StRD) and the motor cars of R, exactly as their numbers are in
double precision. Run from this folder; needs mpmath and scipy. Writes least_squares.json."""

import csv
import json

import mpmath as mp
from scipy import stats

mp.mp.dps = 60

LONGLEY = """60323,83,234289,2356,1590,107608,1947 61122,88.5,259426,2325,1456,108632,1948
60171,88.2,258054,3682,1616,109773,1949 61187,89.5,284599,3351,1650,110929,1950
63221,96.2,328975,2099,3099,112075,1951 63639,98.1,346999,1932,3594,113270,1952
64989,99,365385,1870,3547,115094,1953 63761,100,363112,3578,3350,116219,1954
66019,101.2,397469,2904,3048,117388,1955 67857,104.6,419180,2822,2857,118734,1956
68169,108.4,442769,2936,2798,120445,1957 66513,110.8,444546,4681,2637,121950,1958
68655,112.6,482704,3813,2552,123366,1959 69564,114.2,502601,3931,2514,125368,1960
69331,115.7,518173,4806,2572,127852,1961 70551,116.9,554894,4007,2827,130081,1962"""
NORRIS = """0.1,0.2 338.8,337.4 118.1,118.2 888,884.6 9.2,10.1 228.1,226.5 668.5,666.3 998.5,996.3 449.1,448.6 778.9,777
559.2,558.2 0.3,0.4 0.1,0.6 778.1,775.5 668.8,666.9 339.3,338 448.9,447.5 10.8,11.6 557.7,556 228.3,228.1 998,995.8
888.8,887.6 119.6,120.2 0.3,0.3 0.6,0.3 557.6,556.8 339.3,339.1 888,887.2 998.5,999 778.9,779 10.2,11.1 117.6,118.3
228.9,229.2 668.4,669.1 449.2,448.9 0.2,0.5"""
WAMPLER = {
    "wampler3": "760 -2042 2111 -1684 3888 1858 11379 17560 39287 64382 113159 175108 273291 400186 581243 811568 1121004 "
    "1506550 2002767 2611612 3369180",
    "wampler4": "75901 -204794 204863 -204436 253665 -200894 214131 -185192 221249 -138370 315911 -27644 455253 197434 "
    "783995 608816 1370781 1303798 2205519 2408860 3444321",
    "wampler5": "7590001 -20479994 20480063 -20479636 25231365 -20476094 20489331 -20460392 18417449 -20413570 20591111 "
    "-20302844 18651453 -20077766 21059195 -19666384 26348481 -18971402 22480719 -17866340 10958421",
}
FILIP = """0.8116,-6.860120914 0.9072,-4.324130045 0.9052,-4.358625055 0.9039,-4.358426747 0.8053,-6.955852379
0.8377,-6.661145254 0.8667,-6.355462942 0.8809,-6.118102026 0.7975,-7.115148017 0.8162,-6.815308569 0.8515,-6.519993057
0.8766,-6.204119983 0.8885,-5.853871964 0.8859,-6.109523091 0.8959,-5.79832982 0.8913,-5.482672118 0.8959,-5.171791386
0.8971,-4.851705903 0.9021,-4.517126416 0.909,-4.143573228 0.9139,-3.709075441 0.9199,-3.499489089 0.8692,-6.300769497
0.8872,-5.953504836 0.89,-5.642065153 0.891,-5.031376979 0.8977,-4.680685696 0.9035,-4.329846955 0.9078,-3.928486195
0.7675,-8.56735134 0.7705,-8.363211311 0.7713,-8.107682739 0.7736,-7.823908741 0.7775,-7.522878745 0.7841,-7.218819279
0.7971,-6.920818754 0.8329,-6.628932138 0.8641,-6.323946875 0.8804,-5.991399828 0.7668,-8.781464495 0.7633,-8.663140179
0.7678,-8.473531488 0.7697,-8.247337057 0.77,-7.971428747 0.7749,-7.676129393 0.7796,-7.352812702 0.7897,-7.072065318
0.8131,-6.774174009 0.8498,-6.478861916 0.8741,-6.159517513 0.8061,-6.835647144 0.846,-6.53165267 0.8751,-6.224098421
0.8856,-5.910094889 0.8919,-5.598599459 0.8934,-5.290645224 0.894,-4.974284616 0.8957,-4.64454848 0.9047,-4.290560426
0.9129,-3.885055584 0.9209,-3.408378962 0.9219,-3.13200249 0.7739,-8.726767166 0.7681,-8.66695597 0.7665,-8.511026475
0.7703,-8.165388579 0.7702,-7.886056648 0.7761,-7.588043762 0.7809,-7.283412422 0.7961,-6.995678626 0.8253,-6.691862621
0.8602,-6.392544977 0.8809,-6.067374056 0.8301,-6.684029655 0.8664,-6.378719832 0.8834,-6.065855188 0.8898,-5.752272167
0.8964,-5.132414673 0.8963,-4.811352704 0.9074,-4.098269308 0.9119,-3.66174277 0.9228,-3.2644011"""


def exact(y, columns, intercept=True):
    """Weights, standard errors, residual deviation, R² and F of the doubles given."""
    n = len(y)
    design = ([[mp.mpf(1)] * n] if intercept else []) + [[mp.mpf(x) for x in column] for column in columns]
    p = len(design)
    gram = mp.matrix(p, p)
    right = mp.matrix(p, 1)
    ys = [mp.mpf(v) for v in y]
    for i in range(p):
        right[i] = mp.fdot(design[i], ys)
        for j in range(p):
            gram[i, j] = mp.fdot(design[i], design[j])
    inverse = gram**-1
    weights = inverse * right
    residuals = [ys[r] - mp.fsum(design[i][r] * weights[i] for i in range(p)) for r in range(n)]
    rss = mp.fdot(residuals, residuals)
    mean = mp.fsum(ys) / n if intercept else 0
    tss = mp.fsum((v - mean) ** 2 for v in ys)
    used, degrees = p - intercept, n - p
    error = mp.sqrt(rss / degrees)
    errors = [error * mp.sqrt(inverse[i, i]) for i in range(p)]
    t = [float(weights[i] / errors[i]) if errors[i] else None for i in range(p)]
    f = ((tss - rss) / used) / (rss / degrees) if rss else None
    return {
        "intercept": intercept,
        "y": y,
        "columns": columns,
        "weights": [float(w) for w in weights],
        "errors": [float(e) for e in errors],
        "p_values": [None if v is None else float(2 * stats.t.sf(abs(v), degrees)) for v in t],
        "residual_error": float(error),
        "r_squared": float(1 - rss / tss),
        "f": None if f is None else float(f),
    }


def pairs(text):
    return [[float(x) for x in row.split(",")] for row in text.split()]


def powers(x, degree):
    """As anybody would make them in double precision."""
    return [[v**k for v in x] for k in range(1, degree + 1)]


def main():
    problems = {}
    rows = pairs(LONGLEY)
    problems["longley"] = exact([r[0] for r in rows], [[r[j] for r in rows] for j in range(1, 7)])
    rows = pairs(NORRIS)
    problems["norris"] = exact([r[0] for r in rows], [[r[1] for r in rows]])
    noint = [float(v) for v in range(60, 71)]
    problems["noint1"] = exact([v + 70 for v in noint], [noint], intercept=False)
    problems["noint2"] = exact([3.0, 4.0, 4.0], [[4.0, 5.0, 6.0]], intercept=False)
    x = [float(v) for v in range(21)]
    problems["wampler1"] = exact([sum(v**k for k in range(6)) for v in x], powers(x, 5))
    problems["wampler2"] = exact([sum((v / 10) ** k for k in range(6)) for v in x], powers(x, 5))
    for name, text in WAMPLER.items():
        problems[name] = exact([float(v) for v in text.split()], powers(x, 5))
    rows = pairs(FILIP)
    problems["filip"] = exact([r[0] for r in rows], powers([r[1] for r in rows], 10))
    cars = list(csv.DictReader(open("../../../../data/mtcars.csv")))
    names = ["wt", "hp", "qsec", "drat"]
    problems["cars"] = exact([float(c["mpg"]) for c in cars], [[float(c[k]) for c in cars] for k in names])
    json.dump(problems, open("least_squares.json", "w"), indent=0)


if __name__ == "__main__":
    main()
