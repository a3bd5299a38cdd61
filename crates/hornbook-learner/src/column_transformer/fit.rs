//! From rows to transformers of some columns each.

use super::model::{ColumnTransformerModel, TransformerPart};
use super::params::{ColumnTransformer, Remainder};
use crate::fit::{Fit, Learner};
use crate::learner_columns::strings_read_by;
use crate::model::TrainingSummary;
use crate::registry::Registry;
use crate::select_columns::SelectColumns;
use crate::statistical_query::Batches;
use crate::training_input::{RowSource, TrainingInput};
use crate::transformer::{TransformedRows, training_features, transformer_schema};
use hornbook_core::{Capabilities, Declared, Error, LearnerSpec, RemovedKinds, Result, Run, Task};
use hornbook_data::{ColumnKind, Dataset, Schema};

/// A transformer with the positions of its columns.
struct AssignedColumns {
    name: String,
    learner: Box<dyn Learner>,
    columns: Vec<usize>,
}

impl ColumnTransformer {
    fn learners(&self) -> Result<Vec<Box<dyn Learner>>> {
        let registry = Registry::filled()?;
        let learner = |spec: &LearnerSpec| {
            let learner = registry.learner(spec)?;
            match learner.tasks() == [Task::Transformation] {
                true => Ok(learner),
                false => Err(Error::data(
                    format!("'{}' is no transformer, and columns are given to it", spec.name),
                    "name a transformer, and put the learner behind all: pipeline(columns(…), learner)",
                )),
            }
        };
        self.transformers.0.iter().map(|(_, spec)| learner(spec)).collect()
    }

    /// The transformers with their columns; the last may be the columns that are left.
    fn assigned(&self, data: &Dataset) -> Result<Vec<AssignedColumns>> {
        let inputs = Schema::predicting(transformer_schema(), data).inputs;
        let columns: Vec<(&str, &str)> =
            inputs.iter().map(|input| (input.name.as_str(), input.kind.name())).collect();
        for (selector, spec) in &self.transformers.0 {
            let is_feature = |name: &str| columns.iter().any(|(column, _)| *column == name);
            if let Some(name) =
                selector.names().find(|name| !is_feature(name) && data.table().find(name).is_some())
            {
                return Err(no_feature(name, data, &spec.name));
            }
        }
        let mut taken = vec![false; columns.len()];
        for (selector, _) in self.transformers.0.iter().filter(|(selector, _)| !selector.is_rest()) {
            selector.select(&columns, &[])?.into_iter().for_each(|position| taken[position] = true);
        }
        let mut assigned = Vec::new();
        let mut left = taken.clone();
        for ((selector, spec), learner) in self.transformers.0.iter().zip(self.learners()?) {
            let selected = selector.select(&columns, &taken)?;
            selected.iter().for_each(|&position| left[position] = true);
            assigned.push(AssignedColumns { name: spec.name.clone(), learner, columns: selected });
        }
        let rest: Vec<usize> = (0..columns.len()).filter(|&position| !left[position]).collect();
        if self.remainder == Remainder::Passthrough && !rest.is_empty() {
            let keep = SelectColumns::default();
            let name = <SelectColumns as Declared>::declaration().name.to_string();
            assigned.push(AssignedColumns { name, learner: Box::new(keep), columns: rest });
        }
        // A transformer without columns has nothing to fit.
        assigned.retain(|one| !one.columns.is_empty());
        Ok(assigned)
    }

    fn model(&self, data: &Dataset, parts: Vec<TransformerPart>) -> Result<ColumnTransformerModel> {
        let mut summary = TrainingSummary { converged: true, ..TrainingSummary::default() };
        if let Some(part) = parts.first() {
            let first = &part.model.info().summary;
            (summary.rows, summary.weight) = (first.rows, first.weight);
        }
        for part in &parts {
            summary.warnings.extend(part.model.info().summary.warnings.clone());
        }
        let mut info = self.model_info_predicting(transformer_schema(), data, summary);
        info.schema.additional_targets.clear();
        ColumnTransformerModel::of_parts(info, parts)
    }
}

/// What is said of a column of the table that is given to a transformer, and is none of the features.
fn no_feature(name: &str, data: &Dataset, transformer: &str) -> Error {
    let is_left_out =
        data.table().column(name).is_ok_and(|column| !column.kind().is_taken_by(Capabilities::NONE));
    let problem = format!("column '{name}' is given to '{transformer}', and is no feature of the dataset");
    match is_left_out {
        true => Error::data(
            problem,
            "do not leave it out; in Rust, take up what the learner names: data.taking(&taken_columns(&learner))",
        ),
        false => Error::data(
            format!("{problem}: it is the target, has another role or is left out"),
            "name a feature, or leave the column its role",
        ),
    }
}

