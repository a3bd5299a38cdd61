//! The penalty that predicts best.

use super::columns;
use super::events::CoordinateDescentEvent;
use super::gram::{gather, total};
use super::path::{PathPoint, PathSolver, grid, walk};
use super::problem::{ElasticNetProblem, ProblemLayout};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{FoldScheme, InnerFolds};
use rayon::prelude::*;

/// How a penalty is chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlphaSelection {
    pub search: PathSolver,
    pub intercept: bool,
    pub n_alphas: usize,
    pub eps: f64,
    pub folds: usize,
    pub one_standard_error: bool,
}

/// The error of each alpha on rows that its fits had not seen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AlphaCurve {
    pub alphas: Vec<f64>,
    pub errors: Vec<f64>,
    pub standard_errors: Vec<f64>,
}

/// What was chosen: the problem of all rows, and the curve.
pub(super) struct SelectedAlpha {
    pub problem: ElasticNetProblem,
    pub curve: AlphaCurve,
    pub folds: usize,
    pub alpha: f64,
}

/// Assigns the rows to folds and selects.
pub(super) fn choose(
    data: &Dataset,
    layout: &ProblemLayout,
    choice: AlphaSelection,
    run: &Run,
) -> Result<SelectedAlpha> {
    let data = data.with_nonzero_weight();
    let folds = InnerFolds::of(&data, Some(choice.folds), run.root_seed())?;
    if folds.folds.is_empty() {
        let found = match (data.rows().len(), folds.scheme) {
            (1, _) => "there is only one sample",
            (_, FoldScheme::TimeSeries) => "no row is later than others that are not of its group",
            _ => "all rows are alike or of one group",
        };
        return Err(Error::data(
            format!("{found}, so that there is no validation fold to choose alpha by"),
            "give rows that differ, or set alpha yourself",
        ));
    }
    let (problem, curve) = judge(&data, layout, choice, &folds, run)?;
    for ((&alpha, &error), &standard_error) in
        curve.alphas.iter().zip(&curve.errors).zip(&curve.standard_errors)
    {
        run.trace(|| CoordinateDescentEvent::Judged { alpha, error, standard_error });
    }
    let alpha = curve.best(choice.one_standard_error);
    Ok(SelectedAlpha { problem, curve, folds: folds.folds.len(), alpha })
}

/// The errors of a fold at each alpha, and the weight of its rows.
type FoldErrors = (Vec<f64>, f64);

/// Evaluates the alphas on folds that are assigned already.
pub(super) fn judge(
    data: &Dataset,
    layout: &ProblemLayout,
    choice: AlphaSelection,
    inner: &InnerFolds,
    run: &Run,
) -> Result<(ElasticNetProblem, AlphaCurve)> {
    let folds = &inner.folds;
    let view = |rows: &[u32]| data.select(rows.to_vec());
    let fits = |problem: &ElasticNetProblem, alphas: &[f64], fold: usize| {
        walk(problem, alphas, choice.search, &run.part(fold as u64))
    };
    let alphas_of = |problem: &ElasticNetProblem| {
        let largest = problem.solver().alpha_max() / choice.search.l1_ratio;
        grid(largest, choice.n_alphas, choice.eps)
    };
    if layout.is_tall(data.rows().len() / 2) && inner.is_partition() {
        // The sums of all folds but one are those of its training rows, and its own say how wrong weights are on it: the
        // rows are read once for everything.
        let parts: Vec<Dataset> = folds.iter().map(|fold| view(&fold.test)).collect();
        let (gathered, origin) = gather(&parts, &layout.design, choice.intercept, run)?;
        let problem =
            ElasticNetProblem::of_sums(&total(&gathered, None)?, &origin, layout, choice.intercept)?;
        let alphas = alphas_of(&problem);
        let of_fold = |fold: usize| -> Result<FoldErrors> {
            let rest = ElasticNetProblem::of_sums(
                &total(&gathered, Some(fold))?,
                &origin,
                layout,
                choice.intercept,
            )?;
            let stops = fits(&rest, &alphas, fold)?;
            let held_out = gathered[fold].held_out(&layout.order, &origin);
            let errors = stops.iter().map(|stop| held_out.errors(&stop.weights, stop.intercept)).collect();
            Ok((errors, held_out.weight))
        };
        let errors = (0..folds.len()).into_par_iter().map(of_fold).collect::<Result<Vec<_>>>()?;
        return Ok((problem, AlphaCurve::new(alphas, &errors)));
    }
    let problem = ElasticNetProblem::unsquared(data, layout, choice.intercept)?;
    let alphas = alphas_of(&problem);
    let of_fold = |fold: usize| -> Result<FoldErrors> {
        let rest = ElasticNetProblem::unsquared(&view(&folds[fold].train), layout, choice.intercept)?;
        let stops = fits(&rest, &alphas, fold)?;
        let found: Vec<(Vec<f64>, f64)> =
            stops.into_iter().map(|PathPoint { weights, intercept, .. }| (weights, intercept)).collect();
        columns::errors(&view(&folds[fold].test), &layout.design, &layout.order, &found)
    };
    let errors = (0..folds.len()).into_par_iter().map(of_fold).collect::<Result<Vec<_>>>()?;
    Ok((problem, AlphaCurve::new(alphas, &errors)))
}

impl AlphaCurve {
    /// From the sums of squared errors of each fold.
    fn new(alphas: Vec<f64>, folds: &[FoldErrors]) -> AlphaCurve {
        let total: f64 = folds.iter().map(|(_, weight)| weight).sum();
        let (mut errors, mut standard_errors) = (Vec::new(), Vec::new());
        for place in 0..alphas.len() {
            let mean = folds.iter().map(|(errors, _)| errors[place]).sum::<f64>() / total;
            let spread: f64 =
                folds.iter().map(|(errors, weight)| (errors[place] / weight - mean).powi(2)).sum();
            let count = folds.len() as f64;
            errors.push(mean);
            standard_errors.push((spread / (count - 1.0) / count).sqrt());
        }
        AlphaCurve { alphas, errors, standard_errors }
    }

    /// The penalty with the smallest error, or the largest that is within one standard error of it.
    pub fn best(&self, one_standard_error: bool) -> f64 {
        let mut best = 0;
        for (place, error) in self.errors.iter().enumerate() {
            if *error < self.errors[best] {
                best = place;
            }
        }
        let enough = self.errors[best] + self.standard_errors[best];
        let first = self.errors.iter().position(|error| *error <= enough).unwrap_or(best);
        self.alphas[if one_standard_error { first } else { best }]
    }
}
