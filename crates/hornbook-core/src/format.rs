//! Numbers, counts and tables as people read them: the one place that decides how.
//!
//! | what | function | such as |
//! |---|---|---|
//! | a number of any size | [`significant`] | `0.01235`, `1235`, `1.200e-9` |
//! | a number with so many decimals | [`fixed`], [`trimmed`] | `0.250`, `0.25` |
//! | a score | [`three_decimals`], [`rounded`] | `0.920`, `0.92` |
//! | a number of a table | [`cell`] | `18.7`, `0.68557`, `1234568` |
//! | a number in the unit of the target | [`quantity`] | `0.250`, `12345.7` |
//! | an observed proportion | [`percent`] | `3.4 %`, `less than 0.1 %` |
//! | a level or fraction that somebody chose | [`percent_chosen`] | `95 %`, `33.33 %` |
//! | a p-value | [`p_value`], [`p_statement`] | `0.0312`, `p < 1e-16` |
//! | things | [`counted`], [`plural`], [`thousands`] | `1 row`, `leaves`, `12,345` |
//! | a sum of sample weights | [`weight`], [`rows`] | `3`, `2.50`, `2.5 rows` |
//! | cells in columns | [`aligned`], [`table`] | |

/// A number with so many decimals, and no sign before a zero.
pub fn fixed(x: f64, decimals: usize) -> String {
    if x.is_nan() {
        return "undefined".to_string();
    }
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.to_string(),
        _ => text,
    }
}

/// A number with at most so many decimals, and none that say nothing.
pub fn trimmed(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// A score or another number that is not far from 1: at most four decimals, and none that say nothing.
pub fn rounded(x: f64) -> String {
    trimmed(x, 4)
}

/// A score that is read below others: always three decimals.
pub fn three_decimals(x: f64) -> String {
    fixed(x, 3)
}

/// Four significant digits, in the form that is shortest to read: `1235`, `0.01235`, `1.200e-9`.
pub fn significant(x: f64) -> String {
    let size = x.abs();
    if x.is_nan() {
        return "undefined".to_string();
    }
    if x.is_infinite() {
        return format!("{}infinite", if x < 0.0 { "-" } else { "" });
    }
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{x:.3e}");
    }
    trimmed(x, decimals_of(size, 4))
}

/// How many decimals a number of this size has if so many of its digits are written.
fn decimals_of(size: f64, digits: i32) -> usize {
    let before = if size > 0.0 { size.log10().floor() as i32 + 1 } else { 0 };
    (digits - before).max(0) as usize
}

/// A number of a table: six significant digits, and never fewer than stand before the point.
pub fn cell(x: f64) -> String {
    match x.abs() {
        size if size != 0.0 && !(1e-4..1e15).contains(&size) => format!("{x:.5e}"),
        size => trimmed(x, decimals_of(size, 6)),
    }
}

/// At most six significant digits, never with an exponent: thresholds in drawings.
pub fn six_digits(x: f64) -> String {
    // Written with six digits and read again, a number has no more than it needs.
    format!("{x:.5e}").parse().unwrap_or(x).to_string()
}

/// A number in the unit of the target, which may be of any size: three decimals if they mean something.
pub fn quantity(x: f64) -> String {
    match x.abs() {
        size if size >= 1e6 || (size > 0.0 && size < 1e-2) => format!("{x:.3e}"),
        size if size >= 1e3 => fixed(x, 1),
        _ => fixed(x, 3),
    }
}

/// Numbers of one unit that are read together: all as [`quantity`] writes the largest.
pub fn quantities(numbers: &[f64]) -> Vec<String> {
    let largest = numbers.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let plain = (1e-2..1e3).contains(&largest);
    numbers.iter().map(|&x| if plain { fixed(x, 3) } else { quantity(x) }).collect()
}

