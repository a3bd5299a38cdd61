//! The inverse of sums of products, corrected in double-double arithmetic.

use super::refine::DoubleDoubleRows;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::double_double::DoubleDouble;
use rayon::prelude::*;

/// How often it is corrected: each time the digits that are right double.
const CORRECTIONS: usize = 2;

/// The sums of products of columns, about given means that need not be exact, or about zero.
pub(super) fn products(
    rows: &DoubleDoubleRows<'_>,
    means: &[f64],
    intercept: bool,
    weight: f64,
) -> Vec<Vec<DoubleDouble>> {
    let width = means.len();
    let part = |range: std::ops::Range<usize>| {
        let (mut sums, mut products) =
            (vec![DoubleDouble::default(); width], vec![DoubleDouble::default(); width * width]);
        for row in range {
            let mut columns = rows.columns(row);
            columns.iter_mut().zip(means).for_each(|(x, &mean)| *x = *x - DoubleDouble::from(mean));
            let row_weight = DoubleDouble::from(rows.weights[row]);
            for j in 0..width {
                let weighted = row_weight * columns[j];
                sums[j] = sums[j] + weighted;
                for k in 0..=j {
                    products[j * width + k] = products[j * width + k] + weighted * columns[k];
                }
            }
        }
        (sums, products)
    };
    let add = |to: &mut [DoubleDouble], more: &[DoubleDouble]| {
        to.iter_mut().zip(more).for_each(|(a, &b)| *a = *a + b)
    };
    let parts: Vec<_> = rows.blocks().into_par_iter().map(part).collect();
    let (mut sums, mut lower) =
        (vec![DoubleDouble::default(); width], vec![DoubleDouble::default(); width * width]);
    for (own_sums, own) in &parts {
        add(&mut sums, own_sums);
        add(&mut lower, own);
    }
    let entry = |j: usize, k: usize| {
        // What the means were off by.
        let shift = if intercept { sums[j].value() * sums[k].value() / weight } else { 0.0 };
        lower[j.max(k) * width + j.min(k)] - DoubleDouble::from(shift)
    };
    (0..width).map(|j| (0..width).map(|k| entry(j, k)).collect()).collect()
}

/// The inverse with what is left of one after a product in double-double arithmetic given back (Newton and Schulz).
pub(super) fn corrected(products: &[Vec<DoubleDouble>], inverse: &Matrix) -> Result<Matrix> {
    let width = products.len();
    let mut found = inverse.clone();
    let mut rest = f64::INFINITY;
    for _ in 0..CORRECTIONS {
        let left = |j: usize, k: usize| {
            let one = DoubleDouble::from(f64::from(u8::from(j == k)));
            (0..width).fold(one, |rest, l| rest - products[j][l] * DoubleDouble::from(found.at(l, k))).value()
        };
        let missing = Matrix::from_fn(width, width, left);
        let size = missing.values().iter().fold(0.0, |most: f64, x| most.max(x.abs())) * width as f64;
        // Where less than half of one is right, the steps lead nowhere.
        if size.is_nan() || size >= rest.min(0.5) {
            break;
        }
        rest = size;
        let step = found.product(&missing)?;
        found.values_mut().iter_mut().zip(step.values()).for_each(|(x, step)| *x += step);
    }
    Ok(found)
}
