//! A learner that remembers every row it has seen and knows nothing of others: whoever judges it on rows it has seen
//! takes it for perfect.

use hornbook_core::{Error, Learner, Result, Run};
use hornbook_data::{Feature, Features, Matrix};
use hornbook_learner::{
    ExplainedRow, Explanation, Fit, LoadModel, Model, ModelInfo, OutputRequest, Predictor, TargetOutputs,
    TrainingInput, TrainingSummary,
};

/// Remembers the classes of numbers.
#[derive(Debug, Clone, Learner)]
#[learner(name = "memory", family = "tests", tasks(classification))]
pub struct Memory {}

#[derive(Debug)]
pub struct Remembered {
    info: ModelInfo,
    seen: Vec<(f64, u32)>,
}

impl Fit for Memory {
    type Model = Remembered;

    fn fit_checked(&self, input: &TrainingInput<'_>, _run: &Run) -> Result<Remembered> {
        let data = input.dataset()?;
        let codes = crate::members::classes_of(data)?.0;
        let Feature::Number(x) = data.row_features().column(0) else { panic!("numbers") };
        let seen = x.iter().copied().zip(codes).collect();
        Ok(Remembered { info: self.model_info(data, TrainingSummary::default())?, seen })
    }
}

impl Model for Remembered {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        Explanation { sections: Vec::new() }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for Remembered {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let Feature::Number(x) = rows.column(0) else { panic!("numbers") };
        let classes = self.info.schema.target.classes.len();
        let mut matrix = Matrix::zeros(rows.rows(), classes);
        for (out, x) in matrix.values_mut().chunks_mut(classes).zip(x.iter()) {
            match self.seen.iter().find(|(seen, _)| seen == x) {
                Some((_, code)) => out[*code as usize] = 1.0,
                None => out.fill(1.0 / classes as f64),
            }
        }
        Ok(vec![TargetOutputs::of_probabilities(matrix, &self.info.schema.target.classes)])
    }

    fn raw_row_explanation(&self, _row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
}

impl LoadModel for Remembered {
    fn from_bytes(_info: ModelInfo, _bytes: &[u8]) -> Result<Remembered> {
        Err(Error::model_file("memories are not kept", "train again"))
    }
}
