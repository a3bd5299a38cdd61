use super::RollingWindowsModel;
use super::statistic::{RollingStatistic, WindowStatistic};
use crate::row_sequences::fit_trailing_columns;
use hornbook_core::{ColumnSelector, Error, Learner, Result, flatten_parameters};

/// Rolling windows: mean, sum, minimum, maximum, standard deviation or count of a column over the rows before, by an order and
/// within groups.
///
/// A transformer for a pipeline, like recipes' step_window and pandas' rolling. The columns stay, and their statistics stand behind
/// them. Rows to predict continue the last training rows of their group.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "rolling-windows",
    aliases("rolling", "moving average", "window features"),
    r = "recipes::step_window, zoo::rollapply",
    family = "preprocessing",
    tasks(transformation),
    applied = "with rolling windows",
    missing,
    categories,
    text,
    sample_weights,
    explicit_only
)]
pub struct RollingWindows {
    /// How many rows the window has.
    #[param(default = 3, range = "1..=1000000", search = "2..10")]
    pub window: u32,
    /// The statistics, with `+` between: mean, sum, min, max, std, count.
    #[param(default = "mean".to_string())]
    pub statistics: String,
    /// Columns whose statistics are made; none stands for all numbers.
    pub columns: Option<ColumnSelector>,
    #[group]
    sequences: crate::row_sequences::SequenceParameters,
    /// Whether the row itself is the last of its window; by default the window ends before it.
    #[param(default = false)]
    pub include_current: bool,
    /// How many values a window must have for its statistic not to be missing.
    #[param(default = 1, range = "1..=1000000")]
    pub min_periods: u32,
}

impl RollingWindows {
    fn made(&self) -> Result<Vec<RollingStatistic>> {
        let statistic = |name: &str| {
            let found = WindowStatistic::ALL.into_iter().find(|statistic| statistic.name() == name);
            let statistic = found.ok_or_else(|| {
                let names = WindowStatistic::ALL.map(WindowStatistic::name);
                Error::data(
                    format!("'{name}' is no statistic of a window"),
                    format!("name some of {}, with + between", names.join(", ")),
                )
            })?;
            Ok(RollingStatistic {
                statistic,
                window: self.window,
                includes_current: self.include_current,
                min_periods: self.min_periods,
            })
        };
        self.statistics.split('+').map(|name| statistic(name.trim())).collect()
    }
}

fit_trailing_columns!(RollingWindows, RollingWindowsModel);
