//! Parameters that are declared values: one of several variants, each with parameters of its own, which may be such values again. A
//! kernel, a layer of a network, a metric.

use crate::call_text::{name_and_value, numbered_names, parts};
use crate::declaration::{
    ParameterSpec, ParameterValue, Parameters, find_parameter, parameter_named, plain_name,
};
use crate::learner_spec::in_words;
use crate::{Error, Result, Value, closest_name};
use serde_json::json;
use std::fmt::{self, Write as _};

/// One variant of a declared value: `rbf`, with its parameter `gamma`.
#[derive(Debug)]
pub struct VariantSpec {
    /// Its name in every interface.
    pub name: &'static str,
    /// Other names that it is read by.
    pub aliases: &'static [&'static str],
    /// The doc comment.
    pub doc: &'static str,
    /// What it is told.
    pub parameters: &'static [ParameterSpec],
    /// The parameter that takes all that is said without a name: the kernels of a sum.
    pub rest: Option<&'static str>,
}

/// The variants of a type. They stand behind a function, because a value may hold values of its own type.
#[derive(Clone, Copy)]
pub struct VariantList {
    /// The Rust type, which tells lists apart.
    pub type_name: &'static str,
    /// The variants.
    pub variants: fn() -> &'static [VariantSpec],
}

impl PartialEq for VariantList {
    fn eq(&self, other: &VariantList) -> bool {
        self.type_name == other.type_name
    }
}

impl fmt::Debug for VariantList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VariantList({})", self.type_name)
    }
}

/// A type whose values are declared variants. Written by `#[derive(Choice)]` on an enum whose variants have fields.
///
/// As text a value is `rbf(gamma=0.5)`, `rbf(0.5)` or, with its defaults, `rbf`; what has no name goes to the parameters in their order,
/// or all of it to the one that takes the rest, as in `sum(linear, rbf(0.5))`. As JSON it is `{"name": "rbf", "parameters": {"gamma":
/// 0.5}}`, or the text.
pub trait DeclaredVariants: ParameterValue {
    /// The variants.
    const VARIANTS: VariantList;
    /// The value of a variant with all of its parameters.
    fn from_variant(variant: &'static VariantSpec, parameters: &Parameters) -> Result<Self>;
    /// The name of the variant, and its parameters.
    fn to_variant(&self) -> (&'static str, Parameters);
    /// An error if a parameter, at any depth, is out of its range.
    fn check_variant(&self) -> Result<()>;
}

impl VariantList {
    /// The variant of a name, or an error that says which there are.
    pub fn find(self, name: &str) -> Result<&'static VariantSpec> {
        let wanted = plain_name(name);
        let is_called = |variant: &&VariantSpec| {
            plain_name(variant.name) == wanted
                || variant.aliases.iter().any(|alias| plain_name(alias) == wanted)
        };
        (self.variants)().iter().find(is_called).ok_or_else(|| {
            let names: Vec<&str> = (self.variants)().iter().map(|variant| variant.name).collect();
            let advice = match closest_name(name, &names) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("there are {}", names.join(", ")),
            };
            Error::data(format!("there is no {} '{name}'", self.noun()), advice)
        })
    }

    /// What a value is called in sentences: `kernel` for the type `Kernel`.
    fn noun(self) -> String {
        let mut noun = String::new();
        for (at, c) in self.type_name.char_indices() {
            if c.is_uppercase() && at > 0 {
                noun.push(' ');
            }
            noun.extend(c.to_lowercase());
        }
        noun
    }

    /// A value from text, complete with defaults.
    pub fn parse(self, text: &str) -> Result<Value> {
        let text = text.trim();
        if text.starts_with('{') {
            let json: Value = serde_json::from_str(text).map_err(|_| self.unreadable(text))?;
            return self.complete(&json);
        }
        let end = text.find('(').unwrap_or(text.len());
        let (name, call) = text.split_at(end);
        let inside = match call.strip_prefix('(') {
            Some(inside) => inside.strip_suffix(')').ok_or_else(|| self.unreadable(text))?,
            None => "",
        };
        let told = parts(inside, ',').ok_or_else(|| self.unreadable(text))?;
        let variant = self.find(name.trim())?;
        let mut given = Parameters::new();
        let mut unnamed = Vec::new();
        for part in told {
            match name_and_value(part) {
                Some((parameter, value)) => variant.insert(&mut given, parameter, value)?,
                None => unnamed.push(part),
            }
        }
        match variant.rest {
            _ if unnamed.is_empty() => {}
            Some(rest) => variant.insert(&mut given, rest, &format!("[{}]", unnamed.join(", ")))?,
            None => {
                for (at, value) in unnamed.into_iter().enumerate() {
                    let Some(parameter) = variant.parameters.get(at) else {
                        return Err(Error::data(
                            format!(
                                "'{text}' says {} more than '{}' has parameters",
                                at + 1 - variant.parameters.len(),
                                variant.name
                            ),
                            format!("write {}", variant.call()),
                        ));
                    };
                    variant.insert(&mut given, parameter.name, value)?;
                }
            }
        }
        variant.complete(&given)
    }

