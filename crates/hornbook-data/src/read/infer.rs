//! Tables from text whose columns have no declared types: the cells of the whole file decide.

use super::blocks::{BlockError, Blocks, RowSplitter, for_all_blocks};
use super::cells::{Grammar, ParsedCells};
use super::source::ByteSource;
use super::strings::{
    DistinctCounter, StringBlock, category_column, levels_of, most_levels, named_levels, text_column,
};
use crate::column::{Booleans, Column, ColumnKind, Levels, MISSING_DATE};
use crate::objects::json::{JsonCell, column_of_cells};
use crate::objects::{ImageShape, Objects};
use crate::table::Table;
use hornbook_core::{Error, Result};
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

/// How much of a file is looked at before its columns are trusted to be numbers to the end.
const TRUSTED_AFTER: usize = 8 << 20;
/// So many blocks a thread are read, and then parsed side by side.
const WAVE: usize = 4;

/// The cells of a block.
pub(crate) trait CellIndex: Default + Send {
    fn rows(&self) -> usize;
    fn cell<'a>(&self, text: &'a [u8], row: usize, column: usize) -> &'a [u8];
    /// Where a row starts in the block.
    fn position(&self, row: usize) -> usize;
}

/// A text file of rows with the same columns.
pub(crate) trait TextLayout: Sync {
    type CellIndex: CellIndex;
    fn names(&self) -> &[String];
    fn row_splitter(&self) -> &impl RowSplitter;
    fn grammar(&self) -> impl Grammar;
    /// Finds the cells of a block.
    fn scan(&self, block: usize, text: &[u8], index: &mut Self::CellIndex) -> Result<(), BlockError>;
}

/// A source, what its rows look like, and the kinds that somebody asked for.
pub(crate) struct Inference<'a, L> {
    pub(crate) source: &'a ByteSource,
    pub(crate) layout: &'a L,
    pub(crate) asked: Vec<Option<ColumnKind>>,
    pub(crate) block_bytes: usize,
}

/// What earlier blocks say about a column: nothing, that it has words, that it has many different ones. It
/// saves later blocks from finding out again, and changes nothing else.
#[derive(Default)]
struct TypeHint(AtomicU8);

impl TypeHint {
    const WORDS: u8 = 1;
    const PLAIN: u8 = 2;

    fn learn(&self, cells: &ParsedCells) {
        if let ParsedCells::Strings(words) = cells {
            self.0.fetch_max(
                if words.is_plain() { TypeHint::PLAIN } else { TypeHint::WORDS },
                Ordering::Relaxed,
            );
        }
    }
}

/// The type of a column once the whole file is known.
#[derive(Debug, Clone)]
pub(crate) enum InferredType {
    Number,
    Boolean,
    Date,
    Category(Levels),
    Text,
    Object(ColumnKind),
}

impl InferredType {
    pub(crate) fn kind(&self) -> ColumnKind {
        match self {
            InferredType::Number => ColumnKind::Number,
            InferredType::Boolean => ColumnKind::Boolean,
            InferredType::Date => ColumnKind::Date,
            InferredType::Category(_) => ColumnKind::Category,
            InferredType::Text => ColumnKind::Text,
            InferredType::Object(kind) => *kind,
        }
    }
}

