//! From rows to a model.

use super::params::{AtZero, Perceptron, PerceptronVariant};
use super::training::{PerceptronResult, PerceptronStopReason, PerceptronTraining};
use crate::column_stats::uneven_columns;
use crate::design::design_of;
use crate::linear_machine::{LinearMachine, TrainingErrors, response_of};
use crate::model::{FitStatistics, LinearModel, MarginFit};
use crate::row_blocks::RowBlocks;
use crate::source::fit_and_go_on;
use crate::training_rows::RowOrder;
use crate::warm_start::WarmStartState;
use hornbook_core::format::significant;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Schema;
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, RowSource, TrainingSummary};

fit_and_go_on!(Perceptron);

impl Perceptron {
    fn learn_from(
        &self,
        source: RowSource<'_>,
        earlier: Option<&LinearModel>,
        run: &Run,
    ) -> Result<LinearModel> {
        if self.variant == PerceptronVariant::Pocket && matches!(source, RowSource::Batches(..)) {
            return Err(Error::data(
                "the pocket algorithm needs all rows at every update, and these come in batches",
                "use the averaged perceptron (variant = averaged), or fit without batches",
            ));
        }
        let design = design_of(&Schema::of(source.prototype())?.inputs, CategoricalEncoding::OneHot);
        let order = if self.shuffle { RowOrder::Content } else { RowOrder::Given };
        let blocks = RowBlocks::of(source, &design, order, earlier, run)?;
        let (classes, width) = (blocks.classes.len(), blocks.width());
        let start = match earlier {
            Some(model) => LinearMachine::of_model(model, &blocks.classes, width)?,
            None => LinearMachine::zero(classes, width),
        };
        let before = WarmStartState::of(earlier);
        let trained = match classes {
            1 => PerceptronResult {
                machine: start,
                rounds: 0,
                updates: 0,
                curve: Vec::new(),
                end: PerceptronStopReason::NoMistake,
            },
            _ => PerceptronTraining::new(self, &blocks, start, before.rounds, run)?.go()?,
        };
        self.model(source, &blocks, trained, &before)
    }

    fn model(
        &self,
        source: RowSource<'_>,
        blocks: &RowBlocks<'_>,
        trained: PerceptronResult,
        earlier: &WarmStartState,
    ) -> Result<LinearModel> {
        let PerceptronResult { machine, rounds, updates, curve, end } = trained;
        let zero_is_second = self.at_zero == AtZero::Second;
        let TrainingErrors { wrong, radius, margin } =
            machine.training_errors(blocks, self.fit_intercept, zero_is_second)?;
        let column_stats = earlier.with_later(&blocks.column_stats);
        let mut fit = MarginFit {
            weight: blocks.column_stats.weight,
            intercept: self.fit_intercept,
            rounds,
            updates,
            curve,
            losses: Vec::new(),
            wrong,
            radius,
            margin,
            deviations: column_stats.deviations,
        };
        earlier.precede(&mut fit);
        let mut summary = TrainingSummary {
            rows: column_stats.rows,
            weight: column_stats.weight,
            converged: matches!(end, PerceptronStopReason::NoMistake | PerceptronStopReason::NoProgress),
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), blocks.width().into());
        summary.details.insert("rounds".into(), fit.rounds.into());
        summary.details.insert("updates".into(), fit.updates.into());
        summary.details.insert("wrong".into(), fit.wrong.into());
        summary.details.insert("training_curve".into(), fit.curve.clone().into());
        if let Some(bound) = fit.mistake_bound() {
            summary.details.insert("mistake_bound".into(), bound.into());
        }
        if !summary.converged {
            summary.warnings.extend(uneven_columns(blocks.design(), &fit.deviations));
        }
        let mut info = self.model_info(source.prototype(), summary)?;
        info.summary.warnings.extend(self.warning(end, &fit, &info.schema, &blocks.classes));
        let (intercepts, weights) = machine.into_parts();
        let model = LinearModel::new(info, blocks.design().clone(), intercepts, weights, column_stats.means);
        let response = response_of(&blocks.classes, zero_is_second);
        Ok(model.with_response(response).with_fit_statistics(FitStatistics::Margin(fit)))
    }

    fn warning(
        &self,
        end: PerceptronStopReason,
        fit: &MarginFit,
        schema: &Schema,
        classes: &[u32],
    ) -> Option<String> {
        if let [only] = classes[..] {
            let name = &schema.target.classes[only as usize];
            return Some(only_one_class(name));
        }
        let left = significant(fit.wrong);
        match end {
            PerceptronStopReason::NoMistake => None,
            PerceptronStopReason::NoProgress => None,
            PerceptronStopReason::Rounds => Some(format!(
                "did not converge in {} epochs: misclassified fraction {left}; the classes may not be linearly separable \
                 (separability() tells); raise max_iter, keep the pocket or averaged weights (variant), or use the \
                 delta rule or logistic regression, which converge",
                fit.rounds
            )),
            PerceptronStopReason::Stopped => {
                Some(format!("stopped after {} epochs, before convergence", fit.rounds))
            }
            PerceptronStopReason::NotFinite => Some(
                "the weights diverged, and those of the epoch before are kept: lower the learning rate (eta0), or \
                 standardize the features"
                    .to_string(),
            ),
        }
    }
}
