//! From sums or a triangle to weights.

use super::passes::LeastSquaresConfig;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::{CenteredGram, Cholesky, Svd, least_squares, norms::norm_1, vectors::norm};
use hornbook_math::double_double::DoubleDoubleSum;

/// Coefficients, and what is to be known about them. Columns are measured from their means, and in this
/// file in units of their lengths.
pub(super) struct NormalEquationSolution {
    /// A row for each target.
    pub weights: Matrix,
    pub means: Vec<f64>,
    pub target_means: Vec<f64>,
    /// The intercept of each target.
    pub intercepts: Vec<f64>,
    pub weight: f64,
    /// Of the columns, in units of their lengths.
    pub condition: f64,
    pub rank: usize,
    /// How many free coefficients the fit is worth; with a penalty, fewer than there are.
    pub degrees: f64,
    pub residual_squares: Vec<f64>,
    pub total_squares: Vec<f64>,
    /// The inverse of the sums of products, whose diagonal tells the variances of the coefficients.
    pub inverse: Matrix,
    /// Whether the rows determine each weight.
    pub is_determined: Vec<bool>,
    /// How many times the variance of each coefficient is what it would be if columns had nothing to do
    /// with each other.
    pub inflation: Vec<f64>,
    /// One over the length of each column; zero for those that do not vary.
    scales: Vec<f64>,
    /// The inverse of the products of the columns that vary, in units of their lengths, as a factor times its mirror image:
    /// multiplied one after the other, rounding in directions that hardly matter does not reach the others.
    factor: Matrix,
}

impl NormalEquationSolution {
    /// Whether residuals are too small to be had as a difference of sums.
    pub fn residuals_are_slight(&self, share: f64) -> bool {
        self.residual_squares.iter().zip(&self.total_squares).any(|(rest, all)| *rest < share * all)
    }

    /// Moves the weights of a target by what sums over its residuals say, and tells how far, beside the largest weight.
    pub fn correct(
        &mut self,
        target: usize,
        products: &[DoubleDoubleSum],
        sum: DoubleDoubleSum,
        config: LeastSquaresConfig,
    ) -> Result<f64> {
        let (active, penalties) = (active(&self.scales), penalties(&self.scales, self.weight, config));
        let weights = self.weights.row_mut(target);
        let right: Vec<f64> = active
            .iter()
            .map(|&j| {
                let mut about_mean = products[j];
                about_mean.add_product(-self.means[j], sum.value());
                about_mean.value() * self.scales[j] - penalties[j] * weights[j] / self.scales[j]
            })
            .collect();
        let steps = match active.is_empty() {
            true => Vec::new(),
            false => self.factor.times(&self.factor.transposed_times(&right)?)?,
        };
        let largest = active.iter().map(|&j| (weights[j] / self.scales[j]).abs()).fold(0.0, f64::max);
        let (mut moved, mut shift) = (0.0f64, sum.value() / self.weight);
        for (&j, step) in active.iter().zip(&steps) {
            let step_of_weight = step * self.scales[j];
            weights[j] += step_of_weight;
            shift -= self.means[j] * step_of_weight;
            moved = moved.max(step.abs() / largest.max(f64::MIN_POSITIVE));
        }
        if config.intercept {
            self.intercepts[target] += shift;
        }
        Ok(moved)
    }

    /// The intercepts that go with the means, if there is one.
    fn set_intercepts(&mut self, config: LeastSquaresConfig) {
        let intercept = |target: usize| {
            let mut sum = DoubleDoubleSum::default();
            sum.add(self.target_means[target]);
            for (mean, weight) in self.means.iter().zip(self.weights.row(target)) {
                sum.add_product(-mean, *weight);
            }
            sum.value()
        };
        if config.intercept {
            self.intercepts = (0..self.weights.rows()).map(intercept).collect();
        }
    }
}

/// The columns that vary.
fn active(scales: &[f64]) -> Vec<usize> {
    (0..scales.len()).filter(|&j| scales[j] > 0.0).collect()
}

