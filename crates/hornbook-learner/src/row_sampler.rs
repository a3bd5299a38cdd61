//! Drawing rows by weight.

use crate::unit_weight_sampler::UnitWeightSampler;
use hornbook_core::{Rng, Seed};
use hornbook_data::{Dataset, Target};

/// More draws than this change nothing that could be seen: each then stands for several rows.
const MOST_DRAWS: f64 = (1u64 << 24) as f64;
/// So many draws are made for each row at most, so that time follows the rows and not their weights; few rows may have more.
const DRAWS_A_ROW: f64 = 64.0;
const DRAWS_ANYWAY: f64 = (1u64 << 16) as f64;
/// A part of a sum of weights that is rounding.
const ROUNDING: f64 = 1e-12;

/// The rows of a view laid side by side, each as wide as it weighs, in an order that depends on their content alone.
///
/// A draw is a position on that line. So a row of weight 2 is drawn as the row twice would be, a row of weight 0 never, and
/// the order of the rows and columns of the table does not matter.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_data::Table;
/// use hornbook_learner::RowSampler;
/// let table = Table::builder().number("x", vec![5.0, 6.0, 7.0]).build()?;
/// let drawn = RowSampler::of(&table.dataset()).bootstrap(&[1.0, 0.0, 3.0], 1.0, &mut Seed(1).rng());
/// assert_eq!((drawn[1], drawn.iter().sum::<f64>()), (0.0, 4.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RowSampler {
    /// Positions in the view.
    order: Vec<u32>,
    /// The fingerprints in that order.
    prints: Vec<u64>,
}

impl RowSampler {
    /// The rows of a view.
    pub fn of(data: &Dataset) -> RowSampler {
        let mut keyed: Vec<(u64, u32)> = data.fingerprints().into_iter().zip(0..).collect();
        keyed.sort_unstable();
        RowSampler { order: keyed.iter().map(|k| k.1).collect(), prints: keyed.iter().map(|k| k.0).collect() }
    }

    /// How often each row is drawn, if a fraction of the weight is drawn with replacement. `weights` has a weight for each
    /// row of the view.
    pub fn bootstrap(&self, weights: &[f64], share: f64, rng: &mut Rng) -> Vec<f64> {
        let ends = self.ends(weights);
        let total = ends.last().copied().unwrap_or(0.0);
        let (count, width) = draws(total * share, most_draws(weights.len()));
        let mut drawn = vec![0.0; weights.len()];
        for _ in 0..if total > 0.0 { count } else { 0 } {
            let place = rng.unit() * total;
            // Rounding may put a position at the very end.
            let at = ends.partition_point(|&end| end <= place);
            let at = if at < ends.len() { at } else { ends.partition_point(|&end| end < total) };
            drawn[self.order[at] as usize] += width;
        }
        drawn
    }

    /// How much of each row is drawn, if a fraction of the weight is drawn without replacement, in units of weight 1.
    pub fn subsample(&self, weights: &[f64], share: f64, rng: &mut Rng) -> Vec<f64> {
        let units = UnitWeightSampler::at_most(most_draws(weights.len()), &self.order, self.ends(weights));
        let mut order: Vec<u32> = (0..units.len() as u32).collect();
        rng.shuffle(&mut order);
        order.truncate(((units.len() as f64 * share).round() as usize).max(1));
        order.sort_unstable();
        let mut drawn = vec![0.0; weights.len()];
        for unit in order {
            units.for_each_part(unit as usize, |row, part| drawn[row as usize] += part);
        }
        drawn
    }

