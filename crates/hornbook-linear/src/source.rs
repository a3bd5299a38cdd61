//! Writes `Fit` for learners whose rows may be in memory or in batches.

/// Writes `Fit` for learners that have a method `learn_from(&self, source, run)`.
macro_rules! fit_from_sources {
    ($($learner:ty),*) => {$(
        impl hornbook_learner::Fit for $learner {
            type Model = crate::model::LinearModel;

            fn fit_checked(
                &self,
                input: &hornbook_learner::TrainingInput<'_>,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                self.learn_from(input.rows(), run)
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

            fn fit_checked(
                &self,
                input: &hornbook_learner::TrainingInput<'_>,
                run: &hornbook_core::Run,
            ) -> hornbook_core::Result<crate::model::LinearModel> {
                self.learn_from(input.rows(), input.warm_start_as::<crate::model::LinearModel>()?, run)
            }
        }
    )*};
}
pub(crate) use fit_and_go_on;
