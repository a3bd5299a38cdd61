//! From rows to a model.

use super::params::{AtZero, Perceptron};
use super::training::{End, Trained, Training};
use crate::design::{Coding, Design};
use crate::linear_machine::{LinearMachine, response_of};
use crate::model::{Facts, LinearModel, ScoreFit};
use crate::training_rows::{Labels, RowOrder, TrainingRows};
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::words::{only_one_class, significant};
use hornbook_learner::{Fit, Summary};

impl Fit for Perceptron {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
        let design = Design::of(&Schema::of(data)?.inputs, Coding::Full);
        let order = if self.shuffle { RowOrder::Content } else { RowOrder::Given };
        let rows = TrainingRows::of(data, &design, order)?;
        let labels = Labels::of(data, &rows)?;
        let trained = if labels.classes.len() == 1 {
            let machine = LinearMachine::zero(1, rows.width);
            Trained { machine, rounds: 0, updates: 0, curve: Vec::new(), end: End::NoMistake }
        } else {
            let numbers: Vec<u32> =
                rows.positions.iter().map(|&position| data.rows().at(position as usize) + 1).collect();
            Training::new(self, &rows, &labels, &numbers, run).go()?
        };
        self.model(data, design, &rows, &labels, trained)
    }
}

impl Perceptron {
    fn model(
        &self,
        data: &Dataset,
        design: Design,
        rows: &TrainingRows,
        labels: &Labels,
        trained: Trained,
    ) -> Result<LinearModel> {
        let Trained { machine, rounds, updates, curve, end } = trained;
        let zero_is_second = self.at_zero == AtZero::Second;
        let fit = ScoreFit {
            weight: rows.weight,
            intercept: self.fit_intercept,
            rounds,
            updates,
            curve,
            losses: Vec::new(),
            wrong: machine.wrong(rows, labels, zero_is_second),
            radius: machine.radius(rows, self.fit_intercept),
            margin: machine.margin(rows, labels),
            deviations: rows.deviations.clone(),
        };
        let mut summary = Summary {
            rows: rows.len() as u64,
            weight: rows.weight,
            converged: matches!(end, End::NoMistake | End::NoProgress),
            ..Summary::default()
        };
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), fit.rounds.into());
        summary.details.insert("updates".into(), fit.updates.into());
        summary.details.insert("wrong".into(), fit.wrong.into());
        summary.details.insert("training_curve".into(), fit.curve.clone().into());
        if let Some(bound) = fit.mistake_bound() {
            summary.details.insert("mistake_bound".into(), bound.into());
        }
        let mut info = self.model_info(data, summary)?;
        info.summary.warnings.extend(self.warning(end, &fit, &info.schema, labels));
        let (intercepts, weights) = machine.into_parts();
        let model = LinearModel::new(info, design, intercepts, weights, rows.means.clone());
        let response = response_of(&labels.classes, zero_is_second);
        Ok(model.with_response(response).with_facts(Facts::Scores(fit)))
    }

    fn warning(&self, end: End, fit: &ScoreFit, schema: &Schema, labels: &Labels) -> Option<String> {
        if let [only] = labels.classes[..] {
            let name = &schema.target.classes[only as usize];
            return Some(only_one_class(name));
        }
        let left = significant(fit.wrong);
        match end {
            End::NoMistake => None,
            End::NoProgress => None,
            End::Rounds => Some(format!(
                "after {} rounds the weights still change, and {left} of the weight is on the wrong side: perhaps no \
                 hyperplane parts the classes (separability() tells); allow more rounds (max_iter), keep the best or the \
                 mean (variant), or use the delta rule or logistic regression, which settle",
                fit.rounds
            )),
            End::Stopped => Some(format!("stopped after {} rounds, before the weights were settled", fit.rounds)),
            End::NotFinite => Some(
                "the weights became too large for numbers, and those of the round before are kept: take a smaller \
                 learning rate (eta0), or measure the columns in other units"
                    .to_string(),
            ),
        }
    }
}
