//! Statistics of the values in a window.

use crate::row_sequences::TrailingValue;
use serde::{Deserialize, Serialize};

/// What is computed of the values in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WindowStatistic {
    /// Their mean.
    Mean,
    /// Their sum.
    Sum,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// Their standard deviation, that of a sample.
    Std,
    /// How many there are.
    Count,
}

/// A statistic of the window before a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollingStatistic {
    pub(super) statistic: WindowStatistic,
    pub(super) window: u32,
    pub(super) includes_current: bool,
    pub(super) min_periods: u32,
}

impl WindowStatistic {
    /// All of them.
    pub const ALL: [WindowStatistic; 6] = [
        WindowStatistic::Mean,
        WindowStatistic::Sum,
        WindowStatistic::Min,
        WindowStatistic::Max,
        WindowStatistic::Std,
        WindowStatistic::Count,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            WindowStatistic::Mean => "mean",
            WindowStatistic::Sum => "sum",
            WindowStatistic::Min => "min",
            WindowStatistic::Max => "max",
            WindowStatistic::Std => "std",
            WindowStatistic::Count => "count",
        }
    }

    /// The statistic of so many known values of a window: at least one, but for the count.
    fn of(self, known: impl Iterator<Item = f64> + Clone, count: f64) -> f64 {
        let mean = || known.clone().sum::<f64>() / count;
        match self {
            WindowStatistic::Mean => mean(),
            WindowStatistic::Sum => known.sum(),
            WindowStatistic::Min => known.fold(f64::INFINITY, f64::min),
            WindowStatistic::Max => known.fold(f64::NEG_INFINITY, f64::max),
            WindowStatistic::Std if count < 2.0 => f64::NAN,
            WindowStatistic::Std => {
                let mean = mean();
                (known.map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0)).sqrt()
            }
            WindowStatistic::Count => count,
        }
    }
}

impl TrailingValue for RollingStatistic {
    const HEADING: &'static str = "rolling windows";
    const IS_COPY: bool = false;

    fn length(&self) -> usize {
        self.window as usize - usize::from(self.includes_current)
    }

    fn name(&self, column: &str) -> String {
        format!("{column} rolling {} {}", self.statistic.name(), self.window)
    }

    fn value(&self, values: &[f64], place: usize) -> f64 {
        let end = if self.includes_current { place + 1 } else { place };
        let window = &values[end.saturating_sub(self.window as usize)..end];
        let known = window.iter().copied().filter(|x| !x.is_nan());
        let count = known.clone().count();
        if count < self.min_periods as usize && self.statistic != WindowStatistic::Count {
            return f64::NAN;
        }
        // A sum of very large numbers is none.
        Some(self.statistic.of(known, count as f64)).filter(|x| x.is_finite()).unwrap_or(f64::NAN)
    }

    fn is_sound(&self) -> bool {
        self.window > 0 && self.min_periods > 0
    }
}
