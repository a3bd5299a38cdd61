//! The study as people run it: files written, stopped, killed, on a full disk, twice in one folder.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::desk::{Desk, data, hornbook, stdout};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const FEW: &str = "naive-bayes,decision-tree,linear-discriminant";

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn failure(arguments: &[&str]) -> (Option<i32>, String) {
    let output: Output = hornbook(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn files_that_are_of_use() {
    let desk = Desk::new();
    let (iris, folder) = (data("iris.csv"), desk.name("irises"));
    let said = stdout(&["study", &iris, "--target", "species", "--learners", FEW, "--out", &folder]);
    assert!(said.contains("In bias-corrected cross-validation of all 150 rows"), "{said}");
    let record = json(&desk.path("irises/study.json"));
    assert_eq!(record["target"], "species");
    let page = std::fs::read_to_string(desk.path("irises/report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"), "{}", &page[..40]);
    let predicted = stdout(&["predict", &desk.name("irises/model.hornbook"), &iris]);
    assert_eq!(predicted.lines().count(), 151);
    let again = ["study", &iris, "--target", "species", "--learners", FEW, "--out", &folder];
    let (code, said) = failure(&again);
    assert_eq!(code, Some(3));
    assert!(said.contains("holds a study already"), "{said}");
}

#[test]
fn requests_that_cannot_be_met() {
    let desk = Desk::new();
    let (iris, folder) = (data("iris.csv"), desk.name("none"));
    let ask = |more: &[&str]| failure(&[&["study", &iris, "--out", &folder], more].concat());
    let (_, said) = ask(&["--target", "spieces"]);
    assert!(said.contains("species"), "the nearest name is said: {said}");
    let (_, said) = ask(&["--target", "species", "--budget", "soon"]);
    assert!(said.contains("is not a time"), "{said}");
    let (_, said) = ask(&["--target", "species", "--resume"]);
    assert!(said.contains("there is no study"), "{said}");
    let many: String = (0..100_000).map(|row| format!("{},name{row}\n", row % 7)).collect();
    let many = desk.write("many.csv", &format!("x,who\n{many}"));
    let (code, said) = failure(&["study", &many, "--target", "who", "--out", &folder]);
    assert_eq!(code, Some(3));
    assert!(said.contains("who") && said.contains("100000"), "{said}");
    assert!(!desk.path("none/study.json").exists());
}

/// A full disk, as the shell can make one: no file may grow beyond a few blocks, and the signal is ignored so that writing
/// fails instead.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_answer() {
    let desk = Desk::new();
    let folder = desk.name("full");
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{}' study '{}' --target species --learners {FEW} --out '{folder}'",
        env!("CARGO_BIN_EXE_hornbook"),
        data("iris.csv"),
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let (said, wrong) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("In bias-corrected cross-validation of all 150 rows"),
        "the answer is there: {said}\n{wrong}"
    );
    assert!(wrong.contains("error: cannot write") && wrong.contains("full"), "{wrong}");
    assert!(!desk.path("full/study.json").exists(), "a folder with a record has everything");
    // With room again, the same study goes on and ends well.
    let on =
        ["study", &data("iris.csv"), "--target", "species", "--learners", FEW, "--out", &folder, "--resume"];
    assert!(stdout(&on).contains("written"));
    assert!(desk.path("full/study.json").exists());
}

/// Waits until the ledger of a study has something in it.
fn wait_for_verdicts(desk: &Desk, folder: &str) {
    let is_begun = || {
        std::fs::read_dir(desk.path(folder)).is_ok_and(|mut files| {
            files.any(|file| file.unwrap().metadata().is_ok_and(|about| about.len() > 200))
        })
    };
    for _ in 0..600 {
        if is_begun() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("nothing was judged in half a minute");
}

#[cfg(unix)]
#[test]
fn stopped_or_killed_a_study_goes_on() {
    let desk = Desk::new();
    let iris = data("iris.csv");
    let slow = "naive-bayes,decision-tree,random-forest(n_estimators=150),gradient-boosting";
    let arguments = |folder: &str| {
        let folder = desk.name(folder);
        ["study", &iris, "--target", "species", "--learners", slow, "--out", &folder].map(str::to_string)
    };
    for (signal, folder) in [("-INT", "stopped"), ("-KILL", "killed")] {
        let words = arguments(folder);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut child = hornbook(&words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_verdicts(&desk, folder);
        // While it is at work, nobody else may be.
        let (_, said) = failure(&words);
        let was_alone = said.contains("another study is at work");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let is_killed = child.wait().unwrap().code() != Some(0);
        if !is_killed {
            continue; // It was done before it could be stopped.
        }
        assert!(was_alone, "{said}");
        let resumed = stdout(&[&words[..], &["--resume"]].concat());
        assert!(resumed.contains("written"), "{resumed}");
        let record = json(&desk.path(&format!("{folder}/study.json")));
        let entries = record["leaderboard"]["entries"].as_array().unwrap();
        let candidates = entries.iter().filter(|entry| entry["learner"] != "voting").count();
        assert_eq!(candidates, 4, "beside their ensemble");
    }
}

/// A number of trials replaces the clock: two runs of one seed write the same model.
#[test]
fn a_number_of_trials_is_repeatable_and_another_file_can_test() {
    let desk = Desk::new();
    let iris = data("iris.csv");
    let ask = |folder: &str| {
        let folder = desk.name(folder);
        stdout(&["study", &iris, "--target", "species", "--trials", "5", "--learners", FEW, "--out", &folder])
    };
    let (first, second) = (ask("first"), ask("second"));
    assert!(first.contains("5 settings of 3 candidate models were evaluated"), "{first}");
    assert_eq!(first.replace("first", "second"), second);
    let bytes = |folder: &str| std::fs::read(desk.path(&format!("{folder}/model.hornbook"))).unwrap();
    assert_eq!(bytes("first"), bytes("second"));
    let (code, said) = failure(&["study", &iris, "--target", "species", "--trials", "5", "--budget", "9s"]);
    assert!(code == Some(2) && said.contains("--budget"), "{said}");
    let text = std::fs::read_to_string(&iris).unwrap();
    let few: Vec<&str> = text.lines().enumerate().filter(|(i, _)| i % 10 < 2).map(|(_, line)| line).collect();
    let other = desk.write("other.csv", &few.join("\n"));
    let folder = desk.name("tested");
    let tested =
        ["study", &iris, "--target", "species", "--trials", "3", "--learners", FEW, "--test", &other];
    let said = stdout(&[&tested[..], &["--prefer", "simple", "--out", &folder]].concat());
    assert!(said.contains("rows of the test file"), "{said}");
    assert!(json(&desk.path("tested/study.json"))["model"]["members"].as_array().unwrap().is_empty());
}

#[test]
fn a_second_is_a_budget_too() {
    let desk = Desk::new();
    let (iris, folder) = (data("iris.csv"), desk.name("quick"));
    let began = std::time::Instant::now();
    let said = stdout(&["study", &iris, "--target", "species", "--budget", "1s", "--out", &folder]);
    assert!(said.contains("predicts 'species'") || said.contains("'species'"), "{said}");
    assert!(began.elapsed().as_secs() < 30, "tests run beside others, but not this long");
}
