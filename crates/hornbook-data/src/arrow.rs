//! To and from Arrow arrays: the way into and out of pandas, polars, pyarrow, Parquet and query engines.

use crate::column::{Booleans, Categories, Column, Levels, MISSING_CODE, MISSING_DATE, Numbers};
use crate::objects;
use crate::pieces::{MergedLevels, concat_columns};
use crate::read::strings::DistinctCounter;
use crate::read::strings::most_levels;
use crate::table::Table;
use arrow_array::builder::BooleanBufferBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, TimestampMillisecondType, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, LargeStringArray, RecordBatch, StringArray,
    TimestampMillisecondArray, UInt32Array,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Schema as ArrowSchema, TimeUnit};
use hornbook_core::{Error, Result};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;
use std::sync::Arc;

/// Integers beyond this cannot all be told apart as `f64`.
const EXACT: i64 = 1 << 53;

/// A column from an Arrow array. Dense `f64` without nulls is shared, not copied. Text with few different words becomes a
/// category, by the rule that every reader follows; lists of numbers are series, lists of text are sequences, tensors of a fixed
/// shape are images, and structs of nodes and edges are graphs.
pub fn column_from_arrow(field: &Field, array: &dyn Array) -> Result<Column> {
    let name = field.name();
    if let Some(objects) = objects::arrow::from_arrow(field, array) {
        return objects.map(Column::Object);
    }
    Ok(match plain_column(name, array)? {
        Column::Text(text) => match few_words(&text) {
            Some(levels) => Column::Category(coded(&text, &levels)),
            None => Column::Text(text),
        },
        column => column,
    })
}

/// The sorted words of a text column, if they are few enough for a category.
fn few_words(text: &LargeStringArray) -> Option<Levels> {
    let most = most_levels(text.len());
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let few = text.iter().flatten().all(|word| {
        seen.insert(word);
        seen.len() <= most
    });
    let mut levels: Vec<&str> = seen.into_iter().collect();
    levels.sort_unstable();
    few.then(|| levels.into_iter().map(str::to_string).collect())
}

/// Text as codes of these levels; words that are none of them are missing.
fn coded(text: &LargeStringArray, levels: &Levels) -> Categories {
    let codes: FxHashMap<&str, u32> =
        (0u32..).zip(levels.iter()).map(|(code, level)| (level.as_str(), code)).collect();
    let code = |word: Option<&str>| word.and_then(|w| codes.get(w).copied()).unwrap_or(MISSING_CODE);
    Categories { codes: text.iter().map(code).collect(), levels: levels.clone() }
}

