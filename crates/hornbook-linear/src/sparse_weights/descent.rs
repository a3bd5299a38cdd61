//! Coordinate descent on sums of products: one weight after the other, each to where it is best.
//!
//! The sums know the slope at every weight, so that a round costs nothing for weights that stay, and nothing depends on
//! the number of rows. Descent finds which weights are zero soon, but creeps where columns go together; steps on a face
//! (the weights that are not zero, each on its side of zero), where the objective is a parabola, go to its end at once.

use super::penalty::Penalty;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::Cholesky;
use hornbook_math::wide;

/// Faces with more weights than these are left to descent once the tolerance is reached.
const MOST_ON_A_FACE: usize = 100;
/// Rounds that may follow once the tolerance is reached, to come to the end of a face.
const MORE_ROUNDS: u32 = 10;
/// A gap that is rounding, beside the mean square of the target.
const ROUNDING: f64 = 1e-15;

/// Means of products over the rows: all that descent must know of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sums {
    /// Of each column with every column; zeros for a column that does not vary.
    pub matrix: Vec<Vec<f64>>,
    /// Of each column with the target.
    pub products: Vec<f64>,
    /// Of the target with itself.
    pub squares: f64,
}

/// When to end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub gap: f64,
    pub sweeps: u32,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ended {
    pub gap: f64,
    pub sweeps: u32,
    /// The mean square of the residuals.
    pub squares: f64,
}

/// What is told after a round: its number, the gap, and how many weights are not zero. An error ends the work.
pub(super) type Watch<'a> = dyn FnMut(u32, f64, usize) -> Result<()> + 'a;

impl Sums {
    /// The products of the columns with what the weights leave of the target.
    pub fn slopes(&self, weights: &[f64]) -> Vec<f64> {
        let mut slopes = self.products.clone();
        for (row, &weight) in self.matrix.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            slopes.iter_mut().zip(row).for_each(|(slope, product)| *slope -= weight * product);
        }
        slopes
    }

    /// The mean square of what the weights leave of the target.
    pub fn residual_squares(&self, weights: &[f64], slopes: &[f64]) -> f64 {
        let each = weights.iter().zip(slopes).zip(&self.products).map(|((w, s), p)| w * (s + p));
        (self.squares - each.sum::<f64>()).max(0.0)
    }
}

/// Moves the weights until the gap is small enough.
pub(super) fn descend<P: Penalty>(
    sums: &Sums,
    penalty: &P,
    weights: &mut [f64],
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Result<Ended> {
    let mut slopes = sums.slopes(weights);
    let gap_of = |weights: &[f64], slopes: &[f64]| {
        penalty.gap(weights, slopes, sums.residual_squares(weights, slopes))
    };
    let mut gap = gap_of(weights, &slopes);
    // Steps on faces are taken when as much work was done as they cost, so that they never cost more than descent.
    let (mut sweeps, mut saved, mut more) = (0, 0.0, 0);
    loop {
        if gap <= limits.gap {
            let on_face = weights.iter().filter(|w| **w != 0.0).count();
            let is_worth_it = penalty.parabola().is_some() && on_face <= MOST_ON_A_FACE;
            if !is_worth_it || more == MORE_ROUNDS || gap <= ROUNDING * sums.squares {
                return Ok(Ended { gap, sweeps, squares: sums.residual_squares(weights, &slopes) });
            }
            more += 1;
            step_on_face(sums, penalty, weights, &mut slopes)?;
        }
        if sweeps == limits.sweeps {
            return Ok(Ended { gap, sweeps, squares: sums.residual_squares(weights, &slopes) });
        }
        sweeps += 1;
        let (changes, turned) = wide::run(Sweep { sums, penalty, weights, slopes: &mut slopes });
        saved += (changes * weights.len()) as f64;
        let on_face = weights.iter().filter(|w| **w != 0.0).count();
        let cost = (on_face as f64).powi(3) / 6.0 + (on_face * weights.len()) as f64;
        if !turned && saved >= cost && on_face > 0 {
            step_on_face(sums, penalty, weights, &mut slopes)?;
            saved = 0.0;
        }
        gap = gap_of(weights, &slopes);
        if gap <= limits.gap {
            // Slopes that were moved a thousand times have rounding in them; the gap must not.
            slopes = sums.slopes(weights);
            gap = gap_of(weights, &slopes);
        }
        watch(sweeps, gap, on_face)?;
    }
}

/// One round over all weights. Tells how many changed, and whether one came to zero, left it or changed sides.
struct Sweep<'a, P> {
    sums: &'a Sums,
    penalty: &'a P,
    weights: &'a mut [f64],
    slopes: &'a mut [f64],
}

