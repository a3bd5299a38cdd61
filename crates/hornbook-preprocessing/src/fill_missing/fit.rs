//! From rows with missing values to imputation values.

use super::FillMissingModel;
use super::imputation_values::{ImputationValue, ImputationValues};
use super::params::FillMissing;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Input;
use hornbook_encoding::FeatureStatistics;
use hornbook_learner::{Fit, Model, ModelInfo, TrainingInput, TransformerModel};

impl Fit for FillMissing {
    type Model = FillMissingModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<FillMissingModel> {
        if !self.fill_value.is_finite() {
            return Err(Error::data(
                format!("missing numbers are to be imputed with {}", self.fill_value),
                "give a fill_value that is a finite number",
            ));
        }
        let inputs = Input::of_dataset(input.rows().prototype());
        let keep_values = self.imputation().needs_values();
        let known = FeatureStatistics::gather(&inputs, keep_values, input.rows(), run)?;
        let values = ImputationValues::of(self, inputs, &known);
        let filled = values.values().iter().filter(|fill| fill.missing() > 0.0).count();
        let mut model = TransformerModel::new(self, input.rows(), values, run)?;
        let mut info = model.info().clone();
        info.summary.details.insert("columns_filled".to_string(), filled.into());
        warn_of_empty_columns(&mut info, model.fitted());
        *model.info_mut() = info;
        Ok(model)
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
