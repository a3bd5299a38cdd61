//! Checks that what a Parquet file claims to hold fits in the file and in memory, before anything is decoded.
//!
//! The footer and the headers of pages are structures of Thrift's compact protocol. This reads no more of them than sizes and
//! counts: each list is checked against the bytes that are left, nesting against a limit, and what columns and pages claim to
//! decode to against the [`Limit`] of the file. The decoder recurses over the schema and allocates pages by their header; a
//! stack that overflows and an allocation that fails end the process and cannot be caught.

use super::limit::Limit;
use std::io::{self, Read, Seek, SeekFrom};

const MAGIC: &[u8] = b"PAR1";
/// The footer's length and the magic bytes behind it.
const END: u64 = 8;
/// How deep columns may be nested. A table has none; structures of other tools have a few.
const MOST_NESTED: usize = 64;
/// How deep structures of Thrift may be nested; those of Parquet are about ten deep.
const MOST_STRUCTURES: usize = 32;
/// What is read of a page to find its header, which is far smaller unless it carries statistics of long values.
const HEADER_BYTES: u64 = 1 << 13;
const MOST_HEADER_BYTES: u64 = 1 << 24;
/// What a value takes in memory, whatever its type.
const VALUE_BYTES: u64 = 8;

/// Why a file cannot be read.
pub(super) enum BoundsError {
    /// The system says so.
    Unreadable(io::Error),
    /// What the file says cannot be, or cannot be had.
    Claim(String),
}

impl From<io::Error> for BoundsError {
    fn from(error: io::Error) -> BoundsError {
        BoundsError::Unreadable(error)
    }
}

impl From<String> for BoundsError {
    fn from(claim: String) -> BoundsError {
        BoundsError::Claim(claim)
    }
}

impl From<&str> for BoundsError {
    fn from(claim: &str) -> BoundsError {
        BoundsError::Claim(claim.to_string())
    }
}

/// Checks a file. Leaves the bytes at their start.
pub(super) fn check(bytes: &mut (impl Read + Seek), mut limit: Limit) -> Result<(), BoundsError> {
    let length = bytes.seek(SeekFrom::End(0))?;
    let Some(end) = length.checked_sub(END).filter(|end| *end >= MAGIC.len() as u64) else {
        return Err("it is too short".into());
    };
    let tail = section(bytes, end, END)?;
    if &tail[4..] != MAGIC {
        return Err("it does not end as one does".into());
    }
    let footer_length = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
    let Some(start) = end.checked_sub(footer_length) else {
        return Err(format!("its footer claims {footer_length} bytes, and it has {length}").into());
    };
    let footer = section(bytes, start, footer_length)?;
    let metadata = Metadata::read(&mut Thrift::new(&footer))?;
    let columns = metadata.check_schema(&limit)?;
    metadata.check_chunks(&columns, start, &mut limit)?;
    for chunk in metadata.groups.iter().flat_map(|group| &group.chunks) {
        check_pages(bytes, chunk, start, &limit)?;
    }
    bytes.rewind()?;
    Ok(())
}

/// What the footer says of sizes.
#[derive(Default)]
struct Metadata {
    schema: Vec<Element>,
    rows: i64,
    groups: Vec<Group>,
}

/// A node of the schema.
#[derive(Default)]
struct Element {
    name: String,
    type_length: i64,
    children: i64,
}

#[derive(Default)]
struct Group {
    rows: i64,
    chunks: Vec<Chunk>,
}

/// A column of a group of rows.
#[derive(Default)]
struct Chunk {
    values: i64,
    compressed: i64,
    data_at: i64,
    dictionary_at: Option<i64>,
}

impl Metadata {
    fn read(thrift: &mut Thrift<'_>) -> Result<Metadata, BoundsError> {
        let mut metadata = Metadata::default();
        thrift.each_field(&mut |thrift, field, kind| {
            match field {
                2 => metadata.schema = thrift.list(kind, Element::read)?,
                3 => metadata.rows = thrift.number(kind)?,
                4 => metadata.groups = thrift.list(kind, Group::read)?,
                _ => thrift.skip(kind, 0)?,
            }
            Ok(())
        })?;
        Ok(metadata)
    }

