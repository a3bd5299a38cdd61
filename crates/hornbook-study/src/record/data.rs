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
    /// What looks wrong, the most severe first.
    pub findings: Vec<Finding>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnRecord {
    /// Its name.
    pub name: String,
    /// Its kind: number, category, truth, date or text.
    pub kind: String,
    /// What it was used for.
    pub role: ColumnRole,
    /// How many values are missing.
    pub missing: usize,
    /// How many different values there are.
    pub distinct: usize,
    /// The values in a few words.
    pub values: String,
    /// How the values lie, for a small picture.
    pub sketch: Sketch,
}

/// What a column was used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnRole {
    /// To predict.
    Feature,
    /// To be predicted.
    Target,
    /// As weight, group or order of the rows.
    Rows,
    /// For nothing: a finding or the user's wish left it out.
    LeftOut,
}

/// How the values of a column lie.
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

/// Something that looks wrong, or that a reader should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What was found, for programs: `id`, `copy_of_target`, `constant`, `duplicate`, `imbalance`, `few_rows`, …
    pub kind: String,
    /// The column it is about, if it is about one.
    pub column: Option<String>,
    /// What was found and what was done about it, as a sentence.
    pub sentence: String,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Note,
    /// May mislead.
    Warning,
    /// Would have made the answer worthless; something was done about it.
    Serious,
}
