//! Parameters that say how many of some things: so many, or such a fraction of them.

use crate::Value;
use crate::declaration::{ParameterKind, ParameterValue};
use serde_json::json;

/// So many, or such a fraction of all.
///
/// In every interface an integer is a count and a number with a point a fraction: `1` is one, `1.0` all.
///
/// ```
/// use hornbook_core::CountOrFraction;
/// assert_eq!(CountOrFraction::Count(5).of(100), 5);
/// assert_eq!(CountOrFraction::Fraction(0.25).of(10), 2);
/// assert_eq!(CountOrFraction::Fraction(0.01).of(10), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CountOrFraction {
    /// So many; all, if there are fewer.
    Count(u32),
    /// A fraction above 0 and up to 1, rounded down to whole things, but to at least one.
    Fraction(f64),
}

impl CountOrFraction {
    /// How many of so many that is; none of none.
    pub fn of(self, all: usize) -> usize {
        let some = match self {
            CountOrFraction::Count(count) => count as usize,
            CountOrFraction::Fraction(share) => (share * all as f64) as usize,
        };
        some.clamp(all.min(1), all)
    }
}

impl ParameterValue for CountOrFraction {
    const KIND: ParameterKind = ParameterKind::CountOrFraction(&[]);

    fn to_value(&self) -> Value {
        match self {
            CountOrFraction::Count(count) => json!(count),
            CountOrFraction::Fraction(share) => json!(share),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_u64() {
            Some(count) => u32::try_from(count).ok().filter(|&count| count > 0).map(CountOrFraction::Count),
            None => {
                value.as_f64().filter(|share| *share > 0.0 && *share <= 1.0).map(CountOrFraction::Fraction)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shares() {
        for (value, amount) in
            [(json!(3), CountOrFraction::Count(3)), (json!(0.5), CountOrFraction::Fraction(0.5))]
        {
            assert_eq!(CountOrFraction::from_value(&value), Some(amount));
            assert_eq!(amount.to_value(), value);
        }
        assert_eq!(CountOrFraction::from_value(&json!(1.0)), Some(CountOrFraction::Fraction(1.0)));
        for wrong in [json!(0), json!(-1), json!(1.5), json!(0.0), json!("half"), json!(5_000_000_000u64)] {
            assert_eq!(CountOrFraction::from_value(&wrong), None, "{wrong}");
        }
        assert_eq!(CountOrFraction::Count(9).of(4), 4);
        assert_eq!(CountOrFraction::Fraction(1.0).of(0), 0);
    }
}
