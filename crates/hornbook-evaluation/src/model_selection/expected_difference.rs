//! Which of two learners is better on average over training sets, where rows can be drawn at will.

use crate::evaluate::fit_and_score;
use crate::intervals::difference_text;
use crate::intervals::{Interval, student_mean};
use crate::measure::Measure;
use crate::metric_set::MetricSet;
use crate::options::EvaluationOptions;
use crate::resampling::{Split, SplitPlan, wrong};
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_learner::Learner;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// How the expected difference is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedDifferenceOptions {
    /// The size of the training sets.
    pub training_rows: usize,
    /// Rows drawn anew to evaluate each pair of models; 1000 by default.
    pub test_rows: usize,
    /// How many training sets; 100 by default.
    pub rounds: usize,
    /// Where the random numbers come from.
    pub seed: u64,
}

impl Default for ExpectedDifferenceOptions {
    fn default() -> ExpectedDifferenceOptions {
        ExpectedDifferenceOptions { training_rows: 100, test_rows: 1000, rounds: 100, seed: 0 }
    }
}

/// The expected difference of two learners over training sets of one size, first minus second:
/// $E_{S \subset D}\[\text{error}_D(L_A(S)) - \text{error}_D(L_B(S))\]$, or of another measure.
///
/// Each round draws a training set and test rows that nobody has seen, so the rounds are independent and Student's interval
/// is exact but for the shape of the differences.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExpectedDifference {
    /// What was measured.
    pub measure: Measure,
    /// The mean of each learner.
    pub means: [f64; 2],
    /// The mean difference.
    pub difference: f64,
    /// Where the expected difference lies; `None` if all rounds gave the same.
    pub interval: Option<Interval>,
    /// The difference in each round.
    pub rounds: Vec<f64>,
}

impl ExpectedDifference {
    /// Trains both learners on many samples. `draw` gives a dataset of so many rows from a seed; every call with the same
    /// two must give the same. The first metric counts.
    pub fn of(
        first: &dyn Learner,
        second: &dyn Learner,
        draw: &(dyn Fn(usize, Seed) -> Result<Dataset> + Sync),
        options: &ExpectedDifferenceOptions,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<ExpectedDifference> {
        let least = [
            ("training_rows", options.training_rows, 1),
            ("test_rows", options.test_rows, 1),
            ("rounds", options.rounds, 2),
        ];
        if let Some((name, found, least)) = least.into_iter().find(|&(_, found, least)| found < least) {
            return Err(wrong("expected difference", name, found, &format!("an integer at least {least}")));
        }
        let round = |index: u64| {
            run.check()?;
            let own = Run::default().seed(run.root_seed().derive(index).0).canceled_by(run.cancel_token());
            options.round(&[first, second], draw, index, scoring, &own)
        };
        let rounds: Vec<(Measure, [f64; 2])> = run
            .install(|| (0..options.rounds as u64).into_par_iter().map(round).collect::<Result<Vec<_>>>())?
            .into_iter()
            .filter(|(_, values)| values.iter().all(|x| x.is_finite()))
            .collect();
        let Some(&(measure, _)) = rounds.first() else {
            return Err(Error::data(
                "the measure is undefined in every round",
                "draw more test rows, or choose another",
            ));
        };
        let count = rounds.len() as f64;
        let mean = |learner: usize| rounds.iter().map(|(_, values)| values[learner]).sum::<f64>() / count;
        let rounds: Vec<f64> = rounds.iter().map(|(_, [a, b])| a - b).collect();
        let interval = student_mean(&rounds, scoring.bootstrap().level).filter(|i| i.low < i.high);
        let difference = rounds.iter().sum::<f64>() / count;
        Ok(ExpectedDifference { measure, means: [mean(0), mean(1)], difference, interval, rounds })
    }
}

impl ExpectedDifferenceOptions {
    /// The metric of both learners in one round.
    fn round(
        &self,
        learners: &[&dyn Learner; 2],
        draw: &(dyn Fn(usize, Seed) -> Result<Dataset> + Sync),
        index: u64,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<(Measure, [f64; 2])> {
        let wanted = self.training_rows + self.test_rows;
        let data = draw(wanted, Seed(self.seed).derive(index))?;
        if data.rows().len() != wanted {
            return Err(Error::data(
                format!("{} rows were drawn where {wanted} were asked for", data.rows().len()),
                "let the function that draws give as many rows as it is asked for",
            ));
        }
        let (train, test) = (0..wanted as u32).partition(|&row| (row as usize) < self.training_rows);
        let split = Split { repeat: index as usize, fold: 0, train, test };
        let design = "rows drawn at will".to_string();
        let plan =
            SplitPlan { design, splits: vec![split], notes: Vec::new(), seed: self.seed, out_of_bag: None };
        let measure = scoring.primary_measure(learners[0], &data)?;
        let mut values = [f64::NAN; 2];
        let fitted = fit_and_score(learners, &data, &plan, scoring, run)?;
        for (value, fitted) in values.iter_mut().zip(fitted.into_iter().flatten()) {
            let test_predictions = fitted?.test_predictions;
            let found =
                MetricSet::new(&test_predictions, &[measure], &scoring.metric_options(&test_predictions)?)?
                    .values();
            *value = found.first().copied().unwrap_or(f64::NAN);
        }
        Ok((measure, values))
    }
}

impl fmt::Display for ExpectedDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.means.map(|mean| self.measure.show(mean));
        let difference = difference_text(self.difference, self.interval.as_ref());
        let count = self.rounds.len();
        write!(f, "{} {first} and {second} over {count} training sets, {difference}", self.measure)
    }
}
