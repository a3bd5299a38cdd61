//! All tools there are.

use super::ToolEntry;
use crate::{Error, Result, closest_name};

/// The tools, by chapter. `hornbook::tools()` is the list of all.
#[derive(Debug, Clone, Default)]
pub struct ToolRegistry(Vec<ToolEntry>);

impl ToolRegistry {
    /// A list of these tools: those of a chapter stand together, chapters in the order of their first tool.
    pub fn new(entries: Vec<ToolEntry>) -> ToolRegistry {
        let mut chapters: Vec<&str> = Vec::new();
        for entry in &entries {
            if !chapters.contains(&entry.declaration.chapter) {
                chapters.push(entry.declaration.chapter);
            }
        }
        let place =
            |entry: &ToolEntry| chapters.iter().position(|chapter| *chapter == entry.declaration.chapter);
        let mut entries = entries;
        entries.sort_by_key(place);
        ToolRegistry(entries)
    }

    /// All tools.
    pub fn entries(&self) -> &[ToolEntry] {
        &self.0
    }

    /// The chapters with their tools.
    pub fn chapters(&self) -> impl Iterator<Item = (&'static str, &[ToolEntry])> {
        let same = |a: &ToolEntry, b: &ToolEntry| a.declaration.chapter == b.declaration.chapter;
        self.0.chunk_by(same).map(|tools| (tools[0].declaration.chapter, tools))
    }

    /// The tool of this name, or an error with the nearest name.
    pub fn find(&self, name: &str) -> Result<&ToolEntry> {
        let by_name = self.0.iter().find(|entry| entry.declaration.name == name);
        by_name.or_else(|| self.0.iter().find(|entry| entry.declaration.is_called(name))).ok_or_else(|| {
            let known: Vec<&str> = self
                .0
                .iter()
                .flat_map(|entry| {
                    [entry.declaration.name].into_iter().chain(entry.declaration.aliases.iter().copied())
                })
                .collect();
            let related = || {
                self.search(name)
                    .iter()
                    .take(3)
                    .map(|entry| format!("'{}'", entry.declaration.name))
                    .collect::<Vec<_>>()
            };
            let advice = match closest_name(name, &known) {
                Some(near) => format!("did you mean '{near}'?"),
                None => match related() {
                    found if found.is_empty() => "`hornbook compute` lists all of them".to_string(),
                    found => format!("nearest: {}", found.join(", ")),
                },
            };
            Error::NoSuchTool { name: name.to_string(), advice }
        })
    }

    /// The tools that have all of these words in their name, page or chapter.
    pub fn search(&self, words: &str) -> Vec<&ToolEntry> {
        let words: Vec<String> = words.split([' ', '-', '_']).map(str::to_lowercase).collect();
        self.0.iter().filter(|entry| entry.declaration.matches(&words)).collect()
    }
}
