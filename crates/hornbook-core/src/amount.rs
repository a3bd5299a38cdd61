//! Parameters that say how many of some things: so many, or such a share of them.

use crate::Value;
use crate::declaration::{Kind, ParameterValue};
use serde_json::json;

/// So many, or such a share of all.
///
/// On every door a whole number is a count and a number with a point a share: `1` is one, `1.0` all.
///
/// ```
/// use hornbook_core::Amount;
/// assert_eq!(Amount::Count(5).of(100), 5);
/// assert_eq!(Amount::Share(0.25).of(10), 2);
/// assert_eq!(Amount::Share(0.01).of(10), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Amount {
    /// So many; all, if there are fewer.
    Count(u32),
    /// A share above 0 and up to 1, rounded down to whole things, but to at least one.
    Share(f64),
}

impl Amount {
    /// How many of so many that is; none of none.
    pub fn of(self, all: usize) -> usize {
        let some = match self {
            Amount::Count(count) => count as usize,
            Amount::Share(share) => (share * all as f64) as usize,
        };
        some.clamp(all.min(1), all)
    }
}

impl ParameterValue for Amount {
    const KIND: Kind = Kind::Amount(&[]);

    fn to_value(&self) -> Value {
        match self {
            Amount::Count(count) => json!(count),
            Amount::Share(share) => json!(share),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_u64() {
            Some(count) => u32::try_from(count).ok().filter(|&count| count > 0).map(Amount::Count),
            None => value.as_f64().filter(|share| *share > 0.0 && *share <= 1.0).map(Amount::Share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shares() {
        for (value, amount) in [(json!(3), Amount::Count(3)), (json!(0.5), Amount::Share(0.5))] {
            assert_eq!(Amount::from_value(&value), Some(amount));
            assert_eq!(amount.to_value(), value);
        }
        assert_eq!(Amount::from_value(&json!(1.0)), Some(Amount::Share(1.0)));
        for wrong in [json!(0), json!(-1), json!(1.5), json!(0.0), json!("half"), json!(5_000_000_000u64)] {
            assert_eq!(Amount::from_value(&wrong), None, "{wrong}");
        }
        assert_eq!(Amount::Count(9).of(4), 4);
        assert_eq!(Amount::Share(1.0).of(0), 0);
    }
}
