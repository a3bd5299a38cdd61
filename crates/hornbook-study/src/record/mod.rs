//! What a study found, as plain data: the content of `study.json`, and all that the report shows.
//!
//! A report is made of a [`StudyRecord`] and nothing else, so that it can be written again from the file. Numbers that are not
//! finite do not occur: what is undefined is left out.

mod data;
mod leaderboard;
mod model;
mod result;
mod score;

pub use data::{ColumnRecord, ColumnRole, DataRecord, Finding, Severity, Sketch};
pub use leaderboard::{EntryResult, Leaderboard, LeaderboardEntry};
pub use model::{
    ContributionRecord, ErrorAnalysis, Importance, LocalExplanation, MemberRecord, ModelRecord, ModelSection,
    PartialDependenceCurve, SimpleModelRecord, Slice,
};
pub use result::{
    ClassPlots, ConfusionRecord, DecisionRecord, LearningCurveRecord, LearningPointRecord, NumberPlots,
    ResultRecord, ScoreRecord, TestedRows,
};

use serde::{Deserialize, Serialize};

/// The format of `study.json`; it is raised when a field changes its meaning.
pub const VERSION: u32 = 3;

/// Everything that a study found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StudyRecord {
    /// The format.
    pub version: u32,
    /// What the table is called: the name of its file, or 'table'.
    pub name: String,
    /// The summary in three sentences: test performance, model selection, caveats.
    pub answer: Vec<String>,
    /// The target.
    pub target: String,
    /// The task.
    pub task: StudyTask,
    /// The classes, in the order of their codes; empty for numbers.
    pub classes: Vec<String>,
    /// The positive class of binary classification.
    pub positive: Option<String>,
    /// The dataset, with data-quality warnings.
    pub data: DataRecord,
    /// The candidates and their scores.
    #[serde(alias = "line_up")]
    pub leaderboard: Leaderboard,
    /// The performance on rows that the model was not trained on.
    pub result: ResultRecord,
    /// The model that is kept, and its interpretation.
    pub model: ModelRecord,
    /// The simplest model that is not much worse, if the one that is kept is another.
    #[serde(default)]
    pub simple_model: Option<SimpleModelRecord>,
    /// Error analysis.
    #[serde(alias = "wrong")]
    pub error_analysis: ErrorAnalysis,
    /// Methodology, for reproducibility.
    pub method: MethodRecord,
    /// Caveats.
    pub notes: Vec<String>,
}

/// The task of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyTask {
    /// Binary classification.
    Binary,
    /// Multiclass classification.
    Multiclass,
    /// Regression.
    Regression,
    /// Count regression.
    Count,
}

impl StudyTask {
    /// Whether classes are predicted.
    pub fn is_classification(self) -> bool {
        matches!(self, StudyTask::Binary | StudyTask::Multiclass)
    }

    /// The task in words.
    pub fn in_words(self) -> &'static str {
        match self {
            StudyTask::Binary => "binary classification",
            StudyTask::Multiclass => "multiclass classification",
            StudyTask::Regression => "regression",
            StudyTask::Count => "count regression",
        }
    }
}

/// The methodology of a study, for reproducibility.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodRecord {
    /// The steps, a sentence each.
    pub steps: Vec<String>,
    /// The evaluation design, in words: a held-out test set or bias-corrected cross-validation.
    pub design: String,
    /// The random seed.
    pub seed: u64,
    /// The time budget, in seconds.
    pub budget_seconds: f64,
    /// The time that was used, in seconds; left out of what is compared between two studies.
    pub used_seconds: f64,
    /// Whether the time budget ran out before every candidate had its turn, so that better ones may be missing.
    pub cut_short: bool,
    /// How many settings of learners were evaluated (trials).
    #[serde(default)]
    pub trials: usize,
    /// Why no more were, as a sentence.
    #[serde(default)]
    pub stopped: String,
    /// The command that does it again, if it was done by the command.
    pub command: Option<String>,
    /// The release of the toolkit.
    pub release: String,
    /// A fingerprint of the rows, by which another can tell that they have the same.
    pub fingerprint: String,
}
