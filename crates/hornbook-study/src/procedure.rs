//! The whole of choosing, training and calibrating as one learner: evaluating it is nested cross-validation.

use crate::prepared::itself;
use crate::selection::{Selected, Selection};
use hornbook_core::{
    Abilities, Declaration, Declared, Error, LearnerSpec, Parameters, Result, Run, Task, Value,
};
use hornbook_data::{Dataset, Target};
use hornbook_evaluation::calibration::{Calibrated, Calibration};
use hornbook_evaluation::measures::CalibrationTest;
use hornbook_evaluation::{Answers, CrossValidation, Judged, Judging, Measure, Resampling, intervals_of};
use hornbook_learner::{Baseline, Batches, Learner, Model, Profile};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Probabilities are mended if chance explains their errors more rarely than this.
const MISLEADING: f64 = 0.01;
/// Fewer rows than this cannot tell whether probabilities mislead.
const ENOUGH_TO_CALIBRATE: usize = 200;
/// From this many rows on, any rising map can be learned.
const ENOUGH_FOR_ANY_MAP: usize = 5000;
/// Folds by which probabilities are judged and mended.
const FOLDS: usize = 5;

/// Chooses a learner for the rows it gets, trains it and calibrates it.
pub(crate) struct Procedure {
    pub selection: Selection,
    /// When choosing must be done.
    pub end: Instant,
    /// Who was chosen each time.
    chosen: Mutex<Vec<String>>,
    cut_short: Mutex<bool>,
}

/// A model that was chosen, and how.
pub(crate) struct Made {
    pub selected: Selected,
    /// The learner with its parameters; the baseline if nobody could be judged.
    pub spec: LearnerSpec,
    pub model: Box<dyn Model>,
    /// Whether probabilities can be believed and what was done, as a sentence; none for numbers.
    pub calibration: Option<String>,
    /// The rows judged by models that did not see them, for intervals.
    pub out_of_fold: Option<Judged>,
}

/// A model, what is to be said of its probabilities, and the rows judged by models that did not see them.
type Trained = (Box<dyn Model>, Option<String>, Option<Judged>);

impl Made {
    /// The same, with what a model remembers for when it is used: how far it was off, and what its rows looked like.
    pub fn with_memories(mut self, data: &Dataset) -> Made {
        let info = self.model.info_mut();
        // A model without them predicts all the same.
        info.intervals = self.out_of_fold.as_ref().and_then(|judged| intervals_of(judged).ok());
        info.profile = Profile::of(data).ok();
        self
    }
}

