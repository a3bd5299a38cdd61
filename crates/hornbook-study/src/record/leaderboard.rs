use super::result::ScoreRecord;
use serde::{Deserialize, Serialize};

/// The leaderboard: candidate models, their scores, and which was selected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// The metric they are compared by.
    pub measure: String,
    /// Whether higher is better.
    pub higher_is_better: bool,
    /// The resampling design, in words.
    pub design: String,
    /// All candidates, the best first; those without a score last.
    #[serde(alias = "contestants")]
    pub entries: Vec<LeaderboardEntry>,
    /// The index of the best.
    pub best: usize,
    /// The index of the selected one.
    pub chosen: usize,
    /// Why it was selected, as a sentence.
    pub why: String,
    /// Runs of entries, as indices, that are not significantly different (the bars of a critical difference diagram).
    pub groups: Vec<(usize, usize)>,
    /// The significance test.
    pub test: String,
}

/// A candidate of the leaderboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeaderboardEntry {
    /// The learner's name in the registry.
    pub learner: String,
    /// The learner with the hyperparameters that are not the default ones, as the command line takes it.
    pub spec: String,
    /// The family.
    pub family: String,
    /// The first sentence of what it is.
    pub summary: String,
    /// The outcome.
    pub outcome: EntryResult,
}

/// The outcome of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryResult {
    /// It was evaluated.
    #[serde(alias = "judged")]
    Evaluated {
        /// By the metric of the leaderboard.
        score: Box<ScoreRecord>,
        /// How many rows it was evaluated on; fewer than all if it was eliminated on a subsample.
        rows: usize,
        /// The scores of the folds.
        folds: Vec<f64>,
        /// The standard error of their mean.
        standard_error: Option<f64>,
        /// The mean size of its models, if they can say.
        size: Option<f64>,
        /// How many combinations of hyperparameters were tried (trials).
        trials: usize,
        /// The p-value of the test against the best, corrected for the number of learners; none for the best itself.
        p_value: Option<f64>,
        /// Whether it is not significantly different from the best.
        tied: bool,
        /// Seconds it took in all.
        seconds: f64,
    },
    /// The learner does not take these rows.
    Refused {
        /// Its words.
        why: String,
    },
    /// It was left out.
    LeftOut {
        /// Why: it would have taken too long, time ran out, …
        why: String,
    },
}