    /// Several values from text, with commas between and perhaps square brackets around.
    pub fn parse_list(self, text: &str) -> Result<Value> {
        let text = text.trim();
        if let Ok(json @ Value::Array(_)) = serde_json::from_str(text) {
            return self.complete_list(&json);
        }
        let inside = match text.strip_prefix('[') {
            Some(inside) => inside.strip_suffix(']').ok_or_else(|| self.unreadable(text))?,
            None => text,
        };
        let values = parts(inside, ',').ok_or_else(|| self.unreadable(text))?;
        values.into_iter().map(|value| self.parse(value)).collect::<Result<Vec<_>>>().map(Value::Array)
    }

    /// A value as an interface gives it, text or JSON, as JSON with all of its parameters.
    pub fn complete(self, value: &Value) -> Result<Value> {
        match value {
            Value::String(text) => self.parse(text),
            other => {
                let (name, given) = name_and_parameters(other).ok_or_else(|| self.unreadable(other))?;
                let variant = self.find(name)?;
                let mut known = Parameters::new();
                for (parameter, value) in given.into_iter().flatten() {
                    known.insert(
                        find_parameter(variant.name, variant.parameters, parameter)?.name.to_string(),
                        value.clone(),
                    );
                }
                variant.complete(&known)
            }
        }
    }

    /// The same of several values.
    pub fn complete_list(self, value: &Value) -> Result<Value> {
        match value {
            Value::String(text) => self.parse_list(text),
            Value::Array(list) => {
                list.iter().map(|one| self.complete(one)).collect::<Result<Vec<_>>>().map(Value::Array)
            }
            other => Err(self.unreadable(other)),
        }
    }

    /// What values there are, in words: `linear, rbf(gamma)`.
    pub fn allowed(self) -> String {
        (self.variants)().iter().map(VariantSpec::call).collect::<Vec<_>>().join(", ")
    }

    fn unreadable(self, found: impl fmt::Display) -> Error {
        Error::data(
            format!("'{found}' does not read as a {}", self.noun()),
            format!("write one of {}", self.allowed()),
        )
    }

    /// A value in JSON. Values within values are described by name only, since they may hold values of this type again.
    pub(crate) fn json_schema(self) -> Value {
        let variants: Vec<Value> = (self.variants)()
            .iter()
            .map(|variant| {
                let parameters: Parameters =
                    variant.parameters.iter().map(|p| (p.name.to_string(), p.json_schema_within())).collect();
                json!({
                    "type": "object",
                    "description": variant.doc,
                    "properties": {
                        "name": {"const": variant.name},
                        "parameters": {"type": "object", "properties": parameters, "additionalProperties": false},
                    },
                    "required": ["name"],
                    "additionalProperties": false,
                })
            })
            .chain([json!({"type": "string"})])
            .collect();
        json!({"anyOf": variants})
    }

    /// What the variants and their parameters mean, for a reference page.
    pub(crate) fn reference(self) -> String {
        let mut text = String::new();
        for variant in (self.variants)() {
            let doc = variant.doc.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "- `{}`: {doc}", variant.call());
            for p in variant.parameters {
                let doc = p.doc.split_whitespace().collect::<Vec<_>>().join(" ");
                let default = if p.required { "required".to_string() } else { p.default_text() };
                let _ = writeln!(text, "  - `{}` ({}; {default}): {doc}", p.name, p.allowed());
            }
        }
        text
    }
}