impl<P: Penalty> wide::Work for Sweep<'_, P> {
    type Output = (usize, bool);

    #[inline(always)]
    fn run(self) -> (usize, bool) {
        let (mut changes, mut turned) = (0, false);
        for (place, row) in self.sums.matrix.iter().enumerate() {
            let (bend, before) = (row[place], self.weights[place]);
            if bend <= 0.0 {
                continue;
            }
            let after = self.penalty.minimiser(bend, self.slopes[place] + bend * before);
            let moved = after - before;
            if moved != 0.0 {
                self.slopes.iter_mut().zip(row).for_each(|(slope, product)| *slope -= moved * product);
                self.weights[place] = after;
                changes += 1;
                turned |= before * after <= 0.0;
            }
        }
        (changes, turned)
    }
}

/// Goes to where the objective is smallest while no weight leaves its side of zero; the first to reach zero stays there.
fn step_on_face<P: Penalty>(
    sums: &Sums,
    penalty: &P,
    weights: &mut [f64],
    slopes: &mut Vec<f64>,
) -> Result<()> {
    let Some(prices) = penalty.parabola() else { return Ok(()) };
    let face: Vec<usize> = (0..weights.len()).filter(|&j| weights[j] != 0.0).collect();
    if face.is_empty() {
        return Ok(());
    }
    let products = Matrix::from_fn(face.len(), face.len(), |i, j| {
        sums.matrix[face[i]][face[j]] + if i == j { prices.l2 } else { 0.0 }
    });
    let Some(cholesky) = decomposed(&products) else { return Ok(()) };
    *slopes = sums.slopes(weights);
    let pull = |&j: &usize| slopes[j] - prices.l2 * weights[j] - prices.l1 * weights[j].signum();
    let pulls: Vec<f64> = face.iter().map(pull).collect();
    let steps = cholesky.solve(&pulls)?;
    // How far each weight may go until it is zero, in steps.
    let reaches: Vec<f64> = face
        .iter()
        .zip(&steps)
        .map(|(&j, step)| match weights[j] * step < 0.0 {
            true => -weights[j] / step,
            false => f64::INFINITY,
        })
        .collect();
    let bent: f64 = products.times(&steps)?.iter().zip(&steps).map(|(a, b)| a * b).sum();
    let gain: f64 = pulls.iter().zip(&steps).map(|(a, b)| a * b).sum();
    let lowest = if bent > 0.0 { gain / bent } else { f64::INFINITY };
    let share = reaches.iter().copied().fold(lowest, f64::min);
    // A step that is nothing but rounding leads nowhere.
    if gain > 0.0 && share.is_finite() {
        for ((&j, step), &reach) in face.iter().zip(&steps).zip(&reaches) {
            weights[j] = if reach <= share { 0.0 } else { weights[j] + share * step };
        }
        *slopes = sums.slopes(weights);
    }
    Ok(())
}

/// Where columns depend on each other the parabola is flat in some directions; bent a little, it leads along them until a
/// weight is zero.
fn decomposed(products: &Matrix) -> Option<Cholesky> {
    const BEND: f64 = 1e-10;
    let bent = |i: usize, j: usize| products.at(i, j) * if i == j { 1.0 + BEND } else { 1.0 };
    let size = products.rows();
    Cholesky::new(products).or_else(|_| Cholesky::new(&Matrix::from_fn(size, size, bent))).ok()
}
