use super::{explain, file};
use crate::decision_tree::tree::columns_of;
use crate::rules::{Conclusion, Rule};
use hornbook_core::Result;
use hornbook_data::{Feature, Features, Matrix};
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, TargetOutputs,
};
use rayon::prelude::*;

/// A list of rules: the first that fires answers, and if none does, the last one, which has no conditions.
#[derive(Debug)]
pub struct RuleListModel {
    pub(crate) info: ModelInfo,
    pub(super) rules: Vec<Rule>,
    pub(super) default: Rule,
    pub(super) estimates: Vec<f64>,
}

impl RuleListModel {
    /// A list that was just learned, with its size in the summary. The estimates are one a rule, or none.
    pub(crate) fn new(
        mut info: ModelInfo,
        rules: Vec<Rule>,
        default: Rule,
        estimates: Vec<f64>,
    ) -> RuleListModel {
        let conditions: usize = rules.iter().map(|rule| rule.conditions.len()).sum();
        info.summary.details.insert("rules".into(), rules.len().into());
        info.summary.details.insert("conditions".into(), conditions.into());
        RuleListModel { info, rules, default, estimates }
    }

    /// The rules, in the order in which they are tried.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What answers if no rule fires.
    pub fn default_rule(&self) -> &Rule {
        &self.default
    }

    /// The estimated accuracy of each rule; empty for decision lists, which make no error on their rows.
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// The position of the first rule that fires for a row of the model's inputs; none leaves the answer to the default.
    pub fn firing(&self, columns: &[Feature], row: usize) -> Option<usize> {
        self.rules.iter().position(|rule| rule.fires(columns, row))
    }

    pub(super) fn rule(&self, place: Option<usize>) -> &Rule {
        place.map_or(&self.default, |place| &self.rules[place])
    }

    fn answers<'a>(&'a self, rows: &Features<'_>) -> Vec<&'a Rule> {
        let columns = columns_of(rows);
        (0..rows.rows()).into_par_iter().map(|row| self.rule(self.firing(&columns, row))).collect()
    }
}

/// The class of a rule in a list.
pub(super) fn class_of(rule: &Rule) -> u32 {
    match rule.conclusion {
        Conclusion::Class(class) => class,
        _ => 0,
    }
}

impl Model for RuleListModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(self)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for RuleListModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let levels = &self.info.schema.target.classes;
        let answers = self.answers(rows);
        let codes = answers.iter().map(|rule| class_of(rule)).collect();
        let outputs = TargetOutputs::of_classes(codes, levels);
        if !request.probabilities {
            return Ok(vec![outputs]);
        }
        // The fractions of the classes among the training rows of the rule; certain of its class if it has none.
        let mut matrix = Matrix::zeros(rows.rows(), levels.len());
        for (out, rule) in matrix.values_mut().chunks_mut(levels.len().max(1)).zip(answers) {
            if rule.weight > 0.0 {
                out.iter_mut().zip(&rule.tally).for_each(|(o, t)| *o = t / rule.weight);
            } else if let Some(o) = out.get_mut(class_of(rule) as usize) {
                *o = 1.0;
            }
        }
        Ok(vec![outputs.with_probabilities(matrix)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row)
    }
}

impl Inspect for RuleListModel {
    /// A threshold or set a condition, and a distribution a rule.
    fn size(&self) -> Option<f64> {
        let conditions: usize = self.rules.iter().map(|rule| rule.conditions.len()).sum();
        let a_rule = self.info.schema.target.classes.len().saturating_sub(1).max(1);
        Some((conditions + a_rule * (self.rules.len() + 1)) as f64)
    }
}

impl LoadModel for RuleListModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<RuleListModel> {
        file::from_bytes(info, bytes)
    }
}
