//! What tests of the command share.
#![allow(dead_code, reason = "each test uses some of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn hornbook(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hornbook"));
    command.args(arguments);
    command
}

pub fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name).display().to_string()
}

pub fn succeed(arguments: &[&str]) -> Output {
    let output = hornbook(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

pub fn stdout(arguments: &[&str]) -> String {
    String::from_utf8(succeed(arguments).stdout).unwrap()
}

/// A folder for the files of a test.
pub struct Desk(tempfile::TempDir);

impl Desk {
    pub fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    pub fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.name(name)
    }
    /// A model of the tennis table.
    pub fn tennis(&self) -> String {
        let model = self.name("tennis.hornbook");
        let said = stdout(&["fit", &data("play_tennis.csv"), "--target", "Play", "--out", &model]);
        assert!(said.contains("from 14 rows and 4 columns"), "{said}");
        model
    }
}
