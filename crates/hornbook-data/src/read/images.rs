//! Images: files and folders of PNG, JPEG, PGM and PPM, and encoded images in columns of bytes.

use super::folder::{self, FolderFile};
use super::format::Format;
use super::limit::Limit;
use super::source::ByteSource;
use crate::column::Column;
use crate::objects::{ImageShape, Images, Objects, Pixels};
use crate::table::Table;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use hornbook_core::{Error, Result};
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::pnm::PnmDecoder;
use image::{ColorType, ImageDecoder};
use rayon::prelude::*;
use std::fs;
use std::io::Cursor;

/// The shape of an image and what its numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ImageHeader {
    shape: ImageShape,
    /// Whether its numbers have 16 bits, and become floats.
    is_deep: bool,
}

/// Reads an image, or a folder of them.
pub(crate) fn read(source: &ByteSource) -> Result<Table> {
    let Some(path) = source.folder() else {
        let bytes = source.whole()?;
        let images =
            decoded(&source.name, 1, bytes.len() as u64, |_| Ok((source.name.clone(), Some(bytes.clone()))))?;
        return Table::new(vec![("image".to_string(), Column::Object(Objects::Image(images)))]);
    };
    let files = folder::files(path, source, Format::Images.extensions())?;
    if files.is_empty() {
        return Err(source.unreadable("it is a folder without images (PNG, JPEG, PGM, PPM)"));
    }
    let mut columns = folder::name_columns(&files);
    columns.insert(1, ("image".to_string(), Column::Object(Objects::Image(from_files(source, &files)?))));
    Table::new(columns)
}

fn from_files(source: &ByteSource, files: &[FolderFile]) -> Result<Images> {
    let sizes: Vec<u64> =
        files.par_iter().map(|file| fs::metadata(&file.path).map_or(0, |file| file.len())).collect();
    decoded(&source.name, files.len(), sizes.iter().sum(), |row| {
        let path = files[row].path.display().to_string();
        let bytes = fs::read(&files[row].path).map_err(|e| Error::file("read", &path, e))?;
        Ok((path, Some(bytes)))
    })
}

/// Encoded images in a column of bytes; a row that is not present is missing.
pub(crate) fn from_binary(column: &str, array: &ArrayRef, present: Option<&NullBuffer>) -> Result<Images> {
    let array = arrow_cast::cast(array, &DataType::LargeBinary).map_err(Error::internal)?;
    let cells = array.as_binary::<i64>();
    decoded(column, cells.len(), cells.values().len() as u64, |row| {
        let is_there = cells.is_valid(row) && present.is_none_or(|present| present.is_valid(row));
        let name = format!("column '{column}', row {}", row + 1);
        Ok((name, is_there.then(|| cells.value(row).to_vec())))
    })
}

/// Decodes images of one shape on all threads, each to its place. `load` gives what to call an image, and its bytes.
fn decoded(
    whole: &str,
    count: usize,
    encoded_bytes: u64,
    load: impl Fn(usize) -> Result<(String, Option<Vec<u8>>)> + Sync,
) -> Result<Images> {
    let mut first = None;
    for row in 0..count {
        if let (name, Some(bytes)) = load(row)? {
            let header = with_decoder(&name, &bytes, |decoder| header(&*decoder))?;
            first = Some((name, header));
            break;
        }
    }
    let shape = ImageShape { height: 1, width: 1, channels: 1 };
    let Some((first, header)) = first else {
        return Images::new(shape, Pixels::Bytes(vec![0; count].into()), vec![false; count]);
    };
    let bytes_each = header.shape.size().saturating_mul(if header.is_deep { 4 } else { 1 });
    let allowed = Limit::of_file(encoded_bytes)?.spend(count as u64, bytes_each as u64, "its images");
    allowed.map_err(|claim| refused(whole, &claim))?;
    let fill = |row: usize, place: &mut [u8]| -> Result<bool> {
        let (name, Some(bytes)) = load(row)? else { return Ok(false) };
        match decode(&name, &bytes, header, place)? {
            None => Ok(true),
            Some(found) => Err(another_header(&name, found, &first, header)),
        }
    };
    let size = header.shape.size();
    let fill_floats = |(row, place): (usize, &mut [f32])| -> Result<bool> {
        let mut pairs = vec![0; 2 * size];
        if !fill(row, &mut pairs)? {
            return Ok(false);
        }
        for (value, pair) in place.iter_mut().zip(pairs.chunks_exact(2)) {
            *value = f32::from(u16::from_ne_bytes([pair[0], pair[1]]));
        }
        Ok(true)
    };
    // The first fault in the order of the images is the one reported.
    let (pixels, present): (Pixels, Vec<Result<bool>>) = if header.is_deep {
        let mut values = vec![0f32; size * count];
        let present = values.par_chunks_mut(size).enumerate().map(fill_floats).collect();
        (Pixels::Floats(values.into()), present)
    } else {
        let mut values = vec![0u8; size * count];
        let present = values.par_chunks_mut(size).enumerate().map(|(row, place)| fill(row, place)).collect();
        (Pixels::Bytes(values.into()), present)
    };
    Images::new(header.shape, pixels, present.into_iter().collect::<Result<_>>()?)
}

