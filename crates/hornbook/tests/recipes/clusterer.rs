//! A clusterer: rows below and above a mean. How it is evaluated is tested in `without_target.rs`.

use hornbook::data::{Feature, Features, Levels, Matrix, Schema, TargetSchema};
use hornbook::{
    Error, ExplainedRow, Explanation, Fit, LearnerSpec, Model, ModelInfo, OutputRequest, Predictor, Registry,
    RegistryEntry, Result, Run, Table, TargetOutputs, Task, TrainingInput, model_file,
};
use hornbook_core::Learner;
use hornbook_learner::{Clusterer, LoadModel, TrainingSummary};

/// The smallest clustering there is: rows below and above the mean of the first column.
#[derive(Debug, Clone, Learner)]
#[learner(name = "mean-split", family = "tests", tasks(clustering), sample_weights)]
pub struct MeanSplit {
    /// What is added to the mean.
    #[param(default = 0.0)]
    pub shift: f64,
}

#[derive(Debug)]
pub struct MeanSplitModel {
    info: ModelInfo,
    threshold: f64,
}

impl Fit for MeanSplit {
    type Model = MeanSplitModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, _run: &Run) -> Result<MeanSplitModel> {
        let data = input.dataset()?;
        let Feature::Number(values) = data.row_features().column(0) else {
            return Err(Error::data("the first column is no number", "put a number first"));
        };
        let weights = data.row_weights();
        let total: f64 = weights.iter().sum();
        let mean = values.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>() / total;
        let classes: Levels = ["below", "above"].map(str::to_string).into_iter().collect();
        let answer = TargetSchema { name: "cluster".to_string(), task: Task::Clustering, classes };
        let summary = TrainingSummary {
            rows: values.len() as u64,
            weight: total,
            converged: true,
            ..Default::default()
        };
        let info = self.model_info_predicting(answer, data, summary);
        let _: &Schema = &info.schema;
        Ok(MeanSplitModel { info, threshold: mean + self.shift })
    }
}

impl Model for MeanSplitModel {
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
        Ok(self.threshold.to_le_bytes().to_vec())
    }
    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
    fn clusterer(&self) -> Result<&dyn Clusterer> {
        Ok(self)
    }
}

impl Clusterer for MeanSplitModel {
    fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        let Feature::Number(values) = rows.column(0) else { return Err(Error::internal("codes")) };
        Matrix::new(values.len(), 1, values.to_vec())
    }
}

impl Predictor for MeanSplitModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let points = self.points(rows)?;
        let codes = points.values().iter().map(|&x| u32::from(x > self.threshold)).collect();
        Ok(vec![TargetOutputs::of_classes(codes, &self.info.schema.target.classes)])
    }
    fn raw_row_explanation(&self, _row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
}

impl LoadModel for MeanSplitModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<MeanSplitModel> {
        let bytes: [u8; 8] = bytes.try_into().map_err(|_| Error::model_file("cut", "fetch it again"))?;
        Ok(MeanSplitModel { info, threshold: f64::from_le_bytes(bytes) })
    }
}

#[test]
fn it_clusters_by_name_through_a_registry_and_a_file() {
    let registry = Registry::new(vec![RegistryEntry::of::<MeanSplit>()]);
    let table = Table::builder().number("x", vec![1.0, 2.0, 8.0, 9.0]).build().unwrap();
    let learner = registry.learner(&LearnerSpec::parse("mean-split(shift=0.5)").unwrap()).unwrap();
    let model = learner.fit_with(&table.dataset(), &Run::default()).unwrap();
    let again = model_file::from_bytes(&model_file::to_bytes(&*model).unwrap(), &registry).unwrap();
    for model in [&model, &again] {
        let clusters = model.predict(&table).unwrap().values;
        assert_eq!(clusters.label(0), clusters.label(1));
        assert_eq!(clusters.label(2), clusters.label(3));
        assert_ne!(clusters.label(1), clusters.label(2));
        assert_eq!(model.clusterer().unwrap().points(&table.dataset().row_features()).unwrap().columns(), 1);
    }
}
