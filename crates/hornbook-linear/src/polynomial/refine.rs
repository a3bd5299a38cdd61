//! Coefficients in double-double arithmetic.

use super::events::PolynomialEvent;
use super::inverse::{corrected, products};
use super::orthogonal_basis::OrthogonalBasis;
use crate::basis::numbers_of;
use crate::design::{rows_of, targets_of};
use crate::model::{FitStatistics, LinearModel};
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Features, Matrix};
use hornbook_learner::Model as _;
use hornbook_math::double_double::DoubleDouble;
use rayon::prelude::*;
use std::ops::Range;

/// How often weights are corrected: each time they gain about as many digits as they had at first.
const CORRECTIONS: usize = 2;
/// Up to this condition the inverse has as many digits as anybody needs; and for more columns than these it is not corrected,
/// which would take long.
const MILD: f64 = 100.0;
const MOST_COLUMNS: usize = 300;
/// Squares that grow by less have not grown.
const ROUNDING: f64 = 1e-10;
/// Rows that one task looks at; the sums of tasks are added in order.
const BLOCK: usize = 4096;

/// An intercept and weights for the products of a [`OrthogonalBasis`] and the columns of categories behind them.
#[derive(Clone)]
pub(super) struct DoubleDoubleCoefficients {
    pub intercept: DoubleDouble,
    pub weights: Vec<DoubleDouble>,
}

/// Rows as their numbers, without any rounding.
pub(super) struct DoubleDoubleRows<'a> {
    space: &'a OrthogonalBasis,
    numbers: Vec<Vec<f64>>,
    /// The columns of categories, row by row.
    codes: Vec<f64>,
    width: usize,
    targets: Vec<f64>,
    pub weights: Vec<f64>,
}

/// The products of the residuals with each column, their sum, and the sum of their squares.
type DoubleDoubleSums = Vec<DoubleDouble>;

impl DoubleDoubleRows<'_> {
    /// The columns of a row.
    pub fn columns(&self, row: usize) -> Vec<DoubleDouble> {
        let numbers: Vec<f64> = self.numbers.iter().map(|column| column[row]).collect();
        let mut columns = self.space.exact_products(&numbers);
        columns.extend(
            self.codes[row * self.width..(row + 1) * self.width].iter().map(|&x| DoubleDouble::from(x)),
        );
        columns
    }

    /// The rows in parts, whose sums are to be added in order.
    pub fn blocks(&self) -> Vec<Range<usize>> {
        let count = self.targets.len();
        (0..count).step_by(BLOCK).map(|first| first..count.min(first + BLOCK)).collect()
    }

    /// All in double-double arithmetic: the products are what is left of large ones that cancel.
    fn sums(&self, at: &DoubleDoubleCoefficients) -> DoubleDoubleSums {
        let count = at.weights.len();
        let block = |rows: Range<usize>| {
            let mut sums = vec![DoubleDouble::default(); count + 2];
            for row in rows {
                let columns = self.columns(row);
                let start = DoubleDouble::from(self.targets[row]) - at.intercept;
                let residual = columns.iter().zip(&at.weights).fold(start, |rest, (&x, &w)| rest - x * w);
                let weighted = DoubleDouble::from(self.weights[row]) * residual;
                sums.iter_mut().zip(&columns).for_each(|(sum, &x)| *sum = *sum + weighted * x);
                sums[count] = sums[count] + weighted;
                sums[count + 1] = sums[count + 1] + weighted * residual;
            }
            sums
        };
        let parts: Vec<DoubleDoubleSums> = self.blocks().into_par_iter().map(block).collect();
        let mut all = vec![DoubleDouble::default(); count + 2];
        for part in parts {
            all.iter_mut().zip(part).for_each(|(sum, more)| *sum = *sum + more);
        }
        all
    }
}

/// Corrects the weights of a fit to rows by what their residuals say in double-double arithmetic.
pub(super) fn refine(
    inner: LinearModel,
    space: &OrthogonalBasis,
    data: &Dataset,
    expanded: &Dataset,
    run: &Run,
) -> Result<(LinearModel, DoubleDoubleCoefficients)> {
    let start = DoubleDoubleCoefficients {
        intercept: DoubleDouble::from(inner.intercepts()[0]),
        weights: inner.weights().row(0).iter().map(|&w| DoubleDouble::from(w)).collect(),
    };
    let Some(mut fitted) = inner.fitted().cloned() else { return Ok((inner, start)) };
    let rows: Features<'static> = data.row_features();
    let (made, all) = (space.monomials.len(), inner.design().width());
    let dense = rows_of(inner.design(), expanded);
    let exact = DoubleDoubleRows {
        space,
        numbers: space.numbers.iter().map(|&input| numbers_of(&rows, input)).collect(),
        codes: dense.chunks_exact(all.max(1)).flat_map(|row| row[made..].to_vec()).collect(),
        width: all - made,
        targets: targets_of(data)?,
        weights: data.row_weights(),
    };
    let (mut best, mut sums) = (start.clone(), exact.sums(&start));
    for corrections in 0..=CORRECTIONS {
        run.check()?;
        let squares = sums[all + 1].value();
        fitted.targets[0].residual_squares = squares;
        run.trace(|| PolynomialEvent::Residuals { corrections, squares });
        if corrections == CORRECTIONS {
            break;
        }
        let total = sums[all];
        let about_means: Vec<f64> = (sums.iter().zip(inner.means()))
            .map(|(&sum, &mean)| (sum - DoubleDouble::from(mean) * total).value())
            .collect();
        let steps = if all == 0 { Vec::new() } else { fitted.inverse.times(&about_means)? };
        let mut next = best.clone();
        next.weights
            .iter_mut()
            .zip(&steps)
            .for_each(|(weight, &step)| *weight = *weight + DoubleDouble::from(step));
        if fitted.intercept {
            let moved: f64 = inner.means().iter().zip(&steps).map(|(mean, step)| mean * step).sum();
            next.intercept = next.intercept + DoubleDouble::from(total.value() / fitted.weight - moved);
        }
        let next_sums = exact.sums(&next);
        // Columns that all but depend on each other have an inverse too rough to correct by.
        if next_sums[all + 1].value() > squares * (1.0 + ROUNDING) {
            break;
        }
        (best, sums) = (next, next_sums);
    }
    let is_known = fitted.is_determined.iter().all(|&is_known| is_known);
    if is_known && fitted.condition > MILD && all <= MOST_COLUMNS {
        let sums = products(&exact, inner.means(), fitted.intercept, fitted.weight);
        fitted.inverse = corrected(&sums, &fitted.inverse)?;
    }
    let weights = Matrix::new(1, all, best.weights.iter().map(|w| w.value()).collect())?;
    let (info, design, means) = (inner.info().clone(), inner.design().clone(), inner.means().to_vec());
    let refined = LinearModel::new(info, design, vec![best.intercept.value()], weights, means);
    Ok((refined.with_fit_statistics(FitStatistics::LeastSquares(fitted)), best))
}
