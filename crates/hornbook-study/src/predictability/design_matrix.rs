//! The features as columns of numbers, made without a look at the target.

use hornbook_core::format::counted;
use hornbook_core::{Result, Run, Seed};
use hornbook_data::{Categories, Column, Dataset, MISSING_CODE, Table};
use hornbook_encoding::{Encoder, EncoderOptions, Imputation, MissingValues, Scaling, hashed_column};
use hornbook_learner::RowSource;
use hornbook_math::matrix::Matrix;
use std::ops::Range;

/// More columns than this are not looked at.
const MOST_COLUMNS: usize = 4000;
/// Columns that the words of a text are hashed to.
const WORD_COLUMNS: usize = 64;
/// Standard deviations beyond which a number stays where it is, so that one outlier does not decide which rows are near.
const MOST_DEVIATIONS: f64 = 8.0;
/// A level in fewer rows says nothing about rows of other folds.
const FEWEST_OF_LEVEL: usize = 2;

/// The design matrix: numbers standardized, categories one-hot, missing values imputed by the mean beside an indicator, texts as
/// hashed words; every column centered.
pub(super) struct DesignMatrix {
    /// A row for each row of the data.
    pub matrix: Matrix,
    /// The columns of each feature that has any.
    pub spans: Vec<Range<usize>>,
    /// Sentences about what was left out.
    pub notes: Vec<String>,
}

impl DesignMatrix {
    /// Of the rows of a view. Weights do not matter.
    pub fn of(data: &Dataset, seed: Seed, run: &Run) -> Result<DesignMatrix> {
        let features = drawn_features(data, seed);
        let mut notes = Vec::new();
        let unseen = data.features().len() - features.len();
        if unseen > 0 {
            let all = counted(data.features().len() as u64, "feature");
            notes.push(format!(
                "the test of whether the target can be predicted looked at {} of {all}",
                features.len()
            ));
        }
        let rows: Vec<u32> = data.rows().iter().collect();
        let mut columns: Vec<(String, Column)> = Vec::new();
        for &position in &features {
            let made = match data.table().columns()[position].take(&rows) {
                Column::Category(categories) => repeated_levels(&categories).into_iter().collect(),
                Column::Text(texts) => hashed_words(texts.iter()),
                Column::Object(objects) => {
                    let name = &data.table().names()[position];
                    let kind = objects.kind().plural();
                    notes.push(format!(
                        "the test of whether the target can be predicted left out '{name}', which holds {kind}"
                    ));
                    Vec::new()
                }
                column => vec![column],
            };
            columns.extend(
                made.into_iter().enumerate().map(|(at, column)| (format!("{position}.{at}"), column)),
            );
        }
        if columns.is_empty() {
            return Ok(DesignMatrix { matrix: Matrix::zeros(rows.len(), 0), spans: Vec::new(), notes });
        }
        let table = Table::new(columns)?;
        let options = EncoderOptions {
            scaling: Scaling::STANDARD,
            missing: MissingValues::ImputeAndFlag(Imputation::Mean),
            ..EncoderOptions::default()
        };
        let encoded = table.dataset();
        let encoder = Encoder::fit(options, RowSource::Memory(&encoded), run)?;
        let features = encoded.features_in_place();
        let (mut kept, mut spans) = (Vec::new(), Vec::new());
        for input in 0..encoder.inputs().len() {
            let start = kept.len();
            let columns = encoder.span(input).map(|column| centered(encoder.column(&features, column)));
            kept.extend(columns.filter(|column| column.iter().any(|x| *x != 0.0)));
            if kept.len() > start {
                spans.push(start..kept.len());
            }
        }
        Ok(DesignMatrix { matrix: Matrix::from_columns(&kept)?, spans, notes })
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }
}

/// How many columns the features have at most, of so many rows.
pub(super) fn most_columns(data: &Dataset, rows: usize) -> usize {
    let columns = data.features().iter().map(|&position| width(&data.table().columns()[position], rows));
    columns.sum::<usize>().min(MOST_COLUMNS)
}

fn width(column: &Column, rows: usize) -> usize {
    match column {
        Column::Category(categories) => categories.levels.len().min(rows / FEWEST_OF_LEVEL),
        Column::Text(_) => WORD_COLUMNS,
        Column::Object(_) => 0,
        _ => 1,
    }
}

