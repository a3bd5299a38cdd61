//! What may be exchanged among the rows if features and target are independent.

use hornbook_core::format::counted;
use hornbook_core::{Result, Seed};
use hornbook_data::{Dataset, Target};
use hornbook_learner::rows_by_time;
use std::collections::BTreeMap;
use std::ops::Range;

/// Fewer rows have too few permutations, and too few rows in a fold.
const FEWEST_ROWS: usize = 10;
/// Fewer groups cannot be dealt to five folds, and have fewer than 120 permutations.
const FEWEST_GROUPS: usize = 5;
/// Fewer moments have so few circular shifts that no p-value is below 2.5 %.
const FEWEST_MOMENTS: usize = 40;

/// Rows whose targets move together, and how they are exchanged:
///
/// - single rows, shuffled;
/// - groups, shuffled as a whole, row by row in their order: what the rows of a subject say about each other, and a trend that
///   all subjects share, stays as it was. Where the target varies within groups, only groups of one size have the same chance
///   to have had each other's targets: as many rows of each are used as keep most rows in all;
/// - rows in time order, shifted in a circle: what each series says about its own next moment stays as it was.
pub(super) struct ExchangeableUnits {
    /// The rows that are used, as positions in the view, unit after unit.
    rows: Vec<u32>,
    /// The units, as ranges of those.
    units: Vec<Range<usize>>,
    /// Whether they are shifted rather than shuffled.
    is_shifted: bool,
}

impl ExchangeableUnits {
    /// The units of at most about so many rows, drawn without a look at the target; or why there is nothing to exchange.
    pub fn of(
        data: &Dataset,
        most: usize,
        seed: Seed,
    ) -> Result<std::result::Result<ExchangeableUnits, String>> {
        if data.groups().is_some() {
            return ExchangeableUnits::of_groups(data, most, seed);
        }
        let rows = data.rows().len();
        let is_shifted = data.row_order().is_some();
        let fewest = if is_shifted { FEWEST_MOMENTS } else { FEWEST_ROWS };
        if rows < fewest {
            return Ok(Err(too_few(rows, if is_shifted { "moment" } else { "row" }, fewest)));
        }
        let rows: Vec<u32> = if is_shifted {
            let step = rows.div_ceil(most);
            rows_by_time(data)?.into_iter().step_by(step).map(|(_, row)| row as u32).collect()
        } else {
            drawn((0..rows as u32).collect(), most, seed)
        };
        let units = (0..rows.len()).map(|at| at..at + 1).collect();
        Ok(Ok(ExchangeableUnits { rows, units, is_shifted }))
    }

    fn of_groups(
        data: &Dataset,
        most: usize,
        seed: Seed,
    ) -> Result<std::result::Result<ExchangeableUnits, String>> {
        let members = members_by_group(data)?;
        if members.len() < FEWEST_GROUPS {
            return Ok(Err(too_few(members.len(), "group", FEWEST_GROUPS)));
        }
        let is_one_value = members.iter().all(|rows| has_one_target(data, rows));
        let size = if is_one_value { usize::MAX } else { common_size(&members) };
        let fitting = members.into_iter().filter(|rows| is_one_value || rows.len() >= size).collect();
        let groups = drawn(fitting, most, seed);
        let most_of_each = size.min((most / groups.len()).max(1));
        let mut used = ExchangeableUnits { rows: Vec::new(), units: Vec::new(), is_shifted: false };
        for group in groups {
            // Rows stay in their order, so that the next row of a subject stays the next.
            let start = used.rows.len();
            used.rows.extend(group.into_iter().take(most_of_each));
            used.units.push(start..used.rows.len());
        }
        Ok(Ok(used))
    }

    /// The rows that are used, as positions in the view.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Each used row's part of the whole, in which units count alike: what an exchange does not change.
    pub fn row_shares(&self) -> Vec<f64> {
        let share = |unit: &Range<usize>| 1.0 / (self.units.len() * unit.len()) as f64;
        self.units.iter().flat_map(|unit| std::iter::repeat_n(share(unit), unit.len())).collect()
    }

    /// The units as they are, and so many exchanges of them or, of shifts, as many as there are: for each unit the one whose
    /// targets it gets.
    pub fn exchanges(&self, count: usize, seed: Seed) -> Vec<Vec<u32>> {
        let units = self.units.len() as u32;
        let own: Vec<u32> = (0..units).collect();
        let others: Vec<Vec<u32>> = if self.is_shifted {
            let shifts = drawn((1..units).collect(), count, seed);
            shifts.into_iter().map(|shift| own.iter().map(|unit| (unit + shift) % units).collect()).collect()
        } else {
            let shuffled = |index: usize| {
                let mut exchange = own.clone();
                seed.derive(index as u64).rng().shuffle(&mut exchange);
                exchange
            };
            (0..count).map(shuffled).collect()
        };
        [own].into_iter().chain(others).collect()
    }

    /// For each used row the one whose target it gets, both as positions among the used rows.
    pub fn sources(&self, exchange: &[u32]) -> impl Iterator<Item = (usize, usize)> {
        self.units.iter().zip(exchange).flat_map(|(to, &from)| {
            // Units of different sizes have one target each.
            let from = self.units[from as usize].clone().cycle();
            to.clone().zip(from)
        })
    }
}

