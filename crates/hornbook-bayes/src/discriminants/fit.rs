//! From a dataset to a Gaussian discriminant.

use super::events::{self, DiscriminantEvent};
use super::model::GaussianDiscriminantModel;
use super::params::{GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant};
use super::plan::{CovariancePlan, DiscriminantLearner};
use super::scatter::{Scatter, ScatterPasses};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Fit, Model, TrainingInput, TrainingSummary};

macro_rules! fits {
    ($($learner:ty),*) => {$(
        impl Fit for $learner {
            type Model = GaussianDiscriminantModel;

            fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<GaussianDiscriminantModel> {
                let prototype = input.rows().prototype();
                let (plan, mut passes) = start(self, prototype)?;
                let earlier = input.warm_start_as::<GaussianDiscriminantModel>()?;
                if let Some(model) = earlier {
                    check_more(&plan, model)?;
                }
                input.rows().run_query(&mut passes, run)?;
                let mut scatter = passes.found;
                if let Some(model) = earlier {
                    let newer = std::mem::replace(&mut scatter, model.scatter.clone());
                    scatter.merge(&newer);
                }
                finish(self, prototype, plan, scatter, run)
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
