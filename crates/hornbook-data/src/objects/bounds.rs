//! Where the list of each row lies among the values of all rows.

use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use std::ops::Range;

/// The bounds of a list a row, as Arrow has them: the lists lie end to end, and a row may have none.
#[derive(Debug, Clone)]
pub(crate) struct ListBounds {
    offsets: OffsetBuffer<i64>,
    present: Option<NullBuffer>,
}

impl ListBounds {
    /// Bounds as Arrow has them; `present` has a bit for each list.
    pub fn new(offsets: OffsetBuffer<i64>, present: Option<NullBuffer>) -> ListBounds {
        ListBounds { offsets, present: present.filter(|present| present.null_count() > 0) }
    }

    pub fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn is_missing(&self, row: usize) -> bool {
        self.present.as_ref().is_some_and(|present| present.is_null(row))
    }

    pub fn missing(&self) -> usize {
        self.present.as_ref().map_or(0, NullBuffer::null_count)
    }

    /// Where the list of a row lies; `None` if it is missing.
    pub fn range(&self, row: usize) -> Option<Range<usize>> {
        if self.is_missing(row) {
            return None;
        }
        Some(self.offsets[row] as usize..self.offsets[row + 1] as usize)
    }

    pub fn ranges(&self) -> impl Iterator<Item = Option<Range<usize>>> + '_ {
        (0..self.rows()).map(|row| self.range(row))
    }

    /// Neighboring rows; the values stay where they are.
    pub fn slice(&self, start: usize, rows: usize) -> ListBounds {
        let offsets = self.offsets.inner().slice(start, rows + 1);
        let present = self.present.as_ref().map(|present| present.slice(start, rows));
        ListBounds::new(OffsetBuffer::new(offsets), present)
    }

    pub fn offsets(&self) -> &OffsetBuffer<i64> {
        &self.offsets
    }

    pub fn present(&self) -> Option<&NullBuffer> {
        self.present.as_ref()
    }
}

/// Collects bounds row by row.
#[derive(Debug)]
pub(crate) struct BoundsBuilder {
    offsets: Vec<i64>,
    present: Vec<bool>,
}

impl Default for BoundsBuilder {
    fn default() -> BoundsBuilder {
        BoundsBuilder { offsets: vec![0], present: Vec::new() }
    }
}

impl BoundsBuilder {
    /// Adds a list of this length, or a missing one.
    pub fn push(&mut self, length: Option<usize>) {
        let end = self.offsets.last().copied().unwrap_or(0) + length.unwrap_or(0) as i64;
        self.offsets.push(end);
        self.present.push(length.is_some());
    }

    pub fn rows(&self) -> usize {
        self.present.len()
    }

    pub fn finish(self) -> ListBounds {
        let present = NullBuffer::from(self.present);
        ListBounds::new(OffsetBuffer::new(ScalarBuffer::from(self.offsets)), Some(present))
    }
}

/// The bounds of lists that are copied end to end, in this order, and the values at their places.
pub(super) fn copied<T: Copy>(
    values: &[T],
    ranges: impl Iterator<Item = Option<Range<usize>>>,
) -> (ListBounds, Vec<T>) {
    let (mut bounds, mut copy) = (BoundsBuilder::default(), Vec::new());
    for range in ranges {
        bounds.push(range.as_ref().map(Range::len));
        copy.extend_from_slice(&values[range.unwrap_or(0..0)]);
    }
    (bounds.finish(), copy)
}
