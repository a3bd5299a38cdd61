"""Makes tables.json: tables that come with scikit-learn, for tests that have no such package.

Run with scikit-learn 1.9 in this folder: python tables.py > tables.json

Digits are the first 600 of 1797.
"""

import json

from sklearn.datasets import load_breast_cancer, load_digits, load_wine

out = {}
for name, load, rows in [("wine", load_wine, 178), ("breast_cancer", load_breast_cancer, 569), ("digits", load_digits, 600)]:
    data = load()
    values = data.data[:rows]
    if name == "digits":
        values = values.astype(int)
    out[name] = {"x": values.tolist(), "y": data.target[:rows].tolist()}
print(json.dumps(out, separators=(",", ":")))
