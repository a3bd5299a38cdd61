//! Calibrated models.

use super::Calibration;
use crate::checks::check_one_target;
use crate::evaluate::{fit_and_score, rows_that_count};
use crate::{AutoCrossValidation, EvaluationOptions, Resampling, TargetsAndPredictions};
use hornbook_core::format::counted;
use hornbook_core::{Error, ParameterValue, Result, Run, Task, Value};
use hornbook_data::{Dataset, MISSING_CODE, Matrix, Target};
use hornbook_learner::{Learner, Model};
use std::collections::BTreeSet;

/// Below this many rows, isotonic calibration follows chance.
const ISOTONIC_ROWS: usize = 1000;

/// Trains a learner on all rows and calibrates it. The map is fitted with the probabilities that cross-validation
/// gives each row, by models that did not see it. Rows of weight zero take no part.
pub fn calibrate(
    learner: &dyn Learner,
    data: &Dataset,
    method: Calibration,
    folds: usize,
    run: &Run,
) -> Result<Box<dyn Model>> {
    require_classes(data)?;
    let data = &rows_that_count(data)?;
    let plan = AutoCrossValidation::new(folds).seed(run.root_seed().0).plan(data)?;
    run.install(|| {
        let test_predictions = fit_and_score(&[learner], data, &plan, &EvaluationOptions::default(), run)?;
        let mut model = learner.fit_with(data, run)?;
        let classes = model.info().schema.target.classes.len();
        // Rows that no fold tests, as the first in time, have no probabilities and take no part.
        let mut tested: Vec<(u32, Vec<f64>)> = Vec::new();
        for (split, fitted) in plan.splits.iter().zip(test_predictions.into_iter().flatten()) {
            let TargetsAndPredictions::Classes { probabilities, .. } = fitted?.test_predictions.values else {
                continue;
            };
            tested
                .extend(split.test.iter().enumerate().map(|(i, &row)| (row, probabilities.row(i).to_vec())));
        }
        tested.sort_by_key(|(row, _)| *row);
        let values = tested.iter().flat_map(|(_, probabilities)| probabilities.iter().copied()).collect();
        let gathered = Matrix::new(tested.len(), classes, values)?;
        let predicted = data.select(tested.iter().map(|(row, _)| *row).collect());
        let trained: Vec<&[u32]> = plan.splits.iter().map(|split| split.train.as_slice()).collect();
        let source = counted(plan.splits.len() as u64, "fold");
        give(&mut *model, &predicted, &gathered, method, &source)?;
        let unseen = classes_unseen(&*model, data, &trained)?;
        model.info_mut().summary.warnings.extend(unseen);
        Ok(model)
    })
}

/// Calibrates a model there is, in place, on rows that it was not trained on. A calibration that it has is
/// replaced.
pub fn calibrate_on(model: &mut dyn Model, held_out: &Dataset, method: Calibration) -> Result<()> {
    require_classes(held_out)?;
    check_one_target(model.info().schema.additional_targets.len())?;
    if model.info().schema.target.task != Task::Classification {
        return Err(Error::mismatch(
            "this model has no class probabilities to calibrate",
            "calibrate a model of classes",
        ));
    }
    let probabilities = raw_probabilities(model, held_out)?;
    give(model, held_out, &probabilities, method, "rows held out")
}

/// Fits the map and hands it to the model.
fn give(
    model: &mut dyn Model,
    data: &Dataset,
    probabilities: &Matrix,
    method: Calibration,
    source: &str,
) -> Result<()> {
    let truth = truth_of(model, data)?;
    let weights: Option<Vec<f64>> =
        data.weights().map(|weights| data.rows().iter().map(|row| weights[row as usize]).collect());
    let info = model.info_mut();
    let calibrator = method.fit(probabilities, &truth, &info.schema.target.classes, weights.as_deref())?;
    if method == Calibration::Isotonic && truth.len() < ISOTONIC_ROWS {
        info.summary.warnings.push(format!(
            "isotonic calibration from {} rows may follow chance; below {ISOTONIC_ROWS}, another method is safer",
            truth.len()
        ));
    }
    if !calibrator.converged() {
        info.summary.warnings.push(format!("the {} calibration did not converge", calibrator.method()));
    }
    let name = method.to_value();
    let name = name.as_str().unwrap_or_default();
    info.summary.details.insert("calibration".to_string(), Value::from(format!("{name}, from {source}")));
    info.calibration = Some(calibrator);
    Ok(())
}

/// A sentence for each class that some fold had no rows to train on.
fn classes_unseen(model: &dyn Model, data: &Dataset, trained: &[&[u32]]) -> Result<Vec<String>> {
    let truth = truth_of(model, data)?;
    let all: BTreeSet<u32> = truth.iter().copied().collect();
    let seen = |rows: &[u32]| rows.iter().map(|&row| truth[row as usize]).collect::<BTreeSet<u32>>();
    let unseen: BTreeSet<u32> =
        trained.iter().flat_map(|rows| all.difference(&seen(rows)).copied().collect::<Vec<_>>()).collect();
    let name = |class: u32| &model.info().schema.target.classes[class as usize];
    let sentence =
        |class| format!("a fold of the calibration had no rows of the class '{}' to train on", name(class));
    Ok(unseen.into_iter().map(sentence).collect())
}

fn require_classes(data: &Dataset) -> Result<()> {
    match data.task()? {
        Task::Classification => Ok(()),
        _ => Err(Error::data(
            "only probabilities of classes can be calibrated, and the target holds numbers",
            "give a target of classes, or call classify() on the dataset",
        )),
    }
}

/// The probabilities of a view's rows before any calibration.
fn raw_probabilities(model: &dyn Model, data: &Dataset) -> Result<Matrix> {
    let rows: Vec<u32> = data.rows().iter().collect();
    let (features, _) = model.info().schema.features(&data.table().take(&rows))?;
    model.predictor()?.raw_probabilities(&features)
}

/// The classes of a view's rows, as the model numbers them.
fn truth_of(model: &dyn Model, data: &Dataset) -> Result<Vec<u32>> {
    let (name, Target::Classes(target)) = data.require_target()? else { return Ok(Vec::new()) };
    let known = &model.info().schema.target.classes;
    let code_of: Vec<Option<u32>> = target
        .levels
        .iter()
        .map(|level| known.iter().position(|class| class == level).map(|at| at as u32))
        .collect();
    let code = |row: u32| {
        let code = target.codes[row as usize];
        if code == MISSING_CODE {
            return Err(Error::data(
                format!("the target '{name}' is missing in row {}", row + 1),
                "leave those rows out with drop_missing_target()",
            ));
        }
        code_of[code as usize].ok_or_else(|| {
            Error::mismatch(
                format!("'{}' in row {} is no class of the model", target.levels[code as usize], row + 1),
                "calibrate with rows of the classes it was trained on",
            )
        })
    };
    data.rows().iter().map(code).collect()
}
