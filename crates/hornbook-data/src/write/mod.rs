//! Writers: from tables to files of every format.

mod arff;
mod columnar;
mod csv;
mod json_lines;
mod svmlight;

use crate::read::Format;
use crate::table::Table;
use flate2::Compression;
use flate2::write::GzEncoder;
use hornbook_core::{Error, Result};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

impl Table {
    /// Writes a file in the format of its extension, compressed if that ends in `.gz` or `.zst`.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let failed = |reason: &dyn std::fmt::Display| Error::file("write", path.display(), reason);
        let format = Format::from_path(path).ok_or_else(|| {
            failed(&"its extension names no known format; end the name in .csv, .tsv, .parquet, .arrow, .arff, .svm or .jsonl")
        })?;
        let file = BufWriter::with_capacity(1 << 16, File::create(path).map_err(|e| failed(&e))?);
        let mut sink = Sink::new(file, path).map_err(|e| failed(&e))?;
        self.write_to(&mut sink, format).map_err(|error| match error {
            Error::File { reason, .. } => failed(&reason),
            other => other,
        })?;
        sink.finish().map_err(|e| failed(&e))
    }

    /// Writes to any stream, without compression.
    pub fn write_to(&self, stream: &mut (impl Write + Send), format: Format) -> Result<()> {
        self.check_writable(format)?;
        let written = match format {
            Format::Csv => csv::write(self, stream, b','),
            Format::Tsv => csv::write(self, stream, b'\t'),
            Format::Arff => arff::write(self, stream),
            Format::Svmlight => return svmlight::write(self, stream),
            Format::JsonLines => json_lines::write(self, stream),
            Format::Parquet => return columnar::write_parquet(self, stream),
            Format::Arrow => return columnar::write_arrow(self, stream),
            Format::Baskets | Format::Fasta | Format::Images | Format::Graphs => Ok(()),
        };
        written.map_err(stream_failed)
    }

    /// Refuses a format that cannot hold the table.
    fn check_writable(&self, format: Format) -> Result<()> {
        const ADVICE: &str = "write JSON lines (.jsonl), Arrow (.arrow) or Parquet (.parquet)";
        if !format.is_written() {
            return Err(Error::data(format!("{format} files are read, but not written"), ADVICE));
        }
        let object = self.columns().iter().position(|column| column.kind().is_object());
        match object.filter(|_| !format.holds_objects()) {
            None => Ok(()),
            Some(position) => {
                let (name, kind) = (&self.names()[position], self.columns()[position].kind());
                let problem = format!("column '{name}' holds {}, and {format} files cannot", kind.plural());
                Err(Error::data(problem, ADVICE))
            }
        }
    }
}

/// A stream that could not be written to.
fn stream_failed(error: impl std::fmt::Display) -> Error {
    Error::file("write", "the table", error)
}

/// A file, perhaps behind a compressor.
enum Sink {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

impl Sink {
    fn new(file: BufWriter<File>, path: &Path) -> io::Result<Sink> {
        Ok(match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("gz") => Sink::Gzip(GzEncoder::new(file, Compression::default())),
            Some("zst") => {
                let mut encoder = zstd::stream::write::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                // As gzip does always: without it, other bytes may be read back where the file was damaged.
                encoder.include_checksum(true)?;
                Sink::Zstd(encoder)
            }
            _ => Sink::Plain(file),
        })
    }

    /// Writes what is left, so that its errors are not lost.
    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Plain(mut file) => file.flush(),
            Sink::Gzip(encoder) => encoder.finish()?.flush(),
            Sink::Zstd(encoder) => encoder.finish()?.flush(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Plain(file) => file.write(bytes),
            Sink::Gzip(encoder) => encoder.write(bytes),
            Sink::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Plain(file) => file.flush(),
            Sink::Gzip(encoder) => encoder.flush(),
            Sink::Zstd(encoder) => encoder.flush(),
        }
    }
}

/// A number in the fewest digits that read back as the same number. Large ones have an exponent: without it they
/// would read as integers that `f64` cannot hold.
pub(crate) fn write_number(stream: &mut impl Write, number: f64) -> io::Result<()> {
    let magnitude = number.abs();
    if number.is_infinite() {
        stream.write_all(if number > 0.0 { b"inf" } else { b"-inf" })
    } else if magnitude != 0.0 && !(1e-5..9e15).contains(&magnitude) {
        write!(stream, "{number:e}")
    } else {
        write!(stream, "{number}")
    }
}
