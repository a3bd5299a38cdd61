use crate::fit::{Fit, Learner};
use crate::model::{Model, ModelInfo, Stored};
use hornbook_core::{
    Declaration, Declared, Error, Kind, LearnerSpec, ParameterSpec, ParameterValue, Parameters, Result,
    Value, closest_name,
};
use std::cell::Cell;
use std::sync::OnceLock;

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
pub struct Entry {
    /// What it is.
    pub declaration: &'static Declaration,
    make: Make,
    load: Load,
}

type Make = fn(&Parameters) -> Result<Box<dyn Learner>>;
type Load = fn(ModelInfo, &[u8]) -> Result<Box<dyn Model>>;

impl Entry {
    /// The entry of a learner.
    pub fn of<T: Fit>() -> Entry {
        Entry {
            declaration: T::declaration(),
            make: |parameters| Ok(Box::new(<T as Declared>::from_parameters(parameters)?)),
            load: |info, bytes| Ok(Box::new(T::Model::from_bytes(info, bytes)?)),
        }
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
        if !self.declaration.tasks.contains(&task) {
            return Err(Error::model_file(
                format!("it says {task}, which its learner '{}' does not do", self.declaration.name),
                "fetch or write the file again",
            ));
        }
        if let Some(calibrator) = &info.calibration {
            calibrator
                .check_width(info.schema.target.classes.len())
                .map_err(|error| Error::model_file(error.to_string(), "fetch or write the file again"))?;
        }
        if let Some(profile) = &info.profile {
            profile.check(&info.schema.inputs)?;
        }
        if let Some(intervals) = &info.intervals {
            intervals.check(task)?;
        }
        let depth = DEPTH.get();
        if depth >= DEEPEST {
            return Err(Error::model_file(
                format!("it holds models within models more than {DEEPEST} deep"),
                "fetch or write the file again",
            ));
        }
        DEPTH.set(depth + 1);
        let model = (self.load)(info, bytes);
        DEPTH.set(depth);
        model
    }
}

/// A value of a parameter that holds learners, with those learners' own values read; none for other parameters.
fn complete_learners(spec: &ParameterSpec, value: &Value) -> Result<Option<Value>> {
    Ok(match spec.kind {
        Kind::Learner => match LearnerSpec::from_value(value) {
            Some(learner) => Some(Registry::filled()?.complete(&learner)?.to_value()),
            None => None,
        },
        Kind::Learners => match Vec::<LearnerSpec>::from_value(value) {
            Some(learners) => {
                let registry = Registry::filled()?;
                let complete: Vec<LearnerSpec> =
                    learners.iter().map(|learner| registry.complete(learner)).collect::<Result<_>>()?;
                Some(complete.to_value())
            }
            None => None,
        },
        _ => None,
    })
}

/// All learners there are. `hornbook::registry()` is the filled one.
#[derive(Debug, Clone, Default)]
pub struct Registry(Vec<Entry>);

impl Registry {
    /// A registry of these learners.
    pub fn new(entries: Vec<Entry>) -> Registry {
        Registry(entries)
    }

    /// The one list of this process, which is filled by the first call. Learners made of other learners find them, and
    /// the models within their models, in it: they stand below the crate that knows all learners, and take any.
    pub fn fill(entries: impl FnOnce() -> Vec<Entry>) -> &'static Registry {
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
        let mut complete = LearnerSpec::new(&spec.name);
        for (name, value) in &spec.parameters {
            let parameter = declaration.parameter(name)?;
            let value = match value {
                Value::String(text) => parameter.parse(declaration, text)?,
                other => other.clone(),
            };
            let value = complete_learners(parameter, &value)?.unwrap_or(value);
            complete.parameters.insert(name.clone(), value);
        }
        Ok(complete)
    }

    /// All entries, in the order they were given.
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// The learner of this name, or an error that suggests what was meant.
    pub fn find(&self, name: &str) -> Result<&Entry> {
        self.0.iter().find(|entry| entry.declaration.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|entry| entry.declaration.name).collect();
            Error::data(
                format!("there is no learner '{name}'"),
                match closest_name(name, &names) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("there are {}", names.join(", ")),
                },
            )
        })
    }
}
