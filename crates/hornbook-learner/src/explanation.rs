use hornbook_core::Value;
use hornbook_data::Input;
use serde_json::json;
use std::fmt::{self, Write as _};

/// What a model learned, or why it predicts what it predicts, for people and for programs.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The parts, in the order they should be read.
    pub sections: Vec<Section>,
}

/// One part of an [`Explanation`].
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// A few words.
    pub heading: &'static str,
    /// Lines of text for people.
    pub text: String,
    /// The same for programs.
    pub json: Value,
}

impl Section {
    /// How much each column contributed, the largest first; those that did not are named at the end.
    pub fn of_importances(heading: &'static str, inputs: &[Input], shares: &[f64]) -> Section {
        let mut order: Vec<usize> = (0..shares.len().min(inputs.len())).collect();
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then(a.cmp(&b)));
        let width = inputs.iter().map(|i| i.name.chars().count()).max().unwrap_or(0);
        let lines: Vec<String> = order
            .iter()
            .filter(|&&i| shares[i] > 0.0)
            .map(|&i| format!("{:width$}  {:.4}", inputs[i].name, shares[i]))
            .collect();
        let unused: Vec<&str> =
            order.iter().filter(|&&i| shares[i] == 0.0).map(|&i| inputs[i].name.as_str()).collect();
        let mut text = lines.join("\n");
        if !unused.is_empty() {
            let _ = write!(text, "\nnever decisive: {}", unused.join(", "));
        }
        let json: serde_json::Map<String, Value> =
            order.iter().map(|&i| (inputs[i].name.clone(), json!(shares[i]))).collect();
        Section { heading, text, json: json!(json) }
    }
}

impl Explanation {
    /// The whole for programs: an object with an entry a section.
    pub fn to_json(&self) -> Value {
        let mut object = serde_json::Map::new();
        for section in &self.sections {
            object.insert(section.heading.replace(' ', "_"), section.json.clone());
        }
        json!(object)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, section) in self.sections.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            let mut heading = section.heading.chars();
            let first = heading.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            writeln!(f, "{first}{}", heading.as_str())?;
            for line in section.text.lines() {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}
