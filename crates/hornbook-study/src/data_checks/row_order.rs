//! Rows that depend on their neighbors in the file: autocorrelation of the target and of residuals, and the runs test of classes.

use super::binned_column::{BinnedColumn, RareClasses};
use super::check_input::{CheckInput, folds_of};
use super::command_argument::argument;
use super::finding_list::finding;
use super::joint_learner::JointColumns;
use super::midranks::midranks;
use crate::record::{Finding, Severity};
use hornbook_core::format::{counted, trimmed};
use hornbook_data::{Feature, Target};
use hornbook_evaluation::measures::pearson;
use hornbook_math::estimates::moments;

/// Fewer rows than this say nothing of their order.
const ENOUGH_ROWS: usize = 20;
/// Neighbors are alike if they are so by more standard errors than this.
const CLEAR: f64 = 4.0;
/// Rows and columns of the model that says whether features account for it.
const JOINT_ROWS: usize = 4_000;
const JOINT_COLUMNS: usize = 24;
/// A file is sorted by the target if positions and targets have at least this rank correlation.
const SORTED: f64 = 0.9;

/// What is said of the order of the rows, if no column of time is given. What a column accounts for, since the file is sorted by it or
/// since features of neighboring rows are alike too, is no dependence of rows.
pub(super) fn target_order_finding(input: &CheckInput) -> Option<Finding> {
    if input.rows < ENOUGH_ROWS {
        return None;
    }
    let alike = match &input.target {
        Target::Numbers(values) => alike_numbers(&midranks(values))?,
        Target::Classes(classes) => alike_classes(&classes.codes)?,
    };
    let AlikeNeighbors { words: alike, is_sorted: is_sorted_by_target } = alike;
    if is_sorted_by_target {
        return Some(finding(
            Severity::Note,
            "sorted_by_target",
            None,
            format!(
                "The rows are sorted by the target ({alike}). Folds are shuffled, so this does no harm by itself, but a column that counts rows, \
                 or was written in their order, gives the target away: exclude such a column with --without."
            ),
        ));
    }
    let sorted_by = (0..input.features.len()).find(|&place| is_sorted(&input.features[place]));
    let advice = match sorted_by {
        Some(place) => advice_on(&input.names[place], &input.features[place]),
        None => "If they are in the order of time, give its column with --order; if they come in blocks, such as subjects or machines, \
                 give that column with --group."
            .to_string(),
    };
    let column = sorted_by.map(|place| input.names[place].as_str());
    Some(match (features_account_for_it(input), column) {
        (true, Some(name)) => finding(
            Severity::Note,
            "sorted_rows",
            Some(name),
            format!(
                "The rows are sorted by '{name}', so neighboring rows have similar targets ({alike}). {advice}"
            ),
        ),
        (true, None) => finding(
            Severity::Note,
            "autocorrelation",
            None,
            format!(
                "Autocorrelation: neighboring rows of the file have similar targets ({alike}), but so have they similar features: what these \
             leave unexplained is not alike. {advice}"
            ),
        ),
        (false, column) => finding(
            Severity::Warning,
            "autocorrelation",
            column,
            format!(
                "Autocorrelation: neighboring rows of the file have similar targets ({alike}), more than their features account for, so the rows may \
             not be independent, and with shuffled folds the score is too good. {advice}"
            ),
        ),
    })
}

/// What to do about rows that are sorted by a column.
fn advice_on(name: &str, feature: &Feature) -> String {
    let argument = argument(name);
    match feature {
        Feature::Number(_) => format!(
            "If '{name}', by which they are sorted, is time, use --order {argument}, so that the last rows are the test set."
        ),
        _ => format!(
            "If '{name}', by which they are sorted, stands for blocks such as subjects or machines, and rows to predict are of new ones, use \
             --group {argument}."
        ),
    }
}

/// Whether the errors of a model of the features are not alike in neighboring rows, in some stretch of the file.
fn features_account_for_it(input: &CheckInput) -> bool {
    let begin = input.rows.saturating_sub(JOINT_ROWS) / 2;
    let rows: Vec<usize> = (begin..input.rows.min(begin + JOINT_ROWS)).collect();
    let target: Vec<f64> = match &input.target {
        Target::Numbers(values) => midranks(&values[begin..begin + rows.len()]),
        Target::Classes(classes) => {
            let codes = &classes.codes[begin..begin + rows.len()];
            let mut counts = vec![0usize; classes.levels.len()];
            codes.iter().for_each(|&code| counts[code as usize] += 1);
            let most = (0..counts.len()).rev().max_by_key(|&class| counts[class]).unwrap_or_default();
            codes.iter().map(|&code| f64::from(u8::from(code as usize == most))).collect()
        }
    };
    let columns: Vec<BinnedColumn> = (input.features.iter().take(JOINT_COLUMNS))
        .map(|feature| BinnedColumn::of(feature, &rows, &RareClasses::default()))
        .collect();
    let guesses = JointColumns::of(&columns).out_of_fold(&target, &folds_of(&rows, None));
    let residuals: Vec<f64> = target.iter().zip(&guesses).map(|(y, guess)| y - guess).collect();
    lag_one(&residuals).is_none_or(|(_, errors)| errors <= CLEAR)
}

