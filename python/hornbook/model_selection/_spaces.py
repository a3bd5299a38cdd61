"""What a search tries of each parameter."""

from __future__ import annotations

from collections.abc import Mapping

# Whether a distribution of scipy's is by magnitude, and whether of integers.
_RANGES = {"uniform": (False, False), "loguniform": (True, False), "reciprocal": (True, False), "randint": (False, True)}


def listed(name, values):
    """Values to try, one by one."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise ValueError(f"{name} is to be searched in {values!r}; give a list of values")
    values = list(values)
    if not values:
        raise ValueError(f"{name} is to be searched in an empty list; give at least one value")
    return values


def ranged(name, values):
    """Values to try, one by one or between the ends of a distribution."""
    if not hasattr(values, "rvs"):
        return listed(name, values)
    kind = getattr(getattr(values, "dist", None), "name", type(values).__name__)
    if kind not in _RANGES:
        raise ValueError(
            f"{name} is to be drawn from '{kind}'; give scipy's uniform, loguniform or randint, or a list of values"
        )
    low, high = values.support()
    return (float(low), float(high), *_RANGES[kind])


def space_of(given, argument, read):
    """The parameters in order, and what is tried of each as `read` has it."""
    if not isinstance(given, Mapping) or not given:
        raise ValueError(f"{argument} must be one dict of parameters and what to try of each")
    return [(str(name), read(name, given[name])) for name in sorted(given)]
