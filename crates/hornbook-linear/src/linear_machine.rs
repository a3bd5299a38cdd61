//! Sums that choose a class: one for two classes, and else one a class.

use crate::model::{LinearModel, ResponseType};
use crate::row_blocks::{RowBlock, RowBlocks};
use crate::training_rows::{BlockedSums, TrainingRows, inner};
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;

/// Weights that are being learned. Each sum has those of the columns, and its intercept behind them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LinearMachine {
    width: usize,
    outputs: usize,
    pub weights: Vec<f64>,
}

/// How a row stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RowMargin {
    /// By how much the sum of its class is above that of the best other class; of two classes, the sum with the sign of
    /// its class.
    pub lead: f64,
    /// The position of the best other class.
    pub rival: u32,
}

impl LinearMachine {
    /// Weights of zero.
    pub fn zero(classes: usize, width: usize) -> LinearMachine {
        let outputs = if classes == 2 { 1 } else { classes };
        LinearMachine { width, outputs, weights: vec![0.0; outputs * (width + 1)] }
    }

    /// Weights that are known, for so many sums.
    pub fn with(outputs: usize, weights: Vec<f64>) -> LinearMachine {
        LinearMachine { width: weights.len() / outputs.max(1) - 1, outputs, weights }
    }

    /// The weights of a model, for classes among which its own are. Those that it did not know have weights of zero. Where two
    /// classes shared a sum, each gets it with its sign.
    pub fn of_model(model: &LinearModel, classes: &[u32], width: usize) -> Result<LinearMachine> {
        let (known, weights) = (model.response().codes(), model.weights());
        let outputs = if known.len() == 2 { 1 } else { known.len() };
        let are_known = known.iter().all(|code| classes.contains(code)) && known.is_sorted_by(|a, b| a < b);
        if !are_known || weights.columns() != width || weights.rows() != outputs {
            return Err(not_of_learner());
        }
        let mut machine = LinearMachine::zero(classes.len(), width);
        let mut put = |output: usize, from: usize, sign: f64| {
            machine.add(output, sign, weights.row(from), model.intercepts()[from]);
        };
        let place = |code: &u32| classes.partition_point(|class| class < code);
        match known {
            // One class was predicted without weights.
            [_] => {}
            [_, _] if classes.len() == 2 => put(0, 0, 1.0),
            [first, second] => {
                put(place(first), 0, -1.0);
                put(place(second), 0, 1.0);
            }
            _ => known.iter().enumerate().for_each(|(from, code)| put(place(code), from, 1.0)),
        }
        Ok(machine)
    }

    /// The weights of a model that predicts numbers.
    pub fn of_numbers(model: &LinearModel, width: usize) -> Result<LinearMachine> {
        match (model.intercepts(), model.weights()) {
            (&[intercept], weights) if weights.rows() == 1 && weights.columns() == width => {
                Ok(LinearMachine::with(1, [weights.row(0), &[intercept]].concat()))
            }
            _ => Err(not_of_learner()),
        }
    }

    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The sum of one class, or of the second of two.
    #[inline]
    pub fn sum(&self, output: usize, row: &[f64]) -> f64 {
        let own = &self.weights[output * (self.width + 1)..(output + 1) * (self.width + 1)];
        inner(&own[..self.width], row) + own[self.width]
    }

    /// Adds a multiple of a row to the weights of a sum; the intercept moves if `intercept` is 1.
    #[inline]
    pub fn add(&mut self, output: usize, factor: f64, row: &[f64], intercept: f64) {
        let own = &mut self.weights[output * (self.width + 1)..(output + 1) * (self.width + 1)];
        own[..self.width].iter_mut().zip(row).for_each(|(w, x)| *w += factor * x);
        own[self.width] += factor * intercept;
    }

    /// Moves all constants.
    pub fn move_constants(&mut self, by: f64) {
        self.weights.chunks_exact_mut(self.width + 1).for_each(|own| own[self.width] += by);
    }