/// At most so many, in random order if not all.
fn drawn<T>(mut items: Vec<T>, most: usize, seed: Seed) -> Vec<T> {
    if items.len() > most {
        seed.rng().shuffle(&mut items);
        items.truncate(most);
    }
    items
}

/// The rows of each group, in the order of time if there is one.
fn members_by_group(data: &Dataset) -> Result<Vec<Vec<u32>>> {
    let Some(groups) = data.groups() else { return Ok(Vec::new()) };
    let mut members = BTreeMap::<u32, Vec<u32>>::new();
    for (_, row) in rows_by_time(data)? {
        members.entry(groups[data.rows().at(row) as usize]).or_default().push(row as u32);
    }
    Ok(members.into_values().collect())
}

/// Whether rows of the view have the same target and weight.
fn has_one_target(data: &Dataset, rows: &[u32]) -> bool {
    let Some((_, target)) = data.target_values() else { return true };
    let value = |row: &u32| {
        let row = data.rows().at(*row as usize) as usize;
        let weight = data.weights().map_or(1.0, |weights| weights[row]);
        let value = match target {
            Target::Classes(classes) => f64::from(classes.codes[row]),
            Target::Numbers(values) => values[row],
        };
        (value, weight)
    };
    rows.windows(2).all(|pair| value(&pair[0]) == value(&pair[1]))
}

/// The size that keeps most rows if larger groups are cut to it and smaller ones left out, of those that keep half of the groups.
fn common_size(members: &[Vec<u32>]) -> usize {
    let mut sizes: Vec<usize> = members.iter().map(Vec::len).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let fewest = sizes.len().div_ceil(2).max(FEWEST_GROUPS);
    let kept = |&count: &usize| (sizes[count - 1] * count, count);
    (fewest..=sizes.len()).max_by_key(kept).map_or(1, |count| sizes[count - 1])
}

fn too_few(found: usize, noun: &str, fewest: usize) -> String {
    format!("a permutation test needs at least {}, and there are {found}", counted(fewest as u64, noun))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    fn data(y: &[f64], groups: &[u32]) -> Dataset {
        let table =
            Table::builder().number("x", (0..y.len()).map(|i| i as f64).collect()).number("y", y.to_vec());
        let data = table.build().unwrap().dataset().target("y").unwrap();
        data.with_groups(groups.to_vec()).unwrap()
    }

    #[test]
    fn groups_of_one_target_move_whatever_their_size() {
        let data = data(&[1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 5.0], &[0, 1, 1, 2, 2, 2, 3, 4]);
        let units = ExchangeableUnits::of(&data, 100, Seed(1)).unwrap().unwrap();
        assert_eq!(units.rows(), [0, 1, 2, 3, 4, 5, 6, 7]);
        let sources: Vec<usize> = units.sources(&[2, 0, 1, 3, 4]).map(|(_, from)| from).collect();
        assert_eq!(sources, [3, 0, 0, 1, 2, 1, 6, 7]);
    }

    #[test]
    fn groups_whose_target_varies_are_cut_to_one_size() {
        let groups: Vec<u32> = (0..40).map(|row| row / 6).collect();
        let y: Vec<f64> = (0..40).map(f64::from).collect();
        let units = ExchangeableUnits::of(&data(&y, &groups), 100, Seed(1)).unwrap().unwrap();
        // Six groups of six and one of four.
        assert!(units.units.iter().all(|unit| unit.len() == 6) && units.units.len() == 6);
        let units = ExchangeableUnits::of(&data(&y, &groups), 12, Seed(1)).unwrap().unwrap();
        assert!(units.units.iter().all(|unit| unit.len() == 2) && units.rows().len() == 12);
        let Err(reason) = ExchangeableUnits::of(&data(&y[..24], &groups[..24]), 100, Seed(1)).unwrap() else {
            panic!("four groups")
        };
        assert_eq!(reason, "a permutation test needs at least 5 groups, and there are 4");
    }

    #[test]
    fn time_is_shifted_in_a_circle() {
        let times: Vec<f64> = (0..50).rev().map(f64::from).collect();
        let table = Table::builder().number("t", times.clone()).number("y", times).build().unwrap();
        let data = table.dataset().target("y").unwrap().order("t").unwrap();
        let units = ExchangeableUnits::of(&data, 100, Seed(1)).unwrap().unwrap();
        assert_eq!(units.rows()[..2], [49, 48]);
        let mut shifts: Vec<u32> = units.exchanges(999, Seed(2)).iter().map(|exchange| exchange[0]).collect();
        assert_eq!(shifts.remove(0), 0, "the first is none");
        shifts.sort_unstable();
        assert_eq!(shifts, (1..50).collect::<Vec<u32>>());
        assert_eq!(units.exchanges(7, Seed(2)).len(), 8);
        assert!(ExchangeableUnits::of(&data.slice(0..39), 100, Seed(1)).unwrap().is_err());
    }
}
