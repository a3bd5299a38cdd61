use super::LagsModel;
use crate::row_sequences::{TrailingValue, fit_trailing_columns};
use hornbook_core::{ColumnSelector, Error, Learner, Result, flatten_parameters};
use serde::{Deserialize, Serialize};

/// Lags: the values of columns some rows before, by an order and within groups.
///
/// A transformer for a pipeline, like recipes' step_lag and pandas' shift. The columns stay, and their lags stand behind them. The
/// first rows of a group have missing lags; rows to predict continue the last training rows of their group.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "lags",
    aliases("lag features", "lagged features", "autoregressive features"),
    r = "recipes::step_lag, dplyr::lag",
    family = "preprocessing",
    tasks(transformation),
    applied = "lagged",
    missing,
    categories,
    text,
    sample_weights,
    explicit_only
)]
pub struct Lags {
    /// How many rows before: whole numbers; none takes 1.
    #[param(range = "1..=1000000")]
    pub lags: Option<Vec<f64>>,
    /// Columns whose lags are made; none stands for all numbers.
    pub columns: Option<ColumnSelector>,
    #[group]
    sequences: crate::row_sequences::SequenceParameters,
}

/// The value so many rows before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lag(u32);

impl Lags {
    fn made(&self) -> Result<Vec<Lag>> {
        let lag = |&lag: &f64| match lag.fract() == 0.0 {
            true => Ok(Lag(lag as u32)),
            false => Err(Error::data(
                format!("{lag} is among the lags"),
                "give whole numbers of rows, like [1,2,7]",
            )),
        };
        self.lags.as_deref().unwrap_or(&[1.0]).iter().map(lag).collect()
    }
}

fit_trailing_columns!(Lags, LagsModel);

impl TrailingValue for Lag {
    const HEADING: &'static str = "lags";
    const IS_COPY: bool = true;

    fn length(&self) -> usize {
        self.0 as usize
    }

    fn name(&self, column: &str) -> String {
        format!("{column} lag {}", self.0)
    }

    fn value(&self, values: &[f64], place: usize) -> f64 {
        place.checked_sub(self.0 as usize).map_or(f64::NAN, |before| values[before])
    }

    fn is_sound(&self) -> bool {
        self.0 > 0
    }
}
