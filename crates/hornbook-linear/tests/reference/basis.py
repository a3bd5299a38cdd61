"""B-splines and products of powers as scikit-learn makes them. Run from this folder; needs scikit-learn 1.9.1. Writes
basis.json."""

import json

import numpy as np
from sklearn.preprocessing import PolynomialFeatures, SplineTransformer

x = np.array([0.3, 1.1, 1.7, 2.0, 2.2, 2.9, 3.5, 4.1, 5.8, 7.4, 7.5, 9.9])
asked = np.array([-1.0, 0.3, 0.31, 2.0, 2.55, 4.0, 9.0, 9.9, 12.0])
splines = []
for degree in [1, 2, 3, 5]:
    for knots in ["uniform", "quantile"]:
        for include_bias in [True, False]:
            made = SplineTransformer(n_knots=5, degree=degree, knots=knots, include_bias=include_bias)
            made.fit(x[:, None])
            values = made.transform(asked[:, None]).tolist()
            splines.append({"degree": degree, "knots": knots, "include_bias": include_bias, "values": values})
pairs = np.array([[1.0, 2.0, -1.0], [0.5, -3.0, 2.0]])
products = [
    {
        "degree": degree,
        "interaction_only": only,
        "values": PolynomialFeatures(degree, interaction_only=only, include_bias=False).fit_transform(pairs).tolist(),
    }
    for degree, only in [(2, False), (3, False), (3, True)]
]
with open("basis.json", "w") as file:
    json.dump(
        {"x": x.tolist(), "asked": asked.tolist(), "splines": splines, "pairs": pairs.tolist(), "products": products},
        file,
        indent=1,
    )
    file.write("\n")
