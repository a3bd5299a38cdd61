//! The atlas: which entry of the curriculum is where, and the tests that prove it.
//!
//! `docs/atlas.toml` says what each topic is called and which public item does it; the tests say themselves what they prove
//! ([`proofs`](crate::proofs)). The page is made of both, and whatever does not hold is a complaint: an id that no test proves,
//! a test that names an id nobody knows, an item, command, function or page that does not exist, an id that no user can reach.

use crate::generated::GeneratedFile;
use crate::proofs;
use crate::repository::{self, SourceFile};
use hornbook::Registry;
use hornbook_core::ParameterSpec;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// `docs/atlas.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AtlasSource {
    /// Ids that only Rust reaches. The list may only get shorter.
    rust_only: Vec<String>,
    topic: Vec<Topic>,
}

/// A topic of the textbook.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    chapter: String,
    name: String,
    ids: Vec<String>,
    /// The public item that does it: `hornbook_math::information::entropy`.
    item: String,
    /// A command that does it, if the item is no learner: `rank`, `explain --shap`.
    #[serde(default)]
    command: Option<String>,
    /// A tool that does it, with `hornbook compute` and in Python: `entropy`.
    #[serde(default)]
    tool: Option<String>,
    /// A name of the Python package that does it: `metrics.accuracy_score`.
    #[serde(default)]
    python: Option<String>,
    /// A lesson of `hornbook learn` that works through it.
    #[serde(default)]
    lesson: Option<String>,
    /// The page of the guide that explains it: `trees.md`.
    #[serde(default)]
    guide: Option<String>,
}

/// The page, and what is wrong with it, a sentence each.
pub fn atlas(registry: &Registry) -> (GeneratedFile, Vec<String>) {
    let page = |contents| GeneratedFile { path: "docs/atlas.md".to_string(), contents };
    let source: AtlasSource = match toml::from_str(&repository::read("docs/atlas.toml")) {
        Ok(source) => source,
        Err(error) => return (page(String::new()), vec![format!("docs/atlas.toml: {error}")]),
    };
    let (proofs, mut complaints) = proofs::proofs();
    let tests = proofs::by_id(&proofs);
    let world = World::new(registry);
    let listed: BTreeSet<&str> =
        source.topic.iter().flat_map(|topic| &topic.ids).map(String::as_str).collect();
    for (id, tests) in &tests {
        if !world.titles.contains_key(*id) {
            complaints.push(format!("{}: no entry of the curriculum has the id {id}", tests.join(", ")));
        } else if !listed.contains(id) {
            complaints.push(format!("{}: docs/atlas.toml has no topic for {id}", tests.join(", ")));
        }
    }
    let mut contents = HEAD.to_string();
    let mut chapter = "";
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    for topic in &source.topic {
        if topic.chapter != chapter {
            chapter = &topic.chapter;
            let _ = writeln!(contents, "\n## {chapter}\n\n{COLUMNS}");
        }
        complaints.extend(world.complaints_about(topic, &tests));
        let ways = world.ways_to(topic);
        if ways.is_for_users {
            reached.extend(topic.ids.iter().map(String::as_str));
        }
        let mut proven: Vec<String> = Vec::new();
        for test in topic.ids.iter().filter_map(|id| tests.get(id.as_str())).flatten() {
            let test = format!("`{test}`");
            if !proven.contains(&test) {
                proven.push(test);
            }
        }
        if proven.is_empty() {
            continue;
        }
        let _ = writeln!(
            contents,
            "| {} | {} | `{}` | {} | {} |",
            topic.name,
            topic.ids.join(" "),
            topic.item,
            ways.text,
            proven.join(", ")
        );
    }
    let rust_only: BTreeSet<&str> = source.rust_only.iter().map(String::as_str).collect();
    for id in listed.difference(&reached).filter(|id| !rust_only.contains(*id)) {
        complaints.push(format!(
            "docs/atlas.toml: no user reaches {id} from the command or from Python; say where, or make a way"
        ));
    }
    for id in rust_only.intersection(&reached) {
        complaints.push(format!("docs/atlas.toml: users reach {id}; take it off the list rust_only"));
    }
    for id in rust_only.difference(&listed) {
        complaints.push(format!("docs/atlas.toml: rust_only has {id}, which no topic has"));
    }
    (page(contents), complaints)
}

const HEAD: &str = "\
# Atlas

Where each topic of the textbook is, and the tests that prove it. Made by `cargo dev generate` of `atlas.toml` and of what the
tests say they prove; an id names an entry of the curriculum ([the list](curriculum-ids.txt)), and an entry without a passing test
has no row.
";

const COLUMNS: &str = "| topic | ids | item | found in | proven by |\n|---|---|---|---|---|";

/// What the rows of the atlas are held to.
struct World {
    /// The entries of the curriculum, by id.
    titles: BTreeMap<String, String>,
    /// The sources of each crate, in one text.
    crates: BTreeMap<String, String>,
    python: Vec<SourceFile>,
    command: String,
    lessons: String,
    /// The command and the Python classes of each learner, by its Rust type.
    learners: BTreeMap<&'static str, String>,
}

/// Where a topic is found.
struct Ways {
    text: String,
    /// Whether one of them is the command or Python.
    is_for_users: bool,
}

impl World {
    fn new(registry: &Registry) -> World {
        let ids = repository::read("docs/curriculum-ids.txt");
        let titles = ids.lines().filter_map(|line| line.split_once('\t'));
        let mut crates: BTreeMap<String, String> = BTreeMap::new();
        for source in repository::files("crates", ".rs") {
            *crates.entry(source.package().replace('-', "_")).or_default() += &source.text;
        }
        let text_of = |name: &str| crates.get(name).cloned().unwrap_or_default();
        let learners = registry.entries().iter().map(|entry| {
            let declaration = entry.declaration;
            (declaration.type_name, format!("`--learner {}`, Python", declaration.name))
        });
        World {
            titles: titles.map(|(id, title)| (id.to_string(), title.to_string())).collect(),
            python: repository::files("python/hornbook", ".py"),
            command: text_of("hornbook_cli"),
            lessons: text_of("hornbook_lessons"),
            learners: learners.collect(),
            crates,
        }
    }

