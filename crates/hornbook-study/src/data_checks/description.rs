//! Summary statistics and data-quality problems of a table, column by column.

use super::id_column::looks_like_id;
use super::objects::ObjectSummary;
use hornbook_core::format::significant;
use hornbook_core::{Result, Value};
use hornbook_data::{Categories, Column, ColumnKind, MISSING_DATE, Table};
use hornbook_evaluation::policy::ClassImbalance;
use hornbook_math::quantiles::median;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// Levels shown of a category.
const SHOWN: usize = 5;
/// Cells looked at to tell what text holds.
const SAMPLE: usize = 1000;

/// A single known value makes a column constant if so many rows could have had another.
const ENOUGH_FOR_CONSTANT: usize = 10;

/// A table, described.
#[derive(Debug, Clone)]
pub struct DataDescription {
    /// How many rows it has.
    pub rows: usize,
    /// The columns, in their order.
    pub columns: Vec<ColumnDescription>,
}

/// A column, described.
#[derive(Debug, Clone)]
pub struct ColumnDescription {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: ColumnKind,
    /// How many values are missing.
    pub missing: usize,
    /// How many different values there are.
    pub distinct: usize,
    /// What the values are.
    pub values: ColumnSummary,
    /// Its data-quality problems.
    pub problems: Vec<DataProblem>,
}

/// A data-quality problem of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataProblem {
    /// What it is.
    pub kind: ProblemKind,
    /// The same in words that follow the column's name.
    pub sentence: String,
}

/// The kinds of data-quality problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// Every value is missing.
    AllMissing,
    /// There is one value only.
    Constant,
    /// It has the values of an earlier column.
    Duplicate,
    /// Every value is different, as in an id.
    Id,
    /// Some values are infinite.
    Infinite,
    /// Some levels occur only once.
    RareLevels,
    /// Words that look like dates.
    DatesAsText,
    /// Words that look like numbers.
    NumbersAsText,
    /// The target has missing values.
    MissingTarget,
    /// The smallest class of the target is so small that accuracy is misleading.
    ClassImbalance,
}

impl fmt::Display for DataProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

fn problem(kind: ProblemKind, sentence: impl Into<String>) -> DataProblem {
    DataProblem { kind, sentence: sentence.into() }
}

/// What the values of a column are.
#[derive(Debug, Clone)]
pub enum ColumnSummary {
    /// There are none.
    None,
    /// Numbers.
    Numbers {
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
        /// Their mean.
        mean: f64,
        /// Their median.
        median: f64,
    },
    /// Moments.
    Span {
        /// The first.
        first: String,
        /// The last.
        last: String,
    },
    /// Levels and their counts, the most common first.
    Levels(Vec<(String, usize)>),
    /// Texts, such as this one.
    Example(String),
    /// Series, sequences, item sets, images or graphs.
    Objects(ObjectSummary),
}

impl DataDescription {
    /// Describes a table; a target has its classes looked at.
    pub fn of(table: &Table, target: Option<&str>) -> Result<DataDescription> {
        let mut columns: Vec<ColumnDescription> =
            table.names().iter().zip(table.columns()).map(|(name, column)| describe(name, column)).collect();
        for (later, earlier) in duplicates(table, &columns) {
            let sentence = format!("the same as '{}' in every row", table.names()[earlier]);
            columns[later].problems.push(problem(ProblemKind::Duplicate, sentence));
        }
        if let Some(target) = target {
            let column = &mut columns[table.position(target)?];
            column.problems.extend(target_problems(column, table.rows()));
        }
        Ok(DataDescription { rows: table.rows(), columns })
    }

    /// The description for programs.
    pub fn to_json(&self) -> Value {
        json!({"rows": self.rows, "columns": self.columns.iter().map(|c| c.to_json(self.rows)).collect::<Vec<_>>()})
    }
}

impl ColumnDescription {
    fn to_json(&self, rows: usize) -> Value {
        let mut object = json!({
            "name": self.name,
            "kind": self.kind.name(),
            "missing": self.missing,
            "missing_fraction": if rows == 0 { 0.0 } else { self.missing as f64 / rows as f64 },
            "distinct": self.distinct,
            "problems": self.problems.iter().map(|problem| &problem.sentence).collect::<Vec<_>>(),
        });
        match &self.values {
            ColumnSummary::None => {}
            ColumnSummary::Numbers { low, high, mean, median } => {
                object["min"] = json!(low);
                object["max"] = json!(high);
                object["mean"] = json!(mean);
                object["median"] = json!(median);
            }
            ColumnSummary::Span { first, last } => {
                object["min"] = json!(first);
                object["max"] = json!(last);
            }
            ColumnSummary::Levels(levels) => {
                object["levels"] =
                    levels.iter().map(|(level, count)| json!({"level": level, "count": count})).collect();
            }
            ColumnSummary::Example(text) => object["example"] = json!(text),
            ColumnSummary::Objects(objects) => objects.add_json(&mut object),
        }
        object
    }

