//! Linear programming by the simplex method.

use super::simplex::{SimplexStatus, Tableau};
use crate::{
    algebra::vectors,
    matrix::{Matrix, check_length},
};
use hornbook_core::{Error, Result};

/// A linear program: the least $c^\top x$ under $A x \le b$, $E x = d$ and bounds on each variable.
///
/// The simplex method in two phases on a dense table: for programs of up to some thousand rows and columns. Its steps go to
/// the steepest column, and by Bland's rule where the value stands still, so that it cannot go in circles.
///
/// ```
/// use hornbook_math::matrix::Matrix;
/// use hornbook_math::optimize::{LinearProgram, LinearSolution};
///
/// // The most of 3 x + 5 y with x <= 4, 2 y <= 12 and 3 x + 2 y <= 18.
/// let rows = Matrix::from_rows(&[[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])?;
/// let program = LinearProgram::new(vec![-3.0, -5.0]).at_most(rows, vec![4.0, 12.0, 18.0]);
/// let LinearSolution::Optimal(optimum) = program.solve()? else { panic!("there is one") };
/// assert_eq!((optimum.x, optimum.value), (vec![2.0, 6.0], -36.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LinearProgram {
    costs: Vec<f64>,
    at_most: Matrix,
    limits: Vec<f64>,
    equal: Matrix,
    values: Vec<f64>,
    bounds: Vec<(f64, f64)>,
}

/// What a linear program comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum LinearSolution {
    /// There is a least value.
    Optimal(LinearOptimum),
    /// Nothing keeps to all rows and bounds: by how much they are broken at least, added up over rows whose largest number
    /// is brought to 1.
    Infeasible(f64),
    /// Values as low as one likes are allowed.
    Unbounded,
}

/// The solution of a linear program.
#[derive(Debug, Clone, PartialEq)]
pub struct LinearOptimum {
    /// Where the value is least; of several such points, a corner.
    pub x: Vec<f64>,
    /// The value there.
    pub value: f64,
    /// For each row of $A x \le b$ how fast the value changes with its limit; none is above zero.
    pub limit_duals: Vec<f64>,
    /// For each row of $E x = d$ how fast the value changes with its right side.
    pub equal_duals: Vec<f64>,
    /// How many steps were taken.
    pub steps: usize,
}

/// How a variable is made of variables that are at least zero.
#[derive(Debug, Clone, Copy)]
enum VariableForm {
    /// $x = l + u$.
    From { low: f64, column: usize },
    /// $x = h - u$.
    Below { high: f64, column: usize },
    /// $x = u - v$.
    Free { plus: usize, minus: usize },
}

impl LinearProgram {
    /// These costs, and variables of at least zero.
    pub fn new(costs: Vec<f64>) -> LinearProgram {
        let count = costs.len();
        LinearProgram {
            costs,
            at_most: Matrix::zeros(0, count),
            limits: Vec::new(),
            equal: Matrix::zeros(0, count),
            values: Vec::new(),
            bounds: vec![(0.0, f64::INFINITY); count],
        }
    }

    /// The same with the rows $A x \le b$ instead of those it has.
    #[must_use]
    pub fn at_most(mut self, rows: Matrix, limits: Vec<f64>) -> LinearProgram {
        (self.at_most, self.limits) = (rows, limits);
        self
    }

    /// The same with the rows $E x = d$ instead of those it has.
    #[must_use]
    pub fn equal(mut self, rows: Matrix, values: Vec<f64>) -> LinearProgram {
        (self.equal, self.values) = (rows, values);
        self
    }

    /// The same with a lower and an upper bound for each variable; either may be infinite.
    #[must_use]
    pub fn bounds(mut self, bounds: Vec<(f64, f64)>) -> LinearProgram {
        self.bounds = bounds;
        self
    }

