"""Writes transformers.json: what scikit-learn's transformers make of the shipped data.

scikit-learn's power transforms search for the maximum of a likelihood, and know the exponent to half the digits of a number: the
reference for it is computed here with 50 digits. Lags and rolling windows are pandas'.

    python transformers.py   (with scikit-learn and pandas)
"""

import decimal
import json
import pathlib
from decimal import Decimal

import numpy
import pandas
from sklearn import feature_extraction, impute, linear_model, preprocessing
from sklearn.experimental import enable_iterative_imputer  # noqa: F401

STATISTICS = ["mean", "sum", "min", "max", "std", "count"]
HERE = pathlib.Path(__file__).parent
DATA = HERE.parents[3] / "data"


def rows(values):
    values = values.toarray() if hasattr(values, "toarray") else numpy.asarray(values, dtype=float)
    return [[None if numpy.isnan(x) else float(x) for x in row] for row in values]


def box_cox(values, exponent):
    return [v.ln() if exponent == 0 else ((v.ln() * exponent).exp() - 1) / exponent for v in values]


def log_likelihood(method, column, exponent):
    """Up to a constant, with 50 digits."""
    numbers = [Decimal(float(x)) for x in column]
    if method == "box_cox":
        made, jacobian = box_cox(numbers, exponent), sum(x.ln() for x in numbers)
    else:
        above = box_cox([1 + x for x in numbers if x >= 0], exponent)
        below = box_cox([1 - x for x in numbers if x < 0], 2 - exponent)
        made = above + [-y for y in below]
        jacobian = sum((1 + x).ln() if x >= 0 else -(1 - x).ln() for x in numbers)
    mean = sum(made) / len(made)
    variance = sum((y - mean) ** 2 for y in made) / len(made)
    return (exponent - 1) * jacobian - Decimal(len(made)) / 2 * variance.ln()


def best_exponent(method, column):
    """Where the likelihood no longer rises, by bisection: it is concave."""
    low, high, step = Decimal(-8), Decimal(8), Decimal("1e-15")
    for _ in range(64):
        middle = (low + high) / 2
        rises = log_likelihood(method, column, middle + step) > log_likelihood(method, column, middle - step)
        low, high = (middle, high) if rises else (low, middle)
    return float((low + high) / 2)


def power(method):
    """The exponents, and what scikit-learn makes of the rows with them."""
    peer = preprocessing.PowerTransformer(method=method.replace("_", "-")).fit(X)
    exponents = [best_exponent(method, column) for column in X.T]
    for column, ours, theirs in zip(X.T, exponents, peer.lambdas_):
        # The peer's exponent is as good only to its own tolerance.
        assert log_likelihood(method, column, Decimal(ours)) >= log_likelihood(method, column, Decimal(float(theirs)))
        assert abs(ours - theirs) < 1e-6
    peer.standardize = False
    peer.lambdas_ = numpy.array(exponents)
    return {"lambdas": exponents, "rows": rows(preprocessing.StandardScaler().fit_transform(peer.transform(X)))}


def lagged(lags, columns, order, group):
    made = cars[sequence].copy()
    past = cars.sort_values(order, kind="stable").groupby(group)
    for column in columns:
        for lag in lags:
            made[f"{column} lag {lag}"] = past[column].shift(lag)
    return rows(made)


def rolled(window, statistics, columns, order, group, current):
    made = cars[sequence].copy()
    for column in columns:
        for statistic in statistics:
            def of_group(values):
                before = values if current else values.shift(1)
                return getattr(before.rolling(window, min_periods=0 if statistic == "count" else 1), statistic)()

            past = cars.sort_values(order, kind="stable").groupby(group)[column]
            made[f"{column} {statistic}"] = past.transform(of_group)
    return rows(made)


