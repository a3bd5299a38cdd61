//! Squared distances between rows of small integers: exact, and many at a time.
//!
//! Rows of real numbers that are rounded to a grid of integers have squared distances without any rounding, which
//! bound those of the real rows from both sides. Two products of 16-bit numbers are one instruction for eight rows at once,
//! so that this costs half of what products in single precision do.

mod boxes;
mod rows;

pub use boxes::{Int16Boxes, Int16Panel, WIDE, numbers_of};
pub use rows::{Int16Queries, Int16Rows, SIDE_BY_SIDE};

/// No squared distance is larger.
pub const FARTHEST: i32 = 1 << 30;

/// The largest integer that rows of so many columns may have: no squared distance then exceeds [`FARTHEST`].
pub fn largest(width: usize) -> i16 {
    // (2 m)² width ≤ 2^30
    let most = (f64::from(1 << 28) / width.max(1) as f64).sqrt().floor();
    most.min(f64::from(i16::MAX)) as i16
}
