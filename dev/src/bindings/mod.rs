//! What is made from the declarations of the learners: Python classes, reference pages, JSON schemas, the contents of the guide.

mod book;
mod python;
mod reference;

use crate::generated::GeneratedFile;
use hornbook::Registry;

/// All files made from the declarations.
pub fn files(registry: &Registry) -> Vec<GeneratedFile> {
    let mut files = reference::files(registry);
    files.extend(python::files(registry));
    files.extend(book::files(registry));
    files
}
