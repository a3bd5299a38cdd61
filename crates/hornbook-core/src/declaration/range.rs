//! The numbers that a parameter may take, and those worth trying.

use std::fmt;

/// The numbers a parameter may take. An open end is not itself allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Smallest value.
    pub low: Option<f64>,
    /// Whether the smallest value is excluded.
    pub low_open: bool,
    /// Largest value.
    pub high: Option<f64>,
    /// Whether the largest value is excluded.
    pub high_open: bool,
}

impl Range {
    /// Every number.
    pub const ANY: Range = Range { low: None, low_open: false, high: None, high_open: false };

    /// Whether a number lies in the range; NaN never does.
    pub fn contains(&self, x: f64) -> bool {
        !x.is_nan()
            && self.low.is_none_or(|low| if self.low_open { x > low } else { x >= low })
            && self.high.is_none_or(|high| if self.high_open { x < high } else { x <= high })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let low = self.low.map(|x| format!("{} {x}", if self.low_open { "above" } else { "at least" }));
        let high = self.high.map(|x| format!("{} {x}", if self.high_open { "below" } else { "at most" }));
        match (low, high) {
            (Some(low), Some(high)) => write!(f, "{low} and {high}"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (None, None) => Ok(()),
        }
    }
}

/// Which values of a parameter are worth trying.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DefaultSearchSpace {
    /// Numbers between two ends.
    Between {
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
        /// Whether they are searched on a log scale.
        logarithmic: bool,
    },
    /// Every option of a choice, or true and false.
    Every,
}

impl fmt::Display for DefaultSearchSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefaultSearchSpace::Between { low, high, logarithmic: false } => write!(f, "{low} to {high}"),
            DefaultSearchSpace::Between { low, high, logarithmic: true } => {
                write!(f, "{low} to {high} on a log scale")
            }
            DefaultSearchSpace::Every => f.write_str("every option"),
        }
    }
}
