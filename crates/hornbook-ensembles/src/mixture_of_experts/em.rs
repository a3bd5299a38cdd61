//! Expectation and maximization.

use super::MixtureOfExperts;
use super::distinct_rows::DistinctRows;
use super::gating_tree::GatingTree;
use crate::events::EnsembleEvent;
use crate::members::in_parallel;
use hornbook_core::{ObserverAction, Result, Run};
use hornbook_data::{Matrix, Target};
use hornbook_learner::{Fit as _, Predictor, TrainingInput};
use hornbook_linear::{LinearModel, LinearRegression, LogisticRegression};
use hornbook_math::special::log_sum_exp;
use rayon::prelude::*;

/// Iterations of a start before the best one is chosen.
const TRIAL: usize = 10;
/// The fraction of the weight below which a part has no rows to learn from.
const STARVED: f64 = 1e-10;
/// The least noise of an expert, in standard deviations of the target.
const LEAST_NOISE: f64 = 1e-3;
/// How exactly the weights of classes are fitted: an iteration must not fall behind the one before.
const EXACT: f64 = 1e-9;

/// What is learned.
#[derive(Debug, Default)]
pub(super) struct MixtureParameters {
    pub gates: Vec<LinearModel>,
    pub experts: Vec<LinearModel>,
    /// The noise of each expert for numbers.
    pub deviations: Vec<f64>,
}

/// How good an iteration was.
#[derive(Debug, Clone)]
pub(super) struct EmIteration {
    pub log_likelihood: f64,
    /// What the weights cost.
    pub penalty: f64,
    /// The fraction of the rows that comes to each position.
    pub shares: Vec<f64>,
}

impl EmIteration {
    fn merit(&self) -> f64 {
        self.log_likelihood - self.penalty
    }
}

/// The best that was found.
pub(super) struct EmResult {
    pub parts: MixtureParameters,
    pub round: EmIteration,
    /// Which start it came from, from 1.
    pub start: usize,
    pub rounds: usize,
    pub converged: bool,
    /// How many experts have no rows.
    pub starved: usize,
}

pub(super) struct EmSearch<'a> {
    pub learner: &'a MixtureOfExperts,
    pub rows: &'a DistinctRows,
    pub shape: GatingTree,
    pub run: &'a Run,
}

/// A climb from one start.
pub(super) struct EmRun {
    pub parts: MixtureParameters,
    /// The responsibility of each expert and gate for each row.
    responsibilities: Vec<Vec<f64>>,
    pub rounds: Vec<EmIteration>,
    converged: bool,
}

impl EmRun {
    fn last(&self) -> &EmIteration {
        &self.rounds[self.rounds.len() - 1]
    }

    /// Gives all rows of a position to the others.
    #[cfg(test)]
    pub fn take_rows_of(&mut self, place: usize) {
        self.responsibilities[place].fill(0.0);
        self.responsibilities[place - 1].fill(1.0);
    }
}

