//! Shapley values of what is a product along a way through a tree.
//!
//! Each column on the way to a leaf has two factors: one if it is known, and one if it is not. What the leaf gives to a set
//! of known columns is the product, and Shapley's mean over the orders of the columns needs only the sums of the products
//! over the sets of each size. These are kept as columns are added to the way, and a column can be taken out again
//! (Lundberg and others 2020, algorithm 2, for any factors).

use hornbook_core::{Error, Result};
use hornbook_data::Features;

/// A column on the way to a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathElement {
    pub column: usize,
    /// The fraction of rows that go this way if the column is not known.
    pub unknown: f64,
    /// The fraction of the row itself that goes this way.
    pub known: f64,
    /// The weight of the sets of known columns that are as large as the link's position.
    weight: f64,
}

impl PathElement {
    /// The column of the first link, which is none.
    pub const NO_COLUMN: usize = usize::MAX;

    pub fn new(column: usize, unknown: f64, known: f64) -> PathElement {
        PathElement { column, unknown, known, weight: 0.0 }
    }

    /// The link to a root.
    pub fn first() -> PathElement {
        PathElement::new(PathElement::NO_COLUMN, 1.0, 1.0)
    }
}

/// Adds a link to the way that begins at `start`, and to the sets.
pub(crate) fn extend(elements: &mut Vec<PathElement>, start: usize, element: PathElement) {
    let count = elements.len() - start;
    elements.push(PathElement { weight: if count == 0 { 1.0 } else { 0.0 }, ..element });
    let path = &mut elements[start..];
    let share = 1.0 / (count as f64 + 1.0);
    for at in (0..count).rev() {
        path[at + 1].weight += element.known * path[at].weight * (at as f64 + 1.0) * share;
        path[at].weight = element.unknown * path[at].weight * (count - at) as f64 * share;
    }
}

/// Takes a link out of the way that begins at `start`, and out of the sets.
pub(crate) fn unwind(elements: &mut Vec<PathElement>, start: usize, at: usize) {
    let path = &mut elements[start..];
    let last = path.len() - 1;
    let PathElement { unknown, known, .. } = path[at];
    let count = last as f64 + 1.0;
    if divides_by_known(known, unknown) {
        let mut next = path[last].weight;
        for size in (0..last).rev() {
            let before = path[size].weight;
            path[size].weight = next * count / ((size as f64 + 1.0) * known);
            next = before - path[size].weight * unknown * (last - size) as f64 / count;
        }
    } else {
        let mut carried = 0.0;
        for (size, element) in path[..last].iter_mut().enumerate() {
            element.weight = (element.weight - carried) * count / (unknown * (last - size) as f64);
            carried = element.weight * known * (size as f64 + 1.0) / count;
        }
    }
    for to in at..last {
        path[to] = PathElement { weight: path[to].weight, ..path[to + 1] };
    }
    elements.pop();
}

/// The weight of all sets once a link is taken out.
pub(crate) fn unwound_sum(path: &[PathElement], at: usize) -> f64 {
    let last = path.len() - 1;
    let PathElement { unknown, known, .. } = path[at];
    let count = last as f64 + 1.0;
    let mut total = 0.0;
    if divides_by_known(known, unknown) {
        let mut next = path[last].weight;
        for size in (0..last).rev() {
            let weight = next / ((size as f64 + 1.0) * known);
            total += weight;
            next = path[size].weight - weight * unknown * (last - size) as f64;
        }
    } else {
        let mut carried = 0.0;
        for (size, element) in path[..last].iter().enumerate() {
            let weight = (element.weight - carried) / (unknown * (last - size) as f64);
            total += weight;
            carried = weight * known * (size as f64 + 1.0);
        }
    }
    total * count
}

/// A link is divided out from the largest set down or from the smallest up: by its larger factor, so that errors of
/// rounding do not grow.
fn divides_by_known(known: f64, unknown: f64) -> bool {
    known.abs() >= unknown.abs()
}

/// Background rows, if there are any, must be some.
pub(crate) fn check_background(background: Option<&Features<'_>>) -> Result<()> {
    match background {
        Some(rows) if rows.rows() == 0 => {
            Err(Error::data("there are no background rows", "give at least one, or none at all"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Shapley's formula itself, of what each set of known columns (a bit a column) is worth.
    pub(crate) fn by_definition(columns: usize, value: impl Fn(u32) -> f64) -> Vec<f64> {
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let all = columns as u32;
        let of = |column: u32| {
            (0..1u32 << all)
                .filter(|set| set >> column & 1 == 0)
                .map(|set| {
                    let size = set.count_ones();
                    let share = factorial(size) * factorial(all - size - 1) / factorial(all);
                    share * (value(set | 1 << column) - value(set))
                })
                .sum()
        };
        (0..all).map(of).collect()
    }

    #[test]
    fn products_of_any_factors_are_divided() {
        // Known and unknown, of very different sizes, nothing, and less than nothing.
        let factors = [(1.0, 0.3), (0.001, 0.7), (0.0, 0.5), (2.0, 0.0), (-1.5, 0.25), (0.25, 0.25)];
        for skipped in 0..factors.len() {
            let used: Vec<_> = (0..factors.len()).filter(|&at| at != skipped).map(|at| factors[at]).collect();
            let mut elements = Vec::new();
            extend(&mut elements, 0, PathElement::first());
            for (column, &(known, unknown)) in used.iter().enumerate() {
                extend(&mut elements, 0, PathElement::new(column, unknown, known));
            }
            let product = |set: u32| -> f64 {
                let factor = |(at, f): (usize, &(f64, f64))| if set >> at & 1 == 1 { f.0 } else { f.1 };
                used.iter().enumerate().map(factor).product()
            };
            for (column, exact) in by_definition(used.len(), product).into_iter().enumerate() {
                let (known, unknown) = used[column];
                let found = unwound_sum(&elements, column + 1) * (known - unknown);
                assert!((found - exact).abs() < 1e-14, "{column}: {found} {exact}");
            }
            // A link that was taken out again has left nothing behind.
            let before: Vec<f64> = elements.iter().map(|element| element.weight).collect();
            extend(&mut elements, 0, PathElement::new(9, 0.8, 0.01));
            unwind(&mut elements, 0, used.len() + 1);
            assert!(
                elements.iter().zip(before).all(|(element, before)| (element.weight - before).abs() < 1e-14)
            );
        }
    }
}
