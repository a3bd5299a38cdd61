//! Percentile intervals from resampled rows or groups.

use crate::intervals::{Interval, IntervalMethod};
use crate::measure::{Measure, Outcome, Tally};
use hornbook_core::{Result, Run, Seed};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Resamples drawn for an interval.
pub(crate) const RESAMPLES: u64 = 2000;

/// More units than this are first put together at random. Sums over random blocks vary as sums over rows do, so
/// the interval stays what it was, and its cost no longer grows with the rows.
const MOST_UNITS: usize = 10_000;

/// What is drawn as a whole: a row with all its repeated predictions, or a group, or a block of these.
pub(crate) struct Units {
    tallies: Vec<Tally>,
    method: IntervalMethod,
}

impl Units {
    /// The units of some judged rows; `group` gives the group of a row of the table.
    pub(crate) fn of(classes: usize, outcomes: &[Outcome], group: Option<&[u32]>, seed: Seed) -> Units {
        let key = |outcome: &Outcome| group.map_or(outcome.row, |group| group[outcome.row as usize]);
        // Numbered in the order of rows or groups, whatever order the folds are in.
        let mut unit: BTreeMap<u32, usize> = outcomes.iter().map(|outcome| (key(outcome), 0)).collect();
        let mut places: Vec<usize> = (0..unit.len()).collect();
        if places.len() > MOST_UNITS {
            seed.rng().shuffle(&mut places);
            places.iter_mut().for_each(|place| *place %= MOST_UNITS);
        }
        unit.values_mut().zip(&places).for_each(|(unit, &place)| *unit = place);
        let mut tallies = vec![Tally::empty(classes); unit.len().min(MOST_UNITS)];
        for outcome in outcomes {
            tallies[unit[&key(outcome)]].add(outcome);
        }
        let method = if group.is_some() { IntervalMethod::GroupBootstrap } else { IntervalMethod::Bootstrap };
        Units { tallies, method }
    }

    /// An interval for each measure. Resample `i` takes its random numbers from `seed.derive(i)`, so the
    /// intervals do not depend on the number of threads.
    pub(crate) fn intervals(
        &self,
        measures: &[Measure],
        level: f64,
        seed: Seed,
        run: &Run,
    ) -> Result<Vec<Option<Interval>>> {
        let n = self.tallies.len();
        if n < 2 {
            return Ok(vec![None; measures.len()]);
        }
        let classes = self.tallies[0].classes.len();
        let resamples: Vec<Vec<f64>> = (0..RESAMPLES)
            .into_par_iter()
            .map(|index| {
                run.check()?;
                let mut rng = seed.derive(index).rng();
                let mut tally = Tally::empty(classes);
                (0..n).for_each(|_| tally.merge(&self.tallies[rng.below(n)]));
                Ok(measures.iter().map(|measure| measure.value(&tally)).collect())
            })
            .collect::<Result<_>>()?;
        Ok((0..measures.len())
            .map(|m| {
                let mut values: Vec<f64> = resamples.iter().map(|r| r[m]).filter(|x| x.is_finite()).collect();
                // Resamples on which the measure is undefined say nothing; if they are many, neither do the rest.
                if values.len() < resamples.len() / 2 {
                    return None;
                }
                values.sort_unstable_by(f64::total_cmp);
                let (low, high) =
                    (percentile(&values, 0.5 - 0.5 * level), percentile(&values, 0.5 + 0.5 * level));
                Some(Interval { low, high, level, method: self.method })
            })
            .collect())
    }
}

/// The value below which a share of sorted values lies, between neighbours in proportion.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Judged;

    fn errors(n: u32) -> Vec<Outcome> {
        (0..n)
            .map(|row| {
                let error = f64::from(row % 10) - 4.5;
                Outcome { row, weight: 1.0, judged: Judged::Number { truth: f64::from(row % 7), error } }
            })
            .collect()
    }

    #[test]
    fn the_width_follows_the_rows() {
        // |error| has the mean 2.5 and the standard deviation √2.
        for n in [400, 40_000] {
            let units = Units::of(0, &errors(n), None, Seed(1));
            let mae = units.intervals(&[Measure::Mae], 0.95, Seed(1), &Run::default()).unwrap()[0].unwrap();
            let expected = 1.96 * (2.0 / f64::from(n)).sqrt();
            assert!(((mae.high - mae.low) / (2.0 * expected) - 1.0).abs() < 0.1, "{n}: {mae:?}");
            assert!(mae.contains(2.5));
        }
    }

    #[test]
    fn groups_are_drawn_whole() {
        let outcomes = errors(400);
        let group: Vec<u32> = (0..400).map(|row| row % 10).collect();
        let interval = |group| {
            let units = Units::of(0, &outcomes, group, Seed(1));
            units.intervals(&[Measure::Mae], 0.95, Seed(1), &Run::default()).unwrap()[0].unwrap()
        };
        let (rows, groups) = (interval(None), interval(Some(&group)));
        assert!(groups.high - groups.low > 4.0 * (rows.high - rows.low));
        assert_eq!(groups.method, IntervalMethod::GroupBootstrap);
    }

    #[test]
    fn one_row_says_nothing() {
        let units = Units::of(0, &errors(1), None, Seed(1));
        assert_eq!(units.intervals(&[Measure::Mae], 0.95, Seed(1), &Run::default()).unwrap(), [None]);
    }
}
