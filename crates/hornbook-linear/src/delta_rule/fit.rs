//! From rows to a model.

use super::descent::{Descended, End, descend};
use super::objective::Units;
use super::params::{DeltaRule, RateRule, Reduction, Unit, UnitLoss};
use crate::design::{Coding, Design, targets_of};
use crate::linear_machine::{LinearMachine, response_of};
use crate::model::{ClassFit, Facts, LinearModel, Response, ScoreFit};
use crate::perceptron::{Mode, TargetCoding};
use crate::training_rows::{Labels, RowOrder, TrainingRows};
use hornbook_core::{Declared, Error, Result, Run, Task};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::words::{only_one_class, significant};
use hornbook_learner::{Fit, Summary};
use hornbook_math::algebra::SymmetricEigen;
use hornbook_math::matrix::Matrix;

/// Of more columns than these the largest stable rate is not worked out, since that would cost more than the rounds.
const MOST_COLUMNS: usize = 200;

impl Fit for DeltaRule {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
        let task = data.task()?;
        self.check_choices(task)?;
        let design = Design::of(&Schema::of(data)?.inputs, Coding::Full);
        let order = if self.shuffle { RowOrder::Content } else { RowOrder::Given };
        let rows = TrainingRows::of(data, &design, order)?;
        match task {
            Task::Classification => {
                let labels = Labels::of(data, &rows)?;
                self.learn_classes(data, design, &rows, &labels, run)
            }
            _ => self.learn_numbers(data, design, &rows, run),
        }
    }
}

impl DeltaRule {
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

    fn learn_numbers(
        &self,
        data: &Dataset,
        design: Design,
        rows: &TrainingRows,
        run: &Run,
    ) -> Result<LinearModel> {
        let all = targets_of(data)?;
        let targets: Vec<f64> = rows.positions.iter().map(|&position| all[position as usize]).collect();
        let units = Units::new(self, rows, &targets, 1);
        let descended = descend(self, &units, run, None)?;
        let summary = self.summary(rows, &design, &units, &descended)?;
        let info = self.model_info(data, summary)?;
        let (intercepts, weights) = LinearMachine::with(1, descended.point).into_parts();
        Ok(LinearModel::new(info, design, intercepts, weights, rows.means.clone()))
    }

    fn learn_classes(
        &self,
        data: &Dataset,
        design: Design,
        rows: &TrainingRows,
        labels: &Labels,
        run: &Run,
    ) -> Result<LinearModel> {
        let outputs = if labels.classes.len() == 2 { 1 } else { labels.classes.len() };
        let is_zero_one = self.unit == Unit::Sigmoid || self.coding == TargetCoding::ZeroOne;
        let (no, yes) = if is_zero_one { (0.0, 1.0) } else { (-1.0, 1.0) };
        let is_of =
            |place: u32, output: usize| if outputs == 1 { place == 1 } else { place as usize == output };
        let places = labels.places.iter();
        let targets: Vec<f64> = places
            .flat_map(|&place| (0..outputs).map(move |output| if is_of(place, output) { yes } else { no }))
            .collect();
        // A sum above zero is to say yes: that of a linear unit between 0 and 1 is compared with one half.
        let threshold = if self.unit == Unit::Linear && is_zero_one { 0.5 } else { 0.0 };
        let machine_of = |point: &[f64]| {
            let mut machine = LinearMachine::with(outputs, point.to_vec());
            machine.weights.iter_mut().skip(rows.width).step_by(rows.width + 1).for_each(|w| *w -= threshold);
            machine
        };
        let units = Units::new(self, rows, &targets, outputs);
        let descended = if labels.classes.len() == 1 {
            let point = vec![0.0; rows.width + 1];
            Descended { point, rounds: 0, losses: Vec::new(), curve: Vec::new(), end: End::Settled }
        } else {
            let wrong = |point: &[f64]| machine_of(point).wrong(rows, labels, false);
            descend(self, &units, run, Some(&wrong))?
        };
        let machine = machine_of(&descended.point);
        let mut summary = self.summary(rows, &design, &units, &descended)?;
        let wrong = machine.wrong(rows, labels, false);
        summary.details.insert("wrong".into(), wrong.into());
        summary.details.insert("training_curve".into(), descended.curve.clone().into());
        let mut info = self.model_info(data, summary)?;
        if let [only] = labels.classes[..] {
            let name = &info.schema.target.classes[only as usize];
            info.summary.warnings.push(only_one_class(name));
        }
        let (response, facts) = match (self.unit, &labels.classes[..]) {
            (Unit::Sigmoid, &[first, second]) => {
                let fit = self.likelihood(rows, labels, &machine, &descended);
                (Response::Logistic { classes: [first, second] }, Facts::Classes(fit))
            }
            _ => {
                let steps = match self.mode {
                    Mode::Batch => 1,
                    Mode::Stochastic => units.presented.len().div_ceil(self.batch_size as usize),
                };
                let fit = ScoreFit {
                    weight: rows.weight,
                    intercept: self.fit_intercept || threshold != 0.0,
                    rounds: descended.rounds as u64,
                    updates: (descended.rounds * steps) as u64,
                    curve: descended.curve,
                    losses: descended.losses,
                    wrong,
                    radius: machine.radius(rows, self.fit_intercept),
                    margin: machine.margin(rows, labels),
                    deviations: rows.deviations.clone(),
                };
                (response_of(&labels.classes, false), Facts::Scores(fit))
            }
        };
        let (intercepts, weights) = machine.into_parts();
        let model = LinearModel::new(info, design, intercepts, weights, rows.means.clone());
        Ok(model.with_response(response).with_facts(facts))
    }

