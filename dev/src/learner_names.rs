//! One declaration, every interface: no learner's name stands outside the folder that declares it, the registry, tests and docs. What
//! depends on a learner is said in its declaration, and interfaces read only that.

use crate::repository::{self, SourceFile};

/// Where names may stand: the registry names the learner that is meant if nobody says, lessons are docs, and the kit is tests.
const ALLOWED: [&str; 3] =
    ["crates/hornbook-learner/src/registry.rs", "crates/hornbook-lessons/", "crates/hornbook-testkit/"];

/// Which names stand where they should not, a sentence each.
pub fn complaints() -> Vec<String> {
    let mut sources = repository::files("crates", ".rs");
    sources.extend(repository::files("python/src", ".rs"));
    sources.extend(repository::files("dev/src", ".rs"));
    sources.extend(repository::files("python/hornbook", ".py"));
    let declarations = hornbook::registry().entries().iter().map(|entry| entry.declaration);
    // A single word may be said of other things, as "power" and "columns" are.
    let names: Vec<&str> = declarations
        .map(|declaration| declaration.name)
        .filter(|name| name.contains(|c: char| c == '-' || c.is_ascii_digit()))
        .collect();
    misplaced(&names, &sources)
}

fn misplaced(names: &[&str], sources: &[SourceFile]) -> Vec<String> {
    let mut complaints = Vec::new();
    for name in names {
        let declared = format!("name = \"{name}\",");
        let homes: Vec<&str> = sources
            .iter()
            .filter(|source| source.text.contains("#[learner(") && source.text.contains(&declared))
            .map(|source| source.path.rsplit_once('/').map_or("", |(folder, _)| folder))
            .collect();
        let literal = format!("\"{name}\"");
        for source in sources {
            let is_home = homes.iter().any(|home| source.path.starts_with(home));
            let is_allowed = ALLOWED.iter().any(|path| source.path.starts_with(path));
            // Written from the declarations.
            let is_generated = source.path.contains("/_estimators/");
            // Modules of tests that stand beside the code.
            let is_test = ["/parity.rs", "/textbook.rs"].iter().any(|name| source.path.ends_with(name));
            if is_home || is_allowed || is_generated || is_test || source.is_test() {
                continue;
            }
            let is_python = source.path.ends_with(".py");
            let names_it = |line: &str| line.contains(&literal) && (!is_python || asks_for_learner(line));
            if let Some(line) = code_lines(&source.text).position(names_it) {
                complaints.push(format!(
                    "{}, line {}: the name of the learner {name}",
                    source.path,
                    line + 1
                ));
            }
        }
    }
    complaints
}

/// The lines before the tests of a file, without comments.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| *line != "#[cfg(test)]")
        .map(|line| if line.trim_start().starts_with("//") { "" } else { line })
}

/// Whether a line of Python asks an estimator which learner it is. Classes that are written for one learner say so, and others have
/// learners as defaults and in examples, by their names.
fn asks_for_learner(line: &str) -> bool {
    line.contains("_learner") && !line.trim_start().starts_with("_learner = ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_outside_its_folder_is_found() {
        let source = |path: &str, text: &str| SourceFile { path: path.to_string(), text: text.to_string() };
        let sources = [
            source("crates/a/src/tree/params.rs", "#[learner(\n    name = \"a-tree\",\n)]\n"),
            source("crates/a/src/tree/fit.rs", "let name = \"a-tree\";\n"),
            source("crates/b/src/lib.rs", "/// \"a-tree\"\nmatch name { \"a-tree\" => 1 }\n"),
            source("crates/b/src/docs.rs", "// \"a-tree\"\n#[cfg(test)]\nmod tests { \"a-tree\" }\n"),
            source("python/hornbook/tree.py", "    _learner = \"a-tree\"\n"),
            source("python/hornbook/base.py", "\nif self._learner in (\"a-tree\",):\n"),
        ];
        let found = misplaced(&["a-tree"], &sources);
        assert_eq!(
            found,
            [
                "crates/b/src/lib.rs, line 2: the name of the learner a-tree",
                "python/hornbook/base.py, line 2: the name of the learner a-tree"
            ]
        );
    }

    #[test]
    fn no_learner_is_named_outside_its_folder() {
        let complaints = complaints();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
