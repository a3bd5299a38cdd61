//! From a dataset to a Gaussian discriminant.

use super::events::{self, DiscriminantEvent};
use super::model::GaussianDiscriminantModel;
use super::params::{GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant};
use super::plan::{CovariancePlan, DiscriminantLearner};
use super::scatter::{Scatter, ScatterPasses};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Batches, Fit, Model, TrainingSummary, learn_in_batches, learn_in_memory};

macro_rules! fits {
    ($($learner:ty),*) => {$(
        impl Fit for $learner {
            type Model = GaussianDiscriminantModel;

            fn learn(&self, data: &Dataset, run: &Run) -> Result<GaussianDiscriminantModel> {
                let (plan, mut passes) = start(self, data)?;
                learn_in_memory(&mut passes, data, run)?;
                finish(self, data, plan, passes.found, run)
            }

            fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<GaussianDiscriminantModel> {
                let (plan, mut passes) = start(self, batches.prototype())?;
                learn_in_batches(<$learner as hornbook_core::Declared>::declaration(), &mut passes, batches, run)?;
                finish(self, batches.prototype(), plan, passes.found, run)
            }

            fn learn_warm_start(
                &self,
                model: &GaussianDiscriminantModel,
                data: &Dataset,
                run: &Run,
            ) -> Result<GaussianDiscriminantModel> {
                let (plan, mut passes) = start(self, data)?;
                check_more(&plan, model)?;
                learn_in_memory(&mut passes, data, run)?;
                let mut all = model.scatter.clone();
                all.merge(&passes.found);
                finish(self, data, plan, all, run)
            }
        }
    )*};
}

fits!(GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant);

fn start<L: DiscriminantLearner>(learner: &L, data: &Dataset) -> Result<(CovariancePlan, ScatterPasses)> {
    let schema = Schema::of(data)?;
    let classes = schema.target.classes.len();
    if schema.inputs.is_empty() {
        return Err(Error::data(
            "there are no features to learn from",
            "give at least one column of numbers",
        ));
    }
    let plan = learner.plan(classes)?;
    let passes = ScatterPasses::new(&plan, classes, schema.inputs.len())?;
    Ok((plan, passes))
}

fn check_more(plan: &CovariancePlan, model: &GaussianDiscriminantModel) -> Result<()> {
    if plan.needs_fourth_powers() {
        return Err(Error::data(
            "Ledoit–Wolf shrinkage needs all rows at once",
            "give a fraction as shrinkage, or fit all rows together",
        ));
    }
    if plan.needs_classes() != model.plan.needs_classes() {
        return Err(Error::mismatch(
            "the model has other sufficient statistics than these hyperparameters need",
            "continue (warm start) with the covariances it was trained with, or train a new model",
        ));
    }
    Ok(())
}

fn finish<L: DiscriminantLearner + Fit<Model = GaussianDiscriminantModel>>(
    learner: &L,
    data: &Dataset,
    plan: CovariancePlan,
    scatter: Scatter,
    run: &Run,
) -> Result<GaussianDiscriminantModel> {
    if scatter.weight() <= 0.0 {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    let summary = TrainingSummary {
        rows: scatter.rows,
        weight: scatter.weight(),
        converged: true,
        ..TrainingSummary::default()
    };
    let mut model = GaussianDiscriminantModel::new(learner.model_info(data, summary)?, plan, scatter)?;
    run.trace(|| events::prior(&model));
    for class in 0..model.classes().classes() {
        run.trace(|| DiscriminantEvent::of_class(&model, class));
    }
    let details = &mut model.info_mut().summary.details;
    details.insert("columns".into(), data.features().len().into());
    Ok(model)
}
