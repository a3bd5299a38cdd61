//! The rows that a study may learn from, and those that it only tests the model on.

use crate::record::TestedRows;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Target};
use hornbook_evaluation::{EvaluationOptions, LockedTest, TestPredictions};
use hornbook_learner::{FoldScheme, Model};

/// From this many rows on, a test set is held out: it is large enough to be exact, and the other rows do without it.
const ENOUGH_TO_HOLD_OUT: usize = 10_000;
/// The fraction of the rows that is held out.
const HELD_OUT: f64 = 0.2;

/// Test rows, which are looked at once.
pub(crate) enum StudyTestRows {
    /// A part of the rows.
    Locked(LockedTest),
    /// Another table.
    File(Dataset),
}

impl StudyTestRows {
    /// The rows to learn from, and the test rows if there are any.
    pub fn divide(
        data: &Dataset,
        file: Option<&Dataset>,
        seed: u64,
    ) -> Result<(Dataset, Option<StudyTestRows>)> {
        if let Some(file) = file {
            return Ok((data.clone(), Some(StudyTestRows::File(like_training(data, file)?))));
        }
        // Predefined folds say which rows are tested, however many there are.
        if data.rows().len() < ENOUGH_TO_HOLD_OUT || FoldScheme::of(data) == FoldScheme::Predefined {
            return Ok((data.clone(), None));
        }
        let (train, locked) = LockedTest::hold_out(data, HELD_OUT, seed)?;
        Ok((train, Some(StudyTestRows::Locked(locked))))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            StudyTestRows::Locked(locked) => locked.rows(),
            StudyTestRows::File(data) => data.rows().len(),
        }
    }

    pub fn tested(&self) -> TestedRows {
        match self {
            StudyTestRows::Locked(_) => TestedRows::HeldOut,
            StudyTestRows::File(_) => TestedRows::TestFile,
        }
    }

    /// What a model predicts for them, and the rows, to see where it is wrong.
    pub fn evaluate(
        self,
        model: &dyn Model,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<(TestPredictions, Dataset)> {
        match self {
            StudyTestRows::Locked(locked) => {
                let (evaluation, rows) = locked.evaluate_once_with_rows(model, scoring, run)?;
                Ok((evaluation.test_predictions, rows))
            }
            StudyTestRows::File(data) => Ok((TestPredictions::of(model, &data)?, data)),
        }
    }
}

/// The rows of a test file that have a target, with the target and the classes of the training rows.
fn like_training(data: &Dataset, file: &Dataset) -> Result<Dataset> {
    let (name, target) = data.require_target()?;
    let (file, _) = file.clone().drop_missing_target()?;
    if file.rows().is_empty() {
        return Err(Error::data(
            format!("no row of the test file has a value of the target '{name}'"),
            "give test rows with their true targets",
        ));
    }
    let Target::Classes(trained) = target else { return Ok(file) };
    let file = file.classify()?;
    let (_, found) = file.require_target()?;
    let Target::Classes(tested) = found else { return Ok(file) };
    let unknown = |level: &&String| !trained.levels.contains(level);
    if let Some(level) = tested.levels.iter().find(unknown) {
        return Err(Error::data(
            format!("the test file has the class '{level}' of '{name}', which no training row has"),
            "give training rows of it, or leave its rows out of the test file",
        ));
    }
    let code_of = |&code: &u32| {
        let level = tested.levels.get(code as usize);
        level
            .and_then(|level| trained.levels.iter().position(|known| known == level))
            .map_or(code, |at| at as u32)
    };
    let mut aligned = tested.clone();
    aligned.codes = tested.codes.iter().map(code_of).collect::<Vec<u32>>().into();
    aligned.levels = trained.levels.clone();
    file.with_target(name, Target::Classes(aligned))
}
