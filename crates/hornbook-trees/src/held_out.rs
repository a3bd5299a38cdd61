//! Held-out rows (validation set).

use hornbook_core::{Error, Result, Seed};
use hornbook_data::Dataset;
use hornbook_learner::{FoldScheme, InnerFolds, RowSampler, rows_by_time};
use std::collections::BTreeSet;

/// Less weight than this is parted in fractions of rows.
const FEWEST_UNITS: f64 = 20.0;

/// Holds out about this fraction of the rows as their roles ask for: a predefined fold, the last rows in time, whole groups,
/// or a part of the weight. Gives the rest, too.
pub(crate) fn held_out(data: &Dataset, share: f64, seed: Seed) -> Result<(Dataset, Dataset)> {
    match FoldScheme::of(data) {
        FoldScheme::Predefined => {
            let folds = InnerFolds::of(data, None, seed)?;
            let fold = folds.hold_out().ok_or_else(too_few)?;
            Ok((data.select(fold.train.clone()), data.select(fold.test.clone())))
        }
        FoldScheme::TimeSeries => last_in_time(data, share),
        FoldScheme::KFold if data.groups().is_some() => whole_groups(data, share, seed),
        FoldScheme::KFold => part_of_weight(data, share, seed),
    }
}

fn too_few() -> Error {
    Error::data(
        "there are too few moments, groups or folds to hold some rows out for validation",
        "turn off what needs them (early stopping, pruning by held-out rows), or give rows of more",
    )
}

/// The last moments that make up the fraction of the weight; the groups that reach into them are not trained on.
fn last_in_time(data: &Dataset, share: f64) -> Result<(Dataset, Dataset)> {
    let by_time = rows_by_time(data)?;
    let weights = data.row_weights();
    let goal = share * weights.iter().sum::<f64>();
    let mut out: Vec<u32> = Vec::new();
    let mut weight = 0.0;
    for moment in by_time.chunk_by(|a, b| a.0 == b.0).rev() {
        if weight >= goal {
            break;
        }
        out.extend(moment.iter().map(|&(_, row)| row as u32));
        weight += moment.iter().map(|&(_, row)| weights[row]).sum::<f64>();
    }
    out.sort_unstable();
    let group = |row: u32| data.groups().map(|groups| groups[data.rows().at(row as usize) as usize]);
    let reaching: BTreeSet<u32> = out.iter().filter_map(|&row| group(row)).collect();
    let is_kept = |row: &u32| {
        out.binary_search(row).is_err() && group(*row).is_none_or(|group| !reaching.contains(&group))
    };
    let kept: Vec<u32> = (0..data.rows().len() as u32).filter(is_kept).collect();
    if kept.is_empty() || out.is_empty() {
        return Err(too_few());
    }
    Ok((data.select(kept), data.select(out)))
}

/// Each group is held out, or not, by chance.
fn whole_groups(data: &Dataset, share: f64, seed: Seed) -> Result<(Dataset, Dataset)> {
    let group = |at: u32| data.groups().map_or(0, |groups| groups[data.rows().at(at as usize) as usize]);
    let draw = |at: u32| seed.derive(u64::from(group(at))).rng().unit();
    let (out, kept): (Vec<u32>, Vec<u32>) = (0..data.rows().len() as u32).partition(|&at| draw(at) < share);
    if out.is_empty() || kept.is_empty() {
        return Err(too_few());
    }
    Ok((data.select(kept), data.select(out)))
}

/// Parts the weight of the rows. A row whose weight lies in both parts is in both.
fn part_of_weight(data: &Dataset, share: f64, seed: Seed) -> Result<(Dataset, Dataset)> {
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
    use hornbook_data::{Column, Table, Target};

    fn parts(data: &Dataset) -> [Vec<u32>; 2] {
        let (kept, out) = held_out(data, 0.3, Seed(2)).unwrap();
        [kept, out].map(|part| part.rows().iter().collect())
    }

    #[test]
    fn rows_are_held_out_as_their_roles_ask_for() {
        let data = data(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        // Time runs backward.
        let timed = data.clone().with_order((0..10).rev().map(f64::from).collect()).unwrap();
        assert_eq!(parts(&timed), [vec![3, 4, 5, 6, 7, 8, 9], vec![0, 1, 2]]);
        let reaching = timed.clone().with_groups(vec![0, 1, 2, 3, 0, 1, 2, 3, 4, 4]).unwrap();
        assert_eq!(parts(&reaching), [vec![3, 7, 8, 9], vec![0, 1, 2]]);
        let grouped = data.clone().with_groups((0..10).map(|i| i % 5).collect()).unwrap();
        let [kept, out] = parts(&grouped);
        assert!(!out.is_empty() && kept.iter().all(|row| out.iter().all(|other| row % 5 != other % 5)));
        let alike = timed.with_order(vec![1.0; 10]).unwrap();
        assert!(held_out(&alike, 0.3, Seed(2)).unwrap_err().to_string().contains("too few moments"));
        let part: Vec<f64> = (0..10).map(|i| if i < 3 { 7.0 } else { 9.0 }).collect();
        let table = data.table().with_column("part", Column::Number(part.into()));
        let folded = table.unwrap().dataset().target("y").unwrap().fold("part").unwrap();
        assert_eq!(parts(&folded)[1], [0, 1, 2]);
    }

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
