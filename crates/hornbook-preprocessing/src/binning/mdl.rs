//! Cuts by the minimum description length principle (Fayyad and Irani 1993).

/// The cuts of a column, ascending, from its numbers with the class and the weight of each row.
pub(super) fn cuts(mut rows: Vec<(f64, u32, f64)>, classes: usize) -> Vec<f64> {
    rows.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2)));
    let mut cuts = Vec::new();
    let mut open: Vec<&[(f64, u32, f64)]> = vec![&rows];
    while let Some(part) = open.pop() {
        if let Some(at) = best_cut(part, classes) {
            cuts.push(f64::midpoint(part[at - 1].0, part[at].0));
            open.push(&part[..at]);
            open.push(&part[at..]);
        }
    }
    cuts.sort_unstable_by(f64::total_cmp);
    cuts
}

/// The weight of each class.
fn counts(part: &[(f64, u32, f64)], classes: usize) -> Vec<f64> {
    let mut counts = vec![0.0; classes];
    part.iter().for_each(|&(_, class, weight)| counts[class as usize] += weight);
    counts
}

/// The entropy of classes of these weights, in bits.
fn entropy(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    let bits = |&count: &f64| if count > 0.0 { -count / total * (count / total).log2() } else { 0.0 };
    counts.iter().map(bits).sum()
}

/// How many classes there are.
fn present(counts: &[f64]) -> f64 {
    counts.iter().filter(|count| **count > 0.0).count() as f64
}

/// Where the classes are told apart best, if that is worth its description.
fn best_cut(part: &[(f64, u32, f64)], classes: usize) -> Option<usize> {
    let all = counts(part, classes);
    let total: f64 = all.iter().sum();
    let whole = entropy(&all);
    let mut left = vec![0.0; classes];
    let mut best: Option<(f64, usize, Vec<f64>)> = None;
    for at in 1..part.len() {
        let (_, class, weight) = part[at - 1];
        left[class as usize] += weight;
        if part[at - 1].0 == part[at].0 {
            continue;
        }
        let right: Vec<f64> = all.iter().zip(&left).map(|(all, left)| (all - left).max(0.0)).collect();
        let share = left.iter().sum::<f64>() / total;
        let within = share * entropy(&left) + (1.0 - share) * entropy(&right);
        // Rounding must not choose among cuts that are as good.
        if best.as_ref().is_none_or(|best| within < best.0 - 1e-12) {
            best = Some((within, at, left.clone()));
        }
    }
    let (within, at, left) = best?;
    let right: Vec<f64> = all.iter().zip(&left).map(|(all, left)| (all - left).max(0.0)).collect();
    let k = present(&all);
    let entropies = k * whole - present(&left) * entropy(&left) - present(&right) * entropy(&right);
    let cost = (total - 1.0).max(1.0).log2() + (3f64.powf(k) - 2.0).log2() - entropies;
    (whole - within > cost / total + 1e-12).then_some(at)
}
