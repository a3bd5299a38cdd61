//! What is made from the declarations of learners and tools: Python classes and functions, reference pages, JSON schemas, the
//! contents of the guide.

mod book;
mod compute;
mod python;
mod reference;

use crate::generated::GeneratedFile;
use hornbook::{Registry, ToolRegistry};

/// All files made from the declarations.
pub fn files(registry: &Registry, tools: &ToolRegistry) -> Vec<GeneratedFile> {
    let mut files = reference::files(registry);
    files.extend(python::files(registry));
    files.extend(compute::files(tools));
    files.extend(book::files(registry, tools));
    files
}
