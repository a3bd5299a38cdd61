//! A column in a few bins: numbers by quantiles, levels as they are, missing values in a bin of their own.

use hornbook_data::{Feature, Target};
use hornbook_evaluation::policy::IMBALANCED_FRACTION;
use hornbook_math::sort::sorted;

/// Bins of numbers, the one of missing values among them.
pub(super) const MOST_BINS: usize = 32;
/// A value with fewer rows has no bin of its own: out of fold, nobody would know it.
const ROWS_OF_A_BIN: usize = 4;
/// Rare classes whose smallest and largest value of a column are boundaries of bins: quantiles would not set a few rows apart.
const RARE_CLASSES: usize = 4;

/// The bin of each of some rows.
pub(super) struct BinnedColumn {
    pub bins: Vec<u32>,
    /// How many bins there may be; the last is that of missing values.
    pub count: usize,
    /// Whether bins are in the order of their values.
    pub is_ordered: bool,
}

impl BinnedColumn {
    /// The bins of these rows. Of text and objects only missing values are told from others.
    pub(super) fn of(feature: &Feature, rows: &[usize], rare: &RareClasses) -> BinnedColumn {
        match feature {
            Feature::Number(values) => {
                let cuts = cuts(values, rows, rare);
                let missing = cuts.len() as u32 + 1;
                let bin = |x: f64| match x.is_nan() {
                    true => missing,
                    false => cuts.partition_point(|&cut| cut <= x) as u32,
                };
                let bins = rows.iter().map(|&row| bin(values[row])).collect();
                BinnedColumn { bins, count: cuts.len() + 2, is_ordered: true }
            }
            Feature::Code(codes, levels) => {
                let missing = levels.len() as u32;
                let bins = rows.iter().map(|&row| codes[row].min(missing)).collect();
                BinnedColumn { bins, count: levels.len() + 1, is_ordered: false }
            }
            Feature::Text(_) | Feature::Object(_) => {
                let bins = rows.iter().map(|&row| u32::from(feature.is_missing(row))).collect();
                BinnedColumn { bins, count: 2, is_ordered: false }
            }
        }
    }

    /// The same with at most [`MOST_BINS`] bins: rare levels are put together.
    pub(super) fn compact(&self) -> Vec<u8> {
        if self.count <= MOST_BINS {
            return self.bins.iter().map(|&bin| bin as u8).collect();
        }
        let mut counts = vec![0usize; self.count];
        self.bins.iter().for_each(|&bin| counts[bin as usize] += 1);
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by_key(|&bin| std::cmp::Reverse(counts[bin]));
        let mut compact = vec![MOST_BINS as u8 - 1; self.count];
        order.iter().take(MOST_BINS - 1).enumerate().for_each(|(place, &bin)| compact[bin] = place as u8);
        self.bins.iter().map(|&bin| compact[bin as usize]).collect()
    }
}

/// The rows of rare classes, among some rows.
#[derive(Default)]
pub(super) struct RareClasses(Vec<Vec<usize>>);

impl RareClasses {
    /// The rarest classes with less than the fraction of rows that makes a target imbalanced.
    pub(super) fn of(target: &Target, rows: &[usize]) -> RareClasses {
        let Target::Classes(classes) = target else { return RareClasses::default() };
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); classes.levels.len()];
        rows.iter().for_each(|&row| members[classes.codes[row] as usize].push(row));
        let most = (IMBALANCED_FRACTION * rows.len() as f64) as usize;
        members.retain(|rows| !rows.is_empty() && rows.len() <= most);
        members.sort_by_key(Vec::len);
        members.truncate(RARE_CLASSES);
        RareClasses(members)
    }
}