    /// The bytes that a value of each column takes, from a schema whose nesting is checked.
    fn check_schema(&self, limit: &Limit) -> Result<Vec<u64>, BoundsError> {
        let mut columns = Vec::new();
        // For each open node, how many children are to come.
        let mut open: Vec<i64> = Vec::new();
        for (at, element) in self.schema.iter().enumerate() {
            let left = (self.schema.len() - at - 1) as i64;
            if !(0..=left).contains(&element.children) {
                return Err(format!(
                    "its node '{}' claims {} children, and the schema has {left} further nodes",
                    element.name, element.children
                )
                .into());
            }
            while let Some(0) = open.last() {
                open.pop();
            }
            match open.last_mut() {
                Some(to_come) => *to_come -= 1,
                None if at > 0 => return Err("its schema has nodes that belong nowhere".into()),
                None => {}
            }
            if element.children > 0 {
                open.push(element.children);
            } else if at > 0 {
                let length = u64::try_from(element.type_length).unwrap_or(0);
                limit.allow(1, length, &format!("a value of its column '{}'", element.name))?;
                columns.push(length.max(VALUE_BYTES));
            }
            if open.len() > MOST_NESTED {
                return Err(format!("its columns are nested more than {MOST_NESTED} deep").into());
            }
        }
        if open.iter().any(|to_come| *to_come > 0) {
            return Err("its schema lacks nodes that it speaks of".into());
        }
        Ok(columns)
    }

    fn check_chunks(&self, columns: &[u64], end: u64, limit: &mut Limit) -> Result<(), BoundsError> {
        let mut rows = 0i64;
        for group in &self.groups {
            rows = rows.saturating_add(group.rows.max(0));
            if group.rows < 0 || group.chunks.len() != columns.len() {
                return Err(format!(
                    "a group of {} rows has {} columns, and the schema {}",
                    group.rows,
                    group.chunks.len(),
                    columns.len()
                )
                .into());
            }
            let group_rows = group.rows as u64;
            for (chunk, &bytes) in group.chunks.iter().zip(columns) {
                let claim = (u64::try_from(chunk.values), u64::try_from(chunk.compressed), chunk.start());
                let (Ok(values), Ok(stored), Some(start)) = claim else {
                    return Err("a column has a negative size or place".into());
                };
                if start.checked_add(stored).is_none_or(|chunk_end| chunk_end > end) {
                    return Err(format!(
                        "a column claims {stored} bytes from byte {start} on, and data end at byte {end}"
                    )
                    .into());
                }
                limit.spend(values.max(group_rows), bytes, "what its columns say they hold")?;
            }
        }
        if self.rows != rows {
            return Err(format!("it claims {} rows, and its groups have {rows}", self.rows).into());
        }
        if columns.is_empty() && rows > 0 {
            return Err(format!("it claims {rows} rows and has no columns").into());
        }
        Ok(())
    }
}

impl Element {
    fn read(thrift: &mut Thrift<'_>) -> Result<Element, BoundsError> {
        let mut element = Element::default();
        thrift.each_field(&mut |thrift, field, kind| {
            match field {
                2 => element.type_length = thrift.number(kind)?,
                4 => element.name = String::from_utf8_lossy(thrift.binary(kind)?).into_owned(),
                5 => element.children = thrift.number(kind)?,
                _ => thrift.skip(kind, 0)?,
            }
            Ok(())
        })?;
        Ok(element)
    }
}

impl Group {
    fn read(thrift: &mut Thrift<'_>) -> Result<Group, BoundsError> {
        let mut group = Group::default();
        thrift.each_field(&mut |thrift, field, kind| {
            match field {
                1 => group.chunks = thrift.list(kind, Chunk::read)?,
                3 => group.rows = thrift.number(kind)?,
                _ => thrift.skip(kind, 0)?,
            }
            Ok(())
        })?;
        Ok(group)
    }
}

