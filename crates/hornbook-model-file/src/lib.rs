//! The model file, `.hornbook`: data only, readable for ever.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic: `\x89HBK\r\n\x1a\n`, which a text-mode transfer would damage |
//! | 2 | version of the container, little-endian; this is 1 |
//! | 2 | zero |
//! | 4 | length of the header |
//! | 8 | length of the body |
//! | … | header, JSON: who wrote it, the learner, its parameters, the schema of the inputs, the training summary |
//! | … | body: what was learned, in the learner's own form |
//! | 4 | CRC-32 of everything before |
//!
//! Reading never runs code, checks the checksum before it parses anything, and never allocates more than the
//! file is long. A learner's body has its own structs, apart from those it computes with, so that a change of
//! the program breaks no file.

use hornbook_core::{Error, Result};
use hornbook_learner::{Model, ModelInfo, Registry};
use serde::{Deserialize, Serialize};
use std::path::Path;

const MAGIC: &[u8; 8] = b"\x89HBK\r\n\x1a\n";
const VERSION: u16 = 1;
const PREFIX: usize = 24;
const CHECKSUM: usize = 4;

#[derive(Serialize, Deserialize)]
struct ModelFileHeader {
    /// The release that wrote the file, for people.
    hornbook: String,
    #[serde(flatten)]
    info: ModelInfo,
}

/// A model as the bytes of a file.
pub fn to_bytes(model: &dyn Model) -> Result<Vec<u8>> {
    let header =
        ModelFileHeader { hornbook: env!("CARGO_PKG_VERSION").to_string(), info: model.info().clone() };
    let header = serde_json::to_vec(&header).map_err(Error::internal)?;
    let header_length = u32::try_from(header.len()).map_err(|_| {
        Error::model_file("its header would be over 4 GiB", "train on fewer columns or levels")
    })?;
    let body = model.to_bytes()?;
    let mut bytes = Vec::with_capacity(PREFIX + header.len() + body.len() + CHECKSUM);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&[0, 0]);
    bytes.extend_from_slice(&header_length.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(&body);
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// The model in the bytes of a file.
pub fn from_bytes(bytes: &[u8], registry: &Registry) -> Result<Box<dyn Model>> {
    let (header, body) = open(bytes)?;
    registry.find(&header.info.learner).map_err(|_| {
        Error::model_file(
            format!("it was trained by '{}', a learner this release does not have", header.info.learner),
            format!("use the release that wrote it ({}) or a newer one", header.hornbook),
        )
    })?;
    registry.find(&header.info.learner)?.model(header.info, body)
}

/// Writes a model to a file. The file is complete or not there: it is written beside its place and moved in.
pub fn save(model: &dyn Model, path: impl AsRef<Path>) -> Result<()> {
    let path = path.as_ref();
    let failed = |e: std::io::Error| Error::file("write", path.display(), e);
    let bytes = to_bytes(model)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, bytes).map_err(failed)?;
    std::fs::rename(&beside, path).map_err(|e| {
        // The rename's error is the one to report; a leftover part file is only untidy.
        let _ = std::fs::remove_file(&beside);
        failed(e)
    })
}

/// Reads a model from a file.
pub fn load(path: impl AsRef<Path>, registry: &Registry) -> Result<Box<dyn Model>> {
    let path = path.as_ref();
    if path.is_dir() {
        return Err(Error::file("read", path.display(), "it is a directory; name the model file in it"));
    }
    let bytes = std::fs::read(path).map_err(|e| Error::file("read", path.display(), e))?;
    from_bytes(&bytes, registry)
}

/// Gives damaged bytes the checksum they would have, for tests of what stands behind it.
#[doc(hidden)]
pub fn mend_checksum(bytes: &mut [u8]) {
    if let Some(end) = bytes.len().checked_sub(CHECKSUM) {
        let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&sum);
    }
}

/// Checks the container and takes it apart.
fn open(bytes: &[u8]) -> Result<(ModelFileHeader, &[u8])> {
    let again = "fetch or write the file again";
    let field = |at: usize, length: usize| bytes.get(at..at + length).unwrap_or_default();
    if field(0, MAGIC.len()) != MAGIC {
        let problem = match bytes.len() {
            0 => "it is empty",
            n if n < MAGIC.len() && MAGIC.starts_with(bytes) => "it ends after a few bytes",
            _ if bytes.get(1..4) == Some(b"HBK") => {
                "its first bytes were changed, as a transfer in text mode does"
            }
            _ => "it does not start as a model file does",
        };
        return Err(Error::model_file(problem, "give a file written by hornbook"));
    }
    let truncated =
        || Error::model_file(format!("it ends after {} bytes, in the middle", bytes.len()), again);
    let number = |at: usize, length: usize| {
        let part = field(at, length);
        let mut value = [0u8; 8];
        value[..part.len()].copy_from_slice(part);
        (part.len() == length).then(|| u64::from_le_bytes(value)).ok_or_else(truncated)
    };
    let version = number(8, 2)?;
    if version > u64::from(VERSION) {
        return Err(Error::model_file(
            format!("it has format {version}, and this release reads up to {VERSION}"),
            "use a newer release of hornbook",
        ));
    }
    let (header_length, body_length) = (number(12, 4)?, number(16, 8)?);
    let length =
        header_length.checked_add(body_length).and_then(|n| n.checked_add((PREFIX + CHECKSUM) as u64));
    match length {
        Some(length) if length == bytes.len() as u64 => {}
        Some(length) if length < bytes.len() as u64 => {
            return Err(Error::model_file(
                format!("{} bytes follow its end", bytes.len() as u64 - length),
                again,
            ));
        }
        _ => return Err(truncated()),
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(Error::model_file("its checksum does not match its contents: it is damaged", again));
    }
    let (header, body) = content[PREFIX..].split_at(header_length as usize);
    let header = serde_json::from_slice(header)
        .map_err(|e| Error::model_file(format!("its header cannot be read ({e})"), again))?;
    Ok((header, body))
}

#[cfg(test)]
mod tests;