/// Batches with some of their features only.
struct BatchesOfColumns<'a> {
    batches: &'a dyn Batches,
    columns: &'a [usize],
    prototype: Dataset,
}

impl Batches for BatchesOfColumns<'_> {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        self.batches.for_each(&mut |batch| visit(&batch.select_features(self.columns)))
    }

    fn prototype(&self) -> &Dataset {
        &self.prototype
    }
}

impl AssignedColumns {
    /// The part of the data that the transformer sees.
    fn seen(&self, data: &Dataset) -> Dataset {
        let own = data.select_features(&self.columns);
        if self.learner.needs_target() { own } else { own.without_targets() }
    }

    fn named(&self, error: Error) -> Error {
        error.in_context(&format!("the transformer '{}' of some columns", self.name))
    }
}

impl Fit for ColumnTransformer {
    type Model = ColumnTransformerModel;

    /// What every part takes; the parts see only their own columns, and refuse what they do not take by themselves.
    fn capabilities(&self) -> Capabilities {
        let declared = <Self as Declared>::declaration().capabilities;
        let Ok(learners) = self.learners() else { return declared };
        let all = |has: fn(&Capabilities) -> bool| learners.iter().all(|one| has(&one.capabilities()));
        Capabilities {
            missing: all(|c| c.missing),
            sample_weights: all(|c| c.sample_weights),
            out_of_core: all(|c| c.out_of_core),
            ..declared
        }
    }

    fn needs_target(&self) -> bool {
        self.learners().is_ok_and(|learners| learners.iter().any(|learner| learner.needs_target()))
    }

    fn has_own_training_rows(&self) -> bool {
        self.learners().is_ok_and(|learners| learners.iter().any(|learner| learner.has_own_training_rows()))
    }

    fn check_learners(&self) -> Result<()> {
        self.learners().map(drop)
    }

    /// A kind is gone if every transformer that may see it leaves none of it.
    fn removes(&self) -> RemovedKinds {
        let Ok(learners) = self.learners() else { return RemovedKinds::NONE };
        let removed = |kind: &str, removes: fn(RemovedKinds) -> bool| {
            let mut covers_all = self.remainder == Remainder::Drop;
            let parts = self.transformers.0.iter().zip(&learners);
            parts.into_iter().all(|((selector, _), learner)| {
                covers_all |= selector.selects_all(kind);
                // What an encoder is given by name are categories to it.
                let is_category = kind == "text"
                    && selector.is_by_name()
                    && strings_read_by(&**learner) == Some(ColumnKind::Category);
                !selector.may_select(kind) || is_category || removes(learner.removes())
            }) && covers_all
        };
        RemovedKinds {
            missing: removed("missing", |removes| removes.missing),
            categories: removed("category", |removes| removes.categories),
            text: removed("text", |removes| removes.text),
            dates: removed("date", |removes| removes.dates),
            scale: removed("number", |removes| removes.scale),
        }
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ColumnTransformerModel> {
        let prototype = input.rows().prototype();
        let mut parts = Vec::new();
        for one in self.assigned(prototype)? {
            run.check()?;
            let model = match input.rows() {
                RowSource::Memory(data) => one.learner.fit_boxed(&TrainingInput::from(&one.seen(data)), run),
                RowSource::Batches(batches) => {
                    let prototype = one.seen(prototype);
                    let own = BatchesOfColumns { batches, columns: &one.columns, prototype };
                    one.learner.fit_boxed(&TrainingInput::in_batches(&own), run)
                }
            };
            let model = model.map_err(|error| one.named(error))?;
            parts.push(TransformerPart { columns: one.columns, model });
        }
        self.model(prototype, parts)
    }

    /// Parts that are cross-fitted stay so.
    fn fit_transform(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(ColumnTransformerModel, Option<TransformedRows<'static>>)> {
        if !Fit::has_own_training_rows(self) {
            return Ok((self.fit_with(data, run)?, None));
        }
        let mut parts = Vec::new();
        let mut blocks = Vec::new();
        for one in self.assigned(data)? {
            let seen = one.seen(data);
            let fitted = one.learner.fit_transform_boxed(&seen, run);
            let (model, cross_fitted) = fitted.map_err(|error| one.named(error))?;
            let made = match cross_fitted {
                Some(made) => made,
                None => model.transformer()?.transform(&training_features(&seen))?.into_owned(),
            };
            blocks.extend(made.into_blocks());
            parts.push(TransformerPart { columns: one.columns, model });
        }
        let made = TransformedRows::of_blocks(blocks, data.rows().len())?;
        Ok((self.model(data, parts)?, Some(made)))
    }
}
