//! From rows to a model.

use super::params::BinomialRegression;
use super::problem::{More, Problem};
use crate::design::{Coding, Design};
use crate::frame::Frame;
use crate::generalised::GeneralisedEvent;
use crate::model::{ClassFit, Facts, LinearModel, Response};
use crate::newton::{End, Evaluation, Found, Taken, newton};
use crate::source::{Source, fit_from_sources};
use crate::survey::Survey;
use crate::system::{MOST_COLUMNS, System};
use hornbook_core::{Error, Result, Run, Verdict};
use hornbook_data::{Matrix, Schema};
use hornbook_learner::words::only_one_class;
use hornbook_learner::{Fit, Summary};

/// Classes that are told apart are fitted no closer than this share of the deviance at the start.
const CLOSE: f64 = 1e-3;
/// A probability that is so small goes to zero.
const VANISHING: f64 = 1e-9;

fit_from_sources!(BinomialRegression);

impl BinomialRegression {
    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel> {
        let schema = Schema::of(source.like())?;
        let coding = if self.alpha > 0.0 { Coding::Full } else { Coding::Reference };
        let design = Design::of(&schema.inputs, coding);
        design.check_width(&schema, MOST_COLUMNS)?;
        let survey = Survey::of(&design, &schema, source, run)?;
        let occurring = |code: &u32| survey.by_class[*code as usize] > 0.0;
        let classes: Vec<u32> = (0..survey.by_class.len() as u32).filter(occurring).collect();
        let classes = match classes[..] {
            [only] => return self.one_class(source, design, survey, only),
            [first, second] => [first, second],
            _ => {
                return Err(Error::data(
                    format!(
                        "the target '{}' has {} classes, and the learner 'binomial-regression' tells two apart",
                        schema.target.name,
                        classes.len()
                    ),
                    "use logistic-regression, or one-vs-rest with this learner",
                ));
            }
        };
        let problem = Problem {
            design: &design,
            source,
            run,
            link: self.link.link(),
            frame: Frame::new(&survey, self.fit_intercept, self.alpha)
                .with_offset(schema.offset.and_then(|input| design.column_of(input))),
            second: classes[1],
            weight: survey.weight,
            share: survey.by_class[classes[1] as usize] / survey.weight,
            tol: self.tol,
            most_steps: self.max_iter,
        };
        let (start, there) = problem.start()?;
        let null_deviance = there.more.deviance;
        let found = self.search(&problem, start, there)?;
        self.model(&problem, &survey, classes, found, null_deviance)
    }

    fn search(&self, problem: &Problem<'_>, start: Vec<f64>, there: Evaluation<More>) -> Result<Found<More>> {
        let (run, enough) = (problem.run, CLOSE * there.more.deviance);
        let tolerance = self.tol * there.value;
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
            let verdict = run.progress("fitting", taken.step as u64, Some(u64::from(self.max_iter)));
            let is_enough = taken.there.more.is_parted && taken.there.more.deviance <= enough;
            if self.alpha == 0.0 && is_enough { Verdict::Finish } else { verdict }
        };
        newton(problem, start, there, tolerance, self.max_iter, show)
    }

    fn model(
        &self,
        problem: &Problem<'_>,
        survey: &Survey,
        classes: [u32; 2],
        found: Found<More>,
        null_deviance: f64,
    ) -> Result<LinearModel> {
        let (frame, design, more) = (&problem.frame, problem.design, &found.there.more);
        let is_free = self.alpha == 0.0;
        let is_separated = is_free && more.is_parted;
        let is_tested = is_free && found.end == End::Converged && !is_separated;
        let system = if is_tested { Some(System::new(&found.there.hessian)?) } else { None };
        let errors = system.as_ref().map(|system| errors(problem, system)).transpose()?;
        let mut summary = summary(survey, design);
        summary.converged = found.end == End::Converged && !is_separated;
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("deviance".into(), more.deviance.into());
        summary.warnings = warnings(&found, is_free, is_separated);
        let mut info = self.model_info(problem.source.like(), summary)?;
        if let Some(errors) = &errors {
            let is_determined: Vec<bool> = (0..design.width())
                .map(|column| !errors.at(0, column).is_nan() || frame.offset == Some(column))
                .collect();
            info.summary.warnings.extend(design.undetermined(&info.schema, &is_determined));
        }
        let fit = ClassFit {
            weight: survey.weight,
            intercept: self.fit_intercept,
            is_penalised: !is_free,
            null_deviance,
            deviance: more.deviance,
            steps: found.steps as u64,
            is_separated,
            used: system.map(|system| (frame.active() - system.free_directions()) as f64),
            errors,
            deviations: survey.deviations.clone(),
        };
        let (intercept, weights) = frame.weights(&found.point);
        let weights = Matrix::new(1, design.width(), weights)?;
        let model = LinearModel::new(info, design.clone(), vec![intercept], weights, survey.means.clone());
        let response = Response::Linked { classes, link: problem.link };
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
        info.summary.warnings.push(only_one_class(&info.schema.target.classes[only as usize]));
        let fit = ClassFit::of_one_class(survey.weight, self.fit_intercept, survey.deviations);
        let weights = Matrix::zeros(1, design.width());
        let model = LinearModel::new(info, design, vec![0.0], weights, survey.means);
        Ok(model.with_response(Response::Softmax { classes: vec![only] }).with_facts(Facts::Classes(fit)))
    }
}

fn summary(survey: &Survey, design: &Design) -> Summary {
    let mut summary =
        Summary { rows: survey.rows, weight: survey.weight, converged: true, ..Summary::default() };
    summary.details.insert("columns".into(), design.width().into());
    summary
}

/// The standard errors of the weights, and of the constant behind them; NaN where there is none.
fn errors(problem: &Problem<'_>, system: &System) -> Result<Matrix> {
    let mut errors = Vec::with_capacity(problem.frame.width() + 1);
    for place in 0..=problem.frame.width() {
        let variance = match problem.frame.is_active(place) {
            true => system.variance_of(&problem.frame.combination(place))?,
            false => None,
        };
        errors.push(variance.map_or(f64::NAN, |variance| (variance / problem.weight).sqrt()));
    }
    Matrix::new(1, errors.len(), errors)
}

fn warnings(found: &Found<More>, is_free: bool, is_separated: bool) -> Vec<String> {
    let steps = found.steps;
    let mut warnings = Vec::new();
    match found.end {
        _ if is_separated => warnings.push(
            "the columns separate the classes, so that larger weights are always better and none are best: these are \
             stopped short, and have no errors or tests; a price (alpha) gives weights that mean something"
                .to_string(),
        ),
        End::Converged if is_free && found.there.more.least <= VANISHING.ln() => warnings.push(
            "one class of some rows has a probability that goes to zero: where a column settles the class of its rows, its \
             weight grows without end and its error means nothing; a price (alpha) gives weights that mean something"
                .to_string(),
        ),
        End::Converged => {}
        End::Unfinished => {
            warnings.push(format!("the weights are not settled after {steps} steps: allow more (max_iter)"));
        }
        End::Stopped => {
            warnings.push(format!("stopped after {steps} steps, before the weights were settled"));
        }
    }
    warnings
}
