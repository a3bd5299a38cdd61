use super::LagsModel;
use crate::row_sequences::{SequenceColumns, TrailingColumns, TrailingValue};
use hornbook_core::{ColumnSelector, Error, Learner, Result, Run};
use hornbook_data::{Dataset, Input};
use hornbook_learner::{Fit, TrainingInput, TransformedRows, checked};
use serde::{Deserialize, Serialize};

/// Lags: the values of columns some rows before, by an order and within groups.
///
/// A transformer for a pipeline, like recipes' step_lag and pandas' shift. The columns stay, and their lags stand behind them. The
/// first rows of a group have missing lags; rows to predict continue the last training rows of their group.
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
    /// The column of numbers or dates that the rows are ordered by; without one they stand in order.
    pub order: Option<String>,
    /// The column of the groups: each has a past of its own.
    pub group: Option<String>,
}

/// The value so many rows before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lag(u32);

impl Lags {
    fn fitted(&self, data: &Dataset, run: &Run) -> Result<(LagsModel, TransformedRows<'static>)> {
        TrailingColumns::fit(self, data, |inputs| self.columns_of(inputs), run)
    }

    fn columns_of(&self, inputs: &[Input]) -> Result<(SequenceColumns, Vec<Lag>)> {
        let lag = |&lag: &f64| match lag.fract() == 0.0 {
            true => Ok(Lag(lag as u32)),
            false => Err(Error::data(
                format!("{lag} is among the lags"),
                "give whole numbers of rows, like [1,2,7]",
            )),
        };
        let lags = self.lags.as_deref().unwrap_or(&[1.0]).iter().map(lag).collect::<Result<_>>()?;
        let columns = SequenceColumns::named(
            inputs,
            self.order.as_deref(),
            self.group.as_deref(),
            self.columns.as_ref(),
        )?;
        Ok((columns, lags))
    }
}

impl Fit for Lags {
    type Model = LagsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<LagsModel> {
        Ok(self.fitted(input.dataset()?, run)?.0)
    }

    fn has_own_training_rows(&self) -> bool {
        true
    }

    /// Training rows see the rows before them, not those that the model keeps.
    fn fit_transform(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(LagsModel, Option<TransformedRows<'static>>)> {
        let (model, rows) = checked(self, data, run, |data| self.fitted(data, run))?;
        Ok((model, Some(rows)))
    }
}

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
