//! From rows to a model.

use super::first_order::descend;
use super::inference::{Certainty, certainty};
use super::params::LogisticRegression;
use super::problem::Problem;
use super::search::{End, Found, Watch, newton};
use crate::design::{Coding, Design};
use crate::model::{ClassFit, Facts, LinearModel, Response};
use crate::source::{Source, fit_from_sources};
use crate::survey::Survey;
use hornbook_core::{Result, Run};
use hornbook_data::{Matrix, Schema};
use hornbook_learner::words::only_one_class;
use hornbook_learner::{Fit, Summary};

/// Of more variables than these, second derivatives are not had at once.
const MOST_CURVED: usize = 400;
/// More than these get no standard errors, whose matrix would be too large.
const MOST_CERTAIN: usize = 2000;

fit_from_sources!(LogisticRegression);

impl LogisticRegression {
    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel> {
        let (schema, prices) = (Schema::of(source.like())?, self.prices());
        let coding = if prices.is_free() { Coding::Reference } else { Coding::Full };
        let design = Design::of(&schema.inputs, coding);
        let survey = Survey::of(&design, &schema, source, run)?;
        let problem = Problem::new(&design, source, run, &survey, prices, self.fit_intercept);
        let watch = Watch { run, tolerance: self.tol, most_steps: self.max_iter };
        if let [only] = problem.classes[..] {
            return self.one_class(source, design, survey, only);
        }
        let is_newton = problem.dimension() <= MOST_CURVED || problem.prices_sizes();
        let found = if is_newton { newton(&problem, watch, MOST_CURVED)? } else { descend(&problem, watch)? };
        self.model(source, &problem, &design, &survey, found)
    }

    fn model(
        &self,
        source: Source<'_>,
        problem: &Problem<'_>,
        design: &Design,
        survey: &Survey,
        found: Found,
    ) -> Result<LinearModel> {
        let Found { point, mut there, steps, end } = found;
        let is_tested = problem.is_free && end == End::Converged && problem.dimension() <= MOST_CERTAIN;
        if is_tested && there.hessian.is_none() {
            there = problem.evaluate(&point, Some(&problem.columns()))?;
        }
        let known = match &there.hessian {
            Some(hessian) if is_tested => Some(certainty(problem, hessian)?),
            _ => None,
        };
        let (intercepts, weights) = problem.weights_of(&point);
        let fit = ClassFit {
            weight: survey.weight,
            intercept: self.fit_intercept,
            is_penalised: !problem.is_free,
            null_deviance: null_deviance(survey, problem.classes.len(), self.fit_intercept),
            deviance: 2.0 * there.loss,
            steps: steps as u64,
            is_separated: end == End::Separated,
            used: known.as_ref().map(|known| known.used),
            errors: known.map(|Certainty { errors, .. }| errors),
            deviations: survey.deviations.clone(),
        };
        let mut summary = summary(survey, design);
        summary.converged = end == End::Converged;
        summary.details.insert("rounds".into(), steps.into());
        summary.details.insert("deviance".into(), fit.deviance.into());
        match end {
            End::Converged => {}
            End::Separated => summary.warnings.push(
                "the columns separate the classes, so that larger weights are always better and none are best: these \
                 are stopped short, and have no errors or tests; a penalty gives weights that mean something"
                    .to_string(),
            ),
            End::Unfinished => summary.warnings.push(format!(
                "the weights are not settled after {steps} steps: allow more (max_iter), or bring the columns to one \
                 scale"
            )),
            End::Stopped => {
                summary.warnings.push(format!("stopped after {steps} steps, before the weights were settled"));
            }
        }
        let mut info = self.model_info(source.like(), summary)?;
        if let Some(errors) = &fit.errors {
            let is_determined: Vec<bool> = (0..design.width()).map(|j| !errors.at(0, j).is_nan()).collect();
            info.summary.warnings.extend(design.undetermined(&info.schema, &is_determined));
        }
        let response = match problem.classes[..] {
            [first, second] => Response::Logistic { classes: [first, second] },
            _ => Response::Softmax { classes: problem.classes.clone() },
        };
        let model = LinearModel::new(info, design.clone(), intercepts, weights, survey.means.clone());
        Ok(model.with_response(response).with_facts(Facts::Classes(fit)))
    }

    fn one_class(
        &self,
        source: Source<'_>,
        design: Design,
        survey: Survey,
        only: u32,
    ) -> Result<LinearModel> {
        let mut info = self.model_info(source.like(), summary(&survey, &design))?;
        let name = &info.schema.target.classes[only as usize];
        info.summary.warnings.push(only_one_class(name));
        let fit = ClassFit::of_one_class(survey.weight, self.fit_intercept, survey.deviations);
        let weights = Matrix::zeros(1, design.width());
        let model = LinearModel::new(info, design, vec![0.0], weights, survey.means);
        let response = Response::Softmax { classes: vec![only] };
        Ok(model.with_response(response).with_facts(Facts::Classes(fit)))
    }
}

fn summary(survey: &Survey, design: &Design) -> Summary {
    let mut summary =
        Summary { rows: survey.rows, weight: survey.weight, converged: true, ..Summary::default() };
    summary.details.insert("columns".into(), design.width().into());
    summary
}

/// The deviance of weights of zero: of the shares of the classes, or of equal shares without a constant.
fn null_deviance(survey: &Survey, classes: usize, has_constant: bool) -> f64 {
    if !has_constant {
        return 2.0 * survey.weight * (classes as f64).ln();
    }
    let of_class = |&weight: &f64| weight * (survey.weight / weight).ln();
    2.0 * survey.by_class.iter().filter(|&&weight| weight > 0.0).map(of_class).sum::<f64>()
}
