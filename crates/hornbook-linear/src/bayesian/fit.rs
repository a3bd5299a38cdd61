//! From rows to a model.

use super::events::BayesianEvent;
use super::evidence::{Axes, Precisions, Sums, Verdict};
use super::params::BayesianRidge;
use crate::design::{Coding, Design};
use crate::model::{Facts, LinearModel, Posterior};
use crate::source::{Source, fit_from_sources};
use crate::sparse_weights::gather::{Gathered, gather_all};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Matrix, Schema};
use hornbook_learner::{Fit, Summary};

/// More columns than these have no room for a covariance, in memory and in a file.
const MOST_COLUMNS: usize = 2000;

fit_from_sources!(BayesianRidge);

impl BayesianRidge {
    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel> {
        let design = design(source.like())?;
        let (all, _) = gather_all(source, &design, self.fit_intercept, run)?;
        self.model(source.like(), design, all, run)
    }
}

fn design(like: &Dataset) -> Result<Design> {
    let schema = Schema::of(like)?;
    let design = Design::of(&schema.inputs, Coding::Full);
    design.check_width(&schema, MOST_COLUMNS)?;
    Ok(design)
}

/// Where the search for precisions ended.
struct Settled {
    precisions: Precisions,
    verdict: Verdict,
    rounds: usize,
    warning: Option<String>,
}

impl BayesianRidge {
    fn model(&self, like: &Dataset, design: Design, all: Gathered, run: &Run) -> Result<LinearModel> {
        let sums = Sums::of(&all.gram, self.fit_intercept)?;
        let numbers = sums.matrix.values().iter().chain([&sums.target_squares]);
        if !numbers.copied().all(f64::is_finite) {
            return Err(Error::data(
                "the numbers are too large for their squares",
                "measure the columns and the target in other units",
            ));
        }
        let axes = Axes::new(&sums)?;
        let Settled { precisions, verdict, rounds, warning } = self.settle(&axes, &sums, run)?;
        let weights = axes.weights(&verdict)?;
        let centre: f64 = weights.iter().zip(&sums.means).map(|(w, x)| w * x).sum();
        let intercept = if self.fit_intercept { sums.target_mean - centre } else { 0.0 };
        let deviation = |column: usize| {
            let about = if self.fit_intercept { 0.0 } else { sums.means[column] * sums.means[column] };
            (sums.matrix.at(column, column) / sums.weight - about).max(0.0).sqrt()
        };
        let posterior = Posterior {
            weight: sums.weight,
            intercept: self.fit_intercept,
            noise_precision: precisions.noise,
            prior_precision: precisions.prior,
            determined: verdict.determined,
            log_evidence: verdict.log_evidence,
            score: self.score(precisions, &verdict),
            rounds: rounds as u64,
            covariance: axes.covariance(precisions)?,
            deviations: (0..design.width()).map(deviation).collect(),
        };
        let mut summary = Summary {
            rows: all.rows,
            weight: sums.weight,
            converged: warning.is_none(),
            ..Summary::default()
        };
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), rounds.into());
        summary.details.insert("log_evidence".into(), posterior.log_evidence.into());
        summary.warnings.extend(warning);
        let info = self.model_info(like, summary)?;
        let weights = Matrix::new(1, design.width(), weights)?;
        let model = LinearModel::new(info, design, vec![intercept], weights, sums.means);
        Ok(model.with_facts(Facts::Posterior(posterior)))
    }

    /// The precisions under which targets and precisions are most likely, by fixed-point updates.
    fn settle(&self, axes: &Axes, sums: &Sums, run: &Run) -> Result<Settled> {
        let variance = sums.target_squares / sums.weight;
        let mut precisions = Precisions {
            noise: self.noise_precision.unwrap_or(1.0 / (variance + f64::EPSILON)),
            prior: self.prior_precision.unwrap_or(1.0),
        };
        let (mut rounds, mut largest_change) = (0, 0.0);
        loop {
            run.check()?;
            let verdict = axes.weigh(precisions);
            run.trace(|| BayesianEvent::Round {
                round: rounds,
                noise_precision: precisions.noise,
                prior_precision: precisions.prior,
                score: self.score(precisions, &verdict),
                largest_change,
            });
            let goes_on = run.progress("weighing", rounds as u64, Some(u64::from(self.max_iter)));
            let is_fixed = self.noise_precision.is_some() && self.prior_precision.is_some();
            let is_settled = is_fixed || (rounds > 0 && largest_change <= self.tol);
            let warning = match goes_on {
                _ if is_settled => None,
                hornbook_core::Verdict::Finish => {
                    Some(format!("stopped after {rounds} rounds, before the precisions were settled"))
                }
                _ if rounds as u64 >= u64::from(self.max_iter) => Some(format!(
                    "the precisions are not settled after {rounds} rounds: allow more (max_iter)"
                )),
                hornbook_core::Verdict::Continue => {
                    let next = self.update(precisions, &verdict, sums.weight)?;
                    let change = |new: f64, old: f64| (new - old).abs() / old;
                    largest_change =
                        change(next.noise, precisions.noise).max(change(next.prior, precisions.prior));
                    (precisions, rounds) = (next, rounds + 1);
                    continue;
                }
            };
            return Ok(Settled { precisions, verdict, rounds, warning });
        }
    }

    fn update(&self, old: Precisions, verdict: &Verdict, weight: f64) -> Result<Precisions> {
        let noise = (weight - verdict.determined + 2.0 * self.alpha_1)
            / (verdict.residual_squares + 2.0 * self.alpha_2);
        let prior =
            (verdict.determined + 2.0 * self.lambda_1) / (verdict.weight_squares + 2.0 * self.lambda_2);
        let next = Precisions {
            noise: if self.noise_precision.is_some() { old.noise } else { noise },
            prior: if self.prior_precision.is_some() { old.prior } else { prior },
        };
        let is_sound = |x: f64| x.is_finite() && x > 0.0;
        match is_sound(next.noise) && is_sound(next.prior) {
            true => Ok(next),
            false => Err(Error::data(
                "the rows leave a precision without bounds: the fit is exact, or no column says anything",
                "give the precisions a prior (alpha_1, alpha_2, lambda_1, lambda_2), or name them",
            )),
        }
    }

    /// The log evidence with the log prior of the precisions that are learned, but for a constant.
    fn score(&self, Precisions { noise, prior }: Precisions, verdict: &Verdict) -> f64 {
        let of = |shape: f64, rate: f64, x: f64| shape * x.ln() - rate * x;
        let of_noise =
            if self.noise_precision.is_none() { of(self.alpha_1, self.alpha_2, noise) } else { 0.0 };
        let of_prior =
            if self.prior_precision.is_none() { of(self.lambda_1, self.lambda_2, prior) } else { 0.0 };
        verdict.log_evidence + of_noise + of_prior
    }
}
