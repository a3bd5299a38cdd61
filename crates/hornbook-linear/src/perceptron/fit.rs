//! From rows to a model.

use super::params::{AtZero, Perceptron, Variant};
use super::training::{End, Trained, Training};
use crate::design::{Coding, Design};
use crate::earlier::Earlier;
use crate::linear_machine::{Judgement, LinearMachine, response_of};
use crate::model::{Facts, LinearModel, ScoreFit};
use crate::row_blocks::RowBlocks;
use crate::source::{Source, fit_and_go_on};
use crate::training_rows::RowOrder;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Schema;
use hornbook_learner::words::{only_one_class, significant};
use hornbook_learner::{Fit, Summary};

fit_and_go_on!(Perceptron);

impl Perceptron {
    fn learn_from(
        &self,
        source: Source<'_>,
        earlier: Option<&LinearModel>,
        run: &Run,
    ) -> Result<LinearModel> {
        if self.variant == Variant::Pocket && matches!(source, Source::Batches(..)) {
            return Err(Error::data(
                "the pocket looks at all rows whenever the weights may be better, and these come in batches",
                "keep the mean of the weights (variant = averaged), or fit without batches",
            ));
        }
        let design = Design::of(&Schema::of(source.like())?.inputs, Coding::Full);
        let order = if self.shuffle { RowOrder::Content } else { RowOrder::Given };
        let blocks = RowBlocks::of(source, &design, order, earlier, run)?;
        let (classes, width) = (blocks.classes.len(), blocks.width());
        let start = match earlier {
            Some(model) => LinearMachine::of_model(model, &blocks.classes, width)?,
            None => LinearMachine::zero(classes, width),
        };
        let before = Earlier::of(earlier);
        let trained = match classes {
            1 => Trained { machine: start, rounds: 0, updates: 0, curve: Vec::new(), end: End::NoMistake },
            _ => Training::new(self, &blocks, start, before.rounds, run)?.go()?,
        };
        self.model(source, &blocks, trained, &before)
    }

    fn model(
        &self,
        source: Source<'_>,
        blocks: &RowBlocks<'_>,
        trained: Trained,
        earlier: &Earlier,
    ) -> Result<LinearModel> {
        let Trained { machine, rounds, updates, curve, end } = trained;
        let zero_is_second = self.at_zero == AtZero::Second;
        let Judgement { wrong, radius, margin } =
            machine.judged(blocks, self.fit_intercept, zero_is_second)?;
        let survey = earlier.with_later(&blocks.survey);
        let mut fit = ScoreFit {
            weight: blocks.survey.weight,
            intercept: self.fit_intercept,
            rounds,
            updates,
            curve,
            losses: Vec::new(),
            wrong,
            radius,
            margin,
            deviations: survey.deviations,
        };
        earlier.precede(&mut fit);
        let mut summary = Summary {
            rows: survey.rows,
            weight: survey.weight,
            converged: matches!(end, End::NoMistake | End::NoProgress),
            ..Summary::default()
        };
        summary.details.insert("columns".into(), blocks.width().into());
        summary.details.insert("rounds".into(), fit.rounds.into());
        summary.details.insert("updates".into(), fit.updates.into());
        summary.details.insert("wrong".into(), fit.wrong.into());
        summary.details.insert("training_curve".into(), fit.curve.clone().into());
        if let Some(bound) = fit.mistake_bound() {
            summary.details.insert("mistake_bound".into(), bound.into());
        }
        let mut info = self.model_info(source.like(), summary)?;
        info.summary.warnings.extend(self.warning(end, &fit, &info.schema, &blocks.classes));
        let (intercepts, weights) = machine.into_parts();
        let model = LinearModel::new(info, blocks.design().clone(), intercepts, weights, survey.means);
        let response = response_of(&blocks.classes, zero_is_second);
        Ok(model.with_response(response).with_facts(Facts::Scores(fit)))
    }

    fn warning(&self, end: End, fit: &ScoreFit, schema: &Schema, classes: &[u32]) -> Option<String> {
        if let [only] = classes[..] {
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
