//! Who was tried, how they did, and who was chosen.

use super::Figure;
use super::answer::{interval, short};
use crate::plots::{IntervalChart, IntervalRow, Ranked, Standing, ranked};
use crate::words::{count, listed, measured, p_value, stretch, time};
use hornbook_study::called;
use hornbook_study::record::{Contestant, LineUp, Outcome};
use serde::Serialize;

/// Contestants that a picture shows at most.
const MOST_DRAWN: usize = 40;

#[derive(Serialize)]
pub(super) struct LineUpSection<'a> {
    figure: Option<Figure>,
    ranks: Option<Figure>,
    groups: Vec<Group<'a>>,
    /// How many were tried, judged and not judged.
    tried: usize,
    judged: usize,
    absent: Vec<Absent<'a>>,
    /// How often each was chosen in the outer folds, in words.
    chosen_in_folds: Option<String>,
    direction: &'static str,
}

/// Contestants that stand alike to the best.
#[derive(Serialize)]
struct Group<'a> {
    title: &'static str,
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    contestant: &'a Contestant,
    /// What it goes by, with what prepares the columns before it.
    called: String,
    chosen: bool,
    best: bool,
    value: String,
    interval: String,
    p_value: String,
    trials: String,
    seconds: String,
    judged_rows: String,
    size: String,
}

/// One that was not judged.
#[derive(Serialize)]
struct Absent<'a> {
    learner: &'a str,
    refused: bool,
    why: &'a str,
}

impl<'a> LineUpSection<'a> {
    pub fn of(line_up: &'a LineUp) -> LineUpSection<'a> {
        let places: Vec<usize> = (0..line_up.contestants.len()).filter(|&at| judged(line_up, at)).collect();
        let full = places.iter().map(|&at| rows(&line_up.contestants[at])).max().unwrap_or(0);
        // Those that were left behind in a heat on a sample have scores of their own, which are not compared.
        let (finalists, heat): (Vec<usize>, Vec<usize>) =
            places.iter().partition(|&&at| rows(&line_up.contestants[at]) == full);
        let (level, behind): (Vec<usize>, Vec<usize>) = finalists.iter().partition(|&&at| level(line_up, at));
        let groups = [
            ("As good as the best, as far as these rows can tell", level),
            ("Worse than the best", behind),
            ("Left behind on a sample of the rows", heat),
        ];
        let group = |(title, places): (&'static str, Vec<usize>)| Group {
            title,
            rows: places.into_iter().filter_map(|at| row(line_up, at)).collect(),
        };
        let folds: Vec<String> = line_up
            .chosen_in_folds
            .iter()
            .map(|(name, times)| format!("{name} ({})", often(*times)))
            .collect();
        LineUpSection {
            figure: chart(line_up, &finalists),
            ranks: ranks(line_up, &finalists),
            groups: groups.map(group).into_iter().filter(|group| !group.rows.is_empty()).collect(),
            tried: line_up.contestants.len(),
            judged: places.len(),
            absent: line_up.contestants.iter().filter_map(absent).collect(),
            chosen_in_folds: (!folds.is_empty()).then(|| listed(&folds, folds.len())),
            direction: if line_up.higher_is_better { "higher is better" } else { "lower is better" },
        }
    }
}

fn often(times: usize) -> String {
    match times {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        times => format!("{times} times"),
    }
}

fn judged(line_up: &LineUp, at: usize) -> bool {
    matches!(line_up.contestants[at].outcome, Outcome::Judged { .. })
}

fn rows(contestant: &Contestant) -> usize {
    match contestant.outcome {
        Outcome::Judged { rows, .. } => rows,
        _ => 0,
    }
}

/// Whether it is the best or cannot be told apart from it.
fn level(line_up: &LineUp, at: usize) -> bool {
    at == line_up.best || matches!(line_up.contestants[at].outcome, Outcome::Judged { tied: true, .. })
}

fn absent(contestant: &Contestant) -> Option<Absent<'_>> {
    let (refused, why) = match &contestant.outcome {
        Outcome::Judged { .. } => return None,
        Outcome::Refused { why } => (true, why),
        Outcome::LeftOut { why } => (false, why),
    };
    Some(Absent { learner: &contestant.learner, refused, why })
}

