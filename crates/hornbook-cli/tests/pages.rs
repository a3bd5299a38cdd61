//! The commands on the pages run as they stand, from the root of the project.
// The pages are written for the shell of Unix.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lines between fences that name no language.
fn commands(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if language.is_empty() {
                found.extend(block);
            }
        }
    }
    found
}

fn run(name: &str, at_least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let page = fs::read_to_string(root.join("docs").join(name)).unwrap();
    let desk = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root.join("data"), desk.path().join("data")).unwrap();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_hornbook"));
    let path =
        std::env::join_paths([program.parent().unwrap(), Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
    let commands = commands(&page);
    assert!(commands.len() >= at_least, "{name} has only {} commands", commands.len());
    for command in commands {
        let run =
            Command::new("sh").args(["-c", command]).env("PATH", &path).current_dir(desk.path()).output();
        let run = run.unwrap();
        assert!(run.status.success(), "{command}\n{}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn the_commands_of_the_study_page_run() {
    run("study.md", 2);
}

#[test]
fn the_commands_of_the_linear_page_run() {
    run("linear.md", 15);
}

#[test]
fn the_commands_of_the_bayes_page_run() {
    run("bayes.md", 20);
}

#[test]
fn the_commands_of_the_neighbours_page_run() {
    run("neighbours.md", 15);
}

#[test]
fn the_commands_of_the_text_page_run() {
    run("text.md", 10);
}

#[test]
fn the_commands_of_the_predicting_page_run() {
    run("predicting.md", 12);
}

#[test]
fn the_commands_of_the_learning_page_run() {
    run("learn.md", 4);
}
