"""Writes text.json: what scikit-learn's vectorizers make of a few documents."""

import json
from pathlib import Path

from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer

DOCUMENTS = [
    "The ball went over the goal: a GOAL!",
    "Team play wins; the team's goal is to play_on.",
    "",
    "Code with a bug, code without tests. 42 bugs",
    "Übung macht den Meister — café, naïve, straße",
    "ball ball ball code",
]
CASES = {
    "counts": CountVectorizer(),
    "pairs": CountVectorizer(ngram_range=(1, 2), stop_words=["the", "with"]),
    "limits": CountVectorizer(min_df=2, max_df=0.5),
    "most": CountVectorizer(max_features=4),
    "binary": CountVectorizer(binary=True, lowercase=False),
    "characters": CountVectorizer(analyzer="char", ngram_range=(2, 3), min_df=2),
    "within words": CountVectorizer(analyzer="char_wb", ngram_range=(3, 5), min_df=2),
    "tf-idf": TfidfVectorizer(),
    "sublinear": TfidfVectorizer(sublinear_tf=True, norm="l1", smooth_idf=False),
    "hashed": HashingVectorizer(n_features=16, norm=None),
    "hashed without signs": HashingVectorizer(n_features=8, norm="l2", alternate_sign=False),
}


def found(vectorizer):
    rows = vectorizer.fit_transform(DOCUMENTS).toarray().tolist()
    words = list(vectorizer.get_feature_names_out()) if hasattr(vectorizer, "vocabulary_") else None
    return {"rows": rows, "words": words}


answers = {name: found(vectorizer) for name, vectorizer in CASES.items()}
Path(__file__).with_name("text.json").write_text(
    json.dumps({"documents": DOCUMENTS, "cases": answers}, ensure_ascii=False) + "\n"
)
