//! A model of functions of the columns.

use super::FittedBasis;
use hornbook_core::format::counted;
use hornbook_core::{Error, Result};
use hornbook_data::Features;
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Section, TargetOutputs,
    load_nested_model, nested_header,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A basis, and the model that learned from its columns.
#[derive(Debug)]
pub struct BasisModel {
    pub(super) info: ModelInfo,
    pub(super) basis: FittedBasis,
    pub(super) within: Box<dyn Model>,
}

impl BasisModel {
    /// The functions of the columns.
    pub fn basis(&self) -> &FittedBasis {
        &self.basis
    }

    /// The model that learned from them.
    pub fn within(&self) -> &dyn Model {
        &*self.within
    }

    fn section(&self) -> Section {
        let names = self.basis.names();
        let text = format!(
            "{} of {}, for {}",
            counted(names.len() as u64, "function"),
            counted(self.info.schema.inputs.len() as u64, "column"),
            self.within.info().spec()
        );
        let json = json!({"functions": names, "learner": self.within.info().spec().to_string()});
        Section { heading: "basis", text, json }
    }
}

impl Model for BasisModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let mut sections = vec![self.section()];
        sections.extend(self.within.explain().sections);
        Explanation { sections }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        let file = FileBasisModel {
            basis: self.basis.to_bytes()?,
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

impl Predictor for BasisModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        self.within.outputs_of_targets(&self.basis.apply(rows)?, request)
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        self.within.explain_row(&self.basis.apply(&rows.single(row))?, 0)
    }
}

impl Inspect for BasisModel {
    /// Those of the functions, divided equally among the columns that each is made of.
    fn importances(&self) -> Option<Vec<f64>> {
        let mut shares = vec![0.0; self.info.schema.inputs.len()];
        for (importance, makers) in self.within.inspect().importances()?.into_iter().zip(self.basis.makers())
        {
            makers.iter().for_each(|&input| shares[input] += importance / makers.len() as f64);
        }
        Some(shares)
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
struct FileBasisModel {
    basis: Vec<u8>,
    /// As [`nested_header`] has it.
    header: String,
    within: Vec<u8>,
}

impl LoadModel for BasisModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<BasisModel> {
        let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
        let file: FileBasisModel =
            postcard::from_bytes(bytes).map_err(|e| damaged(format!("its parts cannot be read ({e})")))?;
        let basis = FittedBasis::from_bytes(&info.schema.inputs, &file.basis)?;
        let within = load_nested_model(&file.header, &file.within, &info.schema)?;
        let own = &within.info().schema;
        let fits = own.inputs == basis.inputs()
            && own.target == info.schema.target
            && own.additional_targets == info.schema.additional_targets;
        match fits {
            true => Ok(BasisModel { info, basis, within }),
            false => Err(damaged("the model within does not fit its basis".to_string())),
        }
    }
}
