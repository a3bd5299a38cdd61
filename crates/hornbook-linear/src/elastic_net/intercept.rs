//! What follows from sums of products: the problem about the means of the columns, and the errors of
//! coefficients.

use super::descent::GramSums;
use super::gram::{GramStatistic, SumOrigin};
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;

/// Where rows lie: what the intercept follows from.
#[derive(Debug, Clone)]
pub(super) struct InterceptSums {
    pub rows: u64,
    pub weight: f64,
    /// Of the columns in the order of the problem.
    pub means: Vec<f64>,
    pub target_mean: f64,
    pub intercept: bool,
}

impl InterceptSums {
    /// The intercept that goes with some weights.
    pub fn intercept(&self, weights: &[f64]) -> f64 {
        let gradients: f64 = weights.iter().zip(&self.means).map(|(w, mean)| w * mean).sum();
        if self.intercept { self.target_mean - gradients } else { 0.0 }
    }
}

/// Refuses numbers so large that their squares are none.
pub(super) fn check_squares(mut squares: impl Iterator<Item = f64>) -> Result<()> {
    match squares.all(f64::is_finite) {
        true => Ok(()),
        false => Err(Error::data(
            "the squares of a column or of the target are too large for a number",
            "measure it in larger units",
        )),
    }
}

impl GramStatistic {
    /// Means of products, about the means of columns or about zero, with columns in a chosen order.
    pub(super) fn centered(
        &self,
        order: &[usize],
        origin: &SumOrigin,
        intercept: bool,
    ) -> Result<(GramSums, InterceptSums)> {
        let (gram, weight) = (&self.gram, self.gram.weight());
        if weight.is_nan() || weight <= 0.0 {
            return Err(Error::no_rows());
        }
        let (matrix, products, squares, means, target_mean) = match intercept {
            true => {
                let centered = gram.centered()?;
                let squares = centered.target_products.at(0, 0);
                (centered.matrix, centered.products, squares, centered.means, centered.target_means[0])
            }
            false => {
                let means: Vec<f64> = gram
                    .sums()
                    .iter()
                    .zip(&origin.columns)
                    .map(|(sum, origin)| origin + sum / weight)
                    .collect();
                let target_mean = origin.target + gram.target_sums()[0] / weight;
                (gram.matrix(), gram.products(), gram.target_products().at(0, 0), means, target_mean)
            }
        };
        let is_still = |mean: f64, squares: f64| {
            let rounding = if intercept { 4.0 * f64::EPSILON * mean } else { 0.0 };
            squares <= rounding * rounding * weight
        };
        let varies: Vec<bool> =
            order.iter().map(|&column| !is_still(means[column], matrix.at(column, column))).collect();
        let row = |i: usize| -> Vec<f64> {
            let entry = |j: usize| match varies[i] && varies[j] {
                true => matrix.at(order[i], order[j]) / weight,
                false => 0.0,
            };
            (0..order.len()).map(entry).collect()
        };
        let product = |i: usize| if varies[i] { products.at(order[i], 0) / weight } else { 0.0 };
        let sums = GramSums {
            matrix: (0..order.len()).map(row).collect(),
            products: (0..order.len()).map(product).collect(),
            squares: if is_still(target_mean, squares) { 0.0 } else { squares / weight },
        };
        let diagonal = sums.matrix.iter().enumerate().map(|(place, row)| row[place]);
        check_squares(diagonal.chain([sums.squares]))?;
        let means = order.iter().map(|&column| means[column]).collect();
        Ok((sums, InterceptSums { rows: self.rows, weight, means, target_mean, intercept }))
    }

    /// What tells how wrong weights are on these rows.
    pub(super) fn held_out<'a>(&self, order: &'a [usize], origin: &'a SumOrigin) -> FoldSums<'a> {
        FoldSums {
            order,
            origin,
            matrix: self.gram.matrix(),
            products: self.gram.products(),
            sums: self.gram.sums(),
            target_squares: self.gram.target_products().at(0, 0),
            target_sum: self.gram.target_sums()[0],
            weight: self.gram.weight(),
        }
    }
}

/// Rows to be evaluated on, as sums about an origin.
pub(super) struct FoldSums<'a> {
    order: &'a [usize],
    origin: &'a SumOrigin,
    matrix: Matrix,
    products: Matrix,
    sums: Vec<f64>,
    target_squares: f64,
    target_sum: f64,
    pub weight: f64,
}

impl FoldSums<'_> {
    /// The sum of the squared errors of some weights with an intercept.
    pub fn errors(&self, weights: &[f64], intercept: f64) -> f64 {
        let used: Vec<(usize, f64)> =
            self.order.iter().copied().zip(weights.iter().copied()).filter(|(_, w)| *w != 0.0).collect();
        // The intercept where the origin is zero.
        let start = intercept - self.origin.target;
        let intercept = used.iter().fold(start, |sum, &(j, w)| sum + w * self.origin.columns[j]);
        let (mut squares, mut sum) = (self.target_squares, self.target_sum);
        for &(i, w) in &used {
            let fitted: f64 = used.iter().map(|&(j, other)| self.matrix.at(i, j) * other).sum();
            squares += w * (fitted - 2.0 * self.products.at(i, 0));
            sum -= w * self.sums[i];
        }
        (squares - 2.0 * intercept * sum + intercept * intercept * self.weight).max(0.0)
    }
}
