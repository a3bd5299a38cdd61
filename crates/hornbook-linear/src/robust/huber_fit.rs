//! Huber's regression from rows to a model.

use super::events::RobustEvent;
use super::huber::HuberProblem;
use super::params::HuberRegression;
use crate::column_stats::ColumnStats;
use crate::design::{MOST_COLUMNS, check_width, design_of, undetermined};
use crate::glm::targets::{TargetStats, TargetStatsPass};
use crate::model::{FitStatistics, LinearModel, RobustFit, RobustLoss};
use crate::source::fit_from_sources;
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Result, Run};
use hornbook_data::{Matrix, Schema};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::{Fit, RowSource, TrainingSummary};
use hornbook_math::loss::VarianceFunction;
use hornbook_math::optimize::{ConvexIteration, ConvexObjective, Newton, StopReason};

/// A scale that is so small beside where targets lie is none.
const NO_SCALE: f64 = 1e-9;

fit_from_sources!(HuberRegression);

/// What the search found, or what needs no search.
struct HuberResult {
    intercept: f64,
    weights: Vec<f64>,
    scale: f64,
    outliers: f64,
    objective: f64,
    errors: Option<Vec<f64>>,
    steps: usize,
    end: StopReason,
}

impl HuberRegression {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let schema = Schema::of(source.prototype())?;
        let encoding =
            if self.alpha > 0.0 { CategoricalEncoding::OneHot } else { CategoricalEncoding::Dummy };
        let design = design_of(&schema.inputs, encoding);
        check_width(&design, MOST_COLUMNS)?;
        let column_stats = ColumnStats::of(&design, &schema, source, run)?;
        let mut looking =
            TargetStatsPass { variance: VarianceFunction { power: 0.0 }, found: TargetStats::NONE };
        source.run_query(&mut looking, run)?;
        let targets = looking.found;
        let problem = HuberProblem {
            design: &design,
            source,
            run,
            parameters: StandardizedParameters::new(
                &column_stats,
                self.fit_intercept,
                2.0 * self.alpha / column_stats.weight,
            ),
            weight: column_stats.weight,
            epsilon: self.epsilon,
        };
        // A scale that all rows are near enough for: the first step is then one of least squares.
        let spread = match self.fit_intercept {
            true => targets.high - targets.low,
            false => targets.high.abs().max(targets.low.abs()),
        };
        let found = match spread > 0.0 {
            true => self.search(&problem, targets.mean(), spread, run)?,
            false => HuberResult::flat(targets.mean(), design.width()),
        };
        let mut warnings = found.warnings();
        if spread == 0.0 {
            warnings.push(format!("the target has only one value, {}", targets.low));
        } else if found.scale <= NO_SCALE * spread {
            warnings.push("most rows are fitted exactly: the residual scale is zero".into());
        }
        let mut summary = TrainingSummary {
            rows: column_stats.rows,
            weight: column_stats.weight,
            converged: true,
            ..TrainingSummary::default()
        };
        summary.converged = found.end == StopReason::Decrement;
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("outliers".into(), found.outliers.into());
        if let Some(errors) = &found.errors {
            let is_determined: Vec<bool> = errors.iter().take(design.width()).map(|e| !e.is_nan()).collect();
            warnings.extend(undetermined(&design, &is_determined));
        }
        summary.warnings = warnings;
        let info = self.model_info(source.prototype(), summary)?;
        let fit = RobustFit {
            loss: RobustLoss::Huber { epsilon: self.epsilon, scale: found.scale, outliers: found.outliers },
            weight: column_stats.weight,
            intercept: self.fit_intercept,
            is_penalized: self.alpha > 0.0,
            objective: found.objective,
            steps: found.steps as u64,
            errors: found.errors,
            deviations: column_stats.deviations,
        };
        let weights = Matrix::new(1, design.width(), found.weights)?;
        let model = LinearModel::new(info, design, vec![found.intercept], weights, column_stats.means);
        Ok(model.with_fit_statistics(FitStatistics::Robust(fit)))
    }

    fn search(&self, problem: &HuberProblem<'_>, mean: f64, spread: f64, run: &Run) -> Result<HuberResult> {
        let width = problem.parameters.width();
        let mut start = vec![0.0; width + 2];
        start[width] = if self.fit_intercept { mean } else { 0.0 };
        start[width + 1] = spread;
        let there = problem.evaluate(&start)?;
        let tolerance = self.tol * there.value;
        let mut show = |taken: &ConvexIteration<'_, f64>| {
            run.trace(|| RobustEvent::Huber {
                step: taken.step,
                loss: taken.evaluation.value,
                scale: problem.scale(taken.x),
                largest_change: taken.largest_change,
            });
            run.progress("fitting", taken.step as u64, Some(u64::from(self.max_iter))).flow()
        };
        let newton = Newton::with_max_steps(self.max_iter as usize);
        let found = newton.minimize_convex(problem, start, there, tolerance, &mut show)?;
        let (intercept, weights) = problem.parameters.weights(&found.x[..=width]);
        let scale = problem.scale(&found.x);
        // Where most rows lie on the line, the scale goes to zero, and only rounding ends that.
        let end = match found.end {
            StopReason::Steps | StopReason::NoDescent if scale <= NO_SCALE * spread => StopReason::Decrement,
            end => end,
        };
        let is_tested = self.alpha == 0.0 && end == StopReason::Decrement && scale > NO_SCALE * spread;
        Ok(HuberResult {
            intercept,
            weights,
            scale,
            outliers: found.evaluation.extra,
            objective: found.evaluation.value,
            errors: if is_tested { problem.errors(&found.x)? } else { None },
            steps: found.steps,
            end,
        })
    }
}

impl HuberResult {
    /// All targets are the same.
    fn flat(target: f64, width: usize) -> HuberResult {
        HuberResult {
            intercept: target,
            weights: vec![0.0; width],
            scale: 0.0,
            outliers: 0.0,
            objective: 0.0,
            errors: None,
            steps: 0,
            end: StopReason::Decrement,
        }
    }

    fn warnings(&self) -> Vec<String> {
        let steps = self.steps;
        match self.end {
            StopReason::Decrement => Vec::new(),
            StopReason::Observer => {
                vec![format!("stopped after {steps} iterations, before convergence")]
            }
            _ => vec![format!("did not converge in {steps} iterations: raise max_iter")],
        }
    }
}
