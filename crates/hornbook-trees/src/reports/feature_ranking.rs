//! The ranking and the contradictory rows together, as text and for programs.

use super::{InconsistencyReport, RankedFeature, inconsistent_rows, ranking};
use hornbook_core::format::{Align, aligned, counted};
use hornbook_core::{Result, ToJson, ToolReport, Value};
use hornbook_data::Dataset;
use serde_json::json;
use std::fmt;

/// How much each feature tells of the class by itself, and which rows contradict each other.
#[derive(Debug)]
pub struct FeatureRanking {
    features: Vec<RankedFeature>,
    noise: InconsistencyReport,
    weight: f64,
}

impl FeatureRanking {
    /// Ranks the features of a dataset.
    pub fn of(data: &Dataset) -> Result<FeatureRanking> {
        let weight = data.row_weights().iter().sum();
        Ok(FeatureRanking { features: ranking(data)?, noise: inconsistent_rows(data)?, weight })
    }
}

impl ToJson for FeatureRanking {
    fn to_json(&self) -> Value {
        // Rows are counted from 1, as `explain --row` does.
        let places = |rows: &[u32]| rows.iter().map(|row| row + 1).collect::<Vec<_>>();
        let groups: Vec<_> = self.noise.groups.iter().map(|group| places(&group.rows)).collect();
        json!({
            "columns": self.features,
            "noise": {"alike": groups, "least_errors": self.noise.least_errors, "weight": self.weight},
        })
    }
}

impl ToolReport for FeatureRanking {}

impl fmt::Display for FeatureRanking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head =
            ["feature", "split", "information gain", "gain ratio", "Gini", "p-value"].map(str::to_string);
        let mut cells = vec![head.to_vec()];
        for one in &self.features {
            let split =
                one.threshold.map_or("by category".to_string(), |t| format!("≤ {}", (t * 1e6).round() / 1e6));
            let [gain, ratio, gini] = [one.gain, one.gain_ratio, one.gini].map(|x| format!("{x:.4}"));
            let p = if one.p_value < 1e-4 {
                format!("{:.1e}", one.p_value)
            } else {
                format!("{:.4}", one.p_value)
            };
            cells.push(vec![one.name.clone(), split, gain, ratio, gini, p]);
        }
        let table = aligned(&cells, |column| if column < 2 { Align::Left } else { Align::Right });
        let says = match self.noise.groups.len() {
            0 => "no contradictory rows (same features, different classes)".to_string(),
            groups => {
                let rows: usize = self.noise.groups.iter().map(|group| group.rows.len()).sum();
                format!(
                    "{} with the same features have different classes, in {}: no model of these features has an accuracy \
                     above {:.2} %",
                    counted(rows as u64, "row"),
                    counted(groups as u64, "group"),
                    100.0 * (1.0 - self.noise.least_errors / self.weight)
                )
            }
        };
        write!(f, "{table}\n{says}\n")
    }
}
