//! From rows to a model.

use super::descent::{DeltaRuleStopReason, DescentResult, descend};
use super::objective::BatchObjective;
use super::params::{Activation, DeltaRule, DeltaRuleLoss, LearningRateSchedule, Reduction};
use crate::column_stats::{ColumnStats, uneven_columns};
use crate::design::design_of;
use crate::linear_machine::{LinearMachine, TrainingErrors, response_of};
use crate::model::{FitStatistics, LikelihoodFit, LinearModel, MarginFit, ResponseType};
use crate::perceptron::{TargetCoding, UpdateMode};
use crate::row_blocks::{RowBlock, RowBlocks};
use crate::source::fit_and_go_on;
use crate::training_rows::RowOrder;
use crate::warm_start::WarmStartState;
use hornbook_core::format::significant;
use hornbook_core::{Declared, Error, Result, Run, Task};
use hornbook_data::Schema;
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, Model as _, RowSource, TrainingSummary};
use hornbook_math::algebra::SymmetricEigen;
use hornbook_math::loss::{LogisticLoss, PointLoss};
use hornbook_math::matrix::Matrix;

/// Of more columns than these the largest stable rate is not worked out, since that would cost more than
/// the epochs.
const MOST_COLUMNS: usize = 200;

fit_and_go_on!(DeltaRule);

impl DeltaRule {
    fn learn_from(
        &self,
        source: RowSource<'_>,
        earlier: Option<&LinearModel>,
        run: &Run,
    ) -> Result<LinearModel> {
        let task = source.prototype().task()?;
        self.check_choices(task)?;
        let design = design_of(&Schema::of(source.prototype())?.inputs, CategoricalEncoding::OneHot);
        let order = if self.shuffle { RowOrder::Content } else { RowOrder::Given };
        let blocks = RowBlocks::of(source, &design, order, earlier, run)?;
        let units = BatchObjective::new(self, &blocks);
        let start = match earlier {
            Some(model) => start_of(model, &blocks)?,
            None => vec![0.0; units.rule.dimension()],
        };
        let before = WarmStartState::of(earlier);
        let descended = if blocks.classes.len() == 1 {
            DescentResult {
                point: start,
                rounds: 0,
                losses: Vec::new(),
                curve: Vec::new(),
                end: DeltaRuleStopReason::Converged,
            }
        } else {
            descend(self, &units, &start, before.rounds, run)?
        };
        match task {
            Task::Classification => self.model_of_classes(source, &units, descended, &before),
            _ => self.model_of_numbers(source, &units, descended, &before),
        }
    }

    /// Whether the targets of classes are 0 and 1.
    pub(super) fn is_zero_one(&self) -> bool {
        self.unit == Activation::Sigmoid || self.coding == TargetCoding::ZeroOne
    }

    /// A sum above this says yes: that of a linear unit between 0 and 1 is compared with one half.
    pub(super) fn threshold(&self) -> f64 {
        if self.unit == Activation::Linear && self.is_zero_one() { 0.5 } else { 0.0 }
    }

