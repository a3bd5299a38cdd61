use super::bandwidth::bandwidths;
use super::kernel_sum::KernelSum;
use super::model::KernelDensityModel;
use super::params::KernelDensity;
use crate::densities::events::DensityEvent;
use crate::densities::rows::{WeightedPoints, summary_of};
use hornbook_core::{Result, Run};
use hornbook_data::TargetSchema;
use hornbook_learner::{Fit, TrainingInput};
use serde_json::json;

impl Fit for KernelDensity {
    type Model = KernelDensityModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<KernelDensityModel> {
        let data = input.dataset()?;
        let points = WeightedPoints::of(data)?;
        let names = data.feature_names();
        let (bandwidths, warnings) = bandwidths(self, &points, &names, run)?;
        for (column, &bandwidth) in names.iter().zip(&bandwidths) {
            run.trace(|| DensityEvent::Bandwidth { column: column.to_string(), bandwidth });
        }
        let mut summary = summary_of(data);
        summary.warnings = warnings;
        summary.details.insert("bandwidths".to_string(), json!(bandwidths));
        let info = self.model_info_predicting(TargetSchema::log_density(), data, summary);
        Ok(KernelDensityModel { info, kernel_sum: KernelSum::new(points, self.kernel, bandwidths) })
    }
}
