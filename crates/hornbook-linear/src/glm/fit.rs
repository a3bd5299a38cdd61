//! From rows to a model.

use super::events::GlmEvent;
use super::params::{
    GammaRegression, GeneralizedLinear, GlmConfig, GlmLearner, PoissonRegression, TweedieRegression,
};
use super::problem::{GlmExtra, GlmProblem};
use super::targets::{TargetStats, TargetStatsPass};
use crate::column_stats::ColumnStats;
use crate::design::{MOST_COLUMNS, check_width, design_of, undetermined};
use crate::model::{FitStatistics, GlmFit, LinearModel, ResponseType};
use crate::source::fit_from_sources;
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Result, Run};
use hornbook_data::{Matrix, Schema};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::{Fit, RowSource, TrainingSummary};
use hornbook_math::algebra::HessianFactor;
use hornbook_math::optimize::{ConvexEvaluation, ConvexIteration, Newton, NewtonResult, StopReason};

/// Where the search ended.
type GlmResult = NewtonResult<ConvexEvaluation<GlmExtra>>;

/// A mean that is so small beside that of all targets goes to zero.
const VANISHING: f64 = 1e-9;

fit_from_sources!(PoissonRegression, GammaRegression, TweedieRegression, GeneralizedLinear);

pub(super) fn learn<L: GlmLearner + Fit<Model = LinearModel>>(
    learner: &L,
    source: RowSource<'_>,
    run: &Run,
) -> Result<LinearModel> {
    let (schema, config) = (Schema::of(source.prototype())?, learner.checked_config()?);
    let encoding = if config.alpha > 0.0 { CategoricalEncoding::OneHot } else { CategoricalEncoding::Dummy };
    let design = design_of(&schema.inputs, encoding);
    check_width(&design, MOST_COLUMNS)?;
    let column_stats = ColumnStats::of(&design, &schema, source, run)?;
    let mut looking = TargetStatsPass { variance: config.variance, found: TargetStats::NONE };
    source.run_query(&mut looking, run)?;
    let targets = looking.found;
    let problem = GlmProblem {
        design: &design,
        source,
        run,
        config,
        parameters: StandardizedParameters::new(&column_stats, config.fit_intercept, config.alpha)
            .with_offset(schema.offset.and_then(|input| design.column_of(input))),
        weight: column_stats.weight,
        mean: targets.mean(),
    };
    let (found, null_deviance) = search(&problem, run)?;
    let fit = what_is_known(&problem, &column_stats, targets, &found, null_deviance)?;
    let mut summary = TrainingSummary {
        rows: column_stats.rows,
        weight: column_stats.weight,
        converged: true,
        ..TrainingSummary::default()
    };
    summary.details.insert("columns".into(), design.width().into());
    summary.details.insert("rounds".into(), found.steps.into());
    summary.details.insert("deviance".into(), fit.deviance.into());
    summary.converged = found.end == StopReason::Decrement;
    let mut info = learner.model_info(source.prototype(), summary)?;
    info.summary.warnings = warnings(&config, &targets, &found);
    if let Some(errors) = &fit.errors {
        let is_determined: Vec<bool> = (0..design.width())
            .map(|column| !errors[column].is_nan() || problem.parameters.offset == Some(column))
            .collect();
        info.summary.warnings.extend(undetermined(&design, &is_determined));
    }
    let (intercept, weights) = problem.parameters.weights(&found.x);
    let weights = Matrix::new(1, design.width(), weights)?;
    let model = LinearModel::new(info, design, vec![intercept], weights, column_stats.means);
    Ok(model
        .with_response(ResponseType::Mean { link: config.link })
        .with_fit_statistics(FitStatistics::Glm(fit)))
}

