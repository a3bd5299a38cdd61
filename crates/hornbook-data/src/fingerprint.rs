//! What is in a row, as one number.

use crate::column::MISSING_CODE;
use crate::dataset::{Dataset, Target};
use crate::features::Feature;
use arrow_array::Array;
use hornbook_core::Seed;

impl Dataset {
    /// A number for each row of the view that depends on nothing but its features and target: equal rows have equal
    /// numbers, wherever they stand and in whatever order the columns are. What is drawn in the order of these numbers
    /// does not depend on the order of the rows.
    pub fn fingerprints(&self) -> Vec<u64> {
        let mut prints = vec![0u64; self.rows().len()];
        for (index, name) in self.feature_names().iter().enumerate() {
            self.add(&mut prints, of_text(name), &self.feature(index));
        }
        // The target is no column like the others: its name is that of no feature.
        match self.target_values() {
            Some((_, Target::Classes(classes))) => {
                let classes = Feature::Code(classes.codes.clone(), classes.levels.clone());
                self.add(&mut prints, Seed(0), &classes);
            }
            Some((_, Target::Numbers(values))) => {
                self.add(&mut prints, Seed(0), &Feature::Number(values.clone()))
            }
            None => {}
        }
        prints
    }

    fn add(&self, prints: &mut [u64], column: Seed, feature: &Feature) {
        let rows = self.rows().iter().map(|row| row as usize);
        match feature {
            Feature::Number(values) => {
                for (print, row) in prints.iter_mut().zip(rows) {
                    *print = print.wrapping_add(column.derive(of_number(values[row])).0);
                }
            }
            Feature::Code(codes, levels) => {
                let of_level: Vec<u64> =
                    levels.iter().map(|level| column.derive(of_text(level).0).0).collect();
                for (print, row) in prints.iter_mut().zip(rows) {
                    let missing = || column.derive(u64::from(MISSING_CODE)).0;
                    *print = print
                        .wrapping_add(of_level.get(codes[row] as usize).copied().unwrap_or_else(missing));
                }
            }
            Feature::Text(texts) => {
                for (print, row) in prints.iter_mut().zip(rows) {
                    let text = texts.is_valid(row).then(|| of_text(texts.value(row)).0);
                    *print = print.wrapping_add(column.derive(text.unwrap_or(u64::from(MISSING_CODE))).0);
                }
            }
            Feature::Object(objects) => {
                let of_object = objects.fingerprints();
                for (print, row) in prints.iter_mut().zip(rows) {
                    *print = print
                        .wrapping_add(column.derive(of_object[row].unwrap_or(u64::from(MISSING_CODE))).0);
                }
            }
        }
    }
}

/// Numbers that are equal have equal bits here: zero has no sign, and there is one missing value.
fn of_number(x: f64) -> u64 {
    if x.is_nan() { u64::MAX } else { (x + 0.0).to_bits() }
}

pub(crate) fn of_text(text: &str) -> Seed {
    text.bytes().fold(Seed(text.len() as u64), |seed, byte| seed.derive(u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use crate::Table;

    #[test]
    fn prints_depend_on_content_alone() {
        let builder = || Table::builder().number("x", vec![1.0, 2.0, 1.0, f64::NAN, 0.0, -0.0]);
        let kinds = [Some("a"), Some("a"), Some("a"), None, Some("b"), Some("b")];
        let data = builder().category("kind", &kinds).build().unwrap().dataset();
        let prints = data.fingerprints();
        assert_eq!((prints[0], prints[4]), (prints[2], prints[5]));
        let mut distinct = prints.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
        let turned =
            Table::builder().category("kind", &kinds).number("x", vec![1.0, 2.0, 1.0, f64::NAN, 0.0, -0.0]);
        assert_eq!(turned.build().unwrap().dataset().fingerprints(), prints);
        let view = data.select(vec![4, 1]);
        assert_eq!(view.fingerprints(), [prints[4], prints[1]]);
        // The same value says something else in another column.
        let names = Table::builder().number("y", vec![1.0]).number("x", vec![2.0]).build().unwrap();
        let swapped = Table::builder().number("y", vec![2.0]).number("x", vec![1.0]).build().unwrap();
        assert_ne!(names.dataset().fingerprints(), swapped.dataset().fingerprints());
        let as_target = data.target("kind").unwrap().fingerprints();
        assert_eq!(as_target[0], as_target[2]);
        assert_ne!(as_target[0], prints[0]);
    }
}
