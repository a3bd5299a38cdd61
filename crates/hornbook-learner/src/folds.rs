//! Folds that suit the roles of the rows: what cross-validates, an evaluation or a learner within its training, asks here how.

use crate::row_sampler::RowSampler;
use crate::time_order::{rows_by_time, time_blocks};
use hornbook_core::{Result, Seed};
use hornbook_data::{Dataset, MISSING_CODE};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The kind of cross-validation that the roles of the rows ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldScheme {
    /// The fold column says which rows are tested together (predefined split).
    Predefined,
    /// The rows have an order in time: every fold trains on the past and tests on the future (time-series split).
    TimeSeries,
    /// The rows are dealt at random: classes are stratified, and groups stay whole (group k-fold).
    KFold,
}

/// The rows that are trained on and the rows that are tested, as positions in the view, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldRows {
    /// The rows to train on.
    pub train: Vec<u32>,
    /// The rows to test on.
    pub test: Vec<u32>,
}

/// The folds of a learner that cross-validates on its training rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerFolds {
    /// Why the rows are divided as they are.
    pub scheme: FoldScheme,
    /// The folds; none if the rows cannot be divided. In time, the rows before the first test are tested by none.
    pub folds: Vec<FoldRows>,
}

impl FoldScheme {
    /// The scheme for these rows. A fold column decides if it tells the rows apart: within one of its folds, as in nested
    /// cross-validation, the other roles do.
    pub fn of(data: &Dataset) -> FoldScheme {
        if data.folds().is_some() && fold_codes(data).len() > usize::from(never_tested(data) == 0) {
            return FoldScheme::Predefined;
        }
        match data.row_order() {
            Some(_) => FoldScheme::TimeSeries,
            None => FoldScheme::KFold,
        }
    }
}

/// The folds of the fold column that rows of the view are in, ascending.
fn fold_codes(data: &Dataset) -> BTreeSet<u32> {
    let codes = data.folds().map(|folds| data.rows().iter().map(|row| folds[row as usize]));
    codes.into_iter().flatten().filter(|&code| code != MISSING_CODE).collect()
}

/// How many rows of the view are trained on in every predefined fold.
fn never_tested(data: &Dataset) -> usize {
    let Some(folds) = data.folds() else { return 0 };
    data.rows().iter().filter(|&row| folds[row as usize] == MISSING_CODE).count()
}

/// The rows of each fold of the fold column, each tested by what is learned of all others.
pub fn predefined_folds(data: &Dataset) -> Vec<FoldRows> {
    let Some(codes) = data.folds() else { return Vec::new() };
    let fold = |wanted: u32| {
        let is_test = |&row: &u32| codes[data.rows().at(row as usize) as usize] == wanted;
        let (test, train) = (0..data.rows().len() as u32).partition(is_test);
        FoldRows { train, test }
    };
    fold_codes(data).into_iter().map(fold).collect()
}

/// Blocks of time, each but the first tested by what is learned of those before it. Fewer than asked for if there are fewer
/// moments. A group that reaches into the test is not trained on.
fn time_series(data: &Dataset, folds: usize) -> Result<Vec<FoldRows>> {
    let by_time = rows_by_time(data)?;
    let weights = data.row_weights();
    let most = folds.saturating_add(1).min(by_time.len());
    let Some(cuts) = (2..=most).rev().find_map(|blocks| time_blocks(&by_time, &weights, blocks)) else {
        return Ok(Vec::new());
    };
    let positions = |from: usize, to: usize| {
        let mut rows: Vec<u32> = by_time[from..to].iter().map(|&(_, row)| row as u32).collect();
        rows.sort_unstable();
        rows
    };
    let group = |row: u32| data.groups().map(|groups| groups[data.rows().at(row as usize) as usize]);
    let fold = |test: &[usize]| {
        let test_rows = positions(test[0], test[1]);
        let reaching: BTreeSet<u32> = test_rows.iter().filter_map(|&row| group(row)).collect();
        let mut train = positions(0, test[0]);
        train.retain(|&row| group(row).is_none_or(|group| !reaching.contains(&group)));
        FoldRows { train, test: test_rows }
    };
    Ok(cuts[1..].windows(2).map(fold).filter(|fold| !fold.train.is_empty()).collect())
}

/// Folds in which classes are stratified, and groups and equal rows stay whole.
fn k_fold(data: &Dataset, folds: Option<usize>, seed: Seed) -> Vec<FoldRows> {
    let (fold_of, count) = RowSampler::of(data).assign_folds(data, folds, seed);
    if count < 2 {
        return Vec::new();
    }
    let mut tests: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (row, &fold) in fold_of.iter().enumerate() {
        tests[fold].push(row as u32);
    }
    // With as many folds as rows, what is trained on is copied as many times as there are rows: in whole stretches.
    let all: Vec<u32> = (0..fold_of.len() as u32).collect();
    tests.into_par_iter().map(|test| FoldRows { train: all_but(&all, &test), test }).collect()
}

