//! Rows in the order of a column, group by group.

use hornbook_core::{ColumnSelector, Error, Result};
use hornbook_data::{Feature, Features, Input, InputKind, MISSING_CODE};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which inputs say where a row stands, and which are looked up in other rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequenceColumns {
    order: Option<u32>,
    group: Option<u32>,
    values: Vec<u32>,
}

/// The last training rows of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SequenceTail {
    group: f64,
    /// The earliest first: its place in the order, and its values.
    rows: Vec<(f64, Vec<f64>)>,
}

/// Rows in sequences, and the last training rows of each sequence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowSequences {
    columns: SequenceColumns,
    tails: Vec<SequenceTail>,
}

/// Rows of one group, the earliest first.
struct Sequence {
    group: f64,
    /// The place of the first row in the order.
    start: f64,
    rows: Vec<u32>,
}

impl SequenceColumns {
    /// The columns that are named; without `values`, all numbers that are neither the order nor the group.
    pub fn named(
        inputs: &[Input],
        order: Option<&str>,
        group: Option<&str>,
        values: Option<&ColumnSelector>,
    ) -> Result<SequenceColumns> {
        let columns: Vec<(&str, &str)> =
            inputs.iter().map(|input| (input.name.as_str(), input.kind.name())).collect();
        let place = |name: &str| -> Result<u32> {
            let found = ColumnSelector::new([name]).select(&columns, &[])?;
            match found[..] {
                [place] => Ok(place as u32),
                _ => Err(Error::data(format!("'{name}' is not one column"), "name one column")),
            }
        };
        let order = order.map(place).transpose()?;
        let group = group.map(place).transpose()?;
        let is_own = |place: &usize| Some(*place as u32) != order && Some(*place as u32) != group;
        let values: Vec<usize> = match values {
            Some(selector) => selector.select(&columns, &[])?,
            None => {
                let is_number = |place: &usize| inputs[*place].kind == InputKind::Number;
                (0..inputs.len()).filter(is_number).filter(is_own).collect()
            }
        };
        let columns =
            SequenceColumns { order, group, values: values.into_iter().map(|place| place as u32).collect() };
        columns.check(inputs)?;
        Ok(columns)
    }

    fn check(&self, inputs: &[Input]) -> Result<()> {
        if let Some(input) = self.order.map(|place| &inputs[place as usize])
            && !is_place_in_order(&input.kind)
        {
            return Err(Error::data(
                format!("the order of the rows is column '{}', which is {}", input.name, input.kind.name()),
                "name a column of numbers or dates",
            ));
        }
        if let Some(input) = self.group.map(|place| &inputs[place as usize])
            && !is_single_value(&input.kind)
            && input.kind != InputKind::Text
        {
            return Err(Error::data(
                format!("the groups of the rows are column '{}', which is {}", input.name, input.kind.name()),
                "name a column of categories, text, numbers, dates or booleans",
            ));
        }
        Ok(())
    }

    /// The inputs whose values are looked up.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Whether it can be true of these inputs.
    fn fits(&self, inputs: &[Input]) -> bool {
        let places = self.order.iter().chain(&self.group).chain(&self.values);
        places.into_iter().all(|&place| (place as usize) < inputs.len()) && self.check(inputs).is_ok()
    }

    /// The order and the group in words.
    pub fn in_words(&self, inputs: &[Input]) -> String {
        let name = |place: u32| inputs[place as usize].name.as_str();
        let order =
            self.order.map_or("the order of the rows".to_string(), |place| format!("by {}", name(place)));
        match self.group {
            Some(place) => format!("{order}, within {}", name(place)),
            None => order,
        }
    }

    /// The rows of each group in their order. Rows whose place or group is missing, or which `counts` leaves out, are in none.
    fn sequences(&self, rows: &Features<'_>, counts: impl Fn(usize) -> bool) -> Vec<Sequence> {
        let order = self.order.map(|place| numbers_of(&rows.column(place as usize)));
        let group = self.group.map(|place| numbers_of(&rows.column(place as usize)));
        let mut groups: BTreeMap<u64, Sequence> = BTreeMap::new();
        for row in (0..rows.rows()).filter(|&row| counts(row)) {
            let moment = order.as_ref().map_or(0.0, |order| order[row]);
            let group = group.as_ref().map_or(0.0, |group| group[row]);
            if moment.is_nan() || group.is_nan() {
                continue;
            }
            let new = || Sequence { group, start: moment, rows: Vec::new() };
            groups.entry(group.to_bits()).or_insert_with(new).rows.push(row as u32);
        }
        let mut sequences: Vec<Sequence> = groups.into_values().collect();
        if let Some(order) = &order {
            sequences.par_iter_mut().for_each(|sequence| {
                let moment = |row: &u32| order[*row as usize];
                sequence.rows.sort_by(|a, b| moment(a).total_cmp(&moment(b)));
                sequence.start = moment(&sequence.rows[0]);
            });
        }
        sequences
    }
}

