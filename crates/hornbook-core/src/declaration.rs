//! What a learner is, and its hyperparameters, as data.
//!
//! A learner is declared once, with `#[derive(Learner)]` on the struct of its parameters. The derive writes a
//! [`Declaration`] and the builder methods; the command line, the Python class, the JSON schema and the
//! reference page are all made from the declaration.

use crate::attribute::AttributeSpec;
use crate::column_parameters::{ColumnSets, PerColumn};
use crate::column_selector::ColumnSelector;
use crate::column_transformers::ColumnTransformers;
use crate::learner_spec::{LearnerSpec, in_words};
use crate::tool::ArgumentKind;
use crate::variant::VariantList;
use crate::{Error, Result, Task, Value};
use serde_json::json;
use std::fmt::{self, Write as _};

/// Parameter names and values, in the order of declaration.
pub type Parameters = serde_json::Map<String, Value>;

/// Everything the interfaces (command line, Python, schema, docs) need to know about a learner.
#[derive(Debug)]
pub struct Declaration {
    /// Its name in every interface: `decision-tree`.
    pub name: &'static str,
    /// The Rust type, and the stem of the Python classes: `DecisionTree`.
    pub type_name: &'static str,
    /// The name of the Python class, if it is not the type with its task.
    pub python_name: Option<&'static str>,
    /// Other names that it is found by: abbreviations, and what it was called in older model files.
    pub aliases: &'static [&'static str],
    /// What other programs call it: `("scikit-learn", "RandomForestClassifier, RandomForestRegressor")`.
    pub equivalents: &'static [(&'static str, &'static str)],
    /// The family, which is also the crate: `trees`.
    pub family: &'static str,
    /// What it can predict.
    pub tasks: &'static [Task],
    /// What kinds of data it handles natively, without encoding or imputation.
    pub capabilities: Capabilities,
    /// Whether a study tries it only on request: it is a special case of another learner, a meta-learner
    /// whose base learners must be named, or meant for teaching.
    pub explicit_only: bool,
    /// What a transformer leaves none of, in training rows and in rows to predict.
    pub removes: RemovedKinds,
    /// What columns are called that a transformer has changed: `scaled`.
    pub applied: Option<&'static str>,
    /// Whether a transformer learns from the target.
    pub supervised: bool,
    /// Whether it is made of other learners that decide its tasks and capabilities: a pipeline.
    pub composite: bool,
    /// Whether it is scale-sensitive, as distances and penalties on coefficients are: a study standardizes
    /// features before it.
    pub scale_sensitive: bool,
    /// What can be read off its models by name, in groups that several learners share.
    pub attribute_groups: &'static [&'static [AttributeSpec]],
    /// The Python classes, as `module.Class`, that have methods for its models beside those of all estimators; of one task or of all.
    pub python_mixins: &'static [(Option<Task>, &'static str)],
    /// The tasks in which its predictions are not meant to be good ones of any table: a baseline, scores that only rank.
    pub poor_score: &'static [Task],
    /// Whether it takes only two classes.
    pub binary_only: bool,
    /// Whether targets must not be negative.
    pub positive_target: bool,
    /// The settings beside the defaults that a study tries before it searches, in order: `max_depth=3, criterion=entropy`.
    pub study_settings: &'static [&'static str],
    /// How much work a fit is, in additions of numbers, as a formula of `rows`, `columns`, `classes` and its parameters.
    pub work: Option<&'static str>,
    /// Whether it models how the rows of each class are distributed (generative) by a form with parameters.
    pub generative: bool,
    /// The doc comment of the struct, Markdown; its first paragraph is the summary.
    pub doc: &'static str,
    /// Its hyperparameters.
    pub parameters: &'static [ParameterSpec],
}

