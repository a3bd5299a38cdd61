//! The one way to standard output, and to the user's attention on standard error.

use crate::failure::Failure;
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Row, Table, presets};
use hornbook::{ToJson, Value};
use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Standard output. Clones share it, so that a trace can be written while a learner runs.
#[derive(Clone)]
pub struct Output(Arc<OutputState>);

struct OutputState {
    stream: Mutex<BufWriter<anstream::AutoStream<Stdout>>>,
    json: AtomicBool,
    closed: AtomicBool,
}

impl Output {
    pub fn new() -> Output {
        let stream = Mutex::new(BufWriter::new(anstream::AutoStream::auto(io::stdout())));
        Output(Arc::new(OutputState { stream, json: AtomicBool::new(false), closed: AtomicBool::new(false) }))
    }

    pub fn set_json(&self, json: bool) {
        self.0.json.store(json, Ordering::Relaxed);
    }

    /// Whether the output is for programs.
    pub fn is_json(&self) -> bool {
        self.0.json.load(Ordering::Relaxed)
    }

    /// Whether the reader went away, as `head` does.
    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }

    /// Writes a line or more for people.
    pub fn text(&self, text: impl std::fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.clone(), "{}", text.to_string().trim_end())?)
    }

    /// Writes a value for programs, on one line.
    pub fn json(&self, value: &Value) -> Result<(), Failure> {
        Ok(writeln!(self.clone(), "{value}")?)
    }

    /// Writes what a computation found, for people or for programs.
    pub fn report(&self, report: &(impl ToJson + std::fmt::Display)) -> Result<(), Failure> {
        if self.is_json() { self.json(&report.to_json()) } else { self.text(report) }
    }

    /// Writes what is still held back.
    pub fn finish(&self) -> Result<(), Failure> {
        Ok(self.clone().flush()?)
    }

    fn with_stream<T>(
        &self,
        work: impl FnOnce(&mut BufWriter<anstream::AutoStream<Stdout>>) -> io::Result<T>,
    ) -> io::Result<T> {
        let result = work(&mut self.0.stream.lock().unwrap_or_else(PoisonError::into_inner));
        if result.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
            self.0.closed.store(true, Ordering::Relaxed);
        }
        result
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with_stream(|stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with_stream(|stream| stream.flush())
    }
}

/// A style for headings; terminals only, as [`Output`] strips it elsewhere.
pub fn heading(text: &str) -> String {
    let bold = Style::new().bold();
    format!("{bold}{text}{bold:#}")
}

/// Cells in columns that are as wide as their widest cell, two spaces apart; left unless said otherwise.
pub fn rows_of_cells<R: Into<Row>>(rows: Vec<R>, aligned: &[(usize, CellAlignment)]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if let Some((_, alignment)) = aligned.iter().find(|(at, _)| *at == index) {
            column.set_cell_alignment(*alignment);
        }
    }
    // Cells are padded to the right; nobody wants that at the end of a line.
    table.to_string().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Tells the user something that did not stop the work.
pub fn warn(sentence: &str) {
    let yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    // A user who closed standard error does not want to know.
    let _ = writeln!(anstream::stderr(), "{yellow}warning:{yellow:#} {sentence}");
}

/// Tells the user what was decided on the way.
pub fn note(sentence: &str) {
    let _ = writeln!(anstream::stderr(), "note: {sentence}");
}
