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

/// Steps on faces of so many weights cost nothing to speak of.
const SMALL_FACE: usize = 64;
/// Rounds that may follow once the tolerance is reached, to come to the end of a face.
const MORE_ROUNDS: u32 = 10;
/// Rounds over the weights that are not zero, between looks at the others.
const ROUNDS_ON_A_FACE: u32 = 20;
/// A gap that is rounding, beside the mean square of the target. One more round is worth it all the same: a gap is to the
/// weights as a square is to its root.
const ROUNDING: f64 = 1e-15;
/// Rounds without a smaller gap after which one that is already as small as this share is taken for rounding.
const STUCK: (u32, f64) = (50, 1e-9);

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
    /// The sums of some of the columns.
    fn part(&self, places: &[usize]) -> Sums {
        let row = |&i: &usize| places.iter().map(|&j| self.matrix[i][j]).collect();
        Sums {
            matrix: places.iter().map(row).collect(),
            products: places.iter().map(|&j| self.products[j]).collect(),
            squares: self.squares,
        }
    }

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
    // Steps on large faces are taken when as much work was done as they cost, so that they never cost more than descent.
    let (mut sweeps, mut saved, mut more) = (0, 0.0, 0);
    let (mut smallest, mut found_at) = (gap, 0);
    loop {
        if gap <= limits.gap {
            let is_worth_it = penalty.parabola().is_some() && face_of(weights).len() <= SMALL_FACE;
            let is_exact = more > 0 && gap <= ROUNDING * sums.squares;
            if !is_worth_it || more == MORE_ROUNDS || is_exact {
                return Ok(Ended { gap, sweeps, squares: sums.residual_squares(weights, &slopes) });
            }
            more += 1;
        }
        if gap < 0.9 * smallest {
            (smallest, found_at) = (gap, sweeps);
        }
        let is_stuck = sweeps - found_at >= STUCK.0 && gap <= STUCK.1 * sums.squares;
        if sweeps == limits.sweeps || is_stuck {
            return Ok(Ended { gap, sweeps, squares: sums.residual_squares(weights, &slopes) });
        }
        sweeps += 1;
        saved +=
            wide::run(Sweep { sums, penalty, weights, slopes: &mut slopes }) as f64 * weights.len() as f64;
        let face = face_of(weights);
        if face.len() > SMALL_FACE && 4 * face.len() < 3 * weights.len() {
            sweeps += descend_on_face(sums, penalty, &face, weights, limits, sweeps)?;
            slopes = sums.slopes(weights);
        }
        // A weight that has come to zero leaves a smaller face behind, which has an end of its own.
        loop {
            let face = face_of(weights);
            let cost = (face.len() as f64).powi(3) / 6.0 + (face.len() * weights.len()) as f64;
            if face.is_empty() || face.len() > SMALL_FACE && saved < cost {
                break;
            }
            saved -= cost;
            if step_on_face(sums, penalty, &face, weights, &mut slopes)? != Step::Blocked {
                break;
            }
        }
        gap = gap_of(weights, &slopes);
        if gap <= limits.gap {
            // Slopes that were moved a thousand times have rounding in them; the gap must not.
            slopes = sums.slopes(weights);
            gap = gap_of(weights, &slopes);
        }
        watch(sweeps, gap, weights.iter().filter(|w| **w != 0.0).count())?;
    }
}

/// Moves only the weights that are not zero, for some rounds; gives how many. Where they are few among many, sums of their
/// own are less to go through.
fn descend_on_face<P: Penalty>(
    sums: &Sums,
    penalty: &P,
    face: &[usize],
    weights: &mut [f64],
    limits: Limits,
    done: u32,
) -> Result<u32> {
    let limits = Limits { gap: 0.5 * limits.gap, sweeps: ROUNDS_ON_A_FACE.min(limits.sweeps - done) };
    let mut inside: Vec<f64> = face.iter().map(|&j| weights[j]).collect();
    let ended = descend(&sums.part(face), penalty, &mut inside, limits, &mut |_, _, _| Ok(()))?;
    face.iter().zip(inside).for_each(|(&j, weight)| weights[j] = weight);
    Ok(ended.sweeps)
}

/// The places of the weights that are not zero.
fn face_of(weights: &[f64]) -> Vec<usize> {
    (0..weights.len()).filter(|&j| weights[j] != 0.0).collect()
}

/// One round over all weights. Tells how many changed.
struct Sweep<'a, P> {
    sums: &'a Sums,
    penalty: &'a P,
    weights: &'a mut [f64],
    slopes: &'a mut [f64],
}

impl<P: Penalty> wide::Work for Sweep<'_, P> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let mut changes = 0;
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
            }
        }
        changes
    }
}

/// How a step on a face went.
#[derive(PartialEq)]
enum Step {
    /// To its end.
    Whole,
    /// Until a weight was zero.
    Blocked,
    /// Nowhere: there is no face, or what is left is rounding.
    None,
}

/// Goes to where the objective is smallest while no weight leaves its side of zero; the first to reach zero stays there.
fn step_on_face<P: Penalty>(
    sums: &Sums,
    penalty: &P,
    face: &[usize],
    weights: &mut [f64],
    slopes: &mut Vec<f64>,
) -> Result<Step> {
    let Some(prices) = penalty.parabola() else { return Ok(Step::None) };
    let products = Matrix::from_fn(face.len(), face.len(), |i, j| {
        sums.matrix[face[i]][face[j]] + if i == j { prices.l2 } else { 0.0 }
    });
    let Some(cholesky) = decomposed(&products) else { return Ok(Step::None) };
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
    if !(gain > 0.0 && share.is_finite()) {
        return Ok(Step::None);
    }
    for ((&j, step), &reach) in face.iter().zip(&steps).zip(&reaches) {
        weights[j] = if reach <= share { 0.0 } else { weights[j] + share * step };
    }
    *slopes = sums.slopes(weights);
    Ok(if share < lowest { Step::Blocked } else { Step::Whole })
}

/// Where columns depend on each other the parabola is flat in some directions; bent a little, it leads along them until a
/// weight is zero.
fn decomposed(products: &Matrix) -> Option<Cholesky> {
    const BEND: f64 = 1e-10;
    let bent = |i: usize, j: usize| products.at(i, j) * if i == j { 1.0 + BEND } else { 1.0 };
    let size = products.rows();
    Cholesky::new(products).or_else(|_| Cholesky::new(&Matrix::from_fn(size, size, bent))).ok()
}
