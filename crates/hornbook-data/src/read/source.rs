//! Where bytes come from: a file or memory, compressed or not, in UTF-8 or UTF-16. A source can be read again
//! from its start as often as needed, so that readers can infer types before they keep values.

use super::limit::{Limit, READ_MEMORY, READ_MEMORY_VARIABLE};
use hornbook_core::{Error, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const BUFFER: usize = 1 << 16;

/// Bytes that can be read more than once, and the name errors call them by.
#[derive(Debug, Clone)]
pub(crate) struct ByteSource {
    pub(crate) name: String,
    location: SourceLocation,
    /// How much text at the start is left out, because somebody has read it already.
    skipped: SkippedText,
}

/// Text at the start of a source.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SkippedText {
    pub(crate) bytes: u64,
    pub(crate) lines: u64,
}

#[derive(Debug, Clone)]
enum SourceLocation {
    File(PathBuf),
    Memory(Arc<[u8]>),
}

/// Bytes on their way.
pub(crate) type Stream = Box<dyn Read + Send>;

impl ByteSource {
    pub(crate) fn file(path: &Path) -> ByteSource {
        ByteSource {
            name: path.display().to_string(),
            location: SourceLocation::File(path.to_path_buf()),
            skipped: SkippedText::default(),
        }
    }

    pub(crate) fn memory(bytes: Vec<u8>, name: &str) -> ByteSource {
        ByteSource {
            name: name.to_string(),
            location: SourceLocation::Memory(bytes.into()),
            skipped: SkippedText::default(),
        }
    }

    /// The same source without its first text.
    pub(crate) fn after(&self, skipped: SkippedText) -> ByteSource {
        ByteSource { skipped, ..self.clone() }
    }

    /// How many lines were left out.
    pub(crate) fn skipped_lines(&self) -> u64 {
        self.skipped.lines
    }

    /// A system error about this source.
    pub(crate) fn unreadable(&self, reason: impl std::fmt::Display) -> Error {
        Error::file("read", &self.name, reason)
    }

    /// The folder, if it is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match &self.location {
            SourceLocation::File(path) if path.is_dir() => Some(path),
            _ => None,
        }
    }

    /// The bytes as they are stored.
    pub(crate) fn raw(&self) -> Result<Stream> {
        Ok(match &self.location {
            SourceLocation::Memory(bytes) => Box::new(Cursor::new(bytes.clone())),
            SourceLocation::File(_) => Box::new(self.open_file()?),
        })
    }

    fn open_file(&self) -> Result<File> {
        let SourceLocation::File(path) = &self.location else {
            return Err(self.unreadable("it is not a file"));
        };
        if path.is_dir() {
            return Err(self.unreadable("it is a folder; give the path of a file in it"));
        }
        File::open(path).map_err(|e| self.unreadable(e))
    }

    /// The bytes without compression, which is known by its magic bytes.
    pub(crate) fn bytes(&self) -> Result<Stream> {
        decompressed(self.raw()?).map_err(|e| self.unreadable(e))
    }

    /// The text in UTF-8, without a byte-order mark.
    pub(crate) fn text(&self) -> Result<Stream> {
        let mut text = decoded(self.bytes()?).map_err(|e| self.unreadable(e))?;
        io::copy(&mut text.by_ref().take(self.skipped.bytes), &mut io::sink())
            .map_err(|e| self.unreadable(e))?;
        Ok(text)
    }

    /// The first bytes of the text, at most this many.
    pub(crate) fn start(&self, most: usize) -> Result<Vec<u8>> {
        let mut start = Vec::new();
        self.text()?.take(most as u64).read_to_end(&mut start).map_err(|e| self.unreadable(e))?;
        Ok(start)
    }

    /// All bytes without compression, for formats that are read from their end.
    pub(crate) fn whole(&self) -> Result<Vec<u8>> {
        let mut whole = Vec::new();
        self.bytes()?.read_to_end(&mut whole).map_err(|e| self.unreadable(e))?;
        Ok(whole)
    }

    /// The file itself, if it is one that is not compressed.
    pub(crate) fn plain_file(&self) -> Result<Option<File>> {
        let SourceLocation::File(_) = &self.location else { return Ok(None) };
        let mut magic = Vec::new();
        self.raw()?.take(4).read_to_end(&mut magic).map_err(|e| self.unreadable(e))?;
        let is_compressed = magic.starts_with(&[0x1f, 0x8b]) || magic == [0x28, 0xb5, 0x2f, 0xfd];
        if is_compressed { Ok(None) } else { self.open_file().map(Some) }
    }
}

/// Bytes without compression, which is known by its magic bytes.
pub(crate) fn decompressed(stored: Stream) -> io::Result<Stream> {
    let consumed = Arc::new(AtomicU64::new(0));
    let mut stored =
        BufReader::with_capacity(BUFFER, CountedBytes { bytes: stored, count: consumed.clone() });
    let start = stored.fill_buf()?;
    let bytes: Stream = if start.starts_with(&[0x1f, 0x8b]) {
        Box::new(flate2::bufread::MultiGzDecoder::new(stored))
    } else if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(zstd::stream::read::Decoder::with_buffer(stored)?)
    } else {
        return Ok(Box::new(stored));
    };
    Ok(Box::new(BoundedExpansion { bytes, consumed, produced: 0 }))
}

