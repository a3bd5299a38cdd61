use super::deal::{deal_groups, draw_rows, share_of};
use super::strata::{Strata, rows_in_words};
use super::time_ordered::{by_time, without_groups_of_test};
use super::{Plan, Resampling, Split, check_share, percent, split};
use hornbook_core::{Error, Result, Rng, Seed};
use hornbook_data::Dataset;
use std::collections::BTreeSet;

/// A hold-out: part of the rows is kept for the test.
///
/// Each class is spread evenly, and groups stay whole if the dataset has them. If the rows have an order, the
/// last ones are the test.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldOut {
    share: f64,
    seed: u64,
}

impl HoldOut {
    /// A hold-out that keeps this share of the rows for the test.
    pub fn new(share: f64) -> HoldOut {
        HoldOut { share, seed: 0 }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> HoldOut {
        HoldOut { seed, ..self }
    }
}

impl Resampling for HoldOut {
    fn plan(&self, data: &Dataset) -> Result<Plan> {
        check_share("hold-out", "share", self.share)?;
        let strata = Strata::of(data)?;
        check_two_rows(data)?;
        let (design, (split, notes)) = if data.row_order().is_some() {
            (format!("hold-out of the last {}", percent(self.share)), self.last_rows(data, &strata)?)
        } else {
            let split = draw(&strata, self.share, &mut Seed(self.seed).derive(0).rng())?;
            let design = format!("hold-out of {}, seed {}", percent(self.share), self.seed);
            (design, (split, strata.rare_classes(2)))
        };
        Ok(Plan { design, splits: vec![split], notes, seed: self.seed, out_of_bag: None })
    }
}

pub(super) fn check_two_rows(data: &Dataset) -> Result<()> {
    let rows = data.rows().len();
    if rows >= 2 {
        return Ok(());
    }
    Err(Error::data(
        format!("there {} to divide into training and test", rows_in_words(rows)),
        "give at least two rows",
    ))
}

/// A share of the rows drawn for the test: of each class alike, and of whole groups.
pub(super) fn draw(strata: &Strata, share: f64, rng: &mut Rng) -> Result<Split> {
    strata.check_groups(2, "parts")?;
    let is_test = match &strata.group {
        Some(group) => {
            let parts = deal_groups(group, &strata.class, &[1.0 - share, share], rng);
            parts.into_iter().map(|part| part == 1).collect()
        }
        None => draw_rows(&strata.class, share, rng),
    };
    Ok(split(0, 0, |row| is_test[row], strata.class.len()))
}

impl HoldOut {
    /// The last rows in order are the test; training leaves out the groups that reach into it.
    fn last_rows(&self, data: &Dataset, strata: &Strata) -> Result<(Split, Vec<String>)> {
        let order = by_time(data)?;
        let rows = order.len();
        let tested: BTreeSet<usize> =
            order[rows - share_of(rows, self.share)..].iter().map(|&(_, row)| row).collect();
        let mut split = split(0, 0, |row| tested.contains(&row), rows);
        let notes = without_groups_of_test(&mut split, strata)?;
        Ok((split, notes))
    }
}
