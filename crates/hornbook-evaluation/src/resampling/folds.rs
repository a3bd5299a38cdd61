//! Assigns rows to folds, stratified by class and with whole groups.

use hornbook_core::Rng;
use std::collections::BTreeMap;

/// Assigns the rows to `folds` folds: within each class, and over all, the folds differ by one row at most.
/// `class` is one number a row. Gives the fold of each row.
pub(crate) fn stratified_folds(class: &[u32], folds: usize, rng: &mut Rng) -> Vec<usize> {
    let mut fold_of = vec![0; class.len()];
    // One round of dealing goes through all classes, so no fold gets the extra row of every class.
    for (turn, row) in shuffled_by_class(class, rng).into_iter().flatten().enumerate() {
        fold_of[row] = turn % folds;
    }
    fold_of
}

/// Draws a fraction of the rows for the test, in every class that fraction or one row more or less. Gives whether each
/// row is drawn; at least one is and at least one is not.
pub(crate) fn stratified_sample(class: &[u32], share: f64, rng: &mut Rng) -> Vec<bool> {
    let by_class = shuffled_by_class(class, rng);
    let wanted = share_of(class.len(), share);
    let mut take: Vec<usize> =
        by_class.iter().map(|rows| (share * rows.len() as f64).floor() as usize).collect();
    // The rows still to draw go to the classes that lost most by rounding down; ties to the first.
    let mut classes: Vec<usize> = (0..by_class.len()).collect();
    let lost = |c: usize| share * by_class[c].len() as f64 - (share * by_class[c].len() as f64).floor();
    classes.sort_by(|&a, &b| lost(b).total_cmp(&lost(a)));
    let missing = wanted.saturating_sub(take.iter().sum());
    classes.into_iter().take(missing).for_each(|class| take[class] += 1);
    let mut drawn = vec![false; class.len()];
    for (rows, take) in by_class.iter().zip(take) {
        rows.iter().take(take).for_each(|&row| drawn[row] = true);
    }
    drawn
}

/// A fraction of `rows` rows as an integer, leaving at least one on both sides.
pub(crate) fn share_of(rows: usize, share: f64) -> usize {
    ((share * rows as f64).round() as usize).clamp(1, rows.saturating_sub(1).max(1))
}

fn shuffled_by_class(class: &[u32], rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut by_class: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (row, &class) in class.iter().enumerate() {
        by_class.entry(class).or_default().push(row);
    }
    let mut by_class: Vec<Vec<usize>> = by_class.into_values().collect();
    by_class.iter_mut().for_each(|rows| rng.shuffle(rows));
    by_class
}

/// Assigns whole groups to folds that should get these fractions of the rows, of each class alike. Gives the fold of
/// each row.
///
/// Greedy, the largest group first: each goes where it adds least to $\sum_{fk} (c_{fk} - s_f T_k)^2 / (s_f T_k)$,
/// the chi-square distance between what the folds hold of each class and their fraction of it.
pub(crate) fn group_folds(group: &[u32], class: &[u32], shares: &[f64], rng: &mut Rng) -> Vec<usize> {
    let mut totals: BTreeMap<u32, f64> = BTreeMap::new();
    let mut groups: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
    for (&group, &class) in group.iter().zip(class) {
        *totals.entry(class).or_default() += 1.0;
        *groups.entry(group).or_default().entry(class).or_default() += 1.0;
    }
    let size = |classes: &BTreeMap<u32, f64>| classes.values().sum::<f64>();
    let mut order: Vec<(u32, BTreeMap<u32, f64>)> = groups.into_iter().collect();
    // Shuffled first, so that chance decides between groups of one size.
    rng.shuffle(&mut order);
    order.sort_by(|(_, a), (_, b)| size(b).total_cmp(&size(a)));

    let mut held: Vec<BTreeMap<u32, f64>> = vec![BTreeMap::new(); shares.len()];
    let mut fold_of_group: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, (group, classes)) in order.iter().enumerate() {
        let added = |fold: usize| -> f64 {
            let has = |class| held[fold].get(class).copied().unwrap_or(0.0);
            classes.iter().map(|(class, n)| n * (2.0 * has(class) + n) / (totals[class] * shares[fold])).sum()
        };
        let cost = |fold: usize| (added(fold), size(&held[fold]) / shares[fold]);
        // The last groups go to the folds that would otherwise stay empty.
        let empty: Vec<usize> = (0..shares.len()).filter(|&fold| held[fold].is_empty()).collect();
        let open = if order.len() - at <= empty.len() { empty } else { (0..shares.len()).collect() };
        let best = open.into_iter().min_by(|&a, &b| {
            let ((a, a_size), (b, b_size)) = (cost(a), cost(b));
            a.total_cmp(&b).then(a_size.total_cmp(&b_size))
        });
        if let Some(fold) = best {
            classes.iter().for_each(|(&class, n)| *held[fold].entry(class).or_default() += n);
            fold_of_group.insert(*group, fold);
        }
    }
    group.iter().map(|group| fold_of_group[group]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;
    use proptest::prelude::*;

    fn rows() -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(0u32..4, 2..80)
    }

    fn counts(keep: impl Fn(usize) -> bool, class: &[u32], k: u32) -> usize {
        (0..class.len()).filter(|&row| keep(row) && class[row] == k).count()
    }

    proptest! {
        #[test]
        fn folds_hold_every_class_alike(class in rows(), folds in 2usize..7, seed: u64) {
            let fold_of = stratified_folds(&class, folds, &mut Seed(seed).rng());
            prop_assert!(fold_of.iter().all(|&fold| fold < folds));
            for k in 0..4 {
                let held: Vec<usize> = (0..folds).map(|f| counts(|row| fold_of[row] == f, &class, k)).collect();
                prop_assert!(held.iter().max().unwrap() - held.iter().min().unwrap() <= 1, "{:?}", held);
            }
            let sizes: Vec<usize> = (0..folds).map(|f| fold_of.iter().filter(|&&x| x == f).count()).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{:?}", sizes);
        }

        #[test]
        fn a_draw_holds_every_class_alike(class in rows(), share in 0.01f64..0.99, seed: u64) {
            let drawn = stratified_sample(&class, share, &mut Seed(seed).rng());
            let total = drawn.iter().filter(|&&d| d).count();
            prop_assert_eq!(total, share_of(class.len(), share));
            prop_assert!(0 < total && total < class.len());
            for k in 0..4 {
                let exact = share * counts(|_| true, &class, k) as f64;
                let held = counts(|row| drawn[row], &class, k) as f64;
                prop_assert!((held - exact).abs() <= 1.0 + 1e-9, "class {}: {} of {}", k, held, exact);
            }
        }

        #[test]
        fn groups_stay_whole(rows in proptest::collection::vec((0u32..9, 0u32..3), 12..80), seed: u64) {
            let (group, class): (Vec<u32>, Vec<u32>) = rows.into_iter().unzip();
            let fold_of = group_folds(&group, &class, &[0.5, 0.3, 0.2], &mut Seed(seed).rng());
            let mut seen = BTreeMap::new();
            for (group, fold) in group.iter().zip(&fold_of) {
                prop_assert_eq!(seen.entry(group).or_insert(fold), &fold);
            }
            let filled: std::collections::BTreeSet<_> = fold_of.iter().collect();
            prop_assert_eq!(filled.len(), seen.len().min(3));
        }
    }
}
