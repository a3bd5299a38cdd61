//! Two variables by their joint probabilities.

use super::bayes::{HypothesisPosterior, posterior};
use crate::distributions::checks::probabilities;
use crate::distributions::{Discrete, Univariate};
use crate::information::{conditional_entropy, entropy, mutual_information};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result};

/// The joint probabilities of two variables, a row for each value of the first and a column for each of the second.
///
/// ```
/// use hornbook_math::distributions::Univariate;
/// use hornbook_math::matrix::Matrix;
/// use hornbook_math::probability::JointTable;
/// let joint = Matrix::new(2, 3, vec![0.1, 0.2, 0.1, 0.3, 0.2, 0.1])?;
/// let table = JointTable::new(&[0.0, 1.0], &[0.0, 1.0, 2.0], &joint)?;
/// assert!((table.first().mean() - 0.6).abs() < 1e-15 && (table.second().mean() - 0.8).abs() < 1e-15);
/// assert!((table.covariance() + 0.08).abs() < 1e-15);
/// assert!((table.mutual_information() - 0.0464393446710154).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct JointTable {
    rows: Vec<f64>,
    columns: Vec<f64>,
    joint: Matrix,
    first: Discrete,
    second: Discrete,
}

impl JointTable {
    /// From the values of both variables and their joint probabilities, which sum to 1.
    pub fn new(first: &[f64], second: &[f64], joint: &Matrix) -> Result<JointTable> {
        if (joint.rows(), joint.columns()) != (first.len(), second.len()) {
            return Err(Error::data(
                format!(
                    "a table of {} × {} does not fit {} and {} values",
                    joint.rows(),
                    joint.columns(),
                    first.len(),
                    second.len()
                ),
                "give a row for each value of the first variable and a column for each of the second",
            ));
        }
        for values in [first, second] {
            if values.iter().enumerate().any(|(at, x)| values[..at].contains(x)) {
                return Err(Error::data(
                    "a value of a variable is listed twice",
                    "add up what belongs to it",
                ));
            }
        }
        let cells = probabilities("joint", joint.values())?;
        let joint = Matrix::new(first.len(), second.len(), cells)?;
        let sums: Vec<f64> = (0..first.len()).map(|row| joint.row(row).iter().sum()).collect();
        let across: Vec<f64> =
            (0..second.len()).map(|column| (0..first.len()).map(|row| joint.at(row, column)).sum()).collect();
        Ok(JointTable {
            first: Discrete::new(first, &sums)?,
            second: Discrete::new(second, &across)?,
            rows: first.to_vec(),
            columns: second.to_vec(),
            joint,
        })
    }

    /// From counts or weights of pairs, which are divided by their sum.
    pub fn from_counts(first: &[f64], second: &[f64], counts: &Matrix) -> Result<JointTable> {
        let total: f64 = counts.values().iter().sum();
        if !(total > 0.0 && total.is_finite()) {
            return Err(Error::data(format!("the counts sum to {total}"), "give counts with a sum above 0"));
        }
        let mut shares = counts.clone();
        shares.values_mut().iter_mut().for_each(|count| *count /= total);
        JointTable::new(first, second, &shares)
    }

    /// From the probabilities of the first variable and, for each of its values, those of the second: the product rule.
    pub fn from_conditionals(
        first: &[f64],
        second: &[f64],
        prior: &[f64],
        conditionals: &Matrix,
    ) -> Result<JointTable> {
        let prior = probabilities("joint", prior)?;
        if (prior.len(), first.len()) != (conditionals.rows(), conditionals.rows()) {
            return Err(Error::data(
                format!(
                    "{} rows of conditional probabilities for {} values",
                    conditionals.rows(),
                    first.len()
                ),
                "give a row and a probability for each value of the first variable",
            ));
        }
        let mut joint = Vec::with_capacity(conditionals.values().len());
        for (row, p) in prior.iter().enumerate() {
            joint.extend(probabilities("joint", conditionals.row(row))?.iter().map(|q| p * q));
        }
        JointTable::new(first, second, &Matrix::new(conditionals.rows(), conditionals.columns(), joint)?)
    }

    /// The joint probabilities.
    pub fn probabilities(&self) -> &Matrix {
        &self.joint
    }