    /// What is known of a sigmoid unit by its likelihood, whatever it made small.
    fn likelihood(
        &self,
        rows: &TrainingRows,
        labels: &Labels,
        machine: &LinearMachine,
        descended: &Descended,
    ) -> ClassFit {
        let loss = rows.sum(1, |row, sum| {
            let lead = machine.standing(labels.places[row], rows.row(row)).lead;
            sum[0] += rows.weights[row] * ((-lead.abs()).exp().ln_1p() + (-lead).max(0.0));
        });
        let second = rows.share(|row| labels.places[row] == 1);
        let null = match self.fit_intercept {
            true => -(second * second.ln() + (1.0 - second) * (1.0 - second).ln()),
            false => 2.0_f64.ln(),
        };
        ClassFit {
            weight: rows.weight,
            intercept: self.fit_intercept,
            // There are no tests of weights that do not make the likelihood largest.
            is_penalised: true,
            null_deviance: 2.0 * rows.weight * null,
            deviance: 2.0 * loss[0],
            steps: descended.rounds as u64,
            is_separated: false,
            used: None,
            errors: None,
            deviations: rows.deviations.clone(),
        }
    }

    fn summary(
        &self,
        rows: &TrainingRows,
        design: &Design,
        units: &Units<'_>,
        descended: &Descended,
    ) -> Result<Summary> {
        let Descended { rounds, losses, end, .. } = descended;
        let mut summary = Summary {
            rows: rows.len() as u64,
            weight: rows.weight,
            converged: *end == End::Settled,
            ..Summary::default()
        };
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), (*rounds).into());
        summary.details.insert("loss_curve".into(), losses.clone().into());
        if let Some(loss) = losses.last() {
            summary.details.insert("loss".into(), (*loss).into());
        }
        let stable = self.largest_stable_rate(units)?;
        if let Some(rate) = stable {
            summary.details.insert("largest_stable_rate".into(), rate.into());
        }
        match end {
            End::Settled => {}
            End::Rounds => summary.warnings.push(format!(
                "the loss still falls after {rounds} rounds: allow more (max_iter), take a larger rate (eta0), or bring the \
                 columns to one scale"
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
        let (rows, width) = (units.rows, units.rows.width);
        if self.mode != Mode::Batch || self.unit != Unit::Linear || width > MOST_COLUMNS {
            return Ok(None);
        }
        let size = width + usize::from(self.fit_intercept);
        let products = rows.sum(size * size, |row, sums| {
            let with_constant = || rows.row(row).iter().chain([&1.0]).take(size);
            for (line, a) in sums.chunks_exact_mut(size.max(1)).zip(with_constant()) {
                line.iter_mut().zip(with_constant()).for_each(|(sum, b)| *sum += rows.weights[row] * a * b);
            }
        });
        let scale = match self.reduction {
            Reduction::Mean => 1.0 / rows.weight,
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
