"""What the functions of `compute` stand on: arguments to JSON, and the result."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ._arguments import seed_or_zero
from ._hornbook import compute as _native


class ComputeResult(Mapping):
    """What a computation found.

    The results are attributes and items; `print` shows what `hornbook compute` prints.

    Attributes
    ----------
    steps : list of str
        The steps of the derivation, where the textbook shows them.
    text : str
        The result in words.
    """

    def __init__(self, results: dict[str, Any], text: str, steps: list[str]) -> None:
        self._results = results
        self.text = text
        self.steps = steps

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._results:
            known = ", ".join(self.__dict__.get("_results", {}))
            raise AttributeError(f"there is no result '{name}'; there are {known}")
        return self._results[name]

    def __getitem__(self, name: str) -> Any:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._results]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text.rstrip()


def compute_tool(name: str, given: dict[str, Any]) -> ComputeResult:
    """Runs the tool of this name with the arguments of its function; what is None is left to its default."""
    random_state = given.pop("random_state", None)
    n_jobs = given.pop("n_jobs", None)
    with tempfile.TemporaryDirectory() as folder:
        arguments = {
            key: _plain(value, key, Path(folder)) for key, value in given.items() if value is not None
        }
        seed = seed_or_zero(random_state)
        results, text, steps = _native(name, _as_json(name, arguments), seed, n_jobs)
    return ComputeResult(_with_infinities(json.loads(results)), text, steps)


def _as_json(name: str, arguments: Mapping[str, Any]) -> str:
    parts = []
    for key, value in arguments.items():
        try:
            parts.append(f"{json.dumps(key)}: {json.dumps(value, allow_nan=False)}")
        except ValueError:
            raise ValueError(
                f"{name}: argument '{key}' holds a missing value or one that is not finite; leave those out, as with .dropna()"
            ) from None
    return "{" + ", ".join(parts) + "}"


def _plain(value: Any, name: str, folder: Path) -> Any:
    """A value of Python's, numpy's or pandas' as JSON has it."""
    if hasattr(value, "predict") or hasattr(value, "fit"):
        if name != "model":
            return {"learner": value._learner, "parameters": value._native_parameters()}
        # The library reads models from files.
        path = folder / "model.hornbook"
        value.save(path)
        return str(path)
    if isinstance(value, Path):
        return str(value)
    if name == "table" and not isinstance(value, str):
        return {str(column): _cells(value[column]) for column in _columns(value)}
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(one, name, folder) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one, name, folder) for one in value]
    return value


def _columns(table: Any) -> Any:
    for attribute in ("columns", "column_names"):
        if hasattr(table, attribute):
            return getattr(table, attribute)
    return table


def _cells(column: Any) -> list[Any]:
    """The values of a column, with None for what is missing."""
    for method in ("to_pylist", "tolist", "to_list"):
        if hasattr(column, method):
            column = getattr(column, method)()
            break
    return [None if isinstance(cell, float) and math.isnan(cell) else cell for cell in column]


def _with_infinities(value: Any) -> Any:
    """JSON has no infinite numbers: they are texts there."""
    if isinstance(value, dict):
        return {key: _with_infinities(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_infinities(one) for one in value]
    if value in ("Infinity", "-Infinity"):
        return float(value)
    return value
