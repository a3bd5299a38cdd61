//! Weka's attribute-relation files: declared columns, then rows, dense or sparse.

mod date_format;
mod header;
mod tokens;

use super::ReadOptions;
use super::blocks::{BlockError, Blocks, LineSplitter, for_all_blocks};
use super::infer::in_source;
use super::source::ByteSource;
use super::values;
use crate::column::{Categories, Column, Levels, MISSING_CODE, MISSING_DATE, Numbers, SparseNumbers};
use crate::pieces::concat_tables;
use crate::table::Table;
use arrow_array::LargeStringArray;
use header::{ArffAttribute, ArffHeader, ArffType};
use hornbook_core::Result;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use tokens::ArffTokens;

/// A file whose header has been read.
pub(crate) struct Arff {
    header: ArffHeader,
    /// The codes of each nominal attribute's levels.
    codes: Vec<FxHashMap<String, u32>>,
    /// The rows.
    data: ByteSource,
    has_weights: bool,
    /// Columns that have any sparse row are stored sparsely if they are mostly zero.
    has_sparse: bool,
}

/// Reads a whole file.
pub(crate) fn read(source: &ByteSource, options: &ReadOptions) -> Result<Table> {
    let mut arff = Arff::open(source)?;
    let pieces = for_all_blocks(&arff.data, &LineSplitter, options.block_bytes, |_, text, _: &mut ()| {
        arff.parse(text)
    })?;
    let pieces = pieces.unwrap_or_default();
    arff.note(pieces.iter().map(|p| (p.has_weights(), p.has_sparse)));
    let tables: Result<Vec<Table>> = pieces.into_iter().map(|piece| arff.table(source, piece)).collect();
    let tables = tables?;
    if tables.is_empty() { arff.shape(source) } else { concat_tables(tables) }
}

/// Reads the header and finds out what rows there are, for a file that is to be read in batches.
pub(crate) fn infer_types(source: &ByteSource, options: &ReadOptions) -> Result<Arff> {
    let mut arff = Arff::open(source)?;
    let seen = for_all_blocks(&arff.data, &LineSplitter, options.block_bytes, |_, text, _: &mut ()| {
        let piece = arff.parse(text)?;
        Ok((piece.has_weights(), piece.has_sparse))
    })?;
    arff.note(seen.unwrap_or_default().into_iter());
    Ok(arff)
}

impl Arff {
    fn open(source: &ByteSource) -> Result<Arff> {
        let (header, skipped) = ArffHeader::read(source)?;
        let codes = header.attributes.iter().map(|attribute| match &attribute.kind {
            ArffType::Nominal(levels) => {
                (0u32..).zip(levels.iter()).map(|(code, level)| (level.clone(), code)).collect()
            }
            _ => FxHashMap::default(),
        });
        let codes = codes.collect();
        Ok(Arff { codes, header, data: source.after(skipped), has_weights: false, has_sparse: false })
    }

    fn note(&mut self, pieces: impl Iterator<Item = (bool, bool)>) {
        for (weights, sparse) in pieces {
            self.has_weights |= weights;
            self.has_sparse |= sparse;
        }
    }

    /// A table without rows that has the columns of the file.
    pub(crate) fn shape(&self, source: &ByteSource) -> Result<Table> {
        self.table(source, ArffBlock::new(&self.header.attributes))
    }

    /// Reads the rows as tables of a few rows each.
    pub(crate) fn for_each_piece(
        &self,
        source: &ByteSource,
        options: &ReadOptions,
        take: &mut dyn FnMut(Table) -> Result<()>,
    ) -> Result<()> {
        let changed = || source.unreadable("it changed while it was being read");
        let mut blocks = Blocks::open(&self.data, &LineSplitter, options.block_bytes)?;
        let mut text = Vec::new();
        while blocks.next(&mut text).map_err(|_| changed())? {
            take(self.table(source, self.parse(&text).map_err(|_| changed())?)?)?;
        }
        Ok(())
    }

