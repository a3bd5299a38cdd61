//! The doors that are files: what is written into the repository from the declarations of the learners.
//!
//! `cargo run -p hornbook --example doors` writes them; a test fails when one is out of date.

mod book;
mod python;
mod reference;

use crate::Registry;

/// A file made from the declarations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorFile {
    /// Where it belongs, from the root of the repository.
    pub path: String,
    /// What is in it.
    pub contents: String,
}

/// All files made from the declarations.
pub fn files(registry: &Registry) -> Vec<DoorFile> {
    let mut files = reference::files(registry);
    files.extend(python::files(registry));
    files.extend(book::files(registry));
    files
}
