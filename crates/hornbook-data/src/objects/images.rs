//! Images, one a row, all of one shape.

use arrow_buffer::{NullBuffer, ScalarBuffer};
use hornbook_core::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How large images are, and how many numbers a pixel has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageShape {
    /// Rows of pixels.
    pub height: usize,
    /// Columns of pixels.
    pub width: usize,
    /// Numbers a pixel: 1 for gray, 3 for red, green and blue; one more with transparency.
    pub channels: usize,
}

impl ImageShape {
    /// How many numbers an image has.
    pub fn size(self) -> usize {
        self.height.saturating_mul(self.width).saturating_mul(self.channels)
    }
}

impl fmt::Display for ImageShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImageShape { height, width, channels } = self;
        match channels {
            1 => write!(f, "{height} × {width} pixels"),
            _ => write!(f, "{height} × {width} pixels of {channels} channels"),
        }
    }
}

/// Pixels from the top left to the bottom right, each with its channels.
#[derive(Debug, Clone)]
pub enum Pixels {
    /// From 0 to 255.
    Bytes(ScalarBuffer<u8>),
    /// Any numbers.
    Floats(ScalarBuffer<f32>),
}

impl Pixels {
    pub(crate) fn len(&self) -> usize {
        match self {
            Pixels::Bytes(values) => values.len(),
            Pixels::Floats(values) => values.len(),
        }
    }

    fn slice(&self, start: usize, length: usize) -> Pixels {
        match self {
            Pixels::Bytes(values) => Pixels::Bytes(values.slice(start, length)),
            Pixels::Floats(values) => Pixels::Floats(values.slice(start, length)),
        }
    }

    pub(crate) fn to_floats(&self) -> ScalarBuffer<f32> {
        match self {
            Pixels::Bytes(values) => values.iter().map(|&value| f32::from(value)).collect(),
            Pixels::Floats(values) => values.clone(),
        }
    }
}

/// An image a row, all of one shape.
#[derive(Debug, Clone)]
pub struct Images {
    shape: ImageShape,
    pixels: Pixels,
    rows: usize,
    present: Option<NullBuffer>,
}

impl Images {
    /// Images of one shape, end to end; a missing one has pixels, too, which stand for nothing.
    pub fn new(shape: ImageShape, pixels: Pixels, present: Vec<bool>) -> Result<Images> {
        if shape.size() == 0 || pixels.len() != shape.size().saturating_mul(present.len()) {
            return Err(Error::data(
                format!("{} numbers are not {} images of {shape}", pixels.len(), present.len()),
                "give every image as many numbers as its shape has",
            ));
        }
        let present = NullBuffer::from(present);
        Ok(Images {
            shape,
            pixels,
            rows: present.len(),
            present: Some(present).filter(|p| p.null_count() > 0),
        })
    }

    /// The shape of all of them.
    pub fn shape(&self) -> ImageShape {
        self.shape
    }

    /// The pixels of all images, end to end.
    pub fn pixels(&self) -> &Pixels {
        &self.pixels
    }

    /// The pixels of a row, or `None` if its image is missing.
    pub fn at(&self, row: usize) -> Option<Pixels> {
        let size = self.shape.size();
        (!self.is_missing(row)).then(|| self.pixels.slice(row * size, size))
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn is_missing(&self, row: usize) -> bool {
        self.present.as_ref().is_some_and(|present| present.is_null(row))
    }

    pub(crate) fn present(&self) -> Option<&NullBuffer> {
        self.present.as_ref()
    }

    fn presence(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.rows).map(|row| !self.is_missing(row))
    }

    /// Images of which every one is missing.
    pub(super) fn all_missing(shape: ImageShape, rows: usize) -> Images {
        let pixels = Pixels::Bytes(vec![0; shape.size().saturating_mul(rows)].into());
        let present = Some(NullBuffer::new_null(rows)).filter(|_| rows > 0);
        Images { shape, pixels, rows, present }
    }

    pub(super) fn slice(&self, start: usize, rows: usize) -> Images {
        let size = self.shape.size();
        Images {
            shape: self.shape,
            pixels: self.pixels.slice(start * size, rows * size),
            rows,
            present: self.present.as_ref().map(|present| present.slice(start, rows)),
        }
    }

    pub(super) fn take(&self, rows: &[u32]) -> Images {
        fn picked<T: Copy>(values: &[T], rows: &[u32], size: usize) -> Vec<T> {
            rows.iter()
                .flat_map(|&row| &values[row as usize * size..(row as usize + 1) * size])
                .copied()
                .collect()
        }
        let size = self.shape.size();
        let pixels = match &self.pixels {
            Pixels::Bytes(values) => Pixels::Bytes(picked(values, rows, size).into()),
            Pixels::Floats(values) => Pixels::Floats(picked(values, rows, size).into()),
        };
        let present: Vec<bool> = rows.iter().map(|&row| !self.is_missing(row as usize)).collect();
        let present = Some(NullBuffer::from(present)).filter(|present| present.null_count() > 0);
        Images { shape: self.shape, pixels, rows: rows.len(), present }
    }

    pub(super) fn concat(column: &str, parts: &[&Images]) -> Result<Images> {
        let Some(first) = parts.first() else { return Err(Error::internal("no images to put together")) };
        if let Some(other) = parts.iter().find(|part| part.shape != first.shape) {
            return Err(another_shape(column, first.shape, other.shape));
        }
        let is_bytes = parts.iter().all(|part| matches!(part.pixels, Pixels::Bytes(_)));
        let pixels = if is_bytes {
            let bytes = parts.iter().filter_map(|part| match &part.pixels {
                Pixels::Bytes(values) => Some(&values[..]),
                Pixels::Floats(_) => None,
            });
            Pixels::Bytes(bytes.collect::<Vec<_>>().concat().into())
        } else {
            let floats: Vec<f32> = parts.iter().flat_map(|part| part.pixels.to_floats().to_vec()).collect();
            Pixels::Floats(floats.into())
        };
        Images::new(first.shape, pixels, parts.iter().flat_map(|part| part.presence()).collect())
    }
}

/// What is said of an image that is not like the others.
pub(crate) fn another_shape(column: &str, expected: ImageShape, found: ImageShape) -> Error {
    Error::data(
        format!("column '{column}' has an image of {found} where the others have {expected}"),
        "bring all images to one size and one number of channels",
    )
}