    fn table(&self, source: &ByteSource, piece: ArffBlock) -> Result<Table> {
        let rows = piece.rows;
        let columns = piece.builders.into_iter().zip(&self.header.attributes);
        let mut columns: Vec<(String, Column)> = columns
            .map(|(builder, attribute)| {
                (attribute.name.clone(), builder.finish(rows, attribute, self.has_sparse))
            })
            .collect();
        if self.has_weights {
            let mut weights = piece.weights;
            weights.resize(rows, 1.0);
            columns.push((self.header.free_name("weight"), Column::Number(weights.into())));
        }
        Table::new(columns).map_err(|e| in_source(source, e))
    }

    fn parse(&self, text: &[u8]) -> Result<ArffBlock, BlockError> {
        let mut piece = ArffBlock::new(&self.header.attributes);
        let mut position = 0;
        for line in text.split(|&b| b == b'\n') {
            let content = line.trim_ascii();
            if !content.is_empty() && content[0] != b'%' {
                self.parse_row(content, &mut piece).map_err(|complaint| BlockError::At {
                    position,
                    column: complaint.column.map(|c| self.header.attributes[c].name.clone()),
                    problem: complaint.problem,
                    advice: complaint.advice.into(),
                })?;
            }
            position += line.len() + 1;
        }
        Ok(piece)
    }

    fn parse_row(&self, line: &[u8], piece: &mut ArffBlock) -> Result<(), ArffParseError> {
        let width = self.header.attributes.len();
        let mut tokens = ArffTokens::new(line);
        let row = piece.rows;
        if tokens.take(b'{') {
            piece.has_sparse = true;
            let mut last = None;
            while !tokens.take(b'}') {
                let index = tokens.value().map_err(ArffParseError::from)?;
                let column = std::str::from_utf8(&index.text).ok().and_then(|t| t.parse::<usize>().ok());
                let column = column.filter(|&c| c < width).ok_or_else(|| {
                    ArffParseError::new(
                        format!("found '{}' where an attribute's number was expected", index.shown()),
                        "number the attributes from 0",
                    )
                })?;
                if last.is_some_and(|last| column <= last) {
                    return Err(ArffParseError::new(
                        format!("attribute {column} comes after attribute {}", last.unwrap_or(0)),
                        "write the attributes of a sparse row in ascending order",
                    ));
                }
                last = Some(column);
                let value = tokens.value().map_err(ArffParseError::from)?;
                self.set(piece, column, row, &value)?;
                if !tokens.take(b',') && !tokens.peek(b'}') {
                    return Err(ArffParseError::new("a sparse row does not end with '}'", "close it"));
                }
            }
        } else {
            for column in 0..width {
                let value = tokens.value().map_err(ArffParseError::from)?;
                self.set(piece, column, row, &value)?;
                if column + 1 < width && !tokens.take_separator() {
                    let s = if column == 0 { "" } else { "s" };
                    return Err(ArffParseError::new(
                        format!("found {} value{s} where {width} were expected", column + 1),
                        "give each row one value for each attribute",
                    ));
                }
            }
        }
        tokens.take(b',');
        if tokens.take(b'{') {
            let weight = tokens.value().map_err(ArffParseError::from)?;
            let number = values::number(&weight.text).filter(|_| tokens.take(b'}')).ok_or_else(|| {
                ArffParseError::new(
                    format!("the weight '{}' is not a number", weight.shown()),
                    "write it as {1.5}",
                )
            })?;
            piece.weights.resize(row, 1.0);
            piece.weights.push(number);
        }
        if !tokens.is_at_end() {
            return Err(ArffParseError::new(
                format!("found more than {width} values"),
                "give each row one value for each attribute",
            ));
        }
        piece.rows += 1;
        Ok(())
    }

