//! From rows to a model.

use super::events::BayesianEvent;
use super::evidence::{EvidenceAxes, EvidenceSums, EvidenceTerms, Precisions};
use super::params::BayesianRidge;
use crate::design::{check_width, design_of};
use crate::elastic_net::gram::{GramStatistic, gather_all};
use crate::model::{CoefficientPosterior, FitStatistics, LinearModel};
use crate::source::fit_from_sources;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Matrix, Schema};
use hornbook_encoding::{CategoricalEncoding, Encoder};
use hornbook_learner::{Fit, RowSource, TrainingSummary};

/// More columns than these have no room for a covariance, in memory and in a file.
const MOST_COLUMNS: usize = 2000;

fit_from_sources!(BayesianRidge);

impl BayesianRidge {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let design = design(source.prototype())?;
        let (all, _) = gather_all(source, &design, self.fit_intercept, run)?;
        self.model(source.prototype(), design, all, run)
    }
}

fn design(like: &Dataset) -> Result<Encoder> {
    let schema = Schema::of(like)?;
    let design = design_of(&schema.inputs, CategoricalEncoding::OneHot);
    check_width(&design, MOST_COLUMNS)?;
    Ok(design)
}

/// Where the search for precisions ended.
struct PrecisionSearchResult {
    precisions: Precisions,
    evidence: EvidenceTerms,
    rounds: usize,
    warning: Option<String>,
}

impl BayesianRidge {
    fn model(&self, like: &Dataset, design: Encoder, all: GramStatistic, run: &Run) -> Result<LinearModel> {
        let sums = EvidenceSums::of(&all.gram, self.fit_intercept)?;
        let numbers = sums.matrix.values().iter().chain([&sums.target_squares]);
        if !numbers.copied().all(f64::is_finite) {
            return Err(Error::data(
                "the numbers are too large for their squares",
                "measure the columns and the target in other units",
            ));
        }
        let axes = EvidenceAxes::new(&sums)?;
        let PrecisionSearchResult { precisions, evidence, rounds, warning } =
            self.search_precisions(&axes, &sums, run)?;
        let weights = axes.weights(&evidence)?;
        let center: f64 = weights.iter().zip(&sums.means).map(|(w, x)| w * x).sum();
        let intercept = if self.fit_intercept { sums.target_mean - center } else { 0.0 };
        let deviation = |column: usize| {
            let about = if self.fit_intercept { 0.0 } else { sums.means[column] * sums.means[column] };
            (sums.matrix.at(column, column) / sums.weight - about).max(0.0).sqrt()
        };
        let posterior = CoefficientPosterior {
            weight: sums.weight,
            intercept: self.fit_intercept,
            noise_precision: precisions.noise,
            prior_precision: precisions.prior,
            determined: evidence.determined,
            log_evidence: evidence.log_evidence,
            score: self.score(precisions, &evidence),
            rounds: rounds as u64,
            covariance: axes.covariance(precisions)?,
            deviations: (0..design.width()).map(deviation).collect(),
        };
        let mut summary = TrainingSummary {
            rows: all.rows,
            weight: sums.weight,
            converged: warning.is_none(),
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), rounds.into());
        summary.details.insert("log_evidence".into(), posterior.log_evidence.into());
        summary.warnings.extend(warning);
        let info = self.model_info(like, summary)?;
        let weights = Matrix::new(1, design.width(), weights)?;
        let model = LinearModel::new(info, design, vec![intercept], weights, sums.means);
        Ok(model.with_fit_statistics(FitStatistics::Posterior(posterior)))
    }

    /// The precisions under which targets and precisions are most likely, by fixed-point updates.
    fn search_precisions(
        &self,
        axes: &EvidenceAxes,
        sums: &EvidenceSums,
        run: &Run,
    ) -> Result<PrecisionSearchResult> {
        let variance = sums.target_squares / sums.weight;
        let mut precisions = Precisions {
            noise: self.noise_precision.unwrap_or(1.0 / (variance + f64::EPSILON)),
            prior: self.prior_precision.unwrap_or(1.0),
        };
        let (mut rounds, mut largest_change) = (0, 0.0);
        loop {
            run.check()?;
            let evidence = axes.evidence_terms(precisions);
            run.trace(|| BayesianEvent::Round {
                round: rounds,
                noise_precision: precisions.noise,
                prior_precision: precisions.prior,
                score: self.score(precisions, &evidence),
                largest_change,
            });
            let goes_on = run.progress("weighing", rounds as u64, Some(u64::from(self.max_iter)));
            let is_fixed = self.noise_precision.is_some() && self.prior_precision.is_some();
            let is_settled = is_fixed || (rounds > 0 && largest_change <= self.tol);
            let warning = match goes_on {
                _ if is_settled => None,
                hornbook_core::ObserverAction::Finish => {
                    Some(format!("stopped after {rounds} iterations, before convergence"))
                }
                _ if rounds as u64 >= u64::from(self.max_iter) => {
                    Some(format!("did not converge in {rounds} iterations: raise max_iter"))
                }
                hornbook_core::ObserverAction::Continue => {
                    let next = self.update(precisions, &evidence, sums.weight)?;
                    let change = |new: f64, old: f64| (new - old).abs() / old;
                    largest_change =
                        change(next.noise, precisions.noise).max(change(next.prior, precisions.prior));
                    (precisions, rounds) = (next, rounds + 1);
                    continue;
                }
            };
            return Ok(PrecisionSearchResult { precisions, evidence, rounds, warning });
        }
    }

    fn update(&self, old: Precisions, evidence: &EvidenceTerms, weight: f64) -> Result<Precisions> {
        let noise = (weight - evidence.determined + 2.0 * self.alpha_1)
            / (evidence.residual_squares + 2.0 * self.alpha_2);
        let prior =
            (evidence.determined + 2.0 * self.lambda_1) / (evidence.weight_squares + 2.0 * self.lambda_2);
        let next = Precisions {
            noise: if self.noise_precision.is_some() { old.noise } else { noise },
            prior: if self.prior_precision.is_some() { old.prior } else { prior },
        };
        let is_sound = |x: f64| x.is_finite() && x > 0.0;
        match is_sound(next.noise) && is_sound(next.prior) {
            true => Ok(next),
            false => Err(Error::data(
                "a precision diverges: the fit is exact, or no feature is informative",
                "give the precisions a prior (alpha_1, alpha_2, lambda_1, lambda_2), or fix them",
            )),
        }
    }

    /// The log evidence with the log prior of the precisions that are learned, but for a constant.
    fn score(&self, Precisions { noise, prior }: Precisions, evidence: &EvidenceTerms) -> f64 {
        let of = |shape: f64, rate: f64, x: f64| shape * x.ln() - rate * x;
        let of_noise =
            if self.noise_precision.is_none() { of(self.alpha_1, self.alpha_2, noise) } else { 0.0 };
        let of_prior =
            if self.prior_precision.is_none() { of(self.lambda_1, self.lambda_2, prior) } else { 0.0 };
        evidence.log_evidence + of_noise + of_prior
    }
}
