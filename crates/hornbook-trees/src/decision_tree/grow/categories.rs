//! Questions about categories, from the tally of each level.

use super::goal::{Goal, add_to};
use super::{Cut, Found};
use crate::decision_tree::params::CategorySplits;
use crate::decision_tree::tree::set_bit;

/// The best question about a category. `tallies` has one tally a level and, last, that of the missing values.
pub(super) fn best_question(
    goal: &Goal,
    style: CategorySplits,
    column: u32,
    whole: &[f64],
    tallies: &[Vec<f64>],
    min_leaf: f64,
) -> Option<Found> {
    let levels = tallies.len() as u32 - 1;
    let seen: Vec<u32> = (0..=levels).filter(|&l| goal.weight(&tallies[l as usize]) > 0.0).collect();
    if seen.len() < 2 {
        return None;
    }
    match style {
        CategorySplits::Multiway => {
            let parts: Vec<Vec<f64>> = seen.iter().map(|&l| tallies[l as usize].clone()).collect();
            if parts.iter().any(|part| goal.weight(part) < min_leaf) {
                return None;
            }
            let (merit, gain) = goal.merit(whole, &parts);
            Some(Found { column, merit: merit.max(0.0), gain: gain.max(0.0), cut: Cut::Which { branches: seen, levels } })
        }
        CategorySplits::Subset => best_subset(goal, column, whole, tallies, &seen, min_leaf, levels),
    }
}

/// The best division of the levels in two sets. In the order of the share of a class, or of the mean, the best
/// division of two classes or of numbers is a cut of the order; with more classes each class gives an order, and
/// the best cut of them all is taken, which is not always the best of all divisions.
fn best_subset(
    goal: &Goal,
    column: u32,
    whole: &[f64],
    tallies: &[Vec<f64>],
    seen: &[u32],
    min_leaf: f64,
    levels: u32,
) -> Option<Found> {
    let weight = goal.weight(whole);
    let keys: Vec<Box<dyn Fn(&[f64]) -> f64>> = match goal.classes() {
        0 => vec![Box::new(|t: &[f64]| t[1] / t[0])],
        2 => vec![Box::new(|t: &[f64]| t[1] / (t[0] + t[1]))],
        many => (0..many)
            .map(|class| Box::new(move |t: &[f64]| t[class] / t.iter().sum::<f64>()) as Box<dyn Fn(&[f64]) -> f64>)
            .collect(),
    };
    let mut best: Option<(f64, f64, Vec<u32>)> = None;
    let tolerance = goal.merit_tolerance(whole);
    for key in keys {
        let mut order = seen.to_vec();
        order.sort_by(|&a, &b| key(&tallies[a as usize]).total_cmp(&key(&tallies[b as usize])).then(a.cmp(&b)));
        let mut first = goal.empty();
        for (i, &level) in order[..order.len() - 1].iter().enumerate() {
            add_to(&mut first, &tallies[level as usize]);
            let second = super::goal::subtract(whole, &first);
            let first_weight = goal.weight(&first);
            if first_weight < min_leaf || weight - first_weight < min_leaf {
                continue;
            }
            let (merit, gain) = goal.merit(whole, &[first.clone(), second]);
            if best.as_ref().is_none_or(|(so_far, ..)| merit > so_far + tolerance) {
                best = Some((merit, gain, order[..=i].to_vec()));
            }
        }
    }
    let (merit, gain, mut set) = best?;
    // The set that holds the first level seen is the first side, whichever end of the order it came from.
    if !set.contains(&seen[0]) {
        set = seen.iter().copied().filter(|l| !set.contains(l)).collect();
    }
    let words = (levels as usize + 1).div_ceil(64);
    let (mut first, mut all) = (vec![0u64; words], vec![0u64; words]);
    set.iter().for_each(|&l| set_bit(&mut first, l));
    seen.iter().for_each(|&l| set_bit(&mut all, l));
    Some(Found { column, merit: merit.max(0.0), gain: gain.max(0.0), cut: Cut::OneOf { first, seen: all, levels } })
}