/// An observed proportion in percent: one decimal below ten, and nothing that is only nearly 0 or 100 %.
pub fn percent(fraction: f64) -> String {
    // Rounded first, so that hardly less than ten is ten.
    match (1000.0 * fraction).round() / 10.0 {
        _ if fraction > 0.0 && fraction < 0.001 => "less than 0.1 %".to_string(),
        _ if fraction > 0.999 && fraction < 1.0 => "more than 99.9 %".to_string(),
        percent if percent < 10.0 => format!("{} %", trimmed(percent, 1)),
        percent => format!("{} %", fixed(percent, 0)),
    }
}

/// A level or a fraction that somebody chose, in percent, as exactly as it was chosen: `95 %`, `33.33 %`.
pub fn percent_chosen(fraction: f64) -> String {
    format!("{} %", trimmed(100.0 * fraction, 2))
}

/// A p-value: three significant digits, and no more zeros than needed; far tails are not worth their digits.
pub fn p_value(p: f64) -> String {
    match p {
        p if p < 1e-16 => "< 1e-16".to_string(),
        p if p < 1e-4 => format!("{p:.2e}"),
        p if p < 1e-3 => fixed(p, 6),
        p if p < 1e-2 => fixed(p, 5),
        p if p < 0.1 => fixed(p, 4),
        p => fixed(p, 3),
    }
}

/// A p-value in a sentence: `p = 0.0312`, `p < 1e-16`.
pub fn p_statement(p: f64) -> String {
    match p_value(p) {
        text if text.starts_with('<') => format!("p {text}"),
        text => format!("p = {text}"),
    }
}

/// The plural of a noun: `rows`, `leaves`, `classes`, `columns of numbers`.
pub fn plural(noun: &str) -> String {
    let (head, rest) =
        noun.split_once(" of ").map_or((noun, String::new()), |(a, b)| (a, format!(" of {b}")));
    let ends_in = |ends: &[&str]| ends.iter().any(|end| head.ends_with(end));
    let plural = match head {
        _ if ends_in(&["leaf"]) => format!("{}ves", &head[..head.len() - 1]),
        _ if ends_in(&["s", "x", "ch", "sh"]) => format!("{head}es"),
        _ if ends_in(&["y"]) && !ends_in(&["ay", "ey", "oy"]) => format!("{}ies", &head[..head.len() - 1]),
        _ => format!("{head}s"),
    };
    plural + &rest
}

/// So many of a thing: `1 row`, `2 rows`, `12 leaves`. Digits stand together, so that they can be copied into a command.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}

/// A count with commas between the thousands, for pages: `12,345`.
pub fn thousands(count: impl ToString) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A sum of sample weights: an integer if it is one.
pub fn weight(x: f64) -> String {
    if (x - x.round()).abs() < 1e-9 { fixed(x, 0) } else { fixed(x, 2) }
}

/// A weight of rows: `no rows`, `1 row`, `2.5 rows`.
pub fn rows(weight: f64) -> String {
    match trimmed(weight, 4).as_str() {
        "0" => "no rows".to_string(),
        "1" => "1 row".to_string(),
        many => format!("{many} rows"),
    }
}

/// A confidence interval of numbers that are text already: `95 % CI 0.88 to 0.94`.
pub fn confidence_interval(level: f64, low: &str, high: &str) -> String {
    format!("{} CI {low} to {high}", percent_chosen(level))
}

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    Left,
    /// At the right.
    Right,
}

impl Align {
    /// Names at the left, and numbers in the other columns at the right.
    pub fn first_left(column: usize) -> Align {
        if column == 0 { Align::Left } else { Align::Right }
    }
}

/// Rows of cells as lines, every column as wide as its widest cell, two spaces apart; each line ends.
pub fn aligned(rows: &[Vec<String>], align: impl Fn(usize) -> Align) -> String {
    let width = |column: usize| rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| {
                // By hand: the width of a format is at most 65535.
                let padding = " ".repeat(width - cell.chars().count());
                match align(column) {
                    Align::Left => format!("{cell}{padding}"),
                    Align::Right => format!("{padding}{cell}"),
                }
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Rows of cells with names in the first column and numbers in the others, as a part of a text: the last line does not end.
pub fn table(rows: &[Vec<String>]) -> String {
    let mut text = aligned(rows, Align::first_left);
    text.pop();
    text
}

/// Text of at most so many characters; an ellipsis stands for those that are cut off.
pub fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_string(),
    }
}

