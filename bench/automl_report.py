"""From the results of the race to Markdown."""

import numpy as np
from automl_results import Losses, unpacked
from scipy import stats

LEVEL = 0.05


def report(results, tables):
    """The first system beside all others, on the tables where all have the same folds."""
    systems = list(dict.fromkeys(result["system"] for result in results))
    raced = {}
    for table in tables:
        own = {system: by_fold(results, table.name, system) for system in systems}
        folds = {tuple(sorted(found)) for found in own.values()}
        if len(folds) == 1 and folds != {()}:
            raced[table] = {system: Race(own[system]) for system in systems}
    if not raced:
        return "There is no table on which all systems have run the same folds."
    parts = [overview(systems, raced)]
    parts += [duel(systems[0], other, raced) for other in systems[1:]]
    return "\n\n".join([*parts, by_table(systems, raced)])


def by_fold(results, table, system):
    return {r["fold"]: r for r in results if r["table"] == table and r["system"] == system}


class Race:
    """What a system did on a table, all its folds together."""

    def __init__(self, by_fold):
        self.folds = [by_fold[fold] for fold in sorted(by_fold)]
        values = np.concatenate([unpacked(fold["losses"]) for fold in self.folds])
        self.losses = Losses(values, self.folds[0]["metric"] == "log loss")

    @property
    def score(self):
        return self.losses.score

    @property
    def wall(self):
        return max((fold["wall"] for fold in self.folds if fold["wall"] is not None), default=np.nan)

    @property
    def failures(self):
        return sum(fold["failed"] is not None for fold in self.folds)


def overview(systems, raced):
    scores = np.array([[races[system].score for system in systems] for races in raced.values()])
    ranks = stats.rankdata(scores, axis=1)
    folds = sum(len(race[systems[0]].folds) for race in raced.values())
    settings = next(iter(raced.values()))[systems[0]].folds[0]
    lines = [
        f"{len(raced)} tables, {folds} folds, {settings['seconds']} s on {settings['threads']} threads. "
        "Log loss for classes, RMSE for numbers; a failure has the score of the baseline.",
        "",
        "| system | version | mean rank | standard error | first | failures | seconds: median | most | others' CPU |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for column, system in enumerate(systems):
        races = [race[system] for race in raced.values()]
        walls = np.array([race.wall for race in races])
        own = ranks[:, column]
        error = own.std(ddof=1) / len(own) ** 0.5 if len(own) > 1 else np.nan
        cells = [
            system,
            races[0].folds[0]["version"],
            f"{own.mean():.2f}",
            f"{error:.2f}",
            int(np.sum(own == 1)),
            sum(race.failures for race in races),
            f"{np.nanmedian(walls):.1f}" if np.any(np.isfinite(walls)) else "",
            f"{np.nanmax(walls):.1f}" if np.any(np.isfinite(walls)) else "",
            f"{others_share(races):.0%}",
        ]
        lines.append(row(cells))
    return "\n".join(lines)


def others_share(races):
    """How much of the machine other programs used meanwhile, in the median: more than a few percent spoil the race."""
    return np.median([fold.get("other") or 0.0 for race in races for fold in race.folds])


def duel(ours, other, raced):
    """Wins and losses, how many tables are clear, and a test over all tables."""
    ratios = np.array([log_ratio(races[ours], races[other]) for races in raced.values()])
    adjusted = holm([p_value(races[ours], races[other]) for races in raced.values()])
    clear = [ratio for ratio, p in zip(ratios, adjusted, strict=True) if p <= LEVEL]
    better, worse = sum(r < 0 for r in clear), sum(r > 0 for r in clear)
    over_tables = stats.wilcoxon(ratios).pvalue if np.any(ratios != 0) else 1.0
    wins, ties = int(np.sum(ratios < 0)), int(np.sum(ratios == 0))
    return (
        f"**{ours} against {other}**: better on {wins} tables, worse on {len(ratios) - wins - ties}, equal on {ties}; "
        f"significantly better on {better}, significantly worse on {worse} ({worse / len(ratios):.0%}; paired t tests of the "
        f"rows' losses, Holm over tables). Geometric mean of the ratio of scores {np.exp(ratios.mean()):.3f}; "
        f"Wilcoxon signed-rank test over tables p = {over_tables:.3f}."
    )


def log_ratio(ours, theirs):
    """Below zero if ours is better. Perfect scores are no smaller than rounding."""
    tiny = np.finfo(np.float32).eps
    return float(np.log((ours.score + tiny) / (theirs.score + tiny)))


def p_value(ours, theirs):
    differences = ours.losses.values - theirs.losses.values
    if len(differences) < 2 or np.ptp(differences) == 0:
        return 1.0
    return float(stats.ttest_1samp(differences, 0).pvalue)


def holm(p_values):
    """Adjusted so that all that stay below the level do so together (Holm)."""
    p_values = np.asarray(p_values)
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(p_values), 0, -1)
    adjusted = np.empty(len(p_values))
    adjusted[order] = np.minimum(1, np.maximum.accumulate(factors * p_values[order]))
    return adjusted


def by_table(systems, raced):
    others = systems[1:]
    adjusted = {
        other: holm([p_value(races[systems[0]], races[other]) for races in raced.values()]) for other in others
    }
    head = ["table", "part", "metric", *systems, *(f"adjusted p, {other}" for other in others)]
    lines = [row(head), row(["---"] * len(head))]
    for at, (table, races) in enumerate(raced.items()):
        best = min(race.score for race in races.values())
        scores = []
        for system in systems:
            text = f"{races[system].score:.4g}"
            failed = " (failed)" if races[system].failures else ""
            scores.append((f"**{text}**" if races[system].score == best else text) + failed)
        tests = [f"{adjusted[other][at]:.3f}" for other in others]
        lines.append(row([table.name, table.part, races[systems[0]].folds[0]["metric"], *scores, *tests]))
    return "\n".join(lines)


def row(cells):
    return f"| {' | '.join(map(str, cells))} |"
