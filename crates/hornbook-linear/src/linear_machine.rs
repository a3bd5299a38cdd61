//! Sums that choose a class: one for two classes, and else one a class.

use crate::model::Response;
use crate::training_rows::{Labels, TrainingRows, inner};
use hornbook_data::Matrix;

/// Weights that are being learned. Each sum has those of the columns, and its constant behind them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LinearMachine {
    width: usize,
    outputs: usize,
    pub weights: Vec<f64>,
}

/// How a row stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Standing {
    /// By how much the sum of its class is above that of the best other class; of two classes, the sum with the sign of
    /// its class.
    pub lead: f64,
    /// The place of the best other class.
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

    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The sum of one class, or of the second of two.
    #[inline]
    pub fn sum(&self, output: usize, row: &[f64]) -> f64 {
        let own = &self.weights[output * (self.width + 1)..(output + 1) * (self.width + 1)];
        inner(&own[..self.width], row) + own[self.width]
    }

    /// Adds a multiple of a row to the weights of a sum; the constant moves if `constant` is 1.
    #[inline]
    pub fn add(&mut self, output: usize, factor: f64, row: &[f64], constant: f64) {
        let own = &mut self.weights[output * (self.width + 1)..(output + 1) * (self.width + 1)];
        own[..self.width].iter_mut().zip(row).for_each(|(w, x)| *w += factor * x);
        own[self.width] += factor * constant;
    }

    /// How a row of a class stands.
    #[inline]
    pub fn standing(&self, place: u32, row: &[f64]) -> Standing {
        if self.outputs() == 1 {
            let sum = self.sum(0, row);
            return Standing { lead: if place == 1 { sum } else { -sum }, rival: 1 - place };
        }
        let own = self.sum(place as usize, row);
        let (mut best, mut rival) = (f64::NEG_INFINITY, 0);
        for other in (0..self.outputs()).filter(|&other| other != place as usize) {
            let sum = self.sum(other, row);
            if sum > best {
                (best, rival) = (sum, other as u32);
            }
        }
        Standing { lead: own - best, rival }
    }

    /// Whether the class of a row is not the predicted one.
    pub fn is_wrong(&self, place: u32, row: &[f64], zero_is_second: bool) -> bool {
        let Standing { lead, rival } = self.standing(place, row);
        let wins_ties = if self.outputs() == 1 { (place == 1) == zero_is_second } else { place < rival };
        match lead == 0.0 {
            true => !wins_ties,
            false => lead.is_nan() || lead < 0.0 || self.is_rounding(lead, place, rival, row),
        }
    }

    /// Whether a lead is so small that sums in another order might say otherwise.
    fn is_rounding(&self, lead: f64, place: u32, rival: u32, row: &[f64]) -> bool {
        let size = |output: usize| {
            let own = &self.weights[output * (self.width + 1)..(output + 1) * (self.width + 1)];
            own[self.width].abs() + own.iter().zip(row).map(|(w, x)| (w * x).abs()).sum::<f64>()
        };
        let sizes = match self.outputs() {
            1 => size(0),
            _ => size(place as usize) + size(rival as usize),
        };
        lead <= 4.0 * f64::EPSILON * sizes
    }

    /// The share of the weight on the wrong side.
    pub fn wrong(&self, rows: &TrainingRows, labels: &Labels, zero_is_second: bool) -> f64 {
        rows.share(|i| self.is_wrong(labels.places[i], rows.row(i), zero_is_second))
    }

    pub fn is_finite(&self) -> bool {
        self.weights.iter().all(|w| w.is_finite())
    }

    /// All weights, for each sum the constant first.
    pub fn constants_first(&self) -> Vec<f64> {
        let of_sum = |own: &[f64]| [&own[self.width..], &own[..self.width]].concat();
        self.weights.chunks_exact(self.width + 1).flat_map(of_sum).collect()
    }

    /// The length of the longest row, with a 1 for its constant. Of more than two classes it is that of Kessler's
    /// construction, in which a row is the difference of two.
    pub fn radius(&self, rows: &TrainingRows, has_constant: bool) -> f64 {
        let constant = f64::from(u8::from(has_constant));
        let kessler = if self.outputs() == 1 { 1.0 } else { 2.0 };
        (kessler * (rows.largest(|i| inner(rows.row(i), rows.row(i))) + constant)).sqrt()
    }

    /// How far the nearest row is on its side in those lengths, if all are on their side.
    pub fn margin(&self, rows: &TrainingRows, labels: &Labels) -> Option<f64> {
        let size = inner(&self.weights, &self.weights).sqrt();
        let least = -rows.largest(|i| -self.standing(labels.places[i], rows.row(i)).lead);
        (labels.classes.len() > 1 && least >= 0.0 && size > 0.0).then(|| least / size)
    }

    /// The constants and the weights of a model.
    pub fn into_parts(self) -> (Vec<f64>, Matrix) {
        let own = |k: usize, j: usize| self.weights[k * (self.width + 1) + j];
        let weights = Matrix::from_fn(self.outputs(), self.width, own);
        ((0..self.outputs()).map(|k| own(k, self.width)).collect(), weights)
    }
}

/// What the sums of some classes stand for.
pub(crate) fn response_of(classes: &[u32], zero_is_second: bool) -> Response {
    match *classes {
        [first, second] => Response::Sign { classes: [first, second], zero_is_second },
        _ => Response::Scores { classes: classes.to_vec() },
    }
}
