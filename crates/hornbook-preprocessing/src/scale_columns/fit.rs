//! From rows in any units to scales.

use super::ScaleColumnsModel;
use super::fitted_scaler::FittedScaler;
use super::params::ScaleColumns;
use hornbook_core::{Result, Run};
use hornbook_learner::{Fit, Model, TrainingInput, TransformerModel};

impl Fit for ScaleColumns {
    type Model = ScaleColumnsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ScaleColumnsModel> {
        let scaler = FittedScaler::of(self.method, input.dataset()?);
        let scaled = scaler.scales().iter().flatten().count();
        let mut model = TransformerModel::new(self, input.rows(), scaler, run)?;
        model.info_mut().summary.details.insert("columns_scaled".to_string(), scaled.into());
        Ok(model)
    }
}