    fn set(
        &self,
        piece: &mut ArffBlock,
        column: usize,
        row: usize,
        value: &tokens::ArffValue<'_>,
    ) -> Result<(), ArffParseError> {
        let attribute = &self.header.attributes[column];
        let missing = value.is_missing();
        let refused = |expected: &str| ArffParseError {
            column: Some(column),
            problem: format!("found '{}' where {expected} was expected", value.shown()),
            advice: "correct it, or write ? if it is unknown",
        };
        match (&mut piece.builders[column], &attribute.kind) {
            (ArffColumnBuilder::Number { rows, values: kept }, _) => {
                let number = if missing {
                    f64::NAN
                } else {
                    values::number(&value.text).ok_or_else(|| refused("a number"))?
                };
                if number != 0.0 {
                    rows.push(row as u32);
                    kept.push(number);
                }
            }
            (ArffColumnBuilder::Code(codes), _) => {
                codes.resize(row, 0);
                let name = String::from_utf8_lossy(&value.text);
                let code = if missing {
                    MISSING_CODE
                } else {
                    *self.codes[column].get(&*name).ok_or_else(|| refused("one of the declared values"))?
                };
                codes.push(code);
            }
            (ArffColumnBuilder::Date(dates), ArffType::Date(format)) => {
                dates.resize(row, 0);
                let date = if missing {
                    MISSING_DATE
                } else {
                    format
                        .parse(&value.text)
                        .ok_or_else(|| refused(&format!("a date like {}", format.pattern)))?
                };
                dates.push(date);
            }
            (ArffColumnBuilder::Date(_), _) => {}
            (ArffColumnBuilder::Text(words), _) => {
                words.resize(row, None);
                words.push((!missing).then(|| String::from_utf8_lossy(&value.text).into_owned()));
            }
        }
        Ok(())
    }
}

struct ArffParseError {
    column: Option<usize>,
    problem: String,
    advice: &'static str,
}

impl ArffParseError {
    fn new(problem: impl Into<String>, advice: &'static str) -> ArffParseError {
        ArffParseError { column: None, problem: problem.into(), advice }
    }
}

impl From<Cow<'static, str>> for ArffParseError {
    fn from(problem: Cow<'static, str>) -> ArffParseError {
        ArffParseError::new(problem, "quote values that contain spaces, commas or quotes")
    }
}

/// The rows of one block.
struct ArffBlock {
    builders: Vec<ArffColumnBuilder>,
    /// Short by the rows behind the last one that has a weight.
    weights: Vec<f64>,
    rows: usize,
    has_sparse: bool,
}

impl ArffBlock {
    fn new(attributes: &[ArffAttribute]) -> ArffBlock {
        ArffBlock {
            builders: attributes.iter().map(ArffColumnBuilder::new).collect(),
            weights: Vec::new(),
            rows: 0,
            has_sparse: false,
        }
    }

    fn has_weights(&self) -> bool {
        !self.weights.is_empty()
    }
}

/// A column in the making. What a sparse row leaves out is zero, the first level or 1970.
enum ArffColumnBuilder {
    /// The values that are not zero.
    Number {
        rows: Vec<u32>,
        values: Vec<f64>,
    },
    Code(Vec<u32>),
    Date(Vec<i64>),
    Text(Vec<Option<String>>),
}

impl ArffColumnBuilder {
    fn new(attribute: &ArffAttribute) -> ArffColumnBuilder {
        match attribute.kind {
            ArffType::Numeric => ArffColumnBuilder::Number { rows: Vec::new(), values: Vec::new() },
            ArffType::Nominal(_) => ArffColumnBuilder::Code(Vec::new()),
            ArffType::Date(_) => ArffColumnBuilder::Date(Vec::new()),
            ArffType::Text => ArffColumnBuilder::Text(Vec::new()),
        }
    }

    fn finish(self, rows: usize, attribute: &ArffAttribute, sparse: bool) -> Column {
        match self {
            ArffColumnBuilder::Number { rows: indices, values } => {
                let mostly_zero = values.len() * 2 < rows;
                let numbers =
                    Numbers::Sparse(SparseNumbers { rows, indices: indices.into(), values: values.into() });
                Column::Number(if sparse && mostly_zero { numbers } else { Numbers::Dense(numbers.dense()) })
            }
            ArffColumnBuilder::Code(mut codes) => {
                codes.resize(rows, 0);
                let levels = match &attribute.kind {
                    ArffType::Nominal(levels) => levels.clone(),
                    _ => Levels::default(),
                };
                Column::Category(Categories { codes: codes.into(), levels })
            }
            ArffColumnBuilder::Date(mut dates) => {
                dates.resize(rows, 0);
                Column::Date(dates.into())
            }
            ArffColumnBuilder::Text(mut words) => {
                words.resize(rows, None);
                Column::Text(words.into_iter().collect::<LargeStringArray>())
            }
        }
    }
}
