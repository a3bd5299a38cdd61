//! Huber's regression from rows to a model.

use super::events::RobustEvent;
use super::huber::Problem;
use super::params::HuberRegression;
use crate::design::{Coding, Design};
use crate::frame::Frame;
use crate::generalised::targets::{TargetPass, Targets};
use crate::generalised::variance::Variance;
use crate::model::{Facts, LinearModel, RobustFit, RobustLoss};
use crate::newton::{End, Loss, Taken, newton};
use crate::source::{Source, fit_from_sources};
use crate::survey::Survey;
use crate::system::MOST_COLUMNS;
use hornbook_core::{Result, Run, Verdict};
use hornbook_data::{Matrix, Schema};
use hornbook_learner::{Fit, Summary};

/// A scale that is so small beside where targets lie is none.
const NO_SCALE: f64 = 1e-9;

fit_from_sources!(HuberRegression);

/// What the search found, or what needs no search.
struct Found {
    constant: f64,
    weights: Vec<f64>,
    scale: f64,
    outliers: f64,
    objective: f64,
    errors: Option<Vec<f64>>,
    steps: usize,
    end: End,
}

impl HuberRegression {
    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel> {
        let schema = Schema::of(source.like())?;
        let coding = if self.alpha > 0.0 { Coding::Full } else { Coding::Reference };
        let design = Design::of(&schema.inputs, coding);
        design.check_width(&schema, MOST_COLUMNS)?;
        let survey = Survey::of(&design, &schema, source, run)?;
        let mut looking = TargetPass { variance: Variance { power: 0.0 }, found: Targets::NONE };
        source.ask(&mut looking, run)?;
        let targets = looking.found;
        let problem = Problem {
            design: &design,
            source,
            run,
            frame: Frame::new(&survey, self.fit_intercept, 2.0 * self.alpha / survey.weight),
            weight: survey.weight,
            epsilon: self.epsilon,
        };
        // A scale that all rows are near enough for: the first step is then one of least squares.
        let spread = match self.fit_intercept {
            true => targets.high - targets.low,
            false => targets.high.abs().max(targets.low.abs()),
        };
        let found = match spread > 0.0 {
            true => self.search(&problem, targets.mean(), spread, run)?,
            false => Found::flat(targets.mean(), design.width()),
        };
        let mut warnings = found.warnings();
        if spread == 0.0 {
            warnings.push(format!("the target has only one value, {}", targets.low));
        } else if found.scale <= NO_SCALE * spread {
            warnings.push(
                "most rows lie on the line exactly, so that there is no scale to measure others by".into(),
            );
        }
        let mut summary =
            Summary { rows: survey.rows, weight: survey.weight, converged: true, ..Summary::default() };
        summary.converged = found.end == End::Converged;
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("outliers".into(), found.outliers.into());
        if let Some(errors) = &found.errors {
            let is_determined: Vec<bool> = errors.iter().take(design.width()).map(|e| !e.is_nan()).collect();
            warnings.extend(design.undetermined(&schema, &is_determined));
        }
        summary.warnings = warnings;
        let info = self.model_info(source.like(), summary)?;
        let fit = RobustFit {
            loss: RobustLoss::Huber { epsilon: self.epsilon, scale: found.scale, outliers: found.outliers },
            weight: survey.weight,
            intercept: self.fit_intercept,
            is_penalised: self.alpha > 0.0,
            objective: found.objective,
            steps: found.steps as u64,
            errors: found.errors,
            deviations: survey.deviations,
        };
        let weights = Matrix::new(1, design.width(), found.weights)?;
        let model = LinearModel::new(info, design, vec![found.constant], weights, survey.means);
        Ok(model.with_facts(Facts::Robust(fit)))
    }

    fn search(&self, problem: &Problem<'_>, mean: f64, spread: f64, run: &Run) -> Result<Found> {
        let width = problem.frame.width();
        let mut start = vec![0.0; width + 2];
        start[width] = if self.fit_intercept { mean } else { 0.0 };
        start[width + 1] = spread;
        let there = problem.evaluate(&start)?;
        let tolerance = self.tol * there.value;
        let show = |taken: &Taken<'_, f64>| -> Verdict {
            run.trace(|| RobustEvent::Huber {
                step: taken.step,
                loss: taken.there.value,
                scale: problem.scale(taken.point),
                largest_change: taken.largest_change,
            });
            run.progress("fitting", taken.step as u64, Some(u64::from(self.max_iter)))
        };
        let found = newton(problem, start, there, tolerance, self.max_iter, show)?;
        let (constant, weights) = problem.frame.weights(&found.point[..=width]);
        let scale = problem.scale(&found.point);
        // Where most rows lie on the line, the scale goes to zero, and only rounding ends that.
        let end = match found.end {
            End::Unfinished if scale <= NO_SCALE * spread => End::Converged,
            end => end,
        };
        let is_tested = self.alpha == 0.0 && end == End::Converged && scale > NO_SCALE * spread;
        Ok(Found {
            constant,
            weights,
            scale,
            outliers: found.there.more,
            objective: found.there.value,
            errors: if is_tested { problem.errors(&found.point)? } else { None },
            steps: found.steps,
            end,
        })
    }
}

impl Found {
    /// All targets are the same.
    fn flat(target: f64, width: usize) -> Found {
        Found {
            constant: target,
            weights: vec![0.0; width],
            scale: 0.0,
            outliers: 0.0,
            objective: 0.0,
            errors: None,
            steps: 0,
            end: End::Converged,
        }
    }

    fn warnings(&self) -> Vec<String> {
        let steps = self.steps;
        match self.end {
            End::Converged => Vec::new(),
            End::Unfinished => {
                vec![format!("the weights are not settled after {steps} steps: allow more (max_iter)")]
            }
            End::Stopped => vec![format!("stopped after {steps} steps, before the weights were settled")],
        }
    }
}