impl Chunk {
    fn read(thrift: &mut Thrift<'_>) -> Result<Chunk, BoundsError> {
        let mut chunk = Chunk::default();
        thrift.each_field(&mut |thrift, field, kind| match (field, kind) {
            (3, STRUCT) => thrift.each_field(&mut |thrift, field, kind| {
                match field {
                    5 => chunk.values = thrift.number(kind)?,
                    7 => chunk.compressed = thrift.number(kind)?,
                    9 => chunk.data_at = thrift.number(kind)?,
                    11 => chunk.dictionary_at = Some(thrift.number(kind)?),
                    _ => thrift.skip(kind, 0)?,
                }
                Ok(())
            }),
            _ => thrift.skip(kind, 0),
        })?;
        Ok(chunk)
    }

    /// Where its first page is. Some writers give 0 for a dictionary that is not there.
    fn start(&self) -> Option<u64> {
        let dictionary = self.dictionary_at.filter(|at| (1..self.data_at).contains(at));
        u64::try_from(dictionary.unwrap_or(self.data_at)).ok()
    }
}

/// Checks the headers of the pages of a column.
fn check_pages(
    bytes: &mut (impl Read + Seek),
    chunk: &Chunk,
    data_end: u64,
    limit: &Limit,
) -> Result<(), BoundsError> {
    let mut at = chunk.start().unwrap_or(0);
    let end = at.saturating_add(chunk.compressed.max(0) as u64).min(data_end);
    while at < end {
        let (header, header_length) = page_header(bytes, at, end)?;
        let (Ok(plain), Ok(stored)) = (u64::try_from(header.plain), u64::try_from(header.stored)) else {
            return Err("a page has a negative size".into());
        };
        limit.allow(1, plain, "a page")?;
        let Some(next) = at.checked_add(header_length + stored).filter(|next| *next <= end) else {
            return Err(format!("a page claims {stored} bytes, which are not there").into());
        };
        at = next;
    }
    Ok(())
}

#[derive(Default)]
struct PageHeader {
    plain: i64,
    stored: i64,
}

/// The header of the page at a position, and its length.
fn page_header(bytes: &mut (impl Read + Seek), at: u64, end: u64) -> Result<(PageHeader, u64), BoundsError> {
    let mut looked_at = HEADER_BYTES;
    loop {
        let part = section(bytes, at, looked_at.min(end - at))?;
        let mut thrift = Thrift::new(&part);
        let mut header = PageHeader::default();
        let read = thrift.each_field(&mut |thrift, field, kind| {
            match field {
                2 => header.plain = thrift.number(kind)?,
                3 => header.stored = thrift.number(kind)?,
                _ => thrift.skip(kind, 0)?,
            }
            Ok(())
        });
        match read {
            Ok(()) => return Ok((header, thrift.at as u64)),
            // It may go on behind what was looked at.
            Err(_) if looked_at < end - at && looked_at < MOST_HEADER_BYTES => looked_at *= 8,
            Err(fault) => return Err(fault),
        }
    }
}

