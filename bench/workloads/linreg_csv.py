"""Least squares of a file that is larger than the memory it may have."""

import json
import os
import resource
import subprocess

from report import memory_bar, quality_bar, time_bar

TITLE = "Fit a linear regression to a CSV file a few rows at a time, beside programs that only read it."
QUALITY = "digits of R²"
SHAPES = {"full": {"gigabytes": 5.0, "columns": 20}, "small": {"gigabytes": 0.1, "columns": 20}}


def make(folder, seed, gigabytes, columns):
    import numpy as np
    import pyarrow
    from pyarrow import csv

    draw = np.random.default_rng(seed)
    weights, squares = draw.normal(size=columns), np.zeros(2)
    names = [f"x{column}" for column in range(columns)] + ["y"]
    with open(folder / "table.csv", "wb") as file:
        file.write((",".join(names) + "\n").encode())
        while file.tell() < gigabytes * 1e9:
            x = draw.normal(size=(50_000, columns)).round(6)
            noise = draw.normal(size=len(x))
            y = x @ weights + noise
            squares += [noise @ noise, y @ y]
            block = pyarrow.table([*x.T, y.round(6)], names=names)
            csv.write_csv(block, file, csv.WriteOptions(include_header=False))
    # The noise of so many rows is the residual squares to a few digits.
    (folder / "facts.json").write_text(json.dumps({"r_squared": 1 - squares[0] / squares[1]}))


def hornbook(folder):
    """The command, which has its own memory: the largest that any program of this process had."""
    command = [os.environ["HORNBOOK_COMMAND"], "fit", str(folder / "table.csv")]
    command += ["--learner", "linear-regression", "--target", "y", "--batch-rows", "65536"]
    command += ["--out", str(folder / "model.hornbook"), "--json"]
    expected = json.loads((folder / "facts.json").read_text())["r_squared"]

    def fit():
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def digits(answer):
        import numpy as np

        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        (folder / "peak.json").write_text(json.dumps(peak))
        return float(-np.log10(abs(found_in(answer, "r_squared") / expected - 1)))

    return fit, digits


def found_in(answer, name):
    """The value of this name, wherever it stands."""
    if isinstance(answer, dict):
        inside = (found_in(value, name) for value in answer.values())
        return answer[name] if name in answer else next((x for x in inside if x is not None), None)
    return None


def arrow(folder):
    from pyarrow import csv

    def read():
        return sum(len(batch) for batch in csv.open_csv(str(folder / "table.csv")))

    return read, lambda rows: 2.0


def polars(folder):
    import polars

    def read():
        return polars.scan_csv(folder / "table.csv").sum().collect(engine="streaming")

    return read, lambda sums: 2.0


PEERS = {"hornbook": hornbook, "pyarrow": arrow, "polars": polars}


def bars(results, folder):
    if "hornbook" in results:
        results["hornbook"].memory = json.loads((folder / "peak.json").read_text())
    return [
        time_bar(results, "hornbook", ["pyarrow", "polars"], 1.0),
        memory_bar(results, "hornbook", "half a gigabyte", 500e6),
        # Two digits of agreement with the noise that was put in.
        quality_bar(results, "hornbook", "pyarrow", 0.0),
    ]