/// The penalty of each coefficient, in units of the columns' lengths.
fn penalties(scales: &[f64], weight: f64, config: LeastSquaresConfig) -> Vec<f64> {
    let penalty = |scale: &f64| {
        if config.standardize { config.l2_penalty / weight } else { config.l2_penalty * scale * scale }
    };
    scales.iter().map(penalty).collect()
}

/// One over a length, unless it is rounding beside the mean.
pub(super) fn scale_of(squares: f64, mean: f64, weight: f64) -> f64 {
    let rounding = 4.0 * f64::EPSILON * mean;
    if squares > rounding * rounding * weight { 1.0 / squares.sqrt() } else { 0.0 }
}

/// Solves by Cholesky's decomposition; none if the columns depend on each other.
pub(super) fn by_sums(
    sums: &CenteredGram,
    config: LeastSquaresConfig,
) -> Result<Option<NormalEquationSolution>> {
    let (width, targets) = (sums.matrix.rows(), sums.products.columns());
    let scales: Vec<f64> =
        (0..width).map(|j| scale_of(sums.matrix.at(j, j), sums.means[j], sums.weight)).collect();
    let (active, penalties) = (active(&scales), penalties(&scales, sums.weight, config));
    let scaled =
        |i: usize, j: usize| sums.matrix.at(active[i], active[j]) * scales[active[i]] * scales[active[j]];
    let unpenalized = Matrix::from_fn(active.len(), active.len(), scaled);
    let penalized = Matrix::from_fn(active.len(), active.len(), |i, j| {
        unpenalized.at(i, j) + if i == j { penalties[active[i]] } else { 0.0 }
    });
    let cholesky = match active.is_empty() {
        true => None,
        false => match Cholesky::new(&penalized) {
            Ok(cholesky) => Some(cholesky),
            Err(_) => return Ok(None),
        },
    };
    let factor = match &cholesky {
        None => Matrix::zeros(0, 0),
        Some(cholesky) => {
            let unit =
                |at: usize| (0..active.len()).map(|i| f64::from(u8::from(i == at))).collect::<Vec<f64>>();
            let rows = (0..active.len()).map(|at| cholesky.solve_lower(&unit(at)));
            Matrix::from_rows(&rows.collect::<Result<Vec<_>>>()?)?
        }
    };
    let inverse =
        if active.is_empty() { Matrix::zeros(0, 0) } else { factor.product(&factor.transpose())? };
    let condition = if active.is_empty() { 1.0 } else { (norm_1(&penalized) * norm_1(&inverse)).sqrt() };
    let mut weights = Matrix::zeros(targets, width);
    let mut residual_squares = Vec::with_capacity(targets);
    for target in 0..targets {
        let right: Vec<f64> = active.iter().map(|&j| sums.products.at(j, target) * scales[j]).collect();
        let solved = cholesky.as_ref().map_or(Ok(Vec::new()), |cholesky| cholesky.solve(&right))?;
        let explained: f64 = solved.iter().zip(&right).map(|(z, r)| z * r).sum();
        let spread: f64 = match config.l2_penalty > 0.0 {
            true => unpenalized.times(&solved)?.iter().zip(&solved).map(|(a, b)| a * b).sum(),
            false => explained,
        };
        residual_squares.push((sums.target_products.at(target, target) - 2.0 * explained + spread).max(0.0));
        active.iter().zip(&solved).for_each(|(&j, z)| *weights.at_mut(target, j) = z * scales[j]);
    }
    let mut solution = NormalEquationSolution {
        weights,
        means: sums.means.clone(),
        target_means: sums.target_means.clone(),
        intercepts: vec![0.0; targets],
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
        factor,
    };
    solution.spread_inverse(&active, &inverse, &unpenalized, config);
    solution.set_intercepts(config);
    Ok(Some(solution))
}

