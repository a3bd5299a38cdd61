//! Coordinate descent on sums of products: one coefficient after the other, each to where it is best.
//!
//! The sums know the gradient at every weight, so that a sweep costs nothing for coefficients that stay,
//! and nothing depends on the number of rows. Descent finds which weights are zero soon, but creeps where
//! columns go together; steps on a face (the coefficients that are not zero, each on its side of zero),
//! where the objective is a parabola, go to its end at once.

use super::penalty::CoordinatePenalty;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::Cholesky;
use hornbook_math::simd;

/// Steps on faces of so many coefficients cost nothing to speak of.
const SMALL_FACE: usize = 64;
/// Sweeps that may follow once the tolerance is reached, to come to the end of a face.
const MORE_ROUNDS: u32 = 10;
/// Sweeps over the coefficients that are not zero, between looks at the others.
const ROUNDS_ON_A_FACE: u32 = 20;
/// A gap that is rounding, beside the mean square of the target. One more sweep is worth it all the same: a
/// gap is to the coefficients as a square is to its root.
const ROUNDING: f64 = 1e-15;
/// Sweeps without a smaller gap after which one that is already as small as this fraction is taken for
/// rounding.
const STUCK: (u32, f64) = (50, 1e-9);

/// Means of products over the rows: all that descent must know of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GramSums {
    /// Of each column with every column; zeros for a column that does not vary.
    pub matrix: Vec<Vec<f64>>,
    /// Of each column with the target.
    pub products: Vec<f64>,
    /// Of the target with itself.
    pub squares: f64,
}

/// When to end.
#[derive(Debug, Clone, Copy)]
pub(super) struct CoordinateDescentLimits {
    pub gap: f64,
    pub sweeps: u32,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CoordinateDescentResult {
    pub gap: f64,
    pub sweeps: u32,
    /// The mean square of the residuals.
    pub squares: f64,
}

/// What is told after a sweep: its number, the gap, and how many coefficients are not zero. An error ends
/// the work.
pub(super) type SweepObserver<'a> = dyn FnMut(u32, f64, usize) -> Result<()> + 'a;

impl GramSums {
    /// The sums of some of the columns.
    fn part(&self, places: &[usize]) -> GramSums {
        let row = |&i: &usize| places.iter().map(|&j| self.matrix[i][j]).collect();
        GramSums {
            matrix: places.iter().map(row).collect(),
            products: places.iter().map(|&j| self.products[j]).collect(),
            squares: self.squares,
        }
    }

    /// The products of the columns with what the coefficients leave of the target.
    pub fn gradients(&self, weights: &[f64]) -> Vec<f64> {
        let mut gradients = self.products.clone();
        for (row, &weight) in self.matrix.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            gradients.iter_mut().zip(row).for_each(|(gradient, product)| *gradient -= weight * product);
        }
        gradients
    }

    /// The mean square of what the coefficients leave of the target.
    pub fn residual_squares(&self, weights: &[f64], gradients: &[f64]) -> f64 {
        let each = weights.iter().zip(gradients).zip(&self.products).map(|((w, s), p)| w * (s + p));
        (self.squares - each.sum::<f64>()).max(0.0)
    }
}

/// Moves the coefficients until the gap is small enough.
pub(super) fn descend<P: CoordinatePenalty>(
    sums: &GramSums,
    penalty: &P,
    weights: &mut [f64],
    limits: CoordinateDescentLimits,
    watch: &mut SweepObserver<'_>,
) -> Result<CoordinateDescentResult> {
    let mut gradients = sums.gradients(weights);
    let gap_of = |weights: &[f64], gradients: &[f64]| {
        penalty.gap(weights, gradients, sums.residual_squares(weights, gradients))
    };
    let mut gap = gap_of(weights, &gradients);
    // Steps on large faces are taken when as much work was done as they cost, so that they never cost more than descent.
    let (mut sweeps, mut saved, mut more) = (0, 0.0, 0);
    let (mut smallest, mut found_at) = (gap, 0);
    loop {
        if gap <= limits.gap {
            let is_worth_it = penalty.parabola().is_some() && face_of(weights).len() <= SMALL_FACE;
            let is_exact = more > 0 && gap <= ROUNDING * sums.squares;
            if !is_worth_it || more == MORE_ROUNDS || is_exact {
                return Ok(CoordinateDescentResult {
                    gap,
                    sweeps,
                    squares: sums.residual_squares(weights, &gradients),
                });
            }
            more += 1;
        }
        if gap < 0.9 * smallest {
            (smallest, found_at) = (gap, sweeps);
        }
        let is_stuck = sweeps - found_at >= STUCK.0 && gap <= STUCK.1 * sums.squares;
        if sweeps == limits.sweeps || is_stuck {
            return Ok(CoordinateDescentResult {
                gap,
                sweeps,
                squares: sums.residual_squares(weights, &gradients),
            });
        }
        sweeps += 1;
        saved += simd::run(GramSweep { sums, penalty, weights, gradients: &mut gradients }) as f64
            * weights.len() as f64;
        let face = face_of(weights);
        if face.len() > SMALL_FACE && 4 * face.len() < 3 * weights.len() {
            sweeps += descend_on_face(sums, penalty, &face, weights, limits, sweeps)?;
            gradients = sums.gradients(weights);
        }
        // A weight that has come to zero leaves a smaller face behind, which has an end of its own.
        loop {
            let face = face_of(weights);
            let cost = (face.len() as f64).powi(3) / 6.0 + (face.len() * weights.len()) as f64;
            if face.is_empty() || face.len() > SMALL_FACE && saved < cost {
                break;
            }
            saved -= cost;
            if step_on_face(sums, penalty, &face, weights, &mut gradients)? != FaceStep::Blocked {
                break;
            }
        }
        gap = gap_of(weights, &gradients);
        if gap <= limits.gap {
            // Gradients that were updated a thousand times have rounding in them; the gap must not.
            gradients = sums.gradients(weights);
            gap = gap_of(weights, &gradients);
        }
        watch(sweeps, gap, weights.iter().filter(|w| **w != 0.0).count())?;
    }
}

