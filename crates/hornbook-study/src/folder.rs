//! The folder of a study: what it writes, and what it keeps while it is at work.

use crate::record::StudyRecord;
use crate::study::FinishedStudy;
use hornbook_core::{Error, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// What is kept while a study is at work; gone when it is done.
const CHECKPOINT: &str = "study.checkpoint";
/// What a study writes.
const RECORD: &str = "study.json";
const MODEL: &str = "model.hornbook";
const SIMPLE_MODEL: &str = "simple-model.hornbook";
const REPORT: &str = "report.html";

/// The folder of a study. No other study can use it while this is there.
#[derive(Debug)]
pub struct StudyFolder {
    path: PathBuf,
    resumed: bool,
    /// Locked as long as it is open.
    _checkpoint: File,
}

impl StudyFolder {
    /// A folder for a new study. One that holds a study already, or in which another is at work, is refused.
    pub fn create(path: impl AsRef<Path>) -> Result<StudyFolder> {
        let path = path.as_ref();
        std::fs::create_dir_all(path).map_err(|e| Error::file("make the folder", path.display(), e))?;
        if path.join(RECORD).exists() {
            return Err(Error::data(
                format!("the folder '{}' holds a study already", path.display()),
                "name another folder with --out, or remove it",
            ));
        }
        let checkpoint = locked(path)?;
        if checkpoint.metadata().is_ok_and(|file| file.len() > 0) {
            return Err(Error::data(
                format!("the folder '{}' holds a study that was stopped", path.display()),
                "resume it with --resume, name another folder with --out, or remove it",
            ));
        }
        Ok(StudyFolder { path: path.to_path_buf(), resumed: false, _checkpoint: checkpoint })
    }

    /// The folder of a study that was stopped, to go on with it.
    pub fn resume(path: impl AsRef<Path>) -> Result<StudyFolder> {
        let path = path.as_ref();
        if !path.join(CHECKPOINT).exists() {
            let problem = match path.join(RECORD).exists() {
                true => format!("the study in '{}' is finished", path.display()),
                false => format!("there is no study in '{}' to resume", path.display()),
            };
            return Err(Error::data(problem, "leave out --resume to begin anew in another folder"));
        }
        let checkpoint = locked(path)?;
        // A study that was stopped before it kept anything begins anew.
        let resumed = checkpoint.metadata().is_ok_and(|file| file.len() > 0);
        Ok(StudyFolder { path: path.to_path_buf(), resumed, _checkpoint: checkpoint })
    }

    /// The first folder of this name, or this name and a number, that holds no study.
    pub fn free(path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        let is_free = |path: &Path| !path.join(RECORD).exists() && !path.join(CHECKPOINT).exists();
        let numbered = |number: usize| match number {
            1 => path.to_path_buf(),
            _ => PathBuf::from(format!("{}-{number}", path.display())),
        };
        (1..).map(numbered).find(|path| is_free(path)).unwrap_or_else(|| path.to_path_buf())
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a study keeps what was evaluated, and whether something is there to go on with.
    pub fn checkpoint(&self) -> (PathBuf, bool) {
        (self.path.join(CHECKPOINT), self.resumed)
    }

    /// Writes the model, the record and the report, each of them complete or not there, and forgets what was only kept to
    /// go on. The record is written last, so that a folder with a record has everything.
    pub fn write(
        &self,
        finished: &mut FinishedStudy,
        report: impl FnOnce(&StudyRecord) -> Result<String>,
    ) -> Result<[PathBuf; 3]> {
        let [model, report_file, record] = [MODEL, REPORT, RECORD].map(|name| self.path.join(name));
        hornbook_model_file::save(&*finished.model, &model)?;
        finished.record.model.file = Some(MODEL.to_string());
        if let (Some(simple), Some(record)) = (&finished.simple_model, &mut finished.record.simple_model) {
            hornbook_model_file::save(&**simple, self.path.join(SIMPLE_MODEL))?;
            record.file = Some(SIMPLE_MODEL.to_string());
        }
        write_whole(&report_file, report(&finished.record)?.as_bytes())?;
        let mut text = serde_json::to_string_pretty(&finished.record).map_err(Error::internal)?;
        text.push('\n');
        write_whole(&record, text.as_bytes())?;
        // What is left behind would only be untidy.
        let _ = std::fs::remove_file(self.path.join(CHECKPOINT));
        Ok([model, report_file, record])
    }
}

impl StudyRecord {
    /// Reads the record of a study, from its file or the folder it is in.
    pub fn read(path: impl AsRef<Path>) -> Result<StudyRecord> {
        let path = path.as_ref();
        let path = if path.is_dir() { path.join(RECORD) } else { path.to_path_buf() };
        let text = std::fs::read_to_string(&path).map_err(|e| Error::file("read", path.display(), e))?;
        serde_json::from_str(&text).map_err(|e| Error::Parse {
            source_name: path.display().to_string(),
            line: Some(e.line() as u64),
            column: None,
            problem: format!("it is not the record of a study ({e})"),
            advice: "give the study.json that `hornbook study` wrote".to_string(),
        })
    }
}

fn locked(path: &Path) -> Result<File> {
    let checkpoint = path.join(CHECKPOINT);
    let failed = |e: std::io::Error| Error::file("write", checkpoint.display(), e);
    let file = OpenOptions::new().create(true).append(true).open(&checkpoint).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::data(
            format!("another study is at work in '{}'", path.display()),
            "wait for it, or name another folder with --out",
        )),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Writes a file beside its final path and moves it in, so that it is complete or not there.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |e: std::io::Error| Error::file("write", path.display(), e);
    let beside = path.with_extension("part");
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        failed(e)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_study() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("iris-study");
        let text = |result: Result<StudyFolder>| result.unwrap_err().to_string();
        assert!(text(StudyFolder::resume(&path)).contains("there is no study"));
        let folder = StudyFolder::create(&path).unwrap();
        assert!(text(StudyFolder::create(&path)).contains("another study is at work"));
        assert!(text(StudyFolder::resume(&path)).contains("another study is at work"));
        drop(folder);
        // Nothing was kept, so there is nothing to lose.
        drop(StudyFolder::create(&path).unwrap());
        std::fs::write(path.join(CHECKPOINT), "{}\n").unwrap();
        assert!(text(StudyFolder::create(&path)).contains("was stopped"));
        assert!(StudyFolder::resume(&path).unwrap().checkpoint().1);
        assert_eq!(StudyFolder::free(&path), place.path().join("iris-study-2"));
        std::fs::remove_file(path.join(CHECKPOINT)).unwrap();
        std::fs::write(path.join(RECORD), "{}").unwrap();
        assert!(text(StudyFolder::create(&path)).contains("holds a study already"));
        assert!(text(StudyFolder::resume(&path)).contains("is finished"));
        assert!(StudyRecord::read(&path).unwrap_err().to_string().contains("not the record of a study"));
    }
}
