//! A forest in a model file. These structs are what a file holds, apart from those the program computes with: they may
//! gain fields at the end, and must not change.

use super::members::Members;
use super::model::Learned;
use super::out_of_bag::{OobImportance, OobScore};
use crate::grove::{FileGrove, from_file, to_file};
use hornbook_core::{Error, Result};
use hornbook_data::{Matrix, Schema};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileForest {
    grove: FileGrove,
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

#[derive(Serialize, Deserialize)]
struct FileMembers {
    targets: Vec<f64>,
    weights: Vec<f64>,
    leaf_of: Vec<u32>,
}

pub(super) fn to_bytes(learned: &Learned) -> Result<Vec<u8>> {
    let file = FileForest {
        grove: to_file(&learned.grove),
        oob: learned.oob.as_ref().map(|(score, predictions)| FileOob {
            value: score.value,
            low: score.low,
            high: score.high,
            level: score.level,
            rows: score.rows,
            predictions: predictions.values().to_vec(),
        }),
        oob_importances: learned
            .oob_importances
            .as_ref()
            .map(|all| all.iter().map(|one| [one.mean, one.low, one.high]).collect()),
        members: learned.members.as_ref().map(|members| {
            let (targets, weights, leaf_of) = members.parts(learned.grove.trees());
            FileMembers { targets: targets.to_vec(), weights: weights.to_vec(), leaf_of }
        }),
    };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Learned> {
    let damaged = |problem: &str| Error::model_file(problem, "fetch or write the file again");
    let file: FileForest =
        postcard::from_bytes(bytes).map_err(|e| damaged(&format!("its forest cannot be read ({e})")))?;
    let outputs = schema.target.classes.len().max(1);
    let grove = from_file(file.grove, schema, outputs)?;
    if grove.trees() == 0 {
        return Err(damaged("its forest has no tree"));
    }
    let oob = file.oob.map(|oob| {
        let score =
            OobScore { value: oob.value, low: oob.low, high: oob.high, level: oob.level, rows: oob.rows };
        let rows = oob.predictions.len() / outputs;
        Matrix::new(rows, outputs, oob.predictions)
            .map(|predictions| (score, predictions))
            .map_err(|_| damaged("its out-of-bag predictions do not fit its target"))
    });
    let oob_importances = file.oob_importances.map(|all| {
        all.into_iter().map(|[mean, low, high]| OobImportance { mean, low, high }).collect::<Vec<_>>()
    });
    if oob_importances.as_ref().is_some_and(|all| all.len() != schema.inputs.len()) {
        return Err(damaged("its importances do not fit its inputs"));
    }
    let members = match file.members {
        None => None,
        Some(FileMembers { targets, weights, leaf_of }) => {
            let members = (leaf_of.len() == targets.len().saturating_mul(grove.trees()))
                .then(|| Members::new(grove.leaves(), targets, weights, &leaf_of))
                .flatten();
            Some(members.ok_or_else(|| damaged("the rows of its leaves do not fit its trees"))?)
        }
    };
    Ok(Learned { grove, oob: oob.transpose()?, oob_importances, members })
}
