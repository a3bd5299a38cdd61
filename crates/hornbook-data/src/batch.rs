//! Files larger than memory, read some rows at a time, as often as needed.

use crate::arrow::ColumnPlan;
use crate::column::ColumnKind;
use crate::pieces::Rebatcher;
use crate::read::infer::{Inference, InferredType};
use crate::read::source::ByteSource;
use crate::read::{Format, ReadOptions, arff, convert, csv, json_lines, svmlight};
use crate::table::Table;
use hornbook_core::{Error, Result};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file that is read in batches: tables of equally many rows, all with the same types and levels.
///
/// Opening it makes one pass over the file to infer the types and the levels, by the same rules as
/// [`Table::read`]; all batches together are the table that would have read. Neither opening nor reading keeps
/// more than a batch and a few blocks of the file in memory, unless the file has columns of objects: that is read as a whole.
///
/// ```no_run
/// use hornbook_data::{BatchFile, ReadOptions};
/// let file = BatchFile::open("large.csv.gz", &ReadOptions::default(), 100_000)?;
/// let mut rows = 0;
/// file.for_each(&mut |batch| {
///     rows += batch.rows();
///     Ok(())
/// })?;
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub struct BatchFile {
    source: ByteSource,
    options: ReadOptions,
    batch_rows: usize,
    format: Format,
    plan: BatchPlan,
    shape: Table,
    /// Whether the types were inferred by the first part of the file alone, and whether a later part was different.
    trusts: bool,
    deceived: AtomicBool,
}

/// What the first pass inferred.
enum BatchPlan {
    Csv(csv::Csv, Vec<InferredType>),
    JsonLines(json_lines::JsonLines, Vec<InferredType>),
    Arff(Box<arff::Arff>),
    Svmlight(svmlight::SvmlightColumns),
    Columnar(Vec<ColumnPlan>),
    /// Objects: the whole file, cut into batches.
    Whole(Table),
}

impl BatchFile {
    /// Opens a separated file whose first part holds nothing but numbers, without reading the rest; `None` where it holds
    /// something else.
    ///
    /// Should a later part not be numbers after all, [`for_each`](BatchFile::for_each) ends with an error, and what was
    /// done with the batches before is worth nothing: [`open`](BatchFile::open) then infers the types by the whole file.
    pub fn open_optimistic(
        path: impl AsRef<Path>,
        options: &ReadOptions,
        batch_rows: usize,
    ) -> Result<Option<BatchFile>> {
        let path = path.as_ref();
        let source = ByteSource::file(path);
        let format = options.format_of(&source, Format::from_path(path))?;
        if !matches!(format, Format::Csv | Format::Tsv) || options.needs_whole() {
            return Ok(None);
        }
        let Some((layout, settled)) = csv::infer_optimistic(&source, options, options.delimiter_of(format))?
        else {
            return Ok(None);
        };
        let shape = Inference::<csv::Csv>::shape(&source, &layout, &settled)?;
        let (options, plan) = (options.clone(), BatchPlan::Csv(layout, settled));
        Ok(Some(BatchFile {
            source,
            options,
            batch_rows,
            format,
            plan,
            shape,
            trusts: true,
            deceived: AtomicBool::new(false),
        }))
    }

