"""A function of one's own as a transformer, by scikit-learn's name."""

from __future__ import annotations

from sklearn import preprocessing


class FunctionTransformer(preprocessing.FunctionTransformer):
    """A function of an array as a transformer, with an inverse if there is one.

    scikit-learn's own, for its pipelines and column transformers: a Python function cannot stand in a native pipeline or in a model
    file. `hornbook.Function` is a formula that can.

    Parameters
    ----------
    func : callable, default=None
        What makes the transformed rows of the rows; None leaves them as they are.
    inverse_func : callable, default=None
        What makes the rows of transformed rows.
    validate : bool, default=False
        Check that the rows are an array of numbers.
    accept_sparse : bool, default=False
        Whether the functions take sparse matrices.
    check_inverse : bool, default=True
        Check in `fit` that the inverse leads back.
    feature_names_out : callable or "one-to-one" or None, default=None
        How `get_feature_names_out` names the columns.
    kw_args : dict, default=None
        More arguments for `func`.
    inv_kw_args : dict, default=None
        More arguments for `inverse_func`.

    Attributes
    ----------
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.

    Examples
    --------
    >>> import numpy as np
    >>> from hornbook.preprocessing import FunctionTransformer
    >>> FunctionTransformer(np.sqrt).fit_transform([[4.0, 9.0]]).tolist()
    [[2.0, 3.0]]
    """

    def save(self, path):
        """Refuse, with a sentence: a Python function cannot be kept in a model file.

        Parameters
        ----------
        path : str or path-like
            Where it would have been written.
        """
        raise TypeError(
            f"the function {self.func!r} of Python cannot be kept in a model file; write it as a formula, like "
            "hornbook.Function(formula='ln(x + 1)'), or keep the estimator with pickle"
        )
