//! Splits on categories, from the tally of each level.

use super::NodeContext;
use super::impurity::{add_to, subtract};
use super::split_rule::{SplitCandidate, SplitRule};
use crate::bits::set_bit;
use crate::category_order::sort_levels;
use crate::decision_tree::params::CategorySplits;

/// The best split on a category. `tallies` has one tally a level and, last, that of the missing values.
pub(super) fn best_category_split(
    context: &NodeContext<'_>,
    column: u32,
    tallies: &[Vec<f64>],
) -> Option<SplitCandidate> {
    let impurity = &context.options.impurity;
    let levels = tallies.len() as u32 - 1;
    let seen: Vec<u32> = (0..=levels).filter(|&l| impurity.weight(&tallies[l as usize]) > 0.0).collect();
    if seen.len() < 2 {
        return None;
    }
    let (merit, gain, rule) = match context.options.categories {
        CategorySplits::Multiway => {
            let parts: Vec<Vec<f64>> = seen.iter().map(|&l| tallies[l as usize].clone()).collect();
            if !context.constraints.allows_parts(impurity, column, &parts) {
                return None;
            }
            let (merit, gain) = impurity.merit(context.whole, &parts);
            (merit, gain, SplitRule::Which { branches: seen, levels, missing: None })
        }
        CategorySplits::Subset => {
            let (merit, gain, set) = best_subset(context, column, tallies, &seen)?;
            // A level is on either side; which side is called the first says nothing.
            let sides = seen.len() as f64 - 1.0;
            let (merit, gain) = impurity.less_choice((merit, gain), sides, impurity.weight(context.whole));
            let words = (levels as usize + 1).div_ceil(64);
            let (mut first, mut all) = (vec![0u64; words], vec![0u64; words]);
            set.iter().for_each(|&l| set_bit(&mut first, l));
            seen.iter().for_each(|&l| set_bit(&mut all, l));
            (merit, gain, SplitRule::OneOf { first, seen: all, levels })
        }
    };
    Some(SplitCandidate::new(column, impurity.no_loss(merit), impurity.no_loss(gain), 0.0, rule))
}

/// The best division of the levels in two sets: its merit, its gain, and the set that holds the first level seen.
///
/// In the order of the fraction of a class, or of the mean, the best division of two classes or of numbers is a cut of
/// the order; with more classes each class gives an order, and the best cut of them all is taken, which is not always
/// the best of all divisions.
fn best_subset(
    context: &NodeContext<'_>,
    column: u32,
    tallies: &[Vec<f64>],
    seen: &[u32],
) -> Option<(f64, f64, Vec<u32>)> {
    let (impurity, whole) = (&context.options.impurity, context.whole);
    let tolerance = impurity.merit_tolerance(whole);
    let classes = match impurity.classes() {
        0 => 0..1,
        2 => 1..2,
        many => 0..many,
    };
    let share = |class: usize, level: u32| {
        let tally = &tallies[level as usize];
        tally[if impurity.is_numbers() { 1 } else { class }] / impurity.weight(tally)
    };
    let mut best: Option<(f64, f64, Vec<u32>)> = None;
    for class in classes {
        let mut order: Vec<(f64, u32)> = seen.iter().map(|&level| (share(class, level), level)).collect();
        sort_levels(&mut order, Some(impurity.value_rounding(whole)));
        let mut first = impurity.empty();
        let mut at = None;
        for (i, &(_, level)) in order[..order.len() - 1].iter().enumerate() {
            add_to(&mut first, &tallies[level as usize]);
            let parts = [first.clone(), subtract(whole, &first)];
            if !context.constraints.allows_parts(impurity, column, &parts) {
                continue;
            }
            let (merit, gain) = impurity.merit(whole, &parts);
            if best.as_ref().is_none_or(|(so_far, ..)| merit > so_far + tolerance) {
                best = Some((merit, gain, Vec::new()));
                at = Some(i);
            }
        }
        // Once, not at every better cut: there may be a million levels.
        if let (Some((.., set)), Some(at)) = (&mut best, at) {
            *set = order[..=at].iter().map(|&(_, level)| level).collect();
        }
    }
    let (merit, gain, mut set) = best?;
    set.sort_unstable();
    if set.binary_search(&seen[0]).is_err() {
        set = seen.iter().copied().filter(|level| set.binary_search(level).is_err()).collect();
    }
    Some((merit, gain, set))
}
