use super::hold_out::{check_two_rows, draw};
use super::strata::Strata;
use super::{MOST_SPLITS, Resampling, Split, SplitPlan, check_at_least, check_share, wrong};
use hornbook_core::format::percent_chosen;
use hornbook_core::{Result, Seed};
use hornbook_data::Dataset;

/// Monte Carlo cross-validation (shuffle-split, repeated random subsampling): many random train/test splits.
///
/// A row may be evaluated often or never; its weight is divided among the times it is evaluated.
#[derive(Debug, Clone, PartialEq)]
pub struct ShuffleSplit {
    share: f64,
    times: usize,
    seed: u64,
}

impl ShuffleSplit {
    /// Holds this fraction of the rows out, so many times.
    pub fn new(share: f64, times: usize) -> ShuffleSplit {
        ShuffleSplit { share, times, seed: 0 }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> ShuffleSplit {
        ShuffleSplit { seed, ..self }
    }
}

impl Resampling for ShuffleSplit {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        let subject = "shuffle-split";
        check_share(subject, "share", self.share)?;
        check_at_least(subject, "times", self.times, 1)?;
        if self.times > MOST_SPLITS {
            return Err(wrong(subject, "times", self.times, &format!("at most {MOST_SPLITS}")));
        }
        let strata = Strata::of(data)?;
        check_two_rows(data)?;
        let splits: Vec<Split> = (0..self.times)
            .map(|time| {
                let mut rng = Seed(self.seed).derive(time as u64).rng();
                Ok(Split { repeat: time, ..draw(&strata, self.share, &mut rng)? })
            })
            .collect::<Result<_>>()?;
        let mut notes = strata.rare_classes(2);
        notes.extend(strata.ignored_roles(data));
        let design = format!(
            "Monte Carlo cross-validation (shuffle-split): test size {}, {} times, seed {}",
            percent_chosen(self.share),
            self.times,
            self.seed
        );
        Ok(SplitPlan { design, splits, notes, seed: self.seed, out_of_bag: None })
    }
}
