//! Exact products and ratios of two columns.

use super::NumberTable;
use hornbook_core::format::six_digits;

/// A factor this near to 1 is 1.
const NEAR_ONE: f64 = 1e-4;

/// A multiple of a product or a ratio of two columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PairFormula {
    factor: f64,
    first: usize,
    second: usize,
    is_ratio: bool,
}

/// The pair of columns that gives the target up to rounding. A pair that does not is refuted by one of the first few rows.
pub(super) fn exact_pair(table: &NumberTable) -> Option<PairFormula> {
    let largest = |a: &usize, b: &usize| table.target[*a].abs().total_cmp(&table.target[*b].abs());
    // The factor is most exact where the target is largest.
    let at = (0..table.rows()).max_by(largest)?;
    let columns = table.columns.len();
    for first in 0..columns {
        for second in 0..columns {
            for is_ratio in [false, true] {
                if first == second || (!is_ratio && second < first) {
                    continue;
                }
                let unscaled = PairFormula { factor: 1.0, first, second, is_ratio };
                let factor = table.target[at] / unscaled.value(table, at);
                if !factor.is_finite() || factor == 0.0 {
                    continue;
                }
                let formula = PairFormula { factor, ..unscaled };
                let plain = PairFormula { factor: formula.plain_factor(), ..unscaled };
                if let Some(found) = [plain, formula].into_iter().find(|formula| formula.is_exact(table)) {
                    return Some(found);
                }
            }
        }
    }
    None
}

impl PairFormula {
    pub(super) fn columns(&self) -> [usize; 2] {
        [self.first, self.second]
    }

    fn value(&self, table: &NumberTable, row: usize) -> f64 {
        let (a, b) = (table.columns[self.first][row], table.columns[self.second][row]);
        self.factor * if self.is_ratio { a / b } else { a * b }
    }

    fn plain_factor(&self) -> f64 {
        if (self.factor - 1.0).abs() <= NEAR_ONE { 1.0 } else { self.factor }
    }

    /// What a row is off, and what rounding of the columns, the target and, through the factor, the largest target accounts for.
    fn error(&self, table: &NumberTable, row: usize) -> (f64, f64) {
        let (a, b) = (table.columns[self.first][row], table.columns[self.second][row]);
        let (of_a, of_b) = (table.rounding[self.first], table.rounding[self.second]);
        let of_columns = match self.is_ratio {
            false => a.abs() * of_b + b.abs() * of_a,
            true => (of_a + (a / b).abs() * of_b) / b.abs(),
        };
        let rounding = 2.0 * table.target_rounding[row] + 2.0 * self.factor.abs() * of_columns;
        (table.target[row] - self.value(table, row), rounding)
    }

    /// What each row is off. A ratio by zero is off by more than any number.
    pub(super) fn errors(&self, table: &NumberTable) -> Vec<(f64, f64)> {
        let finite = |(error, rounding): (f64, f64)| match error.is_finite() && rounding.is_finite() {
            true => (error, rounding),
            false => (f64::MAX, 0.0),
        };
        (0..table.rows()).map(|row| finite(self.error(table, row))).collect()
    }

    fn is_exact(&self, table: &NumberTable) -> bool {
        let tiny = table.tiny();
        let fits = |row: usize| {
            let (error, rounding) = self.error(table, row);
            error.abs() <= super::SLACK * rounding + tiny
        };
        (0..table.rows()).all(fits) && table.is_exact(&self.errors(table))
    }

    /// Such as `price·count` or `2·mass / height`.
    pub(super) fn in_words(&self, names: &[&str]) -> String {
        let sign = if self.is_ratio { " / " } else { "·" };
        let factor = match self.plain_factor() {
            1.0 => String::new(),
            factor => format!("{}·", six_digits(factor)),
        };
        format!("{factor}{}{sign}{}", names[self.first], names[self.second])
    }
}
