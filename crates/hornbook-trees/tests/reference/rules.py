"""Rule lists of PlayTennis and the restaurant, by a second program that shares nothing with the first.

Every path of ID3's tree (ties to the earlier column) becomes a rule; conditions are dropped, the one that helps most
first, while 1 - U(errors, rows) does not fall, with U the upper end of the one-sided Clopper-Pearson interval at
confidence 0.25. Writes rules.json: for each table the rules in order, with their estimates, and the default.
"""

import json
from collections import Counter
from math import log2
from pathlib import Path

from scipy.stats import beta

HERE = Path(__file__).parent


def read(name, header):
    lines = (HERE.parent / "data" / name).read_text().split("\n")
    return header.split(), [line.split() for line in lines if line.strip()]


def entropy(labels):
    return -sum(n / len(labels) * log2(n / len(labels)) for n in Counter(labels).values())


def paths(rows, columns, prefix):
    labels = [row[-1] for row in rows]
    if len(set(labels)) == 1 or not columns:
        yield prefix, max(sorted(set(labels)), key=labels.count)
        return
    gains = []
    for column in columns:
        parts = {}
        for row in rows:
            parts.setdefault(row[column], []).append(row)
        rest = sum(len(part) / len(rows) * entropy([row[-1] for row in part]) for part in parts.values())
        gains.append(round(entropy(labels) - rest, 12))
    best = columns[gains.index(max(gains))]
    for level in sorted({row[best] for row in rows}):
        part = [row for row in rows if row[best] == level]
        yield from paths(part, [c for c in columns if c != best], prefix + [(best, level)])


def estimate(rows, conditions, label):
    met = [row[-1] for row in rows if all(row[c] == level for c, level in conditions)]
    wrong = sum(other != label for other in met)
    return 0.0 if wrong == len(met) else 1 - beta.ppf(0.75, wrong + 1, len(met) - wrong), met


def most_common(labels):
    return max(sorted(set(labels)), key=labels.count)


def rule_list(names, rows):
    found = []
    for conditions, label in paths(rows, list(range(len(names) - 1)), []):
        now, met = estimate(rows, conditions, label)
        while conditions:
            options = []
            for dropped in conditions:
                rest = [c for c in conditions if c != dropped]
                without, matched = estimate(rows, rest, label)
                if most_common(matched) == label:
                    options.append((without, rest, matched))
            if not options:
                break
            best = max(options, key=lambda option: option[0])
            if best[0] < now - 1e-12:
                break
            now, conditions, met = best
        found.append((now, conditions, label, met))
    found.sort(key=lambda rule: (-rule[0], -len(rule[3])))
    rules, seen = [], []
    for now, conditions, label, met in found:
        if conditions in seen:
            continue
        seen.append(conditions)
        words = [f"{names[c]} = {level}" for c, level in conditions]
        rules.append({"if": words, "then": label, "weight": float(len(met)), "estimate": now})
        if not conditions:
            break
    fires = lambda row: any(all(row[c] == level for c, level in conditions) for conditions in seen)
    left = [row[-1] for row in rows if not fires(row)]
    return {"rules": rules, "default": most_common(left or [row[-1] for row in rows])}


tables = {
    "play_tennis": read("play_tennis.txt", "Outlook Temperature Humidity Wind Play"),
    "restaurant": read("restaurant.txt", "Alt Bar Fri Hun Pat Price Rain Res Type Est WillWait"),
}
result = {name: rule_list(*table) for name, table in tables.items()}
(HERE / "rules.json").write_text(json.dumps(result, indent=1) + "\n")
