//! The atlas names only what exists: ids of the curriculum, public items and tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust source of a crate.
fn source(krate: &str) -> String {
    let mut text = String::new();
    let mut open = vec![root().join("crates").join(krate)];
    while let Some(path) = open.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            open.extend(entries.flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap_or_default());
        }
    }
    text
}

/// Whether the text declares a public item, or a method, of this name.
fn declares(text: &str, name: &str) -> bool {
    ["struct", "enum", "trait", "fn", "mod"].iter().any(|keyword| {
        text.match_indices(&format!("pub {keyword} {name}")).any(|(at, found)| {
            !text[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

#[test]
fn the_atlas_names_only_what_exists() {
    let known: BTreeSet<String> = fs::read_to_string(root().join("docs/curriculum-ids.txt"))
        .unwrap()
        .lines()
        .map(str::to_string)
        .collect();
    let atlas = fs::read_to_string(root().join("docs/atlas.md")).unwrap();
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in atlas.lines().filter(|l| l.starts_with("| ") && l.contains('`')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, ids, item, test] = cells[..] else {
            wrong.push(format!("a row does not have four cells: {line}"));
            continue;
        };
        rows += 1;
        wrong.extend(
            ids.split_whitespace().filter(|id| !known.contains(*id)).map(|id| format!("no such id: {id}")),
        );
        let item = item.trim_matches('`');
        let (krate, name) = item.split_once("::").unwrap_or((item, ""));
        let text = source(&krate.replace('_', "-"));
        if !name.split("::").all(|part| declares(&text, part) || declares(&text, &format!("{part}<"))) {
            wrong.push(format!("no such item: {item}"));
        }
        let test = test.trim_matches('`');
        let (krate, name) = test.split_once(": ").unwrap_or((test, ""));
        if !source(krate).contains(&format!("fn {name}(")) {
            wrong.push(format!("no such test: {test}"));
        }
    }
    assert!(rows > 20, "the atlas has only {rows} rows");
    assert!(wrong.is_empty(), "docs/atlas.md:\n{}", wrong.join("\n"));
}