/// What kinds of data a learner handles natively.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// Missing values in the features.
    pub missing: bool,
    /// Categorical features, without encoding.
    pub categories: bool,
    /// Text features.
    pub text: bool,
    /// Series: sequences of numbers.
    pub series: bool,
    /// Sequences of symbols.
    pub sequence: bool,
    /// Item sets.
    pub items: bool,
    /// Images.
    pub image: bool,
    /// Graphs.
    pub graph: bool,
    /// Sample weights.
    pub sample_weights: bool,
    /// Out-of-core training: files larger than memory, in batches.
    pub out_of_core: bool,
    /// Multi-output: several targets at once.
    pub multi_output: bool,
    /// Incremental learning (`partial_fit`): updates a fitted model with more rows.
    pub incremental: bool,
    /// An offset: a column added to the linear predictor with coefficient 1.
    pub offset: bool,
    /// Early stopping: a validation set that says when training has gone on for long enough.
    pub early_stopping: bool,
    /// Warm start: goes on from a model that was trained before.
    pub warm_start: bool,
}

impl Capabilities {
    /// Numbers only, all of them there, and all rows in memory.
    pub const NONE: Capabilities = Capabilities {
        missing: false,
        categories: false,
        text: false,
        series: false,
        sequence: false,
        items: false,
        image: false,
        graph: false,
        sample_weights: false,
        out_of_core: false,
        multi_output: false,
        incremental: false,
        offset: false,
        early_stopping: false,
        warm_start: false,
    };

    /// What is left where a learner is trained on rows in memory, from the start, and without a validation set.
    #[must_use]
    pub fn for_rows_in_memory(self) -> Capabilities {
        Capabilities {
            out_of_core: false,
            incremental: false,
            early_stopping: false,
            warm_start: false,
            ..self
        }
    }
}

/// What a transformer leaves none of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemovedKinds {
    /// Missing values in the features.
    pub missing: bool,
    /// Categorical features.
    pub categories: bool,
    /// Text features.
    pub text: bool,
    /// Differences in scale between features.
    pub scale: bool,
}

impl RemovedKinds {
    /// Nothing.
    pub const NONE: RemovedKinds =
        RemovedKinds { missing: false, categories: false, text: false, scale: false };
}

/// One hyperparameter of a learner.
#[derive(Debug, Clone, Copy)]
pub struct ParameterSpec {
    /// Its name, as in Rust and Python; the command line turns `_` into `-`.
    pub name: &'static str,
    /// What it was called in older model files, or may be called instead.
    pub aliases: &'static [&'static str],
    /// The doc comment of the field.
    pub doc: &'static str,
    /// What values it takes.
    pub kind: ParameterKind,
    /// Whether it may be left unset (`None` in Rust and Python, `none` on the command line).
    pub optional: bool,
    /// Whether it must be given: an argument of a tool without a default.
    pub required: bool,
    /// The numbers allowed.
    pub range: Range,
    /// Which values are worth trying when the learner is tuned; `None` if the default is usually right.
    pub search: Option<DefaultSearchSpace>,
    /// The default value.
    pub default: fn() -> Value,
    /// A value as it is written today, older names of choices included; `None` if it is not of this type, an error if more can be
    /// said of what is wrong with it.
    pub read: fn(&Value) -> Result<Option<Value>>,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParameterKind {
    /// An integer.
    Integer,
    /// A real number.
    Float,
    /// A real number, or one of a few names, each with a line of explanation.
    FloatOr(&'static [(&'static str, &'static str)]),
    /// A boolean.
    Boolean,
    /// Free text.
    Text,
    /// One of a few names, each with a line of explanation.
    Choice(&'static [(&'static str, &'static str)]),
    /// A number for each of some columns.
    PerColumn,
    /// Sets of columns.
    ColumnSets,
    /// How many of some things: a count, a fraction of them with a point, or one of a few names, each with a
    /// line of explanation.
    CountOrFraction(&'static [(&'static str, &'static str)]),
    /// A list of numbers.
    Numbers,
    /// Another learner.
    Learner,
    /// Other learners.
    Learners,
    /// A selection of columns.
    Columns,
    /// Transformers, each with its columns.
    ColumnTransformers,
    /// A declared value: one of several variants with parameters of its own, such as a kernel.
    Variant(VariantList),
    /// Declared values, such as the layers of a network.
    Variants(VariantList),
    /// What only tools take: lists of texts, matrices, formulas, tables, models.
    Argument(ArgumentKind),
}

impl ParameterKind {
    /// The names that are values, each with a line of explanation.
    pub fn options(self) -> &'static [(&'static str, &'static str)] {
        match self {
            ParameterKind::Choice(options)
            | ParameterKind::CountOrFraction(options)
            | ParameterKind::FloatOr(options) => options,
            _ => &[],
        }
    }

    /// Whether it is a list of a tool's argument, to which further values may be added.
    pub fn is_list(self) -> bool {
        match self {
            ParameterKind::Numbers => true,
            ParameterKind::Argument(kind) => kind.is_list(),
            _ => false,
        }
    }
}

fn names(options: &'static [(&'static str, &'static str)]) -> Vec<&'static str> {
    options.iter().map(|(name, _)| *name).collect()
}

/// Which values of a parameter are worth trying.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DefaultSearchSpace {
    /// Numbers between two ends.
    Between {
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
        /// Whether they are searched on a log scale.
        logarithmic: bool,
    },
    /// Every option of a choice, or true and false.
    Every,
}

impl fmt::Display for DefaultSearchSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefaultSearchSpace::Between { low, high, logarithmic: false } => write!(f, "{low} to {high}"),
            DefaultSearchSpace::Between { low, high, logarithmic: true } => {
                write!(f, "{low} to {high} on a log scale")
            }
            DefaultSearchSpace::Every => f.write_str("every option"),
        }
    }
}

