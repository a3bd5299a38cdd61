//! The files of the repository, as the tools here read them.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What is in a file, by its path from the root; empty if it is not there.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}

/// A text file of the repository.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Where it is, from the root, with `/` between folders.
    pub path: String,
    /// What is in it.
    pub text: String,
}

impl SourceFile {
    /// Whether all of it is tests.
    pub fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        self.path.contains("/tests/") || self.path.contains("/testing/") || name.ends_with("tests.rs")
    }

    /// The crate, or `python`.
    pub fn package(&self) -> &str {
        let mut parts = self.path.split('/');
        match parts.next() {
            Some("crates") => parts.next().unwrap_or_default(),
            Some(first) => first,
            None => "",
        }
    }
}

/// All files below a folder that end in this, in the order of their paths.
pub fn files(folder: &str, ending: &str) -> Vec<SourceFile> {
    let root = root();
    let mut open = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        let Ok(entries) = fs::read_dir(&path) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() {
                if name != "target" && name != "__pycache__" {
                    open.push(path);
                }
            } else if name.to_string_lossy().ends_with(ending)
                && let Ok(text) = fs::read_to_string(&path)
                && let Ok(inside) = path.strip_prefix(&root)
            {
                found.push(SourceFile { path: inside.to_string_lossy().replace('\\', "/"), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}
