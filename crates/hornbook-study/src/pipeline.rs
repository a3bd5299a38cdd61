//! Model selection, training and calibration as one learner: evaluating it is nested cross-validation.

use crate::preprocessing::without_preprocessing;
use crate::selection::{ModelSelection, SelectionResult};
use hornbook_core::{
    Capabilities, Declaration, Declared, Error, LearnerSpec, Parameters, Result, Run, Task, Value,
};
use hornbook_data::{Dataset, Target};
use hornbook_evaluation::calibration::{Calibrated, Calibration};
use hornbook_evaluation::measures::CalibrationTest;
use hornbook_evaluation::{
    AutoCrossValidation, EvaluationOptions, Measure, Resampling, TargetsAndPredictions, TestPredictions,
    conformal_intervals,
};
use hornbook_learner::{Baseline, Learner, Model, Profile, TrainingInput};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Significance level of the calibration test.
const MISLEADING: f64 = 0.01;
/// Fewer rows than this are too few for the calibration test.
const ENOUGH_TO_CALIBRATE: usize = 200;
/// From this many rows on, isotonic regression is used.
const ENOUGH_FOR_ANY_MAP: usize = 5000;
/// Folds of the out-of-fold predictions for calibration.
const FOLDS: usize = 5;

/// Selects a learner for the rows it gets, trains it and calibrates it.
pub(crate) struct SelectionPipeline {
    pub selection: ModelSelection,
    /// When choosing must be done.
    pub end: Instant,
    /// Who was chosen each time.
    chosen: Mutex<Vec<String>>,
    cut_short: Mutex<bool>,
}

/// A model that was chosen, and how.
pub(crate) struct SelectedModel {
    pub selected: SelectionResult,
    /// The learner with its parameters; the baseline if no candidate could be evaluated.
    pub spec: LearnerSpec,
    pub model: Box<dyn Model>,
    /// The calibration, as a sentence; none for regression.
    pub calibration: Option<String>,
    /// The out-of-fold predictions, for conformal intervals.
    pub out_of_fold: Option<TestPredictions>,
}

/// A model, what is to be said of its probabilities, and the out-of-fold predictions.
type TrainedModel = (Box<dyn Model>, Option<String>, Option<TestPredictions>);

impl SelectedModel {
    /// The same, with what a model remembers for when it is used: how far it was off, and what its rows looked like.
    pub fn with_intervals_and_profile(mut self, data: &Dataset) -> SelectedModel {
        let info = self.model.info_mut();
        // A model without them predicts all the same.
        info.intervals =
            self.out_of_fold.as_ref().and_then(|test_predictions| conformal_intervals(test_predictions).ok());
        info.profile = Profile::of(data).ok();
        self
    }
}

impl SelectionPipeline {
    pub fn new(selection: ModelSelection, end: Instant) -> SelectionPipeline {
        SelectionPipeline { selection, end, chosen: Mutex::new(Vec::new()), cut_short: Mutex::new(false) }
    }