    /// The values in a few words.
    pub fn values_in_words(&self) -> String {
        match &self.values {
            ColumnSummary::None => String::new(),
            ColumnSummary::Numbers { low, high, mean, median } => {
                let [low, high, mean, median] = [low, high, mean, median].map(|x| significant(*x));
                format!("{low} to {high}, mean {mean}, median {median}")
            }
            ColumnSummary::Span { first, last } => format!("{first} to {last}"),
            ColumnSummary::Levels(levels) => most_common(levels),
            ColumnSummary::Example(text) => {
                let start: String = text.chars().take(40).collect();
                format!("such as '{start}{}'", if start.len() < text.len() { "…" } else { "" })
            }
            ColumnSummary::Objects(objects) => objects.in_words(),
        }
    }
}

fn describe(name: &str, column: &Column) -> ColumnDescription {
    let missing = column.missing();
    let present = column.len() - missing;
    let mut problems = Vec::new();
    let (values, distinct) = match column {
        Column::Number(numbers) => describe_numbers(&numbers.dense(), &mut problems),
        Column::Category(categories) => describe_levels(categories, &mut problems),
        Column::Boolean(truths) => {
            let counts = [0u8, 1].map(|truth| truths.0.iter().filter(|&&t| t == truth).count());
            let levels = ["false", "true"].into_iter().map(str::to_string).zip(counts);
            let levels: Vec<(String, usize)> = levels.filter(|(_, count)| *count > 0).collect();
            let distinct = levels.len();
            (ColumnSummary::Levels(levels), distinct)
        }
        Column::Date(dates) => {
            let mut known: Vec<(i64, usize)> = dates
                .iter()
                .enumerate()
                .filter(|(_, d)| **d != MISSING_DATE)
                .map(|(row, &d)| (d, row))
                .collect();
            known.sort_unstable();
            let label =
                |at: Option<&(i64, usize)>| at.and_then(|&(_, row)| column.label(row)).unwrap_or_default();
            let values = ColumnSummary::Span { first: label(known.first()), last: label(known.last()) };
            known.dedup_by_key(|(date, _)| *date);
            (values, known.len())
        }
        Column::Text(_) => describe_text(column, &mut problems),
        Column::Object(objects) => {
            let (summary, distinct) = ObjectSummary::of(objects);
            (ColumnSummary::Objects(summary), distinct)
        }
    };
    if present == 0 && !column.is_empty() {
        problems.push(problem(ProblemKind::AllMissing, "every value is missing"));
    } else if distinct == 1 && (present > 1 || column.len() >= ENOUGH_FOR_CONSTANT) {
        let sentence = match missing {
            0 => "constant (zero variance): the same value in every row",
            _ => "constant wherever it is not missing",
        };
        problems.push(problem(ProblemKind::Constant, sentence));
    } else if looks_like_id(name, column, present, distinct) {
        let sentence = match distinct == present {
            true => "looks like an ID: every value is distinct; exclude it with --without".to_string(),
            false => {
                format!(
                    "looks like an ID: {distinct} of {present} values are distinct; exclude it with --without"
                )
            }
        };
        problems.push(problem(ProblemKind::Id, sentence));
    }
    let values = if present == 0 { ColumnSummary::None } else { values };
    ColumnDescription { name: name.to_string(), kind: column.kind(), missing, distinct, values, problems }
}

