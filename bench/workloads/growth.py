"""How the time of a fit grows with the rows and with the columns."""

import math

from report import Bar

from ._threads import THREADS

TITLE = "Fit to more and more rows of 10 columns, and to more and more columns of 10 000 rows."
QUALITY = "training accuracy"
SHAPES = {
    "full": {"most_rows": 10_000_000, "most_columns": 1000},
    "small": {"most_rows": 100_000, "most_columns": 100},
}
ROWS = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]
COLUMNS = [10, 30, 100, 300, 1000]
FEW_ROWS, FEW_COLUMNS = 10_000, 10
# Time is never exactly in proportion: from some size on a table is larger than a cache.
SLACK = 1.25


def make(folder, seed, most_rows, most_columns):
    import numpy as np

    draw = np.random.default_rng(seed)

    def save(name, rows, columns):
        x = draw.standard_normal((rows, columns), dtype=np.float32)
        score = np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.5 * x[:, 3] + np.maximum(x[:, 4], 0) - 0.4
        np.save(folder / f"{name}_x.npy", x)
        np.save(folder / f"{name}_y.npy", (score + 0.5 * draw.standard_normal(rows) > 0).astype(np.int64))

    save("rows", most_rows, FEW_COLUMNS)
    save("columns", FEW_ROWS, most_columns)


def boosting():
    from hornbook import GradientBoostingClassifier

    return GradientBoostingClassifier(max_iter=20, random_state=0, n_jobs=THREADS)


def forest():
    from hornbook import RandomForestClassifier

    return RandomForestClassifier(n_estimators=10, random_state=0, n_jobs=THREADS)


def tree():
    from hornbook import DecisionTreeClassifier

    return DecisionTreeClassifier(random_state=0, n_jobs=THREADS)


LEARNERS = {"boosting": boosting, "forest": forest, "tree": tree}


def fit(create, along, size):
    def peer(folder):
        import numpy as np

        x = np.load(folder / f"{along}_x.npy", mmap_mode="r")
        if size > x.shape[0 if along == "rows" else 1]:
            raise SystemExit("larger than the data of this shape")
        x = np.ascontiguousarray(x[:size] if along == "rows" else x[:, :size])
        y = np.load(folder / f"{along}_y.npy")[: len(x)]
        create().fit(x[:1000], y[:1000])  # imports are not timed
        return lambda: create().fit(x, y), lambda model: float((model.predict(x[:10_000]) == y[:10_000]).mean())

    return peer


def name(learner, along, size):
    return f"hornbook {learner}, {size} {along}"


SIZES = {"rows": ROWS, "columns": COLUMNS}
PEERS = {
    name(learner, along, size): fit(create, along, size)
    for learner, create in LEARNERS.items()
    for along, sizes in SIZES.items()
    for size in sizes
}


def times(results, learner, along):
    """The sizes that were measured, each with its time."""
    sizes = [size for size in SIZES[along] if name(learner, along, size) in results]
    return [(size, results[name(learner, along, size)].wall) for size in sizes]


def bars(results, folder):
    """Between the largest size and one of a tenth or so, time grows no faster than n log n."""
    found = []
    for learner in LEARNERS:
        for along in SIZES:
            claim = f"{learner}: time against {along} grows at most as n log n (× {SLACK} for caches)"
            there = times(results, learner, along)
            if len(there) < 3:
                found.append(Bar(claim, "not measured", False))
                continue
            (small, before), (large, after) = there[-3], there[-1]
            allowed = large * math.log(large) / (small * math.log(small))
            ratio = after / before / allowed
            found.append(Bar(claim, f"{ratio:.2f} × n log n from {small} to {large} {along}", ratio <= SLACK))
    return found


def remarks(results, folder):
    path = folder / "growth.svg"
    path.write_text(picture(results))
    return [f"![Time against rows and against columns]({path})"]


COLORS = {"boosting": "#0072b2", "forest": "#009e73", "tree": "#d55e00"}


def picture(results):
    """Two plots side by side, both axes by powers of ten; the gray lines grow as n log n."""
    width, height, left, top = 360, 300, 60, 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * (width + left) + 110} {height + 90}" '
        'font-family="sans-serif" font-size="12" role="img" aria-label="Time of a fit against rows and columns">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for at, along in enumerate(SIZES):
        sizes = SIZES[along]
        lines = {learner: times(results, learner, along) for learner in LEARNERS}
        walls = [wall for line in lines.values() for _, wall in line] or [1.0]
        low, high = math.floor(math.log10(min(walls))), math.ceil(math.log10(max(walls)) + 1e-9)
        first, last = math.log10(sizes[0]), math.log10(sizes[-1])
        start = left + at * (width + left)
        across = lambda size: start + (math.log10(size) - first) / (last - first) * width
        up = lambda wall: top + (high - math.log10(wall)) / (high - low) * height
        inside = lambda wall: 10**low <= wall <= 10**high
        parts.append(f'<rect x="{start}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888"/>')
        parts.append(f'<text x="{start + width / 2}" y="{top + height + 38}" text-anchor="middle">{along}</text>')
        parts.append(f'<text x="{start}" y="{top - 12}">seconds</text>')
        for power in range(low, high + 1):
            parts.append(f'<text x="{start - 6}" y="{up(10**power) + 4}" text-anchor="end">{10.0**power:g}</text>')
        for size in sizes:
            if math.log10(size).is_integer():
                parts.append(f'<text x="{across(size)}" y="{top + height + 18}" text-anchor="middle">{size:,}</text>')
        for learner, line in lines.items():
            if not line:
                continue
            scale = line[-1][1] / (line[-1][0] * math.log(line[-1][0]))
            guide = [(size, scale * size * math.log(size)) for size in sizes]
            path = " ".join(f"{across(s):.1f},{up(t):.1f}" for s, t in guide if inside(t))
            parts.append(f'<polyline points="{path}" fill="none" stroke="#ccc" stroke-dasharray="4 3"/>')
            path = " ".join(f"{across(s):.1f},{up(t):.1f}" for s, t in line)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{COLORS[learner]}" stroke-width="2"/>')
            for s, t in line:
                parts.append(f'<circle cx="{across(s):.1f}" cy="{up(t):.1f}" r="3" fill="{COLORS[learner]}"/>')
    for row, (learner, color) in enumerate(COLORS.items()):
        x, y = left + 2 * width + left + 14, top + 20 + 22 * row
        parts.append(f'<line x1="{x}" y1="{y - 4}" x2="{x + 20}" y2="{y - 4}" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 26}" y="{y}">{learner}</text>')
    return "\n".join(parts) + "\n</svg>\n"
