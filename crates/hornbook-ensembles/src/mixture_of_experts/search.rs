//! Expectation and maximisation.

use super::MixtureOfExperts;
use super::rows::Rows;
use super::shape::Shape;
use crate::events::EnsembleEvent;
use crate::members::side_by_side;
use hornbook_core::{Result, Run, Verdict};
use hornbook_data::{Matrix, Target};
use hornbook_learner::{Fit as _, Model as _};
use hornbook_linear::{LinearModel, LinearRegression, LogisticRegression};
use hornbook_math::special::log_sum_exp;
use rayon::prelude::*;

/// Rounds of a start before the best one is chosen.
const TRIAL: usize = 10;
/// The share of the weight below which a part has no rows to learn from.
const STARVED: f64 = 1e-10;
/// The least noise of an expert, in deviations of the target.
const LEAST_NOISE: f64 = 1e-3;
/// How exactly the weights of classes are fitted: a round must not fall behind the one before.
const EXACT: f64 = 1e-9;

/// What is learned.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub gates: Vec<LinearModel>,
    pub experts: Vec<LinearModel>,
    /// The noise of each expert for numbers.
    pub deviations: Vec<f64>,
}

/// How good a round was.
#[derive(Debug, Clone)]
pub(super) struct Round {
    pub log_likelihood: f64,
    /// What the weights cost.
    pub price: f64,
    /// The share of the rows that comes to each place.
    pub shares: Vec<f64>,
}

impl Round {
    fn merit(&self) -> f64 {
        self.log_likelihood - self.price
    }
}

/// The best that was found.
pub(super) struct Found {
    pub parts: Parts,
    pub round: Round,
    /// Which start it came from, from 1.
    pub start: usize,
    pub rounds: usize,
    pub is_settled: bool,
    /// How many experts have no rows.
    pub starved: usize,
}

pub(super) struct Search<'a> {
    pub learner: &'a MixtureOfExperts,
    pub rows: &'a Rows,
    pub shape: Shape,
    pub run: &'a Run,
}

/// A climb from one start.
pub(super) struct Climb {
    pub parts: Parts,
    /// How much of each row is the doing of each place.
    doing: Vec<Vec<f64>>,
    pub rounds: Vec<Round>,
    is_settled: bool,
}

impl Climb {
    fn last(&self) -> &Round {
        &self.rounds[self.rounds.len() - 1]
    }

    /// Gives all rows of a place to the others.
    #[cfg(test)]
    pub fn take_rows_of(&mut self, place: usize) {
        self.doing[place].fill(0.0);
        self.doing[place - 1].fill(1.0);
    }
}

