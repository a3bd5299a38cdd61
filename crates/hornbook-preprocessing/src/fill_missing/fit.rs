//! From rows with missing values to a model.

use super::FillMissingModel;
use super::imputation_values::{ImputationValue, ImputationValues};
use super::params::FillMissing;
use crate::within::learner_within;
use hornbook_core::{Error, LearnerSpec, Result, Run};
use hornbook_learner::{Fit, ModelInfo, TrainingInput};

impl Fit for FillMissing {
    type Model = FillMissingModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<FillMissingModel> {
        let data = input.dataset()?;
        if !self.fill_value.is_finite() {
            return Err(Error::data(
                format!("missing numbers are to be imputed with {}", self.fill_value),
                "give a fill_value that is a finite number",
            ));
        }
        let data = data.with_nonzero_weight();
        let usual = LearnerSpec::new("linear-regression");
        let learner = learner_within(self.estimator.as_ref(), &data, usual)?;
        let values = ImputationValues::of(self, &data);
        run.check()?;
        // The learner within writes the trace.
        let within = learner.fit_with(values.dataset(&data)?.as_ref(), run)?;
        let mut summary = within.info().summary.clone();
        let filled = values.values().iter().filter(|fill| fill.missing() > 0.0).count();
        summary.details.insert("columns_filled".to_string(), filled.into());
        let mut info = self.model_info(&data, summary)?;
        warn_of_empty_columns(&mut info, &values);
        Ok(FillMissingModel { info, transformer: values, within })
    }
}

/// A column without a value has no median and no level, so whatever is imputed says nothing: that is said.
fn warn_of_empty_columns(info: &mut ModelInfo, values: &ImputationValues) {
    let weight = info.summary.weight;
    for (input, fill) in info.schema.inputs.iter().zip(values.values()) {
        if matches!(fill, ImputationValue::Number { is_marked: false, missing, .. } if *missing >= weight && weight > 0.0)
        {
            let warning = format!("column '{}' has no value in training; leave it out", input.name);
            info.summary.warnings.push(warning);
        }
    }
}