impl VariantSpec {
    /// How it is written: `rbf(gamma)`, `sum(…)`.
    fn call(&self) -> String {
        match self.rest {
            Some(_) => format!("{}(…)", self.name),
            None if self.parameters.is_empty() => self.name.to_string(),
            None => {
                let names: Vec<&str> = self.parameters.iter().map(|p| p.name).collect();
                format!("{}({})", self.name, names.join(", "))
            }
        }
    }

    fn insert(&self, given: &mut Parameters, name: &str, text: &str) -> Result<()> {
        let parameter = find_parameter(self.name, self.parameters, name)?;
        let value = parameter.parse_for(self.name, text)?;
        match given.insert(parameter.name.to_string(), value) {
            None => Ok(()),
            Some(_) => Err(Error::data(
                format!("'{}' is told its parameter '{}' twice", self.name, parameter.name),
                "say each parameter once",
            )),
        }
    }

    /// The value with these parameters, and the defaults of the others.
    fn complete(&self, given: &Parameters) -> Result<Value> {
        let mut complete = Parameters::new();
        for parameter in self.parameters {
            let value = match given.get(parameter.name) {
                Some(value) => parameter.read_for(self.name, value)?,
                None if parameter.required => {
                    return Err(parameter.refuse(self.name, "not given"));
                }
                None => (parameter.default)(),
            };
            complete.insert(parameter.name.to_string(), value);
        }
        Ok(variant_value(self.name, complete))
    }

    /// A parameter of a complete value, as its type.
    pub fn get<T: ParameterValue>(&self, parameters: &Parameters, name: &str) -> Result<T> {
        let parameter = find_parameter(self.name, self.parameters, name)?;
        let value = parameters.get(name).unwrap_or(&Value::Null);
        T::from_value(value).ok_or_else(|| parameter.refuse(self.name, &value.to_string()))
    }
}

/// A value of a variant as JSON; one without parameters is its name.
fn variant_value(name: &str, parameters: Parameters) -> Value {
    if parameters.is_empty() { json!(name) } else { json!({"name": name, "parameters": parameters}) }
}

/// The name and parameters of a value in JSON.
fn name_and_parameters(value: &Value) -> Option<(&str, Option<&Parameters>)> {
    let Value::Object(object) = value else { return value.as_str().map(|name| (name, None)) };
    let name = object.get("name")?.as_str()?;
    let parameters = match object.get("parameters") {
        None | Some(Value::Null) => None,
        Some(Value::Object(parameters)) => Some(parameters),
        Some(_) => return None,
    };
    object.keys().all(|key| ["name", "parameters"].contains(&key.as_str())).then_some((name, parameters))
}

/// The text of a value in JSON: `rbf(gamma=0.5)`.
pub(crate) fn variant_text(value: &Value) -> Option<String> {
    let (name, parameters) = value.is_object().then(|| name_and_parameters(value))??;
    let told: Vec<String> = parameters
        .into_iter()
        .flatten()
        .map(|(parameter, value)| format!("{parameter}={}", in_words(value)))
        .collect();
    Some(if told.is_empty() { name.to_string() } else { format!("{name}({})", told.join(", ")) })
}

/// A value as JSON: `ParameterValue::to_value` of declared variants.
pub fn variant_to_value(value: &impl DeclaredVariants) -> Value {
    let (name, parameters) = value.to_variant();
    variant_value(name, parameters)
}

/// A value from text or JSON, or why it is none.
pub fn variant_from_value<T: DeclaredVariants>(value: &Value) -> Result<T> {
    let complete = T::VARIANTS.complete(value)?;
    let (name, parameters) =
        name_and_parameters(&complete).ok_or_else(|| T::VARIANTS.unreadable(&complete))?;
    let none = Parameters::new();
    T::from_variant(T::VARIANTS.find(name)?, parameters.unwrap_or(&none))
}

impl<T: DeclaredVariants> ParameterValue for Vec<T> {
    const KIND: crate::ParameterKind = crate::ParameterKind::Variants(T::VARIANTS);

    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(T::to_value).collect())
    }

    fn from_value(value: &Value) -> Option<Self> {
        Self::read(value).ok().flatten()
    }

    fn read(value: &Value) -> Result<Option<Self>> {
        match T::VARIANTS.complete_list(value)? {
            Value::Array(list) => list.iter().map(variant_from_value).collect::<Result<_>>().map(Some),
            _ => Ok(None),
        }
    }

    fn check_within(&self) -> Result<()> {
        self.iter().try_for_each(T::check_variant)
    }
}

