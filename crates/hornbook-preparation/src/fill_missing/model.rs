//! A model of filled rows.

use super::fills::{Fill, Fills};
use hornbook_core::Result;
use hornbook_data::{Features, Matrix};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::words::rows as rows_in_words;
use hornbook_learner::{Contributions, Explanation, Model, ModelInfo, Predictions, Section};
use serde_json::json;

/// What gaps are filled with, and the model that learned from the filled rows.
#[derive(Debug)]
pub struct FillMissingModel {
    pub(super) info: ModelInfo,
    pub(super) fills: Fills,
    pub(super) within: Box<dyn Model>,
}

impl FillMissingModel {
    /// What gaps are filled with.
    pub fn fills(&self) -> &Fills {
        &self.fills
    }

    /// The model that learned from the filled rows.
    pub fn within(&self) -> &dyn Model {
        &*self.within
    }

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        let mut marks = self.fills.inputs_within().into_iter().skip(self.info.schema.inputs.len());
        for (place, (input, fill)) in self.info.schema.inputs.iter().zip(self.fills.fills()).enumerate() {
            if *fill == Fill::Nothing {
                continue;
            }
            let mark = if fill.is_marked() { marks.next().map(|mark| mark.name) } else { None };
            let value = self.fills.value_in_words(place);
            if fill.missing() > 0.0 {
                let said = mark.as_ref().map_or(String::new(), |mark| format!("; '{mark}' says where"));
                let rows = rows_in_words(fill.missing());
                lines.push(format!("{}: filled with {value} in {rows}{said}", input.name));
            }
            let fill = json!({"value": value, "missing": fill.missing(), "indicator": mark});
            json.insert(input.name.clone(), fill);
        }
        if lines.is_empty() {
            lines.push("no row of the training had a gap".to_string());
        }
        Section { heading: "filled in", text: lines.join("\n"), json: json.into() }
    }

    /// Adds to each input what stands at the column that says where it was missing.
    fn gathered(&self, line: &[f64], width: usize, sums: &mut Vec<f64>) {
        let inputs = self.info.schema.inputs.len();
        let own = sums.len();
        sums.extend_from_slice(&line[..inputs * width]);
        for (mark, input) in self.fills.marked().enumerate() {
            for output in 0..width {
                sums[own + input * width + output] += line[(inputs + mark) * width + output];
            }
        }
    }
}

impl Model for FillMissingModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        self.fills.with_filled(rows, |filled| self.within.predict_features(filled))
    }

    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.fills.with_filled(rows, |filled| self.within.probabilities_of(filled))
    }

    fn raw_explanation(&self) -> Explanation {
        let mut sections = vec![self.section()];
        sections.extend(self.within.explain().sections);
        Explanation { sections }
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        let row = rows.single(row);
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (place, input) in self.info.schema.inputs.iter().enumerate() {
            if self.fills.fills()[place] != Fill::Nothing && row.column(place).is_missing(0) {
                let value = self.fills.value_in_words(place);
                lines.push(format!("{}: missing, filled with {value}", input.name));
                json.insert(input.name.clone(), value.into());
            }
        }
        let mut explanation = self.fills.with_filled(&row, |filled| self.within.explain_row(filled, 0))?;
        if !lines.is_empty() {
            let section = Section { heading: "filled in", text: lines.join("\n"), json: json.into() };
            explanation.sections.insert(0, section);
        }
        Ok(explanation)
    }

    /// Those of the learner within; a column and what says where it was missing add up.
    fn importances(&self) -> Option<Vec<f64>> {
        let within = self.within.importances()?;
        let mut shares = Vec::with_capacity(self.info.schema.inputs.len());
        (within.len() == self.fills.inputs_within().len()).then(|| self.gathered(&within, 1, &mut shares))?;
        Some(shares)
    }

    fn members(&self) -> Vec<&dyn Model> {
        vec![&*self.within]
    }

    /// Those of the learner within; a column and what says where it was missing add up.
    fn contributions(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
    ) -> Result<Option<Contributions>> {
        let found = self.fills.with_filled(rows, |filled| match background {
            None => self.within.contributions(filled, None),
            Some(others) => {
                self.fills.with_filled(others, |others| self.within.contributions(filled, Some(others)))
            }
        })?;
        Ok(found.map(|found| {
            let (inputs, outputs) = (self.info.schema.inputs.len(), found.outputs());
            let mut values = Vec::with_capacity(found.rows() * inputs * outputs);
            for line in found.values().chunks_exact((found.columns() * outputs).max(1)) {
                self.gathered(line, outputs, &mut values);
            }
            Contributions::new(found.base().to_vec(), values, found.rows(), inputs)
        }))
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