fn describe_numbers(values: &[f64], problems: &mut Vec<DataProblem>) -> (ColumnSummary, usize) {
    let infinite = values.iter().filter(|x| x.is_infinite()).count();
    if infinite > 0 {
        let word = if infinite == 1 { "value is" } else { "values are" };
        let sentence =
            format!("{infinite} {word} infinite: learners refuse them; correct them or leave them empty");
        problems.push(problem(ProblemKind::Infinite, sentence));
    }
    let mut known: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
    known.sort_unstable_by(f64::total_cmp);
    let (Some(&low), Some(&high)) = (known.first(), known.last()) else {
        return (ColumnSummary::None, usize::from(infinite > 0));
    };
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    let median = median(&known);
    known.dedup();
    let mut infinities: Vec<f64> = values.iter().copied().filter(|x| x.is_infinite()).collect();
    infinities.sort_unstable_by(f64::total_cmp);
    infinities.dedup();
    (ColumnSummary::Numbers { low, high, mean, median }, known.len() + infinities.len())
}

fn describe_levels(categories: &Categories, problems: &mut Vec<DataProblem>) -> (ColumnSummary, usize) {
    let levels = counted_levels(&categories.levels, categories.codes.iter().copied());
    let once = levels.iter().filter(|(_, count)| *count == 1).count();
    if once > 0 && once < levels.len() {
        let verb = if once == 1 { "occurs" } else { "occur" };
        let sentence = format!("{once} of {} categories {verb} only once (high cardinality)", levels.len());
        problems.push(problem(ProblemKind::RareLevels, sentence));
    }
    problems.extend(not_what_it_seems(levels.iter().take(SAMPLE).map(|(level, _)| level.as_str())));
    let distinct = levels.len();
    (ColumnSummary::Levels(levels), distinct)
}

/// Levels that occur with their counts, the most common first, equally common ones in their order.
pub(super) fn counted_levels(levels: &[String], codes: impl Iterator<Item = u32>) -> Vec<(String, usize)> {
    let mut counts = vec![0usize; levels.len()];
    for code in codes {
        if let Some(count) = counts.get_mut(code as usize) {
            *count += 1;
        }
    }
    let mut found: Vec<(String, usize)> =
        levels.iter().cloned().zip(counts).filter(|(_, count)| *count > 0).collect();
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found
}

/// The first few levels with their counts.
pub(super) fn most_common(levels: &[(String, usize)]) -> String {
    let mut words: Vec<String> =
        levels.iter().take(SHOWN).map(|(level, count)| format!("{level} {count}")).collect();
    if levels.len() > SHOWN {
        words.push("…".to_string());
    }
    words.join(", ")
}

fn describe_text(column: &Column, problems: &mut Vec<DataProblem>) -> (ColumnSummary, usize) {
    let labels = || (0..column.len()).filter_map(|row| column.label(row));
    let sample: Vec<String> = labels().take(SAMPLE).collect();
    problems.extend(not_what_it_seems(sample.iter().map(String::as_str)));
    let distinct = labels().collect::<HashSet<String>>().len();
    (sample.first().cloned().map_or(ColumnSummary::None, ColumnSummary::Example), distinct)
}

/// A problem if words are mostly numbers or mostly dates.
fn not_what_it_seems<'a>(words: impl Iterator<Item = &'a str>) -> Option<DataProblem> {
    let words: Vec<&str> = words.collect();
    let number = |word: &str| word.trim().replace(',', ".").parse::<f64>().is_ok();
    let amount = |word: &str| number(&without_signs(word));
    let mostly = |is: &dyn Fn(&str) -> bool| 2 * words.iter().filter(|word| is(word)).count() > words.len();
    if mostly(&looks_like_date) {
        let sentence = "looks like dates that were not understood; write them as 2026-01-31";
        return Some(problem(ProblemKind::DatesAsText, sentence));
    }
    if mostly(&number) {
        let (odd, with_comma) =
            (words.iter().find(|word| !number(word)), words.iter().find(|word| word.contains(',')));
        let sentence = match (odd, with_comma) {
            (Some(odd), _) => format!("most values are numbers, but not '{odd}'"),
            // No type makes numbers of words with decimal commas.
            (None, Some(comma)) => format!(
                "the values look like numbers with decimal commas, which are read as words; write them with decimal points: {} for {comma}",
                comma.replace(',', ".")
            ),
            (None, None) => "the values look like numbers; `--type COLUMN=number` reads them so".to_string(),
        };
        return Some(problem(ProblemKind::NumbersAsText, sentence));
    }
    if mostly(&amount) {
        let example = words.iter().find(|word| amount(word) && !number(word)).copied().unwrap_or_default();
        let sentence =
            format!("most values are numbers with signs, such as '{example}'; write them as plain numbers");
        return Some(problem(ProblemKind::NumbersAsText, sentence));
    }
    None
}

