//! The loss function: the mean loss of a row with its fraction of the penalty on the coefficients.
//!
//! The variables are the coefficients of columns less their means, in units in which every column curves the
//! loss about alike: for each sum the weights, and the intercept behind them. Badly scaled columns are no
//! worse than others then, and the minimum is that of the columns as they are.

use super::params::LogisticPenalty;
use super::pass::{LogisticPass, LogisticPassSums};
use crate::column_stats::ColumnStats;
use crate::standardized_parameters::hold_in_place;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Matrix;
use hornbook_encoding::Encoder;
use hornbook_learner::RowSource;

/// The function to be minimized.
pub(super) struct LogisticProblem<'a> {
    design: &'a Encoder,
    source: RowSource<'a>,
    run: &'a Run,
    pub has_intercept: bool,
    pub is_free: bool,
    /// The sum of the weights of the rows.
    pub weight: f64,
    /// The codes of the classes that occur.
    pub classes: Vec<u32>,
    places: Vec<Option<usize>>,
    start: Vec<f64>,
    /// What is taken off each column.
    pub origin: Vec<f64>,
    /// What a variable is multiplied by to be a weight; zero for columns that do not vary.
    pub units: Vec<f64>,
    /// The penalty of the square of each variable of a sum, halved.
    squares: Vec<f64>,
    /// The penalty of the size of each variable of a sum.
    sizes: Vec<f64>,
}

/// The function at a point.
pub(super) struct LogisticEvaluation {
    /// All of it.
    pub value: f64,
    /// The derivatives of all but the penalties of sizes.
    pub gradient: Vec<f64>,
    /// The second derivatives, if they were asked for: for each sum by the weights of the columns, and by the intercept.
    pub hessian: Option<Matrix>,
    /// The sum of the losses of all rows.
    pub loss: f64,
    /// Whether every row is on its side.
    pub is_parted: bool,
}

