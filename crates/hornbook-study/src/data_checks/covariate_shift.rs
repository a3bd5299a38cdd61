//! Covariate shift: whether a learner can tell training rows from test rows (classifier two-sample test).

use super::binned_column::{BinnedColumn, RareClasses};
use super::check_input::{folds_of, sampled_rows};
use super::finding_list::finding;
use super::joint_learner::JointColumns;
use crate::record::{Finding, Severity};
use hornbook_core::Result;
use hornbook_core::format::{p_statement, three_decimals};
use hornbook_data::{Column, Dataset, Feature, Schema, Table};
use hornbook_evaluation::measures::SortedScores;
use hornbook_learner::{DriftCounts, Profile};
use hornbook_math::distributions::normal_cdf;

/// Fewer rows of either say nothing.
const ENOUGH_ROWS: usize = 20;
/// Rows of each that are looked at.
const SAMPLE: usize = 4_000;
/// The distributions differ if chance ranks test rows above training rows as clearly less often than this, and if it is this clear.
const P_VALUE: f64 = 1e-3;
const CLEAR_AUC: f64 = 0.55;
/// Columns that are named.
const NAMED: usize = 3;

/// Whether the test rows have another distribution than the training rows, and in which columns most.
pub fn covariate_shift_findings(training: &Dataset, test: &Dataset) -> Result<Vec<Finding>> {
    let test = test.clone().only(&training.feature_names())?;
    if training.rows().len().min(test.rows().len()) < ENOUGH_ROWS {
        return Ok(Vec::new());
    }
    let (auc, p) = two_sample_test(training, &test)?;
    if p >= P_VALUE || auc < CLEAR_AUC {
        return Ok(Vec::new());
    }
    let drifted = most_drifted(training, &test)?;
    let columns = match drifted.is_empty() {
        true => "no column differs much alone, only columns together do".to_string(),
        false => drifted.join("; "),
    };
    Ok(vec![finding(
        Severity::Warning,
        "covariate_shift",
        None,
        format!(
            "Covariate shift: a learner tells test rows from training rows with an AUC of {} ({}; 0.5 if they have the same distribution): {columns}. \
         The test score then holds for rows like those of the test file, not for rows like those of training; find out how the two were collected.",
            three_decimals(auc),
            p_statement(p)
        ),
    )])
}

/// The AUC, out of fold, of a learner that tells the two apart, and the p-value of Mann and Whitney's test.
fn two_sample_test(training: &Dataset, test: &Dataset) -> Result<(f64, f64)> {
    let picked = |data: &Dataset| -> Dataset {
        data.select(sampled_rows(data.rows().len(), SAMPLE).into_iter().map(|row| row as u32).collect())
    };
    let (training, test) = (picked(training), picked(test));
    let (ours, theirs) = (training.rows().len(), test.rows().len());
    let rows: Vec<usize> = (0..ours + theirs).collect();
    let binned: Vec<BinnedColumn> = (0..training.feature_count())
        .filter_map(|place| joined(&training.row_feature(place), &test.row_feature(place)))
        .map(|feature| BinnedColumn::of(&feature, &rows, &RareClasses::default()))
        .collect();
    let is_test: Vec<bool> = rows.iter().map(|&row| row >= ours).collect();
    let target: Vec<f64> = is_test.iter().map(|&is| f64::from(u8::from(is))).collect();
    let scores = JointColumns::of(&binned).out_of_fold(&target, &folds_of(&rows, None));
    let auc = SortedScores::new(&is_test, &scores, None)?.area();
    let (n, m) = (ours as f64, theirs as f64);
    let z = (auc - 0.5) / ((n + m + 1.0) / (12.0 * n * m)).sqrt();
    Ok((auc, normal_cdf(-z)))
}

/// A column of both, one after the other; none if they are not of one kind.
fn joined(ours: &Feature, theirs: &Feature) -> Option<Feature> {
    match (ours, theirs) {
        (Feature::Number(a), Feature::Number(b)) => {
            Some(Feature::Number(a.iter().chain(b.iter()).copied().collect()))
        }
        (Feature::Code(..), Feature::Code(..)) => {
            let labels = |feature: &Feature| {
                let column = Column::from(feature.clone());
                (0..column.len()).map(|row| column.label(row)).collect::<Vec<Option<String>>>()
            };
            let both = [labels(ours), labels(theirs)].concat();
            Some(Feature::of(&Column::Category(hornbook_data::Categories::from_labels(&both))))
        }
        (Feature::Text(_), Feature::Text(_)) | (Feature::Object(_), Feature::Object(_)) => {
            let gap = |feature: &Feature, row: usize| if feature.is_missing(row) { f64::NAN } else { 0.0 };
            let gaps = (0..ours.len())
                .map(|row| gap(ours, row))
                .chain((0..theirs.len()).map(|row| gap(theirs, row)));
            Some(Feature::Number(gaps.collect()))
        }
        _ => None,
    }
}

/// What is different in the columns that differ most, by their population stability index.
fn most_drifted(training: &Dataset, test: &Dataset) -> Result<Vec<String>> {
    let profile = Profile::of(&training.without_targets())?;
    let schema = Schema::of(training)?;
    let columns = test.feature_names().into_iter().zip(test.features());
    let columns = columns.map(|(name, &position)| {
        let rows: Vec<u32> = test.rows().iter().collect();
        (name.to_string(), test.table().columns()[position].take(&rows))
    });
    let table = Table::new(columns.collect())?;
    let (features, _) = schema.features(&table)?;
    let mut counts = DriftCounts::new(&profile);
    counts.add(&profile, &schema, &table, &features)?;
    let report = counts.report(&profile, &schema);
    let mut drifted: Vec<_> = report.drifted().collect();
    drifted.sort_by(|a, b| {
        let index = |drift: &hornbook_learner::ColumnDrift| drift.stability.max(drift.missing_stability);
        index(b).total_cmp(&index(a))
    });
    Ok(drifted.into_iter().take(NAMED).map(|drift| drift.sentence()).collect())
}
