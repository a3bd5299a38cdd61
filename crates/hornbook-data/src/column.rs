//! One column: numbers, categories, booleans, dates, text or objects, each with missing values.
//!
//! Missing values are marked inside the values themselves (NaN, [`MISSING_CODE`], …), not in a bitmap beside
//! them: a learner's inner loop then reads one array instead of two. The Arrow arrays that leave the crate
//! carry the usual bitmap and share the values.

use crate::objects::Objects;
use crate::shared_matrix::MatrixColumn;
use crate::sparse_rows::SparseColumn;
use arrow_array::{Array, LargeStringArray};
use arrow_buffer::ScalarBuffer;
use hornbook_core::Capabilities;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The code of a missing category or boolean.
pub const MISSING_CODE: u32 = u32::MAX;
/// The mark of a missing date.
pub const MISSING_DATE: i64 = i64::MIN;

/// The names of a category's levels, in the order of their codes.
pub type Levels = Arc<[String]>;

/// A typed column.
#[derive(Debug, Clone)]
pub enum Column {
    /// Numeric; NaN is missing.
    Number(Numbers),
    /// Categorical: one of a list of levels.
    Category(Categories),
    /// Booleans: true or false.
    Boolean(Booleans),
    /// Milliseconds since 1970-01-01 UTC; [`MISSING_DATE`] is missing.
    Date(ScalarBuffer<i64>),
    /// Free text; vectorize it with bag-of-words.
    Text(LargeStringArray),
    /// More than a value a cell: series, sequences, item sets, images, graphs.
    Object(Objects),
}

/// The type of a column, without its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Numeric.
    Number,
    /// Categorical: one of a list of levels.
    Category,
    /// Boolean: true or false.
    Boolean,
    /// Datetime: a date or a moment.
    Date,
    /// Free text.
    Text,
    /// A sequence of numbers, such as a time series.
    Series,
    /// A sequence of symbols.
    Sequence,
    /// An item set: symbols without an order.
    Items,
    /// An image.
    Image,
    /// A graph, or a tree.
    Graph,
}

impl ColumnKind {
    /// Every kind, those of single values in the order readers try them.
    pub const ALL: [ColumnKind; 10] = [
        ColumnKind::Number,
        ColumnKind::Boolean,
        ColumnKind::Date,
        ColumnKind::Category,
        ColumnKind::Text,
        ColumnKind::Series,
        ColumnKind::Sequence,
        ColumnKind::Items,
        ColumnKind::Image,
        ColumnKind::Graph,
    ];

