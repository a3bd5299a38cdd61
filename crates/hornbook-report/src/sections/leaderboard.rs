//! The leaderboard.

use super::Figure;
use super::answer::{interval, short};
use crate::plots::{Emphasis, IntervalChart, IntervalRow, RankedLearner, ranked};
use crate::words::{measured, stretch, time};
use hornbook_core::format::{p_value, thousands};
use hornbook_study::display_name;
use hornbook_study::record::{EntryResult, Leaderboard, LeaderboardEntry};
use serde::Serialize;

/// Candidates that a plot shows at most.
const MOST_DRAWN: usize = 40;

#[derive(Serialize)]
pub(super) struct LeaderboardSection<'a> {
    figure: Option<Figure>,
    ranks: Option<Figure>,
    groups: Vec<LeaderboardGroup<'a>>,
    /// How many were candidates, evaluated and not evaluated.
    tried: usize,
    evaluated: usize,
    absent: Vec<UnscoredEntry<'a>>,
    direction: &'static str,
}

/// Candidates of one group of the leaderboard.
#[derive(Serialize)]
struct LeaderboardGroup<'a> {
    title: &'static str,
    rows: Vec<LeaderboardRow<'a>>,
}

#[derive(Serialize)]
struct LeaderboardRow<'a> {
    entry: &'a LeaderboardEntry,
    /// What it goes by, with what prepares the columns before it.
    display_name: String,
    chosen: bool,
    best: bool,
    value: String,
    interval: String,
    p_value: String,
    trials: String,
    seconds: String,
    evaluated_rows: String,
    size: String,
}

/// A candidate that was not evaluated.
#[derive(Serialize)]
struct UnscoredEntry<'a> {
    learner: &'a str,
    refused: bool,
    why: &'a str,
}

impl<'a> LeaderboardSection<'a> {
    pub fn of(leaderboard: &'a Leaderboard) -> LeaderboardSection<'a> {
        let places: Vec<usize> =
            (0..leaderboard.entries.len()).filter(|&at| evaluated(leaderboard, at)).collect();
        let full = places.iter().map(|&at| rows(&leaderboard.entries[at])).max().unwrap_or(0);
        // Those that were eliminated on a subsample have scores of their own, which are not compared.
        let (finalists, eliminated): (Vec<usize>, Vec<usize>) =
            places.iter().partition(|&&at| rows(&leaderboard.entries[at]) == full);
        let (level, behind): (Vec<usize>, Vec<usize>) =
            finalists.iter().partition(|&&at| level(leaderboard, at));
        let groups = [
            ("Not significantly different from the best", level),
            ("Significantly worse than the best", behind),
            ("Eliminated on a subsample", eliminated),
        ];
        let group = |(title, places): (&'static str, Vec<usize>)| LeaderboardGroup {
            title,
            rows: places.into_iter().filter_map(|at| row(leaderboard, at)).collect(),
        };
        LeaderboardSection {
            figure: chart(leaderboard, &finalists),
            ranks: ranks(leaderboard, &finalists),
            groups: groups.map(group).into_iter().filter(|group| !group.rows.is_empty()).collect(),
            tried: leaderboard.entries.len(),
            evaluated: places.len(),
            absent: leaderboard.entries.iter().filter_map(absent).collect(),
            direction: if leaderboard.higher_is_better { "higher is better" } else { "lower is better" },
        }
    }
}

fn evaluated(leaderboard: &Leaderboard, at: usize) -> bool {
    matches!(leaderboard.entries[at].outcome, EntryResult::Evaluated { .. })
}

fn rows(entry: &LeaderboardEntry) -> usize {
    match entry.outcome {
        EntryResult::Evaluated { rows, .. } => rows,
        _ => 0,
    }
}

/// Whether it is the best or not significantly different from it.
fn level(leaderboard: &Leaderboard, at: usize) -> bool {
    at == leaderboard.best
        || matches!(leaderboard.entries[at].outcome, EntryResult::Evaluated { tied: true, .. })
}

fn absent(entry: &LeaderboardEntry) -> Option<UnscoredEntry<'_>> {
    let (refused, why) = match &entry.outcome {
        EntryResult::Evaluated { .. } => return None,
        EntryResult::Refused { why } => (true, why),
        EntryResult::LeftOut { why } => (false, why),
    };
    Some(UnscoredEntry { learner: &entry.learner, refused, why })
}

fn row(leaderboard: &Leaderboard, at: usize) -> Option<LeaderboardRow<'_>> {
    let entry = &leaderboard.entries[at];
    let EntryResult::Evaluated { score, rows, size, trials, p_value: p, seconds, .. } = &entry.outcome else {
        return None;
    };
    Some(LeaderboardRow {
        entry,
        display_name: display_name(&entry.spec),
        chosen: at == leaderboard.chosen,
        best: at == leaderboard.best,
        value: measured(&leaderboard.measure, score.value),
        interval: interval(score).map_or_else(String::new, |ends| stretch(&leaderboard.measure, ends)),
        p_value: p.map_or_else(String::new, p_value),
        trials: thousands(*trials),
        seconds: time(*seconds),
        evaluated_rows: thousands(*rows),
        size: size.map_or_else(String::new, hornbook_core::format::significant),
    })
}

