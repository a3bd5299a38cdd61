//! The units that a search for coefficients works in.

use crate::column_stats::ColumnStats;
use hornbook_data::Matrix;
use hornbook_math::algebra::Gram;

/// The variables of a search: the coefficients of columns less their means, in units in which every column
/// spreads alike, and the intercept behind them. Badly scaled columns are no worse than others then.
#[derive(Debug, Clone)]
pub(crate) struct StandardizedParameters {
    /// What is taken off each column.
    pub center: Vec<f64>,
    /// What a variable is multiplied by to be a weight; zero for columns that do not vary.
    scale: Vec<f64>,
    pub has_intercept: bool,
    /// The column whose weight is 1, whatever the point is.
    pub offset: Option<usize>,
    /// The penalty of the square of each coefficient, halved, beside the mean loss of a row.
    l2_penalty: f64,
}

impl StandardizedParameters {
    pub fn new(column_stats: &ColumnStats, has_intercept: bool, l2_penalty: f64) -> StandardizedParameters {
        let unit = |(deviation, mean): (&f64, &f64)| {
            let spread = deviation.hypot(if has_intercept { 0.0 } else { *mean });
            if spread > 0.0 { 1.0 / spread } else { 0.0 }
        };
        let scale: Vec<f64> = column_stats.deviations.iter().zip(&column_stats.means).map(unit).collect();
        let center = if has_intercept { column_stats.means.clone() } else { vec![0.0; scale.len()] };
        StandardizedParameters { center, scale, has_intercept, offset: None, l2_penalty }
    }

    /// The same with an offset, if there is one: a column whose weight is 1 and cannot be moved.
    pub fn with_offset(mut self, column: Option<usize>) -> StandardizedParameters {
        if let Some(unit) = column.and_then(|column| self.scale.get_mut(column)) {
            *unit = 0.0;
        }
        self.offset = column;
        self
    }

    /// The same, but no weight can be moved: what is left is the intercept, if there is one.
    pub fn without_columns(&self) -> StandardizedParameters {
        StandardizedParameters { scale: vec![0.0; self.scale.len()], ..self.clone() }
    }

    /// How many columns there are; the intercept is behind them.
    pub fn width(&self) -> usize {
        self.scale.len()
    }

    /// What a variable is multiplied by; zero if it cannot be moved.
    pub fn unit(&self, place: usize) -> f64 {
        self.scale.get(place).copied().unwrap_or(if self.has_intercept { 1.0 } else { 0.0 })
    }

    /// Whether a variable can be moved: the columns that vary, and the intercept if there is one.
    pub fn is_active(&self, place: usize) -> bool {
        self.unit(place) > 0.0
    }

    /// How many variables can be moved.
    pub fn active(&self) -> usize {
        (0..=self.width()).filter(|&place| self.is_active(place)).count()
    }

    /// How many of them the rows determine, if so many directions of their [`Self::hessian`] are free.
    pub fn determined(&self, free_directions: usize) -> f64 {
        (self.active() - free_directions) as f64
    }

    /// The intercept and the coefficients of a point, for columns less the origin.
    pub fn centered_weights(&self, point: &[f64]) -> (f64, Vec<f64>) {
        let mut weights: Vec<f64> = point.iter().zip(&self.scale).map(|(x, unit)| x * unit).collect();
        if let Some(offset) = self.offset {
            weights[offset] = 1.0;
        }
        (if self.has_intercept { point[self.width()] } else { 0.0 }, weights)
    }

    /// The same, for columns as they are.
    pub fn weights(&self, point: &[f64]) -> (f64, Vec<f64>) {
        let (intercept, weights) = self.centered_weights(point);
        let at_origin: f64 = weights.iter().zip(&self.center).map(|(w, x)| w * x).sum();
        (intercept - at_origin, weights)
    }

    /// What the squares of the coefficients of a point cost.
    pub fn cost(&self, point: &[f64]) -> f64 {
        let squares = point.iter().zip(&self.scale).map(|(x, unit)| (x * unit) * (x * unit));
        0.5 * self.l2_penalty * squares.sum::<f64>()
    }

    /// Derivatives by the variables, with those of the cost, from derivatives by weights and intercept that are divided by
    /// the weight of the rows.
    pub fn gradient(&self, point: &[f64], sums: &[f64], weight: f64) -> Vec<f64> {
        let l2_penalty = |place: usize| if place < self.width() { self.l2_penalty } else { 0.0 };
        let gradient = |(place, (sum, x)): (usize, (&f64, &f64))| {
            let unit = self.unit(place);
            sum * unit / weight + l2_penalty(place) * unit * unit * x
        };
        sums.iter().zip(point).enumerate().map(gradient).collect()
    }

    /// Second derivatives by the variables, from sums of products of columns less the origin. Variables that cannot be moved
    /// are held in place.
    pub fn hessian(&self, gram: &Gram, weight: f64) -> Matrix {
        let (products, ones, total) = (gram.matrix(), gram.sums(), gram.weight());
        let width = self.width();
        let mut hessian = Matrix::from_fn(width + 1, width + 1, |i, j| {
            let product = match (i == width, j == width) {
                (true, true) => total,
                (true, false) => ones[j],
                (false, true) => ones[i],
                (false, false) => products.at(i, j),
            };
            product * self.unit(i) * self.unit(j) / weight
        });
        for place in (0..width).filter(|&place| self.is_active(place)) {
            *hessian.at_mut(place, place) += self.l2_penalty * self.unit(place) * self.unit(place);
        }
        let inactive: Vec<usize> = (0..=width).filter(|&place| !self.is_active(place)).collect();
        hold_in_place(&mut hessian, &inactive);
        hessian
    }

    /// The coefficient of a column as it is, or the intercept at zero, as a combination of the variables.
    pub fn combination(&self, place: usize) -> Vec<f64> {
        let width = self.width();
        let mut combination = vec![0.0; width + 1];
        if place < width {
            combination[place] = self.scale[place];
        } else {
            let columns = self.scale.iter().zip(&self.center);
            combination.iter_mut().zip(columns).for_each(|(part, (unit, mean))| *part = -unit * mean);
            combination[width] = 1.0;
        }
        combination
    }
}

/// Gives variables that cannot be moved, which have no second derivatives, the largest of the others, so that equations leave
/// them where they are. A constant would be rounding beside large ones, and they would count as free directions; beside small
/// ones, those would.
pub(crate) fn hold_in_place(hessian: &mut Matrix, variables: &[usize]) {
    let largest = hessian.diagonal_values().into_iter().fold(0.0, f64::max);
    for &variable in variables {
        *hessian.at_mut(variable, variable) = if largest > 0.0 { largest } else { 1.0 };
    }
}
