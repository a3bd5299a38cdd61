"""What the race has found so far: a line of JSON for each (table, fold, system, version, seconds, threads)."""

import base64
import json
import zlib
from dataclasses import dataclass

import numpy as np

KEY = ("table", "fold", "system", "version", "seconds", "threads")
# Nobody is surer than this of being right.
LEAST_PROBABILITY = 1e-6


@dataclass
class Losses:
    """How wrong each test row was predicted: log loss, or the squared error."""

    values: np.ndarray
    is_classes: bool

    @classmethod
    def of_classes(cls, truth, classes, probabilities):
        place = {name: column for column, name in enumerate(classes)}
        total = probabilities.sum(axis=1)
        if not np.all(np.isfinite(total) & (total > 0)):
            raise ValueError("there are rows whose probabilities do not add up to anything")
        own = [probabilities[row, place[name]] if name in place else 0.0 for row, name in enumerate(truth)]
        return cls(-np.log(np.clip(own / total, LEAST_PROBABILITY, 1.0)), True)

    @classmethod
    def of_numbers(cls, truth, found):
        if not np.all(np.isfinite(found)):
            raise ValueError(f"{int(np.sum(~np.isfinite(found)))} of {len(found)} predictions are not finite")
        return cls((truth - found) ** 2, False)

    @property
    def score(self):
        """Mean log loss or RMSE."""
        mean = float(np.mean(self.values))
        return mean if self.is_classes else mean**0.5


def packed(values):
    """Numbers as text; single precision is more than a test of differences needs."""
    return base64.b64encode(zlib.compress(np.asarray(values, dtype="<f4").tobytes(), 9)).decode()


def unpacked(text):
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype="<f4").astype(float)


def read(path):
    """All results, the last of those with one key; a line that a crash cut short is left out."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            result = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[tuple(result[name] for name in KEY)] = result
    return found


def append(path, result):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_bytes() if path.exists() else b""
    with path.open("a") as file:
        # After a line that was cut short the next one begins anew.
        file.write(("\n" if text and not text.endswith(b"\n") else "") + json.dumps(result) + "\n")
