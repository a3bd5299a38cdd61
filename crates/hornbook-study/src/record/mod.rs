//! What a study found, as plain data: the content of `study.json`, and all that the report shows.
//!
//! A report is made of a [`Record`] and nothing else, so that it can be written again from the file. Numbers that are not
//! finite do not occur: what is undefined is left out.

mod data;
mod line_up;
mod model;
mod result;
mod score;

pub use data::{ColumnRecord, ColumnRole, DataRecord, Finding, Severity, Sketch};
pub use line_up::{Contestant, LineUp, Outcome};
pub use model::{
    CaseRecord, ContributionRecord, Dependence, Importance, ModelRecord, ModelSection, Slice, WrongRecord,
};
pub use result::{
    ClassPlots, ConfusionRecord, DecisionRecord, LearningCurveRecord, LearningPointRecord, NumberPlots,
    ResultRecord, ScoreRecord,
};

use serde::{Deserialize, Serialize};

/// The format of `study.json`; it is raised when a field changes its meaning.
pub const VERSION: u32 = 1;

/// Everything that a study found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The format.
    pub version: u32,
    /// What the table is called: the name of its file, or 'table'.
    pub name: String,
    /// The answer in three sentences: what was found, how sure it is, what to beware of.
    pub answer: Vec<String>,
    /// What is predicted.
    pub target: String,
    /// What kind of prediction it is.
    pub task: StudyTask,
    /// The classes, in the order of their codes; empty for numbers.
    pub classes: Vec<String>,
    /// The class that the curves of two classes are about.
    pub positive: Option<String>,
    /// The rows and columns, and what looks wrong with them.
    pub data: DataRecord,
    /// Who was tried and how they did.
    pub line_up: LineUp,
    /// How good the chosen model is, on rows that had no part in choosing it.
    pub result: ResultRecord,
    /// What the chosen model learned.
    pub model: ModelRecord,
    /// Where it is wrong.
    pub wrong: WrongRecord,
    /// How it was done.
    pub method: MethodRecord,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// What kind of prediction a study is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyTask {
    /// One of two classes.
    Binary,
    /// One of several classes.
    Multiclass,
    /// A number.
    Regression,
    /// A number of things.
    Count,
}

impl StudyTask {
    /// Whether classes are predicted.
    pub fn is_classification(self) -> bool {
        matches!(self, StudyTask::Binary | StudyTask::Multiclass)
    }

    /// The kind in words.
    pub fn in_words(self) -> &'static str {
        match self {
            StudyTask::Binary => "one of two classes",
            StudyTask::Multiclass => "one of several classes",
            StudyTask::Regression => "a number",
            StudyTask::Count => "a count",
        }
    }
}

/// How a study was done, so that another can repeat it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodRecord {
    /// The steps, a sentence each.
    pub steps: Vec<String>,
    /// How the last word was kept honest, in words: a locked test or nested cross-validation.
    pub design: String,
    /// Where random numbers came from.
    pub seed: u64,
    /// The time that was given, in seconds.
    pub budget_seconds: f64,
    /// The time that was used, in seconds; left out of what is compared between two studies.
    pub used_seconds: f64,
    /// Whether time ran out or somebody stopped it, so that learners are missing that might have been better.
    pub cut_short: bool,
    /// The command that does it again, if it was done by the command.
    pub command: Option<String>,
    /// The release of the toolkit.
    pub release: String,
    /// A fingerprint of the rows, by which another can tell that they have the same.
    pub fingerprint: String,
}
