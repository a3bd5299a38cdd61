"""Feature scaling, encoding, binning and other transforms by scikit-learn's names, on native transformers."""

from __future__ import annotations

from sklearn.preprocessing import LabelBinarizer, LabelEncoder, MultiLabelBinarizer

from ._encoders import OneHotEncoder, OrdinalEncoder, TargetEncoder
from ._function import FunctionTransformer
from ._numbers import (
    Binarizer,
    KBinsDiscretizer,
    Normalizer,
    PolynomialFeatures,
    PowerTransformer,
    QuantileTransformer,
    SplineTransformer,
)
from ._scaling import MaxAbsScaler, MinMaxScaler, RobustScaler, StandardScaler

__all__ = [
    "Binarizer",
    "FunctionTransformer",
    "KBinsDiscretizer",
    "LabelBinarizer",
    "LabelEncoder",
    "MaxAbsScaler",
    "MinMaxScaler",
    "MultiLabelBinarizer",
    "Normalizer",
    "OneHotEncoder",
    "OrdinalEncoder",
    "PolynomialFeatures",
    "PowerTransformer",
    "QuantileTransformer",
    "RobustScaler",
    "SplineTransformer",
    "StandardScaler",
    "TargetEncoder",
]