/// Moves only the coefficients that are not zero, for some sweeps; gives how many. Where they are few among
/// many, sums of their own are less to go through.
fn descend_on_face<P: CoordinatePenalty>(
    sums: &GramSums,
    penalty: &P,
    face: &[usize],
    weights: &mut [f64],
    limits: CoordinateDescentLimits,
    done: u32,
) -> Result<u32> {
    let limits =
        CoordinateDescentLimits { gap: 0.5 * limits.gap, sweeps: ROUNDS_ON_A_FACE.min(limits.sweeps - done) };
    let mut inside: Vec<f64> = face.iter().map(|&j| weights[j]).collect();
    let ended = descend(&sums.part(face), penalty, &mut inside, limits, &mut |_, _, _| Ok(()))?;
    face.iter().zip(inside).for_each(|(&j, weight)| weights[j] = weight);
    Ok(ended.sweeps)
}

/// The positions of the coefficients that are not zero.
fn face_of(weights: &[f64]) -> Vec<usize> {
    (0..weights.len()).filter(|&j| weights[j] != 0.0).collect()
}

/// One sweep over all coefficients. Tells how many changed.
struct GramSweep<'a, P> {
    sums: &'a GramSums,
    penalty: &'a P,
    weights: &'a mut [f64],
    gradients: &'a mut [f64],
}

impl<P: CoordinatePenalty> simd::SimdKernel for GramSweep<'_, P> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let mut changes = 0;
        for (place, row) in self.sums.matrix.iter().enumerate() {
            let (curvature, before) = (row[place], self.weights[place]);
            if curvature <= 0.0 {
                continue;
            }
            let after = self.penalty.minimizer(curvature, self.gradients[place] + curvature * before);
            let moved = after - before;
            if moved != 0.0 {
                self.gradients
                    .iter_mut()
                    .zip(row)
                    .for_each(|(gradient, product)| *gradient -= moved * product);
                self.weights[place] = after;
                changes += 1;
            }
        }
        changes
    }
}

/// How a step on a face went.
#[derive(PartialEq)]
enum FaceStep {
    /// To its end.
    Whole,
    /// Until a weight was zero.
    Blocked,
    /// Nowhere: there is no face, or what is left is rounding.
    None,
}

/// Goes to where the objective is smallest while no weight leaves its side of zero; the first to reach zero stays there.
fn step_on_face<P: CoordinatePenalty>(
    sums: &GramSums,
    penalty: &P,
    face: &[usize],
    weights: &mut [f64],
    gradients: &mut Vec<f64>,
) -> Result<FaceStep> {
    let Some(penalty) = penalty.parabola() else { return Ok(FaceStep::None) };
    let products = Matrix::from_fn(face.len(), face.len(), |i, j| {
        sums.matrix[face[i]][face[j]] + if i == j { penalty.l2 } else { 0.0 }
    });
    let Some(cholesky) = decomposed(&products) else { return Ok(FaceStep::None) };
    *gradients = sums.gradients(weights);
    let negative_gradient =
        |&j: &usize| gradients[j] - penalty.l2 * weights[j] - penalty.l1 * weights[j].signum();
    let negative_gradients: Vec<f64> = face.iter().map(negative_gradient).collect();
    let steps = cholesky.solve(&negative_gradients)?;
    // How far each weight may go until it is zero, in steps.
    let reaches: Vec<f64> = face
        .iter()
        .zip(&steps)
        .map(|(&j, step)| match weights[j] * step < 0.0 {
            true => -weights[j] / step,
            false => f64::INFINITY,
        })
        .collect();
    let curvature: f64 = products.times(&steps)?.iter().zip(&steps).map(|(a, b)| a * b).sum();
    let gain: f64 = negative_gradients.iter().zip(&steps).map(|(a, b)| a * b).sum();
    let lowest = if curvature > 0.0 { gain / curvature } else { f64::INFINITY };
    let share = reaches.iter().copied().fold(lowest, f64::min);
    if !(gain > 0.0 && share.is_finite()) {
        return Ok(FaceStep::None);
    }
    for ((&j, step), &reach) in face.iter().zip(&steps).zip(&reaches) {
        weights[j] = if reach <= share { 0.0 } else { weights[j] + share * step };
    }
    *gradients = sums.gradients(weights);
    Ok(if share < lowest { FaceStep::Blocked } else { FaceStep::Whole })
}

/// Where columns depend on each other the parabola is flat in some directions; with a little curvature added, it leads
/// along them until a weight is zero.
fn decomposed(products: &Matrix) -> Option<Cholesky> {
    const RIDGE: f64 = 1e-10;
    let ridged = |i: usize, j: usize| products.at(i, j) * if i == j { 1.0 + RIDGE } else { 1.0 };
    let size = products.rows();
    Cholesky::new(products).or_else(|_| Cholesky::new(&Matrix::from_fn(size, size, ridged))).ok()
}
