//! From rows to a model.

use super::descent::{Descended, End, descend};
use super::objective::Units;
use super::params::{DeltaRule, RateRule, Reduction, Unit, UnitLoss};
use crate::design::{Coding, Design};
use crate::earlier::Earlier;
use crate::linear_machine::{Judgement, LinearMachine, response_of};
use crate::model::{ClassFit, Facts, LinearModel, Response, ScoreFit};
use crate::perceptron::{Mode, TargetCoding};
use crate::row_blocks::{RowBlock, RowBlocks};
use crate::source::{Source, fit_and_go_on};
use crate::survey::Survey;
use crate::training_rows::RowOrder;
use hornbook_core::{Declared, Error, Result, Run, Task};
use hornbook_data::Schema;
use hornbook_learner::words::{only_one_class, significant};
use hornbook_learner::{Fit, Model as _, Summary};
use hornbook_math::algebra::SymmetricEigen;
use hornbook_math::matrix::Matrix;

/// Of more columns than these the largest stable rate is not worked out, since that would cost more than the rounds.
const MOST_COLUMNS: usize = 200;

fit_and_go_on!(DeltaRule);

impl DeltaRule {
    fn learn_from(
        &self,
        source: Source<'_>,
        earlier: Option<&LinearModel>,
        run: &Run,
    ) -> Result<LinearModel> {
        let task = source.like().task()?;
        self.check_choices(task)?;
        let design = Design::of(&Schema::of(source.like())?.inputs, Coding::Full);
        let order = if self.shuffle { RowOrder::Content } else { RowOrder::Given };
        let blocks = RowBlocks::of(source, &design, order, earlier, run)?;
        let units = Units::new(self, &blocks);
        let start = match earlier {
            Some(model) => start_of(model, &blocks)?,
            None => vec![0.0; units.rule.dimension()],
        };
        let before = Earlier::of(earlier);
        let descended = if blocks.classes.len() == 1 {
            Descended { point: start, rounds: 0, losses: Vec::new(), curve: Vec::new(), end: End::Settled }
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
        self.unit == Unit::Sigmoid || self.coding == TargetCoding::ZeroOne
    }

    /// A sum above this says yes: that of a linear unit between 0 and 1 is compared with one half.
    pub(super) fn threshold(&self) -> f64 {
        if self.unit == Unit::Linear && self.is_zero_one() { 0.5 } else { 0.0 }
    }

    /// Choices that do not go together.
    fn check_choices(&self, task: Task) -> Result<()> {
        let refused = |parameter: &str, found: &str, expected: &str| {
            Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: parameter.to_string(),
                found: found.to_string(),
                expected: expected.to_string(),
            })
        };
        if self.unit == Unit::Sigmoid && task != Task::Classification {
            return refused("unit", "sigmoid", "'linear' for a target of numbers");
        }
        if self.unit == Unit::Linear && self.loss == UnitLoss::CrossEntropy {
            return refused("loss", "cross-entropy", "'squared' for a linear unit");
        }
        if self.learning_rate == RateRule::LineSearch && (self.mode != Mode::Batch || self.momentum > 0.0) {
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
        source: Source<'_>,
        units: &Units<'_>,
        descended: Descended,
        earlier: &Earlier,
    ) -> Result<LinearModel> {
        let survey = earlier.with_later(&units.blocks.survey);
        let summary = self.summary(&survey, units, &descended, earlier)?;
        let info = self.model_info(source.like(), summary)?;
        let (intercepts, weights) = LinearMachine::with(1, descended.point).into_parts();
        Ok(LinearModel::new(info, units.blocks.design().clone(), intercepts, weights, survey.means))
    }

