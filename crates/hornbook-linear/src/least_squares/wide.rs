//! Least squares of many more columns than rows, by products of rows with each other instead of columns: O(n² p) in place of
//! O(p³).
//!
//! With a penalty, the coefficients are $w = D^{-1}A^\top(AD^{-1}A^\top + I)^{-1}y$ (the dual form), for centered rows $A$ and the
//! penalties of the columns on the diagonal of $D$; without one, the shortest that fit best, by the singular values of $A$.

use super::coefficients::CoefficientSolution;
use super::passes::{LeastSquaresConfig, MOST_COLUMNS};
use super::solve::scale_of;
use crate::design::{check_width, rows_of, targets_of, undetermined};
use crate::model::LinearModel;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Matrix};
use hornbook_encoding::Encoder;
use hornbook_learner::Fit;
use hornbook_math::algebra::{Cholesky, PivotedQr, Svd, least_squares, vectors::norm};
use hornbook_math::quantiles::median;

/// Fewer columns than these are solved as others are, with what is said about their coefficients.
pub(super) const FEWEST_COLUMNS: usize = 500;
/// A column that is so many times longer than most takes half of the digits of a product of rows.
const DROWNING: f64 = 1e4;

/// Coefficients for each target, without errors and tests: there are more of them than rows.
pub(super) fn learn<L: Fit<Model = LinearModel>>(
    learner: &L,
    data: &Dataset,
    design: Encoder,
    config: LeastSquaresConfig,
    run: &Run,
) -> Result<LinearModel> {
    check_width(&design, MOST_COLUMNS)?;
    let rows = WeightedRows::of(data, &design, config)?;
    let ys = targets_of(data)?;
    let targets = data.all_targets().count();
    let target_rows: Vec<Vec<f64>> = (0..targets)
        .map(|target| ys.iter().skip(target).step_by(targets).copied().collect::<Vec<f64>>())
        .collect();
    let means: Vec<f64> = target_rows.iter().map(|y| rows.mean(y, config)).collect();
    let centered: Vec<Vec<f64>> =
        target_rows.iter().zip(&means).map(|(y, mean)| rows.weighted(y, *mean)).collect();
    run.check()?;
    let units = rows.units(config);
    let scaled = rows.scaled(&units);
    let (solved, is_determined) = run.install(|| match config.l2_penalty > 0.0 {
        true => Ok((penalized(&scaled, &centered)?, None)),
        false => {
            by_singular_values(&scaled, &centered, 0.0).map(|(solved, determined)| (solved, Some(determined)))
        }
    })?;
    let mut solution = CoefficientSolution::new(rows.means.clone());
    for ((y, mean), solved) in centered.iter().zip(&means).zip(&solved) {
        let left: f64 = y.iter().zip(scaled.times(solved)?).map(|(y, fit)| (y - fit) * (y - fit)).sum();
        let all: f64 = y.iter().map(|y| y * y).sum();
        let coefficients = solved.iter().zip(&units).map(|(z, unit)| z * unit).collect();
        solution.add(coefficients, config.intercept.then_some(*mean), 1.0 - left / all);
    }
    if let Some(is_determined) = is_determined {
        solution.warnings.extend(undetermined(&design, &is_determined));
    }
    solution.model(learner, data, design)
}

/// The rows about the means of their columns, times the roots of their weights.
struct WeightedRows {
    values: Matrix,
    means: Vec<f64>,
    /// The square of the length of each column.
    squares: Vec<f64>,
    weights: Vec<f64>,
    weight: f64,
}

impl WeightedRows {
    fn of(data: &Dataset, design: &Encoder, config: LeastSquaresConfig) -> Result<WeightedRows> {
        let width = design.width();
        let weights = data.row_weights();
        let weight: f64 = weights.iter().sum();
        let mut values = rows_of(design, data);
        let mut means = vec![0.0; width];
        if config.intercept {
            for (line, share) in values.chunks_exact(width).zip(&weights) {
                means.iter_mut().zip(line).for_each(|(mean, x)| *mean += share / weight * x);
            }
        }
        let mut squares = vec![0.0; width];
        for (line, weight) in values.chunks_exact_mut(width).zip(&weights) {
            let root = weight.sqrt();
            for ((x, mean), square) in line.iter_mut().zip(&means).zip(&mut squares) {
                *x = (*x - mean) * root;
                *square += *x * *x;
            }
        }
        let values = Matrix::new(weights.len(), width, values)?;
        Ok(WeightedRows { values, means, squares, weights, weight })
    }

    fn mean(&self, y: &[f64], config: LeastSquaresConfig) -> f64 {
        match config.intercept {
            true => y.iter().zip(&self.weights).map(|(y, weight)| y * weight / self.weight).sum(),
            false => 0.0,
        }
    }

    fn weighted(&self, y: &[f64], mean: f64) -> Vec<f64> {
        y.iter().zip(&self.weights).map(|(y, weight)| (y - mean) * weight.sqrt()).collect()
    }

    /// What each column is multiplied by: with a penalty, one over its root, so that all are penalized alike; without, one over the
    /// column's length. Columns that do not vary get none of it.
    fn units(&self, config: LeastSquaresConfig) -> Vec<f64> {
        let unit = |(&square, &mean): (&f64, &f64)| {
            let scale = scale_of(square, mean, self.weight);
            match (scale > 0.0, config.l2_penalty > 0.0) {
                (false, _) | (_, false) => scale,
                (true, true) if config.standardize => scale * (self.weight / config.l2_penalty).sqrt(),
                (true, true) => 1.0 / config.l2_penalty.sqrt(),
            }
        };
        self.squares.iter().zip(&self.means).map(unit).collect()
    }

