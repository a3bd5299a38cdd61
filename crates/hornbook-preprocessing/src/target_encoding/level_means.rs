//! The means of the target over the rows of each level.

use super::params::TargetSmoothing;
use crate::class_indicators::class_indicators;
use crate::column_wise::{FittedColumn, codes};
use hornbook_core::format::significant;
use hornbook_core::{Result, Value};
use hornbook_data::{Dataset, Feature, Input, InputKind, Target};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Levels whose means an explanation shows.
const SHOWN: usize = 10;

/// What the levels of an input become.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelMeans {
    /// The classes, if each is a column; else none.
    classes: Vec<String>,
    /// A list for each column: what each level becomes, and at the end what missing values do.
    means: Vec<Vec<f64>>,
}

/// The target as numbers, one list for each column that an input becomes.
pub(super) struct NumericTargets {
    /// The classes, if each is a column; else none.
    pub classes: Vec<String>,
    /// The numbers of the rows of the view.
    pub numbers: Vec<Vec<f64>>,
}

impl NumericTargets {
    /// Numbers as they are; of two classes, whether it is the second; of more, whether it is each of them.
    pub fn of(data: &Dataset) -> Result<NumericTargets> {
        let rows = || data.rows().iter().map(|row| row as usize);
        Ok(match data.require_target()?.1 {
            Target::Numbers(y) => {
                NumericTargets { classes: Vec::new(), numbers: vec![rows().map(|row| y[row]).collect()] }
            }
            Target::Classes(labels) => {
                let is_class = class_indicators(data)?;
                match labels.levels.len() {
                    several @ 3.. => NumericTargets {
                        classes: labels.levels.to_vec(),
                        numbers: (0..several).map(|class| is_class.column(class)).collect(),
                    },
                    2 => NumericTargets { classes: Vec::new(), numbers: vec![is_class.column(1)] },
                    _ => NumericTargets { classes: Vec::new(), numbers: vec![rows().map(|_| 0.0).collect()] },
                }
            }
        })
    }
}

impl LevelMeans {
    /// Of the codes of some rows, and what those rows weigh; the code behind the last level stands for missing values.
    pub(super) fn of(
        smooth: TargetSmoothing,
        (codes, levels): (&[u32], usize),
        targets: &NumericTargets,
        weights: &[f64],
    ) -> LevelMeans {
        let place = |code: u32| (code as usize).min(levels);
        let means = |y: &Vec<f64>| {
            let rows = || codes.iter().map(|&code| place(code)).zip(y).zip(weights);
            let mut counts = vec![0.0; levels + 1];
            let mut sums = vec![0.0; levels + 1];
            for ((level, y), weight) in rows() {
                counts[level] += weight;
                sums[level] += weight * y;
            }
            let total: f64 = counts.iter().sum();
            let mean = sums.iter().sum::<f64>() / total;
            let mut squares = vec![0.0; levels + 1];
            let mut variance = 0.0;
            for ((level, y), weight) in rows() {
                let from_level = y - sums[level] / counts[level];
                squares[level] += weight * from_level * from_level;
                variance += weight * (y - mean) * (y - mean) / total;
            }
            let encoded = |level: usize| {
                let (count, sum) = (counts[level], sums[level]);
                let value = match smooth {
                    _ if count == 0.0 => mean,
                    TargetSmoothing::Rows(rows) => (sum + rows * mean) / (count + rows),
                    TargetSmoothing::Auto => {
                        let trust = variance * count;
                        let trust = trust / (trust + squares[level] / count);
                        // Where nothing varies, the level's mean is that of all.
                        if trust.is_nan() { mean } else { trust * sum / count + (1.0 - trust) * mean }
                    }
                };
                if value.is_finite() { value } else { mean }
            };
            (0..=levels).map(encoded).collect()
        };
        LevelMeans { classes: targets.classes.clone(), means: targets.numbers.iter().map(means).collect() }
    }
}

impl FittedColumn for LevelMeans {
    const HEADING: &'static str = "target encoding";
    const NOTHING: &'static str = "no categorical features";

    fn fits(&self, input: &Input) -> bool {
        let Some(levels) = input.kind.levels() else { return false };
        let has_levels = self.means.iter().all(|means| means.len() == levels + 1);
        has_levels && self.means.len() == self.classes.len().max(1)
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        if self.classes.is_empty() {
            return vec![Input { name: input.name.clone(), kind: InputKind::Number }];
        }
        let column =
            |class: &String| Input { name: format!("{} ({class})", input.name), kind: InputKind::Number };
        self.classes.iter().map(column).collect()
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let codes = codes(input, column)?;
        let encoded = |means: &Vec<f64>| {
            let last = means.len() - 1;
            Feature::Number(codes.iter().map(|&code| means[(code as usize).min(last)]).collect())
        };
        Ok(self.means.iter().map(encoded).collect())
    }

    fn explained(&self, input: &Input) -> (String, Value) {
        let levels = input.kind.levels().unwrap_or(0);
        let name = |level: usize| match level == levels {
            true => "missing".to_string(),
            false => input.kind.level(level as u32).to_string(),
        };
        let of_level = |level: usize| -> String {
            let means: Vec<String> = self.means.iter().map(|means| significant(means[level])).collect();
            format!("{} = {}", name(level), means.join(" "))
        };
        let mut words: Vec<String> = (0..levels).take(SHOWN).map(of_level).collect();
        if levels > SHOWN {
            words.push("…".to_string());
        }
        let mut json = serde_json::Map::new();
        for level in 0..=levels {
            let means: Vec<f64> = self.means.iter().map(|means| means[level]).collect();
            json.insert(name(level), json!(means));
        }
        (words.join(", "), json.into())
    }
}
