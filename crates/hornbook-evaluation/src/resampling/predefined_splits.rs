use super::strata::Strata;
use super::{MOST_SPLITS, Resampling, Split, SplitPlan, wrong};
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;
use std::collections::BTreeSet;

/// Splits that somebody else made: another program, or a division that comes with the data.
///
/// They name rows of the table. Rows that a view of it leaves out, as those of weight zero, are left out here too, so
/// the same splits serve every part of a table.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_evaluation::{PredefinedSplits, Resampling};
/// let data = Table::builder().number("y", vec![1.0, 2.0, 4.0, 8.0]).build()?.dataset().target("y")?;
/// let given = PredefinedSplits::new(vec![(vec![0, 1], vec![2, 3]), (vec![2, 3], vec![1])]);
/// assert_eq!(given.splits(&data)?[1].test, [1]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PredefinedSplits {
    splits: Vec<(Vec<u32>, Vec<u32>)>,
}

impl PredefinedSplits {
    /// Splits as rows of the table to train on and to evaluate on. A row may be trained on more than once.
    pub fn new(splits: Vec<(Vec<u32>, Vec<u32>)>) -> PredefinedSplits {
        PredefinedSplits { splits }
    }
}

impl Resampling for PredefinedSplits {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        let count = self.splits.len();
        if !(1..=MOST_SPLITS).contains(&count) {
            return Err(wrong("given splits", "splits", count, &format!("from 1 to {MOST_SPLITS}")));
        }
        let strata = Strata::of(data)?;
        let mut places: Vec<(u32, u32)> = data.rows().iter().zip(0..).collect();
        places.sort_unstable();
        let mut splits = Vec::with_capacity(count);
        for (fold, (train, test)) in self.splits.iter().enumerate() {
            check(fold, train, test, data.table().rows())?;
            let split =
                Split { repeat: 0, fold, train: positions(train, &places), test: positions(test, &places) };
            for (rows, purpose) in [(&split.train, "train"), (&split.test, "test")] {
                if rows.is_empty() {
                    return Err(Error::data(
                        format!("split {} has no rows to {purpose} on", fold + 1),
                        "give it some, or leave it out",
                    ));
                }
            }
            splits.push(split);
        }
        let notes =
            strata.group.as_deref().and_then(|group| torn_groups(&splits, group)).into_iter().collect();
        let design = if count == 1 { "1 given split".to_string() } else { format!("{count} given splits") };
        Ok(SplitPlan { design, splits, notes, seed: 0, out_of_bag: None })
    }
}

/// Refuses rows that are not there, that are evaluated twice, or that are both trained and evaluated on.
fn check(fold: usize, train: &[u32], test: &[u32], rows: usize) -> Result<()> {
    let refuse = |row: u32, what: &str, advice: &str| {
        Err(Error::data(format!("split {} names row {row}, counted from 0, {what}", fold + 1), advice))
    };
    if let Some(&row) = train.iter().chain(test).find(|&&row| row as usize >= rows) {
        return refuse(row, &format!("and the table has {rows}"), "make the splits for this table");
    }
    let mut taken = vec![false; rows];
    train.iter().for_each(|&row| taken[row as usize] = true);
    if let Some(&row) = test.iter().find(|&&row| taken[row as usize]) {
        return refuse(row, "for training and for testing", "test on rows that are not trained on");
    }
    for &row in test {
        if std::mem::replace(&mut taken[row as usize], true) {
            return refuse(row, "twice for testing", "name each once");
        }
    }
    Ok(())
}

/// Where rows of the table stand in the view, ascending. `positions` holds rows with their positions, sorted.
fn positions(rows: &[u32], places: &[(u32, u32)]) -> Vec<u32> {
    let of_row = |&row: &u32| {
        let first = places.partition_point(|&(r, _)| r < row);
        places[first..].iter().take_while(move |&&(r, _)| r == row).map(|&(_, place)| place)
    };
    let mut positions: Vec<u32> = rows.iter().flat_map(of_row).collect();
    positions.sort_unstable();
    positions
}

/// A note if a group is trained on and evaluated: what is learned of its other rows helps to guess them.
pub(super) fn torn_groups(splits: &[Split], group: &[u32]) -> Option<String> {
    let groups = |rows: &[u32]| rows.iter().map(|&row| group[row as usize]).collect::<BTreeSet<u32>>();
    let torn = splits.iter().filter(|split| !groups(&split.train).is_disjoint(&groups(&split.test))).count();
    (torn > 0).then(|| {
        format!(
            "{torn} of the {} given splits train and test on rows of the same group (leakage)",
            splits.len()
        )
    })
}