fn section(bytes: &mut (impl Read + Seek), start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    bytes.seek(SeekFrom::Start(start))?;
    bytes.by_ref().take(length).read_to_end(&mut section)?;
    match section.len() as u64 == length {
        true => Ok(section),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

// The types of Thrift's compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
const STRUCT: u8 = 12;

/// Bytes of Thrift's compact protocol.
struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Thrift<'a>, i64, u8) -> Result<(), BoundsError>;

impl<'a> Thrift<'a> {
    fn new(bytes: &'a [u8]) -> Thrift<'a> {
        Thrift { bytes, at: 0 }
    }

    fn byte(&mut self) -> Result<u8, BoundsError> {
        let byte = *self.bytes.get(self.at).ok_or("its metadata end too early")?;
        self.at += 1;
        Ok(byte)
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], BoundsError> {
        let left = self.bytes.len() - self.at;
        match usize::try_from(length).ok().filter(|length| *length <= left) {
            Some(length) => {
                self.at += length;
                Ok(&self.bytes[self.at - length..self.at])
            }
            None => Err(format!("its metadata claim {length} bytes where {left} are left").into()),
        }
    }

    fn varint(&mut self) -> Result<u64, BoundsError> {
        let mut value = 0u64;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("its metadata have a number without an end".into())
    }

    /// An integer of any size.
    fn number(&mut self, kind: u8) -> Result<i64, BoundsError> {
        match kind {
            BYTE => Ok(i64::from(self.byte()? as i8)),
            4..=I64 => {
                let zigzag = self.varint()?;
                Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
            }
            _ => Err("its metadata have something else where a number belongs".into()),
        }
    }

    fn binary(&mut self, kind: u8) -> Result<&'a [u8], BoundsError> {
        if kind != BINARY {
            return Err("its metadata have something else where a name belongs".into());
        }
        let length = self.varint()?;
        self.take(length)
    }

    /// Visits the fields of a structure with their number and type; the visitor reads or skips each.
    fn each_field(&mut self, visit: Visit<'_, 'a>) -> Result<(), BoundsError> {
        let mut field = 0i64;
        loop {
            let head = self.byte()?;
            let (step, kind) = (i64::from(head >> 4), head & 0x0f);
            if kind == 0 {
                return Ok(());
            }
            field = match step {
                0 => self.number(I64)?,
                step => field.saturating_add(step),
            };
            visit(self, field, kind)?;
        }
    }

    /// How many elements a list has, and of which type. Each takes a byte at least.
    fn list_head(&mut self) -> Result<(u64, u8), BoundsError> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.varint()?,
            count => u64::from(count),
        };
        let left = (self.bytes.len() - self.at) as u64;
        match count <= left {
            true => Ok((count, head & 0x0f)),
            false => Err(format!("its metadata claim a list of {count} things in {left} bytes").into()),
        }
    }

    /// A list of structures.
    fn list<T>(
        &mut self,
        kind: u8,
        read: impl Fn(&mut Thrift<'a>) -> Result<T, BoundsError>,
    ) -> Result<Vec<T>, BoundsError> {
        if kind != LIST {
            return Err("its metadata have something else where a list belongs".into());
        }
        let (count, kind) = self.list_head()?;
        if kind != STRUCT && count > 0 {
            return Err("its metadata have a list of other things than structures".into());
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Result<(), BoundsError> {
        if depth > MOST_STRUCTURES {
            return Err(format!("its metadata are nested more than {MOST_STRUCTURES} deep").into());
        }
        match kind {
            TRUE | FALSE => {}
            BYTE..=I64 => drop(self.number(kind)?),
            DOUBLE => drop(self.take(8)?),
            BINARY => drop(self.binary(kind)?),
            LIST | SET => {
                let (count, kind) = self.list_head()?;
                for _ in 0..count {
                    self.skip_element(kind, depth + 1)?;
                }
            }
            MAP => {
                let count = self.varint()?;
                if count > 0 {
                    let kinds = self.byte()?;
                    for _ in 0..count {
                        self.skip_element(kinds >> 4, depth + 1)?;
                        self.skip_element(kinds & 0x0f, depth + 1)?;
                    }
                }
            }
            STRUCT => self.each_field(&mut |thrift, _, kind| thrift.skip(kind, depth + 1))?,
            _ => return Err("its metadata have something of an unknown type".into()),
        }
        Ok(())
    }

    /// In a list a truth value takes a byte, though none in a structure.
    fn skip_element(&mut self, kind: u8, depth: usize) -> Result<(), BoundsError> {
        match kind {
            TRUE | FALSE => self.byte().map(drop),
            _ => self.skip(kind, depth),
        }
    }
}
