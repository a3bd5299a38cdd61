use super::result::ScoreRecord;
use serde::{Deserialize, Serialize};

/// Who was tried, how they did, and who was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineUp {
    /// What they were compared by: a measure's name.
    pub measure: String,
    /// Whether more of it is better.
    pub higher_is_better: bool,
    /// How they were judged, in words.
    pub design: String,
    /// Everyone, the best first; those without a score last.
    pub contestants: Vec<Contestant>,
    /// The place of the best.
    pub best: usize,
    /// The place of the chosen one.
    pub chosen: usize,
    /// Why it was chosen, as a sentence.
    pub why: String,
    /// Runs of contestants, as places, that cannot be told apart (the bars of a critical-difference picture).
    pub groups: Vec<(usize, usize)>,
    /// The test by which they were told apart.
    pub test: String,
    /// For nested cross-validation: how often each learner was chosen in the outer folds, the most often first.
    pub chosen_in_folds: Vec<(String, usize)>,
}

/// A learner of the line-up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contestant {
    /// The learner's name in the registry.
    pub learner: String,
    /// The learner with the parameters that are not the default ones, as the command line takes it.
    pub spec: String,
    /// The family.
    pub family: String,
    /// The first sentence of what it is.
    pub summary: String,
    /// How it went.
    pub outcome: Outcome,
}

/// How it went for a learner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was judged.
    Judged {
        /// By the measure of the line-up.
        score: Box<ScoreRecord>,
        /// How many rows it was judged on; fewer than all if it was left behind in a heat on a sample.
        rows: usize,
        /// By the measure, fold by fold.
        folds: Vec<f64>,
        /// The standard error of their mean.
        standard_error: Option<f64>,
        /// The mean size of its models, if they can say.
        size: Option<f64>,
        /// How many combinations of parameters were tried.
        trials: usize,
        /// The p-value of the test against the best, corrected for the number of learners; none for the best itself.
        p_value: Option<f64>,
        /// Whether it cannot be told apart from the best.
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
