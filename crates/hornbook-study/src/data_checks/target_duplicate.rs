//! Target leakage: columns that duplicate the target.

use hornbook_data::{Feature, MISSING_CODE, RowSelection, Target};
use std::collections::BTreeMap;

/// Fewer rows than this agree by chance.
const ENOUGH_ROWS: usize = 20;

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

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::{Dataset, Table};

    fn numbers(rows: usize, of: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..rows).map(|i| of(((i * 37) % rows) as f64)).collect()
    }

    fn first_feature(data: &Dataset) -> bool {
        duplicates_target(&data.feature(0), data.require_target().unwrap().1, data.rows())
    }

    #[test]
    fn copies_of_numbers_rise_or_fall_with_the_target() {
        let look = |x: Vec<f64>| {
            let table = Table::builder().number("x", x).number("y", numbers(100, |i| i * i)).build().unwrap();
            first_feature(&table.dataset().target("y").unwrap())
        };
        assert!(look(numbers(100, |i| 3.0 - 2.0 * i)));
        assert!(look(numbers(100, |i| i.sqrt())));
        assert!(!look(numbers(100, |i| (i - 50.0).abs())));
        assert!(!look(numbers(100, |i| if i > 98.0 { 0.0 } else { i })));
        assert!(!look(numbers(100, |i| i % 5.0)));
    }

    #[test]
    fn copies_of_classes_are_one_to_one() {
        let kinds: Vec<Option<&str>> = (0..60).map(|i| Some(["a", "b", "c"][i % 3])).collect();
        let look = |x: Vec<f64>| {
            let table = Table::builder().number("x", x).category("kind", &kinds).build().unwrap();
            first_feature(&table.dataset().target("kind").unwrap())
        };
        assert!(look((0..60).map(|i| [7.0, -1.0, 2.0][i % 3]).collect()));
        // Every number has one class, but a class has several numbers.
        assert!(!look((0..60).map(|i| (i % 3) as f64 * 10.0 + (i % 2) as f64).collect()));
        assert!(!look((0..60).map(|i| (i % 7) as f64).collect()));
    }
}
