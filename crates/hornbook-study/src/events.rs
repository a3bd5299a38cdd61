//! Trace events of a study.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of a study.
#[derive(Debug, Clone, PartialEq)]
pub enum StudyEvent {
    /// The data were checked: the warnings, as sentences.
    DataChecked {
        /// The findings.
        findings: Vec<String>,
    },
    /// An interrupted study is resumed.
    Resumed {
        /// How many evaluations were restored.
        results: usize,
    },
    /// How the test set is held out.
    Designed {
        /// The design in words.
        design: String,
    },
    /// A candidate is being evaluated.
    Trying {
        /// The learner with its hyperparameters.
        learner: String,
        /// Which of all it is, from 1.
        place: usize,
        /// How many there are.
        of: usize,
        /// What it is tried for: `default hyperparameters`, `tuning`, `all rows`.
        stage: &'static str,
    },
    /// A candidate was evaluated.
    Evaluated {
        /// The learner with its hyperparameters.
        learner: String,
        /// Its score as people read it; none if it refused or time was up.
        score: Option<String>,
        /// The best so far, with its score.
        best: Option<(String, String)>,
    },
    /// One was selected.
    Chosen {
        /// The learner with its hyperparameters.
        learner: String,
        /// Why.
        why: String,
    },
    /// The final evaluation: nested cross-validation, or the held-out test set.
    TestEvaluation {
        /// What is done, in words.
        what: String,
    },
    /// The model is interpreted.
    Interpreting {
        /// What is computed.
        what: &'static str,
    },
}

impl fmt::Display for StudyEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyEvent::DataChecked { findings } => {
                f.write_str(if findings.is_empty() {
                    "no data-quality warnings"
                } else {
                    "data-quality warnings:"
                })?;
                findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
            }
            StudyEvent::Resumed { results } => {
                write!(f, "{results} evaluations restored from the checkpoint")
            }
            StudyEvent::Designed { design } => write!(f, "evaluation design: {design}"),
            StudyEvent::Trying { learner, place, of, stage } => {
                write!(f, "{stage} {place} of {of}: {learner}")
            }
            StudyEvent::Evaluated { learner, score, best } => {
                write!(f, "  {learner}: {}", score.as_deref().unwrap_or("not evaluated"))?;
                match best {
                    Some((best, score)) if best != learner => write!(f, "; best so far: {best} {score}"),
                    _ => Ok(()),
                }
            }
            StudyEvent::Chosen { learner, why } => write!(f, "selected: {learner}. {why}"),
            StudyEvent::TestEvaluation { what } => write!(f, "test evaluation: {what}"),
            StudyEvent::Interpreting { what } => write!(f, "interpreting the model: {what}"),
        }
    }
}

impl TraceEvent for StudyEvent {
    fn to_json(&self) -> Value {
        match self {
            StudyEvent::DataChecked { findings } => json!({"event": "data_checked", "findings": findings}),
            StudyEvent::Resumed { results } => json!({"event": "resumed", "results": results}),
            StudyEvent::Designed { design } => json!({"event": "designed", "design": design}),
            StudyEvent::Trying { learner, place, of, stage } => {
                json!({"event": "trying", "learner": learner, "place": place, "of": of, "stage": stage})
            }
            StudyEvent::Evaluated { learner, score, best } => {
                json!({"event": "evaluated", "learner": learner, "score": score, "best": best})
            }
            StudyEvent::Chosen { learner, why } => json!({"event": "chosen", "learner": learner, "why": why}),
            StudyEvent::TestEvaluation { what } => json!({"event": "test_evaluation", "what": what}),
            StudyEvent::Interpreting { what } => json!({"event": "interpreting", "what": what}),
        }
    }
}
