"""scikit-learn's scalers and encoders on data/mtcars.csv and data/restaurant.csv: python encoding.py > encoding.json

Levels are in alphabetical order, here and there.
"""

import csv
import json
from pathlib import Path

import numpy as np
from sklearn.preprocessing import (
    MaxAbsScaler,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)

DATA = Path(__file__).resolve().parents[4] / "data"
with open(DATA / "mtcars.csv") as file:
    cars = list(csv.DictReader(file))
NUMBERS = ["mpg", "disp", "hp", "wt", "qsec", "vs"]
x = np.array([[float(car[name]) for name in NUMBERS] for car in cars])
# The first seven cars count twice, for the scaler that takes weights.
weights = np.where(np.arange(len(x)) < 7, 2.0, 1.0)
scalers = {
    "standard": StandardScaler(),
    "standard_without_mean": StandardScaler(with_mean=False),
    "standard_without_std": StandardScaler(with_std=False),
    "min_max": MinMaxScaler(),
    "min_max_of_a_range": MinMaxScaler((-3, 7)),
    "max_abs": MaxAbsScaler(),
    "robust": RobustScaler(),
    "robust_of_deciles": RobustScaler(quantile_range=(10, 90), unit_variance=True),
    "robust_without_centering": RobustScaler(with_centering=False),
}
scaled = {name: scaler.fit_transform(x).tolist() for name, scaler in scalers.items()}
scaled["standard_weighted"] = StandardScaler().fit(x, sample_weight=weights).transform(x).tolist()

with open(DATA / "restaurant.csv") as file:
    guests = list(csv.DictReader(file))
CATEGORIES = ["Patrons", "Price", "Type", "WaitEstimate"]
z = np.array([[guest[name] for name in CATEGORIES] for guest in guests], dtype=object)
encoded = {
    "one_hot": OneHotEncoder(sparse_output=False),
    "dummy": OneHotEncoder(drop="first", sparse_output=False),
    "ordinal": OrdinalEncoder(),
}
encoded = {name: encoder.fit_transform(z).tolist() for name, encoder in encoded.items()}
print(json.dumps({"numbers": NUMBERS, "scaled": scaled, "categories": CATEGORIES, "encoded": encoded}))
