//! From a dataset to its rows in an index.

use super::params::{KNeighbors, Prototypes};
use crate::metric::{CustomMetric, Metric};
use crate::prototype_selection::{condensed, edited};
use crate::training_index::{NeighborSettings, TrainingIndex, positive_weight_rows};
use crate::voting::{KNeighborsModel, KnnState, NeighborQuery, NeighborTargets};
use hornbook_core::{Capabilities, Declared, Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, TrainingInput, checked};

impl Fit for KNeighbors {
    type Model = KNeighborsModel;

    fn capabilities(&self) -> Capabilities {
        self.settings().capabilities(Self::declaration())
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<KNeighborsModel> {
        let data = input.dataset()?;
        self.fit_variant(&self.settings(), data, run)
    }
}

impl KNeighbors {
    /// Learns with a distance of your own, of rows as numbers with categories as columns of 0 and 1. The distance is tried on a
    /// few rows first, and refused if it is no metric there. The model cannot be written to a file.
    pub fn fit_with_metric(
        &self,
        data: &Dataset,
        distance: CustomMetric,
        run: &Run,
    ) -> Result<KNeighborsModel> {
        let settings = NeighborSettings { own: Some(Metric::Custom(distance)), ..self.settings() };
        checked(self, data, run, |data| self.fit_variant(&settings, data, run))
    }

    fn fit_variant(&self, settings: &NeighborSettings, data: &Dataset, run: &Run) -> Result<KNeighborsModel> {
        let (mut training_index, mut summary) = TrainingIndex::fit(settings, data, run)?;
        let mut targets = NeighborTargets::of(&positive_weight_rows(data).0)?;
        if self.prototypes != Prototypes::None {
            let NeighborTargets::Classes(codes) = &targets else {
                return Err(Error::data(
                    "prototype selection is for classification, and the target is numeric",
                    "keep all rows with prototypes = none",
                ));
            };
            let rows = match self.prototypes {
                Prototypes::Condensed => {
                    condensed(training_index.index.points(), training_index.index.metric(), codes, run)?
                }
                _ => edited(&training_index, codes, self.n_neighbors, run)?,
            };
            training_index = training_index.kept(&rows, self.prototypes == Prototypes::Condensed)?;
            targets = targets.kept(&rows);
        }
        let total = training_index.total_weight();
        if f64::from(self.n_neighbors) > total {
            summary.warnings.push(format!(
                "n_neighbors is {} and the total sample weight is {total}: all rows vote",
                self.n_neighbors
            ));
        }
        summary.details.insert("kept_rows".into(), training_index.index.rows().into());
        let info = self.model_info(data, summary)?;
        let state = KnnState {
            training_index,
            targets,
            query: NeighborQuery::Nearest(self.n_neighbors),
            votes: self.weights,
        };
        Ok(KNeighborsModel::new(info, state))
    }
}
