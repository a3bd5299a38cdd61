use crate::check::is_sample_weight;
use crate::fit::{Fit, Learner};
use crate::model::{LoadModel, Model, ModelInfo};
use hornbook_core::{
    ColumnTransformers, Declaration, Declared, Error, LearnerSpec, ParameterKind, ParameterSpec,
    ParameterValue, Parameters, Result, Value, closest_name, search_words,
};
use std::cell::Cell;
use std::sync::OnceLock;

/// The learner that is meant if nobody says which: what `hornbook fit` trains and ensembles are made of.
pub const DEFAULT_LEARNER: &str = "decision-tree";

/// How deep models may stand in models. No training comes near, and a file cannot make us recurse without end.
const DEEPEST: usize = 16;

/// The learners of this process.
static FILLED: OnceLock<Registry> = OnceLock::new();

thread_local! {
    /// How many models are being read, one within the other.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// One learner of the registry: what it is, how to make one, how to read its models.
#[derive(Debug, Clone, Copy)]
pub struct RegistryEntry {
    /// What it is.
    pub declaration: &'static Declaration,
    make: Make,
    load: Load,
    /// How to read files of the time when a transformer held the learner behind it.
    load_earlier: Option<Load>,
}

type Make = fn(&Parameters) -> Result<Box<dyn Learner>>;
/// Reads a model from its header and bytes.
pub type Load = fn(ModelInfo, &[u8]) -> Result<Box<dyn Model>>;

impl RegistryEntry {
    /// The entry of a learner.
    pub fn of<T: Fit>() -> RegistryEntry {
        RegistryEntry {
            declaration: T::declaration(),
            make: |parameters| Ok(Box::new(<T as Declared>::from_parameters(parameters)?)),
            load: |info, bytes| Ok(Box::new(T::Model::from_bytes(info, bytes)?)),
            load_earlier: None,
        }
    }

    /// The entry of a transformer that earlier held the learner behind it, with how to read such files.
    #[must_use]
    pub fn with_earlier_files(self, load: Load) -> RegistryEntry {
        RegistryEntry { load_earlier: Some(load), ..self }
    }

    /// A learner with these parameters, and defaults for the rest. Learners among the parameters are looked up in the
    /// [filled](Registry::filled) registry.
    pub fn learner(&self, parameters: &Parameters) -> Result<Box<dyn Learner>> {
        let mut complete = parameters.clone();
        for (name, value) in &mut complete {
            let spec = self.declaration.parameter(name)?;
            *value = complete_learners(spec, value)?.unwrap_or_else(|| value.take());
        }
        (self.make)(&complete)
    }

    /// A model from its header and bytes.
    pub fn model(&self, info: ModelInfo, bytes: &[u8]) -> Result<Box<dyn Model>> {
        let task = info.schema.target.task;
        let is_done = self.declaration.tasks.contains(&task);
        let Some(load) = (if is_done { Some(self.load) } else { self.load_earlier }) else {
            return Err(Error::damaged(format!(
                "it says {task}, which its learner '{}' does not do",
                self.declaration.name
            )));
        };
        // Degrees of freedom and fractions are made of it.
        if !is_sample_weight(info.summary.weight) {
            return Err(Error::damaged(format!(
                "it says that its training rows weigh {}",
                info.summary.weight
            )));
        }
        if let Some(calibrator) = &info.calibration {
            calibrator
                .check_width(info.schema.target.classes.len())
                .map_err(|error| Error::damaged(error.to_string()))?;
        }
        if let Some(profile) = &info.profile {
            profile.check(&info.schema.inputs)?;
        }
        if let Some(intervals) = &info.intervals {
            intervals.check(task)?;
        }
        let depth = DEPTH.get();
        if depth >= DEEPEST {
            return Err(Error::damaged(format!("it holds models within models more than {DEEPEST} deep")));
        }
        DEPTH.set(depth + 1);
        let model = load(info, bytes);
        DEPTH.set(depth);
        model
    }
}

/// A value of a parameter that holds learners, with those learners' own values read; none for other parameters.
fn complete_learners(spec: &ParameterSpec, value: &Value) -> Result<Option<Value>> {
    Ok(match spec.kind {
        ParameterKind::Learner => match LearnerSpec::from_value(value) {
            Some(learner) => Some(Registry::filled()?.complete(&learner)?.to_value()),
            None => None,
        },
        ParameterKind::Learners => match Vec::<LearnerSpec>::from_value(value) {
            Some(learners) => {
                let registry = Registry::filled()?;
                let complete: Vec<LearnerSpec> =
                    learners.iter().map(|learner| registry.complete(learner)).collect::<Result<_>>()?;
                Some(complete.to_value())
            }
            None => None,
        },
        ParameterKind::ColumnTransformers => match ColumnTransformers::from_value(value) {
            Some(mut all) => {
                let registry = Registry::filled()?;
                for (_, transformer) in &mut all.0 {
                    *transformer = registry.complete(transformer)?;
                }
                Some(all.to_value())
            }
            None => None,
        },
        _ => None,
    })
}

/// All learners there are. `hornbook::registry()` is the filled one.
#[derive(Debug, Clone, Default)]
pub struct Registry(Vec<RegistryEntry>);

impl Registry {
    /// A registry of these learners.
    pub fn new(entries: Vec<RegistryEntry>) -> Registry {
        Registry(entries)
    }

    /// The one list of this process, which is filled by the first call. Learners made of other learners find them, and
    /// the models within their models, in it: they stand below the crate that knows all learners, and take any.
    pub fn fill(entries: impl FnOnce() -> Vec<RegistryEntry>) -> &'static Registry {
        FILLED.get_or_init(|| Registry::new(entries()))
    }

    /// The list of this process, or an error if nobody has filled it.
    pub fn filled() -> Result<&'static Registry> {
        FILLED.get().ok_or_else(|| {
            Error::data("no learner is known by name yet", "call hornbook::registry() once before")
        })
    }

    /// The learner that a spec describes. Values that are text are read as the command line reads them.
    pub fn learner(&self, spec: &LearnerSpec) -> Result<Box<dyn Learner>> {
        self.find(&spec.name)?.learner(&self.complete(spec)?.parameters)
    }

    /// The spec with the values that are text read as their parameters' types ask.
    fn complete(&self, spec: &LearnerSpec) -> Result<LearnerSpec> {
        let declaration = self.find(&spec.name)?.declaration;
        let mut complete = LearnerSpec::new(declaration.name);
        let mut of_columns = ColumnTransformers::default();
        for (name, value) in &spec.parameters {
            let parameter = declaration.parameter_in_call(name)?;
            if parameter.kind == ParameterKind::ColumnTransformers && parameter.name != name {
                of_columns.0.push(ColumnTransformers::entry(name, value)?);
                continue;
            }
            let value = match value {
                Value::String(text) => parameter.parse(declaration, text)?,
                other => other.clone(),
            };
            let value = complete_learners(parameter, &value)?.unwrap_or(value);
            complete.parameters.insert(parameter.name.to_string(), value);
        }
        if !of_columns.0.is_empty() {
            let parameter = declaration.parameter_in_call("")?;
            let value = complete_learners(parameter, &of_columns.to_value())?.unwrap_or_default();
            complete.parameters.insert(parameter.name.to_string(), value);
        }
        Ok(complete)
    }

    /// All entries, in the order they were given.
    pub fn entries(&self) -> &[RegistryEntry] {
        &self.0
    }

    /// The learner of this name, of this alias, or which alone another program calls so; or an error that suggests what was meant.
    pub fn find(&self, name: &str) -> Result<&RegistryEntry> {
        let named = self.0.iter().find(|entry| entry.declaration.name == name);
        let called = || self.0.iter().find(|entry| entry.declaration.is_called(name));
        let elsewhere = || {
            let mut called_so = self.0.iter().filter(|entry| is_elsewhere(entry.declaration, name));
            called_so.next().filter(|_| called_so.next().is_none())
        };
        named.or_else(called).or_else(elsewhere).ok_or_else(|| Error::NoSuchLearner {
            name: name.to_string(),
            advice: match self.meant_by(name).as_slice() {
                [] => "`hornbook learners` lists them".to_string(),
                [one] => format!("did you mean '{one}'?"),
                several => format!("did you mean one of {}?", several.join(", ")),
            },
        })
    }

    /// Names that somebody who wrote this may have meant: of learners that other programs call so, that this is near to, or
    /// whose pages have these words.
    pub fn meant_by(&self, name: &str) -> Vec<&'static str> {
        const MOST: usize = 5;
        let declarations = || self.0.iter().map(|entry| entry.declaration);
        let elsewhere: Vec<&str> = declarations().filter(|d| is_elsewhere(d, name)).map(|d| d.name).collect();
        if !elsewhere.is_empty() {
            return elsewhere;
        }
        let names: Vec<&str> = declarations().map(|d| d.name).collect();
        if let Some(near) = closest_name(name, &names) {
            return names.iter().copied().filter(|name| *name == near).collect();
        }
        let others: Vec<&str> = declarations().flat_map(Declaration::names_elsewhere).collect();
        if let Some(near) = closest_name(name, &others) {
            return declarations().filter(|d| is_elsewhere(d, near)).map(|d| d.name).collect();
        }
        self.search(name).into_iter().take(MOST).map(|entry| entry.declaration.name).collect()
    }

    /// The learners whose names, aliases, equivalents, pages or parameters have all of these words, the best match first.
    pub fn search(&self, words: &str) -> Vec<&RegistryEntry> {
        let words: Vec<String> = search_words(words);
        let mut found: Vec<(u32, &RegistryEntry)> =
            self.0.iter().filter_map(|entry| Some((match_of(entry.declaration, &words)?, entry))).collect();
        found.sort_by_key(|(merit, _)| std::cmp::Reverse(*merit));
        found.into_iter().map(|(_, entry)| entry).collect()
    }
}

