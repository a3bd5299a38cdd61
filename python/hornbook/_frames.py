"""Data frames: those with more columns than a model needs, and those whose cells hold images, as Arrow takes them."""

from __future__ import annotations

import numpy as np


def columns_by_name(X, names):
    """The columns of a frame that go by these names, where it has all of them and others, too; else what was given."""
    given = getattr(X, "columns", getattr(X, "column_names", ()))
    if not hasattr(X, "__arrow_c_stream__") or not set(names) < {str(name) for name in given}:
        return X
    if hasattr(X, "loc"):
        return X[list(names)]
    return X.select(list(names)) if hasattr(X, "select") else X


def with_tensors(frame):
    """A pandas frame, or an Arrow table in which its columns of images (PIL or numpy) are tensors of a fixed shape."""
    images = {name: pixels for name, column in frame.items() if (pixels := _pixels(name, column)) is not None}
    if not images:
        return frame
    import pyarrow as pa

    columns = {
        name: pa.FixedShapeTensorArray.from_numpy_ndarray(np.ascontiguousarray(images[name]))
        if name in images
        else pa.array(column, from_pandas=True)
        for name, column in frame.items()
    }
    return pa.table(columns)


def _pixels(name, column):
    """The images of a column as one array, if it holds images."""
    if column.dtype != object or not len(column) or not _is_image(column.iloc[0]):
        return None
    pixels = [np.asarray(cell) for cell in column]
    for row, image in enumerate(pixels):
        if image.ndim not in (2, 3) or image.dtype.kind not in "biuf":
            raise ValueError(f"column {name!r} has images, and row {row + 1} has none: give every row an image")
        if image.shape != pixels[0].shape:
            raise ValueError(
                f"column {name!r} has an image of {image.shape} in row {row + 1} and one of {pixels[0].shape} in row 1: "
                "bring all images to one size and one number of channels"
            )
    stacked = np.stack(pixels)
    return stacked if stacked.dtype == np.uint8 else stacked.astype(np.float32)


def _is_image(cell):
    """Whether a cell is an image of PIL, or an array of two or three dimensions."""
    return hasattr(cell, "__array_interface__") and np.asarray(cell).ndim in (2, 3)
