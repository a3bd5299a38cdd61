//! Numbers and tables as text.

use crate::intervals::Interval;

/// A number without a unit: three decimals.
pub fn number(x: f64) -> String {
    match format!("{x:.3}").as_str() {
        "NaN" => "undefined".to_string(),
        "-0.000" => "0.000".to_string(),
        text => text.to_string(),
    }
}

/// A number in the unit of the target, which may be of any size.
pub fn quantity(x: f64) -> String {
    match x.abs() {
        size if size >= 1e6 || (size > 0.0 && size < 1e-2) => format!("{x:.3e}"),
        size if size >= 1e3 => format!("{x:.1}"),
        _ => number(x),
    }
}

/// Numbers of one unit that are read together: all as [`quantity`] writes the largest.
pub fn quantities(numbers: &[f64]) -> Vec<String> {
    let largest = numbers.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let plain = (1e-2..1e3).contains(&largest);
    numbers.iter().map(|&x| if plain { number(x) } else { quantity(x) }).collect()
}

/// A difference and where it lies, as people read it.
pub fn difference(estimate: f64, interval: Option<&Interval>) -> String {
    let Some(Interval { low, high, level, .. }) = interval else {
        return format!("difference {}", quantity(estimate));
    };
    let texts = quantities(&[estimate, *low, *high]);
    format!("difference {}, {} % CI {} to {}", texts[0], level * 100.0, texts[1], texts[2])
}

/// A weight as people read it: whole if it is whole.
pub fn count(x: f64) -> String {
    if (x - x.round()).abs() < 1e-9 { format!("{x:.0}") } else { format!("{x:.2}") }
}

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    Left,
    /// At the right.
    Right,
}

/// Rows of cells as lines, every column as wide as its widest cell.
pub fn aligned(rows: &[Vec<String>], align: impl Fn(usize) -> Align) -> String {
    let width = |column: usize| rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| match align(column) {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// A p-value as people read it: three digits, and no more zeros than needed.
pub fn p_text(p: f64) -> String {
    if p == 0.0 {
        "0".to_string()
    } else if p < 1e-4 {
        format!("{p:.2e}")
    } else if p < 0.1 {
        let decimals = if p < 1e-3 {
            6
        } else if p < 1e-2 {
            5
        } else {
            4
        };
        format!("{p:.decimals$}")
    } else {
        format!("{p:.3}")
    }
}

#[cfg(test)]
mod tests {
    use super::p_text;

    #[test]
    fn p_values_have_three_digits() {
        let texts = [0.0, 3.2e-9, 0.000412, 0.00155, 0.0312, 0.25, 1.0].map(p_text);
        assert_eq!(texts, ["0", "3.20e-9", "0.000412", "0.00155", "0.0312", "0.250", "1.000"]);
    }
}
