"""Polynomial regression in 60 digits: weights, standard errors and the rest of NIST's problems (StRD) with exact powers of
the columns that least_squares.json holds, and of two columns with all products up to the third degree. Run from this folder;
needs mpmath and scipy, and least_squares.py beside it. Writes polynomial.json."""

import json
import random

from least_squares import exact, mp


def monomials(count, degree):
    """Powers as scikit-learn's PolynomialFeatures orders them, without the constant."""
    from itertools import combinations_with_replacement

    for size in range(1, degree + 1):
        yield from combinations_with_replacement(range(count), size)


def problem(y, columns, degree, intercept=True):
    exactly = [[mp.mpf(x) for x in column] for column in columns]
    powers = [
        [mp.fprod(exactly[c][row] for c in chosen) for row in range(len(y))]
        for chosen in monomials(len(columns), degree)
    ]
    found = exact(y, powers, intercept)
    return {**found, "columns": columns, "degree": degree}


if __name__ == "__main__":
    with open("least_squares.json") as file:
        plain = json.load(file)
    result = {}
    for name, degree in [("filip", 10), *((f"wampler{k}", 5) for k in range(1, 6))]:
        result[name] = problem(plain[name]["y"], plain[name]["columns"][:1], degree)
    longley = plain["longley"]
    result["longley"] = problem(longley["y"], longley["columns"], 1)
    result["noint1"] = problem(plain["noint1"]["y"], plain["noint1"]["columns"], 1, False)
    result["filip through the origin"] = problem(plain["filip"]["y"], plain["filip"]["columns"][:1], 6, False)
    dice = random.Random(1)
    a = [round(2000 + 20 * dice.random(), 3) for _ in range(60)]
    b = [round(0.01 * dice.random(), 5) for _ in range(60)]
    y = [round((p - 2010) ** 3 / 100 + 1e5 * q * q * (p - 2005) + dice.gauss(0, 1), 3) for p, q in zip(a, b)]
    result["two columns"] = problem(y, [a, b], 3)
    with open("polynomial.json", "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
