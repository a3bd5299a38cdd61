//! The baseline (dummy estimator): predicts without the features.

use crate::explained_row::ExplainedRow;
use crate::explanation::{Explanation, Section};
use crate::fit::Fit;
use crate::model::{Inspect, LoadModel, Model, ModelInfo, Predictor, TrainingSummary};
use crate::model_part::{read_model_part, write_model_part};
use crate::outputs::{OutputRequest, TargetOutputs, is_distribution};
use crate::statistical_query::{PassOutcome, StatisticalQuery};
use crate::training_input::TrainingInput;
use hornbook_core::{Error, Learner, Result, Run, Task};
use hornbook_data::{Dataset, Features, Matrix, Target};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Baseline (dummy estimator): predicts the most frequent class, or the mean, for every row.
///
/// The baseline (dummy classifier or regressor) that a learner must beat before its score means anything. The
/// class frequencies of the training rows are the probabilities; ties go to the first class in order. One pass over the rows, a
/// count for each class or two sums: O(n) time, O(classes) memory, any number of threads gives the same model.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_learner::{Baseline, Fit, Model};
/// let table = Table::builder()
///     .number("size", vec![1.0, 2.0, 3.0])
///     .category("kind", &[Some("a"), Some("b"), Some("b")])
///     .build()?;
/// let model = Baseline::default().fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.predict(&table)?.values.label(0), "b");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "baseline",
    aliases("dummy", "majority class", "zero-r"),
    sklearn = "DummyClassifier, DummyRegressor",
    weka = "ZeroR",
    family = "learner",
    tasks(classification, regression),
    missing,
    categories,
    text,
    series,
    sequence,
    items,
    image,
    graph,
    sample_weights,
    out_of_core,
    offset,
    explicit_only,
    poor_score
)]
pub struct Baseline {}

/// The class fractions, or the mean.
#[derive(Debug)]
pub struct BaselineModel {
    info: ModelInfo,
    learned: BaselineState,
}

/// What the file keeps.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum BaselineState {
    Shares(Vec<f64>),
    Mean(f64),
}

/// Weights by class for classes; weight and weighted sum for numbers.
struct BaselineCounts {
    rows: u64,
    weights: Vec<f64>,
    sum: f64,
}

struct BaselineQuery {
    classes: usize,
    result: Option<BaselineCounts>,
}

impl StatisticalQuery for BaselineQuery {
    type Statistic = BaselineCounts;

    fn empty(&self) -> BaselineCounts {
        BaselineCounts { rows: 0, weights: vec![0.0; self.classes.max(1)], sum: 0.0 }
    }

    fn add(&self, counts: &mut BaselineCounts, rows: &Dataset, _first: u64) -> Result<()> {
        let weights = rows.weights();
        for row in rows.rows().iter().map(|r| r as usize) {
            let weight = weights.map_or(1.0, |w| w[row]);
            counts.rows += u64::from(weight > 0.0);
            match rows.require_target()?.1 {
                Target::Classes(classes) => counts.weights[classes.codes[row] as usize] += weight,
                Target::Numbers(y) => {
                    counts.weights[0] += weight;
                    counts.sum += weight * y[row];
                }
            }
        }
        Ok(())
    }

    fn merge(&self, into: &mut BaselineCounts, from: BaselineCounts) -> Result<()> {
        into.rows += from.rows;
        into.sum += from.sum;
        into.weights.iter_mut().zip(from.weights).for_each(|(a, b)| *a += b);
        Ok(())
    }

    fn update(&mut self, counts: BaselineCounts) -> Result<PassOutcome> {
        self.result = Some(counts);
        Ok(PassOutcome::Done)
    }
}

impl BaselineQuery {
    fn of(data: &Dataset) -> Result<BaselineQuery> {
        let classes = match data.require_target()?.1 {
            Target::Classes(classes) => classes.levels.len(),
            Target::Numbers(_) => 0,
        };
        Ok(BaselineQuery { classes, result: None })
    }

    fn finish(self, learner: &Baseline, data: &Dataset) -> Result<BaselineModel> {
        let empty = self.empty();
        let counts = self.result.unwrap_or(empty);
        let weight: f64 = counts.weights.iter().sum();
        if weight <= 0.0 {
            return Err(Error::no_rows());
        }
        let learned = match data.task()? {
            Task::Classification => {
                BaselineState::Shares(counts.weights.iter().map(|w| w / weight).collect())
            }
            _ => BaselineState::Mean(counts.sum / weight),
        };
        let summary =
            TrainingSummary { rows: counts.rows, weight, converged: true, ..TrainingSummary::default() };
        Ok(BaselineModel { info: learner.model_info(data, summary)?, learned })
    }
}

impl Fit for Baseline {
    type Model = BaselineModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<BaselineModel> {
        let prototype = input.rows().prototype();
        let mut counting = BaselineQuery::of(prototype)?;
        input.rows().run_query(&mut counting, run)?;
        counting.finish(self, prototype)
    }
}

