//! The reference: a page a learner, and their index.

use crate::generated::GeneratedFile;
use hornbook::Registry;
use std::fmt::Write as _;

const HEAD: &str = "\
# Learners

A page a learner: what it is, what it natively handles, and its hyperparameters with their ranges, defaults and search spaces. The
[glossary](../glossary.md) has what scikit-learn, R and Weka call them; `hornbook learners --search WORDS` searches these pages.

| learner | family | what it is |
|---|---|---|
";

pub(super) fn files(registry: &Registry) -> Vec<GeneratedFile> {
    let mut index = String::from(HEAD);
    let mut files = Vec::new();
    for declaration in registry.entries().iter().map(|entry| entry.declaration) {
        let (name, family) = (declaration.name, declaration.family);
        let _ = writeln!(index, "| [{name}]({name}.md) | {family} | {} |", declaration.summary());
        files.push(GeneratedFile {
            path: format!("docs/reference/{name}.md"),
            contents: declaration.reference_page(),
        });
        let schema = format!("{:#}\n", declaration.json_schema());
        files.push(GeneratedFile { path: format!("docs/reference/{name}.schema.json"), contents: schema });
    }
    files.push(GeneratedFile { path: "docs/reference/README.md".to_string(), contents: index });
    files
}