/// The value of a parameter that holds declared values, with a parameter within it set: `gamma` of `rbf(gamma=0.5)`, or
/// `dense.units` of a list. `None` if the parameter holds none.
pub fn set_variant_path(
    spec: &ParameterSpec,
    value: &Value,
    path: &str,
    new: &Value,
) -> Result<Option<Value>> {
    let mut changed = value.clone();
    let Some((place, within)) = find_within(spec, &mut changed, path)? else { return Ok(None) };
    *place = within.read_for(spec.name, new)?;
    Ok(Some(changed))
}

/// The declaration of a parameter within a declared value; `None` if the parameter holds none.
pub fn variant_parameter(
    spec: &ParameterSpec,
    value: &Value,
    path: &str,
) -> Result<Option<&'static ParameterSpec>> {
    let mut value = value.clone();
    Ok(find_within(spec, &mut value, path)?.map(|(_, within)| within))
}

/// All parameters within a declared value, each with its path; none if the parameter holds no such value.
pub fn variant_parameters(spec: &ParameterSpec, value: &Value) -> Vec<(String, &'static ParameterSpec)> {
    let (list, values): (VariantList, Vec<(String, &Value)>) = match (spec.kind, value) {
        (crate::ParameterKind::Variant(list), value) => (list, vec![(String::new(), value)]),
        (crate::ParameterKind::Variants(list), Value::Array(values)) => {
            let names = variant_names(values);
            (list, names.into_iter().map(|name| name + ".").zip(values).collect())
        }
        _ => return Vec::new(),
    };
    let mut all = Vec::new();
    for (prefix, value) in values {
        let Some((name, Some(parameters))) = name_and_parameters(value) else { continue };
        let Ok(variant) = list.find(name) else { continue };
        for parameter in variant.parameters {
            all.push((format!("{prefix}{}", parameter.name), parameter));
            let value = parameters.get(parameter.name).unwrap_or(&Value::Null);
            let within = variant_parameters(parameter, value);
            all.extend(
                within.into_iter().map(|(path, spec)| (format!("{prefix}{}.{path}", parameter.name), spec)),
            );
        }
    }
    all
}

/// The names of the values of a list: their own, with a number behind those that come again.
fn variant_names(values: &[Value]) -> Vec<String> {
    let own: Vec<&str> =
        values.iter().map(|value| name_and_parameters(value).map_or("", |(name, _)| name)).collect();
    numbered_names(&own)
}

/// The place and the declaration of the parameter at a path within a value.
fn find_within<'a>(
    spec: &ParameterSpec,
    value: &'a mut Value,
    path: &str,
) -> Result<Option<(&'a mut Value, &'static ParameterSpec)>> {
    let (list, value, path) = match spec.kind {
        crate::ParameterKind::Variant(list) => (list, value, path),
        crate::ParameterKind::Variants(list) => {
            let Value::Array(values) = value else { return Ok(None) };
            let names = variant_names(values);
            let (name, rest) = path.split_once('.').unwrap_or((path, ""));
            let Some(at) = names.iter().position(|own| own == name) else {
                return Err(Error::data(
                    format!("there is no '{name}' in '{}'", spec.name),
                    format!("name one of {}", names.join(", ")),
                ));
            };
            (list, &mut values[at], rest)
        }
        _ => return Ok(None),
    };
    let Some((name, _)) = name_and_parameters(value) else { return Ok(None) };
    let variant = list.find(name)?;
    let (own, rest) = match path.split_once('.') {
        Some((own, rest)) => (own, Some(rest)),
        None => (path, None),
    };
    let Some(parameter) = parameter_named(variant.parameters, own) else {
        find_parameter(variant.name, variant.parameters, own)?;
        return Ok(None);
    };
    let Some(place) = value.get_mut("parameters").and_then(|all| all.get_mut(parameter.name)) else {
        return Ok(None);
    };
    match rest {
        None => Ok(Some((place, parameter))),
        Some(rest) => match find_within(parameter, place, rest)? {
            Some(found) => Ok(Some(found)),
            None => Err(Error::data(
                format!("'{own}' of '{}' has no parameters of its own", variant.name),
                format!("set '{own}' itself"),
            )),
        },
    }
}
