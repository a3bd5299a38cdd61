//! From rows in any units to a model.

use super::ScaleColumnsModel;
use super::fitted_scaler::FittedScaler;
use super::params::ScaleColumns;
use crate::within::learner_within;
use hornbook_core::{Capabilities, Declared, LearnerSpec, Result, Run};
use hornbook_learner::{Fit, TrainingInput};

impl Fit for ScaleColumns {
    type Model = ScaleColumnsModel;

    /// As the learner within: missing values stay missing.
    fn capabilities(&self) -> Capabilities {
        let learner = self
            .estimator
            .as_ref()
            .and_then(|spec| hornbook_learner::Registry::filled().ok()?.learner(spec).ok());
        let missing = learner.is_some_and(|learner| learner.capabilities().missing);
        Capabilities { missing, ..Self::declaration().capabilities }
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ScaleColumnsModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learner = learner_within(self.estimator.as_ref(), &data, LearnerSpec::new("ridge"))?;
        let scales = FittedScaler::of(self.rule, &data);
        run.check()?;
        // The learner within writes the trace.
        let within = learner.fit_with(&scales.dataset(&data)?, run)?;
        let mut summary = within.info().summary.clone();
        let scaled = scales.scales().iter().flatten().count();
        summary.details.insert("columns_scaled".to_string(), scaled.into());
        let info = self.model_info(&data, summary)?;
        Ok(ScaleColumnsModel { info, transformer: scales, within })
    }
}
