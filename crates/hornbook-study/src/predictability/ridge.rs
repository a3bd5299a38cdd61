//! Ridge regression as a linear smoother: in its primal form where features are few, and else in the dual form.

use super::fold_assignment::FoldAssignment;
use super::linear_smoother::{SmootherFactor, sparse};
use hornbook_core::Result;
use hornbook_math::algebra::{Lu, inverse};
use hornbook_math::matrix::Matrix;

/// Whether the dual form takes less work.
pub(super) fn is_dense(rows: usize, columns: usize) -> bool {
    primal_multiplications(rows, columns) > rows * rows
}

/// The multiplications for one column of targets.
pub(super) fn multiplications(rows: usize, columns: usize) -> f64 {
    primal_multiplications(rows, columns).min(rows * rows) as f64
}

fn primal_multiplications(rows: usize, columns: usize) -> usize {
    // All rows times the coefficients of five folds, and each row once more.
    6 * (columns + 1) * rows
}

/// The smoother of a design matrix with centered columns. `products` are those of its rows with each other.
pub(super) fn factors(
    design: &Matrix,
    products: &Matrix,
    folds: &FoldAssignment,
    penalty: f64,
) -> Result<Vec<SmootherFactor>> {
    match is_dense(design.rows(), design.columns()) {
        false => primal(design, folds, penalty),
        true => Ok(vec![SmootherFactor::Dense(dual(products, folds, penalty)?)]),
    }
}

/// The coefficients of each fold as a matrix times the targets, and the rows times the coefficients of their fold. The
/// intercept is the last coefficient and has no penalty.
fn primal(design: &Matrix, folds: &FoldAssignment, penalty: f64) -> Result<Vec<SmootherFactor>> {
    let (rows, columns) = (design.rows(), design.columns());
    let width = columns + 1;
    let mut coefficients = Matrix::zeros(folds.count() * width, rows);
    for fold in 0..folds.count() {
        let (_, train) = folds.split(fold);
        let of_train = Matrix::from_fn(train.len(), columns, |i, j| design.at(train[i], j));
        let share = 1.0 / train.len() as f64;
        let means = of_train.transposed_times(&vec![share; train.len()])?;
        let centered = Matrix::from_fn(train.len(), columns, |i, j| of_train.at(i, j) - means[j]);
        let turned = centered.transpose();
        let mut normal = turned.product(&centered)?;
        (0..columns).for_each(|j| *normal.at_mut(j, j) += penalty);
        let slopes = Lu::new(&normal)?.solve_matrix(&turned)?;
        let shifts = slopes.transposed_times(&means)?;
        for (at, &row) in train.iter().enumerate() {
            (0..columns).for_each(|j| *coefficients.at_mut(fold * width + j, row) = slopes.at(j, at));
            *coefficients.at_mut(fold * width + columns, row) = share - shifts[at];
        }
    }
    let terms = |row: usize| {
        let first = folds.fold_of[row] * width;
        let values = design.row(row).iter().copied().chain([1.0]);
        values.enumerate().map(|(j, x)| ((first + j) as u32, x)).collect()
    };
    Ok(vec![sparse(folds.count() * width, (0..rows).map(terms)), SmootherFactor::Dense(coefficients)])
}

/// By the residuals of the fit to all rows: with $B = I - H$, those of a fold that is left out are $B_{ff}^{-1} (By)_f$, so one
/// inverse serves all folds.
pub(super) fn dual(products: &Matrix, folds: &FoldAssignment, penalty: f64) -> Result<Matrix> {
    let rows = products.rows();
    let penalized = products.plus(&Matrix::identity(rows).scaled(penalty))?;
    let of_mean = 1.0 / rows as f64;
    let residual_maker = inverse(&penalized)?.map(|x| penalty * x - of_mean);
    let mut smoother = Matrix::zeros(rows, rows);
    for fold in 0..folds.count() {
        let (test, train) = folds.split(fold);
        let own = Matrix::from_fn(test.len(), test.len(), |i, j| residual_maker.at(test[i], test[j]));
        let others = Matrix::from_fn(test.len(), train.len(), |i, j| residual_maker.at(test[i], train[j]));
        let weights = Lu::new(&own)?.solve_matrix(&others)?;
        for (i, &row) in test.iter().enumerate() {
            (0..train.len()).for_each(|j| *smoother.at_mut(row, train[j]) = -weights.at(i, j));
        }
    }
    Ok(smoother)
}
