//! `cargo dev storm`: odd data, files and text at random.

use crate::repository;
use hornbook_testkit::storm::{KINDS, run};

/// Runs a storm and prints what was tried; what failed, a sentence each.
pub fn complaints(seconds: &str, seed: &str) -> Vec<String> {
    let (Ok(seconds), Ok(seed)) = (seconds.parse(), seed.parse()) else {
        return vec!["--seconds and --seed are whole numbers".to_string()];
    };
    let root = repository::root();
    let note = root.join("target/storm.txt");
    eprintln!("should it end without a report, the seed of the last try is in {}", note.display());
    let kept_files = root.join("crates/hornbook/tests/files");
    let report = match run(seconds, 1, seed, &kept_files, |seed| std::fs::write(&note, seed.to_string())) {
        Ok(report) => report,
        Err(error) => return vec![format!("cannot read or write a file of the storm: {error}")],
    };
    for (kind, (tried, refused)) in KINDS.iter().zip(report.tried.iter().zip(report.refused)) {
        eprintln!("{tried:8} {kind}, {refused} refused with a sentence");
    }
    let (taken, slowest, what) = report.slowest;
    eprintln!("the slowest took {taken:.1?}: --seed {slowest}, {what}");
    report.failures
}
