//! The glossary: where each of the field's terms is explained, and what other programs call our learners.
//!
//! `docs/terms.toml` says which words each page must have, so that who searches for them finds the page.

use crate::generated::GeneratedFile;
use crate::repository;
use hornbook::Registry;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// `docs/terms.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TermsSource {
    page: Vec<PageTerms>,
    /// What each hyperparameter is called elsewhere.
    #[serde(default)]
    hyperparameter: Vec<HyperparameterNames>,
}

/// The terms that a page must have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageTerms {
    /// A file from the root, `hornbook fit --help`, or `report.html`.
    path: String,
    terms: Vec<String>,
}

/// A hyperparameter and its names elsewhere.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HyperparameterNames {
    name: String,
    meaning: String,
    elsewhere: String,
}

/// The page, and which terms are missing where, a sentence each.
pub fn glossary(registry: &Registry) -> (GeneratedFile, Vec<String>) {
    let page = |contents| GeneratedFile { path: "docs/glossary.md".to_string(), contents };
    let source: TermsSource = match toml::from_str(&repository::read("docs/terms.toml")) {
        Ok(source) => source,
        Err(error) => return (page(String::new()), vec![format!("docs/terms.toml: {error}")]),
    };
    let mut complaints = Vec::new();
    for page in &source.page {
        let Some(text) = text_of(&page.path) else {
            complaints.push(format!("docs/terms.toml: there is no page {}", page.path));
            continue;
        };
        let prose = plain(&text);
        for term in page.terms.iter().filter(|term| !stands_in(&prose, term)) {
            complaints.push(format!("{}: the term '{term}' is missing", page.path));
        }
    }
    for names in &source.hyperparameter {
        let declared =
            registry.entries().iter().any(|entry| entry.declaration.parameter(&names.name).is_ok());
        if !declared {
            complaints.push(format!("docs/terms.toml: no learner has a hyperparameter {}", names.name));
        }
    }
    (page(contents(registry, &source)), complaints)
}

fn contents(registry: &Registry, source: &TermsSource) -> String {
    let mut contents = HEAD.to_string();
    let mut pages: BTreeMap<String, (String, Vec<&str>)> = BTreeMap::new();
    for page in source.page.iter().filter(|page| page.path.starts_with("docs/")) {
        for term in &page.terms {
            for name in term.split('|').map(|name| noun(name.trim())) {
                let entry = pages.entry(name.to_lowercase()).or_insert_with(|| (name, Vec::new()));
                let path = page.path.trim_start_matches("docs/");
                if !entry.1.contains(&path) {
                    entry.1.push(path);
                }
            }
        }
    }
    let mut letter = ' ';
    for (key, (name, paths)) in &pages {
        let first = key.chars().find(|c| c.is_alphanumeric()).map_or('#', |c| c.to_ascii_uppercase());
        if first != letter {
            letter = first;
            let _ = writeln!(contents, "\n### {letter}\n");
        }
        let links: Vec<String> = paths.iter().map(|path| format!("[{}]({path})", title(path))).collect();
        let _ = writeln!(contents, "- {name}: {}", links.join(", "));
    }
    contents.push_str(
        "\n## Learners\n\n| learner | also called | scikit-learn | R | Weka |\n|---|---|---|---|---|\n",
    );
    for entry in registry.entries() {
        let declaration = entry.declaration;
        let elsewhere = |program: &str| {
            let found = declaration.equivalents.iter().find(|(name, _)| *name == program);
            found.map_or(String::new(), |(_, names)| names.to_string())
        };
        let _ = writeln!(
            contents,
            "| [{name}](reference/{name}.md) | {} | {} | {} | {} |",
            declaration.aliases.join(", "),
            elsewhere("scikit-learn"),
            elsewhere("R"),
            elsewhere("Weka"),
            name = declaration.name,
        );
    }
    contents.push_str("\n## Hyperparameters\n\n| hyperparameter | what it is | elsewhere |\n|---|---|---|\n");
    for names in &source.hyperparameter {
        let _ = writeln!(contents, "| `{}` | {} | {} |", names.name, names.meaning, names.elsewhere);
    }
    contents
}

const HEAD: &str = "\
# Glossary

Where each term is explained, and what scikit-learn, R and Weka call our learners and hyperparameters. Made by `cargo dev generate`
of `terms.toml` and of the declarations of the learners. `hornbook learners --search \"l2 regularization\"` searches the same words.

## Terms
";

/// The name of a page in a list of links.
fn title(path: &str) -> &str {
    path.trim_end_matches(".md").trim_start_matches("reference/").trim_end_matches("/README")
}

/// What a reader of a page sees; `None` if there is no such page.
fn text_of(path: &str) -> Option<String> {
    if path == "report.html" {
        return Some(crate::sample_report::page());
    }
    if path.starts_with("hornbook") {
        return help_of(path);
    }
    let text = repository::read(path);
    (!text.is_empty()).then(|| without_code(&text))
}

/// The help of a command, from the transcript.
fn help_of(command: &str) -> Option<String> {
    let transcript = repository::read("crates/hornbook-cli/tests/cmd/help.md");
    let command = command.strip_suffix(" --help")?;
    let is_asked = |line: &str| {
        let rest = line.strip_prefix("$ ").and_then(|line| line.strip_prefix(command));
        rest.is_some_and(|rest| [" -h", " --help"].iter().any(|flag| rest.ends_with(flag)))
            && (command != "hornbook" || line == "$ hornbook --help")
    };
    let line = transcript.lines().find(|line| is_asked(line))?;
    let start = transcript.find(line)?;
    let rest = &transcript[start..];
    Some(rest[..rest.find("```").unwrap_or(rest.len())].to_string())
}

/// A page without the blocks between fences.
fn without_code(text: &str) -> String {
    text.split("```").step_by(2).collect::<Vec<_>>().join(" ")
}

/// A term as it stands in the glossary: of one with a stem, such as `standardiz*ation`, the noun.
fn noun(term: &str) -> String {
    term.replace('*', "")
}

/// Lower case, with one space wherever there are spaces, hyphens or dashes.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let words =
        lower.split(|c: char| c.is_whitespace() || c == '-' || c == '–').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a term, or one of several, stands in plain prose as whole words.
fn stands_in(prose: &str, term: &str) -> bool {
    term.split('|').any(|option| {
        let option = plain(option.trim());
        let (stem, open) = match option.split_once('*') {
            Some((stem, _)) => (stem, true),
            None => (option.as_str(), false),
        };
        prose.match_indices(stem).any(|(at, found)| {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let rest = &prose[at + found.len()..];
            let rest = rest.strip_prefix("es").or_else(|| rest.strip_prefix('s')).unwrap_or(rest);
            !prose[..at].ends_with(is_word)
                && (open || !rest.starts_with(is_word) || !prose[at + found.len()..].starts_with(is_word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_become_nouns() {
        assert_eq!(
            ["standardiz*ation", "unseen categor*y", "token*", "ROC AUC"].map(noun),
            ["standardization", "unseen category", "token", "ROC AUC"]
        );
    }

    #[test]
    fn terms_are_found_as_whole_words() {
        let prose = plain("L2-regularized least\nsquares, k–nearest neighbors; learning_rate and impurities");
        assert!(stands_in(&prose, "least squares"));
        assert!(stands_in(&prose, "K-nearest neighbor"));
        assert!(stands_in(&prose, "absent | regulariz*ation"));
        assert!(!stands_in(&prose, "learning rate"));
        assert!(!stands_in(&prose, "regular"));
        assert!(!stands_in(&prose, "rate"));
        assert!(!stands_in(&prose, "impurity"));
    }
}
