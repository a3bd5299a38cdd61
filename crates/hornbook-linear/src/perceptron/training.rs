//! Epochs over the rows.

use super::events::PerceptronEvent;
use super::params::{AtZero, Perceptron, PerceptronPenalty, PerceptronVariant, TargetCoding, UpdateMode};
use crate::linear_machine::{LinearMachine, RowMargin, share};
use crate::row_blocks::{RowBlock, RowBlocks};
use hornbook_core::{ObserverAction, Result, Run};

/// Rows between two looks at whether the run was canceled.
const CHECK_EVERY: usize = 1 << 16;
/// How many rows ahead one is fetched from memory.
const AHEAD: usize = 8;

/// What came of the epochs.
pub(super) struct PerceptronResult {
    pub machine: LinearMachine,
    pub rounds: u64,
    pub updates: u64,
    pub curve: Vec<f64>,
    pub end: PerceptronStopReason,
}

/// Why the epochs ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PerceptronStopReason {
    /// An epoch met no mistake.
    NoMistake,
    /// The fraction of mistakes does not fall any more.
    NoProgress,
    /// All epochs are done.
    Rounds,
    /// Whoever watches said so.
    Stopped,
    /// The weights are too large for numbers.
    NotFinite,
}

/// A perceptron at work.
pub(super) struct PerceptronTraining<'a> {
    learner: &'a Perceptron,
    blocks: &'a RowBlocks<'a>,
    run: &'a Run,
    machine: LinearMachine,
    /// Epochs of an earlier call.
    rounds_before: u64,
    /// The sum of the weights after each presentation, and how many there were.
    total: Option<(Vec<f64>, f64)>,
    pocket: Option<Pocket>,
    updates: u64,
    /// Whether a sum was too large for a number.
    is_overflown: bool,
}

/// The best weights so far.
struct Pocket {
    machine: LinearMachine,
    wrong: f64,
    /// How many rows in a row have been right, and the most that ever were.
    streak: u64,
    longest: u64,
}

