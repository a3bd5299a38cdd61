//! A model behind what is done to its columns.

use hornbook_core::{Error, Result};
use hornbook_data::{Features, Input};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Section, ShapValues,
    TargetOutputs, load_nested_model, nested_header,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// What is done to columns before a learner sees them, as fitted on the training rows.
pub trait Transformer: Debug + Send + Sync + Sized + 'static {
    /// What a file keeps of it.
    type Serialized: Serialize + DeserializeOwned;

    /// Works on rows as the learner within sees them.
    fn with_transformed<T>(&self, rows: &Features<'_>, work: impl FnOnce(&Features<'_>) -> T) -> T;

    /// The inputs as the learner within sees them.
    fn inputs_within(&self) -> Vec<Input>;

    /// For each input of the learner within, the position of the input that it was made of.
    fn origins(&self) -> Vec<usize>;

    /// What was settled, in words.
    fn section(&self) -> Section;

    /// What is done to one row, if that is worth a word.
    fn row_section(&self, _row: &Features<'_>) -> Option<Section> {
        None
    }

    /// What a file keeps.
    fn serialized(&self) -> Self::Serialized;

    /// From what a file kept; none if it cannot be true of these inputs.
    fn from_serialized(inputs: Vec<Input>, serialized: Self::Serialized) -> Option<Self>;
}

/// What is done to columns, and the model that learned from the columns so prepared.
#[derive(Debug)]
pub struct PipelineModel<P> {
    pub(crate) info: ModelInfo,
    pub(crate) transformer: P,
    pub(crate) within: Box<dyn Model>,
}

impl<P: Transformer> PipelineModel<P> {
    /// What is done to the columns.
    pub fn transformer(&self) -> &P {
        &self.transformer
    }

    /// The model that learned from the prepared columns.
    pub fn within(&self) -> &dyn Model {
        &*self.within
    }

    /// Numbers of the columns within, `width` of each, added up for the inputs they were made of.
    fn gathered(&self, line: &[f64], width: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.info.schema.inputs.len() * width];
        for (column, origin) in self.transformer.origins().into_iter().enumerate() {
            for output in 0..width {
                sums[origin * width + output] += line[column * width + output];
            }
        }
        sums
    }
}

impl<P: Transformer> Model for PipelineModel<P> {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let mut sections = vec![self.transformer.section()];
        sections.extend(self.within.explain().sections);
        Explanation { sections }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        let file = PipelineFile {
            serialized: self.transformer.serialized(),
            header: nested_header(&*self.within, &self.info.schema)?,
            within: self.within.to_bytes()?,
        };
        postcard::to_stdvec(&file).map_err(Error::internal)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl<P: Transformer> Predictor for PipelineModel<P> {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        self.transformer.with_transformed(rows, |prepared| self.within.outputs_of_targets(prepared, request))
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        let row = rows.single(row);
        let mut explanation =
            self.transformer.with_transformed(&row, |prepared| self.within.explain_row(prepared, 0))?;
        if let Some(section) = self.transformer.row_section(&row) {
            explanation.sections.insert(0, section);
        }
        Ok(explanation)
    }

    /// Those of the learner within, added up for the inputs they were made of.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
    ) -> Result<Option<ShapValues>> {
        let found = self.transformer.with_transformed(rows, |prepared| match background {
            None => self.within.predictor()?.shap_values(prepared, None),
            Some(others) => self.transformer.with_transformed(others, |others| {
                self.within.predictor()?.shap_values(prepared, Some(others))
            }),
        })?;
        Ok(found.map(|found| {
            let (inputs, outputs) = (self.info.schema.inputs.len(), found.outputs());
            let lines = found.values().chunks_exact((found.columns() * outputs).max(1));
            let values = lines.flat_map(|line| self.gathered(line, outputs)).collect();
            ShapValues::new(found.base().to_vec(), values, found.rows(), inputs)
        }))
    }
}

impl<P: Transformer> Inspect for PipelineModel<P> {
    /// Those of the learner within, added up for the inputs they were made of.
    fn importances(&self) -> Option<Vec<f64>> {
        let within = self.within.inspect().importances()?;
        (within.len() == self.transformer.origins().len()).then(|| self.gathered(&within, 1))
    }

    fn members(&self) -> Vec<&dyn Model> {
        vec![&*self.within]
    }

    fn diagrams(&self) -> usize {
        self.within.inspect().diagrams()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        self.within.inspect().diagram(tree)
    }

    fn size(&self) -> Option<f64> {
        self.within.inspect().size()
    }
}

#[derive(Serialize, Deserialize)]
struct PipelineFile<K> {
    serialized: K,
    /// As [`nested_header`] has it.
    header: String,
    within: Vec<u8>,
}

impl<P: Transformer> LoadModel for PipelineModel<P> {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<PipelineModel<P>> {
        let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
        let file: PipelineFile<P::Serialized> =
            postcard::from_bytes(bytes).map_err(|e| damaged(format!("its parts cannot be read ({e})")))?;
        let transformer = P::from_serialized(info.schema.inputs.clone(), file.serialized)
            .ok_or_else(|| damaged("its preprocessing does not fit its inputs".to_string()))?;
        let within = load_nested_model(&file.header, &file.within, &info.schema)?;
        let own = &within.info().schema;
        let fits = own.inputs == transformer.inputs_within()
            && own.target == info.schema.target
            && own.additional_targets == info.schema.additional_targets;
        match fits {
            true => Ok(PipelineModel { info, transformer, within }),
            false => Err(damaged("the model within does not fit the preprocessed columns".to_string())),
        }
    }
}