impl<L: TextLayout> Inference<'_, L> {
    fn width(&self) -> usize {
        self.asked.len()
    }

    /// The whole table; `None` where its quotes need the careful scan.
    pub(crate) fn table(&self) -> Result<Option<Table>> {
        let hints: Vec<TypeHint> = (0..self.width()).map(|_| TypeHint::default()).collect();
        let grammar = self.layout.grammar();
        let blocks = self.for_all(|text, index| {
            let cells: Result<Vec<ParsedCells>, BlockError> =
                (0..self.width()).map(|c| self.cells(&grammar, text, index, c, &hints[c])).collect();
            Ok((index.rows(), cells?))
        })?;
        let Some(blocks) = blocks else { return Ok(None) };
        let rows = blocks.iter().map(|(rows, _)| rows).sum();
        let mut columns: Vec<Vec<ParsedCells>> =
            (0..self.width()).map(|_| Vec::with_capacity(blocks.len())).collect();
        for (_, cells) in blocks {
            columns.iter_mut().zip(cells).for_each(|(column, cells)| column.push(cells));
        }
        self.reread_mixed(&mut columns)?;
        let columns: Result<Vec<Column>> = columns
            .into_par_iter()
            .zip(&self.asked)
            .zip(self.layout.names())
            .map(|((blocks, asked), name)| join(name, blocks, *asked, rows))
            .collect();
        let columns = columns.map_err(|error| in_source(self.source, error));
        named_table(self.source, self.layout.names(), columns?).map(Some)
    }

    fn for_all<T: Send>(
        &self,
        work: impl Fn(&[u8], &L::CellIndex) -> Result<T, BlockError> + Sync,
    ) -> Result<Option<Vec<T>>> {
        for_all_blocks(
            self.source,
            self.layout.row_splitter(),
            self.block_bytes,
            |block, text, index: &mut L::CellIndex| {
                self.layout.scan(block, text, index)?;
                work(text, index)
            },
        )
    }

    fn cells(
        &self,
        grammar: &impl Grammar,
        text: &[u8],
        index: &L::CellIndex,
        column: usize,
        hint: &TypeHint,
    ) -> Result<ParsedCells, BlockError> {
        let rows = index.rows();
        let cell = |row: usize| index.cell(text, row, column);
        let hinted = hint.0.load(Ordering::Relaxed);
        let asked = self.asked[column];
        if nests(grammar)
            && asked.is_none_or(ColumnKind::is_object)
            && (asked.is_some() || (0..rows).any(|row| grammar.is_nested(cell(row))))
        {
            return self.objects(grammar, text, index, column);
        }
        let cells = match asked {
            Some(ColumnKind::Text) => ParsedCells::words(grammar, true, rows, cell),
            Some(kind) if kind != ColumnKind::Category => ParsedCells::read(grammar, kind, rows, cell)
                .map_err(|row| self.misfit(grammar, text, index, row, column, kind))?,
            None if hinted == 0 => ParsedCells::infer(grammar, rows, cell),
            _ => ParsedCells::words(grammar, hinted == TypeHint::PLAIN, rows, cell),
        };
        hint.learn(&cells);
        Ok(cells)
    }

    /// A column of lists or objects.
    fn objects(
        &self,
        grammar: &impl Grammar,
        text: &[u8],
        index: &L::CellIndex,
        column: usize,
    ) -> Result<ParsedCells, BlockError> {
        const ADVICE: &str = "give every row a list of numbers, a list of strings, a list of lists of numbers (an image) or \
                              an object with nodes and edges (a graph)";
        let name = &self.layout.names()[column];
        let cell = |row: usize| index.cell(text, row, column);
        let wrong = |row: usize, problem: String| BlockError::At {
            position: index.position(row),
            column: Some(name.clone()),
            problem,
            advice: ADVICE.into(),
        };
        let first = (0..index.rows()).map(cell).find(|raw| !grammar.is_missing(raw)).unwrap_or_default();
        if self.asked[column].is_none() && !grammar.is_nested(first) {
            let row = (0..index.rows()).find(|&row| grammar.is_nested(cell(row))).unwrap_or(0);
            let found = if cell(row).starts_with(b"{") { "an object" } else { "a list" };
            return Err(wrong(row, format!("found {found} where a single value was expected")));
        }
        let mut cells = Vec::with_capacity(index.rows());
        for row in 0..index.rows() {
            let raw = cell(row);
            cells.push(match grammar.is_missing(raw) {
                true => None,
                false if !grammar.is_nested(raw) => {
                    return Err(self.misfit(grammar, text, index, row, column, ColumnKind::Sequence));
                }
                false => {
                    let read = JsonCell::read(&String::from_utf8_lossy(raw));
                    Some(read.map_err(|problem| wrong(row, problem))?)
                }
            });
        }
        column_of_cells(name, &cells, self.asked[column])
            .map(ParsedCells::Objects)
            .map_err(|(row, problem)| wrong(row, problem))
    }

    fn misfit(
        &self,
        grammar: &impl Grammar,
        text: &[u8],
        index: &L::CellIndex,
        row: usize,
        column: usize,
        kind: ColumnKind,
    ) -> BlockError {
        const SHOWN: usize = 40;
        let word = String::from_utf8_lossy(&grammar.word(index.cell(text, row, column))).into_owned();
        let shown: String = word.chars().take(SHOWN).collect();
        let dots = if word.chars().count() > SHOWN { "…" } else { "" };
        BlockError::At {
            position: index.position(row),
            column: Some(self.layout.names()[column].clone()),
            problem: format!("found '{shown}{dots}' where {} was expected", expected(kind)),
            advice: "correct it, leave it empty, or let the column have another type".into(),
        }
    }

    /// Columns that are numbers in one block and something else in another are words: reads them again.
    fn reread_mixed(&self, columns: &mut [Vec<ParsedCells>]) -> Result<()> {
        let mixed: Vec<usize> = (0..columns.len())
            .filter(|&c| is_mixed(columns[c].iter().filter_map(ParsedCells::kind)))
            .collect();
        if mixed.is_empty() {
            return Ok(());
        }
        let grammar = self.layout.grammar();
        let words = self.for_all(|text, index| {
            let words = |&c: &usize| {
                ParsedCells::words(&grammar, false, index.rows(), |row| index.cell(text, row, c))
            };
            Ok(mixed.iter().map(words).collect::<Vec<ParsedCells>>())
        })?;
        let words = words.ok_or_else(|| self.changed())?;
        mixed.iter().for_each(|&c| columns[c].clear());
        for block in words {
            mixed.iter().zip(block).for_each(|(&c, cells)| columns[c].push(cells));
        }
        Ok(())
    }

    fn changed(&self) -> Error {
        self.source.unreadable("it changed while it was being read; read it again when nobody writes to it")
    }

    /// The types of all columns, found in one pass that keeps no values (a second one only where types mix).
    pub(crate) fn infer_types(&self) -> Result<Option<Vec<InferredType>>> {
        let surveys: Vec<Mutex<TypeInferenceState>> = (0..self.width()).map(|_| Mutex::default()).collect();
        let hints: Vec<TypeHint> = (0..self.width()).map(|_| TypeHint::default()).collect();
        let grammar = self.layout.grammar();
        let rows = self.for_all(|text, index| {
            for (c, survey) in surveys.iter().enumerate() {
                let cells = self.cells(&grammar, text, index, c, &hints[c])?;
                if let Ok(mut survey) = survey.lock() {
                    survey.add(&cells);
                }
            }
            Ok(index.rows())
        })?;
        let Some(rows) = rows else { return Ok(None) };
        let rows = rows.iter().sum();
        let mut surveys: Vec<TypeInferenceState> =
            surveys.into_iter().map(|s| s.into_inner().unwrap_or_default()).collect();
        let mixed: Vec<usize> =
            (0..surveys.len()).filter(|&c| is_mixed(surveys[c].kinds.iter().copied())).collect();
        if !mixed.is_empty() {
            let recounted: Vec<Mutex<TypeInferenceState>> = mixed.iter().map(|_| Mutex::default()).collect();
            self.for_all(|text, index| {
                for (&c, survey) in mixed.iter().zip(&recounted) {
                    let cells =
                        ParsedCells::words(&grammar, false, index.rows(), |row| index.cell(text, row, c));
                    if let Ok(mut survey) = survey.lock() {
                        survey.add(&cells);
                    }
                }
                Ok(())
            })?;
            for (&c, survey) in mixed.iter().zip(recounted) {
                surveys[c] = survey.into_inner().unwrap_or_default();
            }
        }
        let settled = surveys.iter().zip(&self.asked).map(|(survey, asked)| survey.infer_types(*asked, rows));
        Ok(Some(settled.collect()))
    }

    /// A table without rows that has the columns of the file.
    pub(crate) fn shape(source: &ByteSource, layout: &L, settled: &[InferredType]) -> Result<Table> {
        let columns: Result<Vec<Column>> =
            settled.iter().map(|settled| column(Vec::new(), settled)).collect();
        named_table(source, layout.names(), columns?)
    }

    /// That all columns are numbers, if the first part of the file holds nothing else. It may not be so to the end.
    pub(crate) fn optimistic_numbers(&self) -> Result<Option<Vec<InferredType>>> {
        if self.asked.iter().any(|asked| asked.is_some_and(|kind| kind != ColumnKind::Number)) {
            return Ok(None);
        }
        let grammar = self.layout.grammar();
        let mut blocks = Blocks::open(self.source, self.layout.row_splitter(), self.block_bytes)?;
        let (mut text, mut index) = (Vec::new(), L::CellIndex::default());
        let (mut block, mut seen) = (0, 0);
        while seen < TRUSTED_AFTER {
            // What is wrong is found again, and said, by a reading that trusts nothing.
            match blocks.next(&mut text) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => return Ok(None),
            }
            if self.layout.scan(block, &text, &mut index).is_err() {
                return Ok(None);
            }
            let is_number = |c: usize| {
                ParsedCells::read(&grammar, ColumnKind::Number, index.rows(), |row| index.cell(&text, row, c))
                    .is_ok()
            };
            if !(0..self.width()).all(is_number) {
                return Ok(None);
            }
            (block, seen) = (block + 1, seen + text.len());
        }
        Ok(Some(vec![InferredType::Number; self.width()]))
    }

    /// Reads the file again as tables of known types, each of a few rows, in order.
    pub(crate) fn for_each_piece(
        &self,
        settled: &[InferredType],
        take: &mut dyn FnMut(Table) -> Result<()>,
    ) -> Result<()> {
        let mut blocks = Blocks::open(self.source, self.layout.row_splitter(), self.block_bytes)?;
        let slots = rayon::current_num_threads().max(1) * WAVE;
        let mut wave: Vec<(Vec<u8>, L::CellIndex)> = (0..slots).map(|_| Default::default()).collect();
        let mut first = 0;
        loop {
            let mut filled = 0;
            while filled < slots && blocks.next(&mut wave[filled].0).map_err(|_| self.changed())? {
                filled += 1;
            }
            let tables: Vec<Result<Table>> = wave[..filled]
                .par_iter_mut()
                .enumerate()
                .map(|(place, (text, index))| self.piece(settled, first + place, text, index))
                .collect();
            tables.into_iter().try_for_each(|table| take(table?))?;
            first += filled;
            if filled < slots {
                return Ok(());
            }
        }
    }

    /// One block as a table of known types.
    fn piece(
        &self,
        settled: &[InferredType],
        block: usize,
        text: &[u8],
        index: &mut L::CellIndex,
    ) -> Result<Table> {
        self.layout.scan(block, text, index).map_err(|_| self.changed())?;
        let grammar = self.layout.grammar();
        let columns = settled.iter().enumerate().map(|(c, settled)| {
            let cells =
                ParsedCells::read(&grammar, settled.kind(), index.rows(), |row| index.cell(text, row, c));
            column(vec![cells.map_err(|_| self.changed())?], settled)
        });
        named_table(self.source, self.layout.names(), columns.collect::<Result<_>>()?)
    }
}

