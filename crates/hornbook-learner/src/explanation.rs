use hornbook_core::Value;
use hornbook_core::format::capitalized;
use hornbook_data::Input;
use serde_json::json;
use std::fmt;

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
    /// The inputs with their importances, the largest first.
    pub fn importances(heading: &'static str, inputs: &[Input], shares: &[f64]) -> Section {
        let mut order: Vec<usize> = (0..shares.len().min(inputs.len())).collect();
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then(a.cmp(&b)));
        let width = inputs.iter().map(|i| i.name.chars().count()).max().unwrap_or(0);
        let used = order.iter().filter(|&&i| shares[i] > 0.0);
        let mut lines: Vec<String> =
            used.map(|&i| format!("{:width$}  {:.4}", inputs[i].name, shares[i])).collect();
        let unused: Vec<&str> =
            order.iter().filter(|&&i| shares[i] == 0.0).map(|&i| inputs[i].name.as_str()).collect();
        if !unused.is_empty() {
            lines.push(format!("unused features: {}", unused.join(", ")));
        }
        let json: serde_json::Map<String, Value> =
            order.iter().map(|&i| (inputs[i].name.clone(), json!(shares[i]))).collect();
        Section { heading, text: lines.join("\n"), json: json!(json) }
    }
}

impl Explanation {
    /// The whole for programs: an object with an entry a section.
    pub fn to_json(&self) -> Value {
        let mut object = serde_json::Map::new();
        for section in &self.sections {
            // An explanation in brackets is for readers: `feature importances (total gain)`.
            let key = section.heading.split(" (").next().unwrap_or_default();
            object.insert(key.replace(' ', "_"), section.json.clone());
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
            writeln!(f, "{}", capitalized(section.heading))?;
            for line in section.text.lines() {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}