    fn ways_to(&self, topic: &Topic) -> Ways {
        let mut ways = vec!["Rust".to_string()];
        let mut is_for_users = false;
        if let Some(learner) = topic.item.split("::").find_map(|part| self.learners.get(part)) {
            ways.push(learner.clone());
            is_for_users = true;
        }
        if let Some(command) = &topic.command {
            ways.push(format!("`hornbook {command}`"));
            is_for_users = true;
        }
        if let Some(tool) = &topic.tool {
            ways.push(format!("`hornbook compute {tool}`, Python `compute.{}`", tool.replace('-', "_")));
            is_for_users = true;
        }
        if let Some(name) = &topic.python {
            ways.push(format!("Python `{name}`"));
            is_for_users = true;
        }
        if let Some(lesson) = &topic.lesson {
            // A worked example shows a topic; it does not let a user apply it to a table.
            ways.push(format!("`hornbook learn {lesson}`"));
        }
        if let Some(page) = &topic.guide {
            ways.push(format!("[{}]({page})", page.trim_end_matches(".md")));
        }
        Ways { text: ways.join(", "), is_for_users }
    }

    fn complaints_about(&self, topic: &Topic, tests: &BTreeMap<&str, Vec<String>>) -> Vec<String> {
        let mut wrong = Vec::new();
        for id in &topic.ids {
            if !self.titles.contains_key(id) {
                wrong.push(format!("no entry of the curriculum has the id {id}"));
            }
            if !tests.contains_key(id.as_str()) {
                wrong.push(format!("no test says that it proves {id}"));
            }
        }
        if !self.has_item(&topic.item) {
            wrong.push(format!("there is no public item {}", topic.item));
        }
        if let Some(command) = &topic.command {
            let first = command.split_whitespace().next().unwrap_or_default();
            if !self.command.contains(&format!("Command::new(\"{first}\")")) {
                wrong.push(format!("there is no command '{first}'"));
            }
            let words = command.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
            for word in words.skip(1) {
                let name = word.trim_start_matches("--").split('=').next().unwrap_or_default();
                if !self.command.contains(&format!("\"{name}\"")) && !self.is_parameter(name) {
                    wrong.push(format!("the command has no '{word}'"));
                }
            }
        }
        if let Some(tool) = &topic.tool
            && !hornbook::tools().entries().iter().any(|entry| entry.declaration.name == tool)
        {
            wrong.push(format!("there is no tool '{tool}'"));
        }
        if let Some(name) = &topic.python
            && !self.has_python(name)
        {
            wrong.push(format!("the Python package has no {name}"));
        }
        if let Some(lesson) = &topic.lesson
            && !self.lessons.contains(&format!("name: \"{lesson}\""))
        {
            wrong.push(format!("there is no lesson {lesson}"));
        }
        if let Some(page) = &topic.guide
            && repository::read(&format!("docs/{}", page.split('#').next().unwrap_or_default())).is_empty()
        {
            wrong.push(format!("there is no page docs/{page}"));
        }
        wrong.into_iter().map(|what| format!("docs/atlas.toml, '{}': {what}", topic.name)).collect()
    }

    /// Whether each part of a path is declared as public in its crate.
    fn has_item(&self, item: &str) -> bool {
        let Some((package, path)) = item.split_once("::") else { return false };
        self.crates.get(package).is_some_and(|text| path.split("::").all(|part| declares(text, part)))
    }

    /// Whether a learner or a tool has this as a parameter, so that it is a flag, or one of its values.
    fn is_parameter(&self, name: &str) -> bool {
        let field = name.replace('-', "_");
        let is_called = |parameter: &ParameterSpec| {
            parameter.name == field
                || parameter.aliases.contains(&field.as_str())
                || parameter.kind.options().iter().any(|(option, _)| *option == name)
        };
        let in_tools = hornbook::tools().entries().iter().flat_map(|entry| entry.declaration.parameters);
        let learners = hornbook::registry().entries().iter().map(|entry| entry.declaration);
        learners.clone().any(|learner| learner.name == name)
            || learners.flat_map(|learner| learner.parameters).chain(in_tools).any(is_called)
    }

    /// Whether a module of the package, or any of its files for a name or a class without one, declares this.
    fn has_python(&self, name: &str) -> bool {
        let (module, last) = name.rsplit_once('.').unwrap_or(("", name));
        let is_class = module.starts_with(|c: char| c.is_uppercase());
        let folder = format!("python/hornbook/{}", if is_class { "" } else { module });
        let forms = [
            format!("def {last}("),
            format!("class {last}("),
            format!("class {last}:"),
            format!("{last} = attribute("),
            format!("\"{last}\""),
        ];
        let mut sources = self.python.iter().filter(|source| source.path.starts_with(&folder));
        sources.any(|source| forms.iter().any(|form| source.text.contains(form)))
    }
}

/// Whether the text declares a public item, a method, or a variant of this name.
fn declares(text: &str, name: &str) -> bool {
    let ends = |at: usize, found: &str| {
        !text[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    ["struct", "enum", "trait", "fn", "mod", "type", "const fn"].iter().any(|keyword| {
        text.match_indices(&format!("pub {keyword} {name}")).any(|(at, found)| ends(at, found))
    }) || text.match_indices(&format!("    fn {name}")).any(|(at, found)| ends(at, found))
}
