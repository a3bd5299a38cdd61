//! Text cut into blocks of whole rows, which threads work on side by side.
//!
//! One lock hands out the blocks in the order of the file; cutting is a copy and a search for the last row
//! end, so the lock is held for a small part of the time a block takes to parse. Nothing is kept of a block
//! but what the work makes of it: a file of any size needs memory for a few blocks only.

use super::source::{ByteSource, Stream};
use hornbook_core::{Error, Result};
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much text a thread takes at once: small enough for the second-level cache, with the index of its cells.
pub(crate) const BLOCK_BYTES: usize = 256 * 1024;
/// Positions in a block are 32 bits wide.
const LARGEST_BLOCK: usize = u32::MAX as usize / 2;

/// Finds the end of the last whole row in some text that starts with a row.
pub(crate) trait RowSplitter: Sync {
    /// Where the last whole row ends, just after its newline.
    fn last_row_end(&self, text: &[u8]) -> Option<usize>;

    /// How large a block may grow before its quotes are doubted.
    fn patience(&self) -> usize {
        LARGEST_BLOCK
    }
}

/// Rows are lines.
pub(crate) struct LineSplitter;

impl RowSplitter for LineSplitter {
    fn last_row_end(&self, text: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', text).map(|i| i + 1)
    }
}

/// What can be wrong with a block.
#[derive(Debug)]
pub(crate) enum BlockError {
    /// Quotes in places where the fast scan cannot follow them: everything must be read with more care.
    Doubtful,
    /// Something wrong at a byte of the block.
    At { position: usize, column: Option<String>, problem: String, advice: String },
    /// Something wrong with the whole.
    Whole(Error),
}

impl From<Error> for BlockError {
    fn from(error: Error) -> BlockError {
        BlockError::Whole(error)
    }
}

impl BlockError {
    pub(crate) fn at(position: usize, problem: impl Into<String>, advice: impl Into<String>) -> BlockError {
        BlockError::At { position, column: None, problem: problem.into(), advice: advice.into() }
    }
}

/// The blocks of a text, one after the other.
pub(crate) struct Blocks<'a, C: RowSplitter> {
    source: &'a ByteSource,
    stream: Stream,
    cut: &'a C,
    size: usize,
    /// What was read beyond the end of the last block.
    rest: Vec<u8>,
    /// Whether a block was handed out: the first must hold a row, since that may be the header.
    started: bool,
    ended: bool,
}

impl<'a, C: RowSplitter> Blocks<'a, C> {
    pub(crate) fn open(source: &'a ByteSource, cut: &'a C, size: usize) -> Result<Blocks<'a, C>> {
        let (stream, size) = (source.text()?, size.max(1));
        Ok(Blocks { source, stream, cut, size, rest: Vec::new(), started: false, ended: false })
    }

    /// Fills `block` with the next whole rows, the last of which ends with a newline even if the file does not.
    pub(crate) fn next(&mut self, block: &mut Vec<u8>) -> Result<bool, BlockError> {
        block.clear();
        block.append(&mut self.rest);
        let mut wanted = self.size;
        while !self.ended {
            let missing = wanted.saturating_sub(block.len()).max(1) as u64;
            block.reserve(missing as usize + 1);
            let read = self
                .stream
                .by_ref()
                .take(missing)
                .read_to_end(block)
                .map_err(|e| self.source.unreadable(e))?;
            self.ended = (read as u64) < missing;
            if self.ended {
                break;
            }
            if let Some(end) = self.cut.last_row_end(block)
                && (self.started || block[..end].iter().any(|byte| !matches!(byte, b'\n' | b'\r')))
            {
                self.started = true;
                self.rest.extend_from_slice(&block[end..]);
                block.truncate(end);
                return Ok(true);
            }
            if block.len() >= self.cut.patience() {
                return Err(BlockError::Doubtful);
            }
            if block.len() >= LARGEST_BLOCK {
                return Err(BlockError::at(
                    0,
                    "a row is longer than 2 GiB",
                    "check the quotes and the line ends",
                ));
            }
            // Doubling keeps the repeated search for a row end linear in all.
            wanted = block.len() * 2;
        }
        if block.last().is_some_and(|&byte| byte != b'\n') {
            block.push(b'\n');
        }
        Ok(!block.is_empty())
    }
}

