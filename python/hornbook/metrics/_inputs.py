"""What the measures accept: labels of any type as codes, numbers and weights as contiguous arrays."""

from __future__ import annotations

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import UndefinedMetricWarning

from .._hornbook import encode


def warn_undefined(sentence, depth=1):
    """Say that a metric is undefined, at the line that called the public function, `depth` functions up."""
    warnings.warn(sentence, UndefinedMetricWarning, stacklevel=depth + 2)


def column(values, name):
    """One number a row."""
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{name} has {array.ndim} dimensions; give one number a row")
    return np.ascontiguousarray(array, dtype=np.float64)


def matrix(values, name):
    """A row of numbers a row."""
    array = np.asarray(values.toarray() if sparse.issparse(values) else values)
    if array.ndim != 2:
        raise ValueError(f"{name} has {array.ndim} dimensions; give a row of numbers for each row")
    return np.ascontiguousarray(array, dtype=np.float64)


def weights(sample_weight):
    """Weights, if there are any."""
    return None if sample_weight is None else column(sample_weight, "sample_weight")


def is_multilabel(y):
    """Whether y is a matrix, a column a label."""
    return sparse.issparse(y) or (getattr(y, "ndim", None) or np.ndim(y)) == 2 and np.shape(y)[1] > 1


def truth_matrix(y, name):
    """A matrix of truth values, a column a label."""
    array = np.asarray(y.toarray() if sparse.issparse(y) else y)
    if array.ndim != 2:
        raise ValueError(f"{name} has {array.ndim} dimensions; give a column for each label")
    if array.dtype != bool and not np.isin(array, (0, 1)).all():
        raise ValueError(f"{name} holds other numbers than 0 and 1; a column a label says whether a row has it")
    return np.ascontiguousarray(array, dtype=bool)


def codes(*lists, labels=None):
    """The labels that occur in any of the lists or are given, sorted, and the codes of each list."""
    arrays = [_labels(y) for y in lists]
    if labels is not None:
        arrays.append(_labels(labels))
    if len({"text" if array.dtype.kind in "OUS" else "number" for array in arrays}) > 1:
        raise ValueError("the labels are numbers in one place and text in another; use one kind")
    kept, coded = _coded(arrays)
    return kept, coded[: len(lists)]


def _coded(arrays):
    if all(array.dtype.kind in "biuf" for array in arrays):
        found = encode([_whole(array) for array in arrays])
        if found is not None:
            return found[0].astype(np.result_type(*arrays)), found[1]
    kept, inverse = np.unique(np.concatenate(arrays), return_inverse=True)
    ends = np.cumsum([len(array) for array in arrays])[:-1]
    return kept, np.split(inverse.astype(np.uint32), ends)


def _labels(y):
    array = np.asarray(y)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"the labels have {array.ndim} dimensions; give one label a row")
    if array.dtype.kind == "O" and len(array) and all(isinstance(label, (bool, np.bool_)) for label in array):
        return array.astype(bool)
    if array.dtype.kind in "Mm" or array.dtype.kind == "c":
        raise ValueError(f"labels of type {array.dtype} are not supported; give integers, booleans or text")
    return array


def _whole(array):
    if array.dtype.kind == "f":
        if not np.all(array == np.floor(array)) or not np.all(np.abs(array) < 2.0**62):
            raise ValueError("the labels are not integers, so they name no classes; is this a regression?")
    elif array.dtype == np.uint64 and len(array) and array.max() > np.iinfo(np.int64).max:
        raise ValueError("a label is larger than 64 bits with a sign hold; give smaller ones, or text")
    return np.ascontiguousarray(array, dtype=np.int64)


def index_of(label, kept):
    """The code of a label; that of none of them if it is not there."""
    known = kept.tolist()
    return known.index(label) if label in known else len(known)


def positive_rows(y, pos_label, *, greatest=False):
    """Which rows are of the positive class. Without a name for it, it is 1 among 0 and 1, or −1 and 1; with
    `greatest`, the greatest of numbers."""
    kept, (coded,) = codes(y)
    if len(kept) > 2 and pos_label is None:
        raise ValueError(f"there are {len(kept)} classes; name the positive one in pos_label, or give two classes")
    if pos_label is None:
        numbers = kept.dtype.kind not in "OUS"
        if numbers and (set(kept.tolist()) <= {0, 1} or set(kept.tolist()) <= {-1, 1}):
            pos_label = 1
        elif numbers and greatest:
            pos_label = kept[-1]
        else:
            raise ValueError(f"the classes are {kept.tolist()}; name the positive one in pos_label")
    return coded == index_of(pos_label, kept)


def same_rows(*lists):
    """Refuses lists of different lengths."""
    lengths = {np.shape(values)[0] for values in lists if values is not None}
    if len(lengths) > 1:
        raise ValueError(f"the inputs have different numbers of rows: {sorted(lengths)}")