/// The numbers a parameter may take. An open end is not itself allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Smallest value.
    pub low: Option<f64>,
    /// Whether the smallest value is excluded.
    pub low_open: bool,
    /// Largest value.
    pub high: Option<f64>,
    /// Whether the largest value is excluded.
    pub high_open: bool,
}

impl Range {
    /// Every number.
    pub const ANY: Range = Range { low: None, low_open: false, high: None, high_open: false };

    /// Whether a number lies in the range; NaN never does.
    pub fn contains(&self, x: f64) -> bool {
        !x.is_nan()
            && self.low.is_none_or(|low| if self.low_open { x > low } else { x >= low })
            && self.high.is_none_or(|high| if self.high_open { x < high } else { x <= high })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let low = self.low.map(|x| format!("{} {x}", if self.low_open { "above" } else { "at least" }));
        let high = self.high.map(|x| format!("{} {x}", if self.high_open { "below" } else { "at most" }));
        match (low, high) {
            (Some(low), Some(high)) => write!(f, "{low} and {high}"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (None, None) => Ok(()),
        }
    }
}

/// A type that can be a parameter. Implemented for numbers, booleans, text, `Option` of these, and by
/// `#[derive(Choice)]` for plain enums.
pub trait ParameterValue: Sized {
    /// What values it takes.
    const KIND: ParameterKind;
    /// Whether it may be left unset.
    const OPTIONAL: bool = false;
    /// The value for the interfaces.
    fn to_value(&self) -> Value;
    /// The value from an interface, or `None` if it is not of this type.
    fn from_value(value: &Value) -> Option<Self>;
    /// The same, with an error where more can be said of what is wrong than that the value is not of this type.
    fn read(value: &Value) -> Result<Option<Self>> {
        Ok(Self::from_value(value))
    }
    /// An error if a parameter of a declared value in it is out of its range.
    fn check_within(&self) -> Result<()> {
        Ok(())
    }
    /// The number whose range is checked, if there is one.
    fn as_number(&self) -> Option<f64> {
        None
    }
    /// A number in it that is not in the range.
    fn outside(&self, range: &Range) -> Option<f64> {
        self.as_number().filter(|number| !range.contains(*number))
    }
}

macro_rules! integer_parameter {
    ($($type:ty),*) => {$(
        impl ParameterValue for $type {
            const KIND: ParameterKind = ParameterKind::Integer;
            fn to_value(&self) -> Value {
                json!(self)
            }
            fn from_value(value: &Value) -> Option<Self> {
                // Python and JSON may write an integer as 4.0.
                let number = match value.as_u64() {
                    Some(n) => n,
                    None => value.as_f64().filter(|x| x.fract() == 0.0 && (0.0..9e15).contains(x))? as u64,
                };
                <$type>::try_from(number).ok()
            }
            fn as_number(&self) -> Option<f64> {
                Some(*self as f64)
            }
        }
    )*};
}
integer_parameter!(u32, u64, usize);

impl ParameterValue for f64 {
    const KIND: ParameterKind = ParameterKind::Float;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_f64()
    }
    fn as_number(&self) -> Option<f64> {
        Some(*self)
    }
}

