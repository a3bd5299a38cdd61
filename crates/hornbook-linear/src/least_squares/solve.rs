//! From sums or a triangle to weights.

use super::passes::Plan;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::{CentredGram, Cholesky, Svd, least_squares, norms::norm_1, vectors::norm};

/// Weights, and what is to be known about them. Columns are measured from their means, and in this file in units of their
/// lengths.
pub(super) struct Solution {
    /// A row for each target.
    pub weights: Matrix,
    pub means: Vec<f64>,
    pub target_means: Vec<f64>,
    /// What the constant term was corrected by, beside what follows from the means.
    pub shifts: Vec<f64>,
    pub weight: f64,
    /// Of the columns, in units of their lengths.
    pub condition: f64,
    pub rank: usize,
    /// How many free weights the fit is worth; with a price, fewer than there are.
    pub degrees: f64,
    pub residual_squares: Vec<f64>,
    pub total_squares: Vec<f64>,
    /// The inverse of the sums of products, whose diagonal tells the variances of the weights.
    pub inverse: Matrix,
    /// Whether the rows determine each weight.
    pub is_determined: Vec<bool>,
    /// How many times the variance of each weight is what it would be if columns had nothing to do with each other.
    pub inflation: Vec<f64>,
    /// One over the length of each column; zero for those that do not vary.
    scales: Vec<f64>,
    cholesky: Option<Cholesky>,
}

impl Solution {
    /// Whether residuals are too small to be had as a difference of sums.
    pub fn residuals_are_slight(&self, share: f64) -> bool {
        self.residual_squares.iter().zip(&self.total_squares).any(|(rest, all)| *rest < share * all)
    }

    /// Moves the weights by what sums over residuals say, and tells how far, beside the largest weight.
    pub fn correct(&mut self, products: &Matrix, sums: &[f64], weight: f64, plan: Plan) -> Result<f64> {
        let Some(cholesky) = &self.cholesky else { return Ok(0.0) };
        let (active, prices) = (active(&self.scales), prices(&self.scales, self.weight, plan));
        let mut moved = 0.0f64;
        for target in 0..self.weights.rows() {
            let weights = self.weights.row_mut(target);
            let right: Vec<f64> = active
                .iter()
                .map(|&j| products.at(j, target) * self.scales[j] - prices[j] * weights[j] / self.scales[j])
                .collect();
            let steps = cholesky.solve(&right)?;
            let largest = active.iter().map(|&j| (weights[j] / self.scales[j]).abs()).fold(0.0, f64::max);
            for (&j, step) in active.iter().zip(&steps) {
                weights[j] += step * self.scales[j];
                moved = moved.max(step.abs() / largest.max(f64::MIN_POSITIVE));
            }
            if plan.intercept {
                self.shifts[target] += sums[target] / weight;
            }
        }
        Ok(moved)
    }
}

/// The columns that vary.
fn active(scales: &[f64]) -> Vec<usize> {
    (0..scales.len()).filter(|&j| scales[j] > 0.0).collect()
}

/// The price of each weight, in units of the columns' lengths.
fn prices(scales: &[f64], weight: f64, plan: Plan) -> Vec<f64> {
    let price = |scale: &f64| if plan.standardize { plan.price / weight } else { plan.price * scale * scale };
    scales.iter().map(price).collect()
}

/// One over a length, unless it is rounding beside the mean.
fn scale_of(squares: f64, mean: f64, weight: f64) -> f64 {
    let rounding = 4.0 * f64::EPSILON * mean;
    if squares > rounding * rounding * weight { 1.0 / squares.sqrt() } else { 0.0 }
}

/// Solves by Cholesky's decomposition; none if the columns depend on each other.
pub(super) fn by_sums(sums: &CentredGram, plan: Plan) -> Result<Option<Solution>> {
    let (width, targets) = (sums.matrix.rows(), sums.products.columns());
    let scales: Vec<f64> =
        (0..width).map(|j| scale_of(sums.matrix.at(j, j), sums.means[j], sums.weight)).collect();
    let (active, prices) = (active(&scales), prices(&scales, sums.weight, plan));
    let scaled =
        |i: usize, j: usize| sums.matrix.at(active[i], active[j]) * scales[active[i]] * scales[active[j]];
    let unpriced = Matrix::from_fn(active.len(), active.len(), scaled);
    let priced = Matrix::from_fn(active.len(), active.len(), |i, j| {
        unpriced.at(i, j) + if i == j { prices[active[i]] } else { 0.0 }
    });
    let cholesky = match active.is_empty() {
        true => None,
        false => match Cholesky::new(&priced) {
            Ok(cholesky) => Some(cholesky),
            Err(_) => return Ok(None),
        },
    };
    let inverse = cholesky.as_ref().map_or(Ok(Matrix::zeros(0, 0)), Cholesky::inverse)?;
    let condition = if active.is_empty() { 1.0 } else { (norm_1(&priced) * norm_1(&inverse)).sqrt() };
    let mut weights = Matrix::zeros(targets, width);
    let mut residual_squares = Vec::with_capacity(targets);
    for target in 0..targets {
        let right: Vec<f64> = active.iter().map(|&j| sums.products.at(j, target) * scales[j]).collect();
        let solved = cholesky.as_ref().map_or(Ok(Vec::new()), |cholesky| cholesky.solve(&right))?;
        let explained: f64 = solved.iter().zip(&right).map(|(z, r)| z * r).sum();
        let spread: f64 = match plan.price > 0.0 {
            true => unpriced.times(&solved)?.iter().zip(&solved).map(|(a, b)| a * b).sum(),
            false => explained,
        };
        residual_squares.push((sums.target_products.at(target, target) - 2.0 * explained + spread).max(0.0));
        active.iter().zip(&solved).for_each(|(&j, z)| *weights.at_mut(target, j) = z * scales[j]);
    }
    let mut solution = Solution {
        weights,
        means: sums.means.clone(),
        target_means: sums.target_means.clone(),
        shifts: vec![0.0; targets],
        weight: sums.weight,
        condition,
        rank: active.len(),
        degrees: 0.0,
        residual_squares,
        total_squares: sums.target_products.diagonal_values(),
        inverse: Matrix::zeros(width, width),
        is_determined: scales.iter().map(|&scale| scale > 0.0).collect(),
        inflation: vec![f64::NAN; width],
        scales,
        cholesky,
    };
    solution.spread_inverse(&active, &inverse, &unpriced);
    Ok(Some(solution))
}