    /// The weight of the rows in units of 1, for drawing a few of them.
    pub fn unit_weights(&self, weights: &[f64]) -> UnitWeightSampler<'_> {
        UnitWeightSampler::new(&self.order, self.ends(weights))
    }

    /// A sample of at most `most` rows, whose weights sum to the same; the others weigh 0. Rows that are equal are one. If
    /// there are more, positions at equal distances on the line are drawn, from a random one on.
    pub fn sample(&self, weights: &[f64], most: usize, rng: &mut Rng) -> Vec<f64> {
        let mut drawn = vec![0.0; weights.len()];
        let ends = self.ends(weights);
        let total = ends.last().copied().unwrap_or(0.0);
        let places: Vec<usize> = (0..self.order.len()).collect();
        // Where equal rows lie on the line.
        let sets: Vec<&[usize]> = places.chunk_by(|&a, &b| self.prints[a] == self.prints[b]).collect();
        let width_of = |set: &[usize]| set.iter().map(|&at| weights[self.order[at] as usize]).sum::<f64>();
        let heavy: Vec<&&[usize]> = sets.iter().filter(|set| width_of(set) > 0.0).collect();
        let first_of =
            |set: &[usize]| set.iter().map(|&at| self.order[at] as usize).find(|&row| weights[row] > 0.0);
        if heavy.len() <= most {
            for set in heavy {
                first_of(set).into_iter().for_each(|row| drawn[row] = width_of(set));
            }
            return drawn;
        }
        let distance = total / most as f64;
        let start = rng.unit() * distance;
        let mut sets = heavy.into_iter().peekable();
        for draw in 0..most {
            let place = start + draw as f64 * distance;
            let ends_before = |set: &&&[usize]| set.last().is_some_and(|&last| ends[last] <= place);
            // Rounding may put a position at the very end.
            while sets.peek().is_some_and(ends_before) && sets.len() > 1 {
                sets.next();
            }
            let row = sets.peek().and_then(|set| first_of(set));
            row.into_iter().for_each(|row| drawn[row] += distance);
        }
        drawn
    }

    /// Assigns the rows to folds; gives the fold of each row of the view. Rows of one group, or rows that are equal, go to
    /// the same fold, so that no row is evaluated by a model that has seen its like. Classes are stratified. With more
    /// folds than there are such sets, or none asked for, each set is a fold of its own: leave one out.
    pub fn assign_folds(&self, data: &Dataset, folds: Option<usize>, seed: Seed) -> (Vec<usize>, usize) {
        let at = |row: u32| data.rows().at(row as usize) as usize;
        let class = |row: u32| match data.target_values() {
            Some((_, Target::Classes(classes))) => classes.codes[at(row)],
            _ => 0,
        };
        let mut sets: Vec<(u32, u64, Vec<u32>)> = Vec::new();
        let mut set_of_group = std::collections::BTreeMap::new();
        for (place, &row) in self.order.iter().enumerate() {
            let is_equal = place > 0 && self.prints[place] == self.prints[place - 1];
            let known = match data.groups() {
                Some(groups) => {
                    let next = sets.len();
                    let set = *set_of_group.entry(groups[at(row)]).or_insert(next);
                    (set < next).then_some(set)
                }
                None => is_equal.then(|| sets.len() - 1),
            };
            match known {
                Some(set) => sets[set].2.push(row),
                None => sets.push((class(row), seed.derive(self.prints[place]).0, vec![row])),
            }
        }
        sets.sort_by_key(|set| (set.0, set.1));
        let count = folds.unwrap_or(sets.len()).min(sets.len()).max(1);
        let mut fold_of = vec![0; self.order.len()];
        for (turn, (_, _, rows)) in sets.iter().enumerate() {
            rows.iter().for_each(|&row| fold_of[row as usize] = turn % count);
        }
        (fold_of, count)
    }

    /// Where each row ends on the line.
    fn ends(&self, weights: &[f64]) -> Vec<f64> {
        let mut sum = 0.0;
        let end = |&row: &u32| {
            sum += weights[row as usize];
            sum
        };
        self.order.iter().map(end).collect()
    }
}

/// How many draws are made of so many rows.
pub(crate) fn most_draws(rows: usize) -> f64 {
    (DRAWS_A_ROW * rows as f64).clamp(DRAWS_ANYWAY, MOST_DRAWS)
}