/// The coefficients, and the deviance of the mean alone.
fn search(problem: &GlmProblem<'_>, run: &Run) -> Result<(GlmResult, f64)> {
    let config = problem.config;
    let (start, there) = problem.start()?;
    let null_deviance = if config.fit_intercept { there.extra.deviance } else { problem.null_deviance()? };
    let scale = 0.5 * there.extra.deviance / problem.weight;
    let tolerance = (config.tol * scale).max(problem.rounding());
    let mut show = |taken: &ConvexIteration<'_, GlmExtra>| {
        run.trace(|| {
            let (intercept, weights) = problem.parameters.weights(taken.x);
            GlmEvent::Step {
                step: taken.step,
                deviance: taken.evaluation.extra.deviance,
                largest_change: taken.largest_change,
                rate: taken.rate,
                intercept,
                weights,
            }
        });
        run.progress("fitting", taken.step as u64, Some(u64::from(config.max_iter))).flow()
    };
    let found = Newton::with_max_steps(config.max_iter as usize)
        .minimize_convex(problem, start, there, tolerance, &mut show)?;
    Ok((found, null_deviance))
}

fn what_is_known(
    problem: &GlmProblem<'_>,
    column_stats: &ColumnStats,
    targets: TargetStats,
    found: &GlmResult,
    null_deviance: f64,
) -> Result<GlmFit> {
    let (config, GlmExtra { deviance, pearson, .. }) = (problem.config, &found.evaluation.extra);
    let is_tested = config.alpha == 0.0 && found.end == StopReason::Decrement;
    let hessian_factor = if is_tested { Some(HessianFactor::new(&found.evaluation.hessian)?) } else { None };
    let effective_dof = hessian_factor
        .as_ref()
        .map(|hessian_factor| problem.parameters.determined(hessian_factor.free_directions()));
    // Where the fit is exact, nothing is left to estimate a dispersion from.
    let is_exact = *deviance <= problem.rounding() * problem.weight;
    let has_likelihood = if config.variance.power == 1.0 { targets.are_whole } else { !is_exact };
    let twice =
        config.variance.likelihood(*deviance, problem.weight, targets.terms).filter(|_| has_likelihood);
    let mut fit = GlmFit {
        power: config.variance.power,
        weight: problem.weight,
        intercept: config.fit_intercept,
        is_penalized: config.alpha > 0.0,
        null_deviance,
        deviance: *deviance,
        pearson: *pearson,
        aic: twice.zip(effective_dof).map(|(twice, effective_dof)| 2.0 * effective_dof - twice),
        steps: found.steps as u64,
        effective_dof,
        errors: None,
        deviations: column_stats.deviations.clone(),
    };
    let dispersion = fit.dispersion().filter(|_| fit.is_dispersion_known() || !is_exact);
    if let (Some(hessian_factor), Some(dispersion)) = (hessian_factor, dispersion) {
        let mut errors = Vec::with_capacity(problem.parameters.width() + 1);
        for place in 0..=problem.parameters.width() {
            let variance = match problem.parameters.is_active(place) {
                true => hessian_factor.variance_of(&problem.parameters.combination(place))?,
                false => None,
            };
            errors.push(variance.map_or(f64::NAN, |v| (dispersion * v / problem.weight).sqrt()));
        }
        fit.errors = Some(errors);
    }
    Ok(fit)
}

fn warnings(config: &GlmConfig, targets: &TargetStats, found: &GlmResult) -> Vec<String> {
    let mut warnings = Vec::new();
    if targets.low == targets.high {
        warnings.push(format!("the target has only one value, {}", targets.low));
    }
    if config.variance.power != 0.0 && found.evaluation.extra.smallest_mean <= VANISHING * targets.mean() {
        warnings.push(
            "fitted means go to 0 for some rows (quasi-separation): some coefficients diverge and their standard \
             errors are meaningless; add regularization (alpha > 0)"
                .to_string(),
        );
    }
    let steps = found.steps;
    match found.end {
        StopReason::Decrement => {}
        StopReason::Observer => {
            warnings.push(format!("stopped after {steps} iterations, before convergence"));
        }
        _ => warnings.push(format!(
            "did not converge in {steps} iterations: raise max_iter, or choose a link function that has a mean for \
             every linear predictor, such as 'log'"
        )),
    }
    warnings
}
