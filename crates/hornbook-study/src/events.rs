//! What a study says while it works.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of a study.
#[derive(Debug, Clone, PartialEq)]
pub enum StudyEvent {
    /// The rows were looked at: what was found, as sentences.
    Examined {
        /// The findings.
        findings: Vec<String>,
    },
    /// A study that was stopped goes on.
    Resumed {
        /// How many verdicts were kept.
        verdicts: usize,
    },
    /// How the last word is kept honest.
    Designed {
        /// The design in words.
        design: String,
    },
    /// A learner is being tried.
    Trying {
        /// The learner with its parameters.
        learner: String,
        /// Which of all it is, from 1.
        place: usize,
        /// How many there are.
        of: usize,
        /// What it is tried for: `default parameters`, `tuning`, `all rows`.
        stage: &'static str,
    },
    /// A learner was judged.
    Judged {
        /// The learner with its parameters.
        learner: String,
        /// Its score as people read it; none if it refused or time was up.
        score: Option<String>,
        /// The best so far, with its score.
        best: Option<(String, String)>,
    },
    /// One was chosen.
    Chosen {
        /// The learner with its parameters.
        learner: String,
        /// Why.
        why: String,
    },
    /// The whole procedure is judged by nested cross-validation, or the locked test is opened.
    LastWord {
        /// What is done, in words.
        what: String,
    },
    /// What the model learned is looked at.
    Reading {
        /// What is looked at.
        what: &'static str,
    },
}

impl fmt::Display for StudyEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyEvent::Examined { findings } => {
                f.write_str(if findings.is_empty() {
                    "nothing looks wrong with the rows"
                } else {
                    "found:"
                })?;
                findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
            }
            StudyEvent::Resumed { verdicts } => write!(f, "{verdicts} verdicts were kept and need no work"),
            StudyEvent::Designed { design } => write!(f, "design: {design}"),
            StudyEvent::Trying { learner, place, of, stage } => {
                write!(f, "{stage} {place} of {of}: {learner}")
            }
            StudyEvent::Judged { learner, score, best } => {
                write!(f, "  {learner}: {}", score.as_deref().unwrap_or("no score"))?;
                match best {
                    Some((best, score)) if best != learner => write!(f, "; best so far: {best} {score}"),
                    _ => Ok(()),
                }
            }
            StudyEvent::Chosen { learner, why } => write!(f, "chosen: {learner}. {why}"),
            StudyEvent::LastWord { what } => write!(f, "last word: {what}"),
            StudyEvent::Reading { what } => write!(f, "reading the model: {what}"),
        }
    }
}

impl TraceEvent for StudyEvent {
    fn to_json(&self) -> Value {
        match self {
            StudyEvent::Examined { findings } => json!({"event": "examined", "findings": findings}),
            StudyEvent::Resumed { verdicts } => json!({"event": "resumed", "verdicts": verdicts}),
            StudyEvent::Designed { design } => json!({"event": "designed", "design": design}),
            StudyEvent::Trying { learner, place, of, stage } => {
                json!({"event": "trying", "learner": learner, "place": place, "of": of, "stage": stage})
            }
            StudyEvent::Judged { learner, score, best } => {
                json!({"event": "judged", "learner": learner, "score": score, "best": best})
            }
            StudyEvent::Chosen { learner, why } => json!({"event": "chosen", "learner": learner, "why": why}),
            StudyEvent::LastWord { what } => json!({"event": "last_word", "what": what}),
            StudyEvent::Reading { what } => json!({"event": "reading", "what": what}),
        }
    }
}
