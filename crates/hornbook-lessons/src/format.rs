//! What is written on the board: numbers, tables and lines that fit.

use hornbook::format::{Align, aligned, trimmed};

pub(crate) use hornbook::format::fixed;

/// How wide a line of a lesson may be.
pub(crate) const WIDTH: usize = 100;

/// Six decimals, as the goldens of the books are compared.
pub(crate) fn six(x: f64) -> String {
    fixed(x, 6)
}

/// A number with at most six decimals, without zeros at its end.
pub(crate) fn short(x: f64) -> String {
    trimmed(x, 6)
}

/// Numbers in brackets: `(-0.2, 0.2, 0.2)`.
pub(crate) fn vector(numbers: &[f64]) -> String {
    format!("({})", numbers.iter().map(|&x| short(x)).collect::<Vec<_>>().join(", "))
}

/// A table with a head; the first column stands left and the others right.
pub(crate) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let all: Vec<Vec<String>> =
        [head.map(str::to_string)].into_iter().chain(rows).map(|row| row.to_vec()).collect();
    aligned(&all, Align::first_left)
}

/// Words in lines of at most `width` characters; the first line begins with `mark`, the others with as many spaces.
pub(crate) fn wrapped(text: &str, width: usize, mark: &str) -> String {
    let margin = " ".repeat(mark.chars().count());
    let mut lines: Vec<String> = Vec::new();
    let mut line = mark.to_string();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, margin.clone()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_that_fit() {
        assert_eq!(wrapped("one two three four", 9, "! "), "! one two\n  three\n  four");
        assert_eq!(wrapped("", 9, ""), "");
    }
}