    /// How a row of a class stands.
    #[inline]
    pub fn row_margin(&self, place: u32, row: &[f64]) -> RowMargin {
        if self.outputs() == 1 {
            let sum = self.sum(0, row);
            return RowMargin { lead: if place == 1 { sum } else { -sum }, rival: 1 - place };
        }
        let own = self.sum(place as usize, row);
        let (mut best, mut rival) = (f64::NEG_INFINITY, 0);
        for other in (0..self.outputs()).filter(|&other| other != place as usize) {
            let sum = self.sum(other, row);
            if sum > best {
                (best, rival) = (sum, other as u32);
            }
        }
        RowMargin { lead: own - best, rival }
    }

    /// With what it takes to say quickly which rows are misclassified.
    pub fn error_counter(&self, zero_is_second: bool) -> ErrorCounter<'_> {
        let largest = |own: &[f64]| own.iter().fold(0.0, |largest: f64, w| largest.max(w.abs()));
        let largest = self.weights.chunks_exact(self.width + 1).map(largest).collect();
        ErrorCounter { machine: self, zero_is_second, largest }
    }

    /// How all rows stand.
    pub fn training_errors(
        &self,
        blocks: &RowBlocks<'_>,
        has_intercept: bool,
        zero_is_second: bool,
    ) -> Result<TrainingErrors> {
        let error_counter = self.error_counter(zero_is_second);
        let (mut shares, mut longest, mut least) = (BlockedSums::new(2), 0.0f64, f64::INFINITY);
        blocks.for_each(|RowBlock { rows, labels, sizes, .. }| {
            let places = &labels.places;
            shares.add(rows.len(), |row, sums| {
                error_counter.add_wrong(places[row], rows, row, sizes[row], sums)
            });
            longest = longest.max(rows.largest(|row| inner(rows.row(row), rows.row(row))));
            least = least.min(-rows.largest(|row| -self.row_margin(places[row], rows.row(row)).lead));
            Ok(())
        })?;
        // In Kessler's construction for more than two classes a row is the difference of two.
        let kessler = if self.outputs() == 1 { 1.0 } else { 2.0 };
        let radius = (kessler * (longest + f64::from(u8::from(has_intercept)))).sqrt();
        let size = inner(&self.weights, &self.weights).sqrt();
        let is_parted = blocks.classes.len() > 1 && least >= 0.0 && size > 0.0;
        Ok(TrainingErrors { wrong: share(&shares.total()), radius, margin: is_parted.then(|| least / size) })
    }

    pub fn is_finite(&self) -> bool {
        self.weights.iter().all(|w| w.is_finite())
    }

    /// All weights, for each sum the intercept first.
    pub fn constants_first(&self) -> Vec<f64> {
        let of_sum = |own: &[f64]| [&own[self.width..], &own[..self.width]].concat();
        self.weights.chunks_exact(self.width + 1).flat_map(of_sum).collect()
    }

    /// The constants and the weights of a model.
    pub fn into_parts(self) -> (Vec<f64>, Matrix) {
        let own = |k: usize, j: usize| self.weights[k * (self.width + 1) + j];
        let weights = Matrix::from_fn(self.outputs(), self.width, own);
        ((0..self.outputs()).map(|k| own(k, self.width)).collect(), weights)
    }
}

fn not_of_learner() -> Error {
    Error::mismatch("the model does not have the weights that its learner gives", "train a new model")
}

/// How a machine stands to all rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TrainingErrors {
    /// The misclassified fraction of the sample weight.
    pub wrong: f64,
    /// The length of the longest row, with a 1 for its intercept.
    pub radius: f64,
    /// How far the nearest row is on its side in those lengths, if all are on their side.
    pub margin: Option<f64>,
}

/// A machine that says which rows are misclassified.
pub(crate) struct ErrorCounter<'a> {
    machine: &'a LinearMachine,
    zero_is_second: bool,
    /// The size of the largest weight of each sum.
    largest: Vec<f64>,
}