    /// The name of this kind in every interface.
    pub fn name(self) -> &'static str {
        match self {
            ColumnKind::Number => "number",
            ColumnKind::Category => "category",
            ColumnKind::Boolean => "boolean",
            ColumnKind::Date => "date",
            ColumnKind::Text => "text",
            ColumnKind::Series => "series",
            ColumnKind::Sequence => "sequence",
            ColumnKind::Items => "items",
            ColumnKind::Image => "image",
            ColumnKind::Graph => "graph",
        }
    }

    /// What columns of this kind hold, for a sentence: `images`.
    pub fn plural(self) -> &'static str {
        match self {
            ColumnKind::Number => "numbers",
            ColumnKind::Category => "categories",
            ColumnKind::Boolean => "booleans",
            ColumnKind::Date => "dates",
            ColumnKind::Text => "text",
            ColumnKind::Series => "series (lists of numbers)",
            ColumnKind::Sequence => "sequences (lists of symbols)",
            ColumnKind::Items => "item sets",
            ColumnKind::Image => "images",
            ColumnKind::Graph => "graphs",
        }
    }

    /// One cell of this kind, for a sentence: `a list of numbers`.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            ColumnKind::Number => "a number",
            ColumnKind::Category => "a category",
            ColumnKind::Boolean => "a boolean",
            ColumnKind::Date => "a date",
            ColumnKind::Text => "text",
            ColumnKind::Series => "a list of numbers",
            ColumnKind::Sequence => "a list of strings",
            ColumnKind::Items => "a list of items",
            ColumnKind::Image => "an image",
            ColumnKind::Graph => "a graph",
        }
    }

    /// Whether cells of this kind hold more than a value.
    pub fn is_object(self) -> bool {
        self >= ColumnKind::Series
    }

    /// Whether a learner with these capabilities takes columns of this kind; numbers, categories, booleans and dates are
    /// features of every dataset, and a learner that cannot take one refuses it.
    pub fn is_taken_by(self, capabilities: Capabilities) -> bool {
        match self {
            ColumnKind::Number | ColumnKind::Category | ColumnKind::Boolean | ColumnKind::Date => true,
            ColumnKind::Text => capabilities.text,
            ColumnKind::Series => capabilities.series,
            ColumnKind::Sequence => capabilities.sequence,
            ColumnKind::Items => capabilities.items,
            ColumnKind::Image => capabilities.image,
            ColumnKind::Graph => capabilities.graph,
        }
    }

    /// The kinds that a learner with these capabilities takes.
    pub fn taken_by(capabilities: Capabilities) -> Vec<ColumnKind> {
        ColumnKind::ALL.into_iter().filter(|kind| kind.is_taken_by(capabilities)).collect()
    }

    /// The kind of this name; `truth`, the former name of `boolean`, is still known.
    pub fn from_name(name: &str) -> Option<ColumnKind> {
        let name = if name == "truth" { "boolean" } else { name };
        ColumnKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for ColumnKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A column of numbers: every value stored, or only those that are not zero, or in a matrix that somebody else owns.
#[derive(Debug, Clone)]
pub enum Numbers {
    /// Every value; NaN is missing.
    Dense(ScalarBuffer<f64>),
    /// Only the values that are not zero, as svmlight files and bags of words have them.
    Sparse(SparseNumbers),
    /// A column of a matrix that lies in memory row by row.
    Matrix(MatrixColumn),
    /// A column of a sparse matrix that lies in memory row by row.
    SparseMatrix(SparseColumn),
}

/// The values of a column that are not zero. A stored NaN is missing; what is not stored is zero.
#[derive(Debug, Clone)]
pub struct SparseNumbers {
    /// How many rows there are.
    pub rows: usize,
    /// The rows with a stored value, ascending.
    pub indices: ScalarBuffer<u32>,
    /// Their values.
    pub values: ScalarBuffer<f64>,
}

impl Numbers {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Numbers::Dense(values) => values.len(),
            Numbers::Sparse(sparse) => sparse.rows,
            Numbers::Matrix(column) => column.len(),
            Numbers::SparseMatrix(column) => column.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at a row.
    pub fn at(&self, row: usize) -> f64 {
        match self {
            Numbers::Dense(values) => values[row],
            Numbers::Matrix(column) => column.at(row),
            Numbers::Sparse(_) | Numbers::SparseMatrix(_) => self
                .stored()
                .and_then(|(rows, values)| rows.binary_search(&(row as u32)).ok().map(|place| values[place]))
                .unwrap_or(0.0),
        }
    }

    /// The rows with a stored value, ascending, and their values, if the column is sparse: the others are zero.
    pub fn stored(&self) -> Option<(&[u32], &[f64])> {
        match self {
            Numbers::Dense(_) | Numbers::Matrix(_) => None,
            Numbers::Sparse(sparse) => Some((&sparse.indices, &sparse.values)),
            Numbers::SparseMatrix(column) => Some(column.stored()),
        }
    }

    /// All values, one a row; free for a dense column, and copied once for a matrix.
    pub fn dense(&self) -> ScalarBuffer<f64> {
        match self {
            Numbers::Dense(values) => values.clone(),
            Numbers::Matrix(column) => column.dense(),
            Numbers::Sparse(_) | Numbers::SparseMatrix(_) => {
                let mut out = vec![0.0; self.len()];
                if let Some((rows, values)) = self.stored() {
                    rows.iter().zip(values).for_each(|(&row, &value)| out[row as usize] = value);
                }
                out.into()
            }
        }
    }

    /// Whether any value is infinite.
    pub fn has_infinite(&self) -> bool {
        self.has_beyond(f64::MAX)
    }

    /// Whether any value is further from zero than this.
    pub fn has_beyond(&self, limit: f64) -> bool {
        match self {
            Numbers::Dense(values) => values.iter().any(|x| x.abs() > limit),
            Numbers::Matrix(column) => column.has_beyond(limit),
            Numbers::Sparse(sparse) => sparse.values.iter().any(|x| x.abs() > limit),
            Numbers::SparseMatrix(column) => column.any_stored(|x| x.abs() > limit),
        }
    }

    /// Whether any value is missing.
    pub fn has_missing(&self) -> bool {
        match self {
            Numbers::Dense(values) => values.iter().any(|x| x.is_nan()),
            Numbers::Matrix(column) => column.has_missing(),
            Numbers::Sparse(sparse) => sparse.values.iter().any(|x| x.is_nan()),
            Numbers::SparseMatrix(column) => column.any_stored(|x| x.is_nan()),
        }
    }

    fn missing(&self) -> usize {
        let count = |values: &[f64]| values.iter().filter(|x| x.is_nan()).count();
        match self {
            Numbers::Dense(values) => count(values),
            Numbers::Matrix(column) => (0..column.len()).filter(|&row| column.at(row).is_nan()).count(),
            Numbers::Sparse(_) | Numbers::SparseMatrix(_) => {
                self.stored().map_or(0, |(_, values)| count(values))
            }
        }
    }

    fn take(&self, rows: &[u32]) -> Numbers {
        match self {
            Numbers::Dense(values) => Numbers::Dense(rows.iter().map(|&r| values[r as usize]).collect()),
            Numbers::Matrix(column) => Numbers::Dense(rows.iter().map(|&r| column.at(r as usize)).collect()),
            Numbers::Sparse(_) | Numbers::SparseMatrix(_) => {
                let (mut indices, mut values) = (Vec::new(), Vec::new());
                for (new, &row) in rows.iter().enumerate() {
                    let value = self.at(row as usize);
                    if value != 0.0 {
                        indices.push(new as u32);
                        values.push(value);
                    }
                }
                Numbers::Sparse(SparseNumbers {
                    rows: rows.len(),
                    indices: indices.into(),
                    values: values.into(),
                })
            }
        }
    }
}

impl From<Vec<f64>> for Numbers {
    fn from(values: Vec<f64>) -> Numbers {
        Numbers::Dense(values.into())
    }
}

/// A column of categories: a code a row, and the levels the codes stand for.
#[derive(Debug, Clone)]
pub struct Categories {
    /// A level's index, or [`MISSING_CODE`].
    pub codes: ScalarBuffer<u32>,
    /// The levels' names.
    pub levels: Levels,
}

impl Categories {
    /// Categories from labels, with the levels sorted by name; `None` is missing.
    pub fn from_labels<S: AsRef<str>>(labels: &[Option<S>]) -> Categories {
        let mut levels: Vec<&str> = labels.iter().flatten().map(AsRef::as_ref).collect();
        levels.sort_unstable();
        levels.dedup();
        let code = |label: &str| levels.binary_search(&label).map_or(MISSING_CODE, |i| i as u32);
        let codes = labels.iter().map(|l| l.as_ref().map_or(MISSING_CODE, |l| code(l.as_ref()))).collect();
        Categories { codes, levels: levels.into_iter().map(str::to_string).collect() }
    }

    /// The name of the level at a row.
    pub fn at(&self, row: usize) -> Option<&str> {
        self.levels.get(self.codes[row] as usize).map(String::as_str)
    }
}

/// A column of booleans: 0, 1, or 2 for missing, one byte a row.
#[derive(Debug, Clone)]
pub struct Booleans(pub ScalarBuffer<u8>);

impl Booleans {
    /// The mark of a missing boolean.
    pub const MISSING: u8 = 2;

    /// The levels of a boolean column when it is seen as a category.
    pub fn levels() -> Levels {
        ["false".to_string(), "true".to_string()].into()
    }

    /// The values as category codes.
    pub fn codes(&self) -> ScalarBuffer<u32> {
        self.0.iter().map(|&t| if t == Booleans::MISSING { MISSING_CODE } else { u32::from(t) }).collect()
    }
}

impl Column {
    /// Its type.
    pub fn kind(&self) -> ColumnKind {
        match self {
            Column::Number(_) => ColumnKind::Number,
            Column::Category(_) => ColumnKind::Category,
            Column::Boolean(_) => ColumnKind::Boolean,
            Column::Date(_) => ColumnKind::Date,
            Column::Text(_) => ColumnKind::Text,
            Column::Object(objects) => objects.kind(),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Column::Number(numbers) => numbers.len(),
            Column::Category(categories) => categories.codes.len(),
            Column::Boolean(booleans) => booleans.0.len(),
            Column::Date(dates) => dates.len(),
            Column::Text(text) => text.len(),
            Column::Object(objects) => objects.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many values are missing.
    pub fn missing(&self) -> usize {
        match self {
            Column::Number(numbers) => numbers.missing(),
            Column::Category(c) => c.codes.iter().filter(|&&code| code == MISSING_CODE).count(),
            Column::Boolean(booleans) => booleans.0.iter().filter(|&&t| t == Booleans::MISSING).count(),
            Column::Date(dates) => dates.iter().filter(|&&d| d == MISSING_DATE).count(),
            Column::Text(text) => text.null_count(),
            Column::Object(objects) => objects.missing(),
        }
    }

    /// The value at a row as text, or `None` if it is missing. An object is told in a few words.
    pub fn label(&self, row: usize) -> Option<String> {
        match self {
            Column::Number(numbers) => Some(numbers.at(row)).filter(|x| !x.is_nan()).map(|x| x.to_string()),
            Column::Category(categories) => categories.at(row).map(str::to_string),
            Column::Boolean(booleans) => match booleans.0[row] {
                0 => Some("false".to_string()),
                1 => Some("true".to_string()),
                _ => None,
            },
            Column::Date(dates) => Some(dates[row]).filter(|&d| d != MISSING_DATE).map(date_label),
            Column::Text(text) => text.is_valid(row).then(|| text.value(row).to_string()),
            Column::Object(objects) => objects.label(row),
        }
    }

    /// The column at these rows, in this order.
    #[must_use]
    pub fn take(&self, rows: &[u32]) -> Column {
        match self {
            Column::Number(numbers) => Column::Number(numbers.take(rows)),
            Column::Category(c) => Column::Category(Categories {
                codes: rows.iter().map(|&r| c.codes[r as usize]).collect(),
                levels: c.levels.clone(),
            }),
            Column::Boolean(t) => Column::Boolean(Booleans(rows.iter().map(|&r| t.0[r as usize]).collect())),
            Column::Date(d) => Column::Date(rows.iter().map(|&r| d[r as usize]).collect()),
            Column::Text(text) => Column::Text(
                rows.iter().map(|&r| text.is_valid(r as usize).then(|| text.value(r as usize))).collect(),
            ),
            Column::Object(objects) => Column::Object(objects.take(rows)),
        }
    }
}

/// A moment in ISO 8601: the date alone at midnight, seconds and milliseconds only as needed.
pub(crate) fn date_label(milliseconds: i64) -> String {
    const DAY: i64 = 86_400_000;
    let (days, rest) = (milliseconds.div_euclid(DAY), milliseconds.rem_euclid(DAY));
    let (year, month, day) = civil_from_days(days);
    let date = format!("{year:04}-{month:02}-{day:02}");
    let (hour, minute, second, milli) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000);
    match (rest, milli) {
        (0, _) => date,
        (_, 0) => format!("{date}T{hour:02}:{minute:02}:{second:02}"),
        _ => format!("{date}T{hour:02}:{minute:02}:{second:02}.{milli:03}"),
    }
}

/// Year, month and day of a day count from 1970-01-01, by 400-year eras of the proleptic Gregorian calendar.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// The day count from 1970-01-01 of a date, the inverse of [`civil_from_days`].
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_round_trip() {
        for days in (-800_000..800_000).step_by(977) {
            let (y, m, d) = civil_from_days(days);
            assert_eq!(days_from_civil(y, m, d), days);
        }
        assert_eq!(civil_from_days(0), (1970, 1, 1));
        assert_eq!(date_label(951_782_400_000), "2000-02-29");
        assert_eq!(date_label(951_782_400_000 + 3_723_004), "2000-02-29T01:02:03.004");
        assert_eq!(date_label(-1000), "1969-12-31T23:59:59");
    }

    // proves: 000a:A4
    #[test]
    fn labels_become_sorted_levels() {
        let c = Categories::from_labels(&[Some("b"), None, Some("a"), Some("b")]);
        assert_eq!(&*c.levels, ["a", "b"]);
        assert_eq!(&*c.codes, [1, MISSING_CODE, 0, 1]);
        assert_eq!(c.at(1), None);
    }

    #[test]
    fn sparse_is_dense() {
        let s = SparseNumbers { rows: 4, indices: vec![1, 3].into(), values: vec![5.0, f64::NAN].into() };
        let column = Column::Number(Numbers::Sparse(s));
        assert_eq!(column.missing(), 1);
        assert_eq!(column.label(0).as_deref(), Some("0"));
        assert_eq!(column.label(3), None);
        let taken = column.take(&[1, 1, 0]);
        let Column::Number(numbers) = &taken else { panic!("kind changed") };
        assert_eq!(&*numbers.dense(), [5.0, 5.0, 0.0]);
    }
}