impl ParameterValue for bool {
    const KIND: ParameterKind = ParameterKind::Boolean;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl ParameterValue for String {
    const KIND: ParameterKind = ParameterKind::Text;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_string)
    }
}

impl ParameterValue for Vec<f64> {
    const KIND: ParameterKind = ParameterKind::Numbers;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(|x| x.as_f64().filter(|x| x.is_finite())).collect()
    }
    fn outside(&self, range: &Range) -> Option<f64> {
        self.iter().copied().find(|number| !range.contains(*number))
    }
}

impl<T: ParameterValue> ParameterValue for Option<T> {
    const KIND: ParameterKind = T::KIND;
    const OPTIONAL: bool = true;
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }
    fn from_value(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }
    fn read(value: &Value) -> Result<Option<Self>> {
        if value.is_null() { Ok(Some(None)) } else { Ok(T::read(value)?.map(Some)) }
    }
    fn check_within(&self) -> Result<()> {
        self.as_ref().map_or(Ok(()), T::check_within)
    }
    fn as_number(&self) -> Option<f64> {
        self.as_ref().and_then(T::as_number)
    }
    fn outside(&self, range: &Range) -> Option<f64> {
        self.as_ref().and_then(|value| value.outside(range))
    }
}

impl<T: ParameterValue> ParameterValue for Box<T> {
    const KIND: ParameterKind = T::KIND;
    const OPTIONAL: bool = T::OPTIONAL;
    fn to_value(&self) -> Value {
        T::to_value(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        T::from_value(value).map(Box::new)
    }
    fn read(value: &Value) -> Result<Option<Self>> {
        Ok(T::read(value)?.map(Box::new))
    }
    fn check_within(&self) -> Result<()> {
        T::check_within(self)
    }
    fn as_number(&self) -> Option<f64> {
        T::as_number(self)
    }
    fn outside(&self, range: &Range) -> Option<f64> {
        T::outside(self, range)
    }
}

/// A struct of parameters that knows its declaration. Written by `#[derive(Learner)]`.
pub trait Declared: Default + Clone + Send + Sync + fmt::Debug + 'static {
    /// The declaration.
    fn declaration() -> &'static Declaration;
    /// All parameters with their present values.
    fn parameters(&self) -> Parameters;
    /// Sets one parameter by name.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// An error if a parameter is out of its range.
    fn check_parameters(&self) -> Result<()>;

    /// A learner with these parameters and defaults for the rest.
    fn from_parameters(parameters: &Parameters) -> Result<Self> {
        let mut learner = Self::default();
        for (name, value) in parameters {
            learner.set_parameter(name, value)?;
        }
        Ok(learner)
    }
}