/// What is said of residuals of out-of-fold predictions, in the order of the file: whether neighbors are alike beyond what the model
/// explains.
pub fn residual_order_finding(residuals_in_file_order: &[f64]) -> Option<Finding> {
    if residuals_in_file_order.len() < ENOUGH_ROWS || residuals_in_file_order.iter().any(|r| !r.is_finite()) {
        return None;
    }
    let (correlation, errors) = lag_one(residuals_in_file_order)?;
    (errors > CLEAR).then(|| {
        finding(Severity::Warning, "residual_autocorrelation", None, format!(
            "Autocorrelation of residuals: the errors of neighboring rows of the file are alike (lag-1 correlation {}, {} standard \
             errors from 0), so the rows are not independent, and with shuffled folds the score is too good. If they are in the order \
             of time, give its column with --order; if they come in blocks, give that column with --group.",
            trimmed(correlation, 3),
            trimmed(errors, 1)
        ))
    })
}

/// Neighboring rows that are clearly alike.
#[derive(Debug, PartialEq)]
struct AlikeNeighbors {
    /// How alike they are.
    words: String,
    /// Whether the file is sorted by the target, which explains it.
    is_sorted: bool,
}

/// Whether neighboring numbers are alike, by their ranks.
fn alike_numbers(ranks: &[f64]) -> Option<AlikeNeighbors> {
    let positions: Vec<f64> = (0..ranks.len()).map(|row| row as f64).collect();
    let trend = pearson(&positions, ranks, None).ok()?;
    let (correlation, errors) = lag_one(ranks)?;
    (errors > CLEAR).then(|| AlikeNeighbors {
        words: format!(
            "lag-1 rank correlation {}, {} standard errors from 0",
            trimmed(correlation, 3),
            trimmed(errors, 1)
        ),
        is_sorted: trend.abs() >= SORTED,
    })
}

/// The correlation of each number with the next, and how many standard errors it is from 0.
fn lag_one(values: &[f64]) -> Option<(f64, f64)> {
    let (rows, mean, variance) = moments(values);
    let products: f64 = values.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
    let correlation = products / (variance * (rows - 1.0));
    correlation.is_finite().then_some((correlation, correlation * rows.sqrt()))
}

/// The runs test for any number of classes (Wald and Wolfowitz; Mood): whether there are clearly too few runs.
fn alike_classes(codes: &[u32]) -> Option<AlikeNeighbors> {
    let runs = codes.chunk_by(|a, b| a == b).count();
    let mut sorted = codes.to_vec();
    sorted.sort_unstable();
    let counts: Vec<f64> = sorted.chunk_by(|a, b| a == b).map(|class| class.len() as f64).collect();
    let power = |k: i32| counts.iter().map(|count| count.powi(k)).sum::<f64>();
    let (n, squares, cubes) = (codes.len() as f64, power(2), power(3));
    let expected = (n * (n + 1.0) - squares) / n;
    let variance = (squares * (squares + n * (n + 1.0)) - 2.0 * n * cubes - n * n * n) / (n * n * (n - 1.0));
    let errors = (expected - runs as f64) / variance.sqrt();
    (errors > CLEAR).then(|| AlikeNeighbors {
        words: format!(
            "{} of equal classes where independent rows make about {}, {} standard errors fewer",
            counted(runs as u64, "run"),
            trimmed(expected, 0),
            trimmed(errors, 1)
        ),
        // A few stretches more are still a file that somebody sorted and then added to.
        is_sorted: runs <= 2 * counts.len(),
    })
}

/// Whether a column of numbers with many values rises or falls with the file, or each level stands in one stretch.
pub(super) fn is_sorted(feature: &Feature) -> bool {
    match feature {
        Feature::Number(values) => {
            let ordered = values.is_sorted() || values.iter().rev().is_sorted();
            let changes = values.windows(2).filter(|pair| pair[0] != pair[1]).count();
            ordered && changes >= ENOUGH_ROWS / 2
        }
        Feature::Code(codes, _) => {
            let mut begins: Vec<u32> = codes.chunk_by(|a, b| a == b).map(|stretch| stretch[0]).collect();
            let stretches = begins.len();
            begins.sort_unstable();
            begins.dedup();
            stretches == begins.len() && stretches > 1 && 2 * stretches <= codes.len()
        }
        Feature::Text(_) | Feature::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    #[test]
    fn runs_as_by_hand() {
        // n = 10, five of each: 6 runs expected, variance 2·25·(50 − 10)/(100·9).
        let alternating: Vec<u32> = (0..2000).map(|row| row / 10 % 2).collect();
        let alike = alike_classes(&alternating).unwrap();
        let words = "200 runs of equal classes where independent rows make about 1001";
        assert!(alike.words.starts_with(words) && !alike.is_sorted, "{alike:?}");
        let sorted: Vec<u32> = (0..2000).map(|row| row / 1000).collect();
        assert!(alike_classes(&sorted).unwrap().is_sorted);
        let mixed: Vec<u32> = (0..2000).map(|row| (Seed(1).derive(row).0 % 2) as u32).collect();
        assert_eq!(alike_classes(&mixed), None);
    }

    #[test]
    fn residuals_of_a_walk_and_of_noise() {
        let mut alarms = 0;
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let noise: Vec<f64> = (0..300).map(|_| rng.unit() - 0.5).collect();
            alarms += usize::from(residual_order_finding(&noise).is_some());
            let mut last = 0.0;
            let smooth: Vec<f64> = noise
                .iter()
                .map(|x| {
                    last = 0.6 * last + x;
                    last
                })
                .collect();
            let found = residual_order_finding(&smooth).unwrap();
            assert_eq!(found.kind, "residual_autocorrelation");
        }
        assert!(alarms <= 2, "{alarms}");
        assert_eq!(residual_order_finding(&[0.0; 100]), None);
        assert_eq!(residual_order_finding(&[f64::NAN; 100]), None);
        assert_eq!(residual_order_finding(&[1.0, 2.0]), None);
    }
}
