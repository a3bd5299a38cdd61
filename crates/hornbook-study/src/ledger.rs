//! What has been judged so far, kept in a file line by line, so that a study that was stopped can go on.

use crate::record::ScoreRecord;
use hornbook_core::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// How a learner did on some rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub score: ScoreRecord,
    /// The measure fold by fold; folds in which it is undefined are left out.
    pub folds: Vec<f64>,
    pub size: Option<f64>,
    pub seconds: f64,
}

/// What came of judging a learner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Judged(Standing),
    Refused(String),
}

/// Verdicts by rows and learner.
#[derive(Default)]
pub(crate) struct Ledger {
    verdicts: Mutex<BTreeMap<(String, String), Verdict>>,
    file: Option<Mutex<File>>,
    /// Why the file could not be written, if it could not: the study goes on without it.
    lost: Mutex<Option<String>>,
}

/// The first line: what the verdicts belong to.
#[derive(Serialize, Deserialize)]
struct Head {
    study: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    rows: String,
    learner: String,
    verdict: Verdict,
}

impl Ledger {
    /// A ledger in a new file. `study` says which rows and settings the verdicts belong to.
    pub fn create(path: &Path, study: &str) -> Result<Ledger> {
        let mut file = File::create(path).map_err(|e| Error::file("write", path.display(), e))?;
        let head = serde_json::json!({ "study": study });
        writeln!(file, "{head}").map_err(|e| Error::file("write", path.display(), e))?;
        Ok(Ledger { file: Some(Mutex::new(file)), ..Ledger::default() })
    }

    /// The ledger of a study that was stopped, to go on with. A last line that is cut off is passed over.
    pub fn resume(path: &Path, study: &str) -> Result<Ledger> {
        let failed = |e: std::io::Error| Error::file("read", path.display(), e);
        let mut lines = BufReader::new(File::open(path).map_err(failed)?).lines();
        let head = lines.next().transpose().map_err(failed)?.unwrap_or_default();
        let head: Option<Head> = serde_json::from_str(&head).ok();
        if head.is_none_or(|head| head.study != study) {
            return Err(Error::data(
                format!("'{}' belongs to a study of other rows, or with other settings", path.display()),
                "repeat the command that was stopped, or leave out --resume to begin anew",
            ));
        }
        let mut verdicts = BTreeMap::new();
        for line in lines {
            let line = line.map_err(failed)?;
            if let Ok(Line { rows, learner, verdict }) = serde_json::from_str(&line) {
                verdicts.insert((rows, learner), verdict);
            }
        }
        let mut file = OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(|e| Error::file("write", path.display(), e))?;
        // Whatever was cut off ends here.
        writeln!(file).map_err(|e| Error::file("write", path.display(), e))?;
        Ok(Ledger { verdicts: Mutex::new(verdicts), file: Some(Mutex::new(file)), ..Ledger::default() })
    }

    /// How many verdicts there are.
    pub fn len(&self) -> usize {
        self.verdicts.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// What came of a learner on some rows, if it was judged before.
    pub fn find(&self, rows: &str, learner: &str) -> Option<Verdict> {
        let verdicts = self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        verdicts.get(&(rows.to_string(), learner.to_string())).cloned()
    }

    /// Keeps what came of a learner on some rows.
    pub fn keep(&self, rows: &str, learner: &str, verdict: &Verdict) {
        if let Some(file) = &self.file {
            let (rows, learner, verdict) = (rows.to_string(), learner.to_string(), verdict.clone());
            let line = serde_json::to_string(&Line { rows, learner, verdict }).unwrap_or_default();
            let written = writeln!(file.lock().unwrap_or_else(PoisonError::into_inner), "{line}");
            if let Err(error) = written {
                let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
                lost.get_or_insert_with(|| error.to_string());
            }
        }
        let mut verdicts = self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        verdicts.insert((rows.to_string(), learner.to_string()), verdict.clone());
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
        let refused = |why: &str| Verdict::Refused(why.to_string());
        let ledger = Ledger::create(&path, "rows 1").unwrap();
        ledger.keep("all", "tree", &refused("first"));
        ledger.keep("all", "line", &refused("second"));
        drop(ledger);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 9]).unwrap();

        let ledger = Ledger::resume(&path, "rows 1").unwrap();
        assert_eq!((ledger.len(), ledger.find("all", "line")), (1, None));
        ledger.keep("all", "line", &refused("third"));
        drop(ledger);
        let ledger = Ledger::resume(&path, "rows 1").unwrap();
        assert_eq!(ledger.find("all", "tree"), Some(refused("first")));
        assert_eq!(ledger.find("all", "line"), Some(refused("third")));
        assert_eq!(ledger.find("some", "line"), None);
        let other = Ledger::resume(&path, "rows 2").err().unwrap().to_string();
        assert!(other.contains("other rows, or with other settings"), "{other}");
    }
}
