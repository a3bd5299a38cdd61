//! Training rows as a transformer leaves them.

use super::{TransformedRows, Transformer};
use crate::statistical_query::Batches;
use hornbook_core::Result;
use hornbook_data::{Column, Dataset, Features, Input};

/// The features of the rows of a view, as they lie in memory where they are a matrix.
pub fn training_features(data: &Dataset) -> Features<'_> {
    match data.matrix() {
        Some(matrix) => Features::Matrix(matrix),
        None => data.row_features(),
    }
}

/// The rows of a view with the columns that a transformer makes, and every role they had. An offset passes by the transformer.
pub fn transformed_dataset(transformer: &dyn Transformer, data: &Dataset) -> Result<Dataset> {
    let bare = data.without_offset();
    let made = transformer.transform(&training_features(&bare))?;
    if made.is_unchanged() {
        return Ok(data.clone());
    }
    dataset_of(transformer.outputs(), made, data)
}

/// The rows of a view with the columns that were made of them; the offset is the last column.
pub(crate) fn dataset_of(outputs: Vec<Input>, made: TransformedRows<'_>, data: &Dataset) -> Result<Dataset> {
    let columns = made.into_columns(&outputs)?;
    let names = outputs.into_iter().map(|output| output.name);
    let mut all: Vec<(String, Column)> = names.zip(columns).collect();
    if let Some(name) = data.offset_name() {
        let rows: Vec<u32> = data.rows().iter().collect();
        all.push((name.to_string(), data.table().column(name)?.take(&rows)));
    }
    data.with_columns(all)
}

/// Batches that are transformed on the way.
pub struct TransformedBatches<'a> {
    batches: &'a dyn Batches,
    transformer: &'a dyn Transformer,
    prototype: Dataset,
}

impl<'a> TransformedBatches<'a> {
    /// These batches behind this transformer.
    pub fn new(batches: &'a dyn Batches, transformer: &'a dyn Transformer) -> Result<TransformedBatches<'a>> {
        let prototype = transformed_dataset(transformer, batches.prototype())?;
        Ok(TransformedBatches { batches, transformer, prototype })
    }
}

impl Batches for TransformedBatches<'_> {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        self.batches.for_each(&mut |batch| visit(&transformed_dataset(self.transformer, batch)?))
    }

    fn prototype(&self) -> &Dataset {
        &self.prototype
    }
}

/// Batches as a transformer sees them: without an offset, and without targets if it learns from none.
pub(crate) struct BatchesToTransform<'a> {
    batches: &'a dyn Batches,
    keeps_targets: bool,
    prototype: Dataset,
}

impl<'a> BatchesToTransform<'a> {
    pub(crate) fn new(batches: &'a dyn Batches, keeps_targets: bool) -> BatchesToTransform<'a> {
        let prototype = seen_by_transformer(batches.prototype(), keeps_targets);
        BatchesToTransform { batches, keeps_targets, prototype }
    }
}

impl Batches for BatchesToTransform<'_> {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        self.batches.for_each(&mut |batch| visit(&seen_by_transformer(batch, self.keeps_targets)))
    }

    fn prototype(&self) -> &Dataset {
        &self.prototype
    }
}

/// The rows as a transformer sees them: without an offset, and without targets if it learns from none.
pub(crate) fn seen_by_transformer(data: &Dataset, keeps_targets: bool) -> Dataset {
    let bare = data.without_offset();
    if keeps_targets { bare } else { bare.without_targets() }
}
