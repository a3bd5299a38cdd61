"""Documents as rows: the same numbers as scikit-learn's vectorizers, and text columns of frames."""

import numpy as np
import pandas as pd
import pytest
from hornbook import BagOfWords, MultinomialNB, pipeline
from hornbook.text import CountVectorizer, HashingVectorizer, TfidfVectorizer
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import text as reference
from sklearn.pipeline import make_pipeline

DOCUMENTS = ["The ball went over the goal", "Team play wins", "", "Code with a bug, code; Übung café", "ball ball code"]
KINDS = [
    (CountVectorizer, reference.CountVectorizer, {}),
    (CountVectorizer, reference.CountVectorizer, {"ngram_range": (1, 2), "stop_words": ["the"], "binary": True}),
    (CountVectorizer, reference.CountVectorizer, {"analyzer": "char_wb", "ngram_range": (2, 4), "min_df": 2}),
    (TfidfVectorizer, reference.TfidfVectorizer, {"max_df": 0.5, "lowercase": False}),
    (TfidfVectorizer, reference.TfidfVectorizer, {"sublinear_tf": True, "norm": "l1", "smooth_idf": False}),
    (HashingVectorizer, reference.HashingVectorizer, {"n_features": 32}),
    (HashingVectorizer, reference.HashingVectorizer, {"n_features": 7, "alternate_sign": False, "norm": None}),
]


@pytest.mark.parametrize(("ours", "theirs", "settings"), KINDS)
def test_rows_are_those_of_scikit_learn(ours, theirs, settings):
    found, expected = ours(**settings), theirs(**settings)
    np.testing.assert_allclose(
        found.fit_transform(DOCUMENTS).toarray(), expected.fit_transform(DOCUMENTS).toarray(), atol=1e-12
    )
    new = ["a new ball for the team", "nothing known"]
    np.testing.assert_allclose(found.transform(new).toarray(), expected.transform(new).toarray(), atol=1e-12)
    if hasattr(expected, "vocabulary_"):
        assert found.vocabulary_ == expected.vocabulary_
        assert list(found.get_feature_names_out()) == list(expected.get_feature_names_out())
    assert clone(found).get_params() == found.get_params()


def test_rarities():
    ours, theirs = TfidfVectorizer().fit(DOCUMENTS), reference.TfidfVectorizer().fit(DOCUMENTS)
    np.testing.assert_allclose(ours.idf_, theirs.idf_, rtol=1e-14)


def test_words_of_sport_and_technology():
    documents, classes = ["ball goal ball", "goal team", "code bug code team"], ["sport", "sport", "tech"]
    bayes = make_pipeline(CountVectorizer(), MultinomialNB()).fit(documents, classes)
    np.testing.assert_allclose(np.exp(bayes[-1].feature_log_prob_[0]), [0.3, 0.1, 0.1, 0.3, 0.2])
    frame = pd.DataFrame({"document": documents})
    words = pipeline.make_pipeline(BagOfWords(), MultinomialNB(random_state=0)).fit(frame, classes)
    np.testing.assert_allclose(words.predict_proba(frame), bayes.predict_proba(documents), rtol=1e-12)
    assert words.predict(pd.DataFrame({"document": ["a ball game"]})).tolist() == ["sport"]


def test_what_is_no_document():
    with pytest.raises(ValueError, match="string object received"):
        CountVectorizer().fit("one string")
    with pytest.raises(ValueError, match="None is not one"):
        CountVectorizer().fit(["ball", None])
    with pytest.raises(ValueError, match="no words"):
        CountVectorizer().fit(["", "?"])
    with pytest.raises(NotFittedError):
        CountVectorizer().transform(["ball"])
    with pytest.raises(ValueError, match="list of words"):
        CountVectorizer(stop_words="english").fit(["ball"])
