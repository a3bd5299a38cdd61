"""Writes nist_nonlinear.json from the certified nonlinear regressions of NIST's Statistical Reference Datasets.

    python nist_nonlinear.py DIRECTORY > nist_nonlinear.json

The directory has the .dat files as NIST publishes them (https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml; lmfit's
source distribution has them too, in NIST_STRD).
"""

import json
import pathlib
import re
import sys


def read(path):
    lines = path.read_text().splitlines()
    first, last = map(int, re.search(r"Data\s+\(lines\s+(\d+)\s+to\s+(\d+)\)", "\n".join(lines)).groups())
    parameters = [re.match(r"\s*b\d+\s*=\s*(.*)", line) for line in lines]
    parameters = [[float(word) for word in match[1].split()] for match in parameters if match]
    squares = next(line for line in lines if line.startswith("Residual Sum of Squares"))
    return {
        "starts": [[p[0] for p in parameters], [p[1] for p in parameters]],
        "certified": [p[2] for p in parameters],
        "sum_of_squares": float(squares.split()[-1]),
        "data": [[float(word) for word in line.split()] for line in lines[first - 1 : last] if line.split()],
    }


problems = {path.stem: read(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.dat"))}
lines = [f"{json.dumps(name)}: {json.dumps(problem)}" for name, problem in problems.items()]
print("{\n" + ",\n".join(lines) + "\n}")
