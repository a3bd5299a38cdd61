//! The baseline: what can be had without looking at the features.

use crate::explanation::{Explanation, Section};
use crate::fit::Fit;
use crate::model::{Model, ModelInfo, Predictions, Stored, Summary, first_largest};
use crate::query::{Batches, Query, Step, learn_in_batches, learn_in_memory};
use hornbook_core::{Declared, Error, Learner, Result, Run, Task};
use hornbook_data::{Dataset, Features, Matrix, Target};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Predicts the same for every row: the most common class, or the mean.
///
/// What a learner must beat before its score means anything. The class shares of the training rows are the
/// probabilities; between classes that are equally common, the first in order wins. One pass over the rows, a
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
    family = "learner",
    tasks(classification, regression),
    missing,
    categories,
    text,
    weights,
    batches,
    on_request
)]
pub struct Baseline {}

/// The class shares, or the mean.
#[derive(Debug)]
pub struct BaselineModel {
    info: ModelInfo,
    learned: Learned,
}

/// What the file keeps.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Learned {
    Shares(Vec<f64>),
    Mean(f64),
}

/// Weights by class for classes; weight and weighted sum for numbers.
struct Tally {
    rows: u64,
    weights: Vec<f64>,
    sum: f64,
}

struct Counting {
    classes: usize,
    result: Option<Tally>,
}

impl Query for Counting {
    type Statistic = Tally;

    fn empty(&self) -> Tally {
        Tally { rows: 0, weights: vec![0.0; self.classes.max(1)], sum: 0.0 }
    }

    fn add(&self, tally: &mut Tally, rows: &Dataset, _first: u64) -> Result<()> {
        let weights = rows.weights();
        for row in rows.rows().iter().map(|r| r as usize) {
            let weight = weights.map_or(1.0, |w| w[row]);
            tally.rows += u64::from(weight > 0.0);
            match rows.require_target()?.1 {
                Target::Classes(classes) => tally.weights[classes.codes[row] as usize] += weight,
                Target::Numbers(y) => {
                    tally.weights[0] += weight;
                    tally.sum += weight * y[row];
                }
            }
        }
        Ok(())
    }

    fn merge(&self, into: &mut Tally, from: Tally) -> Result<()> {
        into.rows += from.rows;
        into.sum += from.sum;
        into.weights.iter_mut().zip(from.weights).for_each(|(a, b)| *a += b);
        Ok(())
    }

    fn update(&mut self, tally: Tally) -> Result<Step> {
        self.result = Some(tally);
        Ok(Step::Done)
    }
}

impl Counting {
    fn of(data: &Dataset) -> Result<Counting> {
        let classes = match data.require_target()?.1 {
            Target::Classes(classes) => classes.levels.len(),
            Target::Numbers(_) => 0,
        };
        Ok(Counting { classes, result: None })
    }

    fn finish(self, learner: &Baseline, data: &Dataset) -> Result<BaselineModel> {
        let empty = self.empty();
        let tally = self.result.unwrap_or(empty);
        let weight: f64 = tally.weights.iter().sum();
        if weight <= 0.0 {
            return Err(Error::no_rows());
        }
        let learned = match data.task()? {
            Task::Classification => Learned::Shares(tally.weights.iter().map(|w| w / weight).collect()),
            _ => Learned::Mean(tally.sum / weight),
        };
        let summary = Summary { rows: tally.rows, weight, converged: true, ..Summary::default() };
        Ok(BaselineModel { info: learner.model_info(data, summary)?, learned })
    }
}

impl Fit for Baseline {
    type Model = BaselineModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<BaselineModel> {
        let mut counting = Counting::of(data)?;
        learn_in_memory(&mut counting, data, run)?;
        counting.finish(self, data)
    }

    fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<BaselineModel> {
        let mut counting = Counting::of(batches.prototype())?;
        learn_in_batches(Self::declaration(), &mut counting, batches, run)?;
        counting.finish(self, batches.prototype())
    }
}

impl Model for BaselineModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        Ok(match &self.learned {
            Learned::Shares(shares) => {
                let class = first_largest(shares) as u32;
                Predictions::Classes(vec![class; rows.rows()], self.info.schema.target.classes.clone())
            }
            Learned::Mean(mean) => Predictions::Numbers(vec![*mean; rows.rows()]),
        })
    }

    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let shares = match &self.learned {
            Learned::Shares(shares) => shares.as_slice(),
            Learned::Mean(_) => &[],
        };
        Matrix::new(rows.rows(), shares.len(), shares.repeat(rows.rows()))
    }

    fn raw_explanation(&self) -> Explanation {
        let target = &self.info.schema.target;
        let (text, json) = match &self.learned {
            Learned::Shares(shares) => {
                let lines: Vec<String> = target
                    .classes
                    .iter()
                    .zip(shares)
                    .map(|(class, share)| format!("{class}: {share:.4}"))
                    .collect();
                (lines.join("\n"), json!(shares))
            }
            Learned::Mean(mean) => (format!("mean of {}: {mean}", target.name), json!(mean)),
        };
        Explanation { sections: vec![Section { heading: "the same for every row", text, json }] }
    }

    fn raw_row_explanation(&self, _rows: &Features<'_>, _row: usize) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }

    fn size(&self) -> Option<f64> {
        Some(self.info.schema.target.classes.len().saturating_sub(1).max(1) as f64)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        postcard::to_stdvec(&self.learned)
            .map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
    }
}

impl Stored for BaselineModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<BaselineModel> {
        let damaged = |problem: &str| Error::model_file(problem, "fetch or write the file again");
        let learned: Learned = postcard::from_bytes(bytes).map_err(|e| damaged(&e.to_string()))?;
        let fits = match (&learned, info.schema.target.task) {
            (Learned::Shares(shares), Task::Classification) => {
                !shares.is_empty() && shares.len() == info.schema.target.classes.len()
            }
            (Learned::Mean(_), Task::Regression) => true,
            _ => false,
        };
        if !fits {
            return Err(damaged("the baseline in it does not fit its target"));
        }
        Ok(BaselineModel { info, learned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::TableBatches;
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
        let parts = Baseline::default().fit_batches(&batches, &Run::default()).unwrap();
        assert_eq!(whole.to_bytes().unwrap(), parts.to_bytes().unwrap());
        assert_eq!(whole.info(), parts.info());
        assert_eq!(whole.info().summary.weight, 25_000.0);
    }

    #[test]
    fn priors_alone_choose_the_largest() {
        let data = table().dataset().target("c").unwrap();
        let model = Baseline::default().fit(&data).unwrap();
        let Predictions::Classes(codes, levels) = model.predict(data.table()).unwrap().values else {
            panic!("numbers")
        };
        assert!(codes.iter().all(|&code| levels[code as usize] == "v"));
        let shares = model.raw_probabilities(&data.row_features()).unwrap();
        assert!((shares.at(0, 0) - 16_667.0 / 50_000.0).abs() < 1e-12);
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
        let fit = |weights| Baseline::default().fit_batches(&of(weights), &Run::default());
        let model = fit(vec![0.0, 0.0, 1.0, 3.0, 0.0, 0.0]).unwrap();
        assert_eq!(model.info().summary.weight, 4.0);
        assert!(fit(vec![0.0; 4]).unwrap_err().to_string().contains("no rows to learn from"));
    }
}