/// The features whose columns are few enough together, drawn at random where not all are.
fn drawn_features(data: &Dataset, seed: Seed) -> Vec<usize> {
    let rows = data.rows().len();
    let mut order: Vec<usize> = data.features().to_vec();
    let width = |position: usize| width(&data.table().columns()[position], rows);
    if order.iter().map(|&position| width(position)).sum::<usize>() <= MOST_COLUMNS {
        return order;
    }
    seed.rng().shuffle(&mut order);
    let mut left = MOST_COLUMNS;
    order.retain(|&position| {
        let fits = width(position) <= left;
        left -= if fits { width(position) } else { 0 };
        fits
    });
    order.sort_unstable();
    order
}

/// The column with the levels that several rows have, the others missing; none if there are no such levels.
fn repeated_levels(categories: &Categories) -> Option<Column> {
    let mut rows_of = vec![0; categories.levels.len()];
    categories
        .codes
        .iter()
        .filter(|&&code| code != MISSING_CODE)
        .for_each(|&code| rows_of[code as usize] += 1);
    let mut levels = Vec::new();
    let mut new_code = vec![MISSING_CODE; rows_of.len()];
    for (code, _) in rows_of.iter().enumerate().filter(|&(_, &rows)| rows >= FEWEST_OF_LEVEL) {
        new_code[code] = levels.len() as u32;
        levels.push(categories.levels[code].clone());
    }
    let code = |code: &u32| new_code.get(*code as usize).copied().unwrap_or(MISSING_CODE);
    let codes = categories.codes.iter().map(code).collect();
    let is_known = !levels.is_empty();
    is_known.then(|| Column::Category(Categories { codes, levels: levels.into() }))
}

/// How often the words of each text occur, hashed to a few columns, in units of their length.
fn hashed_words<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Vec<Column> {
    let mut columns = vec![Vec::new(); WORD_COLUMNS];
    for text in texts {
        let mut counts = [0.0; WORD_COLUMNS];
        let lower = text.unwrap_or_default().to_lowercase();
        for word in lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let (column, sign) = hashed_column(word, WORD_COLUMNS as u32, true);
            counts[column as usize] += sign;
        }
        let length = counts.iter().map(|count| count * count).sum::<f64>().sqrt().max(1.0);
        columns.iter_mut().zip(counts).for_each(|(column, count)| column.push(count / length));
    }
    columns.into_iter().map(|values| Column::Number(values.into())).collect()
}

/// Without outliers and with mean zero; zeros if nothing but rounding is left.
fn centered(mut column: Vec<f64>) -> Vec<f64> {
    // Infinity has no place among the others.
    let place = |x: f64| if x.is_nan() { 0.0 } else { x.clamp(-MOST_DEVIATIONS, MOST_DEVIATIONS) };
    column.iter_mut().for_each(|x| *x = place(*x));
    let mean = column.iter().sum::<f64>() / column.len() as f64;
    let is_constant = column.windows(2).all(|pair| pair[0] == pair[1]);
    column.iter_mut().for_each(|x| *x = if is_constant { 0.0 } else { *x - mean });
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_column_becomes_numbers() {
        let table = Table::builder()
            .number("size", vec![1.0, 2.0, f64::NAN, 4.0])
            .number("same", vec![7.0; 4])
            .category("kind", &[Some("a"), Some("a"), Some("b"), Some("b")])
            .category("id", &[Some("p"), Some("q"), Some("r"), Some("s")])
            .column("note", Column::Text(vec!["red wine", "Red!", "", "white wine"].into()))
            .build()
            .unwrap();
        let data = table.dataset().only(&["size", "same", "kind", "id", "note"]).unwrap();
        let design = DesignMatrix::of(&data, Seed(0), &Run::default()).unwrap();
        // The number and its indicator, two levels, and a column for each of three words.
        assert_eq!(design.spans[..2], [0..2, 2..4]);
        assert_eq!(design.columns(), 7);
        assert_eq!(design.matrix.column(1), [-0.25, -0.25, 0.75, -0.25]);
        assert_eq!(design.matrix.column(2), [0.5, 0.5, -0.5, -0.5]);
        for column in 0..design.columns() {
            assert!(design.matrix.column(column).iter().sum::<f64>().abs() < 1e-12);
        }
        assert!(design.notes.is_empty());
    }

    #[test]
    fn too_many_columns_are_drawn_from() {
        let columns = (0..MOST_COLUMNS + 5)
            .map(|at| (format!("x{at}"), Column::Number(vec![0.0, at as f64, 1.0].into())));
        let data = Table::new(columns.collect()).unwrap().dataset();
        let design = DesignMatrix::of(&data, Seed(0), &Run::default()).unwrap();
        assert_eq!(design.columns(), MOST_COLUMNS);
        assert!(design.notes[0].ends_with("looked at 4000 of 4005 features"), "{}", design.notes[0]);
    }
}
