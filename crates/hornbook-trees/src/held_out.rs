//! Rows kept from learning, to judge by.
//!
//! A row of weight 2 must fare like the row twice, and the order of rows and columns must not matter. So the rows are
//! put in an order that depends on what they hold, one after the other along their cumulative weight, and the seed
//! draws unit pieces of that line. A row whose weight lies in both parts is in both, in fractions.

use hornbook_core::{Result, Seed};
use hornbook_data::Dataset;

/// The line of weights is cut into at least so many pieces.
const FEWEST_PIECES: f64 = 20.0;

/// Parts the weight of the rows: the rest, and about this share of it that is held out.
pub(crate) fn held_out(data: &Dataset, share: f64, seed: Seed) -> Result<(Dataset, Dataset)> {
    let drawn = |pieces: usize| ((share * pieces as f64).round() as usize).clamp(1, pieces - 1);
    let parts = dealt(data, seed, 2, |turn, pieces| usize::from(turn < drawn(pieces)));
    let [kept, out] = [0, 1].map(|part| data.clone().with_weights(parts[part].clone()));
    Ok((kept?, out?))
}

/// Parts the weight of the rows into equal folds; each is held out once from the rest.
pub(crate) fn folds(data: &Dataset, count: usize, seed: Seed) -> Result<Vec<(Dataset, Dataset)>> {
    let parts = dealt(data, seed, count, |turn, _| turn % count);
    (0..count)
        .map(|fold| {
            let rest = |row: usize| (0..count).filter(|&f| f != fold).map(|f| parts[f][row]).sum();
            let kept = (0..data.table().rows()).map(rest).collect();
            Ok((data.clone().with_weights(kept)?, data.clone().with_weights(parts[fold].clone())?))
        })
        .collect()
}

/// Deals pieces of weight out in an order that the seed draws: the weight of each row in each part, from the part that
/// the turn of a piece (and the number of pieces) says.
fn dealt(data: &Dataset, seed: Seed, count: usize, part_of: impl Fn(usize, usize) -> usize) -> Vec<Vec<f64>> {
    let table_rows = data.table().rows();
    let weight = |row: u32| data.weights().map_or(1.0, |w| w[row as usize]);
    let keys = data.fingerprints();
    let mut times = vec![0.0; table_rows];
    data.rows().iter().for_each(|row| times[row as usize] += 1.0);
    let rows = data.rows().iter().enumerate().filter(|&(_, row)| weight(row) > 0.0);
    let mut order: Vec<(u64, u32)> = rows.map(|(i, row)| (keys[i], row)).collect();
    order.sort_unstable();
    let total: f64 = order.iter().map(|&(_, row)| weight(row)).sum();
    // Little weight is parted in fractions of rows.
    let unit = (total / FEWEST_PIECES).min(1.0);
    let pieces = (total / unit).ceil() as usize;
    let mut draws: Vec<(u64, usize)> =
        (0..pieces).map(|piece| (seed.derive(piece as u64).0, piece)).collect();
    draws.sort_unstable();
    let mut part_of_piece = vec![0; pieces];
    draws.iter().enumerate().for_each(|(turn, &(_, piece))| part_of_piece[piece] = part_of(turn, pieces));
    let mut parts = vec![vec![0.0; table_rows]; count];
    let mut at = 0.0;
    for (_, row) in order {
        let end = at + weight(row);
        while at < end {
            let piece = ((at / unit).floor() as usize).min(pieces - 1);
            // The last piece has no end, and every step goes on, so that rounding leaves nothing over.
            let edge = unit * (piece as f64 + 1.0);
            let stop = if piece + 1 == pieces || edge <= at { end } else { end.min(edge) };
            // A row that is there several times shares its weight among its places.
            parts[part_of_piece[piece]][row as usize] += (stop - at) / times[row as usize];
            at = stop;
        }
        at = end;
    }
    parts
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