impl RowSequences {
    /// The sequences of training rows, which are kept as far as `length` later rows look back.
    pub fn of_training_rows(
        columns: SequenceColumns,
        rows: &Features<'_>,
        weights: &[f64],
        length: usize,
    ) -> RowSequences {
        let order = columns.order.map(|place| numbers_of(&rows.column(place as usize)));
        let values: Vec<Vec<f64>> =
            columns.values.iter().map(|&place| numbers_of(&rows.column(place as usize))).collect();
        let sequences = columns.sequences(rows, |row| weights[row] > 0.0);
        let tail = |sequence: &Sequence| {
            let last = &sequence.rows[sequence.rows.len().saturating_sub(length)..];
            let kept = |&row: &u32| {
                let moment = order.as_ref().map_or(0.0, |order| order[row as usize]);
                (moment, values.iter().map(|values| values[row as usize]).collect())
            };
            SequenceTail { group: sequence.group, rows: last.iter().map(kept).collect() }
        };
        let tails = sequences.iter().map(tail).collect();
        RowSequences { columns, tails }
    }

    /// Which columns say what.
    pub fn columns(&self) -> &SequenceColumns {
        &self.columns
    }

    /// How many groups there were in training.
    pub fn groups(&self) -> usize {
        self.tails.len()
    }

    /// Whether it can be true of these inputs and keeps no more rows than `length` of a group.
    pub fn fits(&self, inputs: &[Input], length: usize) -> bool {
        let is_sound = |tail: &SequenceTail| {
            let is_value = |(value, &place): (&f64, &u32)| match inputs[place as usize].kind.levels() {
                Some(levels) => {
                    value.is_nan() || (value.fract() == 0.0 && (0.0..levels as f64).contains(value))
                }
                None => true,
            };
            let is_row = |(moment, values): &(f64, Vec<f64>)| {
                !moment.is_nan()
                    && values.len() == self.columns.values.len()
                    && values.iter().zip(&self.columns.values).all(is_value)
            };
            !tail.group.is_nan() && tail.rows.len() <= length && tail.rows.iter().all(is_row)
        };
        let is_sorted = self.tails.is_sorted_by(|a, b| a.group.to_bits() < b.group.to_bits());
        self.columns.fits(inputs) && is_sorted && self.tails.iter().all(is_sound)
    }

    /// For each column of values and each function, what the function makes of a row: it is given the values of the sequence up
    /// to that row, and where the row stands in them. NaN in rows that are in no sequence.
    ///
    /// Training rows (`weights` are theirs) stand alone. Others continue the training rows of their group: all of them without
    /// an order, else those that come before the first of the rows, so that training rows that are given again are not counted
    /// twice.
    pub fn apply<F>(
        &self,
        rows: &Features<'_>,
        weights: Option<&[f64]>,
        functions: &[F],
    ) -> Vec<Vec<Vec<f64>>>
    where
        F: Fn(&[f64], usize) -> f64 + Sync,
    {
        let counts = |row: usize| weights.is_none_or(|weights| weights[row] > 0.0);
        let sequences = self.columns.sequences(rows, counts);
        let past: Vec<&[(f64, Vec<f64>)]> = sequences.iter().map(|one| self.past(one, weights)).collect();
        let column = |(at, &place): (usize, &u32)| {
            let values = numbers_of(&rows.column(place as usize));
            let mut made = vec![vec![f64::NAN; values.len()]; functions.len()];
            for (sequence, past) in sequences.iter().zip(&past) {
                let before = past.iter().map(|(_, values)| values[at]);
                let own = sequence.rows.iter().map(|&row| values[row as usize]);
                let all: Vec<f64> = before.chain(own).collect();
                for (place, &row) in (past.len()..).zip(&sequence.rows) {
                    for (made, function) in made.iter_mut().zip(functions) {
                        made[row as usize] = function(&all[..=place], place);
                    }
                }
            }
            made
        };
        self.columns.values.par_iter().enumerate().map(column).collect()
    }

    /// The training rows that a sequence continues.
    fn past(&self, sequence: &Sequence, weights: Option<&[f64]>) -> &[(f64, Vec<f64>)] {
        let found = self.tails.binary_search_by_key(&sequence.group.to_bits(), |tail| tail.group.to_bits());
        match found {
            Ok(at) if weights.is_none() => {
                let rows = &self.tails[at].rows;
                match self.columns.order {
                    Some(_) => &rows[..rows.partition_point(|(moment, _)| *moment < sequence.start)],
                    None => rows,
                }
            }
            _ => &[],
        }
    }
}

/// Whether values of this type can be put in order.
fn is_place_in_order(kind: &InputKind) -> bool {
    matches!(kind, InputKind::Number | InputKind::Date)
}

/// Whether values of this type are numbers or levels.
pub(super) fn is_single_value(kind: &InputKind) -> bool {
    matches!(kind, InputKind::Number | InputKind::Date | InputKind::Boolean | InputKind::Category { .. })
}

/// Numbers, codes as numbers, or numbers that stand for texts; NaN is missing. Zero has one sign.
fn numbers_of(column: &Feature) -> Vec<f64> {
    match column {
        Feature::Number(values) => values.iter().map(|x| x + 0.0).collect(),
        Feature::Code(codes, _) => {
            let number = |&code: &u32| if code == MISSING_CODE { f64::NAN } else { f64::from(code) };
            codes.iter().map(number).collect()
        }
        Feature::Text(texts) => texts.iter().map(|text| text.map_or(f64::NAN, number_of_text)).collect(),
        Feature::Object(objects) => vec![f64::NAN; objects.len()],
    }
}

/// A whole number below 2^52 that is another for another text but by a rare chance (FNV-1a).
fn number_of_text(text: &str) -> f64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash >> 12) as f64
}
