//! Target leakage by single columns: those that predict the target nearly alone, and whether the others can do without them.

use super::binned_column::{BinnedColumn, RareClasses};
use super::check_input::{CheckInput, folds_of, sampled_rows};
use super::command_argument::argument;
use super::finding_list::finding;
use super::joint_learner::JointColumns;
use super::single_column::{class_separations, explained_by_bins, explained_by_line};
use crate::record::{Finding, Severity};
use hornbook_core::format::{percent, three_decimals};
use hornbook_data::{Feature, Target};
use hornbook_evaluation::measures::{SortedScores, spearman};
use hornbook_evaluation::policy::IMBALANCED_FRACTION;
use rayon::prelude::*;

/// Fewer rows than this agree by chance.
const ENOUGH_ROWS: usize = 40;
/// Rows on which columns are judged alone, and together.
const SINGLE_SAMPLE: usize = 20_000;
const JOINT_SAMPLE: usize = 4_000;
/// Of more columns than this, the other columns together are those that are best alone.
const JOINT_COLUMNS: usize = 24;
/// Of more strong columns than this, the problem rather is an easy one.
const MOST_LEAKS: usize = 2;
/// Of more classes than this, one that is set apart says little of the others, and is no alarm.
const MOST_CLASSES: usize = 10;
/// Columns that are spoken of.
const MOST_SPOKEN_OF: usize = 6;
/// A column is compared with the others from here on, and spoken of in any case from there on. Clean tables reach an AUC of 0.98
/// (wine), 0.986 (penguins), 1 (iris).
const COMPARED_AUC: f64 = 0.98;
const SAID_AUC: f64 = 0.99;
const SAID_EXPLAINED: f64 = 0.95;
const SAID_RANK_CORRELATION: f64 = 0.999;
/// A class that is given away without an error is no alarm either if the others rank it as well as this.
const OTHERS_AS_WELL: f64 = 0.999;
/// It is an alarm if the columns that are not strong together stay below the first of these, or the second if many are strong, and
/// leave this many times as much unexplained.
const OTHERS_AUC: [f64; 2] = [0.95, 0.8];
const OTHERS_EXPLAINED: [f64; 2] = [0.8, 0.5];
const TIMES_WORSE: f64 = 4.0;

/// How a column predicts the target alone.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ColumnStrength {
    /// It sets a class apart.
    Class { class: u32, auc: f64, is_exact: bool, fraction: f64 },
    /// It explains a number: R² out of fold.
    Number { explained: f64, rank_correlation: f64 },
}

impl ColumnStrength {
    /// The class that is set apart; of numbers, none is.
    fn class(self) -> u32 {
        match self {
            ColumnStrength::Class { class, .. } => class,
            ColumnStrength::Number { .. } => 0,
        }
    }

    /// What an ideal column has 0 of.
    fn unexplained(self) -> f64 {
        match self {
            ColumnStrength::Class { auc, .. } => 1.0 - auc,
            ColumnStrength::Number { explained, rank_correlation } => {
                let by_ranks =
                    if rank_correlation >= SAID_RANK_CORRELATION { 1.0 - rank_correlation } else { 1.0 };
                (1.0 - explained).min(by_ranks)
            }
        }
    }

    fn is_compared(self) -> bool {
        match self {
            ColumnStrength::Class { auc, .. } => auc >= COMPARED_AUC,
            ColumnStrength::Number { explained, rank_correlation } => {
                explained >= SAID_EXPLAINED || rank_correlation >= SAID_RANK_CORRELATION
            }
        }
    }

    fn is_said(self) -> bool {
        match self {
            ColumnStrength::Class { auc, .. } => auc >= SAID_AUC,
            ColumnStrength::Number { .. } => self.is_compared(),
        }
    }

    /// Whether all rows of a rare class are given away without an error.
    fn gives_away(self) -> bool {
        matches!(self, ColumnStrength::Class { is_exact: true, fraction, .. } if fraction < IMBALANCED_FRACTION)
    }

    /// Whether others, with this AUC or R², stay far below; farther if many columns are strong.
    fn is_far_above(self, others: f64, are_many_strong: bool) -> bool {
        let [few, many] = match self {
            ColumnStrength::Class { .. } => OTHERS_AUC,
            ColumnStrength::Number { .. } => OTHERS_EXPLAINED,
        };
        let bar = if are_many_strong { many } else { few };
        others < bar && 1.0 - others >= TIMES_WORSE * self.unexplained()
    }
}