/// A sentence that begins with a capital letter.
pub fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let some =
            [0.0, 1.0, -12.345, 1234.56, 123_456.7, 0.012_345, 1.2e-9, 3e8, f64::NAN, f64::NEG_INFINITY];
        let expected = [
            "0",
            "1",
            "-12.35",
            "1235",
            "123457",
            "0.01235",
            "1.200e-9",
            "3.000e8",
            "undefined",
            "-infinite",
        ];
        assert_eq!(some.map(significant), expected);
        assert_eq!([fixed(-1e-9, 3), fixed(-0.5, 1), fixed(2.0, 0)], ["0.000", "-0.5", "2"]);
        assert_eq!(
            [0.25, 3.0, -0.0, 1.0 / 3.0, 100.0].map(|x| trimmed(x, 6)),
            ["0.25", "3", "0", "0.333333", "100"]
        );
        assert_eq!(
            [5.449_999_999_999_999, -1_234_567.0, 1e-9].map(six_digits),
            ["5.45", "-1234570", "0.000000001"]
        );
        assert_eq!(
            [18.7, 0.685_570_118_201_332_5, 5850.0, 1_234_567.8, -0.0, 1.5e-7, 1e20].map(cell),
            ["18.7", "0.68557", "5850", "1234568", "0", "1.50000e-7", "1.00000e20"]
        );
        assert_eq!([0.25, 12_345.67, 2.5e7].map(quantity), ["0.250", "12345.7", "2.500e7"]);
        assert_eq!(quantities(&[0.5, 0.001]), ["0.500", "0.001"]);
        assert_eq!([0.031_25, 0.0].map(p_statement), ["p = 0.0312", "p < 1e-16"]);
    }

    #[test]
    fn proportions_and_p_values() {
        let proportions = [0.0, 0.0004, 0.034, 0.05, 0.4 - 0.3, 0.999_96, 1.0].map(percent);
        assert_eq!(
            proportions,
            ["0 %", "less than 0.1 %", "3.4 %", "5 %", "10 %", "more than 99.9 %", "100 %"]
        );
        assert_eq!([0.95, 0.57, 1.0 / 3.0, 0.999].map(percent_chosen), ["95 %", "57 %", "33.33 %", "99.9 %"]);
        let p_values = [0.0, 3.2e-9, 0.000_412, 0.001_55, 0.0312, 0.25, 1.0].map(p_value);
        assert_eq!(p_values, ["< 1e-16", "3.20e-9", "0.000412", "0.00155", "0.0312", "0.250", "1.000"]);
        assert_eq!(confidence_interval(0.9, "1", "2"), "90 % CI 1 to 2");
    }

    #[test]
    fn counts_and_weights() {
        assert_eq!([0, 1, 12_345].map(|n| counted(n, "row")), ["0 rows", "1 row", "12345 rows"]);
        let plurals = ["leaf", "class", "entry", "column of numbers", "day", "nearest row"].map(plural);
        assert_eq!(plurals, ["leaves", "classes", "entries", "columns of numbers", "days", "nearest rows"]);
        assert_eq!([7, 999, 1000, 1_234_567].map(thousands), ["7", "999", "1,000", "1,234,567"]);
        assert_eq!([3.0, 2.5].map(weight), ["3", "2.50"]);
        assert_eq!([0.0, 1.0, 2.5].map(rows), ["no rows", "1 row", "2.5 rows"]);
    }

    #[test]
    fn tables_and_texts() {
        let cells = [vec!["name".to_string(), "x".to_string()], vec!["a".to_string(), "10".to_string()]];
        assert_eq!(table(&cells), "name   x\na     10");
        assert_eq!(aligned(&cells, |_| Align::Left), "name  x\na     10\n");
        assert_eq!([shortened("sepal", 5), shortened("petals", 5)], ["sepal", "peta…"]);
        assert_eq!([capitalized("élan"), capitalized("")], ["Élan", ""]);
    }
}
