use hornbook_core::Value;
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