/// Ascending numbers, each the smallest of its bin.
fn cuts(values: &[f64], rows: &[usize], rare: &RareClasses) -> Vec<f64> {
    // Adding zero makes −0 the 0 that it equals.
    let known = sorted(rows.iter().map(|&row| values[row] + 0.0));
    let mut distinct = known.clone();
    distinct.dedup();
    let mut edges: Vec<f64> = Vec::new();
    for members in &rare.0 {
        let of_class = sorted(members.iter().map(|&row| values[row] + 0.0));
        edges.extend(of_class.first());
        let above = of_class.last().map(|&last| distinct.partition_point(|&x| x <= last));
        edges.extend(above.and_then(|above| distinct.get(above)));
    }
    match distinct.len() < MOST_BINS - edges.len() {
        true => edges.extend(own_bins(&known)),
        false => {
            let bins = MOST_BINS - 1 - edges.len();
            edges.extend((1..bins).map(|bin| known[bin * known.len() / bins]));
        }
    }
    edges.sort_unstable_by(f64::total_cmp);
    edges.dedup();
    edges.retain(|&cut| distinct.first().is_some_and(|&first| cut > first));
    edges
}

/// Cuts of sorted numbers between all values that have enough rows.
fn own_bins(known: &[f64]) -> Vec<f64> {
    let mut cuts = Vec::new();
    let mut rows = 0;
    for equal in known.chunk_by(|a, b| a == b) {
        if rows >= ROWS_OF_A_BIN {
            cuts.push(equal[0]);
            rows = 0;
        }
        rows += equal.len();
    }
    if rows < ROWS_OF_A_BIN {
        cuts.pop();
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    fn bins(values: Vec<f64>, rare: &RareClasses) -> BinnedColumn {
        let rows: Vec<usize> = (0..values.len()).collect();
        BinnedColumn::of(&Feature::Number(values.into()), &rows, rare)
    }

    #[test]
    fn few_values_have_a_bin_each() {
        let values = [3.0, 1.0, f64::NAN, 3.0, 3.0, 1.0, 2.0, -0.0, 0.0, 3.0, 1.0, 1.0, 7.0];
        let binned = bins(values.to_vec(), &RareClasses::default());
        // Neither the zeros nor 2 nor 7 have enough rows.
        assert_eq!(binned.bins, [1, 0, 2, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1]);
        assert_eq!(binned.count, 3);
        assert_eq!(bins(vec![f64::NAN; 3], &RareClasses::default()).bins, [1, 1, 1]);
    }

    #[test]
    fn many_values_have_at_most_as_many_bins_as_allowed() {
        let values: Vec<f64> = (0..1000).map(|i| f64::from((i * 37) % 1000)).collect();
        let binned = bins(values.clone(), &RareClasses::default());
        assert!(binned.count <= MOST_BINS && binned.count > 25);
        // The three rows of a rare class are a bin of their own.
        let kinds: Vec<Option<&str>> =
            values.iter().map(|x| Some(if (500.0..503.0).contains(x) { "rare" } else { "common" })).collect();
        let table = Table::builder().category("kind", &kinds).build().unwrap();
        let data = table.dataset().target("kind").unwrap();
        let rows: Vec<usize> = (0..1000).collect();
        let rare = RareClasses::of(data.require_target().unwrap().1, &rows);
        let binned = bins(values.clone(), &rare);
        assert!(binned.count <= MOST_BINS);
        let of_rare = binned.bins[values.iter().position(|&x| x == 501.0).unwrap()];
        let alike = (0..1000).filter(|&row| binned.bins[row] == of_rare).count();
        assert_eq!(alike, 3);
    }

    #[test]
    fn rare_levels_are_put_together() {
        let levels: Vec<Option<String>> = (0..200).map(|i| Some(format!("{}", i.max(100)))).collect();
        let table = Table::builder().category("level", &levels).build().unwrap();
        let rows: Vec<usize> = (0..200).collect();
        let binned = BinnedColumn::of(&table.dataset().feature(0), &rows, &RareClasses::default());
        assert_eq!(binned.count, 101);
        let compact = binned.compact();
        assert!(compact.iter().all(|&bin| usize::from(bin) < MOST_BINS));
        assert!(compact[..101].iter().all(|&bin| bin == 0) && compact[199] == MOST_BINS as u8 - 1);
    }
}
