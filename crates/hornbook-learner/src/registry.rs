use crate::fit::{Fit, Learner};
use crate::model::{Model, ModelInfo, Stored};
use hornbook_core::{Declaration, Declared, Error, Parameters, Result, closest_name};

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

    /// A learner with these parameters, and defaults for the rest.
    pub fn learner(&self, parameters: &Parameters) -> Result<Box<dyn Learner>> {
        (self.make)(parameters)
    }

    /// A model from its header and bytes.
    pub fn model(&self, info: ModelInfo, bytes: &[u8]) -> Result<Box<dyn Model>> {
        if let Some(calibrator) = &info.calibration {
            calibrator
                .check_width(info.schema.target.classes.len())
                .map_err(|error| Error::model_file(error.to_string(), "fetch or write the file again"))?;
        }
        (self.load)(info, bytes)
    }
}

/// All learners there are. `hornbook::registry()` is the filled one.
#[derive(Debug, Clone, Default)]
pub struct Registry(Vec<Entry>);

impl Registry {
    /// A registry of these learners.
    pub fn new(entries: Vec<Entry>) -> Registry {
        Registry(entries)
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
