//! Held-out rows (validation set).

use hornbook_core::{Result, Seed};
use hornbook_data::Dataset;
use hornbook_learner::RowSampler;

/// Less weight than this is parted in fractions of rows.
const FEWEST_UNITS: f64 = 20.0;

/// Parts the weight of the rows: the rest, and about this fraction of it that is held out. A row whose weight lies in both
/// parts is in both.
pub(crate) fn held_out(data: &Dataset, share: f64, seed: Seed) -> Result<(Dataset, Dataset)> {
    let weight = |row: u32| data.weights().map_or(1.0, |w| w[row as usize]);
    let weights: Vec<f64> = data.rows().iter().map(weight).collect();
    let scale = (FEWEST_UNITS / weights.iter().sum::<f64>()).max(1.0);
    let scaled: Vec<f64> = weights.iter().map(|weight| scale * weight).collect();
    let drawn = RowSampler::of(data).subsample(&scaled, share, &mut seed.rng());
    let out: Vec<f64> =
        weights.iter().zip(&drawn).map(|(weight, drawn)| (drawn / scale).min(*weight)).collect();
    let kept: Vec<f64> = weights.iter().zip(&out).map(|(weight, out)| weight - out).collect();
    // A row that is there several times becomes one row, so that its copies in either part stay whole numbers.
    Ok((data.with_row_weights(&kept)?, data.with_row_weights(&out)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::{Table, Target};

    fn data(order: &[usize]) -> Dataset {
        let x = order.iter().map(|&i| (i % 7) as f64).collect();
        let y = order.iter().map(|&i| i as f64).collect();
        Table::builder().number("x", x).number("y", y).build().unwrap().dataset().target("y").unwrap()
    }

    fn out_by_target(data: &Dataset) -> Vec<(u64, u64)> {
        let Target::Numbers(y) = data.require_target().unwrap().1 else { panic!() };
        let weights = data.weights().unwrap();
        let mut rows: Vec<(u64, u64)> =
            data.rows().iter().map(|r| (y[r as usize].to_bits(), weights[r as usize].to_bits())).collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn parts_make_the_whole_and_do_not_see_the_order() {
        let forwards: Vec<usize> = (0..40).collect();
        let backwards: Vec<usize> = (0..40).rev().collect();
        let (kept, out) = held_out(&data(&forwards), 0.25, Seed(4)).unwrap();
        let (a, b) = (kept.weights().unwrap(), out.weights().unwrap());
        assert!(a.iter().zip(b.iter()).all(|(a, b)| a + b == 1.0));
        assert_eq!(b.iter().sum::<f64>(), 10.0);
        let (_, turned) = held_out(&data(&backwards), 0.25, Seed(4)).unwrap();
        assert_eq!(out_by_target(&out), out_by_target(&turned));
    }

    #[test]
    fn weights_are_copies() {
        let weights: Vec<usize> = (0..40).map(|i| i % 3).collect();
        let copies: Vec<u32> = (0..40u32).flat_map(|i| vec![i; weights[i as usize]]).collect();
        let plain = data(&(0..40).collect::<Vec<_>>());
        let weighted = plain.clone().with_weights(weights.iter().map(|&w| w as f64).collect()).unwrap();
        let (_, by_weight) = held_out(&weighted, 0.3, Seed(1)).unwrap();
        let rows: Vec<usize> = copies.iter().map(|&row| row as usize).collect();
        let (_, by_copy) = held_out(&data(&rows), 0.3, Seed(1)).unwrap();
        let mut sums = [0.0; 40];
        for (i, weight) in by_copy.weights().unwrap().iter().enumerate() {
            sums[copies[i] as usize] += weight;
        }
        assert_eq!(by_weight.weights().unwrap().to_vec(), sums);
    }

    #[test]
    fn one_row_is_parted() {
        let (kept, out) = held_out(&data(&[1]), 0.25, Seed(1)).unwrap();
        assert!((kept.weights().unwrap()[0] - 0.75).abs() < 1e-12);
        assert!((out.weights().unwrap()[0] - 0.25).abs() < 1e-12);
        // Weights that sum to little are parted like others.
        let light = data(&(0..40).collect::<Vec<_>>()).with_weights(vec![1e-3; 40]).unwrap();
        let (kept, out) = held_out(&light, 0.25, Seed(1)).unwrap();
        assert!((kept.weights().unwrap().iter().sum::<f64>() - 0.03).abs() < 1e-12);
        assert!((out.weights().unwrap().iter().sum::<f64>() - 0.01).abs() < 1e-12);
    }

    #[test]
    fn a_row_taken_twice_counts_twice() {
        let twice = data(&(0..40).collect::<Vec<_>>()).select((0..40).chain(0..40).collect());
        let (kept, out) = held_out(&twice, 0.5, Seed(2)).unwrap();
        let sum =
            |part: &Dataset| part.rows().iter().map(|r| part.weights().unwrap()[r as usize]).sum::<f64>();
        assert_eq!((sum(&kept), sum(&out)), (40.0, 40.0));
    }
}
