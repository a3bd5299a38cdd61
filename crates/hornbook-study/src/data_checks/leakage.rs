//! Target leakage: columns that duplicate the target, or nearly so.

use hornbook_data::{Feature, MISSING_CODE, RowSelection, Target};
use std::collections::BTreeMap;

/// Fewer rows than this agree by chance.
const ENOUGH_ROWS: usize = 20;
/// Bins that numbers are put into to see how well they predict alone.
const BINS: usize = 64;
/// Rows looked at.
const SAMPLE: usize = 20_000;
/// A column that is right this often all by itself is suspicious, if guessing is right less often than `GUESSED`.
const SUSPICIOUS_ACCURACY: f64 = 0.98;
const GUESSED: f64 = 0.9;

/// A value that can be compared exactly: the bits of a number, or the code of a level; none where it is missing.
fn value(column: &Feature, row: usize) -> Option<u64> {
    match column {
        Feature::Number(numbers) => (!numbers[row].is_nan()).then(|| (numbers[row] + 0.0).to_bits()),
        Feature::Code(codes, _) => (codes[row] != MISSING_CODE).then(|| u64::from(codes[row])),
        // Every text and every object is another.
        Feature::Text(_) | Feature::Object(_) => (!column.is_missing(row)).then_some(row as u64),
    }
}

/// Whether a column duplicates the target: for classes one value a class and one class a value, for numbers a
/// rising or falling function of the target.
pub(super) fn duplicates_target(column: &Feature, target: &Target, rows: &RowSelection) -> bool {
    if rows.len() < ENOUGH_ROWS {
        return false;
    }
    match target {
        Target::Classes(classes) => {
            let mut class_of: BTreeMap<u64, u32> = BTreeMap::new();
            let mut value_of: BTreeMap<u32, u64> = BTreeMap::new();
            let agrees = rows.iter().all(|row| {
                let class = classes.codes[row as usize];
                value(column, row as usize).is_some_and(|value| {
                    *class_of.entry(value).or_insert(class) == class
                        && *value_of.entry(class).or_insert(value) == value
                })
            });
            agrees && class_of.len() > 1
        }
        Target::Numbers(truth) => {
            let Feature::Number(numbers) = column else { return false };
            let mut pairs: Vec<(f64, f64)> =
                rows.iter().map(|row| (numbers[row as usize], truth[row as usize])).collect();
            if pairs.iter().any(|pair| pair.0.is_nan()) {
                return false;
            }
            pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            let rises = pairs.last().zip(pairs.first()).is_some_and(|(last, first)| last.1 > first.1);
            let one_to_one = pairs.windows(2).all(|pair| {
                let ((x, y), (next_x, next_y)) = (pair[0], pair[1]);
                if x == next_x {
                    y == next_y
                } else if rises {
                    y < next_y
                } else {
                    y > next_y
                }
            });
            one_to_one && pairs.first().map(|pair| pair.0) != pairs.last().map(|pair| pair.0)
        }
    }
}

/// The held-out accuracy (or R²) of a column alone, if that is suspiciously high. A missing value counts as a value, since
/// missingness can give a class away.
pub(super) fn suspicious_accuracy(column: &Feature, target: &Target, rows: &RowSelection) -> Option<f64> {
    let step = rows.len().div_ceil(SAMPLE).max(1);
    let looked_at: Vec<usize> = rows.iter().step_by(step).map(|row| row as usize).collect();
    if looked_at.len() < 2 * ENOUGH_ROWS {
        return None;
    }
    // Rows that stand beside each other may belong together, so halves alternate.
    let (learned, held_out): (Vec<_>, Vec<_>) =
        looked_at.iter().enumerate().partition(|(place, _)| place % 2 == 0);
    let plain = |half: Vec<(usize, &usize)>| half.into_iter().map(|(_, &row)| row).collect::<Vec<usize>>();
    let (learned, held_out) = (plain(learned), plain(held_out));
    let bin_of = binning(column, &learned);
    match target {
        Target::Classes(classes) => {
            let class = |row: usize| classes.codes[row] as usize;
            let mut counts: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
            let mut all = vec![0usize; classes.levels.len()];
            for &row in &learned {
                counts.entry(bin_of(row)).or_insert_with(|| vec![0; all.len()])[class(row)] += 1;
                all[class(row)] += 1;
            }
            let most = |counts: &[usize]| {
                (0..counts.len()).rev().max_by_key(|&class| counts[class]).unwrap_or_default()
            };
            let common = most(&all);
            let right = |row: &&usize| {
                counts.get(&bin_of(**row)).map_or(common, |counts| most(counts)) == class(**row)
            };
            let share = held_out.iter().filter(right).count() as f64 / held_out.len() as f64;
            let guessed =
                held_out.iter().filter(|&&row| class(row) == common).count() as f64 / held_out.len() as f64;
            (share >= SUSPICIOUS_ACCURACY && guessed < GUESSED).then_some(share)
        }
        Target::Numbers(truth) => {
            let mut sums: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
            for &row in &learned {
                let sum = sums.entry(bin_of(row)).or_default();
                *sum = (sum.0 + truth[row], sum.1 + 1.0);
            }
            let mean = |rows: &[usize]| rows.iter().map(|&row| truth[row]).sum::<f64>() / rows.len() as f64;
            let (overall, center) = (mean(&learned), mean(&held_out));
            let square = |guess: f64, row: usize| (truth[row] - guess) * (truth[row] - guess);
            let (mut left, mut total) = (0.0, 0.0);
            for &row in &held_out {
                let guess = sums.get(&bin_of(row)).map_or(overall, |(sum, count)| sum / count);
                left += square(guess, row);
                total += square(center, row);
            }
            let explained = 1.0 - left / total;
            (explained >= SUSPICIOUS_ACCURACY).then_some(explained)
        }
    }
}