/// What is to be said of the columns that predict the target nearly alone, the strongest first; some are spoken of already. Rows of a
/// group of copies are in one fold.
pub(super) fn leakage_findings(
    input: &CheckInput,
    copies: Option<&[u32]>,
    spoken_of: &[usize],
) -> Vec<Finding> {
    if input.rows < ENOUGH_ROWS {
        return Vec::new();
    }
    let sample = LeakageSample::of(input, SINGLE_SAMPLE, copies);
    let strengths: Vec<Option<ColumnStrength>> =
        input.features.par_iter().map(|feature| sample.strength(feature)).collect();
    let is_looked_at = |place: &usize| strengths[*place].is_some() && !spoken_of.contains(place);
    let mut order: Vec<usize> = (0..strengths.len()).filter(is_looked_at).collect();
    let unexplained = |place: usize| strengths[place].map_or(f64::INFINITY, ColumnStrength::unexplained);
    order.sort_by(|&a, &b| unexplained(a).total_cmp(&unexplained(b)));
    let is_strong = |place: usize| strengths[place].is_some_and(ColumnStrength::is_compared);
    let strong: Vec<usize> = order.iter().copied().filter(|&place| is_strong(place)).collect();
    let others: Vec<usize> =
        order.into_iter().filter(|&place| !is_strong(place)).take(JOINT_COLUMNS).collect();
    let comparison = OtherColumns::of(input, &others, copies, strong.len() > MOST_LEAKS);
    let mut scores: Vec<(u32, Option<f64>)> = Vec::new();
    let mut findings = Vec::new();
    for place in strong.into_iter().take(MOST_SPOKEN_OF) {
        let Some(strength) = strengths[place] else { continue };
        let class = strength.class();
        let known = scores.iter().find(|(other, _)| *other == class).map(|(_, score)| *score);
        let score = known.unwrap_or_else(|| comparison.score(class));
        scores.push((class, score));
        findings.extend(say(&comparison, place, strength, score));
    }
    findings
}

/// Rows, their folds and targets.
struct LeakageSample<'a> {
    input: &'a CheckInput,
    rows: Vec<usize>,
    folds: Vec<u8>,
    rare: RareClasses,
}

impl LeakageSample<'_> {
    fn of<'a>(input: &'a CheckInput, most: usize, copies: Option<&[u32]>) -> LeakageSample<'a> {
        let rows = sampled_rows(input.rows, most);
        let folds = folds_of(&rows, copies);
        let rare = RareClasses::of(&input.target, &rows);
        LeakageSample { input, rows, folds, rare }
    }

    fn binned(&self, feature: &Feature) -> BinnedColumn {
        BinnedColumn::of(feature, &self.rows, &self.rare)
    }

    /// The best that a column does alone.
    fn strength(&self, feature: &Feature) -> Option<ColumnStrength> {
        let column = self.binned(feature);
        match &self.input.target {
            Target::Classes(classes) => {
                let codes: Vec<u32> = self.rows.iter().map(|&row| classes.codes[row]).collect();
                let separations = class_separations(&column, &codes, &self.folds);
                let all = self.rows.len() as f64;
                let of_class = separations.iter().map(|found| ColumnStrength::Class {
                    class: found.class,
                    auc: found.auc,
                    is_exact: found.is_exact,
                    fraction: found.rows / all,
                });
                // A rare class that is given away weighs more than another that is set apart as well.
                let rank =
                    |strength: &ColumnStrength| (strength.unexplained(), u8::from(!strength.gives_away()));
                of_class.min_by(|a, b| {
                    let (a, b) = (rank(a), rank(b));
                    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
                })
            }
            Target::Numbers(values) => {
                let target: Vec<f64> = self.rows.iter().map(|&row| values[row]).collect();
                let by_bins = explained_by_bins(&column, &target, &self.folds);
                let (rank_correlation, by_line) = self.by_order_and_line(feature, values);
                let explained = by_bins.max(by_line);
                explained.is_finite().then_some(ColumnStrength::Number { explained, rank_correlation })
            }
        }
    }

    /// |Spearman's| correlation of a column of numbers with the target, and R² of a line out of fold; zeros where there are none.
    fn by_order_and_line(&self, feature: &Feature, target: &[f64]) -> (f64, f64) {
        let Feature::Number(values) = feature else { return (0.0, 0.0) };
        let is_known = |row: usize| values[row].is_finite() && target[row].is_finite();
        let known: Vec<(usize, u8)> = self
            .rows
            .iter()
            .copied()
            .zip(self.folds.iter().copied())
            .filter(|&(row, _)| is_known(row))
            .collect();
        // A column that is mostly missing says little about most rows.
        if 2 * known.len() < self.rows.len() {
            return (0.0, 0.0);
        }
        let x: Vec<f64> = known.iter().map(|&(row, _)| values[row]).collect();
        let y: Vec<f64> = known.iter().map(|&(row, _)| target[row]).collect();
        let folds: Vec<u8> = known.iter().map(|&(_, fold)| fold).collect();
        let correlation = spearman(&x, &y, None).ok().filter(|r| r.is_finite()).unwrap_or_default();
        let by_line = explained_by_line(&x, &y, &folds);
        (correlation.abs(), if by_line.is_finite() { by_line } else { 0.0 })
    }
}

