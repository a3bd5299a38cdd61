//! What is written on the board: numbers, tables and lines that fit.

use hornbook::evaluation::text::{Align, aligned};

/// How wide a line of a lesson may be.
pub(crate) const WIDTH: usize = 100;

/// A number with so many decimals, and no sign before a zero.
pub(crate) fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_string(),
        _ => text,
    }
}

/// Six decimals, as the goldens of the books are compared.
pub(crate) fn six(x: f64) -> String {
    fixed(x, 6)
}

/// A number with at most six decimals, without zeros at its end.
pub(crate) fn short(x: f64) -> String {
    let text = six(x);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Numbers in brackets: `(-0.2, 0.2, 0.2)`.
pub(crate) fn vector(numbers: &[f64]) -> String {
    format!("({})", numbers.iter().map(|&x| short(x)).collect::<Vec<_>>().join(", "))
}

/// A table with a head; the first column stands left and the others right.
pub(crate) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let all: Vec<Vec<String>> =
        [head.map(str::to_string)].into_iter().chain(rows).map(|row| row.to_vec()).collect();
    aligned(&all, |column| if column == 0 { Align::Left } else { Align::Right })
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
    use super::{fixed, short, wrapped};

    #[test]
    fn numbers_for_the_board() {
        assert_eq!([fixed(-1e-9, 3), fixed(-0.5, 1), fixed(2.0, 0)], ["0.000", "-0.5", "2"]);
        assert_eq!([short(0.25), short(3.0), short(-0.0), short(1.0 / 3.0)], ["0.25", "3", "0", "0.333333"]);
    }

    #[test]
    fn lines_that_fit() {
        assert_eq!(wrapped("one two three four", 9, "! "), "! one two\n  three\n  four");
        assert_eq!(wrapped("", 9, ""), "");
    }
}
