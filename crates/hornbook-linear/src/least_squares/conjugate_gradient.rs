//! Least squares of many sparse columns, whose products with each other would fill the memory: conjugate gradients, which
//! only multiply the rows with vectors.

use super::coefficients::CoefficientSolution;
use super::passes::LeastSquaresConfig;
use crate::design::targets_of;
use crate::model::LinearModel;
use crate::sparse::CenteredColumns;
use hornbook_core::{ObserverAction, Result, Run};
use hornbook_data::{Dataset, SparseRows};
use hornbook_encoding::Encoder;
use hornbook_learner::Fit;

/// Sparse rows of no more columns than these are squared as others are.
pub(super) const MOST_SQUARED: usize = 2000;
/// How small the gradient is at the end, beside that at the start.
const TOLERANCE: f64 = 1e-12;
/// Most steps.
const MOST_STEPS: u64 = 5000;

/// Columns to be weighted, in units in which each is as long as the others.
struct CgProblem<'a> {
    rows: &'a SparseRows,
    columns: CenteredColumns,
    /// The penalty of the square of each coefficient, beside mean squares of errors.
    penalties: Vec<f64>,
    units: Vec<f64>,
    origins: Vec<f64>,
    roots: Vec<f64>,
}

impl CgProblem<'_> {
    /// The products of all columns with a vector, in their units.
    fn gradient_of(&self, vector: &[f64]) -> Vec<f64> {
        let all: Vec<usize> = (0..self.units.len()).collect();
        let products = self.columns.products(&all, vector);
        products.iter().zip(&self.units).map(|(product, unit)| product * unit).collect()
    }

    /// The weighted sum of all columns.
    fn fitted(&self, weights: &[f64]) -> Result<Vec<f64>> {
        let constant: f64 = weights.iter().zip(&self.origins).map(|(w, origin)| w * origin).sum();
        let sums = self.rows.view().times(weights)?;
        Ok(sums.iter().zip(&self.roots).map(|(sum, root)| (sum - constant) * root).collect())
    }

    /// The coefficients that fit a target best, how many steps were taken, and whether they have converged.
    fn solve(&self, target: &[f64], run: &Run) -> Result<(Vec<f64>, u64, bool)> {
        let mut point = vec![0.0; self.units.len()];
        let mut gradient = self.gradient_of(target);
        let mut direction = gradient.clone();
        let mut squares = dot(&gradient, &gradient);
        let enough = squares * TOLERANCE * TOLERANCE;
        for step in 0..MOST_STEPS {
            if squares <= enough {
                return Ok((self.weights(&point), step, true));
            }
            run.check()?;
            if run.progress("fitting", step, None) == ObserverAction::Finish {
                return Ok((self.weights(&point), step, false));
            }
            let hessian_product = self.hessian_product(&direction)?;
            let length = squares / dot(&direction, &hessian_product);
            add(length, &direction, &mut point);
            add(-length, &hessian_product, &mut gradient);
            let before = std::mem::replace(&mut squares, dot(&gradient, &gradient));
            for (direction, gradient) in direction.iter_mut().zip(&gradient) {
                *direction = gradient + squares / before * *direction;
            }
        }
        Ok((self.weights(&point), MOST_STEPS, false))
    }

    /// How the gradient changes along a direction.
    fn hessian_product(&self, direction: &[f64]) -> Result<Vec<f64>> {
        let weights = self.weights(direction);
        let mut hessian_product = self.gradient_of(&self.fitted(&weights)?);
        for (column, hessian_product) in hessian_product.iter_mut().enumerate() {
            *hessian_product += self.penalties[column] * weights[column] * self.units[column];
        }
        Ok(hessian_product)
    }

    fn weights(&self, point: &[f64]) -> Vec<f64> {
        point.iter().zip(&self.units).map(|(x, unit)| x * unit).collect()
    }
}

/// Coefficients for each target, without errors and tests.
pub(super) fn learn<L: Fit<Model = LinearModel>>(
    learner: &L,
    data: &Dataset,
    design: Encoder,
    rows: &SparseRows,
    config: LeastSquaresConfig,
    run: &Run,
) -> Result<LinearModel> {
    let weights = data.row_weights();
    let weight: f64 = weights.iter().sum();
    let shares: Vec<f64> = weights.iter().map(|w| w / weight).collect();
    let order: Vec<usize> = (0..design.width()).collect();
    let columns = CenteredColumns::of(rows.view(), &order, &shares, config.intercept);
    let penalty =
        |length: &f64| config.l2_penalty / weight * if config.standardize { length * length } else { 1.0 };
    let unit = |length: &f64| if *length > 0.0 { 1.0 / length.hypot(penalty(length).sqrt()) } else { 0.0 };
    let problem = CgProblem {
        units: columns.lengths.iter().map(unit).collect(),
        penalties: columns.lengths.iter().map(penalty).collect(),
        origins: if config.intercept { columns.means.clone() } else { vec![0.0; design.width()] },
        roots: shares.iter().map(|share| share.sqrt()).collect(),
        rows,
        columns,
    };
    let (ys, targets) = (targets_of(data)?, data.all_targets().count());
    let mut solution = CoefficientSolution::new(problem.columns.means.clone());
    let mut steps = 0;
    for target in 0..targets {
        let y: Vec<f64> = ys.iter().skip(target).step_by(targets).copied().collect();
        let mean = if config.intercept { dot(&y, &shares) } else { 0.0 };
        let prepared: Vec<f64> = y.iter().zip(&problem.roots).map(|(y, root)| (y - mean) * root).collect();
        let (found, taken, is_settled) = problem.solve(&prepared, run)?;
        let left: f64 =
            prepared.iter().zip(problem.fitted(&found)?).map(|(y, fit)| (y - fit) * (y - fit)).sum();
        solution.add(found, config.intercept.then_some(mean), 1.0 - left / dot(&prepared, &prepared));
        solution.converged &= is_settled;
        steps += taken;
    }
    solution.iterations = Some(steps);
    if !solution.converged {
        solution.warnings.push(format!("did not converge in {steps} iterations"));
    }
    solution.model(learner, data, design)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(times: f64, from: &[f64], to: &mut [f64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += times * from);
}
