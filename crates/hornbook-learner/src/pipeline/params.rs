use hornbook_core::{Declared, Learner, LearnerSpec, ParameterValue};

/// Pipeline: transformers (imputation, scaling, encoding, …) and a learner behind them, fitted together inside each fold.
///
/// Like scikit-learn's Pipeline: `pipeline(fill-missing, scale-columns, ridge(alpha=2))`. Every step but the last is a
/// transformer and is fitted on the training rows only (no data leakage). Hyperparameters of steps are set and tuned by
/// `step.parameter`, such as `ridge.alpha`. Without a learner at the end the pipeline is a transformer itself.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "pipeline",
    aliases("make_pipeline", "workflow"),
    sklearn = "Pipeline, make_pipeline",
    r = "recipes::recipe, mlr3pipelines",
    weka = "FilteredClassifier",
    family = "learner",
    tasks(classification, regression, outliers, density, clustering, transformation, labeling, patterns),
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    multi_output,
    incremental,
    offset,
    early_stopping,
    warm_start,
    composite,
    explicit_only
)]
pub struct Pipeline {
    /// The steps: transformers, and at the end a learner or another transformer.
    pub steps: Vec<LearnerSpec>,
}

impl Pipeline {
    /// The same pipeline with one more step at its end.
    #[must_use]
    pub fn step(mut self, learner: impl Into<LearnerSpec>) -> Pipeline {
        self.steps.push(learner.into());
        self
    }

    /// The steps of a pipeline that a spec describes; none if it describes another learner.
    pub fn steps_of(spec: &LearnerSpec) -> Option<Vec<LearnerSpec>> {
        let is_pipeline = Pipeline::declaration().is_called(&spec.name);
        let steps = spec.parameters.get("steps").filter(|_| is_pipeline)?;
        Vec::<LearnerSpec>::from_value(steps)
    }
}
