//! The mean target of the nearest neighbors in the other folds.

use super::fold_assignment::FoldAssignment;
use super::linear_smoother::{SmootherFactor, sparse};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// The nearest rows of other folds, for each row: by Euclid's distance and, where it is equal, by number. `products` are those of
/// the rows with each other.
pub(super) fn others_by_distance(products: &Matrix, folds: &FoldAssignment, most: usize) -> Vec<Vec<u32>> {
    let squares = products.diagonal_values();
    let nearest = |row: usize| {
        let is_other = |other: &usize| folds.fold_of[*other] != folds.fold_of[row];
        let distance = |other: usize| squares[other] - 2.0 * products.at(row, other);
        let mut others: Vec<(f64, u32)> =
            (0..products.rows()).filter(is_other).map(|other| (distance(other), other as u32)).collect();
        let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if others.len() > most {
            others.select_nth_unstable_by(most, order);
            others.truncate(most);
        }
        others.sort_unstable_by(order);
        others.into_iter().map(|(_, other)| other).collect()
    };
    (0..products.rows()).into_par_iter().map(nearest).collect()
}

/// The smoother of the `k` nearest, or of all if there are fewer.
pub(super) fn factors(nearest: &[Vec<u32>], k: usize) -> Vec<SmootherFactor> {
    let weights = |others: &Vec<u32>| {
        let k = k.min(others.len());
        let mut others = others[..k].to_vec();
        others.sort_unstable();
        others.into_iter().map(|other| (other, 1.0 / k as f64)).collect()
    };
    vec![sparse(nearest.len(), nearest.iter().map(weights))]
}