/// A column with the type of its array: text stays text.
fn plain_column(name: &str, array: &dyn Array) -> Result<Column> {
    use DataType as T;
    let refused = || {
        Error::data(
            format!(
                "column '{name}' has the type {}, which is not a number, category, boolean, date, text, list, tensor or graph",
                array.data_type()
            ),
            "convert it before reading, or leave it out",
        )
    };
    let to = |target: &DataType| cast(array, target).map_err(|_| refused());
    Ok(match array.data_type() {
        T::Null => Column::Number(vec![f64::NAN; array.len()].into()),
        T::Float64 => Column::Number(Numbers::Dense(numbers(array.as_primitive::<Float64Type>()))),
        T::Int64 | T::UInt64 if !is_exact(array) => {
            Column::Text(to(&T::LargeUtf8)?.as_string::<i64>().clone())
        }
        T::Int8
        | T::Int16
        | T::Int32
        | T::Int64
        | T::UInt8
        | T::UInt16
        | T::UInt32
        | T::UInt64
        | T::Float16
        | T::Float32
        | T::Decimal32(..)
        | T::Decimal64(..)
        | T::Decimal128(..)
        | T::Decimal256(..) => {
            Column::Number(Numbers::Dense(numbers(to(&T::Float64)?.as_primitive::<Float64Type>())))
        }
        T::Boolean => {
            let booleans = array.as_boolean();
            let value = |t: Option<bool>| t.map_or(Booleans::MISSING, u8::from);
            Column::Boolean(Booleans(booleans.iter().map(value).collect()))
        }
        T::Date32 | T::Date64 | T::Timestamp(..) => {
            let milliseconds = to(&T::Timestamp(TimeUnit::Millisecond, None))?;
            let milliseconds = milliseconds.as_primitive::<TimestampMillisecondType>();
            Column::Date(milliseconds.iter().map(|d| d.unwrap_or(MISSING_DATE)).collect())
        }
        T::Utf8 | T::LargeUtf8 | T::Utf8View => Column::Text(to(&T::LargeUtf8)?.as_string::<i64>().clone()),
        T::Dictionary(_, values) if matches!(**values, T::Utf8 | T::LargeUtf8 | T::Utf8View) => {
            let plain = to(&T::Dictionary(Box::new(T::UInt32), Box::new(T::Utf8)))?;
            Column::Category(categories(plain.as_dictionary::<UInt32Type>()))
        }
        // Categories whose levels are numbers keep their order and become names.
        T::Dictionary(_, values) => {
            let plain = to(&T::Dictionary(Box::new(T::UInt32), values.clone()))?;
            let plain = plain.as_dictionary::<UInt32Type>();
            let levels = plain_column(name, plain.values().as_ref())?;
            let labels: StringArray = (0..levels.len()).map(|row| levels.label(row)).collect();
            let named = DictionaryArray::new(plain.keys().clone(), Arc::new(labels));
            Column::Category(categories(&named))
        }
        _ => return Err(refused()),
    })
}

fn is_exact(array: &dyn Array) -> bool {
    match array.data_type() {
        DataType::Int64 => {
            array.as_primitive::<Int64Type>().iter().flatten().all(|x| (-EXACT..=EXACT).contains(&x))
        }
        _ => array.as_primitive::<UInt64Type>().iter().flatten().all(|x| x <= EXACT as u64),
    }
}

pub(crate) fn numbers(array: &Float64Array) -> ScalarBuffer<f64> {
    match array.nulls().filter(|n| n.null_count() > 0) {
        None => array.values().clone(),
        Some(_) => array.iter().map(|x| x.unwrap_or(f64::NAN)).collect(),
    }
}

pub(crate) fn categories(dictionary: &DictionaryArray<UInt32Type>) -> Categories {
    let levels = dictionary.values().as_string::<i32>();
    let codes = dictionary.keys().iter().map(|k| match k {
        Some(code) if levels.is_valid(code as usize) => code,
        _ => MISSING_CODE,
    });
    // A dictionary may hold a value twice; a level is there once.
    let names: Vec<String> = levels.iter().map(|l| l.unwrap_or_default().to_string()).collect();
    let mut united = MergedLevels::default();
    let renamed = united.add(&names);
    let codes = codes.map(|code| renamed.get(code as usize).copied().unwrap_or(MISSING_CODE));
    Categories { codes: codes.collect(), levels: united.levels() }
}

/// A column as an Arrow field and array; the values are shared, the missing ones become nulls.
pub fn column_to_arrow(name: &str, column: &Column) -> Result<(Field, ArrayRef)> {
    let mut notes = HashMap::new();
    let array: ArrayRef = match column {
        Column::Number(values) => {
            let values = values.dense();
            let nulls = nulls(values.len(), |i| values[i].is_nan());
            Arc::new(Float64Array::new(values, nulls))
        }
        Column::Category(c) => {
            let codes =
                UInt32Array::new(c.codes.clone(), nulls(c.codes.len(), |i| c.codes[i] == MISSING_CODE));
            let levels = StringArray::from_iter_values(c.levels.iter());
            // The codes come from our own columns, whose codes are levels or missing.
            Arc::new(DictionaryArray::new(codes, Arc::new(levels)))
        }
        Column::Boolean(booleans) => {
            let value = |&t: &u8| (t != Booleans::MISSING).then_some(t == 1);
            Arc::new(booleans.0.iter().map(value).collect::<BooleanArray>())
        }
        Column::Date(dates) => {
            let nulls = nulls(dates.len(), |i| dates[i] == MISSING_DATE);
            Arc::new(TimestampMillisecondArray::new(dates.clone(), nulls))
        }
        Column::Text(text) => Arc::new(LargeStringArray::clone(text)),
        Column::Object(objects) => objects::arrow::to_arrow(objects, &mut notes)?,
    };
    Ok((Field::new(name, array.data_type().clone(), true).with_metadata(notes), array))
}

