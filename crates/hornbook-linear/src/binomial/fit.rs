//! From rows to a model.

use super::params::BinomialRegression;
use super::problem::{BinomialExtra, BinomialProblem};
use crate::column_stats::ColumnStats;
use crate::design::{MOST_COLUMNS, check_width, design_of, undetermined};
use crate::glm::GlmEvent;
use crate::model::{FitStatistics, LikelihoodFit, LinearModel, ResponseType};
use crate::source::fit_from_sources;
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Matrix, Schema};
use hornbook_encoding::{CategoricalEncoding, Encoder};
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, RowSource, TrainingSummary};
use hornbook_math::algebra::HessianFactor;
use hornbook_math::optimize::{ConvexEvaluation, ConvexIteration, Newton, NewtonResult, StopReason};
use std::ops::ControlFlow;

/// Where the search ended.
type BinomialResult = NewtonResult<ConvexEvaluation<BinomialExtra>>;

/// Separable classes are fitted no closer than this fraction of the deviance at the start.
const CLOSE: f64 = 1e-3;
/// A probability that is so small goes to zero.
const VANISHING: f64 = 1e-9;

fit_from_sources!(BinomialRegression);

impl BinomialRegression {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let schema = Schema::of(source.prototype())?;
        let encoding =
            if self.alpha > 0.0 { CategoricalEncoding::OneHot } else { CategoricalEncoding::Dummy };
        let design = design_of(&schema.inputs, encoding);
        check_width(&design, MOST_COLUMNS)?;
        let column_stats = ColumnStats::of(&design, &schema, source, run)?;
        let occurring = |code: &u32| column_stats.by_class[*code as usize] > 0.0;
        let classes: Vec<u32> = (0..column_stats.by_class.len() as u32).filter(occurring).collect();
        let classes = match classes[..] {
            [only] => return self.one_class(source, design, column_stats, only),
            [first, second] => [first, second],
            _ => {
                return Err(Error::data(
                    format!(
                        "the target '{}' has {} classes, and the learner 'binomial-regression' is for binary targets",
                        schema.target.name,
                        classes.len()
                    ),
                    "use logistic-regression, or one-vs-rest with this learner",
                ));
            }
        };
        let problem = BinomialProblem {
            design: &design,
            source,
            run,
            link: self.link.link(),
            parameters: StandardizedParameters::new(&column_stats, self.fit_intercept, self.alpha)
                .with_offset(schema.offset.and_then(|input| design.column_of(input))),
            second: classes[1],
            weight: column_stats.weight,
            share: column_stats.by_class[classes[1] as usize] / column_stats.weight,
            tol: self.tol,
            most_steps: self.max_iter,
        };
        let (start, there) = problem.start()?;
        let null_deviance = there.extra.deviance;
        let found = self.search(&problem, start, there)?;
        self.model(&problem, &column_stats, classes, found, null_deviance)
    }

    fn search(
        &self,
        problem: &BinomialProblem<'_>,
        start: Vec<f64>,
        there: ConvexEvaluation<BinomialExtra>,
    ) -> Result<BinomialResult> {
        let (run, enough) = (problem.run, CLOSE * there.extra.deviance);
        let tolerance = self.tol * there.value;
        let mut show = |taken: &ConvexIteration<'_, BinomialExtra>| {
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
            let action = run.progress("fitting", taken.step as u64, Some(u64::from(self.max_iter)));
            let is_enough =
                problem.is_parted(&taken.evaluation.extra) && taken.evaluation.extra.deviance <= enough;
            if self.alpha == 0.0 && is_enough { ControlFlow::Break(()) } else { action.flow() }
        };
        Newton::with_max_steps(self.max_iter as usize)
            .minimize_convex(problem, start, there, tolerance, &mut show)
    }

    fn model(
        &self,
        problem: &BinomialProblem<'_>,
        column_stats: &ColumnStats,
        classes: [u32; 2],
        found: BinomialResult,
        null_deviance: f64,
    ) -> Result<LinearModel> {
        let (parameters, design, extra) = (&problem.parameters, problem.design, &found.evaluation.extra);
        let is_free = self.alpha == 0.0;
        let is_separated = is_free && problem.is_parted(extra);
        let is_tested = is_free && found.end == StopReason::Decrement && !is_separated;
        let hessian_factor =
            if is_tested { Some(HessianFactor::new(&found.evaluation.hessian)?) } else { None };
        let errors =
            hessian_factor.as_ref().map(|hessian_factor| errors(problem, hessian_factor)).transpose()?;
        let mut summary = summary(column_stats, design);
        summary.converged = found.end == StopReason::Decrement && !is_separated;
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("deviance".into(), extra.deviance.into());
        summary.warnings = warnings(&found, is_free, is_separated);
        let mut info = self.model_info(problem.source.prototype(), summary)?;
        if let Some(errors) = &errors {
            let is_determined: Vec<bool> = (0..design.width())
                .map(|column| !errors.at(0, column).is_nan() || parameters.offset == Some(column))
                .collect();
            info.summary.warnings.extend(undetermined(design, &is_determined));
        }
        let fit = LikelihoodFit {
            weight: column_stats.weight,
            intercept: self.fit_intercept,
            is_penalized: !is_free,
            null_deviance,
            deviance: extra.deviance,
            steps: found.steps as u64,
            is_separated,
            effective_dof: hessian_factor
                .map(|hessian_factor| parameters.determined(hessian_factor.free_directions())),
            errors,
            deviations: column_stats.deviations.clone(),
        };
        let (intercept, weights) = parameters.weights(&found.x);
        let weights = Matrix::new(1, design.width(), weights)?;
        let model =
            LinearModel::new(info, design.clone(), vec![intercept], weights, column_stats.means.clone());
        let response = ResponseType::Linked { classes, link: problem.link };
        Ok(model.with_response(response).with_fit_statistics(FitStatistics::Likelihood(fit)))
    }

    fn one_class(
        &self,
        source: RowSource<'_>,
        design: Encoder,
        column_stats: ColumnStats,
        only: u32,
    ) -> Result<LinearModel> {
        let mut info = self.model_info(source.prototype(), summary(&column_stats, &design))?;
        info.summary.warnings.push(only_one_class(&info.schema.target.classes[only as usize]));
        let fit =
            LikelihoodFit::of_one_class(column_stats.weight, self.fit_intercept, column_stats.deviations);
        let weights = Matrix::zeros(1, design.width());
        let model = LinearModel::new(info, design, vec![0.0], weights, column_stats.means);
        Ok(model
            .with_response(ResponseType::Softmax { classes: vec![only] })
            .with_fit_statistics(FitStatistics::Likelihood(fit)))
    }
}

