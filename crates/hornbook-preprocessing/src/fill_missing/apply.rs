//! Imputed rows: rows with their missing values filled.

use super::imputation_values::{ImputationValue, ImputationValues};
use crate::names::unlike;
use hornbook_core::Result;
use hornbook_core::format::rows as rows_in_words;
use hornbook_data::{
    Feature, Features, Input, InputKind, MISSING_CODE, ScalarBuffer, Scalars, SparseMatrix, SparseRows,
};
use hornbook_learner::{ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer};
use serde_json::json;

impl Transformer for ImputationValues {
    /// In their order, then those that say where numbers were missing.
    fn outputs(&self) -> Vec<Input> {
        let mut inputs = self.inputs.clone();
        for (input, levels) in inputs.iter_mut().zip(&self.levels) {
            if let Some(levels) = levels {
                input.kind = InputKind::Category { levels: levels.clone() };
            }
        }
        for place in self.marked() {
            let name = unlike(format!("{} missing", self.inputs[place].name), |name| {
                inputs.iter().any(|input| input.name == name)
            });
            inputs.push(Input { name, kind: InputKind::Number });
        }
        inputs
    }

    /// Rows without missing values, and without columns that say so, are handed on as they are.
    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let is_marked = self.marked().next().is_some();
        Ok(match rows {
            Features::Matrix(matrix) if !is_marked && !has_missing(matrix.values()) => {
                TransformedRows::unchanged(rows)
            }
            Features::Sparse(sparse) => self.sparse(sparse).into(),
            _ => TransformedRows::of_columns(self.columns(rows), rows.rows()),
        })
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single((0..self.inputs.len()).chain(self.marked()))
    }

    fn row_section(&self, row: &Features<'_>) -> Option<Section> {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (place, input) in self.inputs.iter().enumerate() {
            if self.values[place] != ImputationValue::Nothing && row.column(place).is_missing(0) {
                let value = self.value_in_words(place);
                lines.push(format!("{}: missing, imputed with {value}", input.name));
                json.insert(input.name.clone(), value.into());
            }
        }
        let section = || Section { heading: "imputation", text: lines.join("\n"), json: json.into() };
        (!lines.is_empty()).then(section)
    }
}

impl FittedTransformer for ImputationValues {
    type Serialized = Vec<ImputationValue>;

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        let mut marks = self.outputs().into_iter().skip(self.inputs.len());
        for (place, (input, fill)) in self.inputs.iter().zip(&self.values).enumerate() {
            if *fill == ImputationValue::Nothing {
                continue;
            }
            let mark = if fill.is_marked() { marks.next().map(|mark| mark.name) } else { None };
            let value = self.value_in_words(place);
            if fill.missing() > 0.0 {
                let said =
                    mark.as_ref().map_or(String::new(), |mark| format!("; missing indicator '{mark}'"));
                let rows = rows_in_words(fill.missing());
                lines.push(format!("{}: imputed with {value} in {rows}{said}", input.name));
            }
            let fill = json!({"value": value, "missing": fill.missing(), "indicator": mark});
            json.insert(input.name.clone(), fill);
        }
        if lines.is_empty() {
            lines.push("no missing values in the training data".to_string());
        }
        Section { heading: "imputation", text: lines.join("\n"), json: json.into() }
    }

    fn serialized(&self) -> Result<Vec<ImputationValue>> {
        Ok(self.values.clone())
    }

    fn from_serialized(inputs: &[Input], values: Vec<ImputationValue>) -> Option<ImputationValues> {
        let fits = |(input, fill): (&Input, &ImputationValue)| match (fill, input.kind.levels()) {
            (ImputationValue::Nothing, None) => !is_number(&input.kind),
            (ImputationValue::Number { value, .. }, None) => is_number(&input.kind) && value.is_finite(),
            (ImputationValue::Level { code, .. }, Some(levels)) => *code as usize <= levels,
            _ => false,
        };
        let is_sound = inputs.len() == values.len() && inputs.iter().zip(&values).all(fits);
        is_sound.then(|| ImputationValues::new(inputs.to_vec(), values))
    }
}

fn is_number(kind: &InputKind) -> bool {
    matches!(kind, InputKind::Number | InputKind::Date)
}

impl ImputationValues {
    /// The columns of the inputs, filled, and behind them those that say where one was missing.
    fn columns(&self, rows: &Features<'_>) -> Vec<Feature> {
        let (mut columns, mut marks) = (Vec::with_capacity(self.inputs.len()), Vec::new());
        for (place, fill) in self.values.iter().enumerate() {
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

    /// A column with its missing values filled.
    pub(crate) fn filled(&self, place: usize, column: Feature) -> Feature {
        match (self.values[place], column) {
            (ImputationValue::Number { value, .. }, Feature::Number(values)) => {
                Feature::Number(if values.iter().any(|x| x.is_nan()) {
                    values.iter().map(|&x| if x.is_nan() { value } else { x }).collect()
                } else {
                    values
                })
            }
            (ImputationValue::Level { code: fill, .. }, Feature::Code(codes, levels)) => {
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
                let number = match self.values.get(place as usize) {
                    Some(ImputationValue::Number { value: fill, .. }) if value.is_nan() => {
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

fn has_missing(values: Scalars<'_>) -> bool {
    match values {
        Scalars::F64(values) => values.iter().any(|x| x.is_nan()),
        Scalars::F32(values) => values.iter().any(|x| x.is_nan()),
    }
}
