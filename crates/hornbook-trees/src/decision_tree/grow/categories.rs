//! Questions about categories, from the tally of each level.

use super::Terms;
use super::cut::{Cut, Found};
use super::goal::{add_to, subtract};
use crate::bits::set_bit;
use crate::decision_tree::params::CategorySplits;

/// The best question about a category. `tallies` has one tally a level and, last, that of the missing values.
pub(super) fn best_question(terms: &Terms<'_>, column: u32, tallies: &[Vec<f64>]) -> Option<Found> {
    let goal = &terms.style.goal;
    let levels = tallies.len() as u32 - 1;
    let seen: Vec<u32> = (0..=levels).filter(|&l| goal.weight(&tallies[l as usize]) > 0.0).collect();
    if seen.len() < 2 {
        return None;
    }
    let (merit, gain, cut) = match terms.style.categories {
        CategorySplits::Multiway => {
            let parts: Vec<Vec<f64>> = seen.iter().map(|&l| tallies[l as usize].clone()).collect();
            if !terms.guard.allows_parts(goal, column, &parts) {
                return None;
            }
            let (merit, gain) = goal.merit(terms.whole, &parts);
            (merit, gain, Cut::Which { branches: seen, levels, missing: None })
        }
        CategorySplits::Subset => {
            let (merit, gain, set) = best_subset(terms, column, tallies, &seen)?;
            // A level is on either side; which side is called the first says nothing.
            let sides = seen.len() as f64 - 1.0;
            let (merit, gain) = goal.less_choice((merit, gain), sides, goal.weight(terms.whole));
            let words = (levels as usize + 1).div_ceil(64);
            let (mut first, mut all) = (vec![0u64; words], vec![0u64; words]);
            set.iter().for_each(|&l| set_bit(&mut first, l));
            seen.iter().for_each(|&l| set_bit(&mut all, l));
            (merit, gain, Cut::OneOf { first, seen: all, levels })
        }
    };
    Some(Found::new(column, goal.no_loss(merit), goal.no_loss(gain), 0.0, cut))
}

/// The best division of the levels in two sets: its merit, its gain, and the set that holds the first level seen.
///
/// In the order of the share of a class, or of the mean, the best division of two classes or of numbers is a cut of
/// the order; with more classes each class gives an order, and the best cut of them all is taken, which is not always
/// the best of all divisions.
fn best_subset(
    terms: &Terms<'_>,
    column: u32,
    tallies: &[Vec<f64>],
    seen: &[u32],
) -> Option<(f64, f64, Vec<u32>)> {
    let (goal, whole) = (&terms.style.goal, terms.whole);
    let tolerance = goal.merit_tolerance(whole);
    let classes = match goal.classes() {
        0 => 0..1,
        2 => 1..2,
        many => 0..many,
    };
    let share = |class: usize, level: u32| {
        let tally = &tallies[level as usize];
        tally[if goal.is_numbers() { 1 } else { class }] / goal.weight(tally)
    };
    let mut best: Option<(f64, f64, Vec<u32>)> = None;
    for class in classes {
        let mut order = seen.to_vec();
        order.sort_by(|&a, &b| share(class, a).total_cmp(&share(class, b)));
        // Shares that differ by rounding are equal; the levels then stand in their own order.
        let are_equal = |&a: &u32, &b: &u32| share(class, b) - share(class, a) <= goal.value_rounding(whole);
        order.chunk_by_mut(are_equal).for_each(<[u32]>::sort_unstable);
        let mut first = goal.empty();
        let mut at = None;
        for (i, &level) in order[..order.len() - 1].iter().enumerate() {
            add_to(&mut first, &tallies[level as usize]);
            let parts = [first.clone(), subtract(whole, &first)];
            if !terms.guard.allows_parts(goal, column, &parts) {
                continue;
            }
            let (merit, gain) = goal.merit(whole, &parts);
            if best.as_ref().is_none_or(|(so_far, ..)| merit > so_far + tolerance) {
                best = Some((merit, gain, Vec::new()));
                at = Some(i);
            }
        }
        // Once, not at every better cut: there may be a million levels.
        if let (Some((.., set)), Some(at)) = (&mut best, at) {
            order.truncate(at + 1);
            *set = order;
        }
    }
    let (merit, gain, mut set) = best?;
    set.sort_unstable();
    if set.binary_search(&seen[0]).is_err() {
        set = seen.iter().copied().filter(|level| set.binary_search(level).is_err()).collect();
    }
    Some((merit, gain, set))
}
