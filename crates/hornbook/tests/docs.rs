//! The pages hang together: all are in the book, and no link leads nowhere.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages in a folder and in those within it, from the root.
fn pages(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found.extend(pages(&path));
        } else if path.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// Where the links of a page lead: what stands in round brackets behind square ones, outside of code.
fn links(page: &str) -> Vec<String> {
    let (mut links, mut is_code) = (Vec::new(), false);
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
        for part in plain.split("](").skip(1) {
            links.extend(part.split(')').next().map(str::to_string));
        }
    }
    links
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.replace(' ', "-")
}

#[test]
fn no_link_leads_nowhere() {
    let mut all = pages("docs");
    all.extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "bench/README.md"].map(str::to_string));
    let mut broken = Vec::new();
    let mut seen = 0;
    for page in all {
        let path = root().join(&page);
        for link in links(&std::fs::read_to_string(&path).unwrap()) {
            if link.starts_with("http") || link.is_empty() {
                continue;
            }
            seen += 1;
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let is_there = target.exists()
                && (heading.is_empty()
                    || std::fs::read_to_string(&target).unwrap().lines().any(|line| {
                        line.starts_with('#') && anchor(line.trim_start_matches('#').trim()) == heading
                    }));
            if !is_there {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    assert!(seen > 150, "only {seen} links were found, so the test does not read them");
}

#[test]
fn every_page_is_in_the_book() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed: BTreeSet<String> = links(&summary).into_iter().map(|link| format!("docs/{link}")).collect();
    let mut there: BTreeSet<String> = pages("docs").into_iter().collect();
    there.remove("docs/SUMMARY.md");
    assert_eq!(listed, there);
    assert_eq!(links(&summary)[0], "study.md", "the book begins with the study");
}