pub(crate) fn nulls(length: usize, is_missing: impl Fn(usize) -> bool) -> Option<NullBuffer> {
    if !(0..length).any(&is_missing) {
        return None;
    }
    let mut valid = BooleanBufferBuilder::new(length);
    (0..length).for_each(|i| valid.append(!is_missing(i)));
    Some(NullBuffer::new(valid.finish()))
}

/// A table as one Arrow record batch.
pub fn table_to_batch(table: &Table) -> Result<RecordBatch> {
    let columns = table.names().iter().zip(table.columns());
    let columns: Vec<(Field, ArrayRef)> =
        columns.map(|(name, column)| column_to_arrow(name, column)).collect::<Result<_>>()?;
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().unzip();
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(table.rows()));
    RecordBatch::try_new_with_options(Arc::new(ArrowSchema::new(fields)), arrays, &options)
        .map_err(Error::internal)
}

/// A table from Arrow record batches of one schema.
pub fn table_from_batches(schema: &ArrowSchema, batches: &[RecordBatch]) -> Result<Table> {
    let mut columns = Vec::with_capacity(schema.fields().len());
    for (i, field) in schema.fields().iter().enumerate() {
        let name = field.name();
        let parts: Vec<&dyn Array> = batches.iter().map(|b| b.column(i).as_ref()).collect();
        let column = match (parts.as_slice(), field.data_type()) {
            ([], _) => column_from_arrow(field, &arrow_array::new_empty_array(field.data_type()))?,
            ([one], _) => column_from_arrow(field, *one)?,
            // Each batch may have a dictionary of its own.
            (many, DataType::Dictionary(..)) => {
                let parts: Result<Vec<Column>> = many.iter().map(|part| plain_column(name, *part)).collect();
                concat_columns(name, &parts?.iter().collect::<Vec<_>>())?
            }
            (many, kind) if objects::arrow::is_object(kind) => {
                let parts: Result<Vec<Column>> =
                    many.iter().map(|part| column_from_arrow(field, *part)).collect();
                concat_columns(name, &parts?.iter().collect::<Vec<_>>())?
            }
            (many, _) => {
                let whole = arrow_select::concat::concat(many).map_err(|e| {
                    Error::data(
                        format!("column '{name}' changes between batches: {e}"),
                        "give all batches one schema",
                    )
                })?;
                column_from_arrow(field, whole.as_ref())?
            }
        };
        columns.push((name.clone(), column));
    }
    Table::new(columns)
}

/// How a column of a file is read batch by batch, so that every batch has the same type and levels.
#[derive(Debug, Clone)]
pub(crate) enum ColumnPlan {
    /// As its Arrow type says.
    Natural,
    /// As text, even where all is integers.
    Text,
    /// As these levels.
    Category(Levels),
    /// With the whole file: objects are not read batch by batch.
    Object,
}

/// What is known of a column whose values are not kept.
#[derive(Debug)]
pub(crate) struct ArrowTypeInference {
    name: String,
    kind: DataType,
    words: DistinctCounter,
    united: MergedLevels,
    integers: FxHashSet<i128>,
    exact: bool,
}

