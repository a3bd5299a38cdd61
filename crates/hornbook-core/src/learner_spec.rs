//! A learner as a parameter of another learner: its name and hyperparameters, as plain data.

use crate::call_text::{name_and_value, parts};
use crate::declaration::{Declared, ParameterKind, ParameterValue, Parameters};
use crate::variant::variant_text;
use crate::{Error, Result, Value};
use serde_json::json;
use std::fmt;

/// The parameter of what is said without a name: the steps of a pipeline.
const STEPS: &str = "steps";

/// A learner by name, with the parameters that differ from its defaults.
///
/// As text `decision-tree`, `decision-tree:max_depth=3` or `bagging(estimator=decision-tree(max_depth=3),
/// n_estimators=50)`; as JSON `{"learner": "decision-tree", "parameters": {"max_depth": 3}}`. What has no name is a step:
/// `pipeline(scale-columns, ridge(alpha=2))`. Values that came from text stay text until the registry, which knows their
/// types, reads them.
///
/// ```
/// use hornbook_core::LearnerSpec;
/// let spec = LearnerSpec::parse("bagging(estimator=decision-tree(max_depth=3), n_estimators=50)")?;
/// assert_eq!(spec.name, "bagging");
/// assert_eq!(spec.parameters["estimator"], "decision-tree(max_depth=3)");
/// assert_eq!(spec.parameters["n_estimators"], "50");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LearnerSpec {
    /// The learner's name in the registry.
    pub name: String,
    /// What it is told; defaults for the rest.
    pub parameters: Parameters,
}

impl LearnerSpec {
    /// The learner of this name, with its defaults.
    pub fn new(name: &str) -> LearnerSpec {
        LearnerSpec { name: name.to_string(), parameters: Parameters::new() }
    }

    /// The same with one parameter set.
    #[must_use]
    pub fn with(mut self, parameter: &str, value: impl Into<Value>) -> LearnerSpec {
        self.parameters.insert(parameter.to_string(), value.into());
        self
    }

    /// A learner as data: its name and where it differs from the defaults.
    pub fn of<T: Declared>(learner: &T) -> LearnerSpec {
        let usual = T::default().parameters();
        let differs = |(name, value): &(String, Value)| usual.get(name) != Some(value);
        LearnerSpec {
            name: T::declaration().name.to_string(),
            parameters: learner.parameters().into_iter().filter(differs).collect(),
        }
    }

    /// From text: `name`, `name:parameter=value:…`, `name(parameter=value, …)`, or JSON.
    pub fn parse(text: &str) -> Result<LearnerSpec> {
        let text = text.trim();
        if text.starts_with('{') {
            let json: Value = serde_json::from_str(text).map_err(|_| unreadable(text))?;
            return LearnerSpec::from_value(&json).ok_or_else(|| unreadable(text));
        }
        let end = text.find(['(', ':']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let told = match rest.strip_prefix('(') {
            Some(inside) => {
                let inside = inside.strip_suffix(')').ok_or_else(|| unreadable(text))?;
                parts(inside, ',').ok_or_else(|| unreadable(text))?
            }
            None => parts(rest.strip_prefix(':').unwrap_or(rest), ':').ok_or_else(|| unreadable(text))?,
        };
        if name.trim().is_empty() {
            return Err(unreadable(text));
        }
        let mut spec = LearnerSpec::new(name.trim());
        let mut steps = Vec::new();
        for part in told {
            match name_and_value(part) {
                Some((parameter, value)) => spec.insert_once(parameter, value, text)?,
                None if rest.starts_with('(') => steps.push(LearnerSpec::parse(part)?),
                None => {
                    return Err(Error::data(
                        format!("'{part}' in '{text}' does not say a parameter and its value"),
                        "write it like decision-tree(max_depth=3)",
                    ));
                }
            }
        }
        if !steps.is_empty() {
            spec.parameters.insert(STEPS.to_string(), steps.to_value());
        }
        Ok(spec)
    }

    fn insert_once(&mut self, parameter: &str, value: &str, text: &str) -> Result<()> {
        match self.parameters.insert(parameter.to_string(), json!(value)) {
            None => Ok(()),
            Some(_) => Err(Error::data(
                format!("'{parameter}' is twice in '{text}'"),
                "say each parameter once, and name columns that get several transformers in JSON",
            )),
        }
    }

    /// Several learners from text, with commas between and perhaps square brackets around; or from JSON.
    pub fn parse_list(text: &str) -> Result<Vec<LearnerSpec>> {
        let text = text.trim();
        if let Ok(Value::Array(list)) = serde_json::from_str(text) {
            let specs = list.iter().map(LearnerSpec::from_value).collect::<Option<_>>();
            return specs.ok_or_else(|| unreadable(text));
        }
        LearnerSpec::split(text)?.into_iter().map(LearnerSpec::parse).collect()
    }

    /// The texts of several learners, with commas between and perhaps square brackets around.
    pub fn split(text: &str) -> Result<Vec<&str>> {
        let text = text.trim();
        let inside = match text.strip_prefix('[') {
            Some(inside) => inside.strip_suffix(']').ok_or_else(|| unreadable(text))?,
            None => text,
        };
        parts(inside, ',').ok_or_else(|| unreadable(text))
    }
}

fn unreadable(text: &str) -> Error {
    Error::data(
        format!("'{text}' does not read as a learner"),
        "write it like decision-tree or decision-tree(max_depth=3)",
    )
}

impl<T: Declared> From<T> for LearnerSpec {
    fn from(learner: T) -> LearnerSpec {
        LearnerSpec::of(&learner)
    }
}

impl fmt::Display for LearnerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let told: Vec<String> = self.parameters.iter().map(|(name, value)| in_call(name, value)).collect();
        if told.is_empty() { Ok(()) } else { write!(f, "({})", told.join(", ")) }
    }
}

