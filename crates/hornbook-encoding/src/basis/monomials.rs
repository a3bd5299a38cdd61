//! Products of powers of columns.

use hornbook_core::{Error, Result};
use serde::{Deserialize, Serialize};

/// Most products that are made of columns.
const MOST: usize = 12_000;

/// A product of powers: which column, counted from 0, to which power; columns ascending, powers above zero.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Monomial(Vec<(u32, u32)>);

impl Monomial {
    /// The columns with their powers, ascending.
    pub fn powers(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// The sum of its powers.
    pub fn degree(&self) -> u32 {
        self.0.iter().map(|(_, power)| power).sum()
    }

    /// Its name, such as `x^2·y`.
    pub fn name(&self, columns: &[&str]) -> String {
        let factor = |&(column, power): &(u32, u32)| {
            let name = columns.get(column as usize).copied().unwrap_or("?");
            if power == 1 { name.to_string() } else { format!("{name}^{power}") }
        };
        self.0.iter().map(factor).collect::<Vec<_>>().join("·")
    }

    /// All monomials, one included, that divide it: every choice of powers up to its own.
    pub fn divisors(&self) -> Vec<Monomial> {
        let mut all = vec![Vec::new()];
        for &(column, power) in &self.0 {
            let longer = |shorter: &Vec<(u32, u32)>| {
                let shorter = shorter.clone();
                (0..=power).map(move |own| {
                    let mut longer = shorter.clone();
                    longer.extend((own > 0).then_some((column, own)));
                    longer
                })
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.into_iter().map(Monomial).collect()
    }

    /// Whether it can be made of so many columns.
    pub fn is_sound(&self, columns: usize) -> bool {
        !self.0.is_empty()
            && self
                .0
                .iter()
                .all(|&(column, power)| (column as usize) < columns && (1..=MOST as u32).contains(&power))
            && self.0.is_sorted_by(|a, b| a.0 < b.0)
    }
}

/// All monomials of some columns from degree 1 up to a degree, first by degree and then by columns: x, y, x², x·y, y².
/// `interaction_only` leaves out those with a power above 1.
///
/// ```
/// let names: Vec<String> = hornbook_encoding::basis::monomials(2, 2, false)?.iter().map(|m| m.name(&["x", "y"])).collect();
/// assert_eq!(names, ["x", "y", "x^2", "x·y", "y^2"]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn monomials(columns: usize, degree: u32, interaction_only: bool) -> Result<Vec<Monomial>> {
    let mut all: Vec<Monomial> = Vec::new();
    // Those of the degree before, each of which grows by its last column or one after it.
    let mut last = vec![Monomial(Vec::new())];
    for _ in 0..degree {
        let mut next = Vec::new();
        for shorter in &last {
            let first = shorter.0.last().map_or(0, |&(column, _)| column + u32::from(interaction_only));
            for column in first..columns as u32 {
                let mut powers = shorter.0.clone();
                match powers.last_mut() {
                    Some((own, power)) if *own == column => *power += 1,
                    _ => powers.push((column, 1)),
                }
                next.push(Monomial(powers));
                if all.len() + next.len() > MOST {
                    return Err(Error::data(
                        format!("{columns} columns have more than {MOST} products up to degree {degree}"),
                        "lower the degree, or leave out columns",
                    ));
                }
            }
        }
        all.extend_from_slice(&next);
        last = next;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_order_of_polynomial_features() {
        // PolynomialFeatures(3).fit(three columns).powers_ of scikit-learn 1.9.1, without the constant.
        let names = |degree, only| -> Vec<String> {
            monomials(3, degree, only).unwrap().iter().map(|m| m.name(&["a", "b", "c"])).collect()
        };
        assert_eq!(
            names(3, false),
            [
                "a", "b", "c", "a^2", "a·b", "a·c", "b^2", "b·c", "c^2", "a^3", "a^2·b", "a^2·c", "a·b^2",
                "a·b·c", "a·c^2", "b^3", "b^2·c", "b·c^2", "c^3"
            ]
        );
        assert_eq!(names(9, true), ["a", "b", "c", "a·b", "a·c", "b·c", "a·b·c"]);
        assert!(monomials(1000, 3, false).unwrap_err().to_string().contains("more than 12000 products"));
        assert!(monomials(0, 3, false).unwrap().is_empty());
    }

    #[test]
    fn divisors_are_closed() {
        let all = monomials(2, 3, false).unwrap();
        let divisors = all.iter().find(|m| m.name(&["x", "y"]) == "x^2·y").unwrap().divisors();
        let names: Vec<String> = divisors.iter().map(|m| m.name(&["x", "y"])).collect();
        assert_eq!(names, ["", "y", "x", "x·y", "x^2", "x^2·y"]);
    }
}