fn nests<G: Grammar>(_: &G) -> bool {
    G::NESTS
}

/// What a cell should have been.
fn expected(kind: ColumnKind) -> String {
    if kind.is_object() { "a list".to_string() } else { format!("a {kind}") }
}

/// Whether kinds of single values differ. Objects are never read again as words: what does not fit them is an error.
fn is_mixed(kinds: impl Iterator<Item = ColumnKind>) -> bool {
    let kinds: Vec<ColumnKind> = kinds.collect();
    kinds.windows(2).any(|pair| pair[0] != pair[1]) && !kinds.iter().any(|kind| kind.is_object())
}

/// What is known of a column whose values are not kept.
#[derive(Debug, Default)]
struct TypeInferenceState {
    kinds: Vec<ColumnKind>,
    words: DistinctCounter,
}

impl TypeInferenceState {
    fn add(&mut self, cells: &ParsedCells) {
        if let Some(kind) = cells.kind()
            && !self.kinds.contains(&kind)
        {
            self.kinds.push(kind);
        }
        if let ParsedCells::Strings(words) = cells {
            words.each_word(|word| self.words.add(word));
        }
    }

    fn infer_types(&self, asked: Option<ColumnKind>, rows: usize) -> InferredType {
        match asked.or(self.kinds.first().copied()) {
            None | Some(ColumnKind::Number) => InferredType::Number,
            Some(ColumnKind::Boolean) => InferredType::Boolean,
            Some(ColumnKind::Date) => InferredType::Date,
            Some(ColumnKind::Text) => InferredType::Text,
            Some(ColumnKind::Category) if asked.is_some() => {
                self.words.all_levels().map_or(InferredType::Text, InferredType::Category)
            }
            Some(ColumnKind::Category) => {
                self.words.levels(rows).map_or(InferredType::Text, InferredType::Category)
            }
            Some(object) => InferredType::Object(object),
        }
    }
}

