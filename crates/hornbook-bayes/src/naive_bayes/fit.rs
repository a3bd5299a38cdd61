//! From a dataset to a naive Bayes model.

use super::events;
use super::gather::{NaiveBayesQuery, NaiveBayesStatistic};
use super::model::NaiveBayesModel;
use super::params::NaiveBayes;
use super::settings::NaiveBayesSettings;
use super::statistics::StatisticsLayout;
use super::warnings;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Fit, Model, TrainingInput, TrainingSummary};

/// A learner whose fit is that of naive Bayes with some settings.
pub(super) trait NaiveBayesVariant: Fit<Model = NaiveBayesModel> {
    /// The same as naive Bayes with all its settings.
    fn engine(&self) -> NaiveBayes;
}

/// Writes [`Fit`] for learners that are a [`NaiveBayesVariant`].
macro_rules! fits {
    ($($learner:ty),*) => {$(
        impl Fit for $learner {
            type Model = NaiveBayesModel;

            fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<NaiveBayesModel> {
                crate::naive_bayes::fit::fit_variant(self, input, run)
            }
        }
    )*};
}
pub(super) use fits;

fits!(NaiveBayes);

impl NaiveBayesVariant for NaiveBayes {
    fn engine(&self) -> NaiveBayes {
        self.clone()
    }
}

pub(super) fn fit_variant<L: NaiveBayesVariant>(
    learner: &L,
    input: &TrainingInput<'_>,
    run: &Run,
) -> Result<NaiveBayesModel> {
    let prototype = input.rows().prototype();
    let schema = Schema::of(prototype)?;
    let settings = NaiveBayesSettings::new(L::declaration().name, &learner.engine(), &schema)?;
    let earlier = input.warm_start_as::<NaiveBayesModel>()?;
    if earlier.is_some_and(|model| !model.gathers_like(&settings)) {
        return Err(Error::mismatch(
            "the model has other sufficient statistics than these hyperparameters need",
            "continue (warm start) with the likelihoods and the 'binarize' it was trained with, or train a new model",
        ));
    }
    let layout = StatisticsLayout::new(&settings, &schema);
    let mut gather = NaiveBayesQuery::new(&settings, &layout, &schema);
    input.rows().run_query(&mut gather, run)?;
    let mut gathered = gather.found;
    if let Some(model) = earlier {
        let mut all = model.statistics.clone();
        all.merge(gathered.statistics);
        gathered.statistics = all;
    }
    finish(learner, prototype, settings, gathered, run)
}

fn finish<L: NaiveBayesVariant>(
    learner: &L,
    data: &Dataset,
    settings: NaiveBayesSettings,
    gathered: NaiveBayesStatistic,
    run: &Run,
) -> Result<NaiveBayesModel> {
    let statistics = gathered.statistics.in_order();
    if statistics.weight() <= 0.0 {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    let summary = TrainingSummary {
        rows: statistics.rows,
        weight: statistics.weight(),
        converged: true,
        ..TrainingSummary::default()
    };
    let mut model = NaiveBayesModel::new(learner.model_info(data, summary)?, settings, statistics)?;
    events::trace(&model, run);
    let found = warnings::all(&model, gathered.sample.as_ref())?;
    let details = &mut model.info_mut().summary.details;
    details.insert("columns".into(), data.features().len().into());
    model.info_mut().summary.warnings = found;
    Ok(model)
}