/// A parameter as it stands in the text of a spec: steps have no name.
fn in_call(name: &str, value: &Value) -> String {
    match Vec::<LearnerSpec>::from_value(value) {
        Some(steps) if name == STEPS && value.is_array() => {
            steps.iter().map(LearnerSpec::to_string).collect::<Vec<_>>().join(", ")
        }
        _ => match crate::ColumnTransformers::entries_in_words(name, value) {
            Some(entries) => entries,
            None => format!("{name}={}", in_words(value)),
        },
    }
}

/// Whether a value is a learner or a declared value, which have texts of their own.
fn is_nested(value: &Value) -> bool {
    LearnerSpec::from_value(value).is_some() || variant_text(value).is_some()
}

/// A value as it stands in the text of a spec.
pub(crate) fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_string(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.iter().all(is_nested) => {
            format!("[{}]", list.iter().map(in_words).collect::<Vec<_>>().join(", "))
        }
        other => match LearnerSpec::from_value(other) {
            Some(spec) => spec.to_string(),
            None => variant_text(other).unwrap_or_else(|| other.to_string()),
        },
    }
}

impl ParameterValue for LearnerSpec {
    const KIND: ParameterKind = ParameterKind::Learner;

    fn to_value(&self) -> Value {
        json!({"learner": self.name, "parameters": self.parameters})
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => LearnerSpec::parse(text).ok(),
            Value::Object(object) => {
                let is_known = |key: &String| ["learner", "parameters"].contains(&key.as_str());
                let name = object.get("learner")?.as_str()?.to_string();
                let parameters = match object.get("parameters") {
                    None | Some(Value::Null) => Parameters::new(),
                    Some(Value::Object(parameters)) => parameters.clone(),
                    Some(_) => return None,
                };
                object.keys().all(is_known).then_some(LearnerSpec { name, parameters })
            }
            _ => None,
        }
    }
}