impl ParameterSpec {
    /// The values allowed, in words: `an integer at least 1, or none`.
    pub fn allowed(&self) -> String {
        let mut words = match self.kind {
            ParameterKind::Integer => "an integer".to_string(),
            ParameterKind::Float | ParameterKind::FloatOr(_) => "a number".to_string(),
            ParameterKind::Boolean => "a boolean (true or false)".to_string(),
            ParameterKind::Text => "text".to_string(),
            ParameterKind::Choice(options) => {
                format!("one of {}", names(options).join(", "))
            }
            ParameterKind::PerColumn => "numbers per column, like age=1,price=-1".to_string(),
            ParameterKind::ColumnSets => "sets of columns, like age+income,price".to_string(),
            ParameterKind::CountOrFraction(options) => {
                let names = options.iter().map(|(name, _)| format!(", {name}")).collect::<String>();
                format!("a count from 1 (like 3), a fraction up to 1.0 (like 0.5){names}")
            }
            ParameterKind::Numbers => "numbers, like 1,0.5,2".to_string(),
            ParameterKind::Learner => "a learner, like decision-tree(max_depth=3)".to_string(),
            ParameterKind::Learners => "learners, like decision-tree(max_depth=3),baseline".to_string(),
            ParameterKind::Columns => "columns, like age+income, or @number for all of a type".to_string(),
            ParameterKind::ColumnTransformers => {
                "transformers by columns, like age+income=scale-columns, @category=one-hot".to_string()
            }
            ParameterKind::Variant(variants) => format!("one of {}", variants.allowed()),
            ParameterKind::Variants(variants) => format!("a list of {}", variants.allowed()),
            ParameterKind::Argument(kind) => kind.allowed().to_string(),
        };
        if self.range != Range::ANY {
            let each = matches!(self.kind, ParameterKind::Numbers | ParameterKind::Argument(_));
            let _ = write!(words, "{} {}", if each { ", each" } else { "" }, self.range);
        }
        if let ParameterKind::FloatOr(options) = self.kind {
            let _ = write!(words, ", or {}", names(options).join(", "));
        }
        if self.optional {
            words.push_str(", or none");
        }
        words
    }

    /// The default in words.
    pub fn default_text(&self) -> String {
        match (self.default)() {
            Value::Null => "none".to_string(),
            Value::String(text) => text,
            other if matches!(self.kind, ParameterKind::Variant(_) | ParameterKind::Variants(_)) => {
                in_words(&other)
            }
            other => other.to_string(),
        }
    }

    /// Reads a value from text, as the command line gives it.
    pub fn parse(&self, learner: &Declaration, text: &str) -> Result<Value> {
        self.parse_for(learner.name, text)
    }

    /// Reads a value of a learner or a tool of this name from text.
    pub fn parse_for(&self, owner: &str, text: &str) -> Result<Value> {
        let wrong = || self.refuse(owner, &format!("'{text}'"));
        if self.optional && text.eq_ignore_ascii_case("none") {
            return Ok(Value::Null);
        }
        match self.kind {
            kind if kind.options().iter().any(|(name, _)| *name == text) => Ok(json!(text)),
            ParameterKind::Integer => text.parse::<u64>().map(|n| json!(n)).map_err(|_| wrong()),
            ParameterKind::Float | ParameterKind::FloatOr(_) => {
                number_of(text).map(|x| json!(x)).ok_or_else(wrong)
            }
            ParameterKind::Boolean => text.parse::<bool>().map(|b| json!(b)).map_err(|_| wrong()),
            ParameterKind::Text => Ok(json!(text)),
            ParameterKind::Choice(_) => self.read_for(owner, &json!(text)),
            ParameterKind::PerColumn => PerColumn::parse(text).ok_or_else(wrong),
            ParameterKind::ColumnSets => ColumnSets::parse(text).ok_or_else(wrong),
            ParameterKind::CountOrFraction(_) => match text.parse::<u64>() {
                Ok(count) => Ok(json!(count)),
                Err(_) => text.parse::<f64>().map(|fraction| json!(fraction)).map_err(|_| wrong()),
            },
            ParameterKind::Numbers => {
                let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
                numbers_of(inside).map(|list| json!(list)).ok_or_else(wrong)
            }
            ParameterKind::Learner => LearnerSpec::parse(text).map(|spec| spec.to_value()),
            ParameterKind::Learners => LearnerSpec::parse_list(text).map(|specs| specs.to_value()),
            ParameterKind::Columns => ColumnSelector::parse(text).map(|columns| columns.to_value()),
            ParameterKind::ColumnTransformers => {
                ColumnTransformers::parse(text).map(|transformers| transformers.to_value())
            }
            ParameterKind::Variant(variants) => {
                variants.parse(text).map_err(|error| self.within(owner, error))
            }
            ParameterKind::Variants(variants) => {
                variants.parse_list(text).map_err(|error| self.within(owner, error))
            }
            ParameterKind::Argument(kind) => kind.parse(text).ok_or_else(wrong),
        }
    }