/// Which bin a row's value belongs to: levels as they are, numbers by quantiles of the learned rows, missing values by
/// themselves.
fn binning<'a>(column: &'a Feature, learned: &[usize]) -> impl Fn(usize) -> u64 + 'a {
    let cuts: Vec<f64> = match column {
        Feature::Number(numbers) => {
            let mut known: Vec<f64> =
                learned.iter().map(|&row| numbers[row]).filter(|x| !x.is_nan()).collect();
            known.sort_unstable_by(f64::total_cmp);
            known.dedup();
            let bins = known.len().min(BINS);
            (1..bins).map(|bin| known[bin * known.len() / bins]).collect()
        }
        _ => Vec::new(),
    };
    move |row| match column {
        Feature::Number(numbers) if numbers[row].is_nan() => u64::MAX,
        Feature::Number(numbers) => cuts.partition_point(|&cut| cut <= numbers[row]) as u64,
        Feature::Code(codes, _) => u64::from(codes[row]),
        Feature::Text(_) | Feature::Object(_) => row as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::{Dataset, Table};

    fn numbers(rows: usize, of: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..rows).map(|i| of(((i * 37) % rows) as f64)).collect()
    }

    fn first_feature(data: &Dataset) -> (bool, Option<f64>) {
        let (_, target) = data.require_target().unwrap();
        let column = data.feature(0);
        (duplicates_target(&column, target, data.rows()), suspicious_accuracy(&column, target, data.rows()))
    }

    #[test]
    fn copies_of_numbers_rise_or_fall_with_the_target() {
        let look = |x: Vec<f64>| {
            let table = Table::builder().number("x", x).number("y", numbers(100, |i| i * i)).build().unwrap();
            first_feature(&table.dataset().target("y").unwrap())
        };
        assert!(look(numbers(100, |i| 3.0 - 2.0 * i)).0);
        assert!(look(numbers(100, |i| i.sqrt())).0);
        assert!(!look(numbers(100, |i| (i - 50.0).abs())).0);
        assert!(!look(numbers(100, |i| if i > 98.0 { 0.0 } else { i })).0);
        let (copy, right) = look(numbers(100, |i| i % 5.0));
        assert!(!copy && right.is_none());
    }

    #[test]
    fn copies_of_classes_are_one_to_one() {
        let kinds: Vec<Option<&str>> = (0..60).map(|i| Some(["a", "b", "c"][i % 3])).collect();
        let look = |x: Vec<f64>| {
            let table = Table::builder().number("x", x).category("kind", &kinds).build().unwrap();
            first_feature(&table.dataset().target("kind").unwrap())
        };
        assert!(look((0..60).map(|i| [7.0, -1.0, 2.0][i % 3]).collect()).0);
        // Every number has one class, but a class has several numbers.
        let (copy, right) = look((0..60).map(|i| (i % 3) as f64 * 10.0 + (i % 2) as f64).collect());
        assert!(!copy && right == Some(1.0));
        assert_eq!(look((0..60).map(|i| (i % 7) as f64).collect()), (false, None));
    }

    #[test]
    fn gaps_can_give_a_class_away() {
        let kinds: Vec<Option<&str>> = (0..80).map(|i| Some(if i % 5 < 2 { "a" } else { "b" })).collect();
        let x = (0..80).map(|i| if i % 5 < 2 { f64::NAN } else { (i % 9) as f64 }).collect();
        let table = Table::builder().number("x", x).category("kind", &kinds).build().unwrap();
        assert_eq!(first_feature(&table.dataset().target("kind").unwrap()), (false, Some(1.0)));
    }
}