/// One column from all its blocks.
fn join(name: &str, blocks: Vec<ParsedCells>, asked: Option<ColumnKind>, rows: usize) -> Result<Column> {
    let found = blocks.iter().find_map(ParsedCells::kind);
    let object = blocks.iter().filter_map(ParsedCells::kind).find(|kind| kind.is_object());
    match asked.or(object).or(found) {
        None | Some(ColumnKind::Number) => column(blocks, &InferredType::Number),
        Some(ColumnKind::Boolean) => column(blocks, &InferredType::Boolean),
        Some(ColumnKind::Date) => column(blocks, &InferredType::Date),
        Some(ColumnKind::Text) => column(blocks, &InferredType::Text),
        Some(ColumnKind::Category) => {
            let words = word_blocks(blocks);
            let most = if asked.is_some() { most_levels(usize::MAX) } else { most_levels(rows) };
            match levels_of(&words, most) {
                Some(levels) => {
                    let levels = named_levels(levels);
                    Ok(category_column(&words, &levels))
                }
                None => text_column(&words),
            }
        }
        Some(object) => object_column(name, &blocks, object),
    }
}

/// One column of objects from all its blocks.
fn object_column(name: &str, blocks: &[ParsedCells], kind: ColumnKind) -> Result<Column> {
    let parts = blocks.iter().filter_map(|cells| match cells {
        // A block without an object says nothing, but that it has rows.
        ParsedCells::Objects(objects) => Some(Ok(objects.clone())),
        ParsedCells::Missing(rows) => Some(Objects::all_missing(kind, shape_of(blocks), *rows)),
        other => other.kind().map(|found| {
            Err(Error::data(
                format!("column '{name}' mixes {} and {}", kind.plural(), found.plural()),
                "give every row a list or an object, or none",
            ))
        }),
    });
    let parts: Vec<Objects> = parts.collect::<Result<_>>()?;
    match parts.is_empty() {
        true => Objects::all_missing(kind, shape_of(blocks), 0).map(Column::Object),
        false => {
            let whole = Objects::concat(name, &parts.iter().collect::<Vec<_>>())?;
            Ok(Column::Object(whole.with_sorted_levels()))
        }
    }
}

