//! Counts of combinations, and what they say about independence.

use super::cells::{TableCells, Variable};
use super::probability_table::ProbabilityTable;
use hornbook_core::format::{rounded, significant};
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Feature, MISSING_CODE};
use hornbook_math::distributions::chi_square_upper;
use hornbook_math::information::{chi_square, mutual_information};
use serde::Serialize;
use std::f64::consts::LN_2;
use std::fmt;

/// How often every combination of the values of several variables came.
///
/// ```
/// use hornbook_bayes::hypotheses::{CountTable, Variable};
/// let sex = Variable::new("sex", &["f", "m"]);
/// let hand = Variable::new("hand", &["left", "right"]);
/// let counts = CountTable::new(vec![sex, hand], &[4.0, 44.0, 9.0, 43.0])?;
/// let test = counts.test_independence(&["sex"], &["hand"], &[])?;
/// assert!(test.chi_square_p > 0.05);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CountTable {
    cells: TableCells,
}

/// Below this many rows expected in a cell, p-values are rough.
const FEW: f64 = 5.0;

/// What counts say against independence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct IndependenceTest {
    /// Pearson's statistic, $\sum (n - e)^2 / e$.
    pub chi_square: f64,
    /// The likelihood-ratio statistic, $2 \sum n \ln(n / e)$.
    pub g: f64,
    /// The degrees of freedom, from values that come at all.
    pub degrees: f64,
    /// How often chance gives so large a chi-square if the variables are independent; 1 without degrees of freedom.
    pub chi_square_p: f64,
    /// The same for G.
    pub g_p: f64,
    /// The least count that is expected in a cell; below 5 the p-values are rough.
    pub least_expected: f64,
}

impl CountTable {
    /// From the variables and the count (or weight) of every combination of values, the last variable running fastest.
    pub fn new(variables: Vec<Variable>, counts: &[f64]) -> Result<CountTable> {
        if let Some(wrong) = counts.iter().find(|n| !(**n >= 0.0 && n.is_finite())) {
            return Err(Error::data(format!("a count is {wrong}"), "give finite counts of at least 0"));
        }
        Ok(CountTable { cells: TableCells::new(variables, counts.to_vec())? })
    }

    /// From the category columns of a dataset, and its weights. Rows in which a value is missing are left out.
    pub fn of(data: &Dataset) -> Result<CountTable> {
        let names = data.feature_names();
        let mut columns = Vec::with_capacity(names.len());
        let mut variables = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let Feature::Code(codes, levels) = data.feature(index) else {
                return Err(Error::data(
                    format!("column '{name}' holds numbers"),
                    "name columns of categories",
                ));
            };
            variables.push(Variable::new(*name, &levels));
            columns.push(codes);
        }
        let mut numbers = vec![0.0; TableCells::size(&variables)?];
        for (row, weight) in data.rows().iter().zip(data.row_weights()) {
            let cell = columns.iter().zip(&variables).try_fold(0, |cell, (codes, variable)| {
                let code = codes[row as usize];
                (code != MISSING_CODE).then_some(cell * variable.values.len() + code as usize)
            });
            if let Some(cell) = cell {
                numbers[cell] += weight;
            }
        }
        CountTable::new(variables, &numbers)
    }

    /// The variables.
    pub fn variables(&self) -> &[Variable] {
        &self.cells.variables
    }

    /// The counts, the last variable running fastest.
    pub fn counts(&self) -> &[f64] {
        &self.cells.numbers
    }

    /// The counts over their sum.
    pub fn shares(&self) -> Result<ProbabilityTable> {
        ProbabilityTable::normalized(self.cells.clone())
    }

    /// Tests whether some variables say nothing of others once a third lot is known; without one, whether they are independent.
    /// With one, the statistics and degrees of freedom of each of its combinations are added up.
    pub fn test_independence(
        &self,
        one: &[&str],
        other: &[&str],
        given: &[&str],
    ) -> Result<IndependenceTest> {
        if one.is_empty() || other.is_empty() {
            return Err(Error::data(
                "one side of the test has no variable",
                "name at least one on each side",
            ));
        }
        let joint = self.cells.summed(&self.cells.places(&[given, one, other].concat())?);
        let size = |names: &[&str]| Ok::<usize, Error>(joint.groups(&joint.places(names)?).1);
        let (rows, columns) = (size(one)?, size(other)?);
        let (mut pearson, mut g, mut degrees, mut least) = (0.0, 0.0, 0.0, f64::INFINITY);
        // The variables are in this order, so that each combination of the third lot is one stretch of cells.
        for stratum in joint.numbers.chunks_exact(rows * columns) {
            let parts: Vec<&[f64]> = stratum.chunks_exact(columns).collect();
            let (statistic, freedom) = chi_square(&parts);
            let total: f64 = stratum.iter().sum();
            pearson += statistic;
            g += 2.0 * LN_2 * total * mutual_information(&parts).max(0.0);
            degrees += freedom;
            least = least.min(least_expected(&parts, total));
        }
        let p = |statistic: f64| if degrees > 0.0 { chi_square_upper(statistic, degrees) } else { 1.0 };
        Ok(IndependenceTest {
            chi_square: pearson,
            g,
            degrees,
            chi_square_p: p(pearson),
            g_p: p(g),
            least_expected: if least.is_finite() { least } else { 0.0 },
        })
    }
}

/// The least count expected in a cell whose row and column come at all.
fn least_expected(parts: &[&[f64]], total: f64) -> f64 {
    let columns = parts.first().map_or(0, |part| part.len());
    let across = (0..columns).map(|column| parts.iter().map(|part| part[column]).sum::<f64>());
    let least =
        |sums: &mut dyn Iterator<Item = f64>| sums.filter(|sum| *sum > 0.0).fold(f64::INFINITY, f64::min);
    let (row, column) =
        (least(&mut parts.iter().map(|part| part.iter().sum())), least(&mut across.into_iter()));
    row * column / total
}

impl fmt::Display for IndependenceTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, name: &str, statistic: f64, p: f64| {
            writeln!(
                f,
                "{name} {} with {} degrees of freedom, p {}",
                significant(statistic),
                rounded(self.degrees),
                significant(p)
            )
        };
        line(f, "chi-square", self.chi_square, self.chi_square_p)?;
        line(f, "G", self.g, self.g_p)?;
        if self.least_expected < FEW {
            writeln!(
                f,
                "a cell expects only {} rows: the p-values are rough",
                significant(self.least_expected)
            )?;
        }
        Ok(())
    }
}
