//! The gradients of the loss in fixed point.
//!
//! Each row's gradient and Hessian become integers of 31 bits. Integers add up exactly, so no sum depends on
//! the order of the rows or on the threads. Histograms add up the leading bits only, two sums in one machine word; the
//! values of the leaves use all bits.
//!
//! Weights that are whole numbers multiply the integers, not the gradients before they are rounded: a row of weight 2
//! adds exactly what two rows add.

use super::losses::{GradHess, weight_of};
use rayon::prelude::*;

/// The size of the largest gradient in fixed point, as a power of two.
const FULL_BITS: u32 = 30;
/// Rows that are worked on together.
const BLOCK: usize = 4096;

/// The gradients of all rows by one score.
pub(super) struct QuantizedGradients {
    rows: Vec<[i32; 2]>,
    /// How many rows each one stands for, if weights are whole; else empty, and the weights are in the gradients.
    copies: Vec<i32>,
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
    /// The largest size of the gradient or Hessian of a row of weight 1, as a power of two.
    bits: u32,
    /// The largest weight, if weights are whole and there is room for all gradients times their weights.
    heaviest: Option<u32>,
}

impl PackedRowLayout {
    /// The sums of all rows must fit into 32 bits each, with a sign, so the bits of a row and those of a gradient are 32.
    fn of(rows: usize, weights: &[f64]) -> PackedRowLayout {
        let bits_of = |count: u64| (u64::BITS - count.leading_zeros()).clamp(2, 31);
        let row_bits = bits_of(rows as u64);
        let of_rows = PackedRowLayout { width: 33 - row_bits, bits: 31 - row_bits, heaviest: None };
        let total: f64 = weights.iter().sum();
        if weights.is_empty() || !are_whole(weights) || total >= f64::from(i32::MAX) {
            return of_rows;
        }
        // As many bits as the gradients of all copies have, and room for those of the heaviest row.
        let heaviest = weights.iter().fold(1.0f64, |most, &weight| most.max(weight)) as u32;
        let bits = 31 - bits_of(total as u64);
        let width = bits + 2 + (u32::BITS - (heaviest - 1).leading_zeros());
        match row_bits + 2 * width <= u64::BITS {
            true => PackedRowLayout { width, bits, heaviest: Some(heaviest) },
            false => of_rows,
        }
    }

    /// Whether rows of these weights can be told as so many copies.
    fn has_room_for(self, weights: &[f64]) -> bool {
        let fits = |heaviest: u32| weights.iter().all(|&weight| weight <= f64::from(heaviest));
        !weights.is_empty() && self.heaviest.is_some_and(fits) && are_whole(weights)
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
    /// Room for the gradients of so many rows of these weights; none are weights of 1.
    pub fn new(rows: usize, weights: &[f64]) -> QuantizedGradients {
        let layout = PackedRowLayout::of(rows, weights);
        QuantizedGradients {
            rows: vec![[0, 0]; rows],
            copies: Vec::new(),
            unit: [0.0; 2],
            layout,
            shift: FULL_BITS - layout.bits,
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
        self.copies = match self.layout.has_room_for(weights) {
            true => weights.iter().map(|&weight| weight as i32).collect(),
            false => Vec::new(),
        };
        let weights = if self.has_copies() { &[] } else { weights };
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
        let copies = self.copies.get(row).copied().unwrap_or(1);
        let [gradient, hessian] = self.rows[row].map(|x| self.leading_bits(x) * copies);
        self.layout.packed_row(row, gradient, hessian)
    }

    #[inline]
    fn leading_bits(&self, x: i32) -> i32 {
        (x + (1 << (self.shift - 1))) >> self.shift
    }

    /// Whether every row counts as so many copies of it.
    pub fn has_copies(&self) -> bool {
        !self.copies.is_empty()
    }

    /// The exact sums of some rows, or of all.
    pub fn sum(&self, packed_rows: Option<&[PackedRow]>) -> GradHess {
        let (mut gradient, mut hessian) = (0i64, 0i64);
        let mut add = |row: usize| {
            let copies = i64::from(self.copies.get(row).copied().unwrap_or(1));
            gradient += i64::from(self.rows[row][0]) * copies;
            hessian += i64::from(self.rows[row][1]) * copies;
        };
        match packed_rows {
            None => (0..self.rows.len()).for_each(add),
            Some(packed_rows) => {
                packed_rows.iter().for_each(|&packed_row| add(self.layout.row(packed_row)));
            }
        }
        [gradient as f64 * self.unit[0], hessian as f64 * self.unit[1]]
    }

    /// What one unit of a histogram's sums stands for.
    pub fn histogram_units(&self) -> [f64; 2] {
        self.unit.map(|unit| unit * f64::from(1u32 << self.shift))
    }

    /// The largest Hessian that a histogram adds for one row of weight 1: that of all, if they have the same.
    pub fn max_hessian(&self) -> i64 {
        match self.rows.first() {
            Some(row) if self.constant_hessian => i64::from(self.leading_bits(row[1])),
            _ => 1 << self.layout.bits,
        }
    }

    /// The part of a gain that rounding may change.
    pub fn rounding(&self) -> f64 {
        (4.0 / f64::from(1u32 << self.layout.bits)).min(1e-7)
    }
}

fn are_whole(weights: &[f64]) -> bool {
    weights.iter().all(|weight| weight.fract() == 0.0)
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