impl Search<'_> {
    pub fn run(&self) -> Result<Found> {
        let most = self.learner.max_iter as usize;
        let mut climbs = side_by_side(self.learner.n_init as usize, self.run, |start, own| {
            let doing = self.rows.start(self.shape, start % 2 == 1, &mut own.root_seed().rng());
            let mut climb = self.begin(&doing)?;
            while !climb.is_settled && climb.rounds.len() < most.min(TRIAL) {
                self.step(&mut climb)?;
            }
            Ok(climb)
        })?;
        for (start, climb) in climbs.iter().enumerate() {
            (0..climb.rounds.len()).for_each(|round| self.trace(start, climb, round));
        }
        let mut best = 0;
        for (start, climb) in climbs.iter().enumerate() {
            if climb.last().merit() > climbs[best].last().merit() {
                best = start;
            }
        }
        let mut climb = climbs.swap_remove(best);
        drop(climbs);
        while !climb.is_settled && climb.rounds.len() < most {
            self.step(&mut climb)?;
            let done = climb.rounds.len();
            self.trace(best, &climb, done - 1);
            if self.run.progress("rounds", done as u64, Some(most as u64)) == Verdict::Finish {
                break;
            }
        }
        let round = climb.last().clone();
        let starved = round.shares[self.shape.gates()..].iter().filter(|&&share| share < STARVED).count();
        let (rounds, is_settled) = (climb.rounds.len(), climb.is_settled);
        Ok(Found { parts: climb.parts, round, start: best + 1, rounds, is_settled, starved })
    }

    fn trace(&self, start: usize, climb: &Climb, round: usize) {
        let Round { log_likelihood, price, shares } = &climb.rounds[round];
        self.run.trace(|| EnsembleEvent::Expectation {
            start: start + 1,
            round: round + 1,
            log_likelihood: *log_likelihood,
            price: *price,
            shares: shares[self.shape.gates()..].to_vec(),
        });
    }

    /// The first round from a dealing of the rows.
    pub fn begin(&self, doing: &[Vec<f64>]) -> Result<Climb> {
        let parts = self.maximise(doing, None)?;
        let (round, doing) = self.expect(&parts)?;
        Ok(Climb { parts, doing, rounds: vec![round], is_settled: false })
    }

    /// Another round.
    pub fn step(&self, climb: &mut Climb) -> Result<()> {
        self.run.check()?;
        let parts = self.maximise(&climb.doing, Some(std::mem::take(&mut climb.parts)))?;
        let (round, doing) = self.expect(&parts)?;
        climb.is_settled = round.merit() - climb.last().merit() <= self.learner.tol * self.rows.total;
        (climb.parts, climb.doing) = (parts, doing);
        climb.rounds.push(round);
        Ok(())
    }

    /// Fits every gate and every expert to what is its doing. A part without rows stays as it was.
    fn maximise(&self, doing: &[Vec<f64>], before: Option<Parts>) -> Result<Parts> {
        let mut kept: Vec<Option<LinearModel>> = Vec::new();
        if let Some(before) = before {
            let models = before.gates.into_iter().chain(before.experts).zip(doing);
            kept.extend(models.map(|(model, doing)| (self.rows.share(doing) < STARVED).then_some(model)));
        }
        kept.resize_with(self.shape.places(), || None);
        let part = |(place, kept): (usize, Option<LinearModel>)| match kept {
            Some(model) => Ok(model),
            None => self.fit(place, doing),
        };
        let mut gates: Vec<LinearModel> =
            kept.into_par_iter().enumerate().map(part).collect::<Result<_>>()?;
        let experts = gates.split_off(self.shape.gates());
        let deviations = experts.iter().filter_map(|expert| self.noise(expert)).collect();
        Ok(Parts { gates, experts, deviations })
    }

    fn fit(&self, place: usize, doing: &[Vec<f64>]) -> Result<LinearModel> {
        let own = self.run.part(place as u64);
        let of_classes = LogisticRegression::default().C(1.0 / self.learner.alpha).tol(EXACT);
        if place < self.shape.gates() {
            return of_classes.learn(&self.rows.of_gate(place, &doing[self.shape.beneath(place)])?, &own);
        }
        let rows = self.rows.of_expert(&doing[place])?;
        match self.rows.target {
            Target::Classes(_) => of_classes.learn(&rows, &own),
            Target::Numbers(_) => LinearRegression::default().learn(&rows, &own),
        }
    }

    /// The noise of an expert for numbers.
    fn noise(&self, expert: &LinearModel) -> Option<f64> {
        let fitted = expert.fitted()?;
        let noise = (fitted.targets.first()?.residual_squares.max(0.0) / fitted.weight).sqrt();
        // The noise of a target that does not vary is of no consequence.
        let least = if self.rows.deviation > 0.0 { LEAST_NOISE * self.rows.deviation } else { 1.0 };
        Some(noise.max(least))
    }

    /// How likely the rows are, and how much of each is the doing of each place.
    fn expect(&self, parts: &Parts) -> Result<(Round, Vec<Vec<f64>>)> {
        let (gates, count) = (self.shape.gates(), self.rows.count());
        let mut logs = vec![Vec::new(); self.shape.places()];
        logs[0] = vec![0.0; count];
        for (gate, model) in parts.gates.iter().enumerate() {
            let shares = model.raw_probabilities(&self.rows.features)?;
            for (branch, place) in self.shape.beneath(gate).enumerate() {
                let of_row = |(row, log): (usize, &f64)| log + log_of(shares.at(row, branch));
                logs[place] = logs[gate].iter().enumerate().map(of_row).collect();
            }
        }
        for (expert, model) in parts.experts.iter().enumerate() {
            let likely = self.log_likelihoods(model, parts.deviations.get(expert).copied())?;
            logs[gates + expert].iter_mut().zip(likely).for_each(|(log, likely)| *log += likely);
        }
        let mut log_likelihood = 0.0;
        let mut doing = vec![vec![0.0; count]; self.shape.places()];
        let mut of_row = vec![0.0; self.shape.experts()];
        for row in 0..count {
            of_row.iter_mut().zip(&logs[gates..]).for_each(|(log, logs)| *log = logs[row]);
            let all = log_sum_exp(&of_row);
            log_likelihood += self.rows.weights[row] * all;
            of_row.iter().zip(&mut doing[gates..]).for_each(|(log, doing)| doing[row] = (log - all).exp());
        }
        // Gates stand before what is beneath them.
        for gate in (0..gates).rev() {
            let sum = |row: usize| self.shape.beneath(gate).map(|place| doing[place][row]).sum();
            doing[gate] = (0..count).map(sum).collect();
        }
        let shares = doing.iter().map(|parts| self.rows.share(parts)).collect();
        let priced =
            parts.gates.iter().chain(parts.experts.iter().filter(|expert| expert.fitted().is_none()));
        let squares: f64 =
            priced.flat_map(|model| model.weights().values()).map(|weight| weight * weight).sum();
        Ok((Round { log_likelihood, price: 0.5 * self.learner.alpha * squares, shares }, doing))
    }

    /// The log-likelihood of each row, were it all the doing of one expert.
    fn log_likelihoods(&self, expert: &LinearModel, noise: Option<f64>) -> Result<Vec<f64>> {
        match (&self.rows.target, noise) {
            (Target::Numbers(y), Some(noise)) => {
                let said: Matrix = expert.decisions(&self.rows.features)?;
                let constant = -noise.ln() - 0.5 * std::f64::consts::TAU.ln();
                let log = |(y, said): (&f64, &f64)| constant - 0.5 * ((y - said) / noise).powi(2);
                Ok(y.iter().zip(said.values()).map(log).collect())
            }
            (Target::Classes(classes), _) => {
                let said = expert.raw_probabilities(&self.rows.features)?;
                let log = |(row, &code): (usize, &u32)| log_of(said.at(row, code as usize));
                Ok(classes.codes.iter().enumerate().map(log).collect())
            }
            // An expert for numbers has a noise.
            (Target::Numbers(y), None) => Ok(vec![0.0; y.len()]),
        }
    }
}

/// A probability too small for a number is as small as numbers are.
fn log_of(probability: f64) -> f64 {
    probability.max(f64::MIN_POSITIVE).ln()
}
