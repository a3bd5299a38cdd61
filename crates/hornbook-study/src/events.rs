//! Trace events of a study.

use hornbook_core::TraceEvent;

/// A step of a study.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
pub enum StudyEvent {
    /// The data were checked: the warnings, as sentences.
    #[event(if findings.is_empty(), "no data-quality warnings")]
    #[event(if !findings.is_empty(), "data-quality warnings:\n  {}", findings.join("\n  "))]
    DataChecked {
        /// The findings.
        findings: Vec<String>,
    },
    /// An interrupted study is resumed.
    #[event("{results} evaluations restored from the checkpoint")]
    Resumed {
        /// How many evaluations were restored.
        results: usize,
    },
    /// How the test set is held out.
    #[event("evaluation design: {design}")]
    Designed {
        /// The design in words.
        design: String,
    },
    /// A setting of a learner is being evaluated.
    #[event("trial {trial}: {learner}")]
    Trying {
        /// The learner with its hyperparameters.
        learner: String,
        /// Which of all it is, from 1.
        trial: usize,
    },
    /// A candidate was evaluated.
    #[event("  {learner}: {}", score.as_deref().unwrap_or("not evaluated"))]
    #[event(if let Some((best, score)) = best && best != learner, "; best so far: {best} {score}")]
    Evaluated {
        /// The learner with its hyperparameters.
        learner: String,
        /// Its score as people read it; none if it refused or time was up.
        score: Option<String>,
        /// The best so far, with its score.
        best: Option<(String, String)>,
    },
    /// One was selected.
    #[event("selected: {learner}. {why}")]
    Chosen {
        /// The learner with its hyperparameters.
        learner: String,
        /// Why.
        why: String,
    },
    /// The final evaluation: bias-corrected cross-validation, or the held-out test set.
    #[event("test evaluation: {what}")]
    TestEvaluation {
        /// What is done, in words.
        what: String,
    },
    /// The model is interpreted.
    #[event("interpreting the model: {what}")]
    Interpreting {
        /// What is computed.
        what: &'static str,
    },
}