/// The columns that are not strong alone.
struct OtherColumns<'a> {
    sample: LeakageSample<'a>,
    columns: JointColumns,
    /// Whether there are more strong columns than leaks would be.
    are_many_strong: bool,
}

impl OtherColumns<'_> {
    fn of<'a>(
        input: &'a CheckInput,
        places: &[usize],
        copies: Option<&[u32]>,
        are_many_strong: bool,
    ) -> OtherColumns<'a> {
        let sample = LeakageSample::of(input, JOINT_SAMPLE, copies);
        let binned: Vec<BinnedColumn> =
            places.iter().map(|&place| sample.binned(&input.features[place])).collect();
        OtherColumns { columns: JointColumns::of(&binned), sample, are_many_strong }
    }

    /// The AUC for a class, or R², of all of them together, out of fold; none if there are no other columns.
    fn score(&self, class: u32) -> Option<f64> {
        if self.columns.is_empty() {
            return None;
        }
        let rows = &self.sample.rows;
        match &self.sample.input.target {
            Target::Classes(classes) => {
                let positive: Vec<bool> = rows.iter().map(|&row| classes.codes[row] == class).collect();
                let target: Vec<f64> = positive.iter().map(|&is| f64::from(u8::from(is))).collect();
                let scores = self.columns.out_of_fold(&target, &self.sample.folds);
                let auc = SortedScores::new(&positive, &scores, None).ok()?.area();
                auc.is_finite().then_some(auc)
            }
            Target::Numbers(values) => {
                let target: Vec<f64> = rows.iter().map(|&row| values[row]).collect();
                let guesses = self.columns.out_of_fold(&target, &self.sample.folds);
                let mean = target.iter().sum::<f64>() / target.len() as f64;
                let left: f64 = target.iter().zip(&guesses).map(|(y, guess)| (y - guess) * (y - guess)).sum();
                let explained = 1.0 - left / target.iter().map(|y| (y - mean) * (y - mean)).sum::<f64>();
                explained.is_finite().then_some(explained)
            }
        }
    }
}

/// The finding of a strong column, beside the score of the others.
fn say(
    comparison: &OtherColumns<'_>,
    place: usize,
    strength: ColumnStrength,
    others: Option<f64>,
) -> Option<Finding> {
    let input = comparison.sample.input;
    let are_many_strong = comparison.are_many_strong;
    let name = input.names[place].as_str();
    let has_few_classes = match &input.target {
        Target::Classes(classes) => classes.levels.len() <= MOST_CLASSES,
        Target::Numbers(_) => true,
    };
    let gives_away =
        strength.gives_away() && !are_many_strong && others.is_none_or(|others| others < OTHERS_AS_WELL);
    // A trend in time is no leak: the finding of time says what to do.
    let is_alarm = has_few_classes
        && !input.are_dates[place]
        && (gives_away || others.is_some_and(|others| strength.is_far_above(others, are_many_strong)));
    if !is_alarm && !strength.is_said() {
        return None;
    }
    let alone = match (strength, &input.target) {
        (ColumnStrength::Class { class, fraction, .. }, Target::Classes(classes))
            if strength.gives_away() =>
        {
            format!(
                "gives away class '{}' ({} of the rows) with precision and recall of 1",
                classes.levels[class as usize],
                percent(fraction)
            )
        }
        (ColumnStrength::Class { class, auc, .. }, Target::Classes(classes)) => format!(
            "separates class '{}' from the others with an AUC of {}",
            classes.levels[class as usize],
            three_decimals(auc)
        ),
        (ColumnStrength::Number { explained, rank_correlation }, _) if explained < SAID_EXPLAINED => {
            format!("orders the rows as the target does (rank correlation {rank_correlation:.4})")
        }
        (ColumnStrength::Number { explained, .. }, _) => {
            format!("explains the target with an R² of {}", three_decimals(explained))
        }
        _ => return None,
    };
    let together = match others {
        Some(others) if are_many_strong => {
            format!("the columns that are less strong together reach {}", three_decimals(others.max(0.0)))
        }
        Some(others) => format!("the other columns together reach {}", three_decimals(others.max(0.0))),
        None => "there are no others to compare it with".to_string(),
    };
    Some(match is_alarm {
        true => finding(
            Severity::Warning,
            "leak",
            Some(name),
            format!(
                "Possible target leakage: column '{name}' alone {alone} (out of fold), while {together}. If it is known only after \
             the target, exclude it with --without {}.",
                argument(name)
            ),
        ),
        false => finding(
            Severity::Note,
            "strong_column",
            Some(name),
            format!(
                "Column '{name}' alone {alone} (out of fold); {together}. Make sure that it is known before the target is: if not, this \
             is target leakage, and it has to be excluded with --without {}.",
                argument(name)
            ),
        ),
    })
}