/// An amount without its currency or percent sign and without commas between thousands.
fn without_signs(word: &str) -> String {
    let bare = word.trim().trim_matches(|c: char| c == '%' || "$€£¥".contains(c) || c.is_whitespace());
    bare.replace(',', "")
}

/// Whether a word is three groups of digits with one kind of separator between them.
fn looks_like_date(word: &str) -> bool {
    ['-', '/', '.'].into_iter().any(|separator| {
        let day = word.split([' ', 'T']).next().unwrap_or_default();
        let parts: Vec<&str> = day.split(separator).collect();
        parts.len() == 3
            && parts.iter().all(|p| (1..=4).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_digit()))
    })
}

fn target_problems(column: &ColumnDescription, rows: usize) -> Vec<DataProblem> {
    let mut problems = Vec::new();
    if column.missing > 0 {
        let sentence =
            format!("the target is missing in {} of {rows} rows, which are dropped", column.missing);
        problems.push(problem(ProblemKind::MissingTarget, sentence));
    }
    let ColumnSummary::Levels(levels) = &column.values else { return problems };
    let rows_by_class = levels.iter().map(|(class, rows)| (class.as_str(), *rows as f64));
    if let Some(found) = ClassImbalance::of(rows_by_class) {
        problems.push(problem(ProblemKind::ClassImbalance, found.to_string()));
    }
    problems
}

/// Pairs of a column and an earlier one with the same values.
fn duplicates(table: &Table, columns: &[ColumnDescription]) -> Vec<(usize, usize)> {
    // Only columns that already look alike are compared row by row.
    let mut alike: BTreeMap<(ColumnKind, usize, usize), Vec<usize>> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        if column.distinct < 2 {
            continue;
        }
        let firsts = alike.entry((column.kind, column.missing, column.distinct)).or_default();
        let same = |&&first: &&usize| same_values(&table.columns()[first], &table.columns()[index]);
        match firsts.iter().find(same) {
            Some(&first) => pairs.push((index, first)),
            None => firsts.push(index),
        }
    }
    pairs
}

fn same_values(a: &Column, b: &Column) -> bool {
    match (a, b) {
        (Column::Number(a), Column::Number(b)) => {
            let (a, b) = (a.dense(), b.dense());
            a.iter().zip(b.iter()).all(|(x, y)| x == y || (x.is_nan() && y.is_nan()))
        }
        (Column::Object(a), Column::Object(b)) => a.fingerprints() == b.fingerprints(),
        _ => (0..a.len()).all(|row| a.label(row) == b.label(row)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_numbers_in_disguise() {
        let say = |words: &[&str]| not_what_it_seems(words.iter().copied()).map(|found| found.sentence);
        assert!(say(&["31.12.2025", "1.2.2026"]).is_some_and(|s| s.starts_with("looks like dates")));
        assert_eq!(say(&["1", "2", "x"]).as_deref(), Some("most values are numbers, but not 'x'"));
        assert!(say(&["1,5", "2,5"]).is_some());
        assert!(say(&["$63,086.60", "$7", "12 %"]).is_some_and(|s| s.contains("such as '$63,086.60'")));
        assert_eq!(say(&["a", "b", "3"]), None);
    }

    #[test]
    fn duplicates_and_ids() {
        let x: Vec<f64> = (0..20).map(|i| f64::from(i % 7)).collect();
        let ids: Vec<f64> = (0..20).map(f64::from).collect();
        let table = Table::builder().number("a", x.clone()).number("b", x).number("id", ids).build().unwrap();
        let described = DataDescription::of(&table, None).unwrap();
        assert!(described.columns[0].problems.is_empty());
        assert_eq!(described.columns[1].problems[0].sentence, "the same as 'a' in every row");
        assert_eq!(described.columns[2].problems[0].kind, ProblemKind::Id);
    }

    #[test]
    fn documents_are_no_ids() {
        let row = |i: usize| format!("the {i} words of a document,the car {i}\n");
        let csv = "document,name\n".to_string() + &(0..30).map(row).collect::<String>();
        let table = hornbook_data::ReadOptions::default().read_from(csv.as_bytes(), "rows").unwrap();
        let described = DataDescription::of(&table, None).unwrap();
        assert!(described.columns.iter().all(|column| column.kind == ColumnKind::Text));
        assert!(described.columns[0].problems.is_empty(), "{:?}", described.columns[0].problems);
        assert_eq!(described.columns[1].problems[0].kind, ProblemKind::Id);
    }
}
