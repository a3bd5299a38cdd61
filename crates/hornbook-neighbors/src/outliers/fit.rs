//! From a dataset to the neighbours of its rows.

use super::model::{Learned, Measure, OutliersModel, reached};
use super::params::{KNeighborsOutliers, LocalOutlierFactor};
use crate::places::{Counted, Places, Settings, mean_of};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::outliers::{Contamination, answer_schema, score_above};
use hornbook_learner::{Fit, Summary};

impl Fit for KNeighborsOutliers {
    type Model = OutliersModel;

    fn takes_missing(&self) -> bool {
        self.settings().takes_missing()
    }

    fn learn(&self, data: &Dataset, run: &Run) -> Result<OutliersModel> {
        let Rows { places, k, neighbours, weights, summary } =
            Rows::of(&self.settings(), self.n_neighbors, data, run)?;
        let training: Vec<f64> = neighbours.iter().map(|some| mean_of(some, |one| one.distance)).collect();
        let usual = score_above(0.5, &training, &weights).unwrap_or(0.0);
        let learned = Learned::new(places, k, Measure::Distance { usual }, training);
        finish(self, self.contamination, learned, &weights, summary, data)
    }
}

impl Fit for LocalOutlierFactor {
    type Model = OutliersModel;

    fn takes_missing(&self) -> bool {
        self.settings().takes_missing()
    }

    fn learn(&self, data: &Dataset, run: &Run) -> Result<OutliersModel> {
        let Rows { places, k, neighbours, weights, summary } =
            Rows::of(&self.settings(), self.n_neighbors, data, run)?;
        let reaches: Vec<f64> =
            neighbours.iter().map(|some| some.last().map_or(0.0, |one| one.distance)).collect();
        run.check()?;
        let densities: Vec<f64> = neighbours.iter().map(|some| reached(some, &reaches)).collect();
        let factor = |(some, density): (&Vec<Counted>, &f64)| {
            mean_of(some, |one| densities[one.row as usize]) / density
        };
        let training = neighbours.iter().zip(&densities).map(factor).collect();
        let learned = Learned::new(places, k, Measure::Factor { reaches, densities }, training);
        finish(self, self.contamination, learned, &weights, summary, data)
    }
}

/// Training rows with their neighbours.
struct Rows {
    places: Places,
    /// The weight that neighbours have together.
    k: f64,
    neighbours: Vec<Vec<Counted>>,
    weights: Vec<f64>,
    summary: Summary,
}

impl Rows {
    fn of(settings: &Settings, wanted: u32, data: &Dataset, run: &Run) -> Result<Rows> {
        let (places, mut summary) = Places::fit(settings, data, run)?;
        let others = places.total_weight() - 1.0;
        if others <= 0.0 {
            return Err(Error::data(
                "there is 1 sample (one row), which has no neighbours",
                "give at least two rows",
            ));
        }
        if f64::from(wanted) > others {
            summary.warnings.push(format!(
                "{wanted} neighbours are asked for and a row has others of a weight of {others}: all of them count"
            ));
        }
        let k = f64::from(wanted).min(others);
        let neighbours = places.nearest_of_own(k);
        run.check()?;
        let weights = (0..places.index.rows() as u32).map(|row| places.weight(row)).collect();
        Ok(Rows { places, k, neighbours, weights, summary })
    }
}

fn finish<L: Fit>(
    learner: &L,
    contamination: Contamination,
    mut learned: Learned,
    weights: &[f64],
    mut summary: Summary,
    data: &Dataset,
) -> Result<OutliersModel> {
    // Among what is measured: between two rows, scores are no straight line.
    let measured = contamination.threshold(learned.measure.usual_threshold(), &learned.training, weights);
    learned.threshold = learned.measure.score(measured);
    summary.details.insert("measured_threshold".into(), measured.into());
    summary.details.insert("neighbours".into(), learned.k.into());
    summary.details.insert("threshold".into(), learned.threshold.into());
    let info = learner.model_info_predicting(answer_schema(), data, summary);
    Ok(OutliersModel::new(info, learned))
}
