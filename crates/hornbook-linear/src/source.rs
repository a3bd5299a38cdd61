//! Rows in memory or in batches, behind one interface.

use hornbook_core::{Declaration, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Batches, StatisticalQuery, learn_in_batches, learn_in_memory};

/// Where the rows are.
#[derive(Clone, Copy)]
pub(crate) enum RowSource<'a> {
    Memory(&'a Dataset),
    /// With what the learner takes.
    Batches(&'a dyn Batches, &'static Declaration),
}

impl<'a> RowSource<'a> {
    /// Rows like those, of which there may be few or none.
    pub fn like(self) -> &'a Dataset {
        match self {
            RowSource::Memory(data) => data,
            RowSource::Batches(batches, _) => batches.prototype(),
        }
    }

    /// Runs a query over all rows.
    pub fn ask(self, query: &mut impl StatisticalQuery, run: &Run) -> Result<()> {
        match self {
            RowSource::Memory(data) => learn_in_memory(query, data, run),
            RowSource::Batches(batches, declaration) => learn_in_batches(declaration, query, batches, run),
        }
    }
}

/// Writes `Fit` for learners that have a method `learn_from(&self, source, run)`.
macro_rules! fit_from_sources {
    ($($learner:ty),*) => {$(
        impl hornbook_learner::Fit for $learner {
            type Model = crate::model::LinearModel;

            fn learn(
                &self,
                data: &hornbook_data::Dataset,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                self.learn_from(crate::source::RowSource::Memory(data), run)
            }

            fn learn_in_batches(
                &self,
                batches: &dyn hornbook_learner::Batches,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                let declaration = <Self as hornbook_core::Declared>::declaration();
                self.learn_from(crate::source::RowSource::Batches(batches, declaration), run)
            }
        }
    )*};
}
pub(crate) use fit_from_sources;

/// Writes `Fit` for learners that can continue from a model, and have a method `learn_from(&self, source,
/// earlier, run)`.
macro_rules! fit_and_go_on {
    ($($learner:ty),*) => {$(
        impl hornbook_learner::Fit for $learner {
            type Model = crate::model::LinearModel;

            fn learn(
                &self,
                data: &hornbook_data::Dataset,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                self.learn_from(crate::source::RowSource::Memory(data), None, run)
            }

            fn learn_in_batches(
                &self,
                batches: &dyn hornbook_learner::Batches,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                let declaration = <Self as hornbook_core::Declared>::declaration();
                self.learn_from(crate::source::RowSource::Batches(batches, declaration), None, run)
            }

            fn learn_warm_start(
                &self,
                model: &crate::model::LinearModel,
                data: &hornbook_data::Dataset,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                self.learn_from(crate::source::RowSource::Memory(data), Some(model), run)
            }
        }
    )*};
}
pub(crate) use fit_and_go_on;
