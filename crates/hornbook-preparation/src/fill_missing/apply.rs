//! Rows with their gaps filled.

use super::fills::{Fill, Fills, milliseconds};
use hornbook_core::Result;
use hornbook_data::{
    Categories, Column, Dataset, Feature, Features, InputKind, MISSING_CODE, Numbers, ScalarBuffer, Scalars,
    SparseMatrix, SparseRows, Truths,
};
use std::borrow::Cow;

impl Fills {
    /// Works on rows as the learner within sees them. Rows without gaps, and without columns that say so, are handed on as
    /// they are.
    pub(super) fn with_filled<T>(&self, rows: &Features<'_>, work: impl FnOnce(&Features<'_>) -> T) -> T {
        let is_marked = self.marked().next().is_some();
        match rows {
            Features::Matrix(matrix) if !is_marked && !has_gaps(matrix.values()) => work(rows),
            Features::Sparse(sparse) => work(&Features::Sparse(self.sparse(sparse).into())),
            _ => work(&Features::Columns(self.columns(rows), rows.rows())),
        }
    }

    /// The rows to train on, as the learner within sees them.
    pub fn dataset<'a>(&self, data: &'a Dataset) -> Result<Cow<'a, Dataset>> {
        let data = match data.counting_rows() {
            all if all.rows().len() == data.rows().len() => Cow::Borrowed(data),
            some => Cow::Owned(some),
        };
        if self.fills.iter().all(|fill| fill.missing() == 0.0) {
            return Ok(data);
        }
        let names = self.inputs_within().into_iter().map(|input| input.name);
        let columns: Vec<Column> = match data.row_features() {
            Features::Sparse(rows) => {
                let filled = SparseRows::from(self.sparse(&rows)).columns().into_iter();
                filled.map(|column| Column::Number(Numbers::SparseMatrix(column))).collect()
            }
            rows => {
                let picked: Vec<u32> = data.rows().iter().collect();
                let mut columns = Vec::new();
                for ((place, filled), fill) in self.columns(&rows).into_iter().enumerate().zip(
                    // Behind the inputs stand the columns that say where one was missing.
                    self.fills.iter().map(Some).chain(std::iter::repeat(None)),
                ) {
                    columns.push(match fill {
                        Some(fill) if fill.missing() == 0.0 => {
                            data.table().columns()[data.features()[place]].take(&picked)
                        }
                        Some(_) => self.typed(place, filled),
                        None => filled.into(),
                    });
                }
                columns
            }
        };
        let filled = data.with_columns(names.zip(columns).collect())?;
        Ok(Cow::Owned(filled.with_text()))
    }

    /// A filled column with the type that its input had, if it still can.
    fn typed(&self, place: usize, filled: Feature) -> Column {
        match (&self.inputs[place].kind, filled) {
            (InputKind::Date, Feature::Number(seconds)) => {
                Column::Date(seconds.iter().map(|&second| milliseconds(second)).collect())
            }
            (InputKind::Truth, Feature::Code(codes, _)) if self.levels[place].is_none() => {
                Column::Truth(Truths(codes.iter().map(|&code| code as u8).collect()))
            }
            (_, Feature::Code(codes, levels)) => Column::Category(Categories { codes, levels }),
            (_, filled) => filled.into(),
        }
    }

    /// The columns of the inputs, filled, and behind them those that say where one was missing.
    fn columns(&self, rows: &Features<'_>) -> Vec<Feature> {
        let (mut columns, mut marks) = (Vec::with_capacity(self.inputs.len()), Vec::new());
        for (place, fill) in self.fills.iter().enumerate() {
            let column = rows.column(place);
            if let (true, Feature::Number(values)) = (fill.is_marked(), &column) {
                let mark = |x: &f64| f64::from(u8::from(x.is_nan()));
                marks.push(Feature::Number(values.iter().map(mark).collect()));
            }
            columns.push(self.filled(place, column));
        }
        columns.append(&mut marks);
        columns
    }

    fn filled(&self, place: usize, column: Feature) -> Feature {
        match (self.fills[place], column) {
            (Fill::Number { value, .. }, Feature::Number(values)) => {
                Feature::Number(if values.iter().any(|x| x.is_nan()) {
                    values.iter().map(|&x| if x.is_nan() { value } else { x }).collect()
                } else {
                    values
                })
            }
            (Fill::Level { code: fill, .. }, Feature::Code(codes, levels)) => {
                let levels = self.levels[place].clone().unwrap_or(levels);
                let codes: ScalarBuffer<u32> = if codes.contains(&MISSING_CODE) {
                    codes.iter().map(|&code| if code == MISSING_CODE { fill } else { code }).collect()
                } else {
                    codes
                };
                Feature::Code(codes, levels)
            }
            (_, column) => column,
        }
    }

    /// The same for rows without their zeros, all of which are numbers.
    fn sparse(&self, rows: &SparseRows) -> SparseMatrix {
        let mut mark_of: Vec<Option<u32>> = vec![None; self.inputs.len()];
        let mut columns = self.inputs.len();
        for place in self.marked() {
            mark_of[place] = Some(columns as u32);
            columns += 1;
        }
        let view = rows.view();
        let mut filled = SparseMatrix {
            columns,
            starts: vec![0],
            indices: Vec::with_capacity(view.stored()),
            values: Vec::with_capacity(view.stored()),
        };
        let mut marks = Vec::new();
        for row in 0..view.rows() {
            let (places, values) = view.row(row);
            for (&place, &value) in places.iter().zip(values) {
                let number = match self.fills.get(place as usize) {
                    Some(Fill::Number { value: fill, .. }) if value.is_nan() => {
                        marks.extend(mark_of[place as usize]);
                        *fill
                    }
                    _ => value,
                };
                if number != 0.0 {
                    filled.indices.push(place);
                    filled.values.push(number);
                }
            }
            filled.values.extend(marks.iter().map(|_| 1.0));
            filled.indices.append(&mut marks);
            filled.starts.push(filled.indices.len());
        }
        filled
    }
}

fn has_gaps(values: Scalars<'_>) -> bool {
    match values {
        Scalars::F64(values) => values.iter().any(|x| x.is_nan()),
        Scalars::F32(values) => values.iter().any(|x| x.is_nan()),
    }
}