    fn scaled(&self, units: &[f64]) -> Matrix {
        let values = &self.values;
        Matrix::from_fn(values.rows(), values.columns(), |row, column| values.at(row, column) * units[column])
    }
}

/// Coefficients under a penalty of 1 for each target. Columns that are large beside the others and the penalty, such as dates in
/// seconds, would drown these in the products of rows: they are projected out first, and get their coefficients last.
fn penalized(rows: &Matrix, targets: &[Vec<f64>]) -> Result<Vec<Vec<f64>>> {
    let lengths: Vec<f64> = (0..rows.columns()).map(|column| norm(&rows.column(column))).collect();
    let most = DROWNING * median(&lengths).max(1.0);
    let (large, small): (Vec<usize>, Vec<usize>) =
        (0..rows.columns()).partition(|&column| lengths[column] > most);
    if large.is_empty() || large.len() >= rows.rows() {
        return dual(rows, targets);
    }
    // Below the rows, the penalty of the large columns.
    let height = rows.rows() + large.len();
    let of_large = Matrix::from_fn(height, large.len(), |i, j| match i.checked_sub(rows.rows()) {
        None => rows.at(i, large[j]),
        Some(k) => f64::from(u8::from(k == j)),
    });
    let of_small = |row: usize, j: usize| if row < rows.rows() { rows.at(row, small[j]) } else { 0.0 };
    let of_small = Matrix::from_fn(height, small.len(), of_small);
    let directions = PivotedQr::new(&of_large)?.q;
    let stacked: Vec<Vec<f64>> =
        targets.iter().map(|y| y.iter().copied().chain(vec![0.0; large.len()]).collect()).collect();
    let beside = projected_out(&directions, of_small.clone())?;
    let rest = projected_out(&directions, Matrix::from_columns(&stacked)?)?;
    let rest: Vec<Vec<f64>> = (0..targets.len()).map(|target| rest.column(target)).collect();
    let solve = |(y, of_small_columns): (&Vec<f64>, Vec<f64>)| {
        let explained = of_small.times(&of_small_columns)?;
        let missed: Vec<f64> = y.iter().zip(explained).map(|(y, fit)| y - fit).collect();
        let mut all = vec![0.0; rows.columns()];
        small.iter().zip(of_small_columns).for_each(|(&column, z)| all[column] = z);
        large.iter().zip(least_squares(&of_large, &missed)?.x).for_each(|(&column, z)| all[column] = z);
        Ok(all)
    };
    stacked.iter().zip(dual(&beside, &rest)?).map(solve).collect()
}

/// Columns without their parts along orthonormal directions; what rounding leaves of them the first time goes the second.
fn projected_out(directions: &Matrix, mut columns: Matrix) -> Result<Matrix> {
    for _ in 0..2 {
        let along = directions.product(&directions.transpose().product(&columns)?)?;
        columns.values_mut().iter_mut().zip(along.values()).for_each(|(x, part)| *x -= part);
    }
    Ok(columns)
}

/// $B^\top(BB^\top + I)^{-1}y$ for each target, corrected once by what it misses.
fn dual(rows: &Matrix, targets: &[Vec<f64>]) -> Result<Vec<Vec<f64>>> {
    let mut kernel = rows.product(&rows.transpose())?;
    (0..kernel.rows()).for_each(|row| *kernel.at_mut(row, row) += 1.0);
    // Beside large products, rows that depend on each other are not positive to rounding.
    let Ok(cholesky) = Cholesky::new(&kernel) else { return Ok(by_singular_values(rows, targets, 1.0)?.0) };
    let solve = |y: &Vec<f64>| {
        let mut dual = cholesky.solve(y)?;
        let missed: Vec<f64> = y.iter().zip(kernel.times(&dual)?).map(|(y, found)| y - found).collect();
        dual.iter_mut().zip(cholesky.solve(&missed)?).for_each(|(dual, step)| *dual += step);
        rows.transposed_times(&dual)
    };
    targets.iter().map(solve).collect()
}

/// The coefficients that fit each target best under a penalty, or the shortest of them if there is none, and whether the rows
/// determine each.
fn by_singular_values(
    rows: &Matrix,
    targets: &[Vec<f64>],
    penalty: f64,
) -> Result<(Vec<Vec<f64>>, Vec<bool>)> {
    let svd = Svd::new(rows)?;
    let rank = svd.rank();
    let solve = |y: &Vec<f64>| {
        let along = svd.u.transposed_times(y)?;
        let parts: Vec<f64> = along
            .iter()
            .zip(&svd.values)
            .enumerate()
            .map(
                |(at, (along, value))| {
                    if at < rank { along * value / (value * value + penalty) } else { 0.0 }
                },
            )
            .collect();
        svd.v.times(&parts)
    };
    let solved = targets.iter().map(solve).collect::<Result<Vec<_>>>()?;
    let known = |column: usize| svd.v.row(column)[..rank].iter().map(|v| v * v).sum::<f64>();
    Ok((solved, (0..rows.columns()).map(|column| known(column) > 1.0 - 1e-8).collect()))
}
