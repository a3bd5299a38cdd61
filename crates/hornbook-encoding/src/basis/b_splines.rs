//! B-splines.

/// The knots with as many more beyond each end as the degree, at the distance of the last two; none of fewer than two knots.
pub fn knots_with_ends(degree: u32, knots: &[f64]) -> Option<Vec<f64>> {
    let ([low, second, ..], [.., last_but_one, high]) = (knots, knots) else { return None };
    let (before, behind) = (second - low, high - last_but_one);
    let below = (1..=degree).rev().map(|k| low - f64::from(k) * before);
    let above = (1..=degree).map(|k| high + f64::from(k) * behind);
    Some(below.chain(knots.iter().copied()).chain(above).collect())
}

/// All B-splines of a degree at a place, by de Boor's recurrence. As many knots as the degree lie beyond each end; further out, the
/// polynomials of the first and the last interval go on.
///
/// ```
/// let knots = hornbook_encoding::basis::knots_with_ends(1, &[0.0, 1.0, 2.0]).unwrap_or_default();
/// assert_eq!(hornbook_encoding::basis::b_splines(1, &knots, 0.25), [0.75, 0.25, 0.0]);
/// ```
pub fn b_splines(degree: usize, knots: &[f64], x: f64) -> Vec<f64> {
    let (first, last) = (degree, knots.len() - degree - 1);
    // The interval that x lies in; the last one holds its right end too.
    let span = knots.partition_point(|&knot| knot <= x).saturating_sub(1).clamp(first, last - 1);
    // Those that are not zero there: from span - degree to span.
    let mut own = vec![1.0];
    for order in 1..=degree {
        let mut next = vec![0.0; order + 1];
        for (at, value) in own.iter().enumerate() {
            let (left, right) = (knots[span + 1 + at - order], knots[span + 1 + at]);
            let share = value / (right - left);
            next[at] += (right - x) * share;
            next[at + 1] += (x - left) * share;
        }
        own = next;
    }
    let mut all = vec![0.0; knots.len() - degree - 1];
    all[span - degree..=span].copy_from_slice(&own);
    all
}