/// The shape of the images of a column, or that of none.
fn shape_of(blocks: &[ParsedCells]) -> ImageShape {
    let shape = |cells: &ParsedCells| match cells {
        ParsedCells::Objects(Objects::Image(images)) => Some(images.shape()),
        _ => None,
    };
    blocks.iter().find_map(shape).unwrap_or(ImageShape { height: 1, width: 1, channels: 1 })
}

/// One column of a known type from blocks that fit it.
fn column(blocks: Vec<ParsedCells>, settled: &InferredType) -> Result<Column> {
    Ok(match settled {
        InferredType::Number => Column::Number(
            flatten(blocks, f64::NAN, |cells| {
                if let ParsedCells::Number(values) = cells { values } else { Vec::new() }
            })
            .into(),
        ),
        InferredType::Boolean => Column::Boolean(Booleans(
            flatten(blocks, Booleans::MISSING, |cells| {
                if let ParsedCells::Boolean(values) = cells { values } else { Vec::new() }
            })
            .into(),
        )),
        InferredType::Date => Column::Date(
            flatten(blocks, MISSING_DATE, |cells| {
                if let ParsedCells::Date(values) = cells { values } else { Vec::new() }
            })
            .into(),
        ),
        InferredType::Category(levels) => category_column(&word_blocks(blocks), levels),
        InferredType::Text => text_column(&word_blocks(blocks))?,
        InferredType::Object(kind) => object_column("", &blocks, *kind)?,
    })
}

/// The values of all blocks end to end. A single block is moved, not copied.
fn flatten<T: Copy>(blocks: Vec<ParsedCells>, missing: T, values: impl Fn(ParsedCells) -> Vec<T>) -> Vec<T> {
    let rows = blocks.iter().map(ParsedCells::rows).sum();
    if let [ParsedCells::Number(_) | ParsedCells::Boolean(_) | ParsedCells::Date(_)] = blocks.as_slice() {
        return blocks.into_iter().map(values).next().unwrap_or_default();
    }
    let mut all = Vec::with_capacity(rows);
    for cells in blocks {
        match cells {
            ParsedCells::Missing(rows) => all.extend(std::iter::repeat_n(missing, rows)),
            cells => all.extend_from_slice(&values(cells)),
        }
    }
    all
}

fn word_blocks(blocks: Vec<ParsedCells>) -> Vec<StringBlock> {
    let block = |cells| match cells {
        ParsedCells::Strings(words) => StringBlock::Strings(words),
        other => StringBlock::Missing(other.rows()),
    };
    blocks.into_iter().map(block).collect()
}

/// A table whose errors name the file.
pub(crate) fn named_table(source: &ByteSource, names: &[String], columns: Vec<Column>) -> Result<Table> {
    Table::new(names.iter().cloned().zip(columns).collect()).map_err(|error| in_source(source, error))
}

/// An error about data, as an error about this source.
pub(crate) fn in_source(source: &ByteSource, error: Error) -> Error {
    match error {
        Error::Data { problem, advice } => {
            Error::Parse { source_name: source.name.clone(), line: None, column: None, problem, advice }
        }
        other => other,
    }
}