    /// Choices that do not go together.
    pub(super) fn check_choices(&self, task: Task) -> Result<()> {
        let refused = |parameter: &str, found: &str, expected: &str| {
            Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: parameter.to_string(),
                found: found.to_string(),
                expected: expected.to_string(),
            })
        };
        if self.unit == Activation::Sigmoid && task != Task::Classification {
            return refused("unit", "sigmoid", "'linear' for a target of numbers");
        }
        if self.unit == Activation::Linear && self.loss == DeltaRuleLoss::CrossEntropy {
            return refused("loss", "cross-entropy", "'squared' for a linear unit");
        }
        if self.learning_rate == LearningRateSchedule::LineSearch
            && (self.mode != UpdateMode::Batch || self.momentum > 0.0)
        {
            return refused(
                "learning_rate",
                "line-search",
                "'constant' or 'decaying', or batches without momentum",
            );
        }
        Ok(())
    }

    fn model_of_numbers(
        &self,
        source: RowSource<'_>,
        units: &BatchObjective<'_>,
        descended: DescentResult,
        earlier: &WarmStartState,
    ) -> Result<LinearModel> {
        let column_stats = earlier.with_later(&units.blocks.column_stats);
        let summary = self.summary(&column_stats, units, &descended, earlier)?;
        let info = self.model_info(source.prototype(), summary)?;
        let (intercepts, weights) = LinearMachine::with(1, descended.point).into_parts();
        Ok(LinearModel::new(info, units.blocks.design().clone(), intercepts, weights, column_stats.means))
    }

    fn model_of_classes(
        &self,
        source: RowSource<'_>,
        units: &BatchObjective<'_>,
        descended: DescentResult,
        earlier: &WarmStartState,
    ) -> Result<LinearModel> {
        let (blocks, machine) = (units.blocks, units.machine(&descended.point));
        let TrainingErrors { wrong, radius, margin } =
            machine.training_errors(blocks, self.fit_intercept, false)?;
        let steps = match self.mode {
            UpdateMode::Batch => 1,
            UpdateMode::Stochastic => (blocks.visits()? as usize).div_ceil(self.batch_size as usize),
        };
        let column_stats = earlier.with_later(&blocks.column_stats);
        let mut fit = MarginFit {
            weight: blocks.column_stats.weight,
            intercept: self.fit_intercept || self.threshold() != 0.0,
            rounds: descended.rounds as u64,
            updates: (descended.rounds * steps) as u64,
            curve: descended.curve.clone(),
            losses: descended.losses.clone(),
            wrong,
            radius,
            margin,
            deviations: column_stats.deviations.clone(),
        };
        earlier.precede(&mut fit);
        let deviances = match (self.unit, &blocks.classes[..]) {
            (Activation::Sigmoid, [_, _]) => Some(self.deviances(blocks, &machine)?),
            _ => None,
        };
        let mut summary = self.summary(&column_stats, units, &descended, earlier)?;
        summary.details.insert("wrong".into(), wrong.into());
        summary.details.insert("training_curve".into(), fit.curve.clone().into());
        let mut info = self.model_info(source.prototype(), summary)?;
        if let [only] = blocks.classes[..] {
            let name = &info.schema.target.classes[only as usize];
            info.summary.warnings.push(only_one_class(name));
        }
        let (response, fit_statistics) = match (deviances, &blocks.classes[..]) {
            (Some((null_deviance, deviance)), &[first, second]) => {
                let fit = LikelihoodFit {
                    weight: blocks.column_stats.weight,
                    intercept: self.fit_intercept,
                    // There are no tests of weights that do not make the likelihood largest.
                    is_penalized: true,
                    null_deviance,
                    deviance,
                    steps: fit.rounds,
                    is_separated: false,
                    effective_dof: None,
                    errors: None,
                    deviations: column_stats.deviations,
                };
                (ResponseType::Logistic { classes: [first, second] }, FitStatistics::Likelihood(fit))
            }
            _ => (response_of(&blocks.classes, false), FitStatistics::Margin(fit)),
        };
        let (intercepts, weights) = machine.into_parts();
        let model = LinearModel::new(info, blocks.design().clone(), intercepts, weights, column_stats.means);
        Ok(model.with_response(response).with_fit_statistics(fit_statistics))
    }

    /// Twice the negative log likelihood of two classes, of their fractions alone and of a sigmoid unit,
    /// whatever it minimized.
    fn deviances(&self, blocks: &RowBlocks<'_>, machine: &LinearMachine) -> Result<(f64, f64)> {
        let sums = blocks.sum(3, |RowBlock { rows, labels, .. }, row, sums| {
            let (weight, place) = (rows.weights[row], labels.places[row]);
            let lead = machine.row_margin(place, rows.row(row)).lead;
            sums[0] += weight * LogisticLoss.loss(1.0, lead);
            sums[1 + (place == 1) as usize] += weight;
        })?;
        let weight = sums[1] + sums[2];
        // More rows may all be of one class.
        let of_class = |own: f64| if own > 0.0 { own * (weight / own).ln() } else { 0.0 };
        let null = match self.fit_intercept {
            true => of_class(sums[1]) + of_class(sums[2]),
            false => weight * 2.0_f64.ln(),
        };
        Ok((2.0 * null, 2.0 * sums[0]))
    }

    fn summary(
        &self,
        column_stats: &ColumnStats,
        units: &BatchObjective<'_>,
        descended: &DescentResult,
        earlier: &WarmStartState,
    ) -> Result<TrainingSummary> {
        let DescentResult { rounds, losses, end, .. } = descended;
        let rounds = earlier.rounds + *rounds as u64;
        let losses = [&earlier.losses[..], losses].concat();
        let mut summary = TrainingSummary {
            rows: column_stats.rows,
            weight: column_stats.weight,
            converged: *end == DeltaRuleStopReason::Converged,
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), units.blocks.width().into());
        summary.details.insert("rounds".into(), rounds.into());
        if let Some(loss) = losses.last() {
            summary.details.insert("loss".into(), (*loss).into());
        }
        summary.details.insert("loss_curve".into(), losses.into());
        let stable = self.largest_stable_rate(units)?;
        if let Some(rate) = stable {
            summary.details.insert("largest_stable_rate".into(), rate.into());
        }
        match end {
            DeltaRuleStopReason::Converged => {}
            DeltaRuleStopReason::Falling => summary.warnings.push(format!(
                "the loss still falls after {rounds} epochs: raise max_iter or the learning rate (eta0), or standardize \
                 the features"
            )),
            DeltaRuleStopReason::Oscillating => summary.warnings.push(format!(
                "the loss oscillates after {rounds} epochs (learning rate too large): lower eta0, or use \
                 learning_rate = decaying"
            )),
            DeltaRuleStopReason::Stopped => {
                summary.warnings.push(format!("stopped after {rounds} epochs, before convergence"));
            }
            DeltaRuleStopReason::Diverged => {
                let below = stable.map_or(String::new(), |rate| format!(", below {}", significant(rate)));
                summary.warnings.push(format!(
                    "the learning rate {} is too large: the loss diverged, and the best weights so far are kept; \
                     lower it (eta0){below}, or standardize the features",
                    significant(self.eta0)
                ));
            }
        }
        if !summary.converged {
            summary.warnings.extend(uneven_columns(units.blocks.design(), &column_stats.deviations));
        }
        Ok(summary)
    }

    /// Batches of a linear unit converge for rates below 2 over the largest curvature of the loss.
    fn largest_stable_rate(&self, units: &BatchObjective<'_>) -> Result<Option<f64>> {
        let (blocks, width) = (units.blocks, units.blocks.width());
        if self.mode != UpdateMode::Batch || self.unit != Activation::Linear || width > MOST_COLUMNS {
            return Ok(None);
        }
        let size = width + usize::from(self.fit_intercept);
        let products = blocks.sum(size * size, |RowBlock { rows, .. }, row, sums| {
            let with_constant = || rows.row(row).iter().chain([&1.0]).take(size);
            for (line, a) in sums.chunks_exact_mut(size.max(1)).zip(with_constant()) {
                line.iter_mut().zip(with_constant()).for_each(|(sum, b)| *sum += rows.weights[row] * a * b);
            }
        })?;
        let scale = match self.reduction {
            Reduction::Mean => 1.0 / blocks.column_stats.weight,
            Reduction::Sum => 1.0,
        };
        let curvature = Matrix::new(size, size, products)?.scaled(scale);
        if size == 0 || !curvature.values().iter().all(|x| x.is_finite()) {
            return Ok(None);
        }
        let largest = SymmetricEigen::new(&curvature)?.values.into_iter().fold(0.0, f64::max);
        Ok((largest > 0.0).then(|| 2.0 / largest))
    }
}

/// Where an earlier model ended.
fn start_of(model: &LinearModel, blocks: &RowBlocks<'_>) -> Result<Vec<f64>> {
    if blocks.classes.is_empty() {
        return LinearMachine::of_numbers(model, blocks.width()).map(|machine| machine.weights);
    }
    let mut machine = LinearMachine::of_model(model, &blocks.classes, blocks.width())?;
    machine.move_constants(DeltaRule::from_parameters(&model.info().parameters)?.threshold());
    Ok(machine.weights)
}