    /// Solves it. An error if numbers do not fit together or are not finite.
    pub fn solve(&self) -> Result<LinearSolution> {
        self.check()?;
        let (forms, columns, ranges) = self.forms();
        let (limits, values) = (self.limits.len(), self.values.len());
        let mut tableau = Tableau::new(limits + ranges.len() + values, columns);
        let all = (0..limits).map(|i| (self.at_most.row(i), self.limits[i]));
        let all = all.chain((0..values).map(|i| (self.equal.row(i), self.values[i])));
        let mut places = Vec::with_capacity(limits + values);
        let mut dense = vec![0.0; columns];
        for (index, (row, right)) in all.enumerate() {
            let shift = write(&forms, row, &mut dense);
            places.push(tableau.push(&dense, right - shift, index >= limits));
        }
        for (column, range) in ranges {
            dense.fill(0.0);
            dense[column] = 1.0;
            tableau.push(&dense, range, false);
        }
        write(&forms, &self.costs, &mut dense);
        match tableau.minimize(&dense)? {
            SimplexStatus::Infeasible(broken) => return Ok(LinearSolution::Infeasible(broken)),
            SimplexStatus::Unbounded => return Ok(LinearSolution::Unbounded),
            SimplexStatus::Optimal => {}
        }
        let found = tableau.point();
        let x: Vec<f64> = forms.iter().map(|form| form.value(&found)).collect();
        let duals: Vec<f64> = places.iter().map(|&place| tableau.dual(place)).collect();
        Ok(LinearSolution::Optimal(LinearOptimum {
            value: vectors::inner(&self.costs, &x),
            x,
            limit_duals: duals[..limits].to_vec(),
            equal_duals: duals[limits..].to_vec(),
            steps: tableau.steps(),
        }))
    }

    fn check(&self) -> Result<()> {
        let count = self.costs.len();
        for (rows, right) in [(&self.at_most, &self.limits), (&self.equal, &self.values)] {
            if rows.rows() > 0 {
                check_length("the columns of a linear program", rows.columns(), count)?;
            }
            check_length("the right side of a linear program", right.len(), rows.rows())?;
        }
        check_length("the bounds of a linear program", self.bounds.len(), count)?;
        let numbers = [&self.costs, &self.limits, &self.values].into_iter().flatten();
        let numbers = numbers.chain(self.at_most.values()).chain(self.equal.values());
        if numbers.into_iter().any(|x| !x.is_finite()) {
            return Err(Error::data(
                "a number of a linear program is not finite",
                "leave out rows without a limit, and give bounds for what is infinite",
            ));
        }
        let is_range =
            |&(low, high): &(f64, f64)| low <= high && low < f64::INFINITY && high > f64::NEG_INFINITY;
        match self.bounds.iter().position(|bound| !is_range(bound)) {
            None => Ok(()),
            Some(place) => Err(Error::data(
                format!("the bounds of variable {} of a linear program hold no number", place + 1),
                "give a lower bound that is not above the upper one",
            )),
        }
    }

    /// Variables of at least zero, how many there are, and those that have a largest value.
    fn forms(&self) -> (Vec<VariableForm>, usize, Vec<(usize, f64)>) {
        let (mut next, mut ranges) = (0, Vec::new());
        let mut take = || {
            next += 1;
            next - 1
        };
        let mut forms = Vec::with_capacity(self.bounds.len());
        for &(low, high) in &self.bounds {
            forms.push(match (low.is_finite(), high.is_finite()) {
                (true, is_bounded) => {
                    let column = take();
                    if is_bounded {
                        ranges.push((column, high - low));
                    }
                    VariableForm::From { low, column }
                }
                (false, true) => VariableForm::Below { high, column: take() },
                (false, false) => VariableForm::Free { plus: take(), minus: take() },
            });
        }
        (forms, next, ranges)
    }
}

impl VariableForm {
    fn value(self, found: &[f64]) -> f64 {
        match self {
            VariableForm::From { low, column } => low + found[column],
            VariableForm::Below { high, column } => high - found[column],
            VariableForm::Free { plus, minus } => found[plus] - found[minus],
        }
    }
}

/// Writes a row for the variables of at least zero; what is left is what the row comes to where they are all zero.
fn write(forms: &[VariableForm], row: &[f64], dense: &mut [f64]) -> f64 {
    let mut shift = 0.0;
    for (form, &a) in forms.iter().zip(row) {
        match *form {
            VariableForm::From { low, column } => {
                dense[column] = a;
                shift += a * low;
            }
            VariableForm::Below { high, column } => {
                dense[column] = -a;
                shift += a * high;
            }
            VariableForm::Free { plus, minus } => {
                dense[plus] = a;
                dense[minus] = -a;
            }
        }
    }
    shift
}
