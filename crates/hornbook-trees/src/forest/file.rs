//! A forest in a model file. These structs are what a file holds, apart from those the program computes with: they may
//! gain fields at the end, and must not change.

use super::leaf_members::LeafMembers;
use super::model::ForestState;
use super::out_of_bag::{OobImportance, OobScore};
use crate::tree_ensemble::{FileTreeEnsemble, from_file, to_file};
use hornbook_core::{Error, Result, Task};
use hornbook_data::{Matrix, Schema, TargetSchema};
use hornbook_learner::{is_distribution, read_model_part, take_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileForest {
    ensemble: FileTreeEnsemble,
    oob: Option<FileOob>,
    /// For each column the mean loss and the ends of its interval.
    oob_importances: Option<Vec<[f64; 3]>>,
    members: Option<FileMembers>,
}

#[derive(Serialize, Deserialize)]
struct FileOob {
    value: f64,
    low: f64,
    high: f64,
    level: f64,
    rows: u64,
    predictions: Vec<f64>,
}

/// After the forest, if it has several targets: for each but the first, the out-of-bag score and the ends of its interval.
#[derive(Default, Serialize, Deserialize)]
struct FileMoreTargets {
    oob: Vec<[f64; 3]>,
}

#[derive(Serialize, Deserialize)]
struct FileMembers {
    targets: Vec<f64>,
    weights: Vec<f64>,
    leaf_of: Vec<u32>,
}

pub(super) fn to_bytes(state: &ForestState) -> Result<Vec<u8>> {
    let file = FileForest {
        ensemble: to_file(&state.ensemble),
        oob: state.oob.as_ref().and_then(|(scores, predictions)| {
            let score = scores.first()?;
            Some(FileOob {
                value: score.value,
                low: score.low,
                high: score.high,
                level: score.level,
                rows: score.rows,
                predictions: predictions.values().to_vec(),
            })
        }),
        oob_importances: state
            .oob_importances
            .as_ref()
            .map(|all| all.iter().map(|one| [one.mean, one.low, one.high]).collect()),
        members: state.members.as_ref().map(|members| {
            let (targets, weights, leaf_of) = members.parts(state.ensemble.trees());
            FileMembers { targets: targets.to_vec(), weights: weights.to_vec(), leaf_of }
        }),
    };
    let mut bytes = write_model_part(&file)?;
    if let Some((scores, _)) = state.oob.as_ref().filter(|(scores, _)| scores.len() > 1) {
        let more = scores[1..].iter().map(|score| [score.value, score.low, score.high]).collect();
        bytes.extend(write_model_part(&FileMoreTargets { oob: more })?);
    }
    Ok(bytes)
}

/// Whether a leaf has, for each target of classes, probabilities that sum to 1.
fn is_answer(leaf: &[f64], schema: &Schema) -> bool {
    let mut rest = leaf;
    schema.targets().all(|target| {
        let (own, after) = rest.split_at(target.outputs());
        rest = after;
        target.task != Task::Classification || is_distribution(own)
    })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<ForestState> {
    let (file, rest): (FileForest, &[u8]) = take_model_part(bytes, "forest")?;
    let more: FileMoreTargets = match rest {
        [] => FileMoreTargets::default(),
        rest => read_model_part(rest, "forest")?,
    };
    let outputs = schema.targets().map(TargetSchema::outputs).sum();
    let scores = usize::from(file.oob.is_some()) * schema.targets().count();
    if more.oob.len() != scores.saturating_sub(1) {
        return Err(Error::damaged("its out-of-bag scores do not fit its targets"));
    }
    let ensemble = from_file(file.ensemble, schema, outputs)?;
    if ensemble.trees() == 0 {
        return Err(Error::damaged("its forest has no tree"));
    }
    if ensemble.leaf_width() == outputs
        && !ensemble.values().chunks_exact(outputs).all(|leaf| is_answer(leaf, schema))
    {
        return Err(Error::damaged("a leaf of its forest has class probabilities that do not sum to 1"));
    }
    let oob = file.oob.map(|oob| {
        let score =
            |[value, low, high]: [f64; 3]| OobScore { value, low, high, level: oob.level, rows: oob.rows };
        let first = [oob.value, oob.low, oob.high];
        let scores = std::iter::once(first).chain(more.oob).map(score).collect();
        let rows = oob.predictions.len() / outputs;
        Matrix::new(rows, outputs, oob.predictions)
            .map(|predictions| (scores, predictions))
            .map_err(|_| Error::damaged("its out-of-bag predictions do not fit its target"))
    });
    let oob_importances = file.oob_importances.map(|all| {
        all.into_iter().map(|[mean, low, high]| OobImportance { mean, low, high }).collect::<Vec<_>>()
    });
    if oob_importances.as_ref().is_some_and(|all| all.len() != schema.inputs.len()) {
        return Err(Error::damaged("its importances do not fit its inputs"));
    }
    let members = match file.members {
        None => None,
        Some(FileMembers { targets, weights, leaf_of }) => {
            let members = (leaf_of.len() == targets.len().saturating_mul(ensemble.trees()))
                .then(|| LeafMembers::new(ensemble.leaves(), targets, weights, &leaf_of))
                .flatten();
            Some(members.ok_or_else(|| Error::damaged("the rows of its leaves do not fit its trees"))?)
        }
    };
    Ok(ForestState { ensemble, oob: oob.transpose()?, oob_importances, members })
}
