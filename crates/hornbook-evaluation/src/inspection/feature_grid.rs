//! The values of a column at which a model is read.

use super::rows::ModelRows;
use hornbook_core::{Error, Result};
use hornbook_data::{Feature, Input};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use serde::{Serialize, Serializer};
use serde_json::json;

/// A column, and at which of its values to read a model.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureGrid {
    column: String,
    points: GridPoints,
}

#[derive(Debug, Clone, PartialEq)]
enum GridPoints {
    Most(usize),
    Numbers(Vec<f64>),
    Levels(Vec<String>),
}

impl FeatureGrid {
    /// At the values that occur: all of them if there are at most so many (or if they are levels), else that many
    /// quantiles, from the smallest to the largest.
    pub fn quantiles(column: &str, most: usize) -> FeatureGrid {
        FeatureGrid { column: column.to_string(), points: GridPoints::Most(most) }
    }

    /// At these numbers.
    pub fn numbers(column: &str, numbers: &[f64]) -> FeatureGrid {
        FeatureGrid { column: column.to_string(), points: GridPoints::Numbers(numbers.to_vec()) }
    }

    /// At these levels.
    pub fn levels<S: AsRef<str>>(column: &str, levels: &[S]) -> FeatureGrid {
        let levels = levels.iter().map(|level| level.as_ref().to_string()).collect();
        FeatureGrid { column: column.to_string(), points: GridPoints::Levels(levels) }
    }

    /// The column.
    pub fn column(&self) -> &str {
        &self.column
    }

    /// The values, once there are rows.
    pub(super) fn axis(&self, rows: &ModelRows<'_>, place: usize) -> Result<GridAxis> {
        let input = rows.input(place).clone();
        let values = match (&self.points, &rows.columns[place]) {
            (_, Feature::Text(_) | Feature::Object(_)) => return Err(no_values_between(&input)),
            (GridPoints::Most(most), _) => rows.knowing(place)?.grid(place, *most),
            (GridPoints::Numbers(numbers), Feature::Number(_)) => {
                if numbers.iter().any(|x| !x.is_finite()) {
                    let problem = format!("not every value given for '{}' is a finite number", self.column);
                    return Err(Error::data(problem, "give numbers"));
                }
                numbers.iter().map(|&x| GridValue::Number(x)).collect()
            }
            (GridPoints::Levels(names), Feature::Code(_, levels)) => {
                let code = |name: &String| {
                    levels.iter().position(|level| level == name).ok_or_else(|| {
                        Error::data(
                            format!("column '{}' has no level '{name}' that the model knows", self.column),
                            format!("its levels are {}", levels.join(", ")),
                        )
                    })
                };
                names.iter().map(|name| Ok(GridValue::Level(code(name)? as u32))).collect::<Result<_>>()?
            }
            (GridPoints::Numbers(_), Feature::Code(..)) => {
                let problem = format!("column '{}' holds categories", self.column);
                return Err(Error::data(problem, "give levels, not numbers"));
            }
            (GridPoints::Levels(_), Feature::Number(_)) => {
                let problem = format!("column '{}' holds numbers", self.column);
                return Err(Error::data(problem, "give numbers, not levels"));
            }
        };
        if values.is_empty() {
            let problem = format!("no value of column '{}' is asked for", self.column);
            return Err(Error::data(problem, "ask for at least one"));
        }
        Ok(GridAxis { input, values, deciles: rows.deciles(place) })
    }
}

/// A column and the values at which a model was read.
#[derive(Debug, Clone, PartialEq)]
pub struct GridAxis {
    /// The column.
    pub input: Input,
    /// Its values.
    pub values: Vec<GridValue>,
    /// The nine deciles of its numbers in the rows; none of levels.
    pub deciles: Vec<f64>,
}

/// A value of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridValue {
    /// A number; dates are seconds since 1970.
    Number(f64),
    /// The code of a level.
    Level(u32),
}

impl GridAxis {
    /// A value as people read it.
    pub fn label(&self, at: usize) -> String {
        match self.values[at] {
            GridValue::Number(x) => x.to_string(),
            GridValue::Level(code) => self.input.kind.level(code).to_string(),
        }
    }

    /// The numbers, unless the column holds levels.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &GridValue| match value {
            GridValue::Number(x) => Some(*x),
            GridValue::Level(_) => None,
        };
        self.values.iter().map(number).collect()
    }
}

impl Serialize for GridAxis {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let value = |at: usize| match self.values[at] {
            GridValue::Number(x) => json!(x),
            GridValue::Level(_) => json!(self.label(at)),
        };
        json!({"column": self.input.name, "values": (0..self.values.len()).map(value).collect::<Vec<_>>()})
            .serialize(serializer)
    }
}

/// What is said of a column whose values cannot be varied.
pub(super) fn no_values_between(input: &Input) -> Error {
    Error::data(
        format!(
            "column '{}' holds {}, which cannot be varied value by value",
            input.name,
            input.kind.kind().plural()
        ),
        "name a column of numbers or categories",
    )
}

impl ModelRows<'_> {
    /// The values of a column that is known in every row: all levels that occur, or quantiles of numbers.
    fn grid(&self, column: usize, most: usize) -> Vec<GridValue> {
        match &self.columns[column] {
            Feature::Number(numbers) => {
                self.quantiles(numbers, most).into_iter().map(GridValue::Number).collect()
            }
            Feature::Code(codes, _) => {
                let mut seen = codes.to_vec();
                seen.sort_unstable();
                seen.dedup();
                seen.into_iter().map(GridValue::Level).collect()
            }
            Feature::Text(_) | Feature::Object(_) => Vec::new(),
        }
    }

    /// The deciles of a column of numbers where it is known.
    pub(super) fn deciles(&self, column: usize) -> Vec<f64> {
        match self.knowing(column).map(|mut rows| (rows.columns.swap_remove(column), rows.weights)) {
            Ok((Feature::Number(numbers), weights)) => {
                let levels: Vec<f64> = (1..10).map(|tenth| f64::from(tenth) / 10.0).collect();
                distribution(&numbers, &weights).quantiles(&levels, QuantileMethod::InvertedCdf)
            }
            _ => Vec::new(),
        }
    }

    /// All numbers if there are few, else quantiles from the smallest to the largest, each a number that occurs: the first
    /// with that fraction of the weight up to it.
    pub(super) fn quantiles(&self, numbers: &[f64], most: usize) -> Vec<f64> {
        let sample = distribution(numbers, &self.weights);
        let most = most.max(2);
        let distinct = sample.distinct();
        if distinct.len() <= most {
            return distinct;
        }
        let levels: Vec<f64> = (0..most).map(|step| step as f64 / (most - 1) as f64).collect();
        let mut found = sample.quantiles(&levels, QuantileMethod::InvertedCdf);
        found.dedup();
        found
    }
}

/// Adding zero makes -0.0 the same value as 0.0.
fn distribution(numbers: &[f64], weights: &[f64]) -> EmpiricalDistribution {
    EmpiricalDistribution::of(numbers.iter().map(|x| x + 0.0).zip(weights.iter().copied()))
}