impl ErrorCounter<'_> {
    /// Adds the weight of a row to the second sum, and to the first if it is misclassified.
    #[inline]
    pub fn add_wrong(&self, place: u32, rows: &TrainingRows, row: usize, size: f64, sums: &mut [f64]) {
        let weight = rows.weights[row];
        sums[0] += if self.is_wrong(place, rows.row(row), size) { weight } else { 0.0 };
        sums[1] += weight;
    }

    /// Whether the class of a row is not the predicted one. The size of a row is 1 and the sizes of all its numbers.
    #[inline]
    pub fn is_wrong(&self, place: u32, row: &[f64], size: f64) -> bool {
        let RowMargin { lead, rival } = self.machine.row_margin(place, row);
        let is_single = self.machine.outputs() == 1;
        if lead == 0.0 {
            let wins_ties = if is_single { (place == 1) == self.zero_is_second } else { place < rival };
            return !wins_ties;
        }
        if lead.is_nan() || lead < 0.0 {
            return true;
        }
        // The sizes of all products are no more than the largest weight times the size of the row, which
        // converges nearly all.
        let most = match is_single {
            true => self.largest[0],
            false => self.largest[place as usize] + self.largest[rival as usize],
        };
        let is_clear = lead > 5.0 * f64::EPSILON * (most * size);
        !is_clear && self.is_rounding(lead, place, rival, row)
    }

    /// Whether a lead is so small that sums in another order might say otherwise.
    fn is_rounding(&self, lead: f64, place: u32, rival: u32, row: &[f64]) -> bool {
        let stride = self.machine.width + 1;
        let size = |output: usize| {
            let own = &self.machine.weights[output * stride..(output + 1) * stride];
            own[stride - 1].abs() + own.iter().zip(row).map(|(w, x)| (w * x).abs()).sum::<f64>()
        };
        let sizes = match self.machine.outputs() {
            1 => size(0),
            _ => size(place as usize) + size(rival as usize),
        };
        lead <= 4.0 * f64::EPSILON * sizes
    }
}

/// The fraction of what is wrong of a sum of weights.
pub(crate) fn share(sums: &[f64]) -> f64 {
    sums[0] / sums[1]
}

/// What the sums of some classes stand for.
pub(crate) fn response_of(classes: &[u32], zero_is_second: bool) -> ResponseType {
    match *classes {
        [first, second] => ResponseType::Sign { classes: [first, second], zero_is_second },
        _ => ResponseType::Scores { classes: classes.to_vec() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Of any size, and often next to each other.
    fn numbers(length: usize) -> impl Strategy<Value = Vec<f64>> {
        let number = (-4i32..5, prop::sample::select(vec![1.0, 1.0 + f64::EPSILON, 1e-170, 1e160, 1e-3]));
        prop::collection::vec(number.prop_map(|(x, unit)| f64::from(x) * unit), length)
    }

    proptest! {
        #[test]
        fn the_bound_changes_no_answer(
            weights in numbers(12), row in numbers(3), outputs in prop::sample::select(vec![1usize, 3]),
            place in 0u32..3, zero_is_second in any::<bool>(),
        ) {
            let place = if outputs == 1 { place % 2 } else { place };
            let machine = LinearMachine::with(outputs, weights[..outputs * 4].to_vec());
            let error_counter = machine.error_counter(zero_is_second);
            let size = row.iter().fold(1.0, |sum, x| sum + x.abs());
            // A row of no known size is looked at exactly.
            prop_assert_eq!(error_counter.is_wrong(place, &row, size), error_counter.is_wrong(place, &row, f64::INFINITY));
        }
    }

    #[test]
    fn a_lead_of_rounding_is_wrong() {
        let third = 1.0 / 3.0;
        let machine = LinearMachine::with(1, vec![3.0, -1.0 + 2.0 * f64::EPSILON, 0.0]);
        let error_counter = machine.error_counter(false);
        let (row, size) = ([third, 1.0], 2.0 + third);
        assert!(machine.row_margin(1, &row).lead > 0.0 && error_counter.is_wrong(1, &row, size));
        assert!(!error_counter.is_wrong(1, &[third + 1e-9, 1.0], size));
    }
}
