use crate::query::Batches;
use hornbook_core::Result;
use hornbook_data::{BatchFile, ColumnKind, Dataset, ReadOptions, Table, Target};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Gives the rows of a table their roles.
type GiveRoles = dyn Fn(&Table) -> Result<Dataset> + Send + Sync;

/// A file larger than memory as rows to learn from. Rows whose target is missing are left out and counted.
///
/// ```no_run
/// use hornbook_core::Run;
/// use hornbook_data::ReadOptions;
/// use hornbook_learner::{Baseline, FileBatches, Fit};
/// let batches = FileBatches::open("big.csv", &ReadOptions::default(), 262_144, |table| table.dataset().target("y"))?;
/// let model = Baseline::default().fit_batches(&batches, &Run::default())?;
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub struct FileBatches {
    file: BatchFile,
    give_roles: Box<GiveRoles>,
    prototype: Dataset,
    rows: AtomicU64,
    dropped: AtomicU64,
}

impl FileBatches {
    /// Opens a file, settles the types and levels of its columns in one pass, and gives them their roles.
    pub fn open(
        path: impl AsRef<Path>,
        options: &ReadOptions,
        batch_rows: usize,
        give_roles: impl Fn(&Table) -> Result<Dataset> + Send + Sync + 'static,
    ) -> Result<FileBatches> {
        let mut file = BatchFile::open(&path, options, batch_rows)?;
        let mut prototype = give_roles(file.shape())?;
        // Classes must be the same in every batch, so those that are not yet categories are read as such.
        if let Some((name, Target::Classes(_))) = prototype.target_values() {
            let kind = file.shape().column(name)?.kind();
            if matches!(kind, ColumnKind::Text | ColumnKind::Number | ColumnKind::Date) {
                let options = options.clone().kind(name, ColumnKind::Category);
                file = BatchFile::open(&path, &options, batch_rows)?;
                prototype = give_roles(file.shape())?;
            }
        }
        let give_roles = Box::new(give_roles);
        Ok(FileBatches { file, give_roles, prototype, rows: AtomicU64::new(0), dropped: AtomicU64::new(0) })
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
            let (data, dropped) = (self.give_roles)(&table)?.drop_missing_target()?;
            self.rows.fetch_add(table.rows() as u64, Ordering::Relaxed);
            self.dropped.fetch_add(dropped as u64, Ordering::Relaxed);
            if data.rows().is_empty() { Ok(()) } else { visit(&data) }
        })
    }

    fn prototype(&self) -> &Dataset {
        &self.prototype
    }
}
