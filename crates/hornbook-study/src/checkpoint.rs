//! The checkpoint: evaluations so far, kept in a file line by line, so that an interrupted study can resume.

use hornbook_core::{Error, Result, Seed};
use hornbook_data::Dataset;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A number that depends on the rows, their order and how they are divided, and nothing else.
pub(crate) fn data_hash(data: &Dataset) -> u64 {
    let weights = data.row_weights();
    let prints = data.fingerprints();
    let each = prints.iter().zip(&weights);
    let seed =
        each.fold(Seed(prints.len() as u64), |seed, (&print, weight)| seed.derive(print ^ weight.to_bits()));
    let times = data.row_order().map(|order| data.rows().iter().map(|row| order[row as usize].to_bits()));
    let folds = data.folds().map(|folds| data.rows().iter().map(|row| u64::from(folds[row as usize])));
    let seed = times.into_iter().flatten().fold(seed, Seed::derive);
    folds.into_iter().flatten().fold(seed, Seed::derive).0
}

/// What came of a setting on some splits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TrialRecord {
    /// What was predicted out of fold, for an iterative learner after the best numbers of stages.
    Evaluated {
        stages: Vec<StageRecord>,
        size: Option<f64>,
        seconds: f64,
    },
    /// It was significantly worse than the best on the first fold.
    Eliminated {
        loss: f64,
        rows: usize,
    },
    Refused(String),
}

/// What was predicted out of fold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StageRecord {
    pub stages: Option<u32>,
    #[serde(with = "exact")]
    pub predictions: Vec<f64>,
}

/// Numbers as the digits of their bits: a resumed study goes on with exactly the same ones.
mod exact {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Write;

    const DIGITS: usize = 16;

    pub fn serialize<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(DIGITS * numbers.len());
        for number in numbers {
            // Writing to a string does not fail.
            let _ = write!(text, "{:016x}", number.to_bits());
        }
        serializer.serialize_str(&text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).map_err(D::Error::custom)?;
            u64::from_str_radix(digits, 16).map(f64::from_bits).map_err(D::Error::custom)
        };
        if text.len() % DIGITS != 0 {
            return Err(D::Error::custom("a number is cut off"));
        }
        text.as_bytes().chunks(DIGITS).map(number).collect()
    }
}

/// Evaluations by rows and learner.
#[derive(Default)]
pub(crate) struct Checkpoint {
    results: BTreeMap<(String, String), TrialRecord>,
    file: Option<Mutex<File>>,
    /// Why the file could not be written, if it could not: the study goes on without it.
    lost: Mutex<Option<String>>,
}

/// The first line: what the results belong to.
#[derive(Serialize, Deserialize)]
struct CheckpointHeader {
    study: String,
}

#[derive(Serialize, Deserialize)]
struct CheckpointLine {
    rows: String,
    learner: String,
    result: TrialRecord,
}

impl Checkpoint {
    /// A checkpoint in a new file. `study` says which rows and settings the results belong to.
    pub fn create(path: &Path, study: &str) -> Result<Checkpoint> {
        let mut file = File::create(path).map_err(|e| Error::file("write", path.display(), e))?;
        let head = serde_json::json!({ "study": study });
        writeln!(file, "{head}").map_err(|e| Error::file("write", path.display(), e))?;
        Ok(Checkpoint { file: Some(Mutex::new(file)), ..Checkpoint::default() })
    }

    /// The checkpoint of a study that was stopped, to resume it. A last line that is cut off is passed over.
    pub fn resume(path: &Path, study: &str) -> Result<Checkpoint> {
        let failed = |e: std::io::Error| Error::file("read", path.display(), e);
        let mut lines = BufReader::new(File::open(path).map_err(failed)?).lines();
        let head = lines.next().transpose().map_err(failed)?.unwrap_or_default();
        let head: Option<CheckpointHeader> = serde_json::from_str(&head).ok();
        if head.is_none_or(|head| head.study != study) {
            return Err(Error::data(
                format!("'{}' belongs to a study of other rows, or with other settings", path.display()),
                "repeat the interrupted command, or leave out --resume to start again",
            ));
        }
        let mut results = BTreeMap::new();
        for line in lines {
            let line = line.map_err(failed)?;
            if let Ok(CheckpointLine { rows, learner, result }) = serde_json::from_str(&line) {
                results.insert((rows, learner), result);
            }
        }
        let mut file = OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(|e| Error::file("write", path.display(), e))?;
        // Whatever was cut off ends here.
        writeln!(file).map_err(|e| Error::file("write", path.display(), e))?;
        Ok(Checkpoint { results, file: Some(Mutex::new(file)), ..Checkpoint::default() })
    }

    /// How many results there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// What came of a learner on some rows, if it was evaluated by the study that is resumed.
    pub fn find(&self, rows: &str, learner: &str) -> Option<TrialRecord> {
        self.results.get(&(rows.to_string(), learner.to_string())).cloned()
    }

    /// Writes down what came of a learner on some rows.
    pub fn keep(&self, rows: &str, learner: &str, result: &TrialRecord) {
        if let Some(file) = &self.file {
            let (rows, learner, result) = (rows.to_string(), learner.to_string(), result.clone());
            let line = serde_json::to_string(&CheckpointLine { rows, learner, result });
            let written = line
                .map_err(std::io::Error::from)
                .and_then(|line| writeln!(file.lock().unwrap_or_else(PoisonError::into_inner), "{line}"));
            if let Err(error) = written {
                let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
                lost.get_or_insert_with(|| error.to_string());
            }
        }
    }

    /// Why the file could not be written, if it could not.
    pub fn lost(&self) -> Option<String> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_that_was_cut_off_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger");
        let refused = |why: &str| TrialRecord::Refused(why.to_string());
        let checkpoint = Checkpoint::create(&path, "rows 1").unwrap();
        checkpoint.keep("all", "tree", &refused("first"));
        checkpoint.keep("all", "line", &refused("second"));
        drop(checkpoint);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 9]).unwrap();

        let checkpoint = Checkpoint::resume(&path, "rows 1").unwrap();
        assert_eq!((checkpoint.len(), checkpoint.find("all", "line")), (1, None));
        checkpoint.keep("all", "line", &refused("third"));
        drop(checkpoint);
        let checkpoint = Checkpoint::resume(&path, "rows 1").unwrap();
        assert_eq!(checkpoint.find("all", "tree"), Some(refused("first")));
        assert_eq!(checkpoint.find("all", "line"), Some(refused("third")));
        assert_eq!(checkpoint.find("some", "line"), None);
        let other = Checkpoint::resume(&path, "rows 2").err().unwrap().to_string();
        assert!(other.contains("other rows, or with other settings"), "{other}");
    }
}
