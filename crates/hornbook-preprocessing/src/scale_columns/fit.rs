//! From rows in any units to scales.

use super::ScaleColumnsModel;
use super::fitted_scaler::FittedScaler;
use super::params::{ScaleColumns, ScalingMethod};
use hornbook_core::{Result, Run};
use hornbook_data::{Features, Input};
use hornbook_encoding::FeatureStatistics;
use hornbook_learner::{Fit, Model, TrainingInput, TransformerModel};

impl Fit for ScaleColumns {
    type Model = ScaleColumnsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ScaleColumnsModel> {
        let scaling = self.scaling()?;
        let prototype = input.rows().prototype();
        let inputs = Input::of_dataset(prototype);
        let known = FeatureStatistics::gather(&inputs, scaling.needs_values(), input.rows(), run)?;
        let is_sparse = matches!(prototype.features_in_place(), Features::Sparse(_));
        let is_clipped = self.clip && self.method == ScalingMethod::MinMax;
        let limits = is_clipped.then(|| self.output_range()).transpose()?;
        let scaler = FittedScaler::of(inputs, scaling, &known, is_sparse, limits);
        let scaled = scaler.scales().flatten().count();
        let mut model = TransformerModel::new(self, input.rows(), scaler, run)?;
        model.info_mut().summary.details.insert("columns_scaled".to_string(), scaled.into());
        Ok(model)
    }
}
