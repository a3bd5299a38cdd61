"""Writes algebra.json: what numpy and scipy say about matrices that are easy to write down.

    python algebra.py > algebra.json
"""

import json

import numpy as np
import scipy.linalg


def hilbert(n):
    return [[1 / (i + j + 1) for j in range(n)] for i in range(n)]


MATRICES = {
    "square": [[4, -2, 1, 0.5], [3, 6, -4, 2], [2, 1, 8, -3], [-1, 0.25, 2, 5]],
    "tall": [[1, 2, 0.5], [3, 4, -1], [5, 6, 2.5], [7, 8, 0], [2, -1, 3]],
    "wide": [[1, 2, 3, 4, 5], [2, 0, -1, 1, 0.5], [0.1, 0.7, 0.3, 0.9, -2]],
    "rank two of four": [[1, 2, 3, 4], [2, 4, 6, 8], [1, 0, 1, 0], [3, 2, 5, 4]],
    "hilbert": hilbert(6),
    "turned": [[0, -2, 1], [2, 0, 3], [-1, -3, 0.5]],
    "badly scaled": [[1e8, 2, 1e-6], [3e7, -1, 4e-6], [2e8, 5, 2e-6]],
}
SYMMETRIC = {
    "definite": [[4, 1, 0.5, 0], [1, 3, -1, 0.2], [0.5, -1, 5, 1], [0, 0.2, 1, 2]],
    "kernel": [[1, 0.9, 0.1], [0.9, 1, 0.9], [0.1, 0.9, 1]],
    "hilbert": hilbert(5),
    "rank one": [[1, 2, 3], [2, 4, 6], [3, 6, 9]],
}


def of_any(rows):
    a = np.array(rows, dtype=float)
    b = np.cos(np.arange(a.shape[0]) + 1)
    x, _, rank, singular = scipy.linalg.lstsq(a, b, cond=max(a.shape) * np.finfo(float).eps)
    facts = {
        "rows": a.tolist(),
        "singular_values": scipy.linalg.svdvals(a).tolist(),
        "rank": int(rank),
        "pseudo_inverse": scipy.linalg.pinv(a).tolist(),
        "right": b.tolist(),
        "least_squares": x.tolist(),
        "norm_1": np.linalg.norm(a, 1),
        "norm_2": np.linalg.norm(a, 2),
        "norm_infinity": np.linalg.norm(a, np.inf),
        "norm_frobenius": np.linalg.norm(a, "fro"),
    }
    if a.shape[0] == a.shape[1]:
        values = sorted(np.linalg.eigvals(a), key=lambda z: (-z.real, -z.imag))
        facts["determinant"] = np.linalg.det(a)
        facts["eigenvalues"] = [[z.real, z.imag] for z in values]
    return facts


def of_symmetric(rows):
    a = np.array(rows, dtype=float)
    values = np.linalg.eigvalsh(a)[::-1]
    facts = {"rows": a.tolist(), "eigenvalues": values.tolist()}
    if values[-1] > 1e-10:
        lower = np.linalg.cholesky(a)
        facts["lower"] = lower.tolist()
        facts["log_determinant"] = 2 * np.log(np.diag(lower)).sum()
        facts["inverse"] = np.linalg.inv(a).tolist()
    return facts


vector = [3.0, -4.0, 1.5, 0.25]
facts = {
    "any": {name: of_any(rows) for name, rows in MATRICES.items()},
    "symmetric": {name: of_symmetric(rows) for name, rows in SYMMETRIC.items()},
    "vector": vector,
    "p_norms": [[p, np.linalg.norm(vector, p)] for p in (1, 1.5, 2, 3, 7.25)],
}
print(json.dumps(facts, indent=1))