impl ArrowTypeInference {
    pub(crate) fn new(field: &Field) -> ArrowTypeInference {
        ArrowTypeInference {
            name: field.name().clone(),
            kind: field.data_type().clone(),
            words: DistinctCounter::default(),
            united: MergedLevels::default(),
            integers: FxHashSet::default(),
            exact: true,
        }
    }

    pub(crate) fn add(&mut self, array: &dyn Array) -> Result<()> {
        match array.data_type() {
            kind if objects::arrow::is_object(kind) => {}
            DataType::Int64 => {
                self.exact &= is_exact(array);
                self.count(array.as_primitive::<Int64Type>().iter().flatten().map(i128::from));
            }
            DataType::UInt64 => {
                self.exact &= is_exact(array);
                self.count(array.as_primitive::<UInt64Type>().iter().flatten().map(i128::from));
            }
            _ => match plain_column(&self.name, array)? {
                Column::Text(text) => {
                    text.iter().flatten().all(|word| self.words.add(word.as_bytes()));
                }
                Column::Category(categories) => {
                    self.united.add(&categories.levels);
                }
                _ => {}
            },
        }
        Ok(())
    }

    fn count(&mut self, integers: impl Iterator<Item = i128>) {
        let most = most_levels(usize::MAX);
        for integer in integers {
            if self.integers.len() > most {
                break;
            }
            self.integers.insert(integer);
        }
    }

    pub(crate) fn infer_types(mut self, rows: usize) -> ColumnPlan {
        let as_words =
            |words: &DistinctCounter| words.levels(rows).map_or(ColumnPlan::Text, ColumnPlan::Category);
        match self.kind {
            DataType::Int64 | DataType::UInt64 if self.exact => ColumnPlan::Natural,
            DataType::Int64 | DataType::UInt64 if self.integers.len() > most_levels(rows) => ColumnPlan::Text,
            DataType::Int64 | DataType::UInt64 => {
                let mut words: Vec<String> = self.integers.iter().map(i128::to_string).collect();
                words.sort_unstable();
                words.iter().for_each(|word| {
                    self.words.add(word.as_bytes());
                });
                as_words(&self.words)
            }
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => as_words(&self.words),
            DataType::Dictionary(..) => ColumnPlan::Category(self.united.levels()),
            kind if objects::arrow::is_object(&kind) => ColumnPlan::Object,
            _ => ColumnPlan::Natural,
        }
    }
}

/// A batch as a table of planned types.
pub(crate) fn table_with_plan(
    schema: &ArrowSchema,
    batch: &RecordBatch,
    plan: &[ColumnPlan],
) -> Result<Table> {
    let mut columns = Vec::with_capacity(plan.len());
    for ((field, array), plan) in schema.fields().iter().zip(batch.columns()).zip(plan) {
        let name = field.name();
        let text = || match cast(array, &DataType::LargeUtf8) {
            Ok(text) => Ok(text.as_string::<i64>().clone()),
            Err(e) => {
                Err(Error::data(format!("column '{name}' cannot be read as text: {e}"), "leave it out"))
            }
        };
        let column = match plan {
            ColumnPlan::Natural => plain_column(name, array.as_ref())?,
            ColumnPlan::Object => column_from_arrow(field, array.as_ref())?,
            ColumnPlan::Text => Column::Text(text()?),
            ColumnPlan::Category(levels) => match plain_column(name, array.as_ref())? {
                Column::Category(local) => {
                    let codes: FxHashMap<&str, u32> =
                        (0u32..).zip(levels.iter()).map(|(code, level)| (level.as_str(), code)).collect();
                    let code = |row: usize| {
                        local.at(row).and_then(|l| codes.get(l).copied()).unwrap_or(MISSING_CODE)
                    };
                    let codes = (0..local.codes.len()).map(code).collect();
                    Column::Category(Categories { codes, levels: levels.clone() })
                }
                _ => Column::Category(coded(&text()?, levels)),
            },
        };
        columns.push((name.clone(), column));
    }
    Table::new(columns)
}
