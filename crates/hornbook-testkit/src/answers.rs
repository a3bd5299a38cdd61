//! All that a model says of the rows of a table, and whether it can be meant.

use hornbook::data::{Feature, Features, Matrix};
use hornbook::{Error, Model, Predictions, Result, Table, Task};
use hornbook_learner::{OutputRequest, is_distribution};

/// Predictions, probabilities, scores and explanations of a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelAnswers {
    /// What is predicted for each row, of each target.
    pub predictions: Vec<Predictions>,
    /// The class probabilities of each row, of each target of classes.
    pub probabilities: Vec<f64>,
    /// The scores of the rows, where there are some.
    pub scores: Vec<f64>,
    /// The explanations of the model and of its first row.
    pub words: String,
}

/// Every number and code that a transformer makes of rows, column by column.
fn transformed(model: &dyn Model, rows: &Features<'_>) -> Result<Vec<f64>> {
    let made = model.transformer()?.transform(rows)?;
    let features = made.features();
    let mut all = Vec::new();
    for column in 0..features.width() {
        match features.column(column) {
            Feature::Number(values) => all.extend(values.iter()),
            Feature::Code(codes, _) => all.extend(codes.iter().map(|&code| f64::from(code))),
            // What is handed on is still there.
            other => all.extend((0..other.len()).map(|row| f64::from(u8::from(other.is_missing(row))))),
        }
    }
    Ok(all)
}

impl ModelAnswers {
    /// Asks a model everything.
    pub fn of(model: &dyn Model, table: &Table) -> Result<ModelAnswers> {
        let mut answers = ModelAnswers::without_words(model, table)?;
        let (rows, _) = model.info().schema.features(table)?;
        answers.words = model.explain().to_string();
        if table.rows() > 0 && model.info().schema.target.task != Task::Transformation {
            answers.words += &model.explain_row(&rows, 0)?.to_string();
        }
        Ok(answers)
    }

    /// Asks a model for all but explanations.
    pub fn without_words(model: &dyn Model, table: &Table) -> Result<ModelAnswers> {
        let (rows, _) = model.info().schema.features(table)?;
        let mut answers = ModelAnswers::default();
        if model.info().schema.target.task == Task::Transformation {
            answers.scores = transformed(model, &rows)?;
            return Ok(answers);
        }
        let everything = OutputRequest { probabilities: true, scores: true };
        for outputs in model.outputs_of_targets(&rows, everything)? {
            answers.predictions.push(outputs.predictions);
            answers.probabilities.extend(outputs.probabilities.map_or(Vec::new(), Matrix::into_values));
            answers.scores.extend(outputs.scores.map_or(Vec::new(), Matrix::into_values));
        }
        let alone = model.outputs_of_targets(&rows, OutputRequest::PREDICTIONS)?;
        if !alone.iter().map(|outputs| &outputs.predictions).eq(&answers.predictions) {
            return Err(Error::data("predictions change with what else is asked for", "mend raw_outputs"));
        }
        Ok(answers)
    }

    /// Every number said, in order.
    pub fn numbers(&self) -> Vec<f64> {
        let mut all = self.probabilities.clone();
        all.extend(&self.scores);
        for predictions in &self.predictions {
            // Probabilities say more than the class, which rounding may change where two are as likely.
            match predictions {
                Predictions::Numbers(values) => all.extend(values),
                Predictions::Classes(codes, _) if self.probabilities.is_empty() => {
                    all.extend(codes.iter().map(|&code| f64::from(code)));
                }
                Predictions::Classes(..) => {}
            }
        }
        all
    }

    /// The largest difference between the numbers of two models, relative to those above 1.
    pub fn distance(&self, other: &ModelAnswers) -> f64 {
        let (one, other) = (self.numbers(), other.numbers());
        if one.len() != other.len() {
            return f64::INFINITY;
        }
        let apart = |(a, b): (&f64, &f64)| match a == b || a.is_nan() && b.is_nan() {
            true => 0.0,
            // NaN on one side only is as far as can be.
            false => Some((a - b).abs() / a.abs().max(1.0)).filter(|d| !d.is_nan()).unwrap_or(f64::INFINITY),
        };
        one.iter().zip(&other).map(apart).fold(0.0, f64::max)
    }

    /// Whether everything can be meant: an answer for each row, finite numbers, and probabilities that sum to 1.
    pub fn check(&self, model: &dyn Model, rows: usize) -> std::result::Result<(), String> {
        let schema = &model.info().schema;
        for (target, predictions) in schema.targets().zip(&self.predictions) {
            if predictions.len() != rows {
                return Err(format!("{} predictions for {rows} rows", predictions.len()));
            }
            match predictions {
                Predictions::Numbers(values) if target.task == Task::Regression => {
                    if let Some(odd) = values.iter().find(|value| !value.is_finite()) {
                        return Err(format!("a prediction is {odd}"));
                    }
                }
                Predictions::Numbers(values) if values.iter().any(|value| value.is_nan()) => {
                    return Err("a prediction is not a number".to_string());
                }
                _ => {}
            }
        }
        let mut from = 0;
        if schema.target.task == Task::Classification {
            for target in schema.targets() {
                let classes = target.classes.len();
                let shares = &self.probabilities[from..from + rows * classes];
                if let Some(odd) = shares.chunks(classes.max(1)).find(|shares| !is_distribution(shares)) {
                    return Err(format!("class probabilities are {odd:?}"));
                }
                from += rows * classes;
            }
        }
        Ok(())
    }
}
