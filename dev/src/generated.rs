//! What is written into the repository from what is declared elsewhere in it.

use crate::{atlas, bindings, glossary, repository};
use std::fs;
use std::io;

/// A file that is made, and committed so that readers and installers need not make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Where it belongs, from the root of the repository.
    pub path: String,
    /// What is in it.
    pub contents: String,
}

/// All files that are made without running the command, and what is wrong with what they are made of.
pub fn files() -> (Vec<GeneratedFile>, Vec<String>) {
    let registry = hornbook::registry();
    let mut files = bindings::files(registry, hornbook::tools());
    let (page, mut complaints) = atlas::atlas(registry);
    files.push(page);
    let (page, more) = glossary::glossary(registry);
    files.push(page);
    complaints.extend(more);
    (files, complaints)
}

/// Writes what has changed, removes what is made no longer, and says which files those were.
pub fn write(files: &[GeneratedFile]) -> io::Result<Vec<String>> {
    let mut changed = Vec::new();
    for path in superfluous(files) {
        fs::remove_file(repository::root().join(&path))?;
        changed.push(format!("removed {path}"));
    }
    for file in files.iter().filter(|file| repository::read(&file.path) != file.contents) {
        let path = repository::root().join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &file.contents)?;
        changed.push(format!("wrote {}", file.path));
    }
    Ok(changed)
}

/// What is out of date, a sentence each.
pub fn outdated(files: &[GeneratedFile]) -> Vec<String> {
    let advice = "run `cargo dev generate`";
    let old = files.iter().filter(|file| repository::read(&file.path) != file.contents);
    let old = old.map(|file| format!("{} is out of date; {advice}", file.path));
    old.chain(superfluous(files).into_iter().map(|path| format!("{path} is made no longer; {advice}")))
        .collect()
}

/// Files in folders that hold nothing but generated ones, which none of these is.
fn superfluous(files: &[GeneratedFile]) -> Vec<String> {
    let there = [("docs/reference", ""), ("python/hornbook/_estimators", ".py")];
    let there = there.iter().flat_map(|(folder, ending)| repository::files(folder, ending));
    there.map(|file| file.path).filter(|path| !files.iter().any(|file| file.path == *path)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn generated_files_are_up_to_date_and_their_sources_are_right() {
        let (files, mut complaints) = super::files();
        complaints.extend(super::outdated(&files));
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