    /// A value from JSON, as it is written today, or why it is not allowed.
    pub fn read_for(&self, owner: &str, value: &Value) -> Result<Value> {
        let read = (self.read)(value).map_err(|error| self.within(owner, error))?;
        read.ok_or_else(|| self.refuse(owner, &value.to_string()))
    }

    /// The error for what is wrong within a value.
    pub fn within(&self, owner: &str, error: Error) -> Error {
        error.in_context(&format!("{owner}: parameter '{}'", self.name))
    }

    /// The error for a value that is not allowed.
    pub fn refuse(&self, learner: &str, found: &str) -> Error {
        Error::Parameter {
            learner: learner.to_string(),
            parameter: self.name.to_string(),
            found: found.to_string(),
            expected: self.allowed(),
        }
    }

    /// An error if a number of the value is out of range.
    pub fn check(&self, owner: &str, value: &impl ParameterValue) -> Result<()> {
        match value.outside(&self.range) {
            Some(number) => Err(self.refuse(owner, &number.to_string())),
            None => value.check_within(),
        }
    }

    pub(crate) fn json_schema(&self) -> Value {
        self.schema_with(VariantList::json_schema)
    }

    /// The schema where the parameter stands within a declared value.
    pub(crate) fn json_schema_within(&self) -> Value {
        self.schema_with(|_| json!({"type": ["string", "object"]}))
    }

    fn schema_with(&self, of_variant: fn(VariantList) -> Value) -> Value {
        let mut schema = match self.kind {
            ParameterKind::Integer => json!({"type": "integer"}),
            ParameterKind::Float | ParameterKind::FloatOr(_) => json!({"type": "number"}),
            ParameterKind::Boolean => json!({"type": "boolean"}),
            ParameterKind::Text => json!({"type": "string"}),
            ParameterKind::Choice(options) => {
                json!({"type": "string", "enum": names(options)})
            }
            ParameterKind::PerColumn => json!({"anyOf": [
                {"type": "object", "additionalProperties": {"type": "number"}},
                {"type": "array", "items": {"type": "number"}},
            ]}),
            ParameterKind::ColumnSets => json!({
                "type": "array",
                "items": {"type": "array", "items": {"type": ["string", "integer"]}},
            }),
            ParameterKind::CountOrFraction(options) => {
                let mut any = vec![
                    json!({"type": "integer", "minimum": 1}),
                    json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
                ];
                if !options.is_empty() {
                    any.push(json!({"type": "string", "enum": names(options)}));
                }
                json!({"anyOf": any})
            }
            ParameterKind::Numbers => json!({"type": "array", "items": {"type": "number"}}),
            ParameterKind::Learner => learner_schema(),
            ParameterKind::Learners => json!({"type": "array", "items": learner_schema()}),
            ParameterKind::Columns => columns_schema(),
            ParameterKind::ColumnTransformers => json!({"type": "array", "items": {
                "type": "object",
                "properties": {"columns": columns_schema(), "transformer": learner_schema()},
                "required": ["columns", "transformer"],
                "additionalProperties": false,
            }}),
            ParameterKind::Variant(variants) => of_variant(variants),
            ParameterKind::Variants(variants) => json!({"type": "array", "items": of_variant(variants)}),
            ParameterKind::Argument(kind) => kind.json_schema(),
        };
        if let Some(low) = self.range.low {
            schema[if self.range.low_open { "exclusiveMinimum" } else { "minimum" }] = json!(low);
        }
        if let Some(high) = self.range.high {
            schema[if self.range.high_open { "exclusiveMaximum" } else { "maximum" }] = json!(high);
        }
        if let ParameterKind::FloatOr(options) = self.kind {
            schema = json!({"anyOf": [schema, {"type": "string", "enum": names(options)}]});
        }
        if self.optional {
            schema = json!({"anyOf": [schema, {"type": "null"}]});
        }
        schema["description"] = json!(self.doc);
        if !self.required {
            schema["default"] = (self.default)();
        }
        schema
    }
}

/// A number as text: `0.5`, `1e-3`, or a fraction such as `2/3`.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.split_once('/') {
        Some((above, below)) => Some(above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}