impl<'a> PerceptronTraining<'a> {
    /// From weights that are known, after so many epochs.
    pub fn new(
        learner: &'a Perceptron,
        blocks: &'a RowBlocks<'a>,
        machine: LinearMachine,
        rounds_before: u64,
        run: &'a Run,
    ) -> Result<PerceptronTraining<'a>> {
        let total =
            (learner.variant == PerceptronVariant::Averaged).then(|| (vec![0.0; machine.weights.len()], 0.0));
        let mut training = PerceptronTraining {
            learner,
            blocks,
            run,
            machine,
            rounds_before,
            total,
            pocket: None,
            updates: 0,
            is_overflown: false,
        };
        if learner.variant == PerceptronVariant::Pocket {
            let wrong = training.wrong(&training.machine)?;
            let machine = training.machine.clone();
            training.pocket = Some(Pocket { machine, wrong, streak: 0, longest: 0 });
        }
        Ok(training)
    }

    pub fn go(mut self) -> Result<PerceptronResult> {
        let (mut curve, mut end) = (Vec::new(), PerceptronStopReason::Rounds);
        let (mut least, mut without_progress) = (f64::INFINITY, 0);
        let blocks = self.blocks;
        let last = self.rounds_before + u64::from(self.learner.max_iter);
        for round in self.rounds_before + 1..=last {
            self.run.check()?;
            let (before, earlier_updates) = (self.machine.clone(), self.updates);
            let mistakes = match self.learner.mode {
                UpdateMode::Stochastic => {
                    let (mut mistakes, mut number) = (0, 0);
                    blocks.for_each(|block| {
                        mistakes += self.visit_each(round, number, block)?;
                        number += 1;
                        Ok(())
                    })?;
                    mistakes
                }
                UpdateMode::Batch => self.visit_all(round)?,
            };
            if self.is_overflown || !self.machine.is_finite() {
                (self.machine, self.updates, end) =
                    (before, earlier_updates, PerceptronStopReason::NotFinite);
                break;
            }
            self.update_pocket(true)?;
            let wrong = self.wrong(&self.kept())?;
            curve.push(wrong);
            self.run.trace(|| PerceptronEvent::Round { round, mistakes, wrong });
            if mistakes == 0 && wrong == 0.0 {
                end = PerceptronStopReason::NoMistake;
                break;
            }
            if let Some(tol) = self.learner.tol {
                without_progress = if wrong < least - tol { 0 } else { without_progress + 1 };
                least = least.min(wrong);
                if without_progress >= self.learner.n_iter_no_change {
                    end = PerceptronStopReason::NoProgress;
                    break;
                }
            }
            if self.run.progress("learning", round, Some(last)) == ObserverAction::Finish {
                end = PerceptronStopReason::Stopped;
                break;
            }
        }
        let (machine, updates) = (self.kept(), self.updates);
        Ok(PerceptronResult { machine, rounds: curve.len() as u64, updates, curve, end })
    }

    /// The weights that would be kept now.
    fn kept(&self) -> LinearMachine {
        match (&self.total, &self.pocket) {
            (Some((total, count)), _) if *count > 0.0 => {
                let mut machine = self.machine.clone();
                machine.weights.iter_mut().zip(total).for_each(|(mean, sum)| *mean = sum / count);
                // Sums may be too large where the weights are not.
                if machine.is_finite() { machine } else { self.machine.clone() }
            }
            (_, Some(pocket)) => pocket.machine.clone(),
            _ => self.machine.clone(),
        }
    }

    fn wrong(&self, machine: &LinearMachine) -> Result<f64> {
        let error_counter = machine.error_counter(self.learner.at_zero == AtZero::Second);
        let sums = self.blocks.sum(2, |RowBlock { rows, labels, sizes, .. }, row, sums| {
            error_counter.add_wrong(labels.places[row], rows, row, sizes[row], sums);
        })?;
        Ok(share(&sums))
    }

    fn intercept(&self) -> f64 {
        f64::from(u8::from(self.learner.fit_intercept))
    }

    /// How long a step is for a row that counts once.
    fn rate(&self) -> f64 {
        match self.learner.coding {
            TargetCoding::ZeroOne => self.learner.eta0,
            TargetCoding::PlusMinus => 2.0 * self.learner.eta0,
        }
    }

    /// Whether a row is to change the weights.
    fn is_mistaken(&self, place: u32, RowMargin { lead, rival }: RowMargin) -> bool {
        let ahead = lead - self.learner.margin;
        let is_lost_tie = || match self.learner.at_zero {
            AtZero::Wrong => true,
            AtZero::First => place > rival,
            AtZero::Second if self.machine.outputs() == 1 => place < rival,
            AtZero::Second => place > rival,
        };
        ahead < 0.0 || (ahead == 0.0 && is_lost_tie())
    }

    fn move_toward(&mut self, place: u32, x: &[f64], row_margin: RowMargin, factor: f64) {
        let intercept = self.intercept();
        if self.machine.outputs() == 1 {
            self.machine.add(0, if place == 1 { factor } else { -factor }, x, intercept);
        } else {
            self.machine.add(place as usize, factor, x, intercept);
            self.machine.add(row_margin.rival as usize, -factor, x, intercept);
        }
    }

    /// The L2 penalty on the coefficients draws them toward zero.
    fn shrink(&mut self, share: f64) {
        if self.learner.penalty == PerceptronPenalty::L2 {
            let kept = (1.0 - self.learner.eta0 * self.learner.alpha * share).max(0.0);
            let width = self.blocks.width();
            for own in self.machine.weights.chunks_exact_mut(width + 1) {
                own[..width].iter_mut().for_each(|w| *w *= kept);
            }
        }
    }

    /// A block of a stochastic epoch: the weights change after each mistake.
    fn visit_each(&mut self, round: u64, number: u64, block: &RowBlock) -> Result<u64> {
        let RowBlock { rows, labels, numbers, .. } = block;
        let mut order: Vec<(u32, f64)> = (0..block.visits()).map(|number| block.visit(number)).collect();
        if self.learner.shuffle {
            // No two blocks of all epochs have the same number; that of a first block is its epoch.
            self.run.root_seed().derive(round + (number << 32)).rng().shuffle(&mut order);
        }
        let mut mistakes = 0;
        for (count, &(row, share)) in order.iter().enumerate() {
            if count % CHECK_EVERY == 0 {
                self.run.check()?;
            }
            if let Some(&(soon, _)) = order.get(count + AHEAD) {
                block.expect(soon as usize);
            }
            let row = row as usize;
            let (place, x) = (labels.places[row], rows.row(row));
            let row_margin = self.machine.row_margin(place, x);
            self.is_overflown |= !row_margin.lead.is_finite();
            let is_mistaken = self.is_mistaken(place, row_margin);
            if is_mistaken {
                self.update_pocket(false)?;
            }
            self.shrink(share);
            if is_mistaken {
                mistakes += 1;
                self.updates += 1;
                let before = if self.run.is_traced() { self.machine.constants_first() } else { Vec::new() };
                self.move_toward(place, x, row_margin, self.rate() * share);
                let after = &self.machine;
                self.run.trace(|| PerceptronEvent::Update {
                    round,
                    row: Some(numbers[row]),
                    before,
                    after: after.constants_first(),
                });
            } else if let Some(pocket) = &mut self.pocket {
                pocket.streak += 1;
            }
            if let Some((total, count)) = &mut self.total {
                total.iter_mut().zip(&self.machine.weights).for_each(|(sum, w)| *sum += share * w);
                *count += share;
            }
        }
        Ok(mistakes)
    }

    /// A batch epoch: all mistakes together change the weights once.
    fn visit_all(&mut self, round: u64) -> Result<u64> {
        let (stride, intercept, outputs) =
            (self.blocks.width() + 1, self.intercept(), self.machine.outputs());
        let length = self.machine.weights.len();
        let this = &*self;
        // The number of mistakes is kept behind the step.
        let mut step = self.blocks.sum(length + 1, |RowBlock { rows, labels, .. }, i, sum| {
            let (place, x) = (labels.places[i], rows.row(i));
            let row_margin = this.machine.row_margin(place, x);
            if !row_margin.lead.is_finite() {
                sum[length] = f64::NAN;
            }
            if !this.is_mistaken(place, row_margin) {
                return;
            }
            let mut add = |output: usize, factor: f64| {
                let own = &mut sum[output * stride..(output + 1) * stride];
                own.iter_mut().zip(x.iter().chain([&intercept])).for_each(|(sum, x)| *sum += factor * x);
            };
            let weight = rows.weights[i];
            if outputs == 1 {
                add(0, if place == 1 { weight } else { -weight });
            } else {
                add(place as usize, weight);
                add(row_margin.rival as usize, -weight);
            }
            sum[length] += 1.0;
        })?;
        let mistakes = step.pop().unwrap_or(0.0);
        self.is_overflown |= mistakes.is_nan();
        let mistakes = mistakes as u64;
        self.shrink(1.0);
        if mistakes > 0 {
            self.updates += 1;
            let (rate, before) = (self.rate(), self.machine.constants_first());
            self.machine.weights.iter_mut().zip(&step).for_each(|(w, step)| *w += rate * step);
            let machine = &self.machine;
            self.run.trace(|| PerceptronEvent::Update {
                round,
                row: None,
                before,
                after: machine.constants_first(),
            });
        }
        if let Some((total, count)) = &mut self.total {
            total.iter_mut().zip(&self.machine.weights).for_each(|(sum, w)| *sum += w);
            *count += 1.0;
        }
        Ok(mistakes)
    }

    /// Puts the weights into the pocket if they are better on all rows. To look at all rows is worth it at
    /// the end of an epoch, and when the weights have been right for longer than any that were looked at.
    fn update_pocket(&mut self, at_end: bool) -> Result<()> {
        let Some(mut pocket) = self.pocket.take() else { return Ok(()) };
        if at_end || pocket.streak > pocket.longest {
            pocket.longest = pocket.longest.max(pocket.streak);
            let wrong = self.wrong(&self.machine)?;
            if wrong < pocket.wrong {
                (pocket.machine, pocket.wrong) = (self.machine.clone(), wrong);
            }
        }
        pocket.streak = 0;
        self.pocket = Some(pocket);
        Ok(())
    }
}
