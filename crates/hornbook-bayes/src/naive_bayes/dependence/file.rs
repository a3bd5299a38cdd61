//! Tables of dependent columns in a model file. These structs are what a file holds, apart from those the program computes
//! with: they may gain fields at the end, and must not change.

use super::model::DependenceNetwork;
use super::tables::DependenceTable;
use crate::naive_bayes::discretization::Discretization;
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{is_sample_weight, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileDependence {
    discretization: Discretization,
    alpha: f64,
    least: f64,
    class_weights: Vec<f64>,
    /// Of each table its column, the column it depends on and its counts.
    tables: Vec<(usize, Option<usize>, Vec<f64>)>,
    structures: Vec<Vec<usize>>,
}

pub(super) fn to_bytes(dependence: &DependenceNetwork) -> Result<Vec<u8>> {
    let table = |table: &DependenceTable| (table.column, table.parent, table.counts.clone());
    let file = FileDependence {
        discretization: dependence.discretization.clone(),
        alpha: dependence.alpha,
        least: dependence.least,
        class_weights: dependence.class_weights.clone(),
        tables: dependence.tables.iter().map(table).collect(),
        structures: dependence.structures.clone(),
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<DependenceNetwork> {
    let file: FileDependence = read_model_part(bytes, "tables")?;
    let (columns, classes) = (schema.inputs.len(), schema.target.classes.len());
    let are_weights = |values: &[f64]| values.iter().all(|x| is_sample_weight(*x));
    let is_sound = schema.target.task == Task::Classification
        && classes > 0
        && file.discretization.fits(&schema.inputs)
        && file.alpha > 0.0
        && file.alpha.is_finite()
        && file.least >= 0.0
        && file.class_weights.len() == classes
        && are_weights(&file.class_weights)
        && file.class_weights.iter().sum::<f64>() > 0.0
        && (file.structures.len() == 1 || file.structures.len() == columns + 1);
    if !is_sound {
        return Err(Error::damaged("its tables do not fit its columns and classes"));
    }
    let sizes: Vec<usize> = file.discretization.0.iter().map(|column| column.size()).collect();
    let mut tables = Vec::with_capacity(file.tables.len());
    for (column, parent, counts) in file.tables {
        let fits = column < columns && parent.is_none_or(|parent| parent < columns && parent != column);
        let contexts = parent.and_then(|parent| sizes.get(parent)).copied().unwrap_or(1);
        let values = sizes.get(column).copied().unwrap_or(0);
        if !fits || counts.len() != classes * contexts * values || !are_weights(&counts) {
            return Err(Error::damaged("a table does not fit its columns"));
        }
        tables.push(DependenceTable { column, parent, contexts, values, counts, logs: Vec::new() });
    }
    let is_of = |structure: &Vec<usize>| {
        structure.len() == columns
            && structure
                .iter()
                .enumerate()
                .all(|(column, &table)| tables.get(table).is_some_and(|table| table.column == column))
    };
    let roots_first = file.structures.len() == 1
        || tables
            .iter()
            .take(columns)
            .enumerate()
            .all(|(place, table)| table.column == place && table.parent.is_none());
    if !file.structures.iter().all(is_of) || !roots_first {
        return Err(Error::damaged("its structures do not fit its tables"));
    }
    Ok(DependenceNetwork {
        discretization: file.discretization,
        alpha: file.alpha,
        least: file.least,
        class_weights: file.class_weights,
        tables,
        structures: file.structures,
    })
}