    /// How often each learner was chosen, the most often first.
    pub fn chosen(&self) -> Vec<(String, usize)> {
        let mut names = self.chosen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        names.sort_unstable();
        let mut counts: Vec<(String, usize)> = Vec::new();
        for name in names {
            match counts.last_mut().filter(|last| last.0 == name) {
                Some(last) => last.1 += 1,
                None => counts.push((name, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// Whether time was up before everybody had their turn.
    pub fn cut_short(&self) -> bool {
        *self.cut_short.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Chooses, trains and calibrates.
    pub fn make(&self, data: &Dataset, run: &Run) -> Result<SelectedModel> {
        let selected = self.selection.select(data, self.end, run)?;
        let spec = match selected.tried.get(selected.chosen).filter(|tried| tried.cv_result().is_some()) {
            Some(tried) => tried.spec.clone(),
            None => LearnerSpec::new(<Baseline as Declared>::declaration().name),
        };
        self.chosen.lock().unwrap_or_else(PoisonError::into_inner).push(without_preprocessing(&spec).0.name);
        *self.cut_short.lock().unwrap_or_else(PoisonError::into_inner) |= selected.cut_short;
        let learner = self.selection.registry.learner(&spec)?;
        let (model, calibration, out_of_fold) = match data.task()? {
            Task::Classification => self.calibrated(learner, data, run)?,
            _ => {
                let test_predictions = self.folds(&*learner, data, run).ok();
                (learner.fit_with(data, run)?, None, test_predictions)
            }
        };
        Ok(SelectedModel { selected, spec, model, calibration, out_of_fold })
    }

    /// The out-of-fold predictions.
    fn folds(&self, learner: &dyn Learner, data: &Dataset, run: &Run) -> Result<TestPredictions> {
        let design = AutoCrossValidation::new(FOLDS).seed(self.selection.seed);
        Ok(design.folds_with(learner, data, &EvaluationOptions::default(), &run.part(1))?.test_predictions)
    }

    /// A model whose probabilities are calibrated if that helps.
    fn calibrated(&self, learner: Box<dyn Learner>, data: &Dataset, run: &Run) -> Result<TrainedModel> {
        let rows = data.rows().len();
        let test_predictions = match self.folds(&*learner, data, run) {
            Ok(test_predictions) if rows >= ENOUGH_TO_CALIBRATE => test_predictions,
            Err(Error::Canceled) => return Err(Error::Canceled),
            other => {
                let sentence = format!("Calibration: {rows} rows are too few to test it.");
                return Ok((learner.fit_with(data, run)?, Some(sentence), other.ok()));
            }
        };
        let Some((test, before)) = calibration_test(&test_predictions)? else {
            return Ok((learner.fit_with(data, run)?, None, Some(test_predictions)));
        };
        if test.p_value > MISLEADING {
            let sentence = format!(
                "Calibration: no evidence of miscalibration in the out-of-fold probabilities (Spiegelhalter's test, {}).",
                hornbook_core::format::p_statement(test.p_value)
            );
            return Ok((learner.fit_with(data, run)?, Some(sentence), Some(test_predictions)));
        }
        let how = if test.z > 0.0 { "overconfident" } else { "underconfident" };
        let method = method_for(data)?;
        let mended = Calibrated::new(learner, method, FOLDS);
        let better = self.folds(&mended, data, run)?;
        let after = calibration_test(&better)?.map_or(f64::INFINITY, |(_, loss)| loss);
        let shown = |loss: f64| Measure::LogLoss.show(loss);
        if after < before {
            let sentence = format!(
                "Calibration: the out-of-fold probabilities were {how}; they were calibrated ({}), which changed the log loss from {} to {}.",
                in_words(method),
                shown(before),
                shown(after)
            );
            return Ok((mended.fit_boxed(&data.into(), run)?, Some(sentence), Some(better)));
        }
        let sentence = format!(
            "Calibration: the out-of-fold probabilities are {how}, and calibration ({}) did not help: the log loss is {} without and {} with it.",
            in_words(method),
            shown(before),
            shown(after)
        );
        let learner = self.selection.registry.learner(&LearnerSpec {
            name: mended.declaration().name.to_string(),
            parameters: mended.parameters(),
        })?;
        Ok((learner.fit_with(data, run)?, Some(sentence), Some(test_predictions)))
    }
}

/// The test of the probabilities, and their log loss.
fn calibration_test(test_predictions: &TestPredictions) -> Result<Option<(CalibrationTest, f64)>> {
    let TargetsAndPredictions::Classes { levels, truth, probabilities, .. } = &test_predictions.values else {
        return Ok(None);
    };
    let test =
        CalibrationTest::of(levels.len(), truth, probabilities.values(), Some(&test_predictions.weights))?;
    let scores = EvaluationOptions::default().measures(&[Measure::LogLoss]).resamples(2).scores(
        test_predictions,
        None,
        &Run::default(),
    )?;
    Ok(scores.first().map(|score| (test, score.value)))
}

/// The map that suits the rows.
fn method_for(data: &Dataset) -> Result<Calibration> {
    let classes = match data.require_target()?.1 {
        Target::Classes(classes) => classes.levels.len(),
        Target::Numbers(_) => 0,
    };
    Ok(match classes {
        2 if data.rows().len() >= ENOUGH_FOR_ANY_MAP => Calibration::Isotonic,
        2 => Calibration::Beta,
        _ => Calibration::Temperature,
    })
}

fn in_words(method: Calibration) -> &'static str {
    match method {
        Calibration::Isotonic => "isotonic regression",
        Calibration::Beta => "beta calibration",
        Calibration::Temperature => "temperature scaling",
        Calibration::Platt => "Platt scaling",
    }
}

/// What evaluations see of the procedure.
static DECLARATION: Declaration = Declaration {
    name: "study",
    type_name: "Study",
    family: "study",
    tasks: &[Task::Classification, Task::Regression],
    capabilities: Capabilities {
        missing: true,
        categories: true,
        text: true,
        sample_weights: true,
        offset: true,
        ..Capabilities::NONE
    },
    explicit_only: true,
    doc: "AutoML: selects a learner for the rows it gets, trains it and calibrates it.",
    ..Declaration::EMPTY
};

impl Learner for SelectionPipeline {
    fn declaration(&self) -> &'static Declaration {
        &DECLARATION
    }

    fn parameters(&self) -> Parameters {
        Parameters::new()
    }

    fn set_parameter(&mut self, name: &str, _value: &Value) -> Result<()> {
        DECLARATION.parameter(name).map(|_| ())
    }

    fn with_parameters(&self, changes: &Parameters) -> Result<Box<dyn Learner>> {
        changes.keys().try_for_each(|name| DECLARATION.parameter(name).map(|_| ()))?;
        Ok(Box::new(SelectionPipeline::new(self.selection.clone(), self.end)))
    }

    fn fit_boxed(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Box<dyn Model>> {
        input.check_modes(self.declaration(), self.capabilities())?;
        Ok(self.make(input.dataset()?, run)?.model)
    }
}
