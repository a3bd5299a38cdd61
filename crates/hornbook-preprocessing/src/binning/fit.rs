//! From numbers to cuts.

use super::bins::FittedBins;
use super::params::{Binning, BinningStrategy};
use super::{BinningModel, k_means, mdl};
use crate::column_wise::ColumnWise;
use hornbook_core::{Capabilities, Declared, Error, Result, Run};
use hornbook_data::{Dataset, Feature, Input, Target};
use hornbook_encoding::{FeatureStatistics, InputStatistics, NumberStatistics};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};

/// Bins narrower than this are none.
const NARROW: f64 = 1e-8;
/// Most bins of a feature.
const MOST_BINS: f64 = 10_000.0;

impl Fit for Binning {
    type Model = BinningModel;

    fn needs_target(&self) -> bool {
        self.strategy == BinningStrategy::Mdl
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            out_of_core: self.strategy != BinningStrategy::Mdl,
            ..Self::declaration().capabilities
        }
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<BinningModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let columns = match self.strategy {
            BinningStrategy::Mdl => self.by_classes(&inputs, input.dataset()?)?,
            strategy => {
                let keep_values = strategy != BinningStrategy::Uniform;
                let known = FeatureStatistics::gather(&inputs, keep_values, input.rows(), run)?;
                let counts = self.bin_counts(&inputs)?;
                let bins = |(known, count): (&InputStatistics, &u32)| {
                    known.numbers().map(|numbers| FittedBins::new(self.encode, self.edges(numbers, *count)))
                };
                known.inputs.iter().zip(&counts).map(bins).collect()
            }
        };
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl Binning {
    /// How many bins each input is to have.
    fn bin_counts(&self, inputs: &[Input]) -> Result<Vec<u32>> {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let given = self.column_bins.clone().unwrap_or_default();
        let parameter = (Self::declaration().name, "column_bins");
        let counts = given.for_columns(parameter, &names, f64::from(self.n_bins))?;
        let is_count = |count: &f64| count.fract() == 0.0 && (2.0..=MOST_BINS).contains(count);
        match counts.iter().zip(&names).find(|(count, _)| !is_count(count)) {
            Some((count, name)) => Err(Error::data(
                format!("column '{name}' is to have {count} bins"),
                format!("give a whole number from 2 to {MOST_BINS}"),
            )),
            None => Ok(counts.into_iter().map(|count| count as u32).collect()),
        }
    }

    /// The ends of so many bins, the first and the last of which are the smallest and the largest number.
    fn edges(&self, known: &NumberStatistics, bins: u32) -> Vec<f64> {
        if known.is_constant() {
            return Vec::new();
        }
        let (low, high) = (known.low(), known.high());
        let between: Vec<f64> = match self.strategy {
            BinningStrategy::Uniform => {
                // As numpy's linspace does it, so that a value that lies on a cut there lies on it here.
                let step = (high - low) / f64::from(bins);
                (1..bins).map(|bin| f64::from(bin) * step + low).collect()
            }
            BinningStrategy::Quantile => {
                let distribution = known.distribution();
                let level = |bin: u32| f64::from(bin) / f64::from(bins);
                let quantile = |bin: u32| distribution.quantile(level(bin), self.quantile_method.method());
                (1..bins).map(quantile).collect()
            }
            BinningStrategy::Kmeans => k_means::cuts(known.values(), bins as usize),
            BinningStrategy::Mdl => Vec::new(),
        };
        let mut edges = vec![low];
        for edge in between.into_iter().chain([high]) {
            if edge - edges[edges.len() - 1] > NARROW * (high - low).min(1.0) {
                edges.push(edge);
            }
        }
        edges
    }

    fn by_classes(&self, inputs: &[Input], data: &Dataset) -> Result<Vec<Option<FittedBins>>> {
        let Target::Classes(labels) = data.require_target()?.1 else {
            return Err(Error::data(
                "the MDL principle cuts by the classes of the target, and the target is a number",
                "choose strategy=quantile, or give a target of classes",
            ));
        };
        let data = data.with_nonzero_weight();
        let weights = data.row_weights();
        let classes: Vec<u32> = data.rows().iter().map(|row| labels.codes[row as usize]).collect();
        let bins = |place: usize| match data.row_feature(place) {
            Feature::Number(values) => {
                let rows: Vec<(f64, u32, f64)> = (values.iter().zip(&classes).zip(&weights))
                    .filter(|((x, _), _)| !x.is_nan())
                    .map(|((&x, &class), &weight)| (x, class, weight))
                    .collect();
                let known = NumberStatistics::of(&values, &weights, false);
                let cuts = mdl::cuts(rows, labels.levels.len());
                let edges = [known.low()].into_iter().chain(cuts).chain([known.high()]).collect();
                Some(FittedBins::new(self.encode, if known.is_constant() { Vec::new() } else { edges }))
            }
            _ => None,
        };
        Ok((0..inputs.len()).map(bins).collect())
    }
}