impl Procedure {
    pub fn new(selection: Selection, end: Instant) -> Procedure {
        Procedure { selection, end, chosen: Mutex::new(Vec::new()), cut_short: Mutex::new(false) }
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
    pub fn make(&self, data: &Dataset, run: &Run) -> Result<Made> {
        let selected = self.selection.select(data, self.end, run)?;
        let spec = match selected.tried.get(selected.chosen).filter(|tried| tried.standing().is_some()) {
            Some(tried) => tried.spec.clone(),
            None => LearnerSpec::new(<Baseline as Declared>::declaration().name),
        };
        self.chosen.lock().unwrap_or_else(PoisonError::into_inner).push(itself(&spec).0.name);
        *self.cut_short.lock().unwrap_or_else(PoisonError::into_inner) |= selected.cut_short;
        let learner = self.selection.registry.learner(&spec)?;
        let (model, calibration, out_of_fold) = match data.task()? {
            Task::Classification => self.calibrated(learner, data, run)?,
            _ => {
                let judged = self.folds(&*learner, data, run).ok();
                (learner.train(data, run)?, None, judged)
            }
        };
        Ok(Made { selected, spec, model, calibration, out_of_fold })
    }

    /// The rows judged by models that did not see them.
    fn folds(&self, learner: &dyn Learner, data: &Dataset, run: &Run) -> Result<Judged> {
        let design = CrossValidation::new(FOLDS).seed(self.selection.seed);
        Ok(design.folds_with(learner, data, &Judging::default(), &run.part(1))?.judged)
    }

    /// A model whose probabilities are mended if they mislead and can be mended.
    fn calibrated(&self, learner: Box<dyn Learner>, data: &Dataset, run: &Run) -> Result<Trained> {
        let rows = data.rows().len();
        let judged = match self.folds(&*learner, data, run) {
            Ok(judged) if rows >= ENOUGH_TO_CALIBRATE => judged,
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            other => {
                let sentence = format!(
                    "There are too few rows ({rows}) to tell whether the probabilities can be believed."
                );
                return Ok((learner.train(data, run)?, Some(sentence), other.ok()));
            }
        };
        let Some((test, before)) = trust(&judged)? else {
            return Ok((learner.train(data, run)?, None, Some(judged)));
        };
        if test.p_value > MISLEADING {
            let sentence = format!(
                "Out of fold, the probabilities mean what they say (Spiegelhalter's test, p = {}).",
                hornbook_evaluation::text::p_text(test.p_value)
            );
            return Ok((learner.train(data, run)?, Some(sentence), Some(judged)));
        }
        let how = if test.z > 0.0 { "too sure of themselves" } else { "not sure enough" };
        let method = method_for(data)?;
        let mended = Calibrated::new(learner, method, FOLDS);
        let better = self.folds(&mended, data, run)?;
        let after = trust(&better)?.map_or(f64::INFINITY, |(_, loss)| loss);
        let shown = |loss: f64| Measure::LogLoss.show(loss);
        if after < before {
            let sentence = format!(
                "Out of fold, the probabilities were {how}; they were calibrated ({}), which brought the log loss from {} to {}.",
                in_words(method),
                shown(before),
                shown(after)
            );
            return Ok((mended.train(data, run)?, Some(sentence), Some(better)));
        }
        let sentence = format!(
            "Out of fold, the probabilities are {how}, and calibration ({}) did not mend it: the log loss is {} without and {} with it.",
            in_words(method),
            shown(before),
            shown(after)
        );
        let learner = self.selection.registry.learner(&LearnerSpec {
            name: mended.declaration().name.to_string(),
            parameters: mended.parameters(),
        })?;
        Ok((learner.train(data, run)?, Some(sentence), Some(judged)))
    }
}

/// The test of the probabilities, and their log loss.
fn trust(judged: &Judged) -> Result<Option<(CalibrationTest, f64)>> {
    let Answers::Classes { levels, truth, probabilities, .. } = &judged.answers else { return Ok(None) };
    let test = CalibrationTest::of(levels.len(), truth, probabilities.values(), Some(&judged.weights))?;
    let scores = Judging::default().measures(&[Measure::LogLoss]).resamples(2).scores(
        judged,
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
        Calibration::Isotonic => "isotonic",
        Calibration::Beta => "beta",
        Calibration::Temperature => "temperature",
        Calibration::Platt => "Platt",
    }
}

/// What evaluations see of the procedure.
static DECLARATION: Declaration = Declaration {
    name: "study",
    type_name: "Study",
    python_name: None,
    family: "study",
    tasks: &[Task::Classification, Task::Regression],
    abilities: Abilities {
        missing: true,
        categories: true,
        text: true,
        weights: true,
        batches: false,
        targets: false,
        more_rows: false,
        offset: true,
    },
    on_request: true,
    minds_scale: false,
    doc: "Chooses a learner for the rows it gets, trains it and calibrates it.",
    parameters: &[],
};

impl Learner for Procedure {
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
        Ok(Box::new(Procedure::new(self.selection.clone(), self.end)))
    }

    fn train(&self, data: &Dataset, run: &Run) -> Result<Box<dyn Model>> {
        Ok(self.make(data, run)?.model)
    }

    fn train_in_batches(&self, _batches: &dyn Batches, _run: &Run) -> Result<Box<dyn Model>> {
        Err(Error::data("a study needs all rows in memory", "study a sample of them"))
    }
}
