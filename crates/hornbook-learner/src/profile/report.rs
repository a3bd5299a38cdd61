//! The data-drift report, for people and for programs.

use hornbook_core::Value;
use serde_json::json;

/// Chance alone makes at most so many of a hundred files look drifted: 1 %, over all columns together.
const ALARM: f64 = 0.01;
/// What is statistically significant and still too small to matter: a stability index, and differences of fractions, below these.
const LEAST_STABILITY: f64 = 0.1;
const LEAST_DISTANCE: f64 = 0.1;
const LEAST_MISSING: f64 = 0.05;

/// How the columns of rows to predict differ from those of training.
#[derive(Debug, Clone, PartialEq)]
pub struct DriftReport {
    /// How many rows were looked at.
    pub rows: u64,
    /// The columns, in the order of the model's inputs.
    pub columns: Vec<ColumnDrift>,
}

/// How a column differs from that of training.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnDrift {
    /// Its name.
    pub column: String,
    /// The population stability index of its known values: 0 if nothing changed, and above 0.25 a great change.
    pub stability: f64,
    /// The largest distance between the distribution functions of numbers; 0 for levels.
    pub distance: f64,
    /// How likely chance makes such a difference of the known values: Kolmogorov and Smirnov for numbers, chi-square for
    /// levels.
    pub p_values: f64,
    /// How likely chance makes such a difference of the fractions of missing values.
    pub p_missing: f64,
    /// The fraction of missing values in training.
    pub missing_before: f64,
    /// The fraction of missing values now.
    pub missing_now: f64,
    /// The population stability index of missing values.
    pub missing_stability: f64,
    /// How many values are levels that training never saw.
    pub unseen: u64,
    /// Whether the column has drifted: more than chance would, with all columns looked at, and enough to matter.
    pub has_drifted: bool,
    /// What changed most: in its values, and in its missing values.
    pub(super) sentences: Vec<String>,
}

impl DriftReport {
    /// Decides which columns have drifted, with Bonferroni's multiple-testing correction for two tests of each.
    pub(super) fn new(rows: u64, mut columns: Vec<ColumnDrift>) -> DriftReport {
        let alarm = ALARM / (2.0 * columns.len().max(1) as f64);
        for column in &mut columns {
            let mut kept = Vec::new();
            if column.values_drifted(alarm) {
                kept.extend(column.sentences.first().cloned());
            }
            if column.missing_drifted(alarm) {
                kept.extend(column.sentences.last().cloned());
            }
            column.has_drifted = !kept.is_empty();
            column.sentences = kept;
        }
        DriftReport { rows, columns }
    }

    /// The columns that have drifted.
    pub fn drifted(&self) -> impl Iterator<Item = &ColumnDrift> {
        self.columns.iter().filter(|column| column.has_drifted)
    }

    /// A sentence for each column that has drifted: what it is, and what it was.
    pub fn sentences(&self) -> Vec<String> {
        self.drifted().map(ColumnDrift::sentence).collect()
    }

    /// The whole for programs.
    pub fn to_json(&self) -> Value {
        let columns: Vec<Value> = self.columns.iter().map(ColumnDrift::to_json).collect();
        let drifted: Vec<&str> = self.drifted().map(|column| column.column.as_str()).collect();
        json!({"rows": self.rows, "drifted": drifted, "columns": columns})
    }
}

impl ColumnDrift {
    fn values_drifted(&self, alarm: f64) -> bool {
        self.p_values < alarm && (self.stability >= LEAST_STABILITY || self.distance >= LEAST_DISTANCE)
    }

    fn missing_drifted(&self, alarm: f64) -> bool {
        let difference = (self.missing_now - self.missing_before).abs();
        self.p_missing < alarm && (self.missing_stability >= LEAST_STABILITY || difference >= LEAST_MISSING)
    }

    /// What it is and what it was, if it has drifted.
    pub fn sentence(&self) -> String {
        match self.has_drifted {
            false => format!("no data drift in column '{}'", self.column),
            true => format!(
                "data drift in column '{}': {} (PSI {:.2})",
                self.column,
                self.sentences.join("; "),
                self.stability.max(self.missing_stability)
            ),
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "column": self.column,
            "drifted": self.has_drifted,
            "stability_index": self.stability,
            "distance": self.distance,
            "p_value": self.p_values,
            "missing": {
                "training": self.missing_before,
                "now": self.missing_now,
                "stability_index": self.missing_stability,
                "p_value": self.p_missing,
            },
            "unseen": self.unseen,
            "sentence": self.sentence(),
        })
    }
}