/// Numbers with commas between them.
pub(crate) fn numbers_of(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(number_of).collect()
}

/// The parameter of this name, or an error that says which there are.
pub(crate) fn find_parameter(
    owner: &str,
    parameters: &'static [ParameterSpec],
    name: &str,
) -> Result<&'static ParameterSpec> {
    parameter_named(parameters, name).ok_or_else(|| {
        let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
        Error::Parameter {
            learner: owner.to_string(),
            parameter: name.to_string(),
            found: "not known".to_string(),
            expected: match crate::closest_name(name, &names) {
                Some(near) => format!("'{near}'?"),
                None => format!("one of {}", names.join(", ")),
            },
        }
    })
}

/// The parameter of a name, whose words may be joined by `-` instead of `_`.
pub(crate) fn parameter_named(
    parameters: &'static [ParameterSpec],
    name: &str,
) -> Option<&'static ParameterSpec> {
    let joined = name.replace('-', "_");
    parameters.iter().find(|p| p.name == joined || p.aliases.contains(&joined.as_str()))
}

/// A line of a reference page for each parameter.
pub(crate) fn parameter_table(parameters: &[ParameterSpec]) -> String {
    let mut table = String::new();
    for p in parameters {
        let doc = p.doc.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let tried = p.search.map_or(String::new(), |search| format!(" Tuning tries {search}."));
        let default = if p.required { "required".to_string() } else { p.default_text() };
        let allowed = p.allowed().replace('|', "\\|");
        let _ = writeln!(table, "| `{}` | {allowed} | {default} | {doc}{tried} |", p.name);
    }
    table
}

/// What the options of choices mean, for a reference page.
pub(crate) fn parameter_options(parameters: &[ParameterSpec]) -> String {
    let mut text = String::new();
    for p in parameters {
        let options = p.kind.options();
        if let ParameterKind::Variant(variants) | ParameterKind::Variants(variants) = p.kind {
            let _ = write!(text, "\n`{}`:\n\n{}", p.name, variants.reference());
        }
        if !options.is_empty() {
            let _ = writeln!(text, "\n`{}`:\n", p.name);
            for (name, doc) in options {
                let _ = writeln!(text, "- `{name}`: {doc}");
            }
        }
    }
    text
}

/// A name without what people write differently: case, spaces, hyphens, underscores.
pub(crate) fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Columns in JSON: names, and types behind an `@`.
fn columns_schema() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}

/// A learner in JSON: by name, or with its parameters, whose own schema is that of the learner.
fn learner_schema() -> Value {
    json!({"anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"learner": {"type": "string"}, "parameters": {"type": "object"}},
            "required": ["learner"],
            "additionalProperties": false,
        },
    ]})
}

impl Declaration {
    /// Nothing declared yet: what a declaration by hand differs from.
    pub const EMPTY: Declaration = Declaration {
        name: "",
        type_name: "",
        python_name: None,
        aliases: &[],
        equivalents: &[],
        family: "",
        tasks: &[],
        capabilities: Capabilities::NONE,
        explicit_only: false,
        removes: RemovedKinds::NONE,
        applied: None,
        supervised: false,
        composite: false,
        scale_sensitive: false,
        attribute_groups: &[],
        python_mixins: &[],
        poor_score: &[],
        binary_only: false,
        positive_target: false,
        study_settings: &[],
        work: None,
        generative: false,
        doc: "",
        parameters: &[],
    };

