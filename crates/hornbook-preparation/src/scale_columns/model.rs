//! A model of scaled rows.

use super::scales::Scales;
use hornbook_core::Result;
use hornbook_data::{Features, Matrix};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::words::significant;
use hornbook_learner::{Contributions, Explanation, Model, ModelInfo, Predictions, Section};
use serde_json::json;

/// In which units columns are, and the model that learned from the scaled rows.
#[derive(Debug)]
pub struct ScaleColumnsModel {
    pub(super) info: ModelInfo,
    pub(super) scales: Scales,
    pub(super) within: Box<dyn Model>,
}

impl ScaleColumnsModel {
    /// In which units columns are.
    pub fn scales(&self) -> &Scales {
        &self.scales
    }

    /// The model that learned from the scaled rows.
    pub fn within(&self) -> &dyn Model {
        &*self.within
    }

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (input, scale) in self.info.schema.inputs.iter().zip(self.scales.scales()) {
            let Some(scale) = scale else { continue };
            let (centre, spread) = (significant(scale.centre), significant(scale.spread));
            lines.push(format!("{}: less {centre}, divided by {spread}", input.name));
            json.insert(input.name.clone(), json!({"centre": scale.centre, "spread": scale.spread}));
        }
        if lines.is_empty() {
            lines.push("no column is of numbers".to_string());
        }
        Section { heading: "scaled", text: lines.join("\n"), json: json.into() }
    }
}

impl Model for ScaleColumnsModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        self.scales.with_scaled(rows, |scaled| self.within.predict_features(scaled))
    }

    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.scales.with_scaled(rows, |scaled| self.within.probabilities_of(scaled))
    }

    fn raw_explanation(&self) -> Explanation {
        let mut sections = vec![self.section()];
        sections.extend(self.within.explain().sections);
        Explanation { sections }
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        self.scales.with_scaled(&rows.single(row), |scaled| self.within.explain_row(scaled, 0))
    }

    fn importances(&self) -> Option<Vec<f64>> {
        self.within.importances()
    }

    fn members(&self) -> Vec<&dyn Model> {
        vec![&*self.within]
    }

    fn contributions(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
    ) -> Result<Option<Contributions>> {
        self.scales.with_scaled(rows, |scaled| match background {
            None => self.within.contributions(scaled, None),
            Some(others) => {
                self.scales.with_scaled(others, |others| self.within.contributions(scaled, Some(others)))
            }
        })
    }

    fn diagrams(&self) -> usize {
        self.within.diagrams()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        self.within.diagram(tree)
    }

    fn size(&self) -> Option<f64> {
        self.within.size()
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        super::file::to_bytes(self)
    }
}
