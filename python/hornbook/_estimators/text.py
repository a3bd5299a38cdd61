"""The estimators of the family `text`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._documentation import documented
from .._transformer import TransformerEstimator


@documented
class BagOfWords(TransformerEstimator):
    """Bag-of-words text features: tokenization, n-grams, counts or TF-IDF (document-term
    matrix).

    Vectorizes the text columns into a sparse document-term matrix over a vocabulary fitted on the training
    data, or by feature hashing; a transformer for a pipeline, like CountVectorizer and TfidfVectorizer:
    `pipeline(bag-of-words, multinomial-naive-bayes)`. Other features are passed through beside the counts.
    Out-of-vocabulary words are ignored when predicting.

    Natively handles: numeric features, categorical features (no encoding needed), text, missing values (no imputation needed), sample weights.

    Also called: bow, tf-idf, tfidf, text vectorizer.

    Parameters
    ----------
    analyzer : {"word", "char", "char_wb"}, default="word"
        Tokenization: word or character n-grams.

        - "word": Word tokens of two or more letters, digits or underscores.
        - "char": Character n-grams, across spaces.
        - "char_wb": Character n-grams within word boundaries, padded with a space.
    ngram_min : int, default=1
        Minimum n of the n-gram range.
        At least 1 and at most 20.
    ngram_max : int, default=1
        Maximum n of the n-gram range: 2 adds bigrams (pairs of neighboring tokens).
        At least 1 and at most 20.
    lowercase : bool, default=True
        Convert to lowercase before tokenization.
    stop_words : str or None, default=None
        Stop words: words to leave out, with spaces or commas between.
    min_df : int | float, default=1
        Minimum document frequency: words in fewer documents are left out; a count, or a fraction with a
        point.
    max_df : int | float, default=1.0
        Maximum document frequency: words in more documents are left out; a count, or a fraction with a point.
    max_features : int or None, default=None
        Maximum vocabulary size: the most frequent words are kept; none keeps all.
        At least 1.
    weighting : {"counts", "binary", "tf_idf"}, default="counts"
        Term weighting: counts, binary or TF-IDF.

        - "counts": Term frequency: how often the word occurs in the document.
        - "binary": 1 if the word occurs in the document, else 0.
        - "tf_idf": TF-IDF: term frequency × inverse document frequency, rows L2-normalized.
    sublinear_tf : bool, default=False
        Sublinear term frequency: 1 + log(count) instead of the count.
    hash_columns : int or None, default=None
        Feature hashing (hashing trick) into this many columns instead of a vocabulary; none keeps a
        vocabulary.
        At least 1 and at most 268435456.
    """

    __module__ = "hornbook"
    _learner = "bag-of-words"
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        analyzer: Literal["word", "char", "char_wb"] = "word",
        ngram_min: int = 1,
        ngram_max: int = 1,
        lowercase: bool = True,
        stop_words: str | None = None,
        min_df: int | float = 1,
        max_df: int | float = 1.0,
        max_features: int | None = None,
        weighting: Literal["counts", "binary", "tf_idf"] = "counts",
        sublinear_tf: bool = False,
        hash_columns: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.analyzer = analyzer
        self.ngram_min = ngram_min
        self.ngram_max = ngram_max
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.weighting = weighting
        self.sublinear_tf = sublinear_tf
        self.hash_columns = hash_columns
        self.random_state = random_state
        self.n_jobs = n_jobs
