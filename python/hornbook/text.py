"""Documents as rows of numbers, by the names and parameters of scikit-learn."""

from __future__ import annotations

import json

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.exceptions import NotFittedError

from ._arguments import threads
from ._hornbook import vectorize

__all__ = ["CountVectorizer", "HashingVectorizer", "TfidfVectorizer"]


class _Vectorizer(TransformerMixin, BaseEstimator):
    """The base of vectorizers."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.target_tags.required = False
        return tags

    def fit(self, raw_documents, y=None):
        """Learn from documents which words there are.

        Parameters
        ----------
        raw_documents : iterable of str
            The documents.
        y : None
            Not looked at.

        Returns
        -------
        self
        """
        self.fit_transform(raw_documents)
        return self

    def fit_transform(self, raw_documents, y=None):
        """Learn from documents which words there are, and turn them into rows.

        Parameters
        ----------
        raw_documents : iterable of str
            The documents.
        y : None
            Not looked at.

        Returns
        -------
        sparse matrix of shape (n_samples, n_features)
        """
        documents = _documents(raw_documents)
        self._fitted, rows = vectorize(documents, json.dumps(self._settings()), threads(self.n_jobs))
        return _matrix(rows, len(documents))

    def transform(self, raw_documents):
        """Turn documents into rows. Words that `fit` did not see are left out.

        Parameters
        ----------
        raw_documents : iterable of str
            The documents.

        Returns
        -------
        sparse matrix of shape (n_samples, n_features)
        """
        documents = _documents(raw_documents)
        return _matrix(self._known().apply(documents, threads(self.n_jobs)), len(documents))

    def _known(self):
        if not hasattr(self, "_fitted"):
            raise NotFittedError(f"this {type(self).__name__} has not seen documents yet: call fit first")
        return self._fitted

    def _settings(self):
        stop_words = self.stop_words
        if isinstance(stop_words, str):
            raise ValueError("stop_words is a list of words, or None")
        shortest, longest = self.ngram_range
        settings = {"max_features": None, "min_df": 1, "max_df": 1.0, "sublinear_tf": False, "use_idf": False}
        settings |= {"smooth_idf": True, "norm": None, "n_features": None, "alternate_sign": False}
        settings |= {"analyzer": self.analyzer, "lowercase": self.lowercase, "binary": self.binary}
        settings |= {"shortest": shortest, "longest": longest, "stop_words": sorted(stop_words or [])}
        own = set(settings) & set(self.get_params())
        return settings | {name: getattr(self, name) for name in own - {"analyzer", "stop_words"}}


class _Words(_Vectorizer):
    """The base of vectorizers that keep a vocabulary."""

    @property
    def vocabulary_(self):
        """The column of each word."""
        return {word: column for column, word in enumerate(self._known().words())}

    def get_feature_names_out(self, input_features=None):
        """Give the word of each column.

        Parameters
        ----------
        input_features : None
            Not looked at.

        Returns
        -------
        ndarray of str
        """
        return np.array(self._known().words(), dtype=object)


class CountVectorizer(_Words):
    """How often each word stands in each document.

    Parameters
    ----------
    lowercase : bool, default=True
        Whether capitals are made small.
    stop_words : list of str, default=None
        Words that are left out.
    ngram_range : (int, int), default=(1, 1)
        The fewest and the most neighboring words that are taken together.
    analyzer : {"word", "char", "char_wb"}, default="word"
        Whether grams are of words, of characters, or of the characters of one word.
    max_df : int or float, default=1.0
        Words in more documents are left out: so many, or a fraction of all.
    min_df : int or float, default=1
        Words in fewer documents are left out: so many, or a fraction of all.
    max_features : int, default=None
        At most so many words, the most frequent.
    binary : bool, default=False
        Whether counts above 1 are 1.
    n_jobs : int, default=None
        How many threads to use; None and -1 stand for all cores.

    Examples
    --------
    >>> from hornbook.text import CountVectorizer
    >>> CountVectorizer().fit_transform(["ball goal ball", "goal team"]).toarray().tolist()
    [[2.0, 1.0, 0.0], [0.0, 1.0, 1.0]]
    """

    def __init__(
        self,
        *,
        lowercase=True,
        stop_words=None,
        ngram_range=(1, 1),
        analyzer="word",
        max_df=1.0,
        min_df=1,
        max_features=None,
        binary=False,
        n_jobs=None,
    ):
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.max_df = max_df
        self.min_df = min_df
        self.max_features = max_features
        self.binary = binary
        self.n_jobs = n_jobs


class TfidfVectorizer(_Words):
    """How often each word stands in each document, times how rare it is among documents.

    Parameters
    ----------
    lowercase, stop_words, ngram_range, analyzer, max_df, min_df, max_features, binary, n_jobs
        As in `CountVectorizer`.
    norm : {"l1", "l2"} or None, default="l2"
        The length to which rows are brought.
    use_idf : bool, default=True
        Whether counts are multiplied by how rare their word is.
    smooth_idf : bool, default=True
        Whether there is one document more, which holds every word.
    sublinear_tf : bool, default=False
        Whether the logarithm of a count is taken, plus one.

    Examples
    --------
    >>> from hornbook.text import TfidfVectorizer
    >>> TfidfVectorizer().fit_transform(["ball goal ball", "goal team"]).shape
    (2, 3)
    """

    def __init__(
        self,
        *,
        lowercase=True,
        stop_words=None,
        ngram_range=(1, 1),
        analyzer="word",
        max_df=1.0,
        min_df=1,
        max_features=None,
        binary=False,
        norm="l2",
        use_idf=True,
        smooth_idf=True,
        sublinear_tf=False,
        n_jobs=None,
    ):
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.max_df = max_df
        self.min_df = min_df
        self.max_features = max_features
        self.binary = binary
        self.norm = norm
        self.use_idf = use_idf
        self.smooth_idf = smooth_idf
        self.sublinear_tf = sublinear_tf
        self.n_jobs = n_jobs

    @property
    def idf_(self):
        """Inverse document frequency of each word: how rare it is among the documents."""
        return self._known().idf()


class HashingVectorizer(_Vectorizer):
    """Words as columns by a hash, so that none need be remembered.

    Parameters
    ----------
    lowercase, stop_words, ngram_range, analyzer, binary, n_jobs
        As in `CountVectorizer`.
    n_features : int, default=1048576
        How many columns there are.
    norm : {"l1", "l2"} or None, default="l2"
        The length to which rows are brought.
    alternate_sign : bool, default=True
        Whether some words count negatively, so that words that share a column cancel out on average.

    Examples
    --------
    >>> from hornbook.text import HashingVectorizer
    >>> HashingVectorizer(n_features=8).transform(["ball goal"]).shape
    (1, 8)
    """

    def __init__(
        self,
        *,
        lowercase=True,
        stop_words=None,
        ngram_range=(1, 1),
        analyzer="word",
        n_features=2**20,
        binary=False,
        norm="l2",
        alternate_sign=True,
        n_jobs=None,
    ):
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.n_features = n_features
        self.binary = binary
        self.norm = norm
        self.alternate_sign = alternate_sign
        self.n_jobs = n_jobs

    def transform(self, raw_documents):
        """Turn documents into rows; nothing need be learned before.

        Parameters
        ----------
        raw_documents : iterable of str
            The documents.

        Returns
        -------
        sparse matrix of shape (n_samples, n_features)
        """
        return self.fit_transform(raw_documents)


def _documents(raw_documents):
    if isinstance(raw_documents, str):
        raise ValueError("Iterable over raw text documents expected, string object received.")
    documents = list(raw_documents)
    for one in documents:
        if not isinstance(one, str):
            raise ValueError(f"documents are strings, and {one!r} is not one; fill in what is missing with ''")
    return documents


def _matrix(parts, rows):
    starts, indices, values, columns = parts
    return sparse.csr_array((values, indices.astype(np.int32), starts), shape=(rows, columns))