    /// The first variable alone: the sum rule.
    pub fn first(&self) -> &Discrete {
        &self.first
    }

    /// The second variable alone.
    pub fn second(&self) -> &Discrete {
        &self.second
    }

    /// The first variable when the second has a value; an error for a value that it never has.
    pub fn first_given(&self, second: f64) -> Result<Discrete> {
        let column = place(&self.columns, second)?;
        let cells: Vec<f64> = (0..self.rows.len()).map(|row| self.joint.at(row, column)).collect();
        conditional(&self.rows, &cells, second)
    }

    /// The second variable when the first has a value; an error for a value that it never has.
    pub fn second_given(&self, first: f64) -> Result<Discrete> {
        conditional(&self.columns, self.joint.row(place(&self.rows, first)?), first)
    }

    /// Bayes' rule in the table: the probabilities of the first variable's values, in the order given, after the second
    /// was seen to have a value; and how probable that value was.
    pub fn posterior(&self, second: f64) -> Result<HypothesisPosterior> {
        let column = place(&self.columns, second)?;
        let prior: Vec<f64> = self.rows.iter().map(|&x| self.first.density(x)).collect();
        let likelihood: Vec<f64> = prior
            .iter()
            .enumerate()
            .map(|(row, p)| if *p > 0.0 { self.joint.at(row, column) / p } else { 0.0 })
            .collect();
        posterior(&prior, &likelihood)
    }

    /// The mean of a function of both variables.
    pub fn expectation(&self, f: impl Fn(f64, f64) -> f64) -> f64 {
        let cells = self.joint.values().iter().enumerate();
        let width = self.columns.len();
        cells.map(|(at, p)| p * f(self.rows[at / width], self.columns[at % width])).sum()
    }

    /// The covariance $E[(x - \mu_x)(y - \mu_y)]$.
    pub fn covariance(&self) -> f64 {
        let (x, y) = (self.first.mean(), self.second.mean());
        self.expectation(|a, b| (a - x) * (b - y))
    }

    /// The correlation coefficient; NaN if a variable has one value only.
    pub fn correlation(&self) -> f64 {
        self.covariance() / (self.first.deviation() * self.second.deviation())
    }

    /// The variance of the sum: the variances and twice the covariance. Uncorrelated variables add their variances.
    pub fn variance_of_sum(&self) -> f64 {
        self.first.variance() + self.second.variance() + 2.0 * self.covariance()
    }

    /// Whether every joint probability is the product of the two single ones, up to `tolerance`.
    pub fn is_independent(&self, tolerance: f64) -> bool {
        let product = |row: usize, column: usize| {
            self.first.density(self.rows[row]) * self.second.density(self.columns[column])
        };
        let width = self.columns.len();
        let cells = self.joint.values().iter().enumerate();
        cells.into_iter().all(|(at, p)| (p - product(at / width, at % width)).abs() <= tolerance)
    }

    /// The entropy of both variables together, in bits.
    pub fn joint_entropy(&self) -> f64 {
        entropy(self.joint.values())
    }

    /// What is left to tell of the second variable, in bits, when the first is known.
    pub fn conditional_entropy(&self) -> f64 {
        conditional_entropy(&self.parts())
    }

    /// What one variable tells about the other, in bits.
    pub fn mutual_information(&self) -> f64 {
        mutual_information(&self.parts())
    }

    fn parts(&self) -> Vec<&[f64]> {
        (0..self.rows.len()).map(|row| self.joint.row(row)).collect()
    }
}

fn place(values: &[f64], value: f64) -> Result<usize> {
    values.iter().position(|&x| x == value).ok_or_else(|| {
        Error::data(format!("{value} is no value of the variable"), format!("give one of {values:?}"))
    })
}

fn conditional(values: &[f64], cells: &[f64], given: f64) -> Result<Discrete> {
    let sum: f64 = cells.iter().sum();
    if sum <= 0.0 {
        return Err(Error::data(
            format!("the value {given} has probability 0"),
            "ask for a value that the variable can have",
        ));
    }
    let shares: Vec<f64> = cells.iter().map(|p| p / sum).collect();
    Discrete::new(values, &shares)
}
