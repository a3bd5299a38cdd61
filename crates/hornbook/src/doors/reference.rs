//! The reference: a page a learner, and their index.

use super::DoorFile;
use crate::Registry;
use std::fmt::Write as _;

pub(super) fn files(registry: &Registry) -> Vec<DoorFile> {
    let mut index = String::from("# Learners\n\n| learner | family | what it is |\n|---|---|---|\n");
    let mut files = Vec::new();
    for declaration in registry.entries().iter().map(|entry| entry.declaration) {
        let (name, family) = (declaration.name, declaration.family);
        let _ = writeln!(index, "| [{name}]({name}.md) | {family} | {} |", declaration.summary());
        files.push(DoorFile {
            path: format!("docs/reference/{name}.md"),
            contents: declaration.reference_page(),
        });
        let schema = format!("{:#}\n", declaration.json_schema());
        files.push(DoorFile { path: format!("docs/reference/{name}.schema.json"), contents: schema });
    }
    files.push(DoorFile { path: "docs/reference/README.md".to_string(), contents: index });
    files
}
