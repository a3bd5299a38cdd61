use super::hold_out::check_two_rows;
use super::strata::Strata;
use super::{MOST_SPLITS, Resampling, Split, SplitPlan, check_at_least, wrong};
use hornbook_core::{Result, Seed};
use hornbook_data::Dataset;
use std::collections::BTreeMap;

/// The bootstrap estimate: trains on rows drawn with replacement, tests on the out-of-bag rows.
///
/// A model trained on such a sample has seen about 63.2 % of the rows, so the out-of-bag estimate is pessimistic.
/// The .632 estimate adds 36.8 % of the score on the rows the full model was trained on; .632+ (Efron and
/// Tibshirani) moves that weight toward the rows left out the more a learner overfits. With groups, whole groups
/// are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrap632 {
    times: usize,
    kind: BootstrapKind,
    seed: u64,
}

/// The bootstrap estimator: out-of-bag, .632 or .632+.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BootstrapKind {
    /// They alone are evaluated.
    Alone,
    /// .632 of their score and .368 of that on the training rows.
    Point632,
    /// As .632, with a weight that grows as the learner overfits.
    Point632Plus,
}

impl BootstrapKind {
    fn name(self) -> &'static str {
        match self {
            BootstrapKind::Alone => "out-of-bag bootstrap",
            BootstrapKind::Point632 => ".632 bootstrap",
            BootstrapKind::Point632Plus => ".632+ bootstrap",
        }
    }
}

impl Bootstrap632 {
    /// The .632+ estimate from this number of samples.
    pub fn new(times: usize) -> Bootstrap632 {
        Bootstrap632 { times, kind: BootstrapKind::Point632Plus, seed: 0 }
    }

    /// Which of the three estimates; .632+ by default.
    #[must_use]
    pub fn kind(self, kind: BootstrapKind) -> Bootstrap632 {
        Bootstrap632 { kind, ..self }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> Bootstrap632 {
        Bootstrap632 { seed, ..self }
    }
}

impl Resampling for Bootstrap632 {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        let subject = "bootstrap";
        check_at_least(subject, "times", self.times, 1)?;
        if self.times > MOST_SPLITS {
            return Err(wrong(subject, "times", self.times, &format!("at most {MOST_SPLITS}")));
        }
        let strata = Strata::of(data)?;
        check_two_rows(data)?;
        strata.check_groups(2, "parts")?;
        let units = units(&strata);
        let splits = (0..self.times).map(|time| self.sample(time, &units)).collect();
        let notes = strata.ignored_roles(data);
        let design = format!("{}, {} times, seed {}", self.kind.name(), self.times, self.seed);
        Ok(SplitPlan { design, splits, notes, seed: self.seed, out_of_bag: Some(self.kind) })
    }
}

impl Bootstrap632 {
    /// A sample of the units; drawn again in the rare case that it left none out.
    fn sample(&self, time: usize, units: &[Vec<u32>]) -> Split {
        let mut rng = Seed(self.seed).derive(time as u64).rng();
        let mut drawn = vec![0; units.len()];
        loop {
            rng.draw_with_replacement(&mut drawn);
            if drawn.contains(&0) {
                break;
            }
        }
        let (mut train, mut test) = (Vec::new(), Vec::new());
        for (unit, &times) in units.iter().zip(&drawn) {
            if times == 0 {
                test.extend_from_slice(unit);
            }
            (0..times).for_each(|_| train.extend_from_slice(unit));
        }
        train.sort_unstable();
        test.sort_unstable();
        Split { repeat: time, fold: 0, train, test }
    }
}

/// What is drawn as a whole: each row alone, or the rows of each group.
fn units(strata: &Strata) -> Vec<Vec<u32>> {
    let Some(group) = &strata.group else {
        return (0..strata.class.len() as u32).map(|row| vec![row]).collect();
    };
    let mut units: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (row, &group) in group.iter().enumerate() {
        units.entry(group).or_default().push(row as u32);
    }
    units.into_values().collect()
}
