//! One name, one thing: no type name is defined twice in the workspace.
//!
//! A reader who searches for `LogisticPass` must find one type. Types of tests, associated types and the arguments of macros
//! are not counted.

use crate::repository::{self, SourceFile};
use std::collections::BTreeMap;

/// What is wrong with the names of types, a sentence each.
pub fn complaints() -> Vec<String> {
    let mut sources = repository::files("crates", ".rs");
    sources.extend(repository::files("python/src", ".rs"));
    sources.extend(repository::files("dev/src", ".rs"));
    twice_defined(&sources)
}

fn twice_defined(sources: &[SourceFile]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.is_test() && source.path.contains("/src/")) {
        for name in defined_types(&source.text) {
            places.entry(name).or_default().push(&source.path);
        }
    }
    places
        .into_iter()
        .filter(|(_, paths)| paths.len() > 1)
        .map(|(name, paths)| {
            format!("the type name {name} stands for {} things: {}", paths.len(), paths.join(", "))
        })
        .collect()
}

/// The names of structs, enums, traits and unions that are defined before the tests of a file.
fn defined_types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| line.trim() != "#[cfg(test)]" || !line.starts_with('#')).filter_map(
        |line| {
            let mut line = line.trim_start();
            if let Some(rest) = line.strip_prefix("pub") {
                line = match rest.strip_prefix('(') {
                    Some(inner) => inner.split_once(')')?.1,
                    None => rest,
                };
            }
            let line = line.trim_start();
            let rest =
                ["struct ", "enum ", "trait ", "union "].iter().find_map(|word| line.strip_prefix(word))?;
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            rest.starts_with(|c: char| c.is_ascii_uppercase()).then(|| &rest[..end])
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.to_string(), text: text.to_string() }
    }

    #[test]
    fn a_name_that_stands_for_two_things_is_found() {
        let one = source("crates/a/src/one.rs", "pub(crate) struct Found<'a> {\n}\nenum Other {}\n");
        let two =
            source("crates/b/src/two.rs", "struct Found;\n#[cfg(test)]\nmod tests {\n  struct Other;\n}\n");
        let test = source("crates/b/src/tests/x.rs", "struct Other;\n");
        let complaints = twice_defined(&[one, two, test]);
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert!(
            complaints[0].contains("Found stands for 2 things: crates/a/src/one.rs, crates/b/src/two.rs")
        );
    }

    #[test]
    fn no_type_name_stands_for_two_things() {
        let complaints = complaints();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
