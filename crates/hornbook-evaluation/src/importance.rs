//! Permutation feature importance: the decrease of a metric when a feature is permuted.

use crate::inspection::rows::{ModelRows, reordered};
use crate::intervals::{Interval, student_mean};
use crate::measure::Measure;
use crate::metric_set::MetricSet;
use crate::options::EvaluationOptions;
use crate::test_predictions::TestPredictions;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::{Dataset, Features};
use hornbook_learner::Model;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// What shuffling each column costs a model, on rows it should not have been trained on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PermutationImportance {
    /// What is measured.
    pub measure: Measure,
    /// Its value with all columns as they are.
    pub value: f64,
    /// The columns, in the order of the model.
    pub columns: Vec<ColumnImportance>,
}

/// What shuffling one column costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ColumnImportance {
    /// The column.
    pub name: String,
    /// How much worse the metric gets, on average: above 0, the model relies on the column.
    pub mean: f64,
    /// Student's interval of that mean over the shuffles; `None` for a single one.
    pub interval: Option<Interval>,
    /// The loss of each shuffle.
    pub losses: Vec<f64>,
}

/// Shuffles each column `repeats` times among the rows of `data` and measures what is lost of the first metric.
///
/// Columns that say the same hide each other: with one of them shuffled, the model still has the other. Shuffle `r` of
/// column `c` takes its random numbers from `seed.derive(c).derive(r)`.
///
/// ```
/// use hornbook_core::{Run, Seed};
/// use hornbook_data::Table;
/// use hornbook_evaluation::{EvaluationOptions, permutation_importance};
/// use hornbook_learner::Fit;
/// use hornbook_trees::DecisionTree;
/// let y: Vec<f64> = (0..60).map(|i| f64::from(i % 10)).collect();
/// let noise = (0..60).map(|i| f64::from(i * 7 % 13)).collect();
/// let table = Table::builder().number("x", y.clone()).number("noise", noise).number("y", y).build()?;
/// let data = table.dataset().target("y")?;
/// let model = DecisionTree::default().fit(&data)?;
/// let found = permutation_importance(&model, &data, &EvaluationOptions::default(), 5, Seed(1), &Run::default())?;
/// assert!(found.columns[0].mean > 1.0 && found.columns[1].mean == 0.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn permutation_importance(
    model: &dyn Model,
    data: &Dataset,
    scoring: &EvaluationOptions,
    repeats: usize,
    seed: Seed,
    run: &Run,
) -> Result<PermutationImportance> {
    if repeats == 0 {
        return Err(Error::data("permutation importance needs at least one repeat", "ask for at least one"));
    }
    let measure = scoring.measures_of_model(model, data)?[0];
    let ModelRows { columns, .. } = ModelRows::of(model, data, run)?;
    let rows = data.rows().len();
    let with_probabilities = scoring.needs_probabilities(measure);
    let value_of = |features: &Features<'_>| -> Result<f64> {
        let test_predictions =
            scoring.decided(TestPredictions::of_features(model, data, features, with_probabilities)?)?;
        let rules = scoring.metric_options(&test_predictions)?;
        Ok(MetricSet::new(&test_predictions, &[measure], &rules)?.values()[0])
    };
    run.install(|| {
        let whole = value_of(&Features::Columns(columns.clone(), rows))?;
        let sign = if measure.higher_is_better() { 1.0 } else { -1.0 };
        let jobs: Vec<(usize, usize)> =
            (0..columns.len()).flat_map(|column| (0..repeats).map(move |repeat| (column, repeat))).collect();
        let losses: Vec<f64> = jobs
            .par_iter()
            .map(|&(column, repeat)| {
                run.check()?;
                let mut order: Vec<usize> = (0..rows).collect();
                seed.derive(column as u64).derive(repeat as u64).rng().shuffle(&mut order);
                // Columns share their buffers: only the shuffled one is copied.
                let mut shuffled = columns.clone();
                shuffled[column] = reordered(&columns[column], &order);
                Ok(sign * (whole - value_of(&Features::Columns(shuffled, rows))?))
            })
            .collect::<Result<_>>()?;
        let level = scoring.bootstrap().level;
        let column = |(name, losses): (&str, &[f64])| ColumnImportance {
            name: name.to_string(),
            mean: losses.iter().sum::<f64>() / losses.len() as f64,
            interval: student_mean(losses, level),
            losses: losses.to_vec(),
        };
        let names = model.info().schema.inputs.iter().map(|input| input.name.as_str());
        let columns = names.zip(losses.chunks(repeats)).map(column).collect();
        Ok(PermutationImportance { measure, value: whole, columns })
    })
}

