"""From raw documents to a naive Bayes of their words."""

import numpy as np
from report import quality_bar, time_bar

CLASSES = 4
TEST_DOCUMENTS = 4000
# A word is as frequent as one over its rank to this power.
ZIPF = 1.05

TITLE = "Count the words of documents, and fit multinomial naive Bayes to the counts."
QUALITY = "accuracy"
SHAPES = {
    "full": {"documents": 20_000, "words": 50_000},
    "small": {"documents": 2000, "words": 50_000},
}


def make(folder, seed, documents, words):
    draw = np.random.default_rng(seed)
    vocabulary = np.array(sorted({_word(draw) for _ in range(words)}))
    draw.shuffle(vocabulary)
    ranks = np.arange(1, len(vocabulary) + 1)
    y = draw.integers(CLASSES, size=documents + TEST_DOCUMENTS)
    lengths = draw.poisson(200, size=len(y))
    texts = [""] * len(y)
    for at in range(CLASSES):
        # Every class likes some words more than others do.
        weights = ranks ** -ZIPF * draw.lognormal(sigma=0.25, size=len(ranks))
        of_class = np.flatnonzero(y == at)
        drawn = draw.choice(vocabulary, size=lengths[of_class].sum(), p=weights / weights.sum())
        for document, some in zip(of_class, np.split(drawn, lengths[of_class].cumsum()[:-1]), strict=True):
            texts[document] = _sentences(some)
    (folder / "texts.txt").write_text("\n".join(texts[:documents]))
    (folder / "test_texts.txt").write_text("\n".join(texts[documents:]))
    np.save(folder / "y.npy", y[:documents])
    np.save(folder / "test_y.npy", y[documents:])


def _word(draw):
    """One to four syllables and a consonant."""
    letters = lambda some: some[draw.integers(len(some))]  # noqa: E731
    syllables = (letters("bcdfghklmnprstvwz") + letters("aeiou") for _ in range(draw.integers(1, 5)))
    return "".join(syllables) + letters("nrst")


def _sentences(words):
    """A dozen words each, with a capital and a full stop."""
    parts = (" ".join(words[first : first + 12]) for first in range(0, len(words), 12))
    return " ".join(f"{part.capitalize()}." for part in parts)


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports both and makes them."""

    def peer(folder):
        texts, test_texts = ((folder / f"{name}.txt").read_text().split("\n") for name in ("texts", "test_texts"))
        y, test_y = np.load(folder / "y.npy"), np.load(folder / "test_y.npy")

        def learn(texts, y):
            counter, model = create()
            return counter, model.fit(counter.fit_transform(texts), y)

        def accuracy(learned):
            counter, model = learned
            return float(np.mean(model.predict(counter.transform(test_texts)) == test_y))

        learn(texts[:100], y[:100])  # imports are not timed
        return lambda: learn(texts, y), accuracy

    return peer


def hornbook():
    from hornbook import MultinomialNB
    from hornbook.text import CountVectorizer

    from ._threads import THREADS

    return CountVectorizer(n_jobs=THREADS), MultinomialNB(n_jobs=THREADS)


def scikit_learn():
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB

    return CountVectorizer(), MultinomialNB()


PEERS = {"hornbook": estimator(hornbook), "scikit-learn": estimator(scikit_learn)}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.3),
        quality_bar(results, "hornbook", "scikit-learn", 0.0001),
    ]