    /// Opens a file and infers the types and levels of its columns.
    pub fn open(path: impl AsRef<Path>, options: &ReadOptions, batch_rows: usize) -> Result<BatchFile> {
        let path = path.as_ref();
        let source = ByteSource::file(path);
        let format = options.format_of(&source, Format::from_path(path))?;
        if format.has_types()
            && let Some((name, _)) = options.kinds.iter().find(|(_, kind)| *kind == ColumnKind::Category)
        {
            return Err(Error::data(
                format!(
                    "column '{name}' cannot be made a category while a file of declared types is read in batches"
                ),
                "read the whole file, or declare the category in it",
            ));
        }
        let whole = || Ok::<_, Error>(BatchPlan::Whole(options.read_source(&source, format)?.0));
        let plan = match format {
            _ if options.needs_whole() => whole()?,
            Format::Baskets | Format::Fasta | Format::Images | Format::Graphs => whole()?,
            Format::Csv | Format::Tsv => {
                let (layout, settled) = csv::infer_types(&source, options, options.delimiter_of(format))?;
                BatchPlan::Csv(layout, settled)
            }
            Format::JsonLines => {
                let (layout, settled) = json_lines::infer_types(&source, options)?;
                match settled.iter().any(|settled| settled.kind().is_object()) {
                    true => whole()?,
                    false => BatchPlan::JsonLines(layout, settled),
                }
            }
            Format::Arff => BatchPlan::Arff(Box::new(arff::infer_types(&source, options)?)),
            Format::Svmlight => BatchPlan::Svmlight(svmlight::infer_types(&source, options)?),
            Format::Parquet | Format::Arrow => {
                let plan = crate::read::columnar::infer_types(&source, format)?;
                match plan.iter().any(|plan| matches!(plan, ColumnPlan::Object)) {
                    true => whole()?,
                    false => BatchPlan::Columnar(plan),
                }
            }
        };
        let shape = match &plan {
            BatchPlan::Csv(layout, settled) => Inference::<csv::Csv>::shape(&source, layout, settled)?,
            BatchPlan::JsonLines(layout, settled) => {
                Inference::<json_lines::JsonLines>::shape(&source, layout, settled)?
            }
            BatchPlan::Arff(arff) => arff.shape(&source)?,
            BatchPlan::Svmlight(extent) => svmlight::shape(&source, *extent)?,
            BatchPlan::Columnar(plan) => crate::read::columnar::shape(&source, format, plan)?,
            BatchPlan::Whole(table) => table.take(&[]),
        };
        let is_converted = format.has_types() && !matches!(plan, BatchPlan::Whole(_));
        let shape = if is_converted { convert::to_kinds(&source, shape, &options.kinds)? } else { shape };
        let (options, deceived) = (options.clone(), AtomicBool::new(false));
        Ok(BatchFile { source, options, batch_rows, format, plan, shape, trusts: false, deceived })
    }

    /// Whether the file was trusted by its first part, and a later part was found to be different.
    pub fn type_assumption_failed(&self) -> bool {
        self.deceived.load(Ordering::Relaxed)
    }

    /// A table without rows that has the names, types and levels of every batch.
    pub fn shape(&self) -> &Table {
        &self.shape
    }

    /// Reads the file from its start and hands on one batch after the other. All but the last have as many rows
    /// as was asked for. An error of `take` ends the reading and is returned.
    pub fn for_each(&self, take: &mut dyn FnMut(Table) -> Result<()>) -> Result<()> {
        let mut refused = false;
        let read = self.for_each_batch(&mut |table| take(table).inspect_err(|_| refused = true));
        if self.trusts && read.is_err() && !refused {
            self.deceived.store(true, Ordering::Relaxed);
        }
        read
    }

    fn for_each_batch(&self, take: &mut dyn FnMut(Table) -> Result<()>) -> Result<()> {
        let mut rebatch = Rebatcher::new(self.batch_rows, take);
        // Formats without declared types give columns the kinds that were asked for as they read them.
        let kinds = if self.format.has_types() { self.options.kinds.as_slice() } else { &[] };
        let mut push = |table: Table| rebatch.push(convert::to_kinds(&self.source, table, kinds)?);
        match &self.plan {
            // Converted already.
            BatchPlan::Whole(table) => rebatch.push(table.clone())?,
            BatchPlan::Csv(layout, settled) => {
                layout.inference(&self.source, &self.options)?.for_each_piece(settled, &mut push)?;
            }
            BatchPlan::JsonLines(layout, settled) => {
                layout.inference(&self.source, &self.options)?.for_each_piece(settled, &mut push)?;
            }
            BatchPlan::Arff(arff) => arff.for_each_piece(&self.source, &self.options, &mut push)?,
            BatchPlan::Svmlight(extent) => {
                svmlight::for_each_piece(&self.source, &self.options, *extent, &mut push)?;
            }
            BatchPlan::Columnar(plan) => {
                crate::read::columnar::for_each_piece(&self.source, self.format, plan, &mut push)?;
            }
        }
        rebatch.finish()
    }
}
