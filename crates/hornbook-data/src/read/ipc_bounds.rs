//! Checks that the lengths an Arrow IPC file speaks of fit in the file, and what they decode to in memory.
//!
//! The decoder allocates what a message claims to hold before it reads it. A damaged length would end the whole
//! process, because an allocation that fails cannot be caught. A compressed buffer says itself how long it was.

use super::limit::Limit;
use super::parquet_bounds::BoundsError;
use arrow_ipc::{Message, RecordBatch};
use std::io::{self, Read, Seek, SeekFrom};

const MAGIC: &[u8] = b"ARROW1";
/// Marks the start of a message.
const CONTINUATION: u32 = u32::MAX;

/// Why a length cannot be right.
const TOO_LONG: &str = "it speaks of more bytes than it has";

/// Checks every length in an IPC file or stream. Leaves the bytes at their start.
pub(super) fn check(bytes: &mut (impl Read + Seek), mut limit: Limit) -> Result<(), BoundsError> {
    let length = bytes.seek(SeekFrom::End(0))?;
    bytes.rewind()?;
    let mut magic = Vec::new();
    bytes.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    if magic == MAGIC {
        check_file(bytes, length, &mut limit)?;
    } else {
        check_stream(bytes, length, &mut limit)?;
    }
    bytes.rewind()?;
    Ok(())
}

/// A file ends with a footer that lists its blocks, the footer's length, and the magic bytes.
fn check_file(bytes: &mut (impl Read + Seek), length: u64, limit: &mut Limit) -> Result<(), BoundsError> {
    const END: u64 = 10;
    let end = length.checked_sub(END).ok_or("it is too short")?;
    bytes.seek(SeekFrom::Start(end))?;
    let footer_length = u64::from(word(bytes)?);
    let start = end.checked_sub(footer_length).ok_or(TOO_LONG)?;
    let footer = section(bytes, start, footer_length)?;
    let footer = arrow_ipc::root_as_footer(&footer).map_err(|e| format!("its footer is damaged: {e}"))?;
    let blocks =
        footer.dictionaries().into_iter().flatten().chain(footer.recordBatches().into_iter().flatten());
    for block in blocks {
        let claim = (
            u64::try_from(block.offset()),
            u64::try_from(block.metaDataLength()),
            u64::try_from(block.bodyLength()),
        );
        let (Ok(offset), Ok(metadata), Ok(body)) = claim else { return Err(TOO_LONG.into()) };
        let body_start = offset.checked_add(metadata).ok_or(TOO_LONG)?;
        if body_start.checked_add(body).is_none_or(|block_end| block_end > start) {
            return Err(TOO_LONG.into());
        }
        let header = section(bytes, offset, metadata)?;
        // The length of the header stands before it, in newer files behind a mark.
        let skipped = if header.starts_with(&CONTINUATION.to_le_bytes()) { 8 } else { 4 };
        let message = header.get(skipped..).ok_or(TOO_LONG)?;
        let message = arrow_ipc::root_as_message(message).map_err(|e| format!("a block is damaged: {e}"))?;
        check_message(bytes, message, body_start, body, limit)?;
    }
    Ok(())
}

/// A stream is messages, each with the length of its header and of its body.
fn check_stream(bytes: &mut (impl Read + Seek), length: u64, limit: &mut Limit) -> Result<(), BoundsError> {
    let mut at = 0;
    while length - at >= 4 {
        bytes.seek(SeekFrom::Start(at))?;
        let mut header_length = word(bytes)?;
        at += 4;
        if header_length == CONTINUATION {
            if length - at < 4 {
                return Err(TOO_LONG.into());
            }
            header_length = word(bytes)?;
            at += 4;
        }
        if header_length == 0 {
            break;
        }
        let header_length = u64::from(header_length);
        if header_length > length - at {
            return Err(TOO_LONG.into());
        }
        let header = section(bytes, at, header_length)?;
        at += header_length;
        let message =
            arrow_ipc::root_as_message(&header).map_err(|e| format!("a message is damaged: {e}"))?;
        match u64::try_from(message.bodyLength()) {
            Ok(body) if body <= length - at => {
                check_message(bytes, message, at, body, limit)?;
                at += body;
            }
            _ => return Err(TOO_LONG.into()),
        }
    }
    Ok(())
}

fn check_message(
    bytes: &mut (impl Read + Seek),
    message: Message<'_>,
    body_start: u64,
    body: u64,
    limit: &mut Limit,
) -> Result<(), BoundsError> {
    let rows = match message.header_as_record_batch() {
        Some(rows) => Some(rows),
        None => message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data()),
    };
    match rows {
        Some(rows) => check_rows(bytes, rows, body_start, body, limit),
        None => Ok(()),
    }
}

/// Rows have counts that columns are made of, and buffers that may be compressed.
fn check_rows(
    bytes: &mut (impl Read + Seek),
    rows: RecordBatch<'_>,
    body_start: u64,
    body: u64,
    limit: &mut Limit,
) -> Result<(), BoundsError> {
    // What a value takes in memory, whatever its type.
    const VALUE_BYTES: u64 = 8;
    let count = u64::try_from(rows.length()).map_err(|_| "it claims fewer than no rows")?;
    let nodes = rows.nodes().into_iter().flatten();
    let longest = nodes.clone().map(|node| node.length()).max().unwrap_or(0);
    if count > 0 && nodes.clone().next().is_none() {
        return Err(format!("it claims {count} rows and has no columns").into());
    }
    let longest = u64::try_from(longest).map_err(|_| "a column has a negative length")?;
    limit.allow(longest.max(count), VALUE_BYTES, "a column")?;
    for node in nodes {
        let values = u64::try_from(node.length()).map_err(|_| "a column has a negative length")?;
        limit.spend(values, VALUE_BYTES, "what its columns say they hold")?;
    }
    if rows.compression().is_none() {
        return Ok(());
    }
    for buffer in rows.buffers().into_iter().flatten() {
        let claim = (u64::try_from(buffer.offset()), u64::try_from(buffer.length()));
        let (Ok(offset), Ok(stored)) = claim else { return Err(TOO_LONG.into()) };
        if offset.checked_add(stored).is_none_or(|end| end > body) {
            return Err(TOO_LONG.into());
        }
        // An empty buffer has no length of its own; -1 says that it is stored as it is.
        if stored < 8 {
            continue;
        }
        let own = section(bytes, body_start + offset, 8)?;
        let plain = i64::from_le_bytes(own.try_into().map_err(|_| TOO_LONG)?);
        match u64::try_from(plain) {
            Ok(plain) => limit.spend(1, plain, "what its compressed buffers say they hold")?,
            Err(_) if plain == -1 => {}
            Err(_) => return Err(format!("a compressed buffer claims {plain} bytes").into()),
        }
    }
    Ok(())
}

fn word(bytes: &mut impl Read) -> io::Result<u32> {
    let mut word = [0; 4];
    bytes.read_exact(&mut word)?;
    Ok(u32::from_le_bytes(word))
}

fn section(bytes: &mut (impl Read + Seek), start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    bytes.seek(SeekFrom::Start(start))?;
    bytes.by_ref().take(length).read_to_end(&mut section)?;
    Ok(section)
}