fn summary(column_stats: &ColumnStats, design: &Encoder) -> TrainingSummary {
    let mut summary = TrainingSummary {
        rows: column_stats.rows,
        weight: column_stats.weight,
        converged: true,
        ..TrainingSummary::default()
    };
    summary.details.insert("columns".into(), design.width().into());
    summary
}

/// The standard errors of the coefficients, and of the intercept behind them; NaN where there is none.
fn errors(problem: &BinomialProblem<'_>, hessian_factor: &HessianFactor) -> Result<Matrix> {
    let mut errors = Vec::with_capacity(problem.parameters.width() + 1);
    for place in 0..=problem.parameters.width() {
        let variance = match problem.parameters.is_active(place) {
            true => hessian_factor.variance_of(&problem.parameters.combination(place))?,
            false => None,
        };
        errors.push(variance.map_or(f64::NAN, |variance| (variance / problem.weight).sqrt()));
    }
    Matrix::new(1, errors.len(), errors)
}

fn warnings(found: &BinomialResult, is_free: bool, is_separated: bool) -> Vec<String> {
    let steps = found.steps;
    let mut warnings = Vec::new();
    match found.end {
        _ if is_separated => warnings.push(
            "complete separation: the classes are linearly separable, so the maximum-likelihood estimate does not \
             exist and coefficients diverge; no standard errors; add regularization (alpha > 0)"
                .to_string(),
        ),
        StopReason::Decrement if is_free && found.evaluation.extra.least <= VANISHING.ln() => warnings.push(
            "quasi-complete separation: fitted probabilities go to 0 or 1 for some rows, so some coefficients \
             diverge and their standard errors are meaningless; add regularization (alpha > 0)"
                .to_string(),
        ),
        StopReason::Decrement => {}
        StopReason::Observer => {
            warnings.push(format!("stopped after {steps} iterations, before convergence"));
        }
        _ => warnings.push(format!("did not converge in {steps} iterations: raise max_iter")),
    }
    warnings
}