impl Solution {
    /// Puts the inverse into the units of the columns, and tells what follows from it.
    fn spread_inverse(&mut self, active: &[usize], inverse: &Matrix, products: &Matrix) {
        for (i, &to) in active.iter().enumerate() {
            self.inflation[to] = inverse.at(i, i);
            for (j, &beside) in active.iter().enumerate() {
                *self.inverse.at_mut(to, beside) = inverse.at(i, j) * self.scales[to] * self.scales[beside];
                self.degrees += inverse.at(i, j) * products.at(j, i);
            }
        }
    }
}

/// Solves by the triangle of a QR decomposition of columns, targets and ones, less an origin: for columns that depend on
/// each other.
pub(super) fn by_triangle(triangle: &Matrix, origin: (&[f64], &[f64]), plan: Plan) -> Result<Solution> {
    let (width, targets) = (origin.0.len(), origin.1.len());
    let ones = triangle.column(width + targets);
    let weight: f64 = ones.iter().map(|x| x * x).sum();
    let mut shift = vec![0.0; width + targets];
    let mut columns: Vec<Vec<f64>> = (0..width + targets).map(|j| triangle.column(j)).collect();
    if plan.intercept {
        for (column, shift) in columns.iter_mut().zip(&mut shift) {
            *shift = column.iter().zip(&ones).map(|(x, one)| x * one).sum::<f64>() / weight;
            column.iter_mut().zip(&ones).for_each(|(x, one)| *x -= *shift * one);
        }
    }
    let means: Vec<f64> =
        origin.0.iter().chain(origin.1).zip(&shift).map(|(origin, shift)| origin + shift).collect();
    let scales: Vec<f64> =
        (0..width).map(|j| scale_of(norm(&columns[j]).powi(2), means[j], weight)).collect();
    let (active, prices) = (active(&scales), prices(&scales, weight, plan));
    let rows = triangle.rows();
    let scaled = |i: usize, j: usize| columns[active[j]][i] * scales[active[j]];
    let extra = if plan.price > 0.0 { active.len() } else { 0 };
    let priced = Matrix::from_fn(rows + extra, active.len(), |i, j| match i.checked_sub(rows) {
        None => scaled(i, j),
        Some(k) if k == j => prices[active[j]].sqrt(),
        Some(_) => 0.0,
    });
    let unpriced = Matrix::from_fn(active.len(), active.len(), |i, j| {
        (0..rows).map(|row| scaled(row, i) * scaled(row, j)).sum()
    });
    let mut solution = Solution {
        weights: Matrix::zeros(targets, width),
        target_means: means[width..].to_vec(),
        means: means[..width].to_vec(),
        shifts: vec![0.0; targets],
        weight,
        condition: 1.0,
        rank: 0,
        degrees: 0.0,
        residual_squares: Vec::new(),
        total_squares: columns[width..].iter().map(|y| norm(y).powi(2)).collect(),
        inverse: Matrix::zeros(width, width),
        is_determined: vec![false; width],
        inflation: vec![f64::NAN; width],
        scales: scales.clone(),
        cholesky: None,
    };
    let svd = if active.is_empty() { None } else { Some(Svd::new(&priced)?) };
    for target in 0..targets {
        let mut right = columns[width + target].clone();
        right.resize(rows + extra, 0.0);
        let solved = if active.is_empty() { Vec::new() } else { least_squares(&priced, &right)?.x };
        let misses: f64 = (0..rows)
            .map(|i| right[i] - solved.iter().enumerate().map(|(j, z)| z * scaled(i, j)).sum::<f64>())
            .map(|miss| miss * miss)
            .sum();
        solution.residual_squares.push(misses);
        for (&j, z) in active.iter().zip(&solved) {
            *solution.weights.at_mut(target, j) = z * solution.scales[j];
        }
    }
    let Some(svd) = svd else { return Ok(solution) };
    let rank = svd.rank();
    (solution.rank, solution.condition) = (rank, svd.condition_number());
    let inverse = Matrix::from_fn(active.len(), active.len(), |i, j| {
        (0..rank).map(|k| svd.v.at(i, k) * svd.v.at(j, k) / (svd.values[k] * svd.values[k])).sum()
    });
    for (i, &column) in active.iter().enumerate() {
        // What lies in the directions that the rows say nothing about.
        let known: f64 = (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum();
        solution.is_determined[column] = known > 1.0 - 1e-8;
    }
    solution.spread_inverse(&active, &inverse, &unpriced);
    Ok(solution)
}
