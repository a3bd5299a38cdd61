use crate::fit::Learner;
use crate::model::Model;
use crate::statistical_query::Batches;
use crate::training_input::TrainingInput;
use hornbook_core::{Result, Run};
use hornbook_data::{BatchFile, ColumnKind, Dataset, ReadOptions, Table, Target};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Gives the rows of a table their roles.
type GiveRoles = dyn Fn(&Table) -> Result<Dataset> + Send + Sync;

/// A file larger than memory as rows to learn from. Rows whose target is missing are left out and counted.
///
/// ```no_run
/// use hornbook_core::Run;
/// use hornbook_data::ReadOptions;
/// use hornbook_learner::{Baseline, FileBatches, Fit, TrainingInput};
/// let batches = FileBatches::open("big.csv", &ReadOptions::default(), 262_144, |table| table.dataset().target("y"))?;
/// let model = Baseline::default().fit_with(TrainingInput::in_batches(&batches), &Run::default())?;
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub struct FileBatches {
    path: PathBuf,
    options: ReadOptions,
    batch_rows: usize,
    file: BatchFile,
    give_roles: Box<GiveRoles>,
    prototype: Dataset,
    rows: AtomicU64,
    dropped: AtomicU64,
}

impl FileBatches {
    /// Opens a file, infers the types and levels of its columns in one pass, and gives them their roles.
    pub fn open(
        path: impl AsRef<Path>,
        options: &ReadOptions,
        batch_rows: usize,
        give_roles: impl Fn(&Table) -> Result<Dataset> + Send + Sync + 'static,
    ) -> Result<FileBatches> {
        FileBatches::settled(path.as_ref(), options, batch_rows, Box::new(give_roles))
    }

    /// Opens a file for [`train`](FileBatches::train). One that begins with nothing but numbers is not read to its end for
    /// the types.
    pub fn open_to_train(
        path: impl AsRef<Path>,
        options: &ReadOptions,
        batch_rows: usize,
        give_roles: impl Fn(&Table) -> Result<Dataset> + Send + Sync + 'static,
    ) -> Result<FileBatches> {
        let (path, give_roles) = (path.as_ref(), Box::new(give_roles));
        if let Some(file) = BatchFile::open_optimistic(path, options, batch_rows)? {
            let prototype = give_roles(file.shape())?;
            // Classes that are numbers must all be known at the start.
            if !matches!(prototype.target_values(), Some((_, Target::Classes(_)))) {
                return Ok(FileBatches::of(path, options, file, batch_rows, give_roles, prototype));
            }
        }
        FileBatches::settled(path, options, batch_rows, give_roles)
    }

    /// Trains on the file. If its types were taken from its first part and a later part is different, the types are
    /// settled by the whole file, and the training starts again.
    pub fn fit(&mut self, learner: &dyn Learner, run: &Run) -> Result<Box<dyn Model>> {
        match learner.fit_with(TrainingInput::in_batches(self), run) {
            Err(_) if self.file.type_assumption_failed() => {
                let give_roles = mem::replace(&mut self.give_roles, Box::new(|table| Ok(table.dataset())));
                *self = FileBatches::settled(&self.path, &self.options, self.batch_rows, give_roles)?;
                learner.fit_with(TrainingInput::in_batches(self), run)
            }
            trained => trained,
        }
    }

    fn settled(
        path: &Path,
        options: &ReadOptions,
        batch_rows: usize,
        give_roles: Box<GiveRoles>,
    ) -> Result<FileBatches> {
        let mut file = BatchFile::open(path, options, batch_rows)?;
        let mut prototype = give_roles(file.shape())?;
        // Classes must be the same in every batch, so those that are not yet categories are read as such.
        if let Some((name, Target::Classes(_))) = prototype.target_values() {
            let kind = file.shape().column(name)?.kind();
            if matches!(kind, ColumnKind::Text | ColumnKind::Number | ColumnKind::Date) {
                let options = options.clone().kind(name, ColumnKind::Category);
                file = BatchFile::open(path, &options, batch_rows)?;
                prototype = give_roles(file.shape())?;
            }
        }
        Ok(FileBatches::of(path, options, file, batch_rows, give_roles, prototype))
    }

    fn of(
        path: &Path,
        options: &ReadOptions,
        file: BatchFile,
        batch_rows: usize,
        give_roles: Box<GiveRoles>,
        prototype: Dataset,
    ) -> FileBatches {
        let (path, options) = (path.to_path_buf(), options.clone());
        let (rows, dropped) = (AtomicU64::new(0), AtomicU64::new(0));
        FileBatches { path, options, batch_rows, file, give_roles, prototype, rows, dropped }
    }

    /// How many rows the last pass over the file saw.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// How many of them had no target.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl Batches for FileBatches {
    fn for_each(&self, visit: &mut dyn FnMut(&Dataset) -> Result<()>) -> Result<()> {
        self.rows.store(0, Ordering::Relaxed);
        self.dropped.store(0, Ordering::Relaxed);
        self.file.for_each(&mut |table| {
            let data = (self.give_roles)(&table)?;
            let (data, dropped) = match data.target_values() {
                Some(_) => data.drop_missing_target()?,
                // Nothing is missing where nothing is to be predicted.
                None => (data, 0),
            };
            self.rows.fetch_add(table.rows() as u64, Ordering::Relaxed);
            self.dropped.fetch_add(dropped as u64, Ordering::Relaxed);
            if data.rows().is_empty() { Ok(()) } else { visit(&data) }
        })
    }

    fn prototype(&self) -> &Dataset {
        &self.prototype
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Baseline;

    #[test]
    fn a_file_that_deceives_is_trained_on_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.csv");
        let rows = "1,-1234.5678901234567,0.00015243678901\n".repeat(300_000);
        std::fs::write(&path, format!("y,x,d\n{rows}4,1,soon\n")).unwrap();
        let roles = |table: &Table| table.dataset().target("y");
        let open = || FileBatches::open_to_train(&path, &ReadOptions::default(), 5000, roles).unwrap();

        let mut batches = open();
        assert_eq!(batches.prototype().table().column("d").unwrap().kind(), ColumnKind::Number);
        assert_eq!(batches.prototype().feature_names(), ["x", "d"]);
        let model = batches.fit(&Baseline::default(), &Run::default()).unwrap();
        assert_eq!(model.info().summary.rows, 300_001);
        assert_eq!(batches.rows(), 300_001);
        let settled = FileBatches::open(&path, &ReadOptions::default(), 5000, roles).unwrap();
        let expected = settled.prototype().table().column("d").unwrap().kind();
        assert_eq!(batches.prototype().table().column("d").unwrap().kind(), expected);
        assert_ne!(expected, ColumnKind::Number);
    }
}