impl fmt::Display for PermutationImportance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |x: f64| self.measure.show(x);
        writeln!(
            f,
            "permutation importance: decrease of the {} of {} when a feature is permuted\n",
            self.measure,
            show(self.value)
        )?;
        let mut order: Vec<&ColumnImportance> = self.columns.iter().collect();
        order.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let mut rows = vec![["column", "lost", "interval"].map(str::to_string).to_vec()];
        rows.extend(order.into_iter().map(|column| {
            let interval = column.interval.map(|i| format!("{} to {}", show(i.low), show(i.high)));
            vec![column.name.clone(), show(column.mean), interval.unwrap_or_default()]
        }));
        f.write_str(&aligned(&rows, |column| if column == 1 { Align::Right } else { Align::Left }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;
    use hornbook_learner::Fit;
    use hornbook_trees::DecisionTree;

    fn kinds(labels: &[&str]) -> Table {
        let some: Vec<Option<&str>> = labels.iter().map(|&label| Some(label)).collect();
        let noise = (0..labels.len()).map(|i| (i % 3) as f64).collect();
        let is_b: Vec<Option<&str>> =
            labels.iter().map(|&label| Some(if label == "b" { "yes" } else { "no" })).collect();
        let table = Table::builder().category("kind", &some).number("noise", noise).category("y", &is_b);
        table.build().unwrap()
    }

    #[test]
    fn columns_and_levels_are_found_by_name() {
        let table = kinds(&["a", "b", "c"].repeat(10));
        let model = DecisionTree::default().fit(&table.dataset().target("y").unwrap()).unwrap();
        // Other codes for the levels, and the columns in another order; some rows only.
        let other = kinds(&["c", "b"].repeat(10));
        let [kind, noise, y] = [0, 1, 2].map(|at| (other.names()[at].clone(), other.columns()[at].clone()));
        let other = Table::new(vec![noise, y, kind]).unwrap();
        let data = other.dataset().target("y").unwrap().select((2..14).collect());
        let scoring = EvaluationOptions::default();
        let found = permutation_importance(&model, &data, &scoring, 9, Seed(1), &Run::default()).unwrap();
        assert_eq!(found.value, 1.0);
        let names: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["kind", "noise"]);
        assert!(found.columns[0].mean > 0.3 && found.columns[1].mean == 0.0, "{found}");
    }

    #[test]
    fn measures_of_classes_do_without_probabilities() {
        let table = kinds(&["a", "b", "c"].repeat(10));
        let data = table.dataset().target("y").unwrap();
        let model = DecisionTree::default().fit(&data).unwrap();
        let without = TestPredictions::of_features(&model, &data, &data.row_features(), false).unwrap();
        let with = TestPredictions::of(&model, &data).unwrap();
        for &measure in Measure::all(hornbook_core::Task::Classification) {
            let scoring = EvaluationOptions::default().measures(&[measure]);
            let value = |test_predictions: &TestPredictions| {
                let rules = scoring.metric_options(test_predictions).unwrap();
                MetricSet::new(test_predictions, &[measure], &rules).unwrap().values()[0]
            };
            if !scoring.needs_probabilities(measure) {
                assert_eq!(value(&without).to_bits(), value(&with).to_bits(), "{measure}");
            }
        }
    }
}