impl ParameterValue for Vec<LearnerSpec> {
    const KIND: ParameterKind = ParameterKind::Learners;

    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(LearnerSpec::to_value).collect())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => LearnerSpec::parse_list(text).ok(),
            Value::Array(list) => list.iter().map(LearnerSpec::from_value).collect(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> LearnerSpec {
        LearnerSpec::parse(text).unwrap()
    }

    #[test]
    fn three_ways_to_write_a_learner() {
        assert_eq!(read(" decision-tree "), LearnerSpec::new("decision-tree"));
        let told = LearnerSpec::new("decision-tree").with("max_depth", "3").with("criterion", "entropy");
        assert_eq!(read("decision-tree:max_depth=3:criterion=entropy"), told);
        assert_eq!(read("decision-tree(max_depth=3, criterion = entropy)"), told);
        // A name may be that of a column: who knows the parameters reads - as _.
        assert_eq!(read("columns(petal-length=keep)").parameters["petal-length"], "keep");
        assert_eq!(read("decision-tree()"), LearnerSpec::new("decision-tree"));
        let typed = LearnerSpec::new("decision-tree").with("max_depth", 3);
        assert_eq!(read(r#"{"learner": "decision-tree", "parameters": {"max_depth": 3}}"#), typed);
        assert_eq!(typed.to_string(), "decision-tree(max_depth=3)");
        assert_eq!(LearnerSpec::from_value(&typed.to_value()), Some(typed));
    }

    #[test]
    fn learners_within_learners() {
        let text = "bagging(estimator=bagging(estimator=decision-tree(max_depth=3), n_estimators=5), n_estimators=50)";
        let spec = read(text);
        assert_eq!(spec.to_string(), text);
        let inner = LearnerSpec::from_value(&spec.parameters["estimator"]).unwrap();
        assert_eq!(inner.parameters["estimator"], "decision-tree(max_depth=3)");
        let list = LearnerSpec::parse_list("decision-tree(max_depth=3, bins=9), baseline").unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(Vec::<LearnerSpec>::from_value(&list.to_value()), Some(list.clone()));
        assert_eq!(LearnerSpec::parse_list("[decision-tree(max_depth=3,bins=9),baseline]").unwrap(), list);
        assert_eq!(LearnerSpec::parse_list(r#"["baseline"]"#).unwrap(), [LearnerSpec::new("baseline")]);
        let voting = LearnerSpec::new("voting").with("estimators", list.to_value());
        assert_eq!(voting.to_string(), "voting(estimators=[decision-tree(max_depth=3, bins=9), baseline])");
        assert_eq!(read(&voting.to_string()).to_string(), voting.to_string());
    }

    #[test]
    fn what_has_no_name_is_a_step() {
        let text = "pipeline(fill-missing(numbers=mean), scale-columns, ridge(alpha=2))";
        let spec = read(text);
        let steps = Vec::<LearnerSpec>::from_value(&spec.parameters["steps"]).unwrap();
        assert_eq!(steps[0], LearnerSpec::new("fill-missing").with("numbers", "mean"));
        assert_eq!(
            steps[1..],
            [LearnerSpec::new("scale-columns"), LearnerSpec::new("ridge").with("alpha", "2")]
        );
        assert_eq!(spec.to_string(), text);
        assert_eq!(
            read("pipeline(steps=[scale-columns, ridge])").to_string(),
            "pipeline(steps=[scale-columns, ridge])"
        );
        // The name of a parameter ends at the first = that stands in no brackets.
        assert_eq!(read("bagging(tree(a=1), n=3)").parameters["n"], "3");
    }

    #[test]
    fn what_is_no_learner_is_refused() {
        for text in ["", "(a=1)", "tree(", "tree(a=1))", "tree(a=1", "tree(a=[1)", "{\"learner\": 3}", "{"] {
            assert!(LearnerSpec::parse(text).is_err(), "{text}");
        }
        let error = LearnerSpec::parse("tree:deep").unwrap_err().to_string();
        assert!(error.contains("'deep' in 'tree:deep' does not say a parameter"), "{error}");
        let error = LearnerSpec::parse("tree(a=1, a=2)").unwrap_err().to_string();
        assert!(error.contains("'a' is twice in 'tree(a=1, a=2)'"), "{error}");
        let deep = format!("{}a{}", "a(a=".repeat(40), ")".repeat(40));
        assert!(LearnerSpec::parse(&deep).is_err());
        assert_eq!(LearnerSpec::from_value(&json!({"learner": "a", "told": {}})), None);
        assert_eq!(LearnerSpec::from_value(&json!({"learner": "a", "parameters": [1]})), None);
        assert_eq!(Vec::<LearnerSpec>::from_value(&json!([1])), None);
    }
}