/// All rows but these, both ascending.
fn all_but(all: &[u32], others: &[u32]) -> Vec<u32> {
    let mut rows = Vec::with_capacity(all.len() - others.len());
    let mut from = 0;
    for &other in others {
        rows.extend_from_slice(&all[from..other as usize]);
        from = other as usize + 1;
    }
    rows.extend_from_slice(&all[from..]);
    rows
}

impl InnerFolds {
    /// Divides the training rows of a learner. `folds` is how many there are, if the fold column does not say; `None` is
    /// leave-one-out, where the rows may be dealt at random.
    pub fn of(data: &Dataset, folds: Option<usize>, seed: Seed) -> Result<InnerFolds> {
        let scheme = FoldScheme::of(data);
        let folds = match scheme {
            FoldScheme::Predefined => predefined_folds(data),
            FoldScheme::TimeSeries => time_series(data, folds.unwrap_or(data.rows().len()))?,
            FoldScheme::KFold => k_fold(data, folds, seed),
        };
        Ok(InnerFolds { scheme, folds })
    }

    /// One fold, for what needs a single hold-out: the last in time.
    pub fn hold_out(&self) -> Option<&FoldRows> {
        match self.scheme {
            FoldScheme::TimeSeries => self.folds.last(),
            FoldScheme::Predefined | FoldScheme::KFold => self.folds.first(),
        }
    }

    /// Whether every row is tested once, by what is learned of all rows of the other folds.
    pub fn is_partition(&self) -> bool {
        let tested: usize = self.folds.iter().map(|fold| fold.test.len()).sum();
        self.folds.iter().all(|fold| fold.train.len() + fold.test.len() == tested)
    }

    /// The rows that some fold tests, ascending.
    pub fn tested(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.folds.iter().flat_map(|fold| fold.test.iter().copied()).collect();
        rows.sort_unstable();
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    /// Twelve rows whose time runs backward, in three predefined folds and four groups.
    fn data() -> Dataset {
        let table = Table::builder()
            .number("x", (0..12).map(f64::from).collect())
            .number("day", (0..12).rev().map(f64::from).collect())
            .number("part", (0..12).map(|i| f64::from(i % 4) - 1.0).collect())
            .number("who", (0..12).map(|i| f64::from(i / 3)).collect())
            .number("y", (0..12).map(f64::from).collect())
            .build()
            .unwrap();
        table.dataset().target("y").unwrap().only(&["x"]).unwrap()
    }

    fn folds(data: &Dataset) -> InnerFolds {
        InnerFolds::of(data, Some(3), Seed(1)).unwrap()
    }

    #[test]
    fn the_fold_column_comes_first_then_time_then_chance() {
        let timed = data().order("day").unwrap();
        let both = timed.clone().fold("part").unwrap();
        let schemes = [data(), timed, both.clone()].map(|data| FoldScheme::of(&data));
        assert_eq!(schemes, [FoldScheme::KFold, FoldScheme::TimeSeries, FoldScheme::Predefined]);
        // Rows of one fold alone, as nested cross-validation may leave them, are divided by time.
        assert_eq!(FoldScheme::of(&both.select(vec![1, 5, 9])), FoldScheme::TimeSeries);
        assert_eq!(FoldScheme::of(&both.select(vec![0, 4, 8])), FoldScheme::TimeSeries);
        assert_eq!(FoldScheme::of(&both.select(vec![0, 1, 5])), FoldScheme::Predefined);
    }

    #[test]
    fn predefined_folds_are_tested_as_the_column_says() {
        let found = folds(&data().fold("part").unwrap());
        let tests: Vec<&[u32]> = found.folds.iter().map(|fold| &fold.test[..]).collect();
        assert_eq!(tests, [[1, 5, 9], [2, 6, 10], [3, 7, 11]]);
        assert!(found.folds.iter().all(|fold| [0, 4, 8].iter().all(|row| fold.train.contains(row))));
        assert!(!found.is_partition());
        assert_eq!(found.tested(), [1, 2, 3, 5, 6, 7, 9, 10, 11]);
    }

    #[test]
    fn in_time_the_past_predicts_the_future() {
        let timed = data().order("day").unwrap();
        let found = folds(&timed);
        assert_eq!(found.folds[0], FoldRows { train: vec![9, 10, 11], test: vec![6, 7, 8] });
        assert_eq!(found.hold_out().unwrap().test, [0, 1, 2]);
        assert!(!found.is_partition());
        let grouped = folds(&timed.clone().group("who").unwrap());
        assert!(grouped.folds.iter().all(|fold| !fold.train.is_empty()));
        // A single moment leaves no past, and one group neither.
        assert!(folds(&timed.clone().with_order(vec![1.0; 12]).unwrap()).folds.is_empty());
        assert!(folds(&timed.with_groups(vec![0; 12]).unwrap()).folds.is_empty());
    }

    #[test]
    fn by_chance_every_row_is_tested_once() {
        let found = folds(&data());
        assert!(found.is_partition());
        assert_eq!(found.tested(), (0..12).collect::<Vec<u32>>());
        assert_eq!(InnerFolds::of(&data(), None, Seed(1)).unwrap().folds.len(), 12);
        assert!(folds(&data().with_groups(vec![7; 12]).unwrap()).folds.is_empty());
    }
}
