"""What peers of logistic regression share: the L2 penalty is half the squared coefficients, and C is 1."""

import numpy as np


def objective(model, x, y):
    """The objective that everybody minimizes: the mean loss of a row with its part of the penalty."""
    weights = np.ravel(model.coef_)
    intercept = np.ravel(model.intercept_)[0] if np.size(getattr(model, "intercept_", ())) else 0.0
    scores = np.ravel(x @ weights) + intercept
    sides = np.where(y > 0, 1.0, -1.0)
    return float(np.logaddexp(0, -sides * scores).mean() + 0.5 * weights @ weights / len(y))


def estimator(create, load, prepare=lambda x: x):
    """A peer with scikit-learn's interface; `create` imports and makes it, `load` gives x and y."""

    def peer(folder):
        x, y = load(folder)
        given = prepare(x)
        create().fit(given[:1000], y[:1000])  # imports are not timed
        return lambda: create().fit(given, y), lambda model: objective(model, x, y)

    return peer


def hornbook():
    from hornbook import LogisticRegression

    from ._threads import THREADS

    return LogisticRegression(n_jobs=THREADS)


def scikit_learn(solver):
    def create():
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(solver=solver, max_iter=1000)

    return create


def intelex():
    from sklearnex.linear_model import LogisticRegression

    return LogisticRegression(max_iter=1000)


def snapml():
    from snapml import LogisticRegression

    from ._threads import THREADS

    return LogisticRegression(regularizer=1.0, fit_intercept=True, n_jobs=THREADS, max_iter=1000)