fn chart(leaderboard: &Leaderboard, places: &[usize]) -> Option<Figure> {
    let drawn = |&at: &usize| {
        let EntryResult::Evaluated { score, .. } = &leaderboard.entries[at].outcome else { return None };
        let emphasis = match at == leaderboard.chosen {
            true => Emphasis::Strong,
            false if level(leaderboard, at) => Emphasis::Normal,
            false => Emphasis::Faint,
        };
        let name = leaderboard.entries[at].learner.clone();
        Some(IntervalRow {
            name,
            value: score.value,
            interval: interval(score),
            text: measured(&leaderboard.measure, score.value),
            full: short(score),
            emphasis,
        })
    };
    let rows: Vec<IntervalRow> = places.iter().take(MOST_DRAWN).filter_map(drawn).collect();
    let best = rows.first()?;
    let direction = if leaderboard.higher_is_better { "higher is better" } else { "lower is better" };
    let note = match places.len().saturating_sub(MOST_DRAWN) {
        0 => "Bold: the selected model. Blue: not significantly different from the best. Gray: worse. The dashed line is the best."
            .to_string(),
        more => format!("The best {MOST_DRAWN} are drawn; {more} more are in the table."),
    };
    let more = format!("The best is {} with {}. {} models are drawn.", best.name, best.full, rows.len());
    let chart = IntervalChart {
        title: format!("{} of the candidate models with confidence intervals", leaderboard.measure),
        more,
        below: format!("{} ({direction})", leaderboard.measure),
        guide: Some(best.value),
        small: false,
        rows,
    };
    Some(Figure::wide(chart.to_svg(), "Scores with confidence intervals", &note))
}

/// The picture of ranks: mean ranks over the folds if all have the same folds, else positions.
fn ranks(leaderboard: &Leaderboard, places: &[usize]) -> Option<Figure> {
    let shown = &places[..places.len().min(MOST_DRAWN)];
    if shown.len() < 2 {
        return None;
    }
    let folds = |at: usize| match &leaderboard.entries[at].outcome {
        EntryResult::Evaluated { folds, .. } => folds.as_slice(),
        _ => &[],
    };
    let of_fold = |fold: usize| places.iter().map(|&at| folds(at)[fold]).collect::<Vec<f64>>();
    let count = folds(shown[0]).len();
    let same = count > 1 && places.iter().all(|&at| folds(at).len() == count);
    let (axis, ranks): (&str, Vec<f64>) = if same {
        let sums = (0..count)
            .map(|fold| fold_ranks(&of_fold(fold), leaderboard.higher_is_better))
            .fold(vec![0.0; places.len()], |sums, ranks| {
                sums.iter().zip(ranks).map(|(sum, rank)| sum + rank).collect()
            });
        ("mean rank over the folds", sums.into_iter().map(|sum| sum / count as f64).collect())
    } else {
        ("rank", (1..=places.len()).map(|place| place as f64).collect())
    };
    let names: Vec<RankedLearner> = shown
        .iter()
        .zip(ranks)
        .map(|(&at, rank)| RankedLearner { name: leaderboard.entries[at].learner.clone(), rank })
        .collect();
    // Groups are positions among all entries; the picture has those of its own.
    let place = |of: usize| shown.partition_point(|&at| at < of);
    let groups: Vec<(usize, usize)> = leaderboard
        .groups
        .iter()
        .map(|&(first, last)| (place(first), place(last + 1).saturating_sub(1)))
        .filter(|&(first, last)| first < last)
        .collect();
    let more = format!(
        "{} models from the best down, and {} bars over models that are not significantly different.",
        names.len(),
        groups.len()
    );
    let svg = ranked("Mean ranks of the candidate models", &more, axis, &names, &groups);
    let note = match groups.is_empty() {
        true => "All differences are significant.",
        false => "Models along a common bar are not significantly different.",
    };
    Some(Figure::wide(svg, "Mean ranks (critical difference diagram)", note))
}

/// The ranks of scores from 1 for the best; equal ones share the mean of their positions.
fn fold_ranks(scores: &[f64], higher_is_better: bool) -> Vec<f64> {
    let better = |a: f64, b: f64| if higher_is_better { a > b } else { a < b };
    let rank = |score: f64| {
        let before = scores.iter().filter(|&&other| better(other, score)).count();
        let equal = scores.iter().filter(|&&other| other == score).count();
        before as f64 + 0.5 * (equal + 1) as f64
    };
    scores.iter().map(|&score| rank(score)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_begin_with_the_best_and_ties_share_them() {
        assert_eq!(fold_ranks(&[0.5, 0.9, 0.5], true), [2.5, 1.0, 2.5]);
        assert_eq!(fold_ranks(&[0.5, 0.9, 0.4], false), [2.0, 3.0, 1.0]);
    }
}
