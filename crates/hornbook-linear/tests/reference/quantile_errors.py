"""Errors of the weights of quantiles as statsmodels finds them, with one density for all rows.

Run from this folder: python quantile_errors.py. Needs statsmodels.
"""

import json
from pathlib import Path

import numpy as np
from statsmodels.api import add_constant
from statsmodels.regression.quantile_regression import QuantReg

rng = np.random.default_rng(3)
x, z = rng.normal(size=120).round(3), rng.uniform(5, 6, size=120).round(3)
# Tails that are heavy, so that the distance between quartiles and not the deviation says how far residuals spread.
y = (1.0 + 2.0 * x - z + rng.standard_t(2, size=120)).round(3)
fits = []
for quantile in (0.213, 0.5001, 0.8077):
    model = QuantReg(y, add_constant(np.column_stack([x, z])))
    found = model.fit(q=quantile, vcov="iid", kernel="epa", bandwidth="hsheather", p_tol=1e-14, max_iter=100_000)
    fits.append({"quantile": quantile, "weights": found.params.tolist(), "standard_errors": found.bse.tolist()})
found = {"x": x.tolist(), "z": z.tolist(), "y": y.tolist(), "fits": fits}
Path("quantile_errors.json").write_text(json.dumps(found) + "\n")
