//! The rows that every trial predicts out of fold.

use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Levels, Matrix, Target};
use hornbook_evaluation::{Split, TargetsAndPredictions, TestPredictions};
use hornbook_learner::first_largest;

/// The test rows of all splits, split after split, with what is true of them. Whatever is predicted for them stands in this order.
#[derive(Debug, Clone)]
pub(crate) struct EvaluatedRows {
    /// The position of each row in the table.
    pub rows: Vec<u32>,
    pub weights: Vec<f64>,
    /// Where the rows of each split end.
    pub ends: Vec<usize>,
    /// What it costs to misclassify each row, if the rows have a cost; else empty.
    pub costs: Vec<f64>,
    pub targets: RowTargets,
}

/// What is true of each row.
#[derive(Debug, Clone)]
pub(crate) enum RowTargets {
    Classes { levels: Levels, codes: Vec<u32> },
    Numbers(Vec<f64>),
}

impl RowTargets {
    /// Those of some rows.
    pub fn part(&self, range: std::ops::Range<usize>) -> RowTargets {
        match self {
            RowTargets::Classes { levels, codes } => {
                RowTargets::Classes { levels: levels.clone(), codes: codes[range].to_vec() }
            }
            RowTargets::Numbers(values) => RowTargets::Numbers(values[range].to_vec()),
        }
    }
}

impl EvaluatedRows {
    /// The test rows of some splits of a view.
    pub fn of(data: &Dataset, splits: &[Split]) -> Result<EvaluatedRows> {
        let mut rows = Vec::new();
        let mut ends = Vec::with_capacity(splits.len());
        for split in splits {
            rows.extend(split.test.iter().map(|&place| data.rows().at(place as usize)));
            ends.push(rows.len());
        }
        EvaluatedRows::of_table_rows(data, rows, ends)
    }

    fn of_table_rows(data: &Dataset, rows: Vec<u32>, ends: Vec<usize>) -> Result<EvaluatedRows> {
        let at = |row: &u32| *row as usize;
        let targets = match data.require_target()?.1 {
            Target::Classes(classes) => RowTargets::Classes {
                levels: classes.levels.clone(),
                codes: rows.iter().map(|row| classes.codes[at(row)]).collect(),
            },
            Target::Numbers(values) => RowTargets::Numbers(rows.iter().map(|row| values[at(row)]).collect()),
        };
        let weights = rows.iter().map(|row| data.weights().map_or(1.0, |weights| weights[at(row)])).collect();
        let costs =
            data.costs().map_or_else(Vec::new, |costs| rows.iter().map(|row| costs[at(row)]).collect());
        Ok(EvaluatedRows { rows, weights, ends, costs, targets })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many numbers a model says of a row: a probability for each class, or one number.
    pub fn width(&self) -> usize {
        match &self.targets {
            RowTargets::Classes { levels, .. } => levels.len(),
            RowTargets::Numbers(_) => 1,
        }
    }

    /// The rows of a split.
    pub fn split(&self, split: usize) -> std::ops::Range<usize> {
        let start = split.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[split]
    }

    /// What was predicted for some of the rows, by their places, in one piece.
    pub fn predictions_at(&self, places: &[usize], predictions: &[f64]) -> Result<TestPredictions> {
        let width = self.width();
        let picked: Vec<f64> =
            places.iter().flat_map(|&place| &predictions[place * width..][..width]).copied().collect();
        let values = match &self.targets {
            RowTargets::Numbers(truth) => TargetsAndPredictions::Numbers {
                truth: places.iter().map(|&place| truth[place]).collect(),
                predicted: picked,
            },
            RowTargets::Classes { levels, codes } => TargetsAndPredictions::Classes {
                levels: levels.clone(),
                truth: places.iter().map(|&place| codes[place]).collect(),
                predicted: picked.chunks(width).map(|row| first_largest(row) as u32).collect(),
                // A weighted mean of certainties may exceed 1 by a rounding error.
                probabilities: Matrix::new(
                    places.len(),
                    width,
                    picked.into_iter().map(|p| p.min(1.0)).collect(),
                )?,
            },
        };
        Ok(TestPredictions {
            rows: places.iter().map(|&place| self.rows[place]).collect(),
            weights: places.iter().map(|&place| self.weights[place]).collect(),
            ends: vec![places.len()],
            values,
            costs: match self.costs.is_empty() {
                true => Vec::new(),
                false => places.iter().map(|&place| self.costs[place]).collect(),
            },
            losses: Vec::new(),
        })
    }

    /// What was predicted for all rows, split by split.
    pub fn test_predictions(&self, predictions: &[f64]) -> Result<TestPredictions> {
        let all: Vec<usize> = (0..self.len()).collect();
        Ok(TestPredictions { ends: self.ends.clone(), ..self.predictions_at(&all, predictions)? })
    }

    /// The numbers that stand for a prediction.
    pub fn flattened(&self, predictions: TestPredictions) -> Result<Vec<f64>> {
        match predictions.values {
            TargetsAndPredictions::Classes { probabilities, .. } => Ok(probabilities.values().to_vec()),
            TargetsAndPredictions::Numbers { predicted, .. } => Ok(predicted),
            _ => Err(Error::internal("a study predicts a target")),
        }
    }
}
