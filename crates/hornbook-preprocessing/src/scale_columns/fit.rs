//! From rows in any units to scales.

use super::ScaleColumnsModel;
use super::fitted_scaler::FittedScaler;
use super::params::{ScaleColumns, ScalingMethod};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Features, Input};
use hornbook_encoding::FeatureStatistics;
use hornbook_learner::{Fit, Model, RowSource, TrainingInput, TransformerModel, checked};

impl Fit for ScaleColumns {
    type Model = ScaleColumnsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ScaleColumnsModel> {
        let known = self.statistics(input.rows(), run)?;
        self.fitted_to(&known, input.rows(), run)
    }
}

impl ScaleColumns {
    /// Fits to more rows (`partial_fit`): with what was known of the rows before, the scales are those of all rows together. Robust
    /// scaling needs them all at once.
    pub fn fit_more(
        &self,
        earlier: Option<FeatureStatistics>,
        data: &Dataset,
        run: &Run,
    ) -> Result<(ScaleColumnsModel, FeatureStatistics)> {
        checked(self, data, run, |data| {
            if self.scaling()?.needs_values() {
                return Err(Error::data(
                    "quantiles of rows that come in parts are not known",
                    "fit robust scaling to all rows at once, or choose another method",
                ));
            }
            let rows = RowSource::Memory(data);
            let now = self.statistics(rows, run)?;
            let known = match earlier {
                None => now,
                Some(mut known) if known.inputs.len() == now.inputs.len() => {
                    known.merge(now);
                    known
                }
                Some(known) => {
                    return Err(Error::mismatch(
                        format!(
                            "there are {} features, and were {} before",
                            now.inputs.len(),
                            known.inputs.len()
                        ),
                        "give rows with the same columns",
                    ));
                }
            };
            let mut model = self.fitted_to(&known, rows, run)?;
            model.info_mut().summary.rows = known.rows;
            model.info_mut().summary.weight = known.weight;
            Ok((model, known))
        })
    }

    fn statistics(&self, rows: RowSource<'_>, run: &Run) -> Result<FeatureStatistics> {
        let inputs = Input::of_dataset(rows.prototype());
        FeatureStatistics::gather(&inputs, self.scaling()?.needs_values(), rows, run)
    }

    fn fitted_to(
        &self,
        known: &FeatureStatistics,
        rows: RowSource<'_>,
        run: &Run,
    ) -> Result<ScaleColumnsModel> {
        let inputs = Input::of_dataset(rows.prototype());
        let is_sparse = matches!(rows.prototype().features_in_place(), Features::Sparse(_));
        let limits = match self.method {
            ScalingMethod::MinMax if self.clip => Some(self.output_range()?),
            ScalingMethod::MaxAbs if self.clip => Some((-1.0, 1.0)),
            _ => None,
        };
        let scaler = FittedScaler::of(inputs, self.scaling()?, known, is_sparse, limits);
        let scaled = scaler.scales().flatten().count();
        let mut model = TransformerModel::new(self, rows, scaler, run)?;
        model.info_mut().summary.details.insert("columns_scaled".to_string(), scaled.into());
        Ok(model)
    }
}
