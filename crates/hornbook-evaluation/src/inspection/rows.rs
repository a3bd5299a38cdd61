//! The rows a model is read on.

use super::feature_grid::GridValue;
use hornbook_core::{Error, Result, Run, Task};
use hornbook_data::{Dataset, Feature, Features, Input, Matrix, RowSelection};
use hornbook_learner::{Model, OutputRequest, Predictions};

/// The columns of some rows as a model knows them, with the weights of the rows.
pub(crate) struct ModelRows<'m> {
    pub model: &'m dyn Model,
    pub columns: Vec<Feature>,
    pub weights: Vec<f64>,
}

impl<'m> ModelRows<'m> {
    /// The rows of a view. What there is to say about them is said to the run.
    pub fn of(model: &'m dyn Model, data: &Dataset, run: &Run) -> Result<ModelRows<'m>> {
        let (features, sentences) = match data.rows() {
            RowSelection::Span(span) if span.len() == data.table().rows() => {
                model.info().schema.features(data.table())?
            }
            rows => model.info().schema.features(&data.table().take(&rows.iter().collect::<Vec<_>>()))?,
        };
        sentences.iter().for_each(|sentence| run.warn(sentence));
        let columns = (0..features.width()).map(|column| features.column(column)).collect();
        Ok(ModelRows { model, columns, weights: data.row_weights() })
    }

    /// The same without the rows of weight zero; there must be others.
    pub fn counting(model: &'m dyn Model, data: &Dataset, run: &Run) -> Result<ModelRows<'m>> {
        let rows = ModelRows::of(model, &data.with_nonzero_weight(), run)?;
        if rows.weights.is_empty() {
            return Err(Error::data("there are no rows to read the model on", "give rows of some weight"));
        }
        Ok(rows)
    }

    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// The rows of some weight, if they weigh this.
    pub fn weighing(&self, weights: &[f64]) -> ModelRows<'m> {
        let rows: Vec<usize> = (0..self.len()).filter(|&row| weights[row] > 0.0).collect();
        let columns = self.columns.iter().map(|column| reordered(column, &rows)).collect();
        ModelRows { model: self.model, columns, weights: rows.iter().map(|&row| weights[row]).collect() }
    }

    /// The rows in which a column is known; there must be some.
    pub fn knowing(&self, column: usize) -> Result<ModelRows<'m>> {
        let weight = |row: usize| if self.columns[column].is_missing(row) { 0.0 } else { self.weights[row] };
        let known = self.weighing(&(0..self.len()).map(weight).collect::<Vec<_>>());
        if known.weights.is_empty() {
            let name = &self.input(column).name;
            let problem = format!("column '{name}' has no value in these rows");
            return Err(Error::data(problem, "read another column"));
        }
        Ok(known)
    }

    /// The position of a column among the model's inputs.
    pub fn position(&self, name: &str) -> Result<usize> {
        let inputs = &self.model.info().schema.inputs;
        inputs.iter().position(|input| input.name == name).ok_or_else(|| Error::NoSuchColumn {
            name: name.to_string(),
            known: inputs.iter().map(|input| input.name.clone()).collect(),
        })
    }

    pub fn input(&self, column: usize) -> &Input {
        &self.model.info().schema.inputs[column]
    }

    /// What the scores are called: the classes, or the target.
    pub fn outputs(&self) -> Vec<String> {
        let target = &self.model.info().schema.target;
        match target.task {
            Task::Classification => target.classes.to_vec(),
            _ => vec![target.name.clone()],
        }
    }

    /// What the model says of each row, with other columns in the place of some: probabilities, numbers, or how unusual
    /// the row is.
    pub fn scores(&self, others: Vec<(usize, Feature)>) -> Result<Matrix> {
        let mut columns = self.columns.clone();
        for (place, column) in others {
            columns[place] = column;
        }
        let features = Features::Columns(columns, self.len());
        let is_classification = self.model.info().schema.target.task == Task::Classification;
        let request = OutputRequest { probabilities: is_classification, scores: !is_classification };
        let outputs = self.model.outputs(&features, request)?;
        if let Some(scores) = outputs.probabilities.or(outputs.scores) {
            return Ok(scores);
        }
        match outputs.predictions {
            Predictions::Numbers(values) => Matrix::new(values.len(), 1, values),
            Predictions::Classes(..) => {
                Err(Error::mismatch("the model predicts classes for a target of numbers", "train it again"))
            }
        }
    }

    /// The mean of each score over the rows.
    pub fn means(&self, scores: &Matrix) -> Vec<f64> {
        let total: f64 = self.weights.iter().sum();
        let mut means = vec![0.0; scores.columns()];
        for (row, weight) in self.weights.iter().enumerate() {
            means.iter_mut().zip(scores.row(row)).for_each(|(mean, x)| *mean += weight * x);
        }
        means.iter_mut().for_each(|mean| *mean /= total);
        means
    }

    /// A column in which every row has the value of one row.
    pub fn all_as(&self, column: usize, row: usize) -> Feature {
        match &self.columns[column] {
            Feature::Number(values) => Feature::Number(vec![values[row]; self.len()].into()),
            Feature::Code(codes, levels) => {
                Feature::Code(vec![codes[row]; self.len()].into(), levels.clone())
            }
            other => other.take(&vec![row as u32; self.len()]),
        }
    }

    /// A column in which every row has this value.
    pub fn constant(&self, column: usize, value: GridValue) -> Feature {
        match (value, &self.columns[column]) {
            (GridValue::Level(code), Feature::Code(_, levels)) => {
                Feature::Code(vec![code; self.len()].into(), levels.clone())
            }
            (GridValue::Number(x), _) => Feature::Number(vec![x; self.len()].into()),
            (GridValue::Level(_), _) => Feature::Number(vec![f64::NAN; self.len()].into()),
        }
    }
}

/// Some rows of a column, in this order.
pub(crate) fn reordered(feature: &Feature, order: &[usize]) -> Feature {
    match feature {
        Feature::Number(values) => Feature::Number(order.iter().map(|&row| values[row]).collect()),
        Feature::Code(codes, levels) => {
            Feature::Code(order.iter().map(|&row| codes[row]).collect(), levels.clone())
        }
        other => other.take(&order.iter().map(|&row| row as u32).collect::<Vec<_>>()),
    }
}
