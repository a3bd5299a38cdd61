//! What people call a model: by the learner at the end of a pipeline, and what was done to the columns before it.

use crate::model::ModelInfo;
use crate::pipeline::Pipeline;
use crate::registry::Registry;
use hornbook_core::LearnerSpec;

impl ModelInfo {
    /// Its learner in words: `ridge (imputed, scaled)` for a model of `pipeline(fill-missing, scale-columns, ridge)`.
    pub fn learner_in_words(&self) -> String {
        match self.learner_and_preprocessing() {
            (learner, done) if done.is_empty() => learner,
            (learner, done) => format!("{learner} ({})", done.join(", ")),
        }
    }

    /// Its learner, and the target that it predicts if there is one: `ridge (scaled) for 'mpg' (regression)`.
    pub fn title(&self) -> String {
        let target = &self.schema.target;
        if target.task.needs_target() {
            let names: Vec<String> =
                self.schema.targets().map(|target| format!("'{}'", target.name)).collect();
            return format!("{} for {} ({})", self.learner_in_words(), names.join(", "), target.task);
        }
        match self.learner_and_preprocessing() {
            (learner, done) if done.is_empty() => format!("{learner} ({})", target.task),
            (learner, done) => format!("{learner} ({}; {})", done.join(", "), target.task),
        }
    }

    /// The learner at the end of a pipeline, and what columns are called behind the transformers before it.
    fn learner_and_preprocessing(&self) -> (String, Vec<String>) {
        let steps = flattened(&self.spec());
        let Some((last, before)) = steps.split_last() else { return (self.learner.clone(), Vec::new()) };
        let mut done: Vec<String> = Vec::new();
        for step in before {
            let word = applied(step).unwrap_or(&step.name);
            if !done.iter().any(|other| other == word) {
                done.push(word.to_string());
            }
        }
        (last.name.clone(), done)
    }
}

/// The steps of a pipeline, those of pipelines within it in their place; any other learner is one step.
fn flattened(spec: &LearnerSpec) -> Vec<LearnerSpec> {
    match Pipeline::steps_of(spec) {
        Some(steps) => steps.iter().flat_map(flattened).collect(),
        None => vec![spec.clone()],
    }
}

/// What columns are called behind a transformer.
fn applied(transformer: &LearnerSpec) -> Option<&'static str> {
    Registry::filled().ok()?.find(&transformer.name).ok()?.declaration.applied
}
