//! Binarization.
//!
//! A number becomes 1 if it is above a threshold, and else 0. Nothing is fitted. Missing values stay missing.
//!
//! ```
//! use hornbook_data::{Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::Binarize;
//!
//! let table = Table::builder().number("x", vec![1.0, 2.0, 3.0]).build()?;
//! let model = Binarize::default().threshold(2.0).fit(&table.dataset())?;
//! let made = model.transformer()?.transform(&table.dataset().row_features())?;
//! assert!(matches!(made.features().column(0), Feature::Number(x) if *x == [0.0, 0.0, 1.0]));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

use crate::column_wise::{ColumnWise, FittedColumn, numbers};
use hornbook_core::format::significant;
use hornbook_core::{Learner, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Binarization: numbers above a threshold become 1, all others 0.
///
/// A transformer for a pipeline, like scikit-learn's Binarizer. Dates, categorical, boolean and text features are passed through,
/// and missing values stay missing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "binarize",
    aliases("binarizer", "binarization", "thresholding", "Binarizer"),
    sklearn = "Binarizer",
    r = "biclust::binarize",
    weka = "NumericToBinary",
    family = "preprocessing",
    tasks(transformation),
    removes(scale),
    applied = "binarized",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct Binarize {
    /// Numbers above it become 1.
    #[param(default = 0.0)]
    pub threshold: f64,
}

/// The threshold of a column.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ColumnThreshold(f64);

/// Binarization as a model.
pub type BinarizeModel = TransformerModel<ColumnWise<ColumnThreshold>>;

impl Fit for Binarize {
    type Model = BinarizeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<BinarizeModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let column =
            |input: &Input| (input.kind == InputKind::Number).then_some(ColumnThreshold(self.threshold));
        let columns = inputs.iter().map(column).collect();
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl FittedColumn for ColumnThreshold {
    const HEADING: &'static str = "binarization";
    const NOTHING: &'static str = "no numeric features";

    fn fits(&self, input: &Input) -> bool {
        input.kind == InputKind::Number
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        vec![input.clone()]
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let above = |&x: &f64| if x.is_nan() { x } else { f64::from(u8::from(x > self.0)) };
        Ok(vec![Feature::Number(numbers(input, column)?.iter().map(above).collect())])
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        (format!("1 above {}, else 0", significant(self.0)), json!({"threshold": self.0}))
    }
}
