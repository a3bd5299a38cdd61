"""Feature scaling and encoding by scikit-learn's names, on native transformers."""

from __future__ import annotations

from ._scaling import MaxAbsScaler, MinMaxScaler, RobustScaler, StandardScaler

__all__ = ["MaxAbsScaler", "MinMaxScaler", "RobustScaler", "StandardScaler"]
