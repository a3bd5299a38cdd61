//! Rows with a column for each level, and back.

use super::fitted::{FittedOneHot, OneHotLevels};
use super::params::UnknownLevel;
use crate::column_wise::codes;
use crate::level_groups::LevelGroup;
use hornbook_core::{Error, Result};
use hornbook_data::{Booleans, Feature, Features, Input, InputKind, MISSING_CODE, SparseMatrix, SparseRows};
use hornbook_learner::{ColumnBlock, ColumnOrigins, TransformedRows, Transformer};

/// Columns are sparse if at most one in so many of them is not zero in a row.
const THIN: usize = 4;

/// No column is 1.
const NOWHERE: u32 = u32::MAX;
/// The level is refused.
const REFUSED: u32 = u32::MAX - 1;

/// The codes of an input, with the column that is 1 for each code.
struct LevelCodes {
    codes: Feature,
    /// Of each level, and at the end of missing values.
    column_of: Vec<u32>,
    /// The first column of the input in its block.
    first: u32,
}

impl LevelCodes {
    /// The column in which a code is 1.
    #[inline]
    fn column(&self, code: u32) -> u32 {
        let last = self.column_of.len() - 1;
        self.column_of[(code as usize).min(last)]
    }
}

impl FittedOneHot {
    /// The column of each level, and at the end that of missing values.
    fn column_of(&self, levels: &OneHotLevels, count: usize) -> Vec<u32> {
        let unknown = match self.unknown {
            UnknownLevel::Error => REFUSED,
            UnknownLevel::Ignore => NOWHERE,
            UnknownLevel::InfrequentIfExist => {
                levels.groups.infrequent().and_then(|group| levels.column(group)).unwrap_or(NOWHERE)
            }
        };
        let column = |code: u32| match levels.groups.find(code) {
            Some(group) => levels.column(group).unwrap_or(NOWHERE),
            None => unknown,
        };
        (0..count as u32).chain([MISSING_CODE]).map(column).collect()
    }

    /// Neighboring inputs that are encoded, as one block.
    fn block(&self, rows: &Features<'_>, places: std::ops::Range<usize>) -> Result<ColumnBlock<'static>> {
        let mut inputs = Vec::with_capacity(places.len());
        let mut width = 0;
        for place in places.clone() {
            let Some(levels) = &self.columns[place] else { continue };
            let count = self.inputs[place].kind.levels().unwrap_or(0);
            let column = rows.column(place);
            let encoded =
                LevelCodes { codes: column, column_of: self.column_of(levels, count), first: width as u32 };
            if encoded.column_of.contains(&REFUSED) {
                refuse_unknown(&self.inputs[place], &encoded)?;
            }
            inputs.push(encoded);
            width += levels.width();
        }
        let names = &self.inputs[places];
        let all: Vec<(&[u32], &LevelCodes)> = (names.iter().zip(&inputs))
            .map(|(input, encoded)| Ok((codes(input, &encoded.codes)?, encoded)))
            .collect::<Result<_>>()?;
        let features = match inputs.len() * THIN <= width {
            true => Features::Sparse(sparse(&all, rows.rows(), width)),
            false => Features::Columns(dense(&all, rows.rows(), width), rows.rows()),
        };
        Ok(ColumnBlock::Features(features))
    }
}

fn refuse_unknown(input: &Input, encoded: &LevelCodes) -> Result<()> {
    let all = codes(input, &encoded.codes)?;
    match all.iter().position(|&code| encoded.column(code) == REFUSED) {
        None => Ok(()),
        Some(row) => {
            let found = match all[row] {
                MISSING_CODE => "missing or of a level that training did not see".to_string(),
                level => format!("'{}', which training did not see,", input.kind.level(level)),
            };
            Err(Error::data(
                format!("column '{}' is {found} in row {}", input.name, row + 1),
                "correct the row, or let one-hot encoding ignore it (handle_unknown=ignore)",
            ))
        }
    }
}

fn sparse(inputs: &[(&[u32], &LevelCodes)], rows: usize, width: usize) -> SparseRows {
    let mut indices = Vec::with_capacity(rows * inputs.len());
    let mut starts = Vec::with_capacity(rows + 1);
    starts.push(0);
    for row in 0..rows {
        for (codes, encoded) in inputs {
            let column = encoded.column(codes[row]);
            if column != NOWHERE {
                indices.push(encoded.first + column);
            }
        }
        starts.push(indices.len());
    }
    let values = vec![1.0; indices.len()];
    SparseMatrix { columns: width, starts, indices, values }.into()
}

fn dense(inputs: &[(&[u32], &LevelCodes)], rows: usize, width: usize) -> Vec<Feature> {
    let mut columns = vec![vec![0.0; rows]; width];
    for (codes, encoded) in inputs {
        for (row, &code) in codes.iter().enumerate() {
            let column = encoded.column(code);
            if column != NOWHERE {
                columns[(encoded.first + column) as usize][row] = 1.0;
            }
        }
    }
    columns.into_iter().map(|column| Feature::Number(column.into())).collect()
}

impl Transformer for FittedOneHot {
    fn outputs(&self) -> Vec<Input> {
        self.made()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        if self.columns.iter().all(Option::is_none) {
            return Ok(TransformedRows::unchanged(rows));
        }
        let mut blocks = Vec::new();
        let mut start = 0;
        for run in self.columns.chunk_by(|a, b| a.is_some() == b.is_some()) {
            let places = start..start + run.len();
            start = places.end;
            blocks.push(match run[0] {
                Some(_) => self.block(rows, places)?,
                None => ColumnBlock::Features(rows.select(&places.collect::<Vec<_>>())),
            });
        }
        TransformedRows::of_blocks(blocks, rows.rows())
    }

    /// Rows in which no column of a feature is 1 had the level without a column, if there is one, and else a level that is not
    /// known. Infrequent levels cannot be told apart.
    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut first = 0;
        let mut inputs = Vec::with_capacity(self.inputs.len());
        for (input, levels) in self.inputs.iter().zip(&self.columns) {
            let width = levels.as_ref().map_or(1, OneHotLevels::width);
            inputs.push(match levels {
                None => rows.column(first),
                Some(levels) => decoded(input, levels, rows, first),
            });
            first += width;
        }
        Ok(TransformedRows::of_columns(inputs, rows.rows()))
    }

    fn origins(&self) -> ColumnOrigins {
        let makers = |(place, levels): (usize, &Option<OneHotLevels>)| {
            std::iter::repeat_n(place, levels.as_ref().map_or(1, OneHotLevels::width))
        };
        ColumnOrigins::single(self.columns.iter().enumerate().flat_map(makers))
    }
}

fn decoded(input: &Input, levels: &OneHotLevels, rows: &Features<'_>, first: usize) -> Feature {
    let code = |group: LevelGroup| match group {
        LevelGroup::Level(level) => level,
        LevelGroup::Missing | LevelGroup::Infrequent => MISSING_CODE,
    };
    let dropped = levels.dropped.map_or(MISSING_CODE, |group| code(levels.groups.groups()[group as usize]));
    let mut codes = vec![dropped; rows.rows()];
    let mut most = vec![0.0; rows.rows()];
    for (at, group) in levels.groups_with_columns().into_iter().enumerate() {
        let Feature::Number(values) = rows.column(first + at) else { continue };
        for (row, &value) in values.iter().enumerate() {
            if value > most[row] {
                (most[row], codes[row]) = (value, code(group));
            }
        }
    }
    let names = match &input.kind {
        InputKind::Category { levels } => levels.clone(),
        _ => Booleans::levels(),
    };
    Feature::Code(codes.into(), names)
}
