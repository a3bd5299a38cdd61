//! A tool behind a pointer.

use super::ToolDeclaration;
use crate::declaration::Parameters;
use crate::{Result, Run, ToJson, Value};
use std::fmt;

/// A struct of arguments that knows its declaration. Written by `#[derive(Tool)]`.
pub trait ToolArguments: Default + Send + Sync + 'static {
    /// The declaration.
    fn declaration() -> &'static ToolDeclaration;
    /// Sets one argument by name.
    fn set_parameter(&mut self, name: &str, value: &Value) -> Result<()>;
    /// An error if an argument is out of its range.
    fn check_parameters(&self) -> Result<()>;
}

/// A computation on arguments.
pub trait Tool: ToolArguments {
    /// What it finds.
    type Report: ToolReport + 'static;
    /// Does the work; the arguments are in their ranges.
    fn compute(&self, run: &Run) -> Result<Self::Report>;
}

/// What a tool found: it prints as a textbook would, and is JSON.
pub trait ToolReport: fmt::Display + ToJson {
    /// The steps of the derivation, a line or more each, where the textbook shows them.
    fn steps(&self) -> Vec<String> {
        Vec::new()
    }
}

/// One tool of the list: what it is, and how to run it.
#[derive(Debug, Clone, Copy)]
pub struct ToolEntry {
    /// What it is.
    pub declaration: &'static ToolDeclaration,
    compute: fn(&Parameters, &Run) -> Result<Box<dyn ToolReport>>,
}

impl ToolEntry {
    /// The entry of a tool.
    pub fn of<T: Tool>() -> ToolEntry {
        ToolEntry { declaration: T::declaration(), compute: compute_with::<T> }
    }

    /// Runs it with these arguments, and defaults for the rest.
    pub fn compute(&self, arguments: &Parameters, run: &Run) -> Result<Box<dyn ToolReport>> {
        self.declaration.check_required(arguments)?;
        self.declaration.check_not_empty(arguments)?;
        (self.compute)(arguments, run)
    }

    /// Runs it with arguments as the command line gives them.
    pub fn compute_text(&self, arguments: &[(&str, &str)], run: &Run) -> Result<Box<dyn ToolReport>> {
        let mut parameters = Parameters::new();
        for (name, text) in arguments {
            let spec = self.declaration.parameter(name)?;
            parameters.insert(spec.name.to_string(), spec.parse_for(self.declaration.name, text)?);
        }
        self.compute(&parameters, run)
    }
}

fn compute_with<T: Tool>(arguments: &Parameters, run: &Run) -> Result<Box<dyn ToolReport>> {
    let mut tool = T::default();
    for (name, value) in arguments {
        tool.set_parameter(name, value)?;
    }
    tool.check_parameters()?;
    Ok(Box::new(tool.compute(run)?))
}
