//! Counts of combinations in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::JointCounts;
use crate::naive_bayes::discretization::Discretization;
use hornbook_core::{Error, Result, Task};
use hornbook_data::{MISSING_CODE, Schema};
use hornbook_learner::{is_sample_weight, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileJoint {
    discretization: Discretization,
    m: f64,
    class_weights: Vec<f64>,
    counts: Vec<(Vec<u32>, Vec<f64>)>,
}

pub(super) fn to_bytes(learned: &JointCounts) -> Result<Vec<u8>> {
    let file = FileJoint {
        discretization: learned.discretization.clone(),
        m: learned.m,
        class_weights: learned.class_weights.clone(),
        counts: learned.counts.iter().map(|(key, counts)| (key.clone(), counts.clone())).collect(),
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<JointCounts> {
    let file: FileJoint = read_model_part(bytes, "counts")?;
    let classes = schema.target.classes.len();
    let are_weights = |values: &[f64]| values.len() == classes && values.iter().all(|x| is_sample_weight(*x));
    let fits = |key: &[u32]| {
        key.len() == file.discretization.0.len()
            && key
                .iter()
                .zip(&file.discretization.0)
                .all(|(&code, column)| code == MISSING_CODE || (code as usize) < column.size())
    };
    let is_sound = schema.target.task == Task::Classification
        && file.discretization.fits(&schema.inputs)
        && file.m >= 0.0
        && file.m.is_finite()
        && are_weights(&file.class_weights)
        && file.class_weights.iter().sum::<f64>() > 0.0
        && file.counts.iter().all(|(key, counts)| fits(key) && are_weights(counts));
    if !is_sound {
        return Err(Error::damaged("its counts do not fit its columns and classes"));
    }
    Ok(JointCounts {
        discretization: file.discretization,
        m: file.m,
        class_weights: file.class_weights,
        counts: file.counts.into_iter().collect(),
    })
}
