//! What the drawings of all kinds of trees share.

use crate::rules::Condition;
use hornbook_core::format::six_digits;
use hornbook_data::Input;

/// The labels of the two sides of a split; missing values may go with the first, with the second, or with neither.
pub(crate) fn branch_labels(missing_first: Option<bool>) -> [String; 2] {
    let or_missing = |is: bool| if is { " or missing" } else { "" };
    [
        format!("yes{}", or_missing(missing_first == Some(true))),
        format!("no{}", or_missing(missing_first == Some(false))),
    ]
}

/// The test of a split, from what leads to its first side: `petal_length ≤ 2.45`, thresholds to six digits.
pub(crate) fn condition_label(first: &Condition, input: &Input) -> String {
    match first.bounds() {
        Some((low, high)) if low == f64::NEG_INFINITY => format!("{} ≤ {}", input.name, six_digits(high)),
        _ => first.known_words(input),
    }
}

/// The range of a branch: `≤ 2`, `2 to 5` or `> 5`.
pub(crate) fn range_label(low: f64, high: f64) -> String {
    match (low.is_finite(), high.is_finite()) {
        (false, _) => format!("≤ {}", six_digits(high)),
        (true, false) => format!("> {}", six_digits(low)),
        (true, true) => format!("{} to {}", six_digits(low), six_digits(high)),
    }
}

/// Where a number lies among others: 0 for the least and 1 for the largest.
pub(crate) fn shade(all: &[f64], x: f64) -> f64 {
    let (low, high) = all.iter().fold((x, x), |(low, high), &y| (low.min(y), high.max(y)));
    if high > low { (x - low) / (high - low) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::InputKind;

    #[test]
    fn questions_are_short() {
        let input = Input { name: "x".to_string(), kind: InputKind::Number };
        let at_most = |x| condition_label(&Condition::range(0, f64::NEG_INFINITY, x), &input);
        assert_eq!(at_most(5.449999999999999), "x ≤ 5.45");
        assert_eq!(
            (at_most(-1234567.0), at_most(1e-9)),
            ("x ≤ -1234570".to_string(), "x ≤ 0.000000001".to_string())
        );
        let labels =
            [(f64::NEG_INFINITY, 2.0), (2.0, 5.5), (5.5, f64::INFINITY)].map(|(a, b)| range_label(a, b));
        assert_eq!(labels, ["≤ 2", "2 to 5.5", "> 5.5"]);
        assert_eq!(branch_labels(Some(false)), ["yes", "no or missing"]);
        assert_eq!([shade(&[1.0, 3.0], 2.0), shade(&[1.0], 1.0)], [0.5, 0.5]);
    }
}
