use serde::{Deserialize, Serialize};

/// The rows and columns of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DataRecord {
    /// How many rows the table has.
    pub rows: usize,
    /// How many of them could be used: their target is not missing.
    pub usable_rows: usize,
    /// The columns, in their order, the target among them.
    pub columns: Vec<ColumnRecord>,
    /// Data-quality warnings, the most severe first.
    pub findings: Vec<Finding>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnRecord {
    /// Its name.
    pub name: String,
    /// Its kind: number, category, boolean, date or text.
    pub kind: String,
    /// Its role.
    pub role: ColumnRole,
    /// How many values are missing.
    pub missing: usize,
    /// How many different values there are.
    pub distinct: usize,
    /// The values in a few words.
    pub values: String,
    /// The distribution, for a small plot.
    pub sketch: Sketch,
}

/// The role of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnRole {
    /// Feature.
    Feature,
    /// Target.
    Target,
    /// Sample weight, group, time, offset, cost or fold column.
    Rows,
    /// Excluded, by a data check or on request.
    LeftOut,
}

/// The distribution of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sketch {
    /// Counts of numbers in bins of equal width from the smallest to the largest.
    Bins {
        /// The smallest number.
        low: f64,
        /// The largest number.
        high: f64,
        /// How many numbers each bin holds.
        counts: Vec<usize>,
    },
    /// The most common levels and their counts, the most common first.
    Levels(Vec<(String, usize)>),
    /// Nothing to draw.
    Nothing,
}

/// A data-quality warning or note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// What was found, for programs: `id`, `copy_of_target`, `constant`, `duplicate`, `imbalance`, `few_rows`, …
    pub kind: String,
    /// The column it is about, if it is about one.
    pub column: Option<String>,
    /// What was found and what was done about it, as a sentence.
    pub sentence: String,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Note,
    /// May mislead.
    Warning,
    /// Invalidates the result, such as target leakage: a column was excluded for it, or has to be.
    Serious,
}
