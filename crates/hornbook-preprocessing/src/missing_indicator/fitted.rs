//! Which features get an indicator.

use super::MissingIndicatorModel;
use crate::column_wise::{ColumnWise, FittedColumn};
use hornbook_core::format::rows as rows_in_words;
use hornbook_core::{Choice, Error, Learner, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_encoding::{FeatureStatistics, InputStatistics};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Missing indicator: columns that are 1 where a feature is missing, and 0 elsewhere.
///
/// A transformer for a pipeline, like scikit-learn's MissingIndicator: the features themselves are left out;
/// `columns(@all=missing-indicator, @number=fill-missing)` keeps both.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "missing-indicator",
    aliases("missing indicators", "missingness", "MissingIndicator"),
    sklearn = "MissingIndicator",
    r = "recipes::step_indicate_na",
    family = "preprocessing",
    tasks(transformation),
    removes(missing, categories, text),
    applied = "flagged as missing",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct MissingIndicator {
    /// Which features get an indicator.
    #[param(default = IndicatorFeatures::MissingOnly)]
    pub features: IndicatorFeatures,
    /// Whether rows are refused that lack a value where training had none missing, and there is no indicator.
    #[param(default = false)]
    pub error_on_new: bool,
}

/// Which features get an indicator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum IndicatorFeatures {
    /// Those with missing values in training.
    MissingOnly,
    /// All.
    All,
}

/// Whether an input has an indicator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct IndicatorColumn {
    has_indicator: bool,
    /// Whether missing values are refused.
    is_refused: bool,
    /// The weight of the training rows in which it is missing.
    missing: f64,
}

impl Fit for MissingIndicator {
    type Model = MissingIndicatorModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<MissingIndicatorModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let known = FeatureStatistics::gather(&inputs, false, input.rows(), run)?;
        let column = |known: &InputStatistics| {
            let missing = known.missing();
            let has_indicator = self.features == IndicatorFeatures::All || missing > 0.0;
            Some(IndicatorColumn { has_indicator, is_refused: self.error_on_new && !has_indicator, missing })
        };
        let columns = known.inputs.iter().map(column).collect();
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl FittedColumn for IndicatorColumn {
    const HEADING: &'static str = "missing indicators";
    const NOTHING: &'static str = "no features";

    fn fits(&self, _input: &Input) -> bool {
        !(self.has_indicator && self.is_refused)
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        let name = || Input { name: format!("{} is missing", input.name), kind: InputKind::Number };
        self.has_indicator.then(name).into_iter().collect()
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        if self.is_refused
            && let Some(row) = (0..column.len()).find(|&row| column.is_missing(row))
        {
            return Err(Error::data(
                format!("column '{}' is missing in row {}, and was not in training", input.name, row + 1),
                "correct the row, or set error_on_new=false",
            ));
        }
        let indicator = || (0..column.len()).map(|row| f64::from(u8::from(column.is_missing(row)))).collect();
        Ok(self.has_indicator.then(|| Feature::Number(indicator())).into_iter().collect())
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let said = if self.has_indicator { "indicator" } else { "no indicator" };
        let missing = self.missing;
        (
            format!("{said}, missing in {}", rows_in_words(missing)),
            json!({"indicator": self.has_indicator, "missing": missing}),
        )
    }
}