impl Model for BaselineModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let target = &self.info.schema.target;
        let (text, json) = match &self.learned {
            BaselineState::Shares(shares) => {
                let lines: Vec<String> = target
                    .classes
                    .iter()
                    .zip(shares)
                    .map(|(class, share)| format!("{class}: {share:.4}"))
                    .collect();
                (lines.join("\n"), json!(shares))
            }
            BaselineState::Mean(mean) => (format!("mean of {}: {mean}", target.name), json!(mean)),
        };
        Explanation { sections: vec![Section { heading: "constant prediction", text, json }] }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        write_model_part(&self.learned)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for BaselineModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        Ok(vec![match &self.learned {
            BaselineState::Shares(shares) => {
                let probabilities = Matrix::new(rows.rows(), shares.len(), shares.repeat(rows.rows()))?;
                TargetOutputs::of_probabilities(probabilities, &self.info.schema.target.classes)
            }
            BaselineState::Mean(mean) => TargetOutputs::of_numbers(vec![*mean; rows.rows()]),
        }])
    }

    fn raw_row_explanation(&self, _row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
}

impl Inspect for BaselineModel {
    fn size(&self) -> Option<f64> {
        Some(self.info.schema.target.classes.len().saturating_sub(1).max(1) as f64)
    }
}

impl LoadModel for BaselineModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<BaselineModel> {
        let learned: BaselineState = read_model_part(bytes, "baseline")?;
        let fits = match (&learned, info.schema.target.task) {
            (BaselineState::Shares(shares), Task::Classification) => {
                shares.len() == info.schema.target.classes.len() && is_distribution(shares)
            }
            (BaselineState::Mean(mean), Task::Regression) => mean.is_finite(),
            _ => false,
        };
        if !fits {
            return Err(Error::damaged("the baseline in it does not fit its target"));
        }
        Ok(BaselineModel { info, learned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Predictions;
    use crate::statistical_query::TableBatches;
    use hornbook_data::Table;

    fn table() -> Table {
        let x: Vec<f64> = (0..50_000).map(f64::from).collect();
        let labels: Vec<Option<&str>> =
            (0..50_000).map(|i| Some(if i % 3 == 0 { "u" } else { "v" })).collect();
        Table::builder().number("x", x).category("c", &labels).number("w", vec![0.5; 50_000]).build().unwrap()
    }

    #[test]
    fn batches_equal_memory() {
        let data = table().dataset().target("c").unwrap().weight("w").unwrap();
        let whole = Baseline::default().fit(&data).unwrap();
        let batches = TableBatches::new(data, 2 * crate::CHUNK_ROWS);
        let parts =
            Baseline::default().fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap();
        assert_eq!(whole.to_bytes().unwrap(), parts.to_bytes().unwrap());
        assert_eq!(whole.info(), parts.info());
        assert_eq!(whole.info().summary.weight, 25_000.0);
    }

    // proves: 002:J01
    #[test]
    fn the_class_that_is_most_probable_beforehand() {
        let data = table().dataset().target("c").unwrap();
        let model = Baseline::default().fit(&data).unwrap();
        assert_eq!(model.predict(data.table()).unwrap().values.label(0), "v", "though the row is of class u");
        let priors = model.probabilities(data.table()).unwrap();
        assert_eq!(priors.row(0), [16_667.0 / 50_000.0, 33_333.0 / 50_000.0]);
    }

    #[test]
    fn the_mean_and_its_file() {
        let data = table().dataset().target("x").unwrap();
        let model = Baseline::default().fit(&data).unwrap();
        let Predictions::Numbers(values) = model.predict(data.table()).unwrap().values else {
            panic!("classes")
        };
        assert_eq!(values[7], 24_999.5);
        let again = BaselineModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
        assert_eq!(again.explain(), model.explain());
        assert!(BaselineModel::from_bytes(model.info().clone(), &[9, 9]).is_err());
    }

    #[test]
    fn refusals() {
        let data = table().dataset().target("c").unwrap();
        let empty = Baseline::default().fit(&data.select(vec![])).unwrap_err().to_string();
        assert_eq!(empty, "there are no rows to learn from; give at least one row");
        let zero = data.with_weights(vec![0.0; 50_000]).unwrap();
        let zero = Baseline::default().fit(&zero).unwrap_err().to_string();
        assert_eq!(zero, "every row has the weight zero; give at least one row a weight above zero");
    }

    #[test]
    fn batches_without_weight_are_passed_over() {
        let of = |weights: Vec<f64>| {
            let y = (0..weights.len()).map(|i| i as f64).collect();
            let table = Table::builder().number("y", y).number("w", weights).build().unwrap();
            TableBatches::new(table.dataset().target("y").unwrap().weight("w").unwrap(), 2)
        };
        let fit =
            |weights| Baseline::default().fit_with(TrainingInput::in_batches(&of(weights)), &Run::default());
        let model = fit(vec![0.0, 0.0, 1.0, 3.0, 0.0, 0.0]).unwrap();
        assert_eq!(model.info().summary.weight, 4.0);
        assert!(fit(vec![0.0; 4]).unwrap_err().to_string().contains("no rows to learn from"));
    }
}
