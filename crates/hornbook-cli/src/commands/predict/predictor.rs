//! From rows to columns of predictions.

use super::drift::DriftMonitor;
use super::{reasons, uncertainty};
use crate::cost_flags;
use crate::failure::Failure;
use crate::output::warn;
use clap::ArgMatches;
use hornbook::data::{Column, Numbers};
use hornbook::evaluation::decisions::LossMatrix;
use hornbook::{Model, OutputRequest, Predictions, Result, Run, Table, Task};
use std::collections::BTreeSet;

/// Turns rows into predictions.
pub struct TablePredictor<'a> {
    model: &'a dyn Model,
    keep: bool,
    probabilities: bool,
    /// What mistakes cost, if the least costly action is wanted instead of the model's prediction.
    losses: Option<LossMatrix>,
    /// How far predictions may be off, if intervals are wanted.
    error: Option<f64>,
    /// How many reasons are wanted.
    reasons: Option<usize>,
    /// The columns that were warned of: one sentence each, however many batches follow.
    warned: BTreeSet<String>,
    run: &'a Run,
}

impl<'a> TablePredictor<'a> {
    pub fn of(
        model: &'a dyn Model,
        matches: &ArgMatches,
        run: &'a Run,
    ) -> std::result::Result<TablePredictor<'a>, Failure> {
        let level = matches.get_one::<f64>("intervals");
        Ok(TablePredictor {
            model,
            keep: matches.get_flag("keep"),
            probabilities: matches.get_flag("probabilities"),
            losses: cost_flags::losses(matches, classes_of(model))?,
            error: level.map(|&level| uncertainty::error_at(model, level)).transpose()?,
            reasons: matches.get_one::<u64>("reasons").map(|&n| usize::try_from(n).unwrap_or(usize::MAX)),
            warned: BTreeSet::new(),
            run,
        })
    }

    pub fn predict(&mut self, rows: &Table, watch: &mut DriftMonitor<'_>) -> Result<Table> {
        let schema = &self.model.info().schema;
        let (features, warnings) = schema.features(rows)?;
        watch.see(rows, &features)?;
        for sentence in warnings {
            let subject = sentence.split(" has ").next().unwrap_or_default().to_string();
            if self.warned.insert(subject) {
                warn(&sentence);
            }
        }
        let mut columns: Vec<(String, Column)> = Vec::new();
        if self.keep {
            columns.extend(rows.names().iter().cloned().zip(rows.columns().iter().cloned()));
        }
        let is_classes = schema.target.task == Task::Classification;
        let needs_probabilities =
            self.probabilities || self.losses.is_some() || (self.error.is_some() && is_classes);
        if needs_probabilities {
            self.model.check_has_probabilities()?;
        }
        let request = OutputRequest { probabilities: needs_probabilities, scores: true };
        let mut model_predictions = Vec::new();
        let mut matrices = Vec::new();
        let mut scores = None;
        for outputs in self.model.outputs_of_targets_with(&features, request, self.run)? {
            model_predictions.push(outputs.predictions);
            matrices.extend(outputs.probabilities.filter(|_| needs_probabilities));
            scores = scores.or(outputs.scores);
        }
        let decisions = match (&self.losses, &matrices[..]) {
            (Some(losses), [matrix]) => {
                let codes = losses.decide_all(matrix)?;
                Some(vec![Predictions::Classes(codes, losses.actions().to_vec().into())])
            }
            _ => None,
        };
        let predictions = decisions.as_ref().unwrap_or(&model_predictions);
        for (target, predictions) in schema.targets().zip(predictions) {
            columns.push((format!("predicted_{}", target.name), predictions.to_column()));
        }
        if let (Some(error), Some(first)) = (self.error, predictions.first()) {
            match matrices.first() {
                Some(matrix) => columns.push(uncertainty::sets(matrix, &schema.target.classes, error)),
                None => columns.extend(uncertainty::around(first, error)),
            }
        }
        if let Some(scores) = scores {
            let values = Column::Number(Numbers::from(scores.into_values()));
            columns.push((format!("score_{}", schema.target.name), values));
        }
        let is_single = schema.additional_targets.is_empty();
        for (target, matrix) in schema.targets().zip(matrices.iter().filter(|_| self.probabilities)) {
            for (index, class) in target.classes.iter().enumerate() {
                let values: Vec<f64> = (0..matrix.rows()).map(|row| matrix.at(row, index)).collect();
                // Classes of several targets may have the same names.
                let name = match is_single {
                    true => format!("probability_{class}"),
                    false => format!("probability_{}_{class}", target.name),
                };
                columns.push((name, Column::Number(Numbers::from(values))));
            }
        }
        // An action has no score of its own: the reasons are those of the class that the model predicts.
        if let (Some(most), Some(predicted)) = (self.reasons, model_predictions.first()) {
            let reasons = reasons::column(self.model, rows, &features, predicted, most, self.run)?;
            columns.push(("reasons".to_string(), reasons));
        }
        Table::new(columns)
    }
}

/// The classes of a model, if it has any.
fn classes_of(model: &dyn Model) -> Option<&[String]> {
    let schema = &model.info().schema;
    // Losses are of the classes of one target.
    let is_single = schema.additional_targets.is_empty();
    (is_single && schema.target.task == Task::Classification).then_some(&*schema.target.classes)
}
