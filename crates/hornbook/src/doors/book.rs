//! The contents of the guide, which `mdbook build` makes a book of.

use super::DoorFile;
use crate::Registry;
use std::fmt::Write as _;

/// The pages in the order in which they are read, from the folder `docs`.
const PAGES: [(&str, &str); 11] = [
    ("The study", "study.md"),
    ("Predicting", "predicting.md"),
    ("Guide", "guide.md"),
    ("Evaluation", "evaluation.md"),
    ("Trees, rules, forests and boosting", "trees.md"),
    ("Linear models", "linear.md"),
    ("Bayes, estimation and densities", "bayes.md"),
    ("Nearest neighbours", "neighbours.md"),
    ("Text", "text.md"),
    ("The notes, runnable", "learn.md"),
    ("Atlas of the curriculum", "atlas.md"),
];

pub(super) fn files(registry: &Registry) -> Vec<DoorFile> {
    let mut contents = String::from("# Hornbook\n\n");
    for (title, page) in PAGES {
        let _ = writeln!(contents, "- [{title}]({page})");
    }
    contents.push_str("- [Learners](reference/README.md)\n");
    for entry in registry.entries() {
        let name = entry.declaration.name;
        let _ = writeln!(contents, "  - [{name}](reference/{name}.md)");
    }
    vec![DoorFile { path: "docs/SUMMARY.md".to_string(), contents }]
}
