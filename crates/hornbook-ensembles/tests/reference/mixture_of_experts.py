"""Makes mixture_of_experts.json: mixtures of linear experts by a plain EM, round by round.

Run with NumPy 2: python mixture_of_experts.py > mixture_of_experts.json
"""

import json

import numpy as np

rng = np.random.default_rng(12)
PRICE = 0.05


def softmax_regression(x, shares, weights):
    """The weights, a row a sum, that make the log-likelihood of shares less the price of the weights largest.

    Two shares have one sum, the log odds of the second; more have one each, whose constants sum to zero.
    """
    n, columns = x.shape
    k = shares.shape[1]
    outputs = 1 if k == 2 else k
    design = np.column_stack([x, np.ones(n)])
    price = np.full(columns + 1, PRICE)
    price[-1] = 0.0
    theta = np.zeros((outputs, columns + 1))

    def value(theta):
        return np.sum(weights * np.sum(shares * np.log(probabilities(x, theta)), axis=1)) - 0.5 * np.sum(price * theta**2)

    for _ in range(200):
        p = probabilities(x, theta)
        used_p, used_s = (p[:, 1:], shares[:, 1:]) if k == 2 else (p, shares)
        total = weights * shares.sum(axis=1)
        slope = ((weights[:, None] * used_s - total[:, None] * used_p).T @ design) - price * theta
        hessian = np.zeros((outputs * (columns + 1),) * 2)
        for a in range(outputs):
            for b in range(outputs):
                bend = total * used_p[:, a] * ((a == b) - used_p[:, b])
                block = design.T @ (bend[:, None] * design)
                if a == b:
                    block = block + np.diag(price)
                hessian[a * (columns + 1):(a + 1) * (columns + 1), b * (columns + 1):(b + 1) * (columns + 1)] = block
        step = np.linalg.lstsq(hessian, slope.ravel(), rcond=1e-12)[0].reshape(theta.shape)
        rate, here = 1.0, value(theta)
        while value(theta + rate * step) < here - 1e-9 and rate > 1e-6:
            rate /= 2
        theta = theta + rate * step
        if np.abs(step).max() < 1e-12:
            break
    return theta


def probabilities(x, theta):
    sums = np.column_stack([x, np.ones(len(x))]) @ theta.T
    if theta.shape[0] == 1:
        sums = np.column_stack([np.zeros(len(x)), sums])
    sums = np.exp(sums - sums.max(axis=1, keepdims=True))
    return sums / sums.sum(axis=1, keepdims=True)


def em(x, y, weights, doing, rounds, classes):
    design = np.column_stack([x, np.ones(len(x))])
    history = []
    for _ in range(rounds):
        gate = softmax_regression(x, doing, weights)
        price = 0.5 * PRICE * np.sum(gate[:, :-1] ** 2)
        logs = np.log(probabilities(x, gate))
        experts, noise = [], []
        for k in range(doing.shape[1]):
            own = weights * doing[:, k]
            if classes:
                theta = softmax_regression(x, np.eye(classes)[y], own)
                price += 0.5 * PRICE * np.sum(theta[:, :-1] ** 2)
                logs[:, k] += np.log(probabilities(x, theta)[np.arange(len(y)), y])
                experts.append(theta.tolist())
            else:
                root = np.sqrt(own)
                theta = np.linalg.lstsq(root[:, None] * design, root * y, rcond=None)[0]
                residuals = y - design @ theta
                sigma = np.sqrt(np.sum(own * residuals**2) / own.sum())
                logs[:, k] += -np.log(sigma) - 0.5 * np.log(2 * np.pi) - 0.5 * (residuals / sigma) ** 2
                experts.append([theta.tolist()])
                noise.append(sigma)
        top = logs.max(axis=1, keepdims=True)
        row = top[:, 0] + np.log(np.exp(logs - top).sum(axis=1))
        doing = np.exp(logs - row[:, None])
        history.append({
            "log_likelihood": float(weights @ row), "price": float(price),
            "shares": (weights @ doing / weights.sum()).tolist(),
        })
    return {"rounds": history, "gate": gate.tolist(), "experts": experts, "noise": noise}


def dealt(x, k):
    """At the start a row belongs to a third or a half of the first column for the most part."""
    edges = {2: [0.0], 3: [-0.5, 0.5]}[k]
    return 0.1 / k + 0.9 * np.eye(k)[np.digitize(x[:, 0], edges)]


n = 120
x = np.round(rng.normal(size=(n, 2)), 4)
weights = np.round(rng.uniform(0.2, 3.0, size=n), 3)
number = np.round(np.where(x[:, 0] + 0.3 * x[:, 1] > 0.2, 1 + 2 * x[:, 0], -1 - x[:, 0] + x[:, 1]) + 0.2 * rng.normal(size=n), 4)
kind = ((x[:, 0] * x[:, 1] + 0.2 * rng.normal(size=n)) > 0).astype(int)
grade = np.digitize(number, [-0.5, 1.0])
print(json.dumps({
    "price": PRICE, "x": x.tolist(), "weights": weights.tolist(), "number": number.tolist(), "kind": kind.tolist(),
    "grade": grade.tolist(),
    "numbers_2": em(x, number, weights, dealt(x, 2), 12, 0),
    "numbers_3": em(x, number, weights, dealt(x, 3), 12, 0),
    "kinds_2": em(x, kind, weights, dealt(x, 2), 12, 2),
    "grades_2": em(x, grade, weights, dealt(x, 2), 8, 3),
}))
