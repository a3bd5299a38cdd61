//! Numbers as people read them.

use hornbook_core::format::{plural, significant, thousands};
use hornbook_evaluation::Measure;

/// A value of a metric; a metric that is not known by name gets three decimals.
pub(crate) fn measured(measure: &str, value: f64) -> String {
    Measure::from_name(measure).map_or_else(|_| format!("{value:.3}"), |measure| measure.show(value))
}

/// Values of a metric: `0.91 to 0.94`.
pub(crate) fn stretch(measure: &str, (low, high): (f64, f64)) -> String {
    format!("{} to {}", measured(measure, low), measured(measure, high))
}

/// A number that is read beside others, of which the largest has three digits or more.
pub(crate) fn alike(x: f64, largest: f64) -> String {
    if !(1e-6..1e9).contains(&largest) {
        return significant(x);
    }
    let decimals = (2.0 - largest.log10().floor()).max(0.0) as usize;
    let text = format!("{x:.decimals$}");
    // A zero has no sign.
    match text.strip_prefix('-').filter(|size| size.trim_matches(['0', '.']).is_empty()) {
        Some(zero) => zero.to_string(),
        None => text,
    }
}

/// So many of a thing: `1 row`, `2,000 rows`.
pub(crate) fn counted(n: usize, thing: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { thing.to_string() } else { plural(thing) })
}

/// A weight: whole if it is whole.
pub(crate) fn weight(x: f64) -> String {
    match (x - x.round()).abs() < 1e-9 && (0.0..1e15).contains(&x) {
        true => thousands(x.round() as u64),
        false => format!("{x:.2}"),
    }
}

/// A time.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => "below 0.1 s".to_string(),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// Names in a row: `a, b and c`; beyond `most` the others are counted.
pub(crate) fn listed<S: AsRef<str>>(names: &[S], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    match (names.len().saturating_sub(most), shown.as_slice()) {
        (0, []) => String::new(),
        (0, [only]) => (*only).to_string(),
        (0, [first @ .., last]) => format!("{} and {last}", first.join(", ")),
        (more, some) => format!("{} and {more} more", some.join(", ")),
    }
}

/// A text of at most so many lines, and how many were cut off.
pub(crate) fn first_lines(text: &str, most: usize) -> (String, usize) {
    let lines: Vec<&str> = text.lines().collect();
    (lines.iter().take(most).copied().collect::<Vec<_>>().join("\n"), lines.len().saturating_sub(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0.0894, -0.00014, -1e-9].map(|x| alike(x, 0.0894)), ["0.0894", "-0.0001", "0.0000"]);
        assert_eq!([46_210.4, 12.0].map(|x| alike(x, 46_210.4)), ["46210", "12"]);
        assert_eq!([3.0, 2.5].map(weight), ["3", "2.50"]);
        assert_eq!(
            [0.01, 3.25, 61.0, 600.0, 9000.0].map(time),
            ["below 0.1 s", "3.2 s", "61 s", "10 min", "2.5 h"]
        );
        assert_eq!(
            (counted(1, "row"), counted(2000, "row")),
            ("1 row".to_string(), "2,000 rows".to_string())
        );
        assert_eq!(measured("accuracy", 0.91234), "0.912");
        assert_eq!(stretch("no such measure", (0.5, 1.0)), "0.500 to 1.000");
    }

    #[test]
    fn lists() {
        assert_eq!(listed(&["a"], 3), "a");
        assert_eq!(listed(&["a", "b", "c"], 3), "a, b and c");
        assert_eq!(listed(&["a", "b", "c"], 2), "a, b and 1 more");
        assert_eq!(listed::<&str>(&[], 2), "");
        assert_eq!(first_lines("a\nb\nc", 2), ("a\nb".to_string(), 1));
    }
}