/// How many draws make up a weight, and what each of them weighs.
fn draws(weight: f64, most: f64) -> (usize, f64) {
    let count = weight.round().clamp(1.0, most);
    // Weights that were scaled to sum to a whole number do so but for rounding, which would decide between equal splits.
    let is_whole = (weight - count).abs() <= ROUNDING * count;
    (count as usize, if is_whole { 1.0 } else { weight / count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    fn numbers(x: Vec<f64>) -> Dataset {
        Table::builder().number("x", x).build().unwrap().dataset()
    }

    /// What was drawn of each value.
    fn by_value(x: &[f64], drawn: &[f64]) -> Vec<(u64, f64)> {
        let mut sums = std::collections::BTreeMap::new();
        x.iter().zip(drawn).for_each(|(x, d)| *sums.entry(x.to_bits()).or_insert(0.0) += d);
        sums.into_iter().filter(|(_, sum)| *sum > 0.0).collect()
    }

    #[test]
    fn a_weight_of_two_is_the_row_twice() {
        let (x, weights) = (vec![4.0, 1.0, 3.0, 9.0], [2.0, 0.0, 1.0, 3.0]);
        let copies = vec![9.0, 4.0, 9.0, 3.0, 4.0, 9.0];
        let (one, other) = (RowSampler::of(&numbers(x.clone())), RowSampler::of(&numbers(copies.clone())));
        for seed in 0..50 {
            let rng = || Seed(seed).rng();
            for share in [0.5, 1.0] {
                assert_eq!(
                    by_value(&x, &one.bootstrap(&weights, share, &mut rng())),
                    by_value(&copies, &other.bootstrap(&[1.0; 6], share, &mut rng())),
                );
                assert_eq!(
                    by_value(&x, &one.subsample(&weights, share, &mut rng())),
                    by_value(&copies, &other.subsample(&[1.0; 6], share, &mut rng())),
                );
            }
        }
    }

    #[test]
    fn draws_weigh_what_was_asked_for() {
        let sampler = RowSampler::of(&numbers((0..40).map(f64::from).collect()));
        let weights: Vec<f64> = (0..40).map(|i| f64::from(i % 5) * 0.3).collect();
        let total: f64 = weights.iter().sum();
        let close = |drawn: &[f64], weight: f64| (drawn.iter().sum::<f64>() - weight).abs() < 1e-9;
        assert!(close(&sampler.bootstrap(&weights, 0.5, &mut Seed(1).rng()), total / 2.0));
        let taken = sampler.subsample(&weights, 1.0, &mut Seed(1).rng());
        assert!(taken.iter().zip(&weights).all(|(t, w)| (t - w).abs() < 1e-12));
        let half = sampler.subsample(&weights, 0.5, &mut Seed(1).rng());
        assert!(close(&half, total / 2.0) && half.iter().zip(&weights).all(|(t, w)| *t <= w + 1e-12));
        let mut counts = [0.0; 2];
        let pair = RowSampler::of(&numbers(vec![1.0, 2.0]));
        for seed in 0..2000 {
            let drawn = pair.bootstrap(&[1.0, 3.0], 0.25, &mut Seed(seed).rng());
            counts.iter_mut().zip(&drawn).for_each(|(c, d)| *c += d);
        }
        assert!((counts[0] / 2000.0 - 0.25).abs() < 0.03, "{counts:?}");
        // What sums to a whole number but for rounding is drawn in units of 1.
        let drawn = sampler.bootstrap(&[1.0 - 1e-15; 40], 1.0, &mut Seed(1).rng());
        assert!(drawn.iter().all(|drawn| drawn.fract() == 0.0) && drawn.iter().sum::<f64>() == 40.0);
        assert_eq!(pair.bootstrap(&[0.0, 0.0], 1.0, &mut Seed(1).rng()), [0.0, 0.0]);
        assert_eq!(pair.subsample(&[0.0, 0.0], 1.0, &mut Seed(1).rng()), [0.0, 0.0]);
        // A weight beyond all counting is drawn in fewer, heavier draws.
        let heavy = pair.bootstrap(&[1e12, 1e12], 1.0, &mut Seed(1).rng());
        assert!((heavy.iter().sum::<f64>() / 2e12 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn samples_have_few_rows_and_all_the_weight() {
        let x: Vec<f64> = (0..50).map(f64::from).collect();
        let weights: Vec<f64> = (0..50).map(|i| f64::from(i % 4)).collect();
        let copies: Vec<f64> = (0..50).rev().flat_map(|i| vec![f64::from(i); (i % 4) as usize]).collect();
        let (one, other) = (RowSampler::of(&numbers(x.clone())), RowSampler::of(&numbers(copies.clone())));
        for seed in 0..50 {
            for most in [1, 7, 37, 38, 100] {
                let drawn = one.sample(&weights, most, &mut Seed(seed).rng());
                let total: f64 = drawn.iter().sum();
                assert!((total - 73.0).abs() < 1e-9, "{total}");
                assert!(drawn.iter().filter(|&&d| d > 0.0).count() <= most);
                assert!(drawn.iter().zip(&weights).all(|(d, w)| *d == 0.0 || *w > 0.0));
                let again = other.sample(&vec![1.0; copies.len()], most, &mut Seed(seed).rng());
                assert_eq!(by_value(&x, &drawn), by_value(&copies, &again));
            }
        }
        // Each row is drawn as often as it weighs.
        let mut sums = vec![0.0; 50];
        for seed in 0..4000 {
            let drawn = one.sample(&weights, 5, &mut Seed(seed).rng());
            sums.iter_mut().zip(drawn).for_each(|(sum, d)| *sum += d / 4000.0);
        }
        assert!(sums.iter().zip(&weights).all(|(sum, weight)| (sum - weight).abs() < 0.6), "{sums:?}");
        assert_eq!(RowSampler::of(&numbers(vec![1.0])).sample(&[0.0], 3, &mut Seed(1).rng()), [0.0]);
    }

    #[test]
    fn folds_keep_equal_rows_and_groups_together() {
        let x: Vec<f64> = (0..60).map(|i| f64::from(i % 20)).collect();
        let labels: Vec<Option<&str>> = (0..60).map(|i| Some(if i % 20 < 5 { "a" } else { "b" })).collect();
        let data = Table::builder().number("x", x).category("c", &labels).build().unwrap().dataset();
        let data = data.target("c").unwrap();
        let (folds, count) = RowSampler::of(&data).assign_folds(&data, Some(5), Seed(3));
        assert_eq!(count, 5);
        assert!((0..60).all(|i| folds[i] == folds[i % 20]));
        for fold in 0..5 {
            assert_eq!((0..5).filter(|&i| folds[i] == fold).count(), 1, "a class is dealt evenly");
            assert_eq!((0..20).filter(|&i| folds[i] == fold).count(), 4);
        }
        assert_eq!(RowSampler::of(&data).assign_folds(&data, None, Seed(3)).1, 20);
        let grouped = data.with_groups((0..60).map(|i| i / 6).collect()).unwrap();
        let (folds, count) = RowSampler::of(&grouped).assign_folds(&grouped, Some(3), Seed(3));
        assert!((0..60).all(|i| folds[i] == folds[i / 6 * 6]) && count == 3);
    }
}
