//! Checks that the lengths an Arrow IPC file speaks of fit in the file.
//!
//! The decoder allocates what a message claims to hold before it reads it. A damaged length would end the whole
//! process, because an allocation that fails cannot be caught.

use std::io::{self, Read, Seek, SeekFrom};

const MAGIC: &[u8] = b"ARROW1";
/// Marks the start of a message.
const CONTINUATION: u32 = u32::MAX;

/// Whether every length in an IPC file or stream is within it. Leaves the bytes at their start.
pub(super) fn fit(bytes: &mut (impl Read + Seek)) -> io::Result<bool> {
    let length = bytes.seek(SeekFrom::End(0))?;
    bytes.rewind()?;
    let mut magic = Vec::new();
    bytes.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    let fit = if magic == MAGIC { file_fits(bytes, length)? } else { stream_fits(bytes, length)? };
    bytes.rewind()?;
    Ok(fit)
}

/// A file ends with a footer that lists its blocks, the footer's length, and the magic bytes.
fn file_fits(bytes: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    const END: u64 = 10;
    let Some(end) = length.checked_sub(END) else { return Ok(false) };
    bytes.seek(SeekFrom::Start(end))?;
    let footer_length = u64::from(word(bytes)?);
    let Some(start) = end.checked_sub(footer_length) else { return Ok(false) };
    let footer = section(bytes, start, footer_length)?;
    let Ok(footer) = arrow_ipc::root_as_footer(&footer) else { return Ok(false) };
    let blocks =
        footer.dictionaries().into_iter().flatten().chain(footer.recordBatches().into_iter().flatten());
    let blocks: Vec<(i64, i32, i64)> =
        blocks.map(|b| (b.offset(), b.metaDataLength(), b.bodyLength())).collect();
    for (offset, metadata, body) in blocks {
        let (Ok(offset), Ok(metadata), Ok(body)) =
            (u64::try_from(offset), u64::try_from(metadata), u64::try_from(body))
        else {
            return Ok(false);
        };
        let block_end = offset.checked_add(metadata).and_then(|e| e.checked_add(body));
        if block_end.is_none_or(|block_end| block_end > start) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A stream is messages, each with the length of its header and of its body.
fn stream_fits(bytes: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    let mut at = 0;
    while length - at >= 4 {
        bytes.seek(SeekFrom::Start(at))?;
        let mut header_length = word(bytes)?;
        at += 4;
        if header_length == CONTINUATION {
            if length - at < 4 {
                return Ok(false);
            }
            header_length = word(bytes)?;
            at += 4;
        }
        if header_length == 0 {
            break;
        }
        let header_length = u64::from(header_length);
        if header_length > length - at {
            return Ok(false);
        }
        let header = section(bytes, at, header_length)?;
        at += header_length;
        let body = arrow_ipc::root_as_message(&header).ok().and_then(|m| u64::try_from(m.bodyLength()).ok());
        match body {
            Some(body) if body <= length - at => at += body,
            _ => return Ok(false),
        }
    }
    Ok(true)
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
