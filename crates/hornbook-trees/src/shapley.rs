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
pub(crate) struct Link {
    pub column: usize,
    /// The share of rows that go this way if the column is not known.
    pub unknown: f64,
    /// The share of the row itself that goes this way.
    pub known: f64,
    /// The weight of the sets of known columns that are as large as the link's place.
    weight: f64,
}

impl Link {
    /// The column of the first link, which is none.
    pub const NO_COLUMN: usize = usize::MAX;

    pub fn new(column: usize, unknown: f64, known: f64) -> Link {
        Link { column, unknown, known, weight: 0.0 }
    }

    /// The link to a root.
    pub fn first() -> Link {
        Link::new(Link::NO_COLUMN, 1.0, 1.0)
    }
}

/// Adds a link to the way that begins at `start`, and to the sets.
pub(crate) fn extend(links: &mut Vec<Link>, start: usize, link: Link) {
    let count = links.len() - start;
    links.push(Link { weight: if count == 0 { 1.0 } else { 0.0 }, ..link });
    let way = &mut links[start..];
    let share = 1.0 / (count as f64 + 1.0);
    for at in (0..count).rev() {
        way[at + 1].weight += link.known * way[at].weight * (at as f64 + 1.0) * share;
        way[at].weight = link.unknown * way[at].weight * (count - at) as f64 * share;
    }
}

/// Takes a link out of the way that begins at `start`, and out of the sets.
pub(crate) fn unwind(links: &mut Vec<Link>, start: usize, at: usize) {
    let way = &mut links[start..];
    let last = way.len() - 1;
    let Link { unknown, known, .. } = way[at];
    let count = last as f64 + 1.0;
    if divides_by_known(known, unknown) {
        let mut next = way[last].weight;
        for size in (0..last).rev() {
            let before = way[size].weight;
            way[size].weight = next * count / ((size as f64 + 1.0) * known);
            next = before - way[size].weight * unknown * (last - size) as f64 / count;
        }
    } else {
        let mut carried = 0.0;
        for (size, link) in way[..last].iter_mut().enumerate() {
            link.weight = (link.weight - carried) * count / (unknown * (last - size) as f64);
            carried = link.weight * known * (size as f64 + 1.0) / count;
        }
    }
    for to in at..last {
        way[to] = Link { weight: way[to].weight, ..way[to + 1] };
    }
    links.pop();
}

/// The weight of all sets once a link is taken out.
pub(crate) fn unwound_sum(way: &[Link], at: usize) -> f64 {
    let last = way.len() - 1;
    let Link { unknown, known, .. } = way[at];
    let count = last as f64 + 1.0;
    let mut total = 0.0;
    if divides_by_known(known, unknown) {
        let mut next = way[last].weight;
        for size in (0..last).rev() {
            let weight = next / ((size as f64 + 1.0) * known);
            total += weight;
            next = way[size].weight - weight * unknown * (last - size) as f64;
        }
    } else {
        let mut carried = 0.0;
        for (size, link) in way[..last].iter().enumerate() {
            let weight = (link.weight - carried) / (unknown * (last - size) as f64);
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
            let mut links = Vec::new();
            extend(&mut links, 0, Link::first());
            for (column, &(known, unknown)) in used.iter().enumerate() {
                extend(&mut links, 0, Link::new(column, unknown, known));
            }
            let product = |set: u32| -> f64 {
                let factor = |(at, f): (usize, &(f64, f64))| if set >> at & 1 == 1 { f.0 } else { f.1 };
                used.iter().enumerate().map(factor).product()
            };
            for (column, exact) in by_definition(used.len(), product).into_iter().enumerate() {
                let (known, unknown) = used[column];
                let found = unwound_sum(&links, column + 1) * (known - unknown);
                assert!((found - exact).abs() < 1e-14, "{column}: {found} {exact}");
            }
            // A link that was taken out again has left nothing behind.
            let before: Vec<f64> = links.iter().map(|link| link.weight).collect();
            extend(&mut links, 0, Link::new(9, 0.8, 0.01));
            unwind(&mut links, 0, used.len() + 1);
            assert!(links.iter().zip(before).all(|(link, before)| (link.weight - before).abs() < 1e-14));
        }
    }
}