    /// What can be read off its models by name.
    pub fn attributes(&self) -> impl Iterator<Item = &'static AttributeSpec> {
        self.attribute_groups.iter().copied().flatten()
    }

    /// Whether it learns from a target.
    pub fn needs_target(&self) -> bool {
        self.supervised || self.tasks.iter().any(|task| task.needs_target())
    }

    /// The first paragraph of the doc, on one line.
    pub fn summary(&self) -> String {
        let first = self.doc.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The parameter of this name, whose words may be joined by `-` instead of `_`; or an error that says which there are.
    pub fn parameter(&self, name: &str) -> Result<&'static ParameterSpec> {
        find_parameter(self.name, self.parameters, name)
    }

    /// The parameter that a name in a call of the learner means: one that is declared, or that of the transformers of columns,
    /// where a selection of columns stands for a name.
    pub fn parameter_in_call(&self, name: &str) -> Result<&'static ParameterSpec> {
        let of_columns = || self.parameters.iter().find(|p| p.kind == ParameterKind::ColumnTransformers);
        match parameter_named(self.parameters, name).or_else(of_columns) {
            Some(spec) => Ok(spec),
            None => self.parameter(name),
        }
    }

    /// Whether `name` is its name or another name for it, whatever the case and the marks between words: `K-Means`, `k means`.
    pub fn is_called(&self, name: &str) -> bool {
        let wanted = plain_name(name);
        plain_name(self.name) == wanted || self.aliases.iter().any(|alias| plain_name(alias) == wanted)
    }

    /// The names of classes and functions that do the same in other programs.
    pub fn names_elsewhere(&self) -> impl Iterator<Item = &'static str> {
        self.equivalents.iter().flat_map(|(_, names)| names.split(',').map(str::trim))
    }

    /// The parameters as a JSON schema (draft 2020-12).
    pub fn json_schema(&self) -> Value {
        let properties: Parameters =
            self.parameters.iter().map(|p| (p.name.to_string(), p.json_schema())).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": self.summary(),
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }

    /// The reference page, Markdown.
    pub fn reference_page(&self) -> String {
        let mut page = format!("# {}\n\n{}\n\n", self.name, self.doc.trim());
        let tasks: Vec<String> = self.tasks.iter().map(Task::to_string).collect();
        let _ = writeln!(page, "Family: {}. Tasks: {}.", self.family, tasks.join(" and "));
        let _ = writeln!(page, "Natively handles: {}.", self.capabilities);
        if self.scale_sensitive {
            page.push_str(
                "Scale-sensitive: standardize features first (`scale-columns`); a study does so automatically.\n",
            );
        }
        if !self.aliases.is_empty() {
            let _ = writeln!(page, "Also found as: {}.", self.aliases.join(", "));
        }
        if !self.equivalents.is_empty() {
            let equivalents: Vec<String> =
                self.equivalents.iter().map(|(program, names)| format!("{names} ({program})")).collect();
            let _ = writeln!(page, "Equivalent to: {}.", equivalents.join("; "));
        }
        page.push('\n');
        if !self.parameters.is_empty() {
            page.push_str("## Hyperparameters\n\n| name | values | default | meaning |\n|---|---|---|---|\n");
        }
        page += &parameter_table(self.parameters);
        page += &parameter_options(self.parameters);
        if self.attributes().next().is_some() {
            page.push_str(
                "\n## Attributes\n\nWhat can be read off a fitted model: in Python with `_` behind the name, at the command by \
                 `hornbook explain MODEL --attributes`.\n\n| name | type | meaning |\n|---|---|---|\n",
            );
        }
        for attribute in self.attributes() {
            let only = attribute.task.map_or(String::new(), |task| format!(" For {task}."));
            let doc = attribute.doc.replace('|', "\\|");
            let _ =
                writeln!(page, "| `{}` | {} | {doc}{only} |", attribute.name, attribute.kind.python_type());
        }
        page
    }
}

impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec!["numeric features"];
        for (has, word) in [
            (self.categories, "categorical features (no encoding needed)"),
            (self.text, "text"),
            (self.series, "series"),
            (self.sequence, "sequences"),
            (self.items, "item sets"),
            (self.image, "images"),
            (self.graph, "graphs"),
            (self.missing, "missing values (no imputation needed)"),
            (self.sample_weights, "sample weights"),
            (self.out_of_core, "out-of-core training"),
            (self.multi_output, "multi-output"),
            (self.incremental, "incremental learning (`partial_fit`)"),
            (self.offset, "an offset"),
            (self.early_stopping, "early stopping on a validation set"),
            (self.warm_start, "warm start"),
        ] {
            if has {
                words.push(word);
            }
        }
        f.write_str(&words.join(", "))
    }
}