fn row(line_up: &LineUp, at: usize) -> Option<Row<'_>> {
    let contestant = &line_up.contestants[at];
    let Outcome::Judged { score, rows, size, trials, p_value: p, seconds, .. } = &contestant.outcome else {
        return None;
    };
    Some(Row {
        contestant,
        called: called(&contestant.spec),
        chosen: at == line_up.chosen,
        best: at == line_up.best,
        value: measured(&line_up.measure, score.value),
        interval: interval(score).map_or_else(String::new, |ends| stretch(&line_up.measure, ends)),
        p_value: p.map_or_else(String::new, p_value),
        trials: count(*trials),
        seconds: time(*seconds),
        judged_rows: count(*rows),
        size: size.map_or_else(String::new, crate::words::number),
    })
}

fn chart(line_up: &LineUp, places: &[usize]) -> Option<Figure> {
    let drawn = |&at: &usize| {
        let Outcome::Judged { score, .. } = &line_up.contestants[at].outcome else { return None };
        let standing = match at == line_up.chosen {
            true => Standing::First,
            false if level(line_up, at) => Standing::Level,
            false => Standing::Behind,
        };
        let name = line_up.contestants[at].learner.clone();
        Some(IntervalRow {
            name,
            value: score.value,
            interval: interval(score),
            text: measured(&line_up.measure, score.value),
            full: short(score),
            standing,
        })
    };
    let rows: Vec<IntervalRow> = places.iter().take(MOST_DRAWN).filter_map(drawn).collect();
    let best = rows.first()?;
    let direction = if line_up.higher_is_better { "higher is better" } else { "lower is better" };
    let note = match places.len().saturating_sub(MOST_DRAWN) {
        0 => "Bold: the chosen one. Blue: as good as the best. Grey: worse. The dashed line is the best."
            .to_string(),
        more => format!("The best {MOST_DRAWN} are drawn; {more} more are in the table."),
    };
    let more = format!("The best is {} with {}. {} learners are drawn.", best.name, best.full, rows.len());
    let chart = IntervalChart {
        title: format!("{} of the learners with their intervals", line_up.measure),
        more,
        below: format!("{} ({direction})", line_up.measure),
        guide: Some(best.value),
        small: false,
        rows,
    };
    Some(Figure::wide(chart.to_svg(), "Scores and their intervals", &note))
}

/// The picture of ranks: mean ranks over the folds if all have the same folds, else places.
fn ranks(line_up: &LineUp, places: &[usize]) -> Option<Figure> {
    let shown = &places[..places.len().min(MOST_DRAWN)];
    if shown.len() < 2 {
        return None;
    }
    let folds = |at: usize| match &line_up.contestants[at].outcome {
        Outcome::Judged { folds, .. } => folds.as_slice(),
        _ => &[],
    };
    let of_fold = |fold: usize| places.iter().map(|&at| folds(at)[fold]).collect::<Vec<f64>>();
    let count = folds(shown[0]).len();
    let same = count > 1 && places.iter().all(|&at| folds(at).len() == count);
    let (axis, ranks): (&str, Vec<f64>) = if same {
        let sums = (0..count)
            .map(|fold| fold_ranks(&of_fold(fold), line_up.higher_is_better))
            .fold(vec![0.0; places.len()], |sums, ranks| {
                sums.iter().zip(ranks).map(|(sum, rank)| sum + rank).collect()
            });
        ("mean rank over the folds", sums.into_iter().map(|sum| sum / count as f64).collect())
    } else {
        ("place", (1..=places.len()).map(|place| place as f64).collect())
    };
    let names: Vec<Ranked> = shown
        .iter()
        .zip(ranks)
        .map(|(&at, rank)| Ranked { name: line_up.contestants[at].learner.clone(), rank })
        .collect();
    // Groups are places among all contestants; the picture has those of its own.
    let place = |of: usize| shown.partition_point(|&at| at < of);
    let groups: Vec<(usize, usize)> = line_up
        .groups
        .iter()
        .map(|&(first, last)| (place(first), place(last + 1).saturating_sub(1)))
        .filter(|&(first, last)| first < last)
        .collect();
    let more = format!(
        "{} names from the best down, and {} bars over names that cannot be told apart.",
        names.len(),
        groups.len()
    );
    let svg = ranked("Ranks of the learners", &more, axis, &names, &groups);
    let note = match groups.is_empty() {
        true => "No two of them are alike: the test tells all of them apart.",
        false => "Learners along a common bar cannot be told apart.",
    };
    Some(Figure::wide(svg, "Ranks, and who cannot be told apart", note))
}

/// The ranks of scores from 1 for the best; equal ones share the mean of their places.
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