/// Bytes that are counted as they are read.
struct CountedBytes {
    bytes: Stream,
    count: Arc<AtomicU64>,
}

impl Read for CountedBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// What a compressed stream holds, as far as its compressed bytes may stand for it: a few of them can claim any number of bytes.
struct BoundedExpansion {
    bytes: Stream,
    consumed: Arc<AtomicU64>,
    produced: u64,
}

impl Read for BoundedExpansion {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer).map_err(damaged)?;
        self.produced += read as u64;
        // What is always allowed needs no look at the environment.
        if self.produced > READ_MEMORY || std::env::var_os(READ_MEMORY_VARIABLE).is_some() {
            let limit = Limit::of_file(self.consumed.load(Ordering::Relaxed)).map_err(io::Error::other)?;
            limit.allow(self.produced, 1, "what is compressed").map_err(io::Error::other)?;
        }
        Ok(read)
    }
}

/// What a decompressor says, with what to do about it.
fn damaged(error: io::Error) -> io::Error {
    let sentence = "its compressed bytes are damaged or end too soon; copy or download it again";
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("{sentence} ({error})")),
    }
}

/// Text in UTF-8, without a byte-order mark.
pub(crate) fn decoded(mut bytes: Stream) -> io::Result<Stream> {
    let mut start = Vec::new();
    bytes.by_ref().take(3).read_to_end(&mut start)?;
    Ok(match start.as_slice() {
        [0xef, 0xbb, 0xbf] => bytes,
        [0xff, 0xfe, rest @ ..] => Box::new(Utf16::new(rest, bytes, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Box::new(Utf16::new(rest, bytes, u16::from_be_bytes)),
        _ => Box::new(Cursor::new(start).chain(bytes)),
    })
}

/// UTF-16 read as UTF-8. Surrogates without a partner become the replacement character.
struct Utf16 {
    encoded: BufReader<io::Chain<Cursor<Vec<u8>>, Stream>>,
    order: fn([u8; 2]) -> u16,
    /// A unit that was read too early: it followed a surrogate it does not belong to.
    pending: Option<u16>,
    decoded: Cursor<Vec<u8>>,
}

impl Utf16 {
    fn new(start: &[u8], rest: Stream, order: fn([u8; 2]) -> u16) -> Utf16 {
        let encoded = BufReader::with_capacity(BUFFER, Cursor::new(start.to_vec()).chain(rest));
        Utf16 { encoded, order, pending: None, decoded: Cursor::default() }
    }

    fn unit(&mut self) -> io::Result<Option<u16>> {
        if let Some(unit) = self.pending.take() {
            return Ok(Some(unit));
        }
        let mut pair = Vec::with_capacity(2);
        self.encoded.by_ref().take(2).read_to_end(&mut pair)?;
        Ok(match pair.as_slice() {
            [a, b] => Some((self.order)([*a, *b])),
            [_] => Some(0xfffd),
            _ => None,
        })
    }

    fn character(&mut self) -> io::Result<Option<char>> {
        let Some(first) = self.unit()? else { return Ok(None) };
        let second = if (0xd800..0xdc00).contains(&first) { self.unit()? } else { None };
        let mut decoded = char::decode_utf16([first].into_iter().chain(second));
        let character = decoded.next().and_then(|c| c.ok()).unwrap_or(char::REPLACEMENT_CHARACTER);
        if character == char::REPLACEMENT_CHARACTER {
            self.pending = second;
        }
        Ok(Some(character))
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.decoded.position() == self.decoded.get_ref().len() as u64 {
            let mut text = String::new();
            while text.len() < BUFFER
                && let Some(character) = self.character()?
            {
                text.push(character);
            }
            self.decoded = Cursor::new(text.into_bytes());
        }
        self.decoded.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few bytes can be made to stand for any number of them, and nobody waits for the end of it.
    #[test]
    fn compressed_bytes_that_hold_too_much_are_refused() {
        let after = |produced| {
            let consumed = Arc::new(AtomicU64::new(1000));
            BoundedExpansion { bytes: Box::new(io::repeat(0)), consumed, produced }.read(&mut [0; 64])
        };
        assert_eq!(after(0).unwrap(), 64);
        let sentence = after(READ_MEMORY).unwrap_err().to_string();
        assert!(sentence.contains("what is compressed would take 1073741888 bytes"), "{sentence}");
        assert!(sentence.contains(READ_MEMORY_VARIABLE), "{sentence}");
        // A large file may hold a thousand times its size.
        let consumed = Arc::new(AtomicU64::new(2 << 20));
        let mut large = BoundedExpansion { bytes: Box::new(io::repeat(0)), consumed, produced: READ_MEMORY };
        assert_eq!(large.read(&mut [0; 64]).unwrap(), 64);
    }
}
