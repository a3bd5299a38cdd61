//! The tests of k-DL: all conjunctions of at most k literals.

use hornbook_core::{Error, Result};

/// Most conjunctions that are listed.
const MOST_LISTED: f64 = 1e6;

/// A literal: that a Boolean attribute is true, or that it is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BooleanLiteral {
    /// The position of the attribute.
    pub attribute: usize,
    /// Whether it must be true.
    pub is_true: bool,
}

/// How many conjunctions of at most `k` literals over Boolean attributes can be true, with the empty one, which always is:
/// $\sum_{i \le k} \binom{n}{i} 2^i$. Those that ask for an attribute and for its opposite are left out; with them it is
/// $\sum_{i \le k} \binom{2n}{i}$. Infinite if it is too large for a number.
///
/// ```
/// use hornbook_trees::rules::decision_list::conjunction_count;
///
/// assert_eq!(conjunction_count(3, 1), 7.0);
/// assert_eq!(conjunction_count(3, 3), 27.0);
/// ```
pub fn conjunction_count(attributes: usize, k: usize) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for i in 0..k.min(attributes) {
        term *= 2.0 * (attributes - i) as f64 / (i + 1) as f64;
        sum += term;
    }
    sum
}

/// Every conjunction of at most `k` literals over Boolean attributes that can be true: the tests of the language k-DL, the
/// smallest first. The empty one is always true. More than a million are refused.
///
/// ```
/// use hornbook_trees::rules::decision_list::conjunctions;
///
/// // Always, a, not a, b, not b, and four of both.
/// assert_eq!(conjunctions(2, 2)?.len(), 9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn conjunctions(attributes: usize, k: usize) -> Result<Vec<Vec<BooleanLiteral>>> {
    let count = conjunction_count(attributes, k);
    if count > MOST_LISTED {
        return Err(Error::data(
            format!("there are {count} conjunctions of at most {k} literals over {attributes} attributes"),
            format!("list at most {MOST_LISTED}: take fewer attributes or literals, or only count them"),
        ));
    }
    let mut all: Vec<Vec<BooleanLiteral>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..k.min(attributes) {
        let end = all.len();
        for shorter in start..end {
            let next = all[shorter].last().map_or(0, |last| last.attribute + 1);
            for attribute in next..attributes {
                for is_true in [true, false] {
                    let mut longer = all[shorter].clone();
                    longer.push(BooleanLiteral { attribute, is_true });
                    all.push(longer);
                }
            }
        }
        start = end;
    }
    Ok(all)
}
