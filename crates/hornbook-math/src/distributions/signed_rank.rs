//! Wilcoxon's signed rank statistic when every sign is a fair coin.

/// The largest sum of ranks whose subsets are counted.
const MOST: f64 = 5e6;

/// The probabilities that the sum of the positive ranks is at most `sum`, and that it is at least `sum`, when each
/// rank is positive or negative like a fair coin.
///
/// Exact for any ranks, ties included, as long as they are whole or half: it counts the subsets of the ranks by
/// their sum. The cost is the number of ranks times their sum, so it is for some hundred of them; other ranks, and
/// those that sum to more than five million, give NaN.
///
/// ```
/// use hornbook_math::distributions::signed_rank_tails;
/// let (at_most, at_least) = signed_rank_tails(2.0, &[1.0, 2.0, 3.0, 4.0, 5.0]);
/// assert_eq!((at_most, at_least), (3.0 / 32.0, 30.0 / 32.0));
/// ```
pub fn signed_rank_tails(sum: f64, ranks: &[f64]) -> (f64, f64) {
    if sum.is_nan() || ranks.iter().sum::<f64>() > MOST {
        return (f64::NAN, f64::NAN);
    }
    // Twice a rank is whole, whatever the ties.
    let mut steps = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        let doubled = 2.0 * rank;
        if !(0.0..=2.0 * MOST).contains(&doubled) || doubled.fract() != 0.0 {
            return (f64::NAN, f64::NAN);
        }
        steps.push(doubled as usize);
    }
    let total: usize = steps.iter().sum();
    let mut chances = vec![0.0; total + 1];
    chances[0] = 1.0;
    let mut reached = 0;
    for step in steps {
        reached += step;
        for place in (0..=reached).rev() {
            let with = if place >= step { chances[place - step] } else { 0.0 };
            chances[place] = 0.5 * (chances[place] + with);
        }
    }
    let doubled = 2.0 * sum;
    let share = |inside: &dyn Fn(f64) -> bool| -> f64 {
        chances.iter().enumerate().filter(|&(place, _)| inside(place as f64)).map(|(_, chance)| chance).sum()
    };
    (share(&|place| place <= doubled).min(1.0), share(&|place| place >= doubled).min(1.0))
}
