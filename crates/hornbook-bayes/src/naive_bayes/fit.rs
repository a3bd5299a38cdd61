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
use hornbook_learner::{Batches, Fit, Model, TrainingSummary, learn_in_batches, learn_in_memory};

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

            fn learn(&self, data: &Dataset, run: &Run) -> Result<NaiveBayesModel> {
                crate::naive_bayes::fit::learn(self, data, None, run)
            }

            fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<NaiveBayesModel> {
                crate::naive_bayes::fit::learn_batches(self, batches, run)
            }

            fn learn_warm_start(&self, model: &NaiveBayesModel, data: &Dataset, run: &Run) -> Result<NaiveBayesModel> {
                crate::naive_bayes::fit::learn(self, data, Some(model), run)
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

pub(super) fn learn<L: NaiveBayesVariant>(
    learner: &L,
    data: &Dataset,
    earlier: Option<&NaiveBayesModel>,
    run: &Run,
) -> Result<NaiveBayesModel> {
    let schema = Schema::of(data)?;
    let settings = NaiveBayesSettings::new(L::declaration().name, &learner.engine(), &schema)?;
    if earlier.is_some_and(|model| !model.gathers_like(&settings)) {
        return Err(Error::mismatch(
            "the model has other sufficient statistics than these hyperparameters need",
            "continue (warm start) with the likelihoods and the 'binarize' it was trained with, or train a new model",
        ));
    }
    let layout = StatisticsLayout::new(&settings, &schema);
    let mut gather = NaiveBayesQuery::new(&settings, &layout, &schema);
    learn_in_memory(&mut gather, data, run)?;
    let mut gathered = gather.found;
    if let Some(model) = earlier {
        let mut all = model.statistics.clone();
        all.merge(gathered.statistics);
        gathered.statistics = all;
    }
    finish(learner, data, settings, gathered, run)
}

pub(super) fn learn_batches<L: NaiveBayesVariant>(
    learner: &L,
    batches: &dyn Batches,
    run: &Run,
) -> Result<NaiveBayesModel> {
    let data = batches.prototype();
    let schema = Schema::of(data)?;
    let settings = NaiveBayesSettings::new(L::declaration().name, &learner.engine(), &schema)?;
    let layout = StatisticsLayout::new(&settings, &schema);
    let mut gather = NaiveBayesQuery::new(&settings, &layout, &schema);
    learn_in_batches(L::declaration(), &mut gather, batches, run)?;
    let gathered = gather.found;
    finish(learner, data, settings, gathered, run)
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
