//! The commands on the pages run as they stand, from the root of the project.
// The pages are written for the shell of Unix.
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs the commands of a page of the guide.
fn run(name: &str, at_least: usize) {
    let page = fs::read_to_string(root().join("docs").join(name)).unwrap();
    run_all(name, &commands(&page), at_least);
}

fn run_all(name: &str, commands: &[&str], at_least: usize) {
    let root = root();
    let desk = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root.join("data"), desk.path().join("data")).unwrap();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_hornbook"));
    let path =
        std::env::join_paths([program.parent().unwrap(), Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
    assert!(commands.len() >= at_least, "{name} has only {} commands", commands.len());
    for command in commands {
        let run =
            Command::new("sh").args(["-c", *command]).env("PATH", &path).current_dir(desk.path()).output();
        let run = run.unwrap();
        assert!(run.status.success(), "{command}\n{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// But for those that build or install.
#[test]
fn the_commands_of_the_readme_run() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> =
        commands(&page).into_iter().filter(|command| command.starts_with("hornbook ")).collect();
    run_all("README.md", &commands, 10);
}

#[test]
fn the_commands_of_the_guide_run() {
    run("guide.md", 15);
}

#[test]
fn the_commands_of_the_evaluation_page_run() {
    run("evaluation.md", 25);
}

#[test]
fn the_commands_of_the_trees_page_run() {
    run("trees.md", 20);
}

#[test]
fn the_commands_of_the_ensembles_page_run() {
    run("ensembles.md", 20);
}

#[test]
fn the_commands_of_the_interpretation_page_run() {
    run("interpretation.md", 15);
}

#[test]
fn the_commands_of_the_compute_page_run() {
    run("compute.md", 60);
}

#[test]
fn the_commands_of_the_study_page_run() {
    run("study.md", 2);
}

/// A page that is added must be run, too.
#[test]
fn every_page_with_commands_is_run() {
    let tests = include_str!("pages.rs");
    for page in fs::read_dir(root().join("docs")).unwrap() {
        let page = page.unwrap().path();
        if page.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        if !commands(&fs::read_to_string(&page).unwrap()).is_empty() {
            assert!(tests.contains(&format!("run(\"{name}\"")), "the commands of {name} are run by no test");
        }
    }
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
fn the_commands_of_the_neighbors_page_run() {
    run("neighbors.md", 15);
}

#[test]
fn the_commands_of_the_text_page_run() {
    run("text.md", 10);
}

#[test]
fn the_commands_of_the_predicting_page_run() {
    run("predicting.md", 8);
}

#[test]
fn the_commands_of_the_preprocessing_page_run() {
    run("preprocessing.md", 14);
}

#[test]
fn the_commands_of_the_learning_page_run() {
    run("learn.md", 4);
}
