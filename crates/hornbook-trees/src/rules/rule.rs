use super::Condition;
use hornbook_core::format::{rounded, rows};
use hornbook_data::{Feature, Schema};
use serde_json::{Value, json};

/// If all conditions hold, then this is predicted.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// At most one a column, in the order of asking; a rule without conditions always fires.
    pub conditions: Vec<Condition>,
    /// What is predicted.
    pub conclusion: Conclusion,
    /// The weight of each class among the training rows that it was made of, or the mean of their numbers.
    pub tally: Vec<f64>,
    /// The weight of those rows.
    pub weight: f64,
}

/// What a rule predicts.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Conclusion {
    /// A class, by its code.
    Class(u32),
    /// A number.
    Number(f64),
    /// A linear regression, in words; trees with linear leaves have them.
    LeafModel(String),
}

impl Rule {
    /// Whether all conditions hold for a row of the model's inputs.
    pub fn fires(&self, columns: &[Feature], row: usize) -> bool {
        self.conditions
            .iter()
            .all(|c| columns.get(c.column() as usize).is_some_and(|column| c.holds(column, row)))
    }

    /// The conditions in words, one a column.
    pub fn conditions_in_words(&self, schema: &Schema) -> Vec<String> {
        let words = |c: &Condition| schema.inputs.get(c.column() as usize).map(|input| c.words(input));
        self.conditions.iter().filter_map(words).collect()
    }

    /// What is predicted, in words.
    pub fn conclusion_in_words(&self, schema: &Schema) -> String {
        match &self.conclusion {
            Conclusion::Class(class) => {
                schema.target.classes.get(*class as usize).cloned().unwrap_or_default()
            }
            Conclusion::Number(number) => rounded(*number),
            Conclusion::LeafModel(model) => model.clone(),
        }
    }

    /// `if Outlook = Sunny and Humidity = High then No (3 rows)`.
    pub fn words(&self, schema: &Schema) -> String {
        let answer = self.answer(schema);
        match self.conditions_in_words(schema).join(" and ") {
            none if none.is_empty() => format!("always {answer}"),
            conditions => format!("if {conditions} then {answer}"),
        }
    }

    /// `Yes (4 rows)`, `No (5 rows, 1 wrong)`, `3.5 (12 rows)`.
    pub(crate) fn answer(&self, schema: &Schema) -> String {
        format!("{} ({})", self.conclusion_in_words(schema), self.support())
    }

    /// `3 rows`, `5 rows, 1 wrong`.
    pub(crate) fn support(&self) -> String {
        let rows = rows(self.weight);
        match self.wrong() {
            wrong if wrong > 0.0 && self.weight > 0.0 => format!("{rows}, {} wrong", rounded(wrong)),
            _ => rows,
        }
    }

    /// The weight of its training rows of other classes.
    fn wrong(&self) -> f64 {
        match self.conclusion {
            Conclusion::Class(class) => {
                self.tally.iter().sum::<f64>() - self.tally.get(class as usize).copied().unwrap_or(0.0)
            }
            _ => 0.0,
        }
    }

    /// The rule for programs.
    pub fn to_json(&self, schema: &Schema) -> Value {
        json!({
            "if": self.conditions_in_words(schema),
            "then": self.conclusion_in_words(schema),
            "weight": self.weight,
        })
    }
}
