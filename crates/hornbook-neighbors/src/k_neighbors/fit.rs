//! From a dataset to its rows in an index.

use super::params::{KNeighbors, Prototypes};
use crate::editing::{condensed, edited};
use crate::metric::{Metric, OwnMetric};
use crate::places::{Places, Settings, weighty};
use crate::voting::{Answers, Learned, NeighboursModel, Reach};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, checked};

impl Fit for KNeighbors {
    type Model = NeighboursModel;

    fn takes_missing(&self) -> bool {
        self.settings().takes_missing()
    }

    fn learn(&self, data: &Dataset, run: &Run) -> Result<NeighboursModel> {
        self.learn_with(&self.settings(), data, run)
    }
}

impl KNeighbors {
    /// Learns with a distance of your own, of rows as numbers with categories as columns of 0 and 1. The distance is tried on a
    /// few rows first, and refused if it is no metric there. The model cannot be written to a file.
    pub fn fit_own(&self, data: &Dataset, distance: OwnMetric, run: &Run) -> Result<NeighboursModel> {
        let settings = Settings { own: Some(Metric::Own(distance)), ..self.settings() };
        checked(self, data, run, || self.learn_with(&settings, data, run))
    }

    fn learn_with(&self, settings: &Settings, data: &Dataset, run: &Run) -> Result<NeighboursModel> {
        let (mut places, mut summary) = Places::fit(settings, data, run)?;
        let mut answers = Answers::of(&weighty(data).0)?;
        if self.prototypes != Prototypes::None {
            let Answers::Classes(codes) = &answers else {
                return Err(Error::data(
                    "prototypes are chosen by their classes, and the target is numbers",
                    "keep all rows with prototypes = none",
                ));
            };
            let rows = match self.prototypes {
                Prototypes::Condensed => condensed(places.index.points(), places.index.metric(), codes, run)?,
                _ => edited(&places, codes, self.n_neighbors, run)?,
            };
            places = places.kept(&rows, self.prototypes == Prototypes::Condensed)?;
            answers = answers.kept(&rows);
        }
        let total = places.total_weight();
        if f64::from(self.n_neighbors) > total {
            summary.warnings.push(format!(
                "{} neighbours are asked for and the rows weigh {total} together: all of them vote",
                self.n_neighbors
            ));
        }
        summary.details.insert("kept_rows".into(), places.index.rows().into());
        let info = self.model_info(data, summary)?;
        let learned =
            Learned { places, answers, reach: Reach::Nearest(self.n_neighbors), votes: self.weights };
        Ok(NeighboursModel::new(info, learned))
    }
}
