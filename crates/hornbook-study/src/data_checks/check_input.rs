//! What the data checks read: the features and the target of the rows of a view.

use hornbook_core::{Error, Result, Seed};
use hornbook_data::{ClassLabels, ColumnKind, Dataset, Feature, Target};

/// Cells that are read at once: sparse columns are dense here. Of more, only the first columns are looked at.
const MOST_CELLS: usize = 100_000_000;
/// Folds of what is evaluated out of fold.
pub(super) const FOLDS: usize = 5;

/// The features and the target, a value a row of the view.
pub(super) struct CheckInput {
    pub rows: usize,
    /// The names of the features, without the offset.
    pub names: Vec<String>,
    pub features: Vec<Feature>,
    /// Whether a feature is a date.
    pub are_dates: Vec<bool>,
    pub target_name: String,
    pub target: Target,
    /// How many features were not read.
    pub unread: usize,
}

impl CheckInput {
    /// Reads a view that has a target; the offset is no feature.
    pub(super) fn of(data: &Dataset) -> Result<CheckInput> {
        let (target_name, target) = data.require_target()?;
        let target = match target {
            Target::Numbers(values) => {
                Target::Numbers(data.rows().iter().map(|row| values[row as usize]).collect())
            }
            Target::Classes(classes) => Target::Classes(ClassLabels {
                codes: data.rows().iter().map(|row| classes.codes[row as usize]).collect(),
                levels: classes.levels.clone(),
            }),
        };
        if (0..data.rows().len()).any(|row| target.is_missing(row)) {
            return Err(Error::data("the target has missing values", "drop the rows without a target first"));
        }
        let rows = data.rows().len();
        let mut places: Vec<usize> =
            (0..data.feature_count()).filter(|&place| data.offset_feature() != Some(place)).collect();
        let all = places.len();
        places.truncate((MOST_CELLS / rows.max(1)).max(1));
        let names = data.feature_names();
        Ok(CheckInput {
            rows,
            unread: all - places.len(),
            names: places.iter().map(|&place| names[place].to_string()).collect(),
            features: places.iter().map(|&place| data.row_feature(place)).collect(),
            are_dates: places
                .iter()
                .map(|&place| data.table().columns()[data.features()[place]].kind() == ColumnKind::Date)
                .collect(),
            target_name: target_name.to_string(),
            target,
        })
    }
}

/// At most so many of the rows, in their order: one of each stretch of equal length, at no fixed distance, since data may have
/// a rhythm.
pub(super) fn sampled_rows(rows: usize, most: usize) -> Vec<usize> {
    let stretch = rows.div_ceil(most.max(1)).max(1);
    let picked = |begin: usize| {
        let length = stretch.min(rows - begin);
        begin + (Seed(0).derive(begin as u64).0 % length as u64) as usize
    };
    (0..rows).step_by(stretch).map(picked).collect()
}

/// The fold of each of these rows; rows of a group are in one fold.
pub(super) fn folds_of(rows: &[usize], groups: Option<&[u32]>) -> Vec<u8> {
    let unit = |row: usize| groups.map_or(row as u64, |groups| u64::from(groups[row]));
    rows.iter().map(|&row| (Seed(1).derive(unit(row)).0 % FOLDS as u64) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_and_sorted() {
        assert_eq!(sampled_rows(4, 10), [0, 1, 2, 3]);
        assert!(sampled_rows(0, 10).is_empty());
        let some = sampled_rows(1005, 100);
        assert!(some.len() <= 100 && some.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(some.iter().enumerate().all(|(i, &row)| (11 * i..11 * i + 11).contains(&row) && row < 1005));
        let distances: std::collections::BTreeSet<usize> =
            some.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(distances.len() > 5);
    }

    #[test]
    fn rows_of_a_group_are_in_one_fold() {
        let rows: Vec<usize> = (0..100).collect();
        let groups: Vec<u32> = (0..100).map(|row| row / 4).collect();
        let folds = folds_of(&rows, Some(&groups));
        assert!(folds.chunks(4).all(|group| group.iter().all(|&fold| fold == group[0])));
        let counts = |fold: u8| folds_of(&rows, None).iter().filter(|&&other| other == fold).count();
        assert!((0..FOLDS as u8).all(|fold| counts(fold) > 8));
    }
}
