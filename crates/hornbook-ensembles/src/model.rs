//! A trained ensemble.

use crate::combination_rule::CombinationRule;
use crate::contributions;
use crate::explain;
use crate::file;
use crate::members::Member;
use hornbook_core::{Result, Run, Task};
use hornbook_data::Features;
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, ShapValues,
    TargetOutputs,
};

/// Several models, and the rule that makes one answer of theirs.
///
/// Every learner of this crate trains one of these; what differs is the rule. The predicted class is the first of those
/// with the highest probability.
#[derive(Debug)]
pub struct EnsembleModel {
    pub(crate) info: ModelInfo,
    pub(crate) members: Vec<Member>,
    pub(crate) rule: CombinationRule,
}

impl EnsembleModel {
    /// What each member weighs: its votes or its weight, where the rule knows such; otherwise 1.
    pub fn weights(&self) -> Vec<f64> {
        self.rule.importance_weights(self.members.len())
    }

    pub(crate) fn is_numbers(&self) -> bool {
        self.info.schema.target.task == Task::Regression
    }
}

impl Model for EnsembleModel {
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

impl Predictor for EnsembleModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        if self.is_numbers() {
            return Ok(vec![TargetOutputs::of_numbers(self.rule.numbers(&self.members, rows)?)]);
        }
        let levels = &self.info.schema.target.classes;
        let probabilities = self.rule.probabilities(&self.members, rows, levels.len())?;
        Ok(vec![TargetOutputs::of_probabilities(probabilities, levels)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row.features())
    }

    /// Of means of members that can divide what they say; others have none.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        contributions::of_mean(self, rows, background, run)
    }
}

impl Inspect for EnsembleModel {
    /// In the order of training. For stacking the last one is that which decides.
    fn members(&self) -> Vec<&dyn Model> {
        self.members.iter().map(|member| &*member.model).collect()
    }

    /// The mean of the members', weighted as they are in the decision.
    fn importances(&self) -> Option<Vec<f64>> {
        let weights = self.weights();
        let mut sum = vec![0.0; self.info.schema.inputs.len()];
        // The one that decides over a stack looks at its members, not at the inputs.
        let stacked = matches!(self.rule, CombinationRule::Stack { .. });
        let count = self.members.len() - usize::from(stacked);
        for (member, weight) in self.members.iter().zip(&weights).take(count) {
            let part = member.model.inspect().importances()?;
            for (at, importance) in part.into_iter().enumerate() {
                let column = member.columns.as_ref().map_or(at, |columns| columns[at] as usize);
                sum[column] += weight * importance;
            }
        }
        let total: f64 = sum.iter().sum();
        if total > 0.0 {
            sum.iter_mut().for_each(|x| *x /= total);
        }
        Some(sum)
    }

    /// Those of all members.
    fn diagrams(&self) -> usize {
        self.members.iter().map(|member| member.model.inspect().diagrams()).sum()
    }

    /// Those of the first member come first.
    fn diagram(&self, tree: usize) -> Option<Diagram> {
        let mut before = 0;
        for member in &self.members {
            let own = member.model.inspect().diagrams();
            if tree < before + own {
                return member.model.inspect().diagram(tree - before);
            }
            before += own;
        }
        None
    }

    fn size(&self) -> Option<f64> {
        self.members.iter().map(|member| member.model.inspect().size()).sum()
    }
}

impl LoadModel for EnsembleModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<EnsembleModel> {
        file::from_bytes(info, bytes)
    }
}
