//! Least squares of many sparse columns, whose products with each other would fill the memory: conjugate gradients, which
//! only multiply the rows with vectors.

use super::passes::Plan;
use crate::design::{Design, targets_of};
use crate::model::LinearModel;
use crate::sparse::CentredColumns;
use hornbook_core::{Result, Run, Verdict};
use hornbook_data::{Dataset, Matrix, SparseRows};
use hornbook_learner::{Fit, Summary};

/// Sparse rows of no more columns than these are squared as others are.
pub(super) const MOST_SQUARED: usize = 2000;
/// How small the slope is at the end, beside that at the start.
const TOLERANCE: f64 = 1e-12;
/// Most steps.
const MOST_STEPS: u64 = 5000;

/// Columns to be weighted, in units in which each is as long as the others.
struct Problem<'a> {
    rows: &'a SparseRows,
    columns: CentredColumns,
    /// The price of the square of each weight, beside mean squares of errors.
    prices: Vec<f64>,
    units: Vec<f64>,
    origins: Vec<f64>,
    roots: Vec<f64>,
}

impl Problem<'_> {
    /// The products of all columns with a vector, in their units.
    fn slopes(&self, vector: &[f64]) -> Vec<f64> {
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

    /// The weights that fit a target best, how many steps were taken, and whether they are settled.
    fn solve(&self, target: &[f64], run: &Run) -> Result<(Vec<f64>, u64, bool)> {
        let mut point = vec![0.0; self.units.len()];
        let mut slope = self.slopes(target);
        let mut direction = slope.clone();
        let mut squares = dot(&slope, &slope);
        let enough = squares * TOLERANCE * TOLERANCE;
        for step in 0..MOST_STEPS {
            if squares <= enough {
                return Ok((self.weights(&point), step, true));
            }
            run.check()?;
            if run.progress("fitting", step, None) == Verdict::Finish {
                return Ok((self.weights(&point), step, false));
            }
            let bent = self.bent(&direction)?;
            let length = squares / dot(&direction, &bent);
            add(length, &direction, &mut point);
            add(-length, &bent, &mut slope);
            let before = std::mem::replace(&mut squares, dot(&slope, &slope));
            for (direction, slope) in direction.iter_mut().zip(&slope) {
                *direction = slope + squares / before * *direction;
            }
        }
        Ok((self.weights(&point), MOST_STEPS, false))
    }

    /// How the slope changes along a direction.
    fn bent(&self, direction: &[f64]) -> Result<Vec<f64>> {
        let weights = self.weights(direction);
        let mut bent = self.slopes(&self.fitted(&weights)?);
        for (column, bent) in bent.iter_mut().enumerate() {
            *bent += self.prices[column] * weights[column] * self.units[column];
        }
        Ok(bent)
    }

    fn weights(&self, point: &[f64]) -> Vec<f64> {
        point.iter().zip(&self.units).map(|(x, unit)| x * unit).collect()
    }
}

/// Weights for each target, without errors and tests.
pub(super) fn learn<L: Fit<Model = LinearModel>>(
    learner: &L,
    data: &Dataset,
    design: Design,
    rows: &SparseRows,
    plan: Plan,
    run: &Run,
) -> Result<LinearModel> {
    let weights = data.row_weights();
    let weight: f64 = weights.iter().sum();
    let shares: Vec<f64> = weights.iter().map(|w| w / weight).collect();
    let order: Vec<usize> = (0..design.width()).collect();
    let columns = CentredColumns::of(rows.view(), &order, &shares, plan.intercept);
    let price = |length: &f64| plan.price / weight * if plan.standardize { length * length } else { 1.0 };
    let unit = |length: &f64| if *length > 0.0 { 1.0 / length.hypot(price(length).sqrt()) } else { 0.0 };
    let problem = Problem {
        units: columns.lengths.iter().map(unit).collect(),
        prices: columns.lengths.iter().map(price).collect(),
        origins: if plan.intercept { columns.means.clone() } else { vec![0.0; design.width()] },
        roots: shares.iter().map(|share| share.sqrt()).collect(),
        rows,
        columns,
    };
    let (means, ys, targets) = (&problem.columns.means, targets_of(data)?, data.all_targets().count());
    let counting = weights.iter().filter(|w| **w > 0.0).count() as u64;
    let mut summary = Summary { rows: counting, weight, converged: true, ..Summary::default() };
    summary.details.insert("columns".into(), design.width().into());
    let (mut all, mut intercepts, mut steps) = (Vec::new(), Vec::new(), 0);
    for target in 0..targets {
        let y: Vec<f64> = ys.iter().skip(target).step_by(targets).copied().collect();
        let mean = if plan.intercept { dot(&y, &shares) } else { 0.0 };
        let prepared: Vec<f64> = y.iter().zip(&problem.roots).map(|(y, root)| (y - mean) * root).collect();
        let (found, taken, is_settled) = problem.solve(&prepared, run)?;
        let left: f64 =
            prepared.iter().zip(problem.fitted(&found)?).map(|(y, fit)| (y - fit) * (y - fit)).sum();
        let name = if targets == 1 { "r_squared".to_string() } else { format!("r_squared_{}", target + 1) };
        summary.details.insert(name, (1.0 - left / dot(&prepared, &prepared)).into());
        summary.converged &= is_settled;
        steps += taken;
        intercepts.push(if plan.intercept { mean - dot(&found, means) } else { 0.0 });
        all.extend(found);
    }
    summary.details.insert("rounds".into(), steps.into());
    if !summary.converged {
        summary.warnings.push(format!("the weights are not settled after {steps} steps"));
    }
    let info = learner.model_info(data, summary)?;
    let weights = Matrix::new(targets, design.width(), all)?;
    Ok(LinearModel::new(info, design, intercepts, weights, means.clone()))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(times: f64, from: &[f64], to: &mut [f64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += times * from);
}
