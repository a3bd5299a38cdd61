use super::strata::{Strata, number_of};
use super::{MOST_SPLITS, Resampling, Split, SplitPlan, check_at_least, split};
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;

/// Leave-one-out (LOO) and leave-p-out cross-validation: every row, or every set of `p` rows, is evaluated by a model of
/// all the others.
///
/// With groups, whole groups are left out.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_evaluation::{LeavePOut, Resampling};
/// let data = Table::builder().number("y", vec![1.0, 2.0, 4.0, 8.0]).build()?.dataset().target("y")?;
/// assert_eq!(LeavePOut::one().splits(&data)?.len(), 4);
/// assert_eq!(LeavePOut::rows(2).splits(&data)?.len(), 6);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LeavePOut {
    rows: usize,
}

impl LeavePOut {
    /// Leaves out one row at a time.
    pub fn one() -> LeavePOut {
        LeavePOut { rows: 1 }
    }

    /// Leaves out every set of this many rows.
    pub fn rows(rows: usize) -> LeavePOut {
        LeavePOut { rows }
    }
}

impl Resampling for LeavePOut {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        check_at_least("leave-out", "rows", self.rows, 1)?;
        let strata = Strata::of(data)?;
        let rows = data.rows().len();
        let (unit_of, units, noun) = match &strata.group {
            Some(group) => {
                let (unit_of, units) = numbered(group);
                (unit_of, units, "group")
            }
            None => ((0..rows).collect(), rows, "row"),
        };
        if units <= self.rows {
            return Err(Error::data(
                format!("there {} to leave {} out of", number_of(units, noun), self.rows),
                "leave out fewer, or give more rows",
            ));
        }
        let subsets = subsets(units, self.rows)?;
        let splits: Vec<Split> = subsets
            .iter()
            .enumerate()
            .map(|(fold, left_out)| split(0, fold, |row| left_out.binary_search(&unit_of[row]).is_ok(), rows))
            .collect();
        let number = if self.rows == 1 { "one".to_string() } else { self.rows.to_string() };
        let design = format!("leave-{number}-out{}", if noun == "group" { " of groups" } else { "" });
        let notes = strata.ignored_roles(data);
        Ok(SplitPlan { design, splits, notes, seed: 0, out_of_bag: None })
    }
}

/// The groups numbered from 0 in the order of their codes, and how many there are.
fn numbered(group: &[u32]) -> (Vec<usize>, usize) {
    let mut codes = group.to_vec();
    codes.sort_unstable();
    codes.dedup();
    (group.iter().map(|code| codes.partition_point(|c| c < code)).collect(), codes.len())
}

/// Every ascending set of `size` of the numbers below `n`.
fn subsets(n: usize, size: usize) -> Result<Vec<Vec<usize>>> {
    let count = (0..size).try_fold(1usize, |count, i| {
        // Multiplied first: the product of i + 1 neighbors is divisible by (i + 1)!.
        count.checked_mul(n - i).map(|c| c / (i + 1)).filter(|&c| c <= MOST_SPLITS)
    });
    let Some(count) = count else {
        return Err(Error::data(
            format!("leaving {size} of {n} out makes more than {MOST_SPLITS} splits"),
            "leave out fewer, or use k-fold or Monte Carlo cross-validation",
        ));
    };
    let mut all = Vec::with_capacity(count);
    let mut current: Vec<usize> = (0..size).collect();
    loop {
        all.push(current.clone());
        let Some(at) = (0..size).rev().find(|&i| current[i] < n - size + i) else { return Ok(all) };
        current[at] += 1;
        for i in at + 1..size {
            current[i] = current[i - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_once() {
        let all = subsets(5, 3).unwrap();
        assert_eq!(all.len(), 10);
        assert_eq!((&all[0], &all[9]), (&vec![0, 1, 2], &vec![2, 3, 4]));
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(subsets(1000, 5).is_err());
    }
}
