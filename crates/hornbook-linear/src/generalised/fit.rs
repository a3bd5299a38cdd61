//! From rows to a model.

use super::events::GeneralisedEvent;
use super::params::{
    GammaRegression, GeneralisedLinear, Plan, Planned, PoissonRegression, TweedieRegression,
};
use super::problem::{More, Problem};
use super::targets::{TargetPass, Targets};
use crate::design::{Coding, Design};
use crate::frame::Frame;
use crate::model::{Facts, LinearModel, MeanFit, Response};
use crate::newton::{End, Found, Taken, newton};
use crate::source::{Source, fit_from_sources};
use crate::survey::Survey;
use crate::system::{MOST_COLUMNS, System};
use hornbook_core::{Result, Run, Verdict};
use hornbook_data::{Matrix, Schema};
use hornbook_learner::{Fit, Summary};

/// A mean that is so small beside that of all targets goes to zero.
const VANISHING: f64 = 1e-9;

fit_from_sources!(PoissonRegression, GammaRegression, TweedieRegression, GeneralisedLinear);

pub(super) fn learn<L: Planned + Fit<Model = LinearModel>>(
    learner: &L,
    source: Source<'_>,
    run: &Run,
) -> Result<LinearModel> {
    let (schema, plan) = (Schema::of(source.like())?, learner.checked_plan()?);
    let coding = if plan.alpha > 0.0 { Coding::Full } else { Coding::Reference };
    let design = Design::of(&schema.inputs, coding);
    design.check_width(&schema, MOST_COLUMNS)?;
    let survey = Survey::of(&design, &schema, source, run)?;
    let mut looking = TargetPass { variance: plan.variance, found: Targets::NONE };
    source.ask(&mut looking, run)?;
    let targets = looking.found;
    let problem = Problem {
        design: &design,
        source,
        run,
        plan,
        frame: Frame::new(&survey, plan.fit_intercept, plan.alpha)
            .with_offset(schema.offset.and_then(|input| design.column_of(input))),
        weight: survey.weight,
        mean: targets.mean(),
    };
    let (found, null_deviance) = search(&problem, run)?;
    let fit = what_is_known(&problem, &survey, targets, &found, null_deviance)?;
    let mut summary =
        Summary { rows: survey.rows, weight: survey.weight, converged: true, ..Summary::default() };
    summary.details.insert("columns".into(), design.width().into());
    summary.details.insert("rounds".into(), found.steps.into());
    summary.details.insert("deviance".into(), fit.deviance.into());
    summary.converged = found.end == End::Converged;
    let mut info = learner.model_info(source.like(), summary)?;
    info.summary.warnings = warnings(&plan, &targets, &found);
    if let Some(errors) = &fit.errors {
        let is_determined: Vec<bool> = (0..design.width())
            .map(|column| !errors[column].is_nan() || problem.frame.offset == Some(column))
            .collect();
        info.summary.warnings.extend(design.undetermined(&info.schema, &is_determined));
    }
    let (intercept, weights) = problem.frame.weights(&found.point);
    let weights = Matrix::new(1, design.width(), weights)?;
    let model = LinearModel::new(info, design, vec![intercept], weights, survey.means);
    Ok(model.with_response(Response::Mean { link: plan.link }).with_facts(Facts::Means(fit)))
}

/// The weights, and the deviance of the mean alone.
fn search(problem: &Problem<'_>, run: &Run) -> Result<(Found<More>, f64)> {
    let plan = problem.plan;
    let (start, there) = problem.start()?;
    let null_deviance = if plan.fit_intercept { there.more.deviance } else { problem.null_deviance()? };
    let scale = 0.5 * there.more.deviance / problem.weight;
    let tolerance = (plan.tol * scale).max(problem.rounding());
    let show = |taken: &Taken<'_, More>| -> Verdict {
        run.trace(|| {
            let (intercept, weights) = problem.frame.weights(taken.point);
            GeneralisedEvent::Step {
                step: taken.step,
                deviance: taken.there.more.deviance,
                largest_change: taken.largest_change,
                rate: taken.rate,
                intercept,
                weights,
            }
        });
        run.progress("fitting", taken.step as u64, Some(u64::from(plan.max_iter)))
    };
    Ok((newton(problem, start, there, tolerance, plan.max_iter, show)?, null_deviance))
}

fn what_is_known(
    problem: &Problem<'_>,
    survey: &Survey,
    targets: Targets,
    found: &Found<More>,
    null_deviance: f64,
) -> Result<MeanFit> {
    let (plan, More { deviance, pearson, .. }) = (problem.plan, &found.there.more);
    let is_tested = plan.alpha == 0.0 && found.end == End::Converged;
    let system = if is_tested { Some(System::new(&found.there.hessian)?) } else { None };
    let used = system.as_ref().map(|system| (problem.frame.active() - system.free_directions()) as f64);
    // Where the fit is exact, nothing is left to estimate a dispersion from.
    let is_exact = *deviance <= problem.rounding() * problem.weight;
    let has_likelihood = if plan.variance.power == 1.0 { targets.are_whole } else { !is_exact };
    let twice = plan.variance.likelihood(*deviance, problem.weight, targets.terms).filter(|_| has_likelihood);
    let mut fit = MeanFit {
        power: plan.variance.power,
        weight: problem.weight,
        intercept: plan.fit_intercept,
        is_penalised: plan.alpha > 0.0,
        null_deviance,
        deviance: *deviance,
        pearson: *pearson,
        aic: twice.zip(used).map(|(twice, used)| 2.0 * used - twice),
        steps: found.steps as u64,
        used,
        errors: None,
        deviations: survey.deviations.clone(),
    };
    let dispersion = fit.dispersion().filter(|_| fit.is_dispersion_known() || !is_exact);
    if let (Some(system), Some(dispersion)) = (system, dispersion) {
        let mut errors = Vec::with_capacity(problem.frame.width() + 1);
        for place in 0..=problem.frame.width() {
            let variance = match problem.frame.is_active(place) {
                true => system.variance_of(&problem.frame.combination(place))?,
                false => None,
            };
            errors.push(variance.map_or(f64::NAN, |v| (dispersion * v / problem.weight).sqrt()));
        }
        fit.errors = Some(errors);
    }
    Ok(fit)
}

fn warnings(plan: &Plan, targets: &Targets, found: &Found<More>) -> Vec<String> {
    let mut warnings = Vec::new();
    if targets.low == targets.high {
        warnings.push(format!("the target has only one value, {}", targets.low));
    }
    if plan.variance.power != 0.0 && found.there.more.smallest_mean <= VANISHING * targets.mean() {
        warnings.push(
            "the means of some rows go to zero, so that some weights grow without end and none are best: these are \
             stopped short, and their errors mean nothing; a price (alpha) gives weights that mean something"
                .to_string(),
        );
    }
    let steps = found.steps;
    match found.end {
        End::Converged => {}
        End::Unfinished => warnings.push(format!(
            "the weights are not settled after {steps} steps: allow more (max_iter), or choose a link that every sum has \
             a mean for, such as 'log'"
        )),
        End::Stopped => {
            warnings.push(format!("stopped after {steps} steps, before the weights were settled"));
        }
    }
    warnings
}