    fn model_of_classes(
        &self,
        source: Source<'_>,
        units: &Units<'_>,
        descended: Descended,
        earlier: &Earlier,
    ) -> Result<LinearModel> {
        let (blocks, machine) = (units.blocks, units.machine(&descended.point));
        let Judgement { wrong, radius, margin } = machine.judged(blocks, self.fit_intercept, false)?;
        let steps = match self.mode {
            Mode::Batch => 1,
            Mode::Stochastic => (blocks.meetings()? as usize).div_ceil(self.batch_size as usize),
        };
        let survey = earlier.with_later(&blocks.survey);
        let mut fit = ScoreFit {
            weight: blocks.survey.weight,
            intercept: self.fit_intercept || self.threshold() != 0.0,
            rounds: descended.rounds as u64,
            updates: (descended.rounds * steps) as u64,
            curve: descended.curve.clone(),
            losses: descended.losses.clone(),
            wrong,
            radius,
            margin,
            deviations: survey.deviations.clone(),
        };
        earlier.precede(&mut fit);
        let deviances = match (self.unit, &blocks.classes[..]) {
            (Unit::Sigmoid, [_, _]) => Some(self.deviances(blocks, &machine)?),
            _ => None,
        };
        let mut summary = self.summary(&survey, units, &descended, earlier)?;
        summary.details.insert("wrong".into(), wrong.into());
        summary.details.insert("training_curve".into(), fit.curve.clone().into());
        let mut info = self.model_info(source.like(), summary)?;
        if let [only] = blocks.classes[..] {
            let name = &info.schema.target.classes[only as usize];
            info.summary.warnings.push(only_one_class(name));
        }
        let (response, facts) = match (deviances, &blocks.classes[..]) {
            (Some((null_deviance, deviance)), &[first, second]) => {
                let fit = ClassFit {
                    weight: blocks.survey.weight,
                    intercept: self.fit_intercept,
                    // There are no tests of weights that do not make the likelihood largest.
                    is_penalised: true,
                    null_deviance,
                    deviance,
                    steps: fit.rounds,
                    is_separated: false,
                    used: None,
                    errors: None,
                    deviations: survey.deviations,
                };
                (Response::Logistic { classes: [first, second] }, Facts::Classes(fit))
            }
            _ => (response_of(&blocks.classes, false), Facts::Scores(fit)),
        };
        let (intercepts, weights) = machine.into_parts();
        let model = LinearModel::new(info, blocks.design().clone(), intercepts, weights, survey.means);
        Ok(model.with_response(response).with_facts(facts))
    }

    /// Twice the negative log likelihood of two classes, of their shares alone and of a sigmoid unit, whatever it made small.
    fn deviances(&self, blocks: &RowBlocks<'_>, machine: &LinearMachine) -> Result<(f64, f64)> {
        let sums = blocks.sum(3, |RowBlock { rows, labels, .. }, row, sums| {
            let (weight, place) = (rows.weights[row], labels.places[row]);
            let lead = machine.standing(place, rows.row(row)).lead;
            sums[0] += weight * ((-lead.abs()).exp().ln_1p() + (-lead).max(0.0));
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
        survey: &Survey,
        units: &Units<'_>,
        descended: &Descended,
        earlier: &Earlier,
    ) -> Result<Summary> {
        let Descended { rounds, losses, end, .. } = descended;
        let rounds = earlier.rounds + *rounds as u64;
        let losses = [&earlier.losses[..], losses].concat();
        let mut summary = Summary {
            rows: survey.rows,
            weight: survey.weight,
            converged: *end == End::Settled,
            ..Summary::default()
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
            End::Settled => {}
            End::Falling => summary.warnings.push(format!(
                "the loss still falls after {rounds} rounds: allow more (max_iter), take a larger rate (eta0), or bring the \
                 columns to one scale"
            )),
            End::Restless => summary.warnings.push(format!(
                "the loss moves up and down after {rounds} rounds and does not settle: take a smaller rate (eta0), or one \
                 that falls (learning_rate = decaying)"
            )),
            End::Stopped => {
                summary.warnings.push(format!("stopped after {rounds} rounds, before the weights were settled"));
            }
            End::Diverged => {
                let below = stable.map_or(String::new(), |rate| format!(", below {}", significant(rate)));
                summary.warnings.push(format!(
                    "the learning rate {} is too large: the loss grew, and the best weights on the way are kept; take a \
                     smaller one (eta0){below}, or bring the columns to one scale",
                    significant(self.eta0)
                ));
            }
        }
        Ok(summary)
    }

    /// Batches of a linear unit settle for rates below 2 over the largest curvature of the loss.
    fn largest_stable_rate(&self, units: &Units<'_>) -> Result<Option<f64>> {
        let (blocks, width) = (units.blocks, units.blocks.width());
        if self.mode != Mode::Batch || self.unit != Unit::Linear || width > MOST_COLUMNS {
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
            Reduction::Mean => 1.0 / blocks.survey.weight,
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
