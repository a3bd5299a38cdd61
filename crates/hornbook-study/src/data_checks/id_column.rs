//! Whether a column of distinct values is an ID.

use hornbook_data::Column;

/// Fewer rows than this are too few to call a column an ID.
const ENOUGH_ROWS: usize = 10;
/// Nearly all names or words of a column are distinct from this fraction on, if there are so many at least.
const NEARLY_DISTINCT: f64 = 0.99;
const ENOUGH_NEARLY_DISTINCT: usize = 100;
/// A name or an ID has no more words than this, on average.
const WORDS_OF_A_NAME: usize = 4;
/// Cells looked at to tell names from documents.
const SAMPLE: usize = 1000;
/// That all integers are distinct says something if integers drawn at random from their range would agree in this many pairs.
const FEWEST_PAIRS: f64 = 3.0;
/// Words of names of columns that hold IDs.
const NAMES: [&str; 8] = ["id", "ids", "index", "key", "uuid", "guid", "rowid", "unnamed"];

/// Whether the values of a column, so many of them distinct, look like those of an ID.
pub(super) fn looks_like_id(name: &str, column: &Column, present: usize, distinct: usize) -> bool {
    if present < ENOUGH_ROWS {
        return false;
    }
    let is_nearly_distinct =
        present >= ENOUGH_NEARLY_DISTINCT && distinct as f64 >= NEARLY_DISTINCT * present as f64;
    match column {
        Column::Number(numbers) => {
            distinct == present && {
                let values = numbers.dense();
                let known = || values.iter().copied().filter(|x| !x.is_nan());
                let [low, high] = known()
                    .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
                // Amounts of thousands are distinct by chance.
                let pairs = 0.5 * (present * present) as f64 / (high - low + 1.0);
                known().all(|x| x.fract() == 0.0) && (name_says_so(name) || pairs >= FEWEST_PAIRS)
            }
        }
        Column::Category(_) => distinct == present || is_nearly_distinct,
        Column::Text(_) => (distinct == present || is_nearly_distinct) && !holds_documents(column),
        Column::Boolean(_) | Column::Date(_) | Column::Object(_) => false,
    }
}

/// Whether a column that looks like an ID is one beyond doubt: words, a name that says so, or numbers that count the rows, up or down.
pub(super) fn is_surely_id(name: &str, column: &Column) -> bool {
    let Column::Number(numbers) = column else { return true };
    let values = numbers.dense();
    let counts = |step: f64| values.windows(2).all(|pair| pair[1] - pair[0] == step);
    name_says_so(name) || counts(1.0) || counts(-1.0)
}

fn name_says_so(name: &str) -> bool {
    let plain = name.to_lowercase();
    let mut words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_none() || words.any(|word| NAMES.contains(&word))
}

/// Whether the first cells are sentences rather than names: all different, and yet no IDs.
fn holds_documents(column: &Column) -> bool {
    let texts: Vec<String> = (0..column.len()).filter_map(|row| column.label(row)).take(SAMPLE).collect();
    let words: usize = texts.iter().map(|text| text.split_whitespace().count()).sum();
    words > WORDS_OF_A_NAME * texts.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;
    use hornbook_data::Categories;

    #[test]
    fn amounts_are_no_ids() {
        let mut rng = Seed(2).rng();
        let amounts: Vec<f64> = (0..60).map(|i| 1000.0 * f64::from(i) + rng.below(1000) as f64).collect();
        let column = Column::Number(amounts.into());
        assert!(!looks_like_id("price", &column, 60, 60));
        assert!(looks_like_id("customer_id", &column, 60, 60) && is_surely_id("customer_id", &column));
        let mut numbers: Vec<f64> = (100..160).map(f64::from).collect();
        assert!(is_surely_id("n", &Column::Number(numbers.clone().into())));
        rng.shuffle(&mut numbers);
        let shuffled = Column::Number(numbers.into());
        assert!(looks_like_id("n", &shuffled, 60, 60) && !is_surely_id("n", &shuffled));
        assert!(!looks_like_id("n", &shuffled, 60, 59));
    }

    #[test]
    fn names_may_repeat_a_little() {
        let names: Vec<Option<String>> = (0..300).map(|i| Some(format!("name {}", i.max(2)))).collect();
        let column = Column::Category(Categories::from_labels(&names));
        assert!(looks_like_id("who", &column, 300, 298));
        assert!(!looks_like_id("who", &column, 300, 290) && !looks_like_id("who", &column, 60, 59));
    }
}
