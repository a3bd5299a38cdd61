//! The gradients of the loss in fixed point.
//!
//! Each row's gradient and Hessian become integers of 31 bits. Integers add up exactly, so no sum depends on
//! the order of the rows or on the threads. Histograms add up the leading bits only, two sums in one machine word; the
//! values of the leaves use all bits.

use super::losses::{GradHess, weight_of};
use rayon::prelude::*;

/// The size of the largest gradient in fixed point, as a power of two.
const FULL_BITS: u32 = 30;
/// Rows that are worked on together.
const BLOCK: usize = 4096;

/// The gradients of all rows by one score.
pub(super) struct QuantizedGradients {
    rows: Vec<[i32; 2]>,
    /// What one unit in fixed point stands for.
    unit: [f64; 2],
    /// How entries are laid out.
    pub layout: PackedRowLayout,
    /// How many bits histograms leave away.
    shift: u32,
    /// Whether the Hessian of every row is the same.
    pub constant_hessian: bool,
}

/// Sums of gradient and Hessian as histograms have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PackedGradHess(pub u64);

impl PackedGradHess {
    #[inline]
    pub fn gradient(self) -> i64 {
        (self.0 as i64) >> 32
    }
    #[inline]
    pub fn hessian(self) -> i64 {
        i64::from(self.0 as u32)
    }
    #[inline]
    pub fn plus(self, other: PackedGradHess) -> PackedGradHess {
        PackedGradHess(self.0.wrapping_add(other.0))
    }
    #[inline]
    pub fn minus(self, other: PackedGradHess) -> PackedGradHess {
        PackedGradHess(self.0.wrapping_sub(other.0))
    }
}

/// A row of a node with its gradient and Hessian as histograms add them, in one machine word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PackedRow(u64);

/// Where the parts of an [`PackedRow`] stand. The fewer rows there are, the more bits their gradients have.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedRowLayout {
    /// The bits of the gradient, which has a sign, and of the Hessian; the row has the rest.
    width: u32,
}

impl PackedRowLayout {
    /// The sums of all rows must fit into 32 bits each, with a sign, so the bits of a row and those of a gradient are 32.
    fn of(rows: usize) -> PackedRowLayout {
        let row_bits = (usize::BITS - rows.leading_zeros()).clamp(2, 31);
        PackedRowLayout { width: 33 - row_bits }
    }

    /// The largest size of a gradient or Hessian, as a power of two.
    fn bits(self) -> u32 {
        self.width - 2
    }

    #[inline]
    fn packed_row(self, row: usize, gradient: i32, hessian: i32) -> PackedRow {
        let mask = (1u64 << self.width) - 1;
        let gradients = (gradient as u64 & mask) << self.width | (hessian as u64 & mask);
        PackedRow((row as u64) << (2 * self.width) | gradients)
    }

    /// The row of an entry.
    #[inline]
    pub fn row(self, packed_row: PackedRow) -> usize {
        (packed_row.0 >> (2 * self.width)) as usize
    }

    /// What histograms add for an entry.
    #[inline]
    pub fn packed(self, packed_row: PackedRow) -> PackedGradHess {
        let gradient = ((packed_row.0 << (64 - 2 * self.width)) as i64) >> (64 - self.width);
        let hessian = packed_row.0 & ((1 << self.width) - 1);
        PackedGradHess(((gradient as u64) << 32).wrapping_add(hessian))
    }
}

impl QuantizedGradients {
    /// Room for the gradients of so many rows.
    pub fn new(rows: usize) -> QuantizedGradients {
        let layout = PackedRowLayout::of(rows);
        QuantizedGradients {
            rows: vec![[0, 0]; rows],
            unit: [0.0; 2],
            layout,
            shift: FULL_BITS - layout.bits(),
            constant_hessian: false,
        }
    }

    /// Fills in the gradients: `gradients(first, out)` gives those of the rows from `first` on. `bounds` are the largest sizes
    /// if they are known.
    pub fn fill(
        &mut self,
        weights: &[f64],
        bounds: Option<GradHess>,
        gradients: impl Fn(usize, &mut [GradHess]) + Sync,
    ) {
        let block = |at: usize, count: usize, out: &mut Vec<GradHess>| {
            out.clear();
            out.resize(count, [0.0; 2]);
            gradients(at * BLOCK, out);
            if !weights.is_empty() {
                for (i, pair) in out.iter_mut().enumerate() {
                    let weight = weight_of(weights, at * BLOCK + i);
                    *pair = [pair[0] * weight, pair[1] * weight];
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
                    out.iter().fold([0.0f64; 2], |most, pair| larger(most, [pair[0].abs(), pair[1].abs()]))
                })
                .reduce(|| [0.0; 2], larger),
        };
        // A gradient of zero everywhere has any unit.
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
                for (row, pair) in rows.iter_mut().zip(out.iter()) {
                    *row = [fixed(pair[0], scale[0]), fixed(pair[1], scale[1])];
                    same &= row[1] == first;
                }
                same.then_some(first)
            })
            .collect();
        self.constant_hessian = same.iter().all(|block| block.is_some() && *block == same[0]);
    }

    /// The row with what histograms add up.
    #[inline]
    pub fn packed_row(&self, row: usize) -> PackedRow {
        let [gradient, hessian] = self.rows[row].map(|x| (x + (1 << (self.shift - 1))) >> self.shift);
        self.layout.packed_row(row, gradient, hessian)
    }

    /// The exact sums of some rows, or of all.
    pub fn sum(&self, packed_rows: Option<&[PackedRow]>) -> GradHess {
        let (mut gradient, mut hessian) = (0i64, 0i64);
        let mut add = |row: [i32; 2]| {
            gradient += i64::from(row[0]);
            hessian += i64::from(row[1]);
        };
        match packed_rows {
            None => self.rows.iter().for_each(|&row| add(row)),
            Some(packed_rows) => {
                packed_rows.iter().for_each(|&packed_row| add(self.rows[self.layout.row(packed_row)]))
            }
        }
        [gradient as f64 * self.unit[0], hessian as f64 * self.unit[1]]
    }

    /// What one unit of a histogram's sums stands for.
    pub fn histogram_units(&self) -> [f64; 2] {
        self.unit.map(|unit| unit * f64::from(1u32 << self.shift))
    }

    /// The largest Hessian that a histogram adds for one row: that of all, if they have the same.
    pub fn max_hessian(&self) -> i64 {
        match self.constant_hessian && !self.rows.is_empty() {
            true => self.layout.packed(self.packed_row(0)).hessian(),
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

/// Rounds to an integer of at most 31 bits: next to so large a number a double has no room for a fraction, and the
/// whole part is in its last bits. Unlike a rounding function, this takes one addition.
#[inline]
fn fixed(x: f64, scale: f64) -> i32 {
    const LARGE: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52
    (x * scale + LARGE).to_bits() as i32
}
