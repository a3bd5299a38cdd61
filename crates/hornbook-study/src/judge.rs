//! Judging one learner on some rows.

use crate::ledger::{Ledger, Standing, Verdict};
use crate::record::ScoreRecord;
use crate::time::until;
use hornbook_core::{Error, LearnerSpec, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::{CrossValidation, Judging, Measure, Resampling, TimeOrdered};
use hornbook_learner::{Learner, Registry};
use std::time::Instant;

/// Resamples for the interval of a contestant's score: its ends need not be exact to the last digit.
const RESAMPLES: u32 = 500;

/// Judges learners on the same splits of the same rows.
pub(crate) struct Judge<'a> {
    pub data: &'a Dataset,
    pub measure: Measure,
    /// The share of a split's rows that are judged.
    pub test_share: f64,
    /// How the rows are divided, in words.
    pub words: String,
    design: Box<dyn Resampling>,
    judging: Judging,
    registry: &'static Registry,
    ledger: &'a Ledger,
    /// What the rows and their splits go by in the ledger.
    rows: String,
}

impl<'a> Judge<'a> {
    pub fn new(
        data: &'a Dataset,
        folds: usize,
        seed: u64,
        (judging, measure): (&Judging, Measure),
        registry: &'static Registry,
        ledger: &'a Ledger,
    ) -> Result<Judge<'a>> {
        let design: Box<dyn Resampling> = match data.row_order() {
            Some(_) => Box::new(TimeOrdered::new(folds)),
            None => Box::new(CrossValidation::new(folds).seed(seed)),
        };
        let plan = design.plan(data)?;
        let judging = judging.clone().measures(&[measure]).resamples(RESAMPLES);
        Ok(Judge {
            test_share: plan.test_share(),
            rows: format!("{:016x}, {}, {measure}", print_of(data), plan.design),
            words: plan.design,
            data,
            measure,
            design,
            judging,
            registry,
            ledger,
        })
    }

    /// What comes of a learner, by the end of its time; `None` if time was up.
    pub fn judge(&self, spec: &LearnerSpec, end: Instant, run: &Run) -> Result<Option<Verdict>> {
        let name = spec.to_string();
        if let Some(verdict) = self.ledger.find(&self.rows, &name) {
            return Ok(Some(verdict));
        }
        let begun = Instant::now();
        let verdict = match self.registry.learner(spec) {
            Err(error) => Verdict::Refused(error.to_string()),
            Ok(learner) => match until(end, run, |run| self.standing(&*learner, begun, run)) {
                Ok(None) => return Ok(None),
                Ok(Some(standing)) => Verdict::Judged(standing),
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => Verdict::Refused(error.to_string()),
            },
        };
        self.ledger.keep(&self.rows, &name, &verdict);
        Ok(Some(verdict))
    }

    fn standing(&self, learner: &dyn Learner, begun: Instant, run: &Run) -> Result<Standing> {
        // Progress within a fold is not what a watcher of many learners wants to see.
        let run = run.part(0);
        let judged = self.design.folds_with(learner, self.data, &self.judging, &run)?;
        let folds: Vec<f64> = judged
            .folds
            .iter()
            .filter_map(|fold| fold.values.first().map(|&(_, value)| value))
            .filter(|value| value.is_finite())
            .collect();
        let groups = self.data.groups().map(|groups| &**groups);
        let score = self.judging.scores(&judged.judged, groups, &run)?.into_iter().next();
        let score = score.filter(|score| score.value.is_finite() && !folds.is_empty()).ok_or_else(|| {
            Error::data(
                format!("the {} of its predictions is undefined", self.measure),
                "choose another measure",
            )
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        Ok(Standing { score: ScoreRecord::of(&score), folds, size: judged.size, seconds })
    }
}

/// A number that depends on the rows, their order and nothing else.
pub(crate) fn print_of(data: &Dataset) -> u64 {
    let weights = data.row_weights();
    let prints = data.fingerprints();
    let each = prints.iter().zip(&weights);
    each.fold(Seed(prints.len() as u64), |seed, (&print, weight)| seed.derive(print ^ weight.to_bits())).0
}