decimal.getcontext().prec = 50
cars = pandas.read_csv(DATA / "mtcars.csv")
iris = pandas.read_csv(DATA / "iris.csv")
numbers = ["mpg", "disp", "hp", "drat", "wt", "qsec"]
sequence = ["mpg", "cyl", "hp", "wt"]
X = cars[numbers].to_numpy()
weights = numpy.where(numpy.arange(len(cars)) < 7, 2, 1)
measures = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
gaps = X.copy()
gaps[::5, 1] = numpy.nan
gaps[3::7, 4] = numpy.nan
restaurant = pandas.read_csv(DATA / "restaurant.csv", keep_default_na=False)
categories = ["Patrons", "Price", "Type", "WaitEstimate"]
C = restaurant[categories].to_numpy(dtype=object)
cylinders = cars[["cyl", "gear", "carb"]].astype(str).to_numpy(dtype=object)
species = iris["species"].to_numpy()
wide = pandas.cut(iris["petal_width"], 5, labels=list("abcde")).astype(str).to_numpy(dtype=object).reshape(-1, 1)

out = {
    "numbers": numbers,
    "categories": categories,
    "scaled": {
        "method=standard": rows(preprocessing.StandardScaler().fit_transform(X)),
        "method=standard,with_centering=false": rows(preprocessing.StandardScaler(with_mean=False).fit_transform(X)),
        "method=standard,with_scaling=false": rows(preprocessing.StandardScaler(with_std=False).fit_transform(X)),
        "method=min_max": rows(preprocessing.MinMaxScaler().fit_transform(X)),
        "method=min_max,feature_range=[-3,7]": rows(preprocessing.MinMaxScaler(feature_range=(-3, 7)).fit_transform(X)),
        "method=max_abs": rows(preprocessing.MaxAbsScaler().fit_transform(X)),
        "method=robust": rows(preprocessing.RobustScaler().fit_transform(X)),
        "method=robust,quantile_range=[10,90],unit_variance=true": rows(
            preprocessing.RobustScaler(quantile_range=(10, 90), unit_variance=True).fit_transform(X)
        ),
    },
    "clipped": rows(preprocessing.MinMaxScaler(clip=True).fit(X[:16]).transform(X)),
    "weighted": rows(preprocessing.StandardScaler().fit(X, sample_weight=weights).transform(X)),
    "imputed": {
        f"strategy={strategy}": rows(impute.SimpleImputer(strategy=strategy).fit_transform(gaps))
        for strategy in ["mean", "median", "most_frequent", "constant"]
    },
    "imputed_by_neighbors": {
        f"n_neighbors={count},weights={weights}": rows(impute.KNNImputer(n_neighbors=count, weights=weights).fit_transform(gaps))
        for count in [2, 5]
        for weights in ["uniform", "distance"]
    },
    "imputed_iteratively": rows(
        impute.IterativeImputer(
            linear_model.LinearRegression(), max_iter=4, tol=0, initial_strategy="median", imputation_order="ascending"
        ).fit_transform(gaps)
    ),
    "missing_indicator": {
        "missing_only": rows(impute.MissingIndicator().fit_transform(gaps)),
        "all": rows(impute.MissingIndicator(features="all").fit_transform(gaps)),
    },
    "one_hot": {
        "": rows(preprocessing.OneHotEncoder().fit_transform(C)),
        "drop=first": rows(preprocessing.OneHotEncoder(drop="first").fit_transform(C)),
        "drop=if_binary": rows(preprocessing.OneHotEncoder(drop="if_binary").fit_transform(C)),
        "min_frequency=4": rows(preprocessing.OneHotEncoder(min_frequency=4).fit_transform(C)),
        "max_categories=2": rows(preprocessing.OneHotEncoder(max_categories=2).fit_transform(C)),
        "min_frequency=0.3,drop=first": rows(preprocessing.OneHotEncoder(min_frequency=0.3, drop="first").fit_transform(C)),
    },
    "one_hot_unknown": rows(
        preprocessing.OneHotEncoder(handle_unknown="infrequent_if_exist", max_categories=2).fit(C[:6]).transform(C)
    ),
    "ordinal": {
        "": rows(preprocessing.OrdinalEncoder().fit_transform(C)),
        "max_categories=2": rows(preprocessing.OrdinalEncoder(max_categories=2).fit_transform(C)),
        "min_frequency=3": rows(preprocessing.OrdinalEncoder(min_frequency=3).fit_transform(C)),
    },
    "ordinal_unknown": rows(
        preprocessing.OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1).fit(C[:6]).transform(C)
    ),
    "target_numbers": {
        smooth: rows(
            preprocessing.TargetEncoder(smooth=smooth if smooth == "auto" else float(smooth))
            .fit(cylinders, cars["mpg"])
            .transform(cylinders)
        )
        for smooth in ["auto", "0", "3.5"]
    },
    "target_two_classes": rows(preprocessing.TargetEncoder().fit(C, restaurant["WillWait"]).transform(C)),
    "target_classes": rows(preprocessing.TargetEncoder().fit(wide, species).transform(wide)),
    "wide": [row[0] for row in wide],
    "binning": {
        f"strategy={strategy},n_bins={bins},encode={encode}": rows(
            preprocessing.KBinsDiscretizer(
                n_bins=bins, strategy=strategy, encode=encode, subsample=None, quantile_method="linear"
            ).fit_transform(X)
        )
        for strategy in ["uniform", "quantile", "kmeans"]
        for bins in [3, 5]
        for encode in ["onehot", "ordinal"]
    },
    "binarize": {"threshold=10": rows(preprocessing.Binarizer(threshold=10).fit_transform(X))},
    "quantile_transform": {
        f"n_quantiles={count},output_distribution={output}": rows(
            preprocessing.QuantileTransformer(n_quantiles=count, output_distribution=output, subsample=None).fit_transform(X)
        )
        for count in [10, 32]
        for output in ["uniform", "normal"]
    },
    "normalize": {f"norm={norm}": rows(preprocessing.Normalizer(norm=norm).fit_transform(X)) for norm in ["l1", "l2", "max"]},
    "polynomial_features": {
        "": rows(preprocessing.PolynomialFeatures().fit_transform(X[:5])),
        "degree=3,interaction_only=true": rows(
            preprocessing.PolynomialFeatures(degree=3, interaction_only=True).fit_transform(X[:5])
        ),
        "degree=3,min_degree=2,include_bias=false": rows(
            preprocessing.PolynomialFeatures(degree=(2, 3), include_bias=False).fit_transform(X[:5])
        ),
    },
    "spline_features": {
        f"knots={knots},degree={degree},extrapolation={extrapolation}": rows(
            preprocessing.SplineTransformer(knots=knots, degree=degree, extrapolation=extrapolation).fit(X[:20]).transform(X)
        )
        for knots in ["uniform", "quantile"]
        for degree in [1, 3]
        for extrapolation in ["constant", "linear", "continue", "periodic"]
        if not (knots == "quantile" and extrapolation == "periodic")
        # scikit-learn 1.9 raises the degree by one from feature to feature here, so that its splines do not add up to 1.
        if not (degree == 1 and extrapolation == "linear")
    },
    "power": {method: power(method) for method in ["yeo_johnson", "box_cox"]},
    "sequence": sequence,
    "lags": {"lags=[1,3],columns=mpg+hp,order=wt,group=cyl": lagged([1, 3], ["mpg", "hp"], "wt", "cyl")},
    "rolling_windows": {
        f"window={window},statistics={'+'.join(STATISTICS)},columns=mpg+hp,order=wt,group=cyl,include_current={str(current).lower()}": rolled(
            window, STATISTICS, ["mpg", "hp"], "wt", "cyl", current
        )
        for window in [2, 4]
        for current in [False, True]
    },
}
hasher = feature_extraction.FeatureHasher(n_features=16)
records = [{name: value for name, value in zip(categories, row)} for row in C]
out["feature_hashing"] = {"n_features=16": rows(hasher.transform(records))}
(HERE / "transformers.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")
