//! The model of a transformer.

use super::{ColumnOrigins, TransformedRows, Transformer};
use crate::explanation::{Explanation, Section};
use crate::fit::Fit;
use crate::model::{Inspect, LoadModel, Model, ModelInfo, TrainingSummary};
use crate::model_part::{read_model_part, write_model_part};
use crate::statistical_query::{PassOutcome, StatisticalQuery};
use crate::training_input::RowSource;
use hornbook_core::{Error, Result, Run, Task};
use hornbook_data::{Dataset, Features, Input, Levels, TargetSchema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What a transformer fits on the training rows.
pub trait FittedTransformer: Transformer + Debug + Send + Sync + Sized + 'static {
    /// What a file keeps of it.
    type Serialized: Serialize + DeserializeOwned;

    /// What was fitted, in words.
    fn section(&self) -> Section;

    /// The models that it is made of, if it is of any.
    fn members(&self) -> Vec<&dyn Model> {
        Vec::new()
    }

    /// What a file keeps.
    fn serialized(&self) -> Result<Self::Serialized>;

    /// From what a file kept; none if it cannot be true of these inputs.
    fn from_serialized(inputs: &[Input], serialized: Self::Serialized) -> Option<Self>;
}

/// A fitted transformer as a model.
#[derive(Debug)]
pub struct TransformerModel<T> {
    info: ModelInfo,
    fitted: T,
}

/// How many rows there are and what they weigh; rows of weight zero are absent.
struct TransformedRowCount {
    rows: u64,
    weight: f64,
}

impl TransformedRowCount {
    fn of(rows: RowSource<'_>, run: &Run) -> Result<TransformedRowCount> {
        let mut counted = TransformedRowCount { rows: 0, weight: 0.0 };
        rows.run_query(&mut counted, run)?;
        Ok(counted)
    }
}

impl StatisticalQuery for TransformedRowCount {
    type Statistic = (u64, f64);

    fn empty(&self) -> (u64, f64) {
        (0, 0.0)
    }

    fn add(&self, (rows, weight): &mut (u64, f64), data: &Dataset, _first: u64) -> Result<()> {
        for row_weight in data.row_weights() {
            *rows += u64::from(row_weight > 0.0);
            *weight += row_weight;
        }
        Ok(())
    }

    fn merge(&self, into: &mut (u64, f64), from: (u64, f64)) -> Result<()> {
        into.0 += from.0;
        into.1 += from.1;
        Ok(())
    }

    fn update(&mut self, (rows, weight): (u64, f64)) -> Result<PassOutcome> {
        (self.rows, self.weight) = (rows, weight);
        Ok(PassOutcome::Done)
    }
}

/// What a transformer has in place of a target.
pub fn transformer_schema() -> TargetSchema {
    TargetSchema { name: "transformed".to_string(), task: Task::Transformation, classes: Levels::default() }
}

impl<T: FittedTransformer> TransformerModel<T> {
    /// The model of a transformer that was fitted to these rows.
    pub fn new<L: Fit>(
        learner: &L,
        rows: RowSource<'_>,
        fitted: T,
        run: &Run,
    ) -> Result<TransformerModel<T>> {
        let counted = TransformedRowCount::of(rows, run)?;
        let summary = TrainingSummary {
            rows: counted.rows,
            weight: counted.weight,
            converged: true,
            ..TrainingSummary::default()
        };
        let mut info = learner.model_info_predicting(transformer_schema(), rows.prototype(), summary);
        // A transformer that learns from the target does not predict it.
        info.schema.additional_targets.clear();
        Ok(TransformerModel { info, fitted })
    }

    /// The model of what was fitted, with the header of its file.
    pub fn with_info(info: ModelInfo, fitted: T) -> TransformerModel<T> {
        TransformerModel { info, fitted }
    }

    /// What was fitted.
    pub fn fitted(&self) -> &T {
        &self.fitted
    }
}

impl<T: FittedTransformer> Model for TransformerModel<T> {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        Explanation { sections: vec![self.fitted.section()] }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        write_model_part(&self.fitted.serialized()?)
    }

    fn transformer(&self) -> Result<&dyn Transformer> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl<T: FittedTransformer> Inspect for TransformerModel<T> {
    fn members(&self) -> Vec<&dyn Model> {
        self.fitted.members()
    }
}

impl<T: FittedTransformer> Transformer for TransformerModel<T> {
    fn outputs(&self) -> Vec<Input> {
        self.fitted.outputs()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        self.fitted.transform(rows)
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        self.fitted.inverse_transform(rows)
    }

    fn origins(&self) -> ColumnOrigins {
        self.fitted.origins()
    }

    fn is_row_wise(&self) -> bool {
        self.fitted.is_row_wise()
    }

    fn row_section(&self, row: &Features<'_>) -> Option<Section> {
        self.fitted.row_section(row)
    }
}

impl<T: FittedTransformer> LoadModel for TransformerModel<T> {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<TransformerModel<T>> {
        let serialized = read_model_part(bytes, "parts")?;
        let fitted = T::from_serialized(&info.schema.inputs, serialized)
            .ok_or_else(|| Error::damaged("what was fitted does not fit its inputs"))?;
        Ok(TransformerModel { info, fitted })
    }
}