impl NormalEquationSolution {
    /// Puts the inverse into the units of the columns, and tells what follows from it.
    fn spread_inverse(
        &mut self,
        active: &[usize],
        inverse: &Matrix,
        products: &Matrix,
        config: LeastSquaresConfig,
    ) {
        for (i, &to) in active.iter().enumerate() {
            self.inflation[to] = inverse.at(i, i);
            for (j, &beside) in active.iter().enumerate() {
                *self.inverse.at_mut(to, beside) = inverse.at(i, j) * self.scales[to] * self.scales[beside];
                self.degrees += inverse.at(i, j) * products.at(j, i);
            }
        }
        // Without a penalty the sum is the rank, but for rounding.
        if config.l2_penalty == 0.0 {
            self.degrees = self.rank as f64;
        }
    }
}

/// Solves by the triangle of a QR decomposition of columns, targets and ones, less an origin: for columns that depend on
/// each other.
pub(super) fn by_triangle(
    triangle: &Matrix,
    origin: (&[f64], &[f64]),
    config: LeastSquaresConfig,
) -> Result<NormalEquationSolution> {
    let (width, targets) = (origin.0.len(), origin.1.len());
    let ones = triangle.column(width + targets);
    let weight: f64 = ones.iter().map(|x| x * x).sum();
    let mut shift = vec![0.0; width + targets];
    let mut columns: Vec<Vec<f64>> = (0..width + targets).map(|j| triangle.column(j)).collect();
    if config.intercept {
        for (column, shift) in columns.iter_mut().zip(&mut shift) {
            *shift = column.iter().zip(&ones).map(|(x, one)| x * one).sum::<f64>() / weight;
            column.iter_mut().zip(&ones).for_each(|(x, one)| *x -= *shift * one);
        }
    }
    let means: Vec<f64> =
        origin.0.iter().chain(origin.1).zip(&shift).map(|(origin, shift)| origin + shift).collect();
    let scales: Vec<f64> =
        (0..width).map(|j| scale_of(norm(&columns[j]).powi(2), means[j], weight)).collect();
    let (active, penalties) = (active(&scales), penalties(&scales, weight, config));
    let rows = triangle.rows();
    let scaled = |i: usize, j: usize| columns[active[j]][i] * scales[active[j]];
    let extra = if config.l2_penalty > 0.0 { active.len() } else { 0 };
    let penalized = Matrix::from_fn(rows + extra, active.len(), |i, j| match i.checked_sub(rows) {
        None => scaled(i, j),
        Some(k) if k == j => penalties[active[j]].sqrt(),
        Some(_) => 0.0,
    });
    let unpenalized = Matrix::from_fn(active.len(), active.len(), |i, j| {
        (0..rows).map(|row| scaled(row, i) * scaled(row, j)).sum()
    });
    let mut solution = NormalEquationSolution {
        weights: Matrix::zeros(targets, width),
        target_means: means[width..].to_vec(),
        means: means[..width].to_vec(),
        intercepts: vec![0.0; targets],
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
        factor: Matrix::zeros(0, 0),
    };
    let svd = if active.is_empty() { None } else { Some(Svd::new(&penalized)?) };
    for target in 0..targets {
        let mut right = columns[width + target].clone();
        right.resize(rows + extra, 0.0);
        let solved = if active.is_empty() { Vec::new() } else { least_squares(&penalized, &right)?.x };
        let misses: f64 = (0..rows)
            .map(|i| right[i] - solved.iter().enumerate().map(|(j, z)| z * scaled(i, j)).sum::<f64>())
            .map(|miss| miss * miss)
            .sum();
        solution.residual_squares.push(misses);
        for (&j, z) in active.iter().zip(&solved) {
            *solution.weights.at_mut(target, j) = z * solution.scales[j];
        }
    }
    solution.set_intercepts(config);
    let Some(svd) = svd else { return Ok(solution) };
    let rank = svd.rank();
    (solution.rank, solution.condition) = (rank, svd.condition_number());
    solution.factor = Matrix::from_fn(active.len(), rank, |i, k| svd.v.at(i, k) / svd.values[k]);
    let inverse = solution.factor.product(&solution.factor.transpose())?;
    for (i, &column) in active.iter().enumerate() {
        // What lies in the directions that the rows say nothing about.
        let known: f64 = (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum();
        solution.is_determined[column] = known > 1.0 - 1e-8;
    }
    solution.spread_inverse(&active, &inverse, &unpenalized, config);
    Ok(solution)
}
