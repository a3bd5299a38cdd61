//! What learners of columns of the rows before share.

use hornbook_core::parameter_group;

/// In which sequences the rows stand.
#[parameter_group]
pub(crate) struct SequenceParameters {
    /// The column of numbers or dates that the rows are ordered by; without one they stand in order.
    pub order: Option<String>,
    /// The column of the groups: each has a past of its own.
    pub group: Option<String>,
}

/// Fits a learner with [`SequenceParameters`] and `columns`, whose `made` says what is made of each column.
macro_rules! fit_trailing_columns {
    ($learner:ty, $model:ty) => {
        const _: () = {
            use crate::row_sequences::{SequenceColumns, TrailingColumns};
            use hornbook_core::{Result, Run};
            use hornbook_data::{Dataset, Input};
            use hornbook_learner::{Fit, TrainingInput, TransformedRows, checked};

            impl $learner {
                fn fitted(&self, data: &Dataset, run: &Run) -> Result<($model, TransformedRows<'static>)> {
                    let columns = |inputs: &[Input]| {
                        let [order, group] = [self.order.as_deref(), self.group.as_deref()];
                        SequenceColumns::named(inputs, order, group, self.columns.as_ref())
                    };
                    TrailingColumns::fit(self, data, columns, self.made()?, run)
                }
            }

            impl Fit for $learner {
                type Model = $model;

                fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<$model> {
                    Ok(self.fitted(input.dataset()?, run)?.0)
                }

                fn has_own_training_rows(&self) -> bool {
                    true
                }

                /// Training rows see the rows before them, not those that the model keeps.
                fn fit_transform(
                    &self,
                    data: &Dataset,
                    run: &Run,
                ) -> Result<($model, Option<TransformedRows<'static>>)> {
                    let (model, rows) = checked(self, data, run, |data| self.fitted(data, run))?;
                    Ok((model, Some(rows)))
                }
            }
        };
    };
}
pub(crate) use fit_trailing_columns;