impl EmSearch<'_> {
    pub fn run(&self) -> Result<EmResult> {
        let most = self.learner.max_iter as usize;
        let mut em_runs = in_parallel(self.learner.n_init as usize, self.run, |start, own| {
            let responsibilities = self.rows.start(self.shape, start % 2 == 1, &mut own.root_seed().rng());
            let mut em_run = self.begin(&responsibilities)?;
            while !em_run.converged && em_run.rounds.len() < most.min(TRIAL) {
                self.step(&mut em_run)?;
            }
            Ok(em_run)
        })?;
        for (start, em_run) in em_runs.iter().enumerate() {
            (0..em_run.rounds.len()).for_each(|round| self.trace(start, em_run, round));
        }
        let mut best = 0;
        for (start, em_run) in em_runs.iter().enumerate() {
            if em_run.last().merit() > em_runs[best].last().merit() {
                best = start;
            }
        }
        let mut em_run = em_runs.swap_remove(best);
        drop(em_runs);
        while !em_run.converged && em_run.rounds.len() < most {
            self.step(&mut em_run)?;
            let done = em_run.rounds.len();
            self.trace(best, &em_run, done - 1);
            if self.run.progress("rounds", done as u64, Some(most as u64)) == ObserverAction::Finish {
                break;
            }
        }
        let round = em_run.last().clone();
        let starved = round.shares[self.shape.gates()..].iter().filter(|&&share| share < STARVED).count();
        let (rounds, converged) = (em_run.rounds.len(), em_run.converged);
        Ok(EmResult { parts: em_run.parts, round, start: best + 1, rounds, converged, starved })
    }

    fn trace(&self, start: usize, em_run: &EmRun, round: usize) {
        let EmIteration { log_likelihood, penalty, shares } = &em_run.rounds[round];
        self.run.trace(|| EnsembleEvent::Expectation {
            start: start + 1,
            round: round + 1,
            log_likelihood: *log_likelihood,
            penalty: *penalty,
            shares: shares[self.shape.gates()..].to_vec(),
        });
    }

    /// The first iteration from an assignment of the rows.
    pub fn begin(&self, responsibilities: &[Vec<f64>]) -> Result<EmRun> {
        let parts = self.maximize(responsibilities, None)?;
        let (round, responsibilities) = self.expect(&parts)?;
        Ok(EmRun { parts, responsibilities, rounds: vec![round], converged: false })
    }

    /// Another iteration.
    pub fn step(&self, em_run: &mut EmRun) -> Result<()> {
        self.run.check()?;
        let parts = self.maximize(&em_run.responsibilities, Some(std::mem::take(&mut em_run.parts)))?;
        let (round, responsibilities) = self.expect(&parts)?;
        em_run.converged = round.merit() - em_run.last().merit() <= self.learner.tol * self.rows.total;
        (em_run.parts, em_run.responsibilities) = (parts, responsibilities);
        em_run.rounds.push(round);
        Ok(())
    }

    /// Fits every gate and every expert to what is its doing. A part without rows stays as it was.
    fn maximize(
        &self,
        responsibilities: &[Vec<f64>],
        before: Option<MixtureParameters>,
    ) -> Result<MixtureParameters> {
        let mut kept: Vec<Option<LinearModel>> = Vec::new();
        if let Some(before) = before {
            let models = before.gates.into_iter().chain(before.experts).zip(responsibilities);
            kept.extend(models.map(|(model, responsibilities)| {
                (self.rows.share(responsibilities) < STARVED).then_some(model)
            }));
        }
        kept.resize_with(self.shape.places(), || None);
        let part = |(place, kept): (usize, Option<LinearModel>)| match kept {
            Some(model) => Ok(model),
            None => self.fit(place, responsibilities),
        };
        let mut gates: Vec<LinearModel> =
            kept.into_par_iter().enumerate().map(part).collect::<Result<_>>()?;
        let experts = gates.split_off(self.shape.gates());
        let deviations = experts.iter().filter_map(|expert| self.noise(expert)).collect();
        Ok(MixtureParameters { gates, experts, deviations })
    }

    fn fit(&self, place: usize, responsibilities: &[Vec<f64>]) -> Result<LinearModel> {
        let own = self.run.part(place as u64);
        let of_classes = LogisticRegression::default().C(1.0 / self.learner.alpha).tol(EXACT);
        if place < self.shape.gates() {
            let rows = self.rows.of_gate(place, &responsibilities[self.shape.beneath(place)])?;
            return of_classes.fit_checked(&TrainingInput::from(&rows), &own);
        }
        let rows = self.rows.of_expert(&responsibilities[place])?;
        let input = TrainingInput::from(&rows);
        match self.rows.target {
            Target::Classes(_) => of_classes.fit_checked(&input, &own),
            Target::Numbers(_) => LinearRegression::default().fit_checked(&input, &own),
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

    /// E-step: the log-likelihood and the responsibilities.
    fn expect(&self, parts: &MixtureParameters) -> Result<(EmIteration, Vec<Vec<f64>>)> {
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
        let mut responsibilities = vec![vec![0.0; count]; self.shape.places()];
        let mut of_row = vec![0.0; self.shape.experts()];
        for row in 0..count {
            of_row.iter_mut().zip(&logs[gates..]).for_each(|(log, logs)| *log = logs[row]);
            let all = log_sum_exp(&of_row);
            log_likelihood += self.rows.weights[row] * all;
            of_row
                .iter()
                .zip(&mut responsibilities[gates..])
                .for_each(|(log, responsibilities)| responsibilities[row] = (log - all).exp());
        }
        // Gates stand before what is beneath them.
        for gate in (0..gates).rev() {
            let sum = |row: usize| self.shape.beneath(gate).map(|place| responsibilities[place][row]).sum();
            responsibilities[gate] = (0..count).map(sum).collect();
        }
        let shares = responsibilities.iter().map(|parts| self.rows.share(parts)).collect();
        let priced =
            parts.gates.iter().chain(parts.experts.iter().filter(|expert| expert.fitted().is_none()));
        let squares: f64 =
            priced.flat_map(|model| model.weights().values()).map(|weight| weight * weight).sum();
        Ok((
            EmIteration { log_likelihood, penalty: 0.5 * self.learner.alpha * squares, shares },
            responsibilities,
        ))
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