fn refused(name: &str, reason: &str) -> Error {
    Error::Parse {
        source_name: name.to_string(),
        line: None,
        column: None,
        problem: format!("this is not a readable image ({reason})"),
        advice: "give a PNG, JPEG, PGM or PPM file, or leave it out".into(),
    }
}

/// Calls `work` with a decoder for the kind that the first bytes say.
fn with_decoder<T>(
    name: &str,
    bytes: &[u8],
    work: impl FnOnce(Box<dyn ImageDecoder + '_>) -> Result<T, String>,
) -> Result<T> {
    let text = |error: image::ImageError| refused(name, &error.to_string());
    let decoder: Box<dyn ImageDecoder + '_> = match bytes {
        [0x89, b'P', b'N', b'G', ..] => Box::new(PngDecoder::new(Cursor::new(bytes)).map_err(text)?),
        [0xff, 0xd8, ..] => Box::new(JpegDecoder::new(Cursor::new(bytes)).map_err(text)?),
        [b'P', b'1'..=b'7', ..] => Box::new(PnmDecoder::new(Cursor::new(bytes)).map_err(text)?),
        _ => return Err(refused(name, "its first bytes are those of no known format")),
    };
    work(decoder).map_err(|reason| refused(name, &reason))
}

fn header(decoder: &dyn ImageDecoder) -> Result<ImageHeader, String> {
    let (width, height) = decoder.dimensions();
    let (channels, is_deep) = match decoder.color_type() {
        ColorType::L8 => (1, false),
        ColorType::La8 => (2, false),
        ColorType::Rgb8 => (3, false),
        ColorType::Rgba8 => (4, false),
        ColorType::L16 => (1, true),
        ColorType::La16 => (2, true),
        ColorType::Rgb16 => (3, true),
        ColorType::Rgba16 => (4, true),
        other => return Err(format!("its colors are {other:?}")),
    };
    let shape = ImageShape { height: height as usize, width: width as usize, channels };
    match shape.size() {
        0 => Err("it has no pixels".to_string()),
        _ => Ok(ImageHeader { shape, is_deep }),
    }
}

/// Decodes an image of a known header to its place; the header it has, if that is another.
fn decode(name: &str, bytes: &[u8], expected: ImageHeader, place: &mut [u8]) -> Result<Option<ImageHeader>> {
    with_decoder(name, bytes, |decoder| {
        let found = header(&*decoder)?;
        if found != expected {
            return Ok(Some(found));
        }
        if decoder.total_bytes() != place.len() as u64 {
            return Err("its header contradicts itself".to_string());
        }
        decoder.read_image_boxed(place).map_err(|error| error.to_string())?;
        Ok(None)
    })
}

/// What is said of an image that is not like the first.
fn another_header(name: &str, found: ImageHeader, first: &str, expected: ImageHeader) -> Error {
    let words =
        |header: ImageHeader| format!("{}{}", header.shape, if header.is_deep { " of 16 bits" } else { "" });
    Error::Parse {
        source_name: name.to_string(),
        line: None,
        column: None,
        problem: format!("the image has {}, and the first, {first}, has {}", words(found), words(expected)),
        advice: "bring all images to one size and one number of channels".into(),
    }
}
