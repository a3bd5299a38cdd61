//! Contamination: rows of a test file that are copies of rows to train on.

use super::check_input::sampled_rows;
use super::finding_list::finding;
use crate::record::{Finding, Severity};
use hornbook_core::Result;
use hornbook_core::format::percent;
use hornbook_data::{Dataset, Feature};

/// Copies are flagged from here on, or from this fraction of the test rows on.
const FEWEST_ROWS: usize = 10;
const FRACTION: f64 = 0.01;
/// And if they are this many times as many as independent rows would make.
const TIMES_EXPECTED: f64 = 10.0;
/// Rows of the training set in which copies by chance are counted.
const CHANCE_SAMPLE: usize = 20_000;

/// Whether test rows stand in the training set too: with the same features, and, if the test rows have a target, whether with the same
/// target.
pub fn contamination_findings(training: &Dataset, test: &Dataset) -> Result<Vec<Finding>> {
    let names: Vec<&str> = training.feature_names();
    let test = test.clone().only(&names)?;
    let rows = test.rows().len();
    let copied = rows_in(&test.without_targets().fingerprints(), &training.without_targets().fingerprints());
    let count = copied.iter().filter(|&&is| is).count();
    let fewest = FEWEST_ROWS.min(((FRACTION * rows as f64).ceil() as usize).max(2));
    if count < fewest || (count as f64) < TIMES_EXPECTED * expected_by_chance(training, rows) {
        return Ok(Vec::new());
    }
    let with_target = match test.target_values() {
        Some(_) => {
            let whole = rows_in(&test.fingerprints(), &training.fingerprints());
            format!(", {} of them with the same target", whole.iter().filter(|&&is| is).count())
        }
        None => String::new(),
    };
    Ok(vec![finding(
        Severity::Warning,
        "contamination",
        None,
        format!(
            "Contamination: {count} of {rows} test rows ({}) have the features of a training row{with_target}. A model can know them by heart, so the \
         test score is too good: remove them from one of the two files.",
            percent(count as f64 / rows as f64)
        ),
    )])
}

fn rows_in(prints: &[u64], known: &[u64]) -> Vec<bool> {
    let mut known = known.to_vec();
    known.sort_unstable();
    prints.iter().map(|print| known.binary_search(print).is_ok()).collect()
}

/// How many test rows equal a training row if columns have nothing to do with each other: the pairs that agree in every column.
fn expected_by_chance(training: &Dataset, test_rows: usize) -> f64 {
    let rows = sampled_rows(training.rows().len(), CHANCE_SAMPLE);
    let agreeing = |place: usize| {
        let feature = training.row_feature(place);
        let mut prints: Vec<u64> = match &feature {
            Feature::Number(values) => rows.iter().map(|&row| (values[row] + 0.0).to_bits()).collect(),
            Feature::Code(codes, _) => rows.iter().map(|&row| u64::from(codes[row])).collect(),
            Feature::Text(_) | Feature::Object(_) => return 1.0,
        };
        super::exact_copies::agreeing(&mut prints)
    };
    let coincidences: f64 = (0..training.feature_count()).map(agreeing).product();
    (test_rows as f64).min(coincidences * test_rows as f64 * training.rows().len() as f64)
}
