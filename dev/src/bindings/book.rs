//! The contents of the guide, which `mdbook build` makes a book of.

use super::compute::page_of;
use crate::generated::GeneratedFile;
use hornbook::{Registry, ToolRegistry};
use std::fmt::Write as _;

/// The pages in the order in which they are read, from the folder `docs`.
const PAGES: [(&str, &str); 16] = [
    ("AutoML study", "study.md"),
    ("Prediction", "predicting.md"),
    ("Guide", "guide.md"),
    ("Preprocessing and pipelines", "preprocessing.md"),
    ("Evaluation, model selection and hyperparameter tuning", "evaluation.md"),
    ("Interpretation: feature importance, SHAP, partial dependence", "interpretation.md"),
    ("Trees, random forests and gradient boosting", "trees.md"),
    ("Ensembles: bagging, boosting, voting, stacking", "ensembles.md"),
    ("Linear models", "linear.md"),
    ("Bayes, estimation and densities", "bayes.md"),
    ("Nearest neighbors", "neighbors.md"),
    ("Text", "text.md"),
    ("Computations", "compute.md"),
    ("The notes, runnable", "learn.md"),
    ("Glossary", "glossary.md"),
    ("Atlas of the curriculum", "atlas.md"),
];

pub(super) fn files(registry: &Registry, tools: &ToolRegistry) -> Vec<GeneratedFile> {
    let mut contents = String::from("# Hornbook\n\n");
    for (title, page) in PAGES {
        let _ = writeln!(contents, "- [{title}]({page})");
    }
    contents.push_str("- [Learners](reference/README.md)\n");
    for entry in registry.entries() {
        let name = entry.declaration.name;
        let _ = writeln!(contents, "  - [{name}](reference/{name}.md)");
    }
    contents.push_str("- [Tools](reference/tools/README.md)\n");
    for (chapter, _) in tools.chapters() {
        let _ = writeln!(contents, "  - [{chapter}](reference/tools/{})", page_of(chapter));
    }
    vec![GeneratedFile { path: "docs/SUMMARY.md".to_string(), contents }]
}
