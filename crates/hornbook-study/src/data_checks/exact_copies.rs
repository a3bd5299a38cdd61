//! Duplicate rows, counted against how many pairs chance would make.

use super::check_input::CheckInput;
use super::finding_list::finding;
use crate::record::{Finding, Severity};
use hornbook_core::format::{percent, significant};
use hornbook_data::{Dataset, Feature, Target};
use hornbook_math::sort::{ordered_bits, radix_sort};
use rayon::prelude::*;

/// Pairs of equal rows are flagged from here on, and if they are this many times as many as chance makes: in Wage, 3 were found
/// where 3.1 are expected.
const FEWEST_PAIRS: f64 = 10.0;
const TIMES_EXPECTED: f64 = 10.0;
/// Fewer distinct rows are not copies of rows, but all that there is to say with few levels, and too few groups for folds.
const FEWEST_DISTINCT: usize = 20;
/// Label conflicts are told from here on, and if they are this fraction of the rows.
const FEWEST_CONFLICTS: usize = 10;
const CONFLICT_FRACTION: f64 = 0.01;

/// What was found of rows that are equal.
pub(super) struct ExactCopies {
    pub findings: Vec<Finding>,
    /// Each row with the first that it equals, if equal rows are to be kept together.
    pub pairs: Vec<(u32, u32)>,
}

/// Rows that are equal in all features and the target, and in all features.
pub(super) fn exact_copies(data: &Dataset, input: &CheckInput) -> ExactCopies {
    let features = RowsByPrint::of(data.without_targets().fingerprints());
    let mut found = ExactCopies { findings: Vec::new(), pairs: Vec::new() };
    if features.pairs() < FEWEST_PAIRS || features.distinct < FEWEST_DISTINCT {
        return found;
    }
    let by_column: Vec<f64> = input.features.par_iter().map(coincidence).collect();
    let coincidences: f64 = by_column.into_iter().product();
    let all_pairs = 0.5 * input.rows as f64 * (input.rows as f64 - 1.0);
    let whole = RowsByPrint::of(data.fingerprints());
    let expected = all_pairs * coincidences * target_coincidence(&input.target);
    let rows_are_copied = is_more_than_chance(whole.pairs(), expected);
    let features_are_copied = is_more_than_chance(features.pairs(), all_pairs * coincidences);
    if rows_are_copied {
        found.findings.push(finding(Severity::Warning, "duplicate_rows", None, format!(
            "Duplicate rows: {} of {} rows equal an earlier row in all features and the target ({} pairs of equal rows, where chance \
             makes {}). In training and test at once they make a score too good, so they are kept together in folds; if they \
             come from a mistake such as oversampling or a join, remove them.",
            input.rows - whole.distinct,
            input.rows,
            whole.pairs(),
            in_words(expected)
        )));
    }
    if features_are_copied {
        found.findings.extend(conflicts(input, &features, &whole));
    }
    if rows_are_copied || features_are_copied {
        found.pairs = features.with_first();
    }
    found
}

/// How many pairs chance makes.
pub(super) fn in_words(expected: f64) -> String {
    if expected < 0.05 { "next to none".to_string() } else { format!("about {}", significant(expected)) }
}

fn is_more_than_chance(pairs: f64, expected: f64) -> bool {
    pairs >= FEWEST_PAIRS && pairs >= TIMES_EXPECTED * expected
}

/// Rows with the same features and another target.
fn conflicts(input: &CheckInput, features: &RowsByPrint, whole: &RowsByPrint) -> Option<Finding> {
    let differing = whole.distinct - features.distinct;
    match &input.target {
        Target::Classes(classes) => {
            let mistakes: usize = features.groups().map(|rows| minority(rows, &classes.codes)).sum();
            let affected: usize =
                features.groups().filter(|rows| minority(rows, &classes.codes) > 0).map(<[_]>::len).sum();
            let is_many = mistakes >= FEWEST_CONFLICTS && mistakes as f64 >= CONFLICT_FRACTION * input.rows as f64;
            is_many.then(|| finding(Severity::Warning, "label_conflicts", None, format!(
                "Label noise: {affected} of {} rows have the same features as a row of another class, so that no model can be right in \
                 more than {} of the rows. Correct the labels, or add the column that tells these rows apart.",
                input.rows,
                percent(1.0 - mistakes as f64 / input.rows as f64)
            )))
        }
        Target::Numbers(_) => (differing >= FEWEST_CONFLICTS).then(|| {
            finding(Severity::Warning, "repeated_features", None, format!(
                "Duplicate features: {} of {} rows have the same features as an earlier row, {differing} of them with another value of the \
                 target (repeated measurements). They are kept together in folds; how far those targets differ is an error that no \
                 model can avoid.",
                input.rows - features.distinct,
                input.rows
            ))
        }),
    }
}

/// The rows of a group that are not of its most common class.
fn minority(rows: &[(u64, u32)], classes: &[u32]) -> usize {
    let mut codes: Vec<u32> = rows.iter().map(|&(_, row)| classes[row as usize]).collect();
    codes.sort_unstable();
    rows.len() - codes.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0)
}

/// Rows in the order of their fingerprints.
struct RowsByPrint {
    sorted: Vec<(u64, u32)>,
    distinct: usize,
}

impl RowsByPrint {
    fn of(prints: Vec<u64>) -> RowsByPrint {
        let mut sorted: Vec<(u64, u32)> = prints.into_iter().zip(0..).collect();
        radix_sort(&mut sorted, |&(print, _)| print);
        let distinct = sorted.chunk_by(|a, b| a.0 == b.0).count();
        RowsByPrint { sorted, distinct }
    }

    fn groups(&self) -> impl Iterator<Item = &[(u64, u32)]> {
        self.sorted.chunk_by(|a, b| a.0 == b.0)
    }

    /// How many pairs of rows are equal.
    fn pairs(&self) -> f64 {
        self.groups().map(|rows| pairs_of(rows.len())).sum()
    }

    fn with_first(&self) -> Vec<(u32, u32)> {
        let pairs = |rows: &[(u64, u32)]| -> Vec<(u32, u32)> {
            rows[1..].iter().map(|&(_, row)| (rows[0].1, row)).collect()
        };
        self.groups().flat_map(pairs).collect()
    }
}

fn pairs_of(count: usize) -> f64 {
    0.5 * count as f64 * (count as f64 - 1.0)
}

/// The fraction of the pairs of rows that agree in a column: how often rows agree if columns have nothing to do with each other.
fn coincidence(feature: &Feature) -> f64 {
    let mut prints: Vec<u64> = match feature {
        Feature::Number(values) => {
            values.iter().map(|x| if x.is_nan() { u64::MAX } else { ordered_bits(x + 0.0) }).collect()
        }
        Feature::Code(codes, _) => codes.iter().map(|&code| u64::from(code)).collect(),
        Feature::Text(_) | Feature::Object(_) => return 1.0,
    };
    agreeing(&mut prints)
}

fn target_coincidence(target: &Target) -> f64 {
    match target {
        Target::Numbers(values) => agreeing(&mut values.iter().map(|x| ordered_bits(x + 0.0)).collect()),
        Target::Classes(classes) => {
            agreeing(&mut classes.codes.iter().map(|&code| u64::from(code)).collect())
        }
    }
}

/// The fraction of the pairs of numbers that are equal.
pub(super) fn agreeing(prints: &mut Vec<u64>) -> f64 {
    radix_sort(prints, |&print| print);
    let pairs: f64 = prints.chunk_by(|a, b| a == b).map(|equal| pairs_of(equal.len())).sum();
    pairs / pairs_of(prints.len()).max(1.0)
}