/// Whether another program calls the learner so.
fn is_elsewhere(declaration: &Declaration, name: &str) -> bool {
    declaration.names_elsewhere().any(|other| other.eq_ignore_ascii_case(name))
}

/// How well a learner matches words that are searched for; `None` if one of them is nowhere in its declaration.
fn match_of(declaration: &Declaration, wanted: &[String]) -> Option<u32> {
    let mut names = format!("{} {}", declaration.name, declaration.aliases.join(" "));
    for name in declaration.names_elsewhere() {
        names = names + " " + name;
    }
    let mut details = declaration.doc.to_string();
    for parameter in declaration.parameters {
        details = details + " " + parameter.name + " " + parameter.doc;
        for (option, doc) in parameter.kind.options() {
            details = details + " " + option + " " + doc;
        }
    }
    let fields = [
        (100, search_words(&names)),
        (10, search_words(&declaration.summary())),
        (1, search_words(&details)),
    ];
    let mut merit = 0;
    for word in wanted {
        let best = fields.iter().filter_map(|(worth, words)| {
            let whole = words.contains(word);
            let begun = word.len() > 2 && words.iter().any(|other| other.starts_with(word.as_str()));
            (whole || begun).then_some(if whole { 2 * worth } else { *worth })
        });
        merit += best.max()?;
    }
    (!wanted.is_empty()).then_some(merit)
}
