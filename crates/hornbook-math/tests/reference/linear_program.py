"""Linear programs solved by scipy's HiGHS. Writes linear_program.json beside this file."""

import json
import pathlib

import numpy as np
from scipy.optimize import linprog

rng = np.random.default_rng(5)
cases = []


def number(x):
    return None if x is None or not np.isfinite(x) else float(x)


def add(name, c, a_ub=None, b_ub=None, a_eq=None, b_eq=None, bounds=(0, None)):
    found = linprog(c, a_ub, b_ub, a_eq, b_eq, bounds, method="highs")
    count = len(c)
    if isinstance(bounds, tuple):
        bounds = [bounds] * count
    case = {
        "name": name,
        "costs": [float(x) for x in c],
        "at_most": [] if a_ub is None else np.asarray(a_ub, float).tolist(),
        "limits": [] if b_ub is None else [float(x) for x in b_ub],
        "equal": [] if a_eq is None else np.asarray(a_eq, float).tolist(),
        "values": [] if b_eq is None else [float(x) for x in b_eq],
        "bounds": [[number(low), number(high)] for low, high in bounds],
        "status": {0: "optimal", 2: "infeasible", 3: "unbounded"}[found.status],
    }
    if found.status == 0:
        case["value"] = float(found.fun)
    cases.append(case)


add("two products", [-3, -5], [[1, 0], [0, 2], [3, 2]], [4, 12, 18])
add("a free variable", [1, 2], [[-1, -1]], [-1], bounds=[(None, None), (0, None)])
add("bounds alone", [1, -2, 3], bounds=[(-1, 4), (None, 7), (2, 2)])
add("equalities", [2, 3, 1], None, None, [[1, 1, 1], [1, -1, 0]], [10, 2])
add("a row twice", [1, 1], None, None, [[1, 2], [2, 4]], [3, 6])
add("nothing fits", [1, 1], [[1, 1], [-1, -1]], [1, -3])
add("nothing fits the equalities", [1, 1], None, None, [[1, 1], [1, 1]], [1, 2])
add("no end", [-1, 0], [[0, 1]], [3])
add("no end below", [1], bounds=(None, 5))
# Beale's example goes in circles by the steepest column alone.
add(
    "in circles",
    [-0.75, 150, -0.02, 6],
    [[0.25, -60, -0.04, 9], [0.5, -90, -0.02, 3], [0, 0, 1, 0]],
    [0, 0, 1],
)
for size in (4, 8, 16):
    # Klee and Minty's cube, whose corners the steepest column may all visit.
    cube = [[2 * 2.0 ** (i - j) if j < i else float(i == j) for j in range(size // 2)] for i in range(size // 2)]
    add(f"cube {size}", [-(2.0 ** (size // 2 - 1 - j)) for j in range(size // 2)], cube, [5.0**i for i in range(1, size // 2 + 1)])
for trial in range(12):
    rows, columns, equal = 3 + trial, 2 + trial, trial % 3
    a, inside = rng.normal(size=(rows, columns)), rng.uniform(0.5, 2, size=columns)
    e = rng.normal(size=(equal, columns))
    box = [(float(-trial % 3), 5.0 + trial) if j % 2 else (None, 8.0) if j % 4 else (None, None) for j in range(columns)]
    c = a.T @ rng.uniform(-1, 0, size=rows)
    add(f"random {trial}", c, a, a @ inside + rng.uniform(0, 1, size=rows), e if equal else None, e @ inside if equal else None, box)
(pathlib.Path(__file__).parent / "linear_program.json").write_text(json.dumps(cases) + "\n")
print([case["status"] for case in cases])