impl<'a> LogisticProblem<'a> {
    pub fn new(
        design: &'a Encoder,
        source: RowSource<'a>,
        run: &'a Run,
        column_stats: &ColumnStats,
        penalties: LogisticPenalty,
        has_intercept: bool,
    ) -> LogisticProblem<'a> {
        let occurring = |code: &u32| column_stats.by_class[*code as usize] > 0.0;
        let classes: Vec<u32> = (0..column_stats.by_class.len() as u32).filter(occurring).collect();
        let mut places = vec![None; column_stats.by_class.len()];
        classes.iter().enumerate().for_each(|(place, &code)| places[code as usize] = Some(place));
        let width = design.width();
        let (on_sizes, on_squares) = (penalties.l1 / column_stats.weight, penalties.l2 / column_stats.weight);
        let unit = |column: usize| {
            let about_zero = if has_intercept { 0.0 } else { column_stats.means[column] };
            let spread = column_stats.deviations[column].hypot(about_zero);
            if spread > 0.0 { 1.0 / spread.hypot(2.0 * on_squares.sqrt()) } else { 0.0 }
        };
        let units: Vec<f64> = (0..width).map(unit).collect();
        let mut start = vec![0.0; outputs(classes.len()) * (width + 1)];
        if has_intercept {
            let logs: Vec<f64> =
                classes.iter().map(|&code| column_stats.by_class[code as usize].ln()).collect();
            let mean = logs.iter().sum::<f64>() / logs.len() as f64;
            let intercepts = match logs[..] {
                [first, second] => vec![second - first],
                _ => logs.iter().map(|log| log - mean).collect(),
            };
            start.chunks_exact_mut(width + 1).zip(intercepts).for_each(|(sum, log)| sum[width] = log);
        }
        let of_constant = std::iter::once(0.0);
        LogisticProblem {
            design,
            source,
            run,
            has_intercept,
            is_free: penalties.is_free(),
            weight: column_stats.weight,
            classes,
            places,
            start,
            origin: if has_intercept { column_stats.means.clone() } else { vec![0.0; width] },
            squares: units.iter().map(|unit| on_squares * unit * unit).chain(of_constant.clone()).collect(),
            sizes: units.iter().map(|unit| (on_sizes * unit).min(f64::MAX)).chain(of_constant).collect(),
            units,
        }
    }

    /// Weights of zero, and the fractions of the classes.
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    pub fn dimension(&self) -> usize {
        self.start.len()
    }

    /// How many sums there are.
    pub fn outputs(&self) -> usize {
        outputs(self.classes.len())
    }

    /// How many variables a sum has.
    pub fn per_output(&self) -> usize {
        self.units.len() + 1
    }

    /// Whether a variable of a sum can be moved: the columns that vary, and the intercept if there is one.
    pub fn is_active(&self, place: usize) -> bool {
        self.units.get(place).map_or(self.has_intercept, |&unit| unit > 0.0)
    }

    /// Whether sizes have a penalty.
    pub fn has_l1_penalty(&self) -> bool {
        self.sizes.iter().any(|&penalty| penalty > 0.0)
    }

    /// The penalty of the size of a variable.
    pub fn l1_penalty(&self, variable: usize) -> f64 {
        self.sizes[variable % self.per_output()]
    }

    /// All columns.
    pub fn columns(&self) -> Vec<usize> {
        (0..self.units.len()).collect()
    }

    /// What the sizes of the variables cost.
    pub fn l1_cost(&self, point: &[f64]) -> f64 {
        let of_sum =
            |sum: &[f64]| sum.iter().zip(&self.sizes).map(|(x, penalty)| penalty * x.abs()).sum::<f64>();
        point.chunks_exact(self.per_output()).map(of_sum).sum()
    }

    /// How far the condition of a minimum is broken for each variable.
    pub fn broken(&self, point: &[f64], gradient: &[f64]) -> Vec<f64> {
        let penalties = self.sizes.iter().cycle();
        let broken =
            point.iter().zip(gradient).zip(penalties).map(|((&x, &derivative), &penalty)| match x == 0.0 {
                true => (derivative.abs() - penalty).max(0.0),
                false => (derivative + penalty.copysign(x)).abs(),
            });
        broken.collect()
    }

    /// The constants and weights of a point, for columns as they are. The constants of many classes may all be moved alike:
    /// their mean is zero.
    pub fn weights_of(&self, point: &[f64]) -> (Vec<f64>, Matrix) {
        let (mut intercepts, weights) = self.centered_weights_of(point);
        for (output, intercept) in intercepts.iter_mut().enumerate() {
            let at_origin: f64 = weights.row(output).iter().zip(&self.origin).map(|(w, x)| w * x).sum();
            *intercept -= at_origin;
        }
        if intercepts.len() > 1 {
            let mean = intercepts.iter().sum::<f64>() / intercepts.len() as f64;
            intercepts.iter_mut().for_each(|intercept| *intercept -= mean);
        }
        (intercepts, weights)
    }

    /// The same, for columns less the origin.
    fn centered_weights_of(&self, point: &[f64]) -> (Vec<f64>, Matrix) {
        let (width, stride) = (self.units.len(), self.per_output());
        let weights = Matrix::from_fn(self.outputs(), width, |k, j| point[k * stride + j] * self.units[j]);
        (point.iter().skip(width).step_by(stride).copied().collect(), weights)
    }

    /// Goes over all rows; second derivatives are had for some columns, if they are given.
    pub fn evaluate(&self, point: &[f64], curved: Option<&[usize]>) -> Result<LogisticEvaluation> {
        let (intercepts, weights) = self.centered_weights_of(point);
        let mut pass = LogisticPass {
            design: self.design,
            origin: &self.origin,
            places: &self.places,
            intercepts,
            at_origin: weights.times(&self.origin)?,
            weights,
            curved,
            found: None,
        };
        self.source.run_query(&mut pass, self.run)?;
        let sums = pass.found.ok_or_else(Error::no_rows)?;
        let stride = self.per_output();
        let (mut gradient, mut cost) = (vec![0.0; point.len()], 0.0);
        for (index, (&x, sum)) in point.iter().zip(&sums.gradient).enumerate() {
            let place = index % stride;
            gradient[index] = sum * self.unit(place) / self.weight + self.squares[place] * x;
            cost += 0.5 * self.squares[place] * x * x;
        }
        Ok(LogisticEvaluation {
            value: sums.loss / self.weight + cost + self.l1_cost(point),
            gradient,
            hessian: curved.map(|columns| self.hessian(&sums, columns)),
            loss: sums.loss,
            is_parted: sums.is_parted,
        })
    }

    /// What a variable of a sum is multiplied by; zero if it cannot be moved.
    fn unit(&self, place: usize) -> f64 {
        let intercept = if self.has_intercept { 1.0 } else { 0.0 };
        self.units.get(place).copied().unwrap_or(intercept)
    }

    /// Variables that cannot be moved have a second derivative of 1, so that equations leave them where they are.
    fn hessian(&self, sums: &LogisticPassSums, columns: &[usize]) -> Matrix {
        let places: Vec<usize> = columns.iter().copied().chain([self.units.len()]).collect();
        let (outputs, stride) = (self.outputs(), places.len());
        let mut hessian = Matrix::zeros(outputs * stride, outputs * stride);
        let mut pairs = (0..outputs).flat_map(|k| (k + 1..outputs).map(move |l| (k, l)));
        for gram in &sums.curvature {
            let (products, ones, total) = (gram.matrix(), gram.sums(), gram.weight());
            let pair = pairs.next();
            for i in 0..stride {
                for j in 0..stride {
                    let product = match (i + 1 == stride, j + 1 == stride) {
                        (true, true) => total,
                        (true, false) => ones[j],
                        (false, true) => ones[i],
                        (false, false) => products.at(i, j),
                    };
                    let curvature = product * self.unit(places[i]) * self.unit(places[j]) / self.weight;
                    match pair {
                        None => *hessian.at_mut(i, j) += curvature,
                        Some((k, l)) => {
                            let (k, l) = (k * stride, l * stride);
                            *hessian.at_mut(k + i, k + j) += curvature;
                            *hessian.at_mut(l + i, l + j) += curvature;
                            *hessian.at_mut(k + i, l + j) -= curvature;
                            *hessian.at_mut(l + i, k + j) -= curvature;
                        }
                    }
                }
            }
        }
        let (active, inactive): (Vec<usize>, Vec<usize>) =
            (0..outputs * stride).partition(|index| self.is_active(places[index % stride]));
        for index in active {
            *hessian.at_mut(index, index) += self.squares[places[index % stride]];
        }
        hold_in_place(&mut hessian, &inactive);
        hessian
    }
}

/// How many sums a number of classes needs.
fn outputs(classes: usize) -> usize {
    if classes == 2 { 1 } else { classes }
}
