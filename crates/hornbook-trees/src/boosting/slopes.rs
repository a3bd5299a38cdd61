//! The slopes of the loss in fixed point.
//!
//! Each row's slope and curvature become whole numbers of 31 bits. Whole numbers add up exactly, so no sum depends on
//! the order of the rows or on the threads. Histograms add up the leading bits only, two sums in one machine word; the
//! values of the leaves use all bits.

use super::losses::{Slope, weight_of};
use rayon::prelude::*;

/// The size of the largest slope in fixed point, as a power of two.
const FULL_BITS: u32 = 30;
/// Rows that are worked on together.
const BLOCK: usize = 4096;

/// The slopes of all rows by one score.
pub(super) struct FixedSlopes {
    rows: Vec<[i32; 2]>,
    /// What one unit in fixed point stands for.
    unit: [f64; 2],
    /// How entries are laid out.
    pub layout: Layout,
    /// How many bits histograms leave away.
    shift: u32,
    /// Whether the curvature of every row is the same.
    pub same_curvature: bool,
}

/// Sums of slope and curvature as histograms have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Packed(pub u64);

impl Packed {
    #[inline]
    pub fn slope(self) -> i64 {
        (self.0 as i64) >> 32
    }
    #[inline]
    pub fn curvature(self) -> i64 {
        i64::from(self.0 as u32)
    }
    #[inline]
    pub fn plus(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }
    #[inline]
    pub fn minus(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_sub(other.0))
    }
}

/// A row of a node with its slope and curvature as histograms add them, in one machine word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry(u64);

/// Where the parts of an [`Entry`] stand. The fewer rows there are, the more bits their slopes have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// The bits of the slope, which has a sign, and of the curvature; the row has the rest.
    width: u32,
}

impl Layout {
    /// The sums of all rows must fit into 32 bits each, with a sign, so the bits of a row and those of a slope are 32.
    fn of(rows: usize) -> Layout {
        let row_bits = (usize::BITS - rows.leading_zeros()).clamp(2, 31);
        Layout { width: 33 - row_bits }
    }

    /// The largest size of a slope or curvature, as a power of two.
    fn bits(self) -> u32 {
        self.width - 2
    }

    #[inline]
    fn entry(self, row: usize, slope: i32, curvature: i32) -> Entry {
        let mask = (1u64 << self.width) - 1;
        let slopes = (slope as u64 & mask) << self.width | (curvature as u64 & mask);
        Entry((row as u64) << (2 * self.width) | slopes)
    }

    /// The row of an entry.
    #[inline]
    pub fn row(self, entry: Entry) -> usize {
        (entry.0 >> (2 * self.width)) as usize
    }

    /// What histograms add for an entry.
    #[inline]
    pub fn packed(self, entry: Entry) -> Packed {
        let slope = ((entry.0 << (64 - 2 * self.width)) as i64) >> (64 - self.width);
        let curvature = entry.0 & ((1 << self.width) - 1);
        Packed(((slope as u64) << 32).wrapping_add(curvature))
    }
}

impl FixedSlopes {
    /// Room for the slopes of so many rows.
    pub fn new(rows: usize) -> FixedSlopes {
        let layout = Layout::of(rows);
        FixedSlopes {
            rows: vec![[0, 0]; rows],
            unit: [0.0; 2],
            layout,
            shift: FULL_BITS - layout.bits(),
            same_curvature: false,
        }
    }

    /// Fills in the slopes: `slopes(first, out)` gives those of the rows from `first` on. `bounds` are the largest sizes
    /// if they are known.
    pub fn fill(
        &mut self,
        weights: &[f64],
        bounds: Option<Slope>,
        slopes: impl Fn(usize, &mut [Slope]) + Sync,
    ) {
        let block = |at: usize, count: usize, out: &mut Vec<Slope>| {
            out.clear();
            out.resize(count, [0.0; 2]);
            slopes(at * BLOCK, out);
            if !weights.is_empty() {
                for (i, slope) in out.iter_mut().enumerate() {
                    let weight = weight_of(weights, at * BLOCK + i);
                    *slope = [slope[0] * weight, slope[1] * weight];
                }
            }
        };
        let most = match bounds {
            Some(bounds) if weights.is_empty() => bounds,
            _ => self
                .rows
                .par_chunks(BLOCK)
                .enumerate()
                .map_init(Vec::new, |out, (at, rows)| {
                    block(at, rows.len(), out);
                    out.iter().fold([0.0f64; 2], |most, slope| larger(most, [slope[0].abs(), slope[1].abs()]))
                })
                .reduce(|| [0.0; 2], larger),
        };
        // A slope of zero everywhere has any unit.
        let scale = most.map(|size| if size > 0.0 { f64::from(1u32 << FULL_BITS) / size } else { 1.0 });
        self.unit = scale.map(|scale| 1.0 / scale);
        let same: Vec<Option<i32>> = self
            .rows
            .par_chunks_mut(BLOCK)
            .enumerate()
            .map_init(Vec::new, |out, (at, rows)| {
                block(at, rows.len(), out);
                let mut same = true;
                let first = fixed(out[0][1], scale[1]);
                for (row, slope) in rows.iter_mut().zip(out.iter()) {
                    *row = [fixed(slope[0], scale[0]), fixed(slope[1], scale[1])];
                    same &= row[1] == first;
                }
                same.then_some(first)
            })
            .collect();
        self.same_curvature = same.iter().all(|block| block.is_some() && *block == same[0]);
    }

    /// The row with what histograms add up.
    #[inline]
    pub fn entry(&self, row: usize) -> Entry {
        let [slope, curvature] = self.rows[row].map(|x| (x + (1 << (self.shift - 1))) >> self.shift);
        self.layout.entry(row, slope, curvature)
    }

    /// The exact sums of some rows, or of all.
    pub fn sum(&self, entries: Option<&[Entry]>) -> Slope {
        let (mut slope, mut curvature) = (0i64, 0i64);
        let mut add = |row: [i32; 2]| {
            slope += i64::from(row[0]);
            curvature += i64::from(row[1]);
        };
        match entries {
            None => self.rows.iter().for_each(|&row| add(row)),
            Some(entries) => entries.iter().for_each(|&entry| add(self.rows[self.layout.row(entry)])),
        }
        [slope as f64 * self.unit[0], curvature as f64 * self.unit[1]]
    }

    /// What one unit of a histogram's sums stands for.
    pub fn histogram_units(&self) -> [f64; 2] {
        self.unit.map(|unit| unit * f64::from(1u32 << self.shift))
    }

    /// The largest curvature that a histogram adds for one row: that of all, if they have the same.
    pub fn most_curvature(&self) -> i64 {
        match self.same_curvature && !self.rows.is_empty() {
            true => self.layout.packed(self.entry(0)).curvature(),
            false => 1 << self.layout.bits(),
        }
    }

    /// The part of a gain that rounding may change.
    pub fn rounding(&self) -> f64 {
        (4.0 / f64::from(1u32 << self.layout.bits())).min(1e-7)
    }
}

fn larger(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// Rounds to a whole number of at most 31 bits: next to so large a number a double has no room for a fraction, and the
/// whole part is in its last bits. Unlike a rounding function, this takes one addition.
#[inline]
fn fixed(x: f64, scale: f64) -> i32 {
    const LARGE: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52
    (x * scale + LARGE).to_bits() as i32
}