/// A block's place in the file and what was made of it, or what is wrong with it.
struct ProcessedBlock<T> {
    index: usize,
    lines: u64,
    made: Result<T, BlockError>,
}

/// Works on all blocks of a text, on all threads, and returns what was made of them in the order of the file.
/// The first fault in that order is the one reported; [`BlockError::Doubtful`] comes back as `Ok(None)`.
pub(crate) fn for_all_blocks<C: RowSplitter, S: Default, T: Send>(
    source: &ByteSource,
    cut: &C,
    size: usize,
    work: impl Fn(usize, &[u8], &mut S) -> Result<T, BlockError> + Sync,
) -> Result<Option<Vec<T>>> {
    let queue = Mutex::new((0usize, Blocks::open(source, cut, size)?));
    let stop = AtomicBool::new(false);
    let done = Mutex::new(Vec::new());
    let worker = || {
        let (mut block, mut scratch) = (Vec::new(), S::default());
        while !stop.load(Ordering::Relaxed) {
            let (index, more) = {
                let Ok(mut queue) = queue.lock() else { break };
                let more = queue.1.next(&mut block);
                queue.0 += 1;
                (queue.0 - 1, more)
            };
            let made = match more {
                Ok(false) => break,
                Ok(true) => match check_text(&block) {
                    Ok(()) => work(index, &block, &mut scratch),
                    // Something wrong in the rows before comes first, as it would in a smaller block.
                    Err((position, fault)) => {
                        let before = cut.last_row_end(&block[..position]).unwrap_or(0);
                        Err(work(index, &block[..before], &mut scratch).err().unwrap_or(fault))
                    }
                },
                Err(fault) => Err(fault),
            };
            if made.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            // The line of a fault is needed within its block, the number of lines in the blocks before it.
            let upto = match &made {
                Err(BlockError::At { position, .. }) => &block[..(*position).min(block.len())],
                _ => &block[..],
            };
            let lines = memchr::memchr_iter(b'\n', upto).count() as u64;
            if let Ok(mut done) = done.lock() {
                done.push(ProcessedBlock { index, lines, made });
            }
        }
    };
    rayon::scope(|scope| (0..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| worker())));
    let mut done = done.into_inner().map_err(|_| source.unreadable("a thread stopped"))?;
    done.sort_unstable_by_key(|d| d.index);
    let mut lines = source.skipped_lines();
    let mut results = Vec::with_capacity(done.len());
    for block in done {
        lines += block.lines;
        match block.made {
            Ok(made) => results.push(made),
            Err(BlockError::Doubtful) => return Ok(None),
            Err(BlockError::Whole(error)) => return Err(error),
            Err(BlockError::At { column, problem, advice, .. }) => {
                let source_name = source.name.clone();
                return Err(Error::Parse { source_name, line: Some(lines + 1), column, problem, advice });
            }
        }
    }
    Ok(Some(results))
}

/// Text must be UTF-8 without NUL bytes.
fn check_text(block: &[u8]) -> Result<(), (usize, BlockError)> {
    if let Some(position) = memchr::memchr(0, block) {
        let advice = "save the file as plain text in UTF-8, or name its format if it is not text";
        return Err((position, BlockError::at(position, "found a NUL byte, which no text contains", advice)));
    }
    if simdutf8::basic::from_utf8(block).is_err()
        && let Err(error) = std::str::from_utf8(block)
    {
        let position = error.valid_up_to();
        let byte = block.get(position).copied().unwrap_or_default();
        let problem = format!("found the byte 0x{byte:02x}, which is not UTF-8");
        let advice = "convert the file to UTF-8, for example from Latin-1 with 'iconv -f latin1 -t utf8'";
        return Err((position, BlockError::at(position, problem, advice)));
    }
    Ok(())
}
