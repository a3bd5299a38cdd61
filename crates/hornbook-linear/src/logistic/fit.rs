//! From rows to a model.

use super::first_order::descend;
use super::inference::{CoefficientInference, coefficient_inference};
use super::params::LogisticRegression;
use super::problem::LogisticProblem;
use super::search::{LogisticResult, LogisticStopReason, LogisticStopping, newton};
use crate::column_stats::ColumnStats;
use crate::design::{design_of, undetermined};
use crate::model::{FitStatistics, LikelihoodFit, LinearModel, ResponseType};
use crate::source::fit_from_sources;
use hornbook_core::{Result, Run};
use hornbook_data::{Matrix, Schema};
use hornbook_encoding::{CategoricalEncoding, Encoder};
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, RowSource, TrainingSummary};

/// Of more variables than these, second derivatives are not had at once.
const MOST_CURVED: usize = 400;
/// More than these get no standard errors, whose matrix would be too large.
const MOST_CERTAIN: usize = 2000;

fit_from_sources!(LogisticRegression);

impl LogisticRegression {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let (schema, penalties) = (Schema::of(source.prototype())?, self.penalties());
        let encoding =
            if penalties.is_free() { CategoricalEncoding::Dummy } else { CategoricalEncoding::OneHot };
        let design = design_of(&schema.inputs, encoding);
        let column_stats = ColumnStats::of(&design, &schema, source, run)?;
        let problem =
            LogisticProblem::new(&design, source, run, &column_stats, penalties, self.fit_intercept);
        let watch = LogisticStopping { run, tolerance: self.tol, most_steps: self.max_iter };
        if let [only] = problem.classes[..] {
            return self.one_class(source, design, column_stats, only);
        }
        let is_newton = problem.dimension() <= MOST_CURVED || problem.has_l1_penalty();
        let found = if is_newton { newton(&problem, watch, MOST_CURVED)? } else { descend(&problem, watch)? };
        self.model(source, &problem, &design, &column_stats, found)
    }

    fn model(
        &self,
        source: RowSource<'_>,
        problem: &LogisticProblem<'_>,
        design: &Encoder,
        column_stats: &ColumnStats,
        found: LogisticResult,
    ) -> Result<LinearModel> {
        let LogisticResult { x: point, evaluation: mut there, steps, end } = found;
        let is_tested =
            problem.is_free && end == LogisticStopReason::Converged && problem.dimension() <= MOST_CERTAIN;
        if is_tested && there.hessian.is_none() {
            there = problem.evaluate(&point, Some(&problem.columns()))?;
        }
        let known = match &there.hessian {
            Some(hessian) if is_tested => Some(coefficient_inference(problem, hessian)?),
            _ => None,
        };
        let (intercepts, weights) = problem.weights_of(&point);
        let fit = LikelihoodFit {
            weight: column_stats.weight,
            intercept: self.fit_intercept,
            is_penalized: !problem.is_free,
            null_deviance: null_deviance(column_stats, problem.classes.len(), self.fit_intercept),
            deviance: 2.0 * there.loss,
            steps: steps as u64,
            is_separated: end == LogisticStopReason::Separated,
            effective_dof: known.as_ref().map(|known| known.effective_dof),
            errors: known.map(|CoefficientInference { errors, .. }| errors),
            deviations: column_stats.deviations.clone(),
        };
        let mut summary = summary(column_stats, design);
        summary.converged = end == LogisticStopReason::Converged;
        summary.details.insert("rounds".into(), steps.into());
        summary.details.insert("deviance".into(), fit.deviance.into());
        match end {
            LogisticStopReason::Converged => {}
            LogisticStopReason::Separated => summary.warnings.push(
                "complete separation: the classes are linearly separable, so the maximum-likelihood estimate does not \
                 exist and coefficients diverge; no standard errors; add regularization (penalty = l2)"
                    .to_string(),
            ),
            LogisticStopReason::Unfinished => summary.warnings.push(format!(
                "did not converge in {steps} iterations: raise max_iter, or standardize the features"
            )),
            LogisticStopReason::Stopped => {
                summary.warnings.push(format!("stopped after {steps} iterations, before convergence"));
            }
        }
        let mut info = self.model_info(source.prototype(), summary)?;
        if let Some(errors) = &fit.errors {
            let is_determined: Vec<bool> = (0..design.width()).map(|j| !errors.at(0, j).is_nan()).collect();
            info.summary.warnings.extend(undetermined(design, &is_determined));
        }
        let response = match problem.classes[..] {
            [first, second] => ResponseType::Logistic { classes: [first, second] },
            _ => ResponseType::Softmax { classes: problem.classes.clone() },
        };
        let model = LinearModel::new(info, design.clone(), intercepts, weights, column_stats.means.clone());
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
        let name = &info.schema.target.classes[only as usize];
        info.summary.warnings.push(only_one_class(name));
        let fit =
            LikelihoodFit::of_one_class(column_stats.weight, self.fit_intercept, column_stats.deviations);
        let weights = Matrix::zeros(1, design.width());
        let model = LinearModel::new(info, design, vec![0.0], weights, column_stats.means);
        let response = ResponseType::Softmax { classes: vec![only] };
        Ok(model.with_response(response).with_fit_statistics(FitStatistics::Likelihood(fit)))
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

/// The deviance of weights of zero: of the fractions of the classes, or of equal fractions without a
/// constant.
fn null_deviance(column_stats: &ColumnStats, classes: usize, has_intercept: bool) -> f64 {
    if !has_intercept {
        return 2.0 * column_stats.weight * (classes as f64).ln();
    }
    let of_class = |&weight: &f64| weight * (column_stats.weight / weight).ln();
    2.0 * column_stats.by_class.iter().filter(|&&weight| weight > 0.0).map(of_class).sum::<f64>()
}
