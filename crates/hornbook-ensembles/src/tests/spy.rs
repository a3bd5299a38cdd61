//! A learner that remembers every row it has seen and knows nothing of others: whoever judges it on rows it has seen
//! takes it for perfect.

use hornbook_core::{Error, Learner, Result, Run};
use hornbook_data::{Dataset, Feature, Features, Matrix};
use hornbook_learner::{Explanation, Fit, LoadModel, Model, ModelInfo, Predictions, TrainingSummary};

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

    fn learn(&self, data: &Dataset, _run: &Run) -> Result<Remembered> {
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
    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        let matrix = self.raw_probabilities(rows)?;
        let codes =
            (0..matrix.rows()).map(|r| hornbook_learner::first_largest(matrix.row(r)) as u32).collect();
        Ok(Predictions::Classes(codes, self.info.schema.target.classes.clone()))
    }
    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let Feature::Number(x) = rows.column(0) else { panic!("numbers") };
        let classes = self.info.schema.target.classes.len();
        let mut matrix = Matrix::zeros(rows.rows(), classes);
        for (out, x) in matrix.values_mut().chunks_mut(classes).zip(x.iter()) {
            match self.seen.iter().find(|(seen, _)| seen == x) {
                Some((_, code)) => out[*code as usize] = 1.0,
                None => out.fill(1.0 / classes as f64),
            }
        }
        Ok(matrix)
    }
    fn raw_explanation(&self) -> Explanation {
        Explanation { sections: Vec::new() }
    }
    fn raw_row_explanation(&self, _rows: &Features<'_>, _row: usize) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }
}

impl LoadModel for Remembered {
    fn from_bytes(_info: ModelInfo, _bytes: &[u8]) -> Result<Remembered> {
        Err(Error::model_file("memories are not kept", "train again"))
    }
}
