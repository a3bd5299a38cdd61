//! How the inputs of a model become columns of numbers.

use hornbook_core::{Error, Result};
use hornbook_data::{
    Column, Dataset, Feature, Features, Input, InputKind, MISSING_CODE, MatrixView, Numbers, Scalars, Schema,
};
use hornbook_math::simd;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Which levels of a category have a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CategoricalEncoding {
    /// All but the first, which the others are compared with.
    Dummy,
    /// All, which only a penalty tells apart.
    OneHot,
}

/// A column of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DesignColumn {
    /// The input it comes from.
    pub input: usize,
    /// The level that it stands for with 1, if the input has levels; else it is the number itself.
    pub level: Option<u32>,
}

/// How the inputs of a model become columns of numbers: a number is itself, a boolean is 0 or 1, and a
/// category has a column for each level but perhaps the first, with 1 where a row is of that level.
#[derive(Debug, Clone, PartialEq)]
pub struct DesignMatrixSpec {
    columns: Vec<DesignColumn>,
    encoding: CategoricalEncoding,
}

impl DesignMatrixSpec {
    /// The columns of these inputs.
    pub fn of(inputs: &[Input], encoding: CategoricalEncoding) -> DesignMatrixSpec {
        let mut columns = Vec::new();
        for (input, Input { kind, .. }) in inputs.iter().enumerate() {
            match kind {
                InputKind::Number | InputKind::Date => columns.push(DesignColumn { input, level: None }),
                InputKind::Boolean => columns.push(DesignColumn { input, level: Some(1) }),
                InputKind::Category { levels } => {
                    let first = u32::from(encoding == CategoricalEncoding::Dummy);
                    let levels = first..levels.len() as u32;
                    columns.extend(levels.map(|level| DesignColumn { input, level: Some(level) }));
                }
                // No linear learner declares to take text or objects.
                _ => {}
            }
        }
        DesignMatrixSpec { columns, encoding }
    }

    /// The columns.
    pub fn columns(&self) -> &[DesignColumn] {
        &self.columns
    }

    /// An error if there are more columns than a method takes.
    pub(crate) fn check_width(&self, schema: &Schema, most: usize) -> Result<()> {
        if self.width() <= most {
            return Ok(());
        }
        let levels = |input: &&Input| match &input.kind {
            InputKind::Category { levels } => levels.len(),
            _ => 0,
        };
        let widest = schema.inputs.iter().rev().max_by_key(levels).filter(|input| levels(input) > 0);
        let widest =
            widest.map_or(String::new(), |one| format!("; '{}' alone has {} levels", one.name, levels(&one)));
        Err(Error::data(
            format!(
                "the design matrix has {} columns after one-hot encoding, and this learner takes at most {most}{widest}",
                self.width()
            ),
            "leave out high-cardinality features, or use a learner that handles categories natively, such as gradient-boosting",
        ))
    }

    /// Which levels have a column.
    pub fn encoding(&self) -> CategoricalEncoding {
        self.encoding
    }

    /// The column that an input of numbers is.
    pub(crate) fn column_of(&self, input: usize) -> Option<usize> {
        self.columns.iter().position(|column| column.input == input && column.level.is_none())
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The name of a column: that of its input, with the level if there is one.
    pub fn name(&self, schema: &Schema, column: usize) -> String {
        let DesignColumn { input, level } = self.columns[column];
        let Input { name, kind } = &schema.inputs[input];
        match level {
            None => name.clone(),
            Some(level) => format!("{name}={}", kind.level(level)),
        }
    }

    /// The columns of the rows of a view: where they lie, if they are a matrix, and else in `copy`.
    fn view_of<'a>(&self, data: &'a Dataset, copy: &'a mut Vec<f64>) -> Result<MatrixView<'a>> {
        if let Some(matrix) = data.matrix() {
            return Ok(matrix);
        }
        *copy = self.rows_of(data);
        MatrixView::new(data.rows().len(), self.width(), Scalars::F64(copy))
    }

    /// Visits the columns of the rows of a view: all at once where they lie in memory, and else in copies of some rows that
    /// do not fill it.
    pub(crate) fn for_views(
        &self,
        data: &Dataset,
        mut visit: impl FnMut(MatrixView<'_>, &Dataset) -> Result<()>,
    ) -> Result<()> {
        const MOST_VALUES: usize = 1 << 22;
        let rows = data.rows().len();
        let height = if data.matrix().is_some() { rows } else { MOST_VALUES / self.width().max(1) };
        let height = height.max(1);
        let mut copy = Vec::new();
        for start in (0..rows).step_by(height) {
            let part = data.slice(start..(start + height).min(rows));
            visit(self.view_of(&part, &mut copy)?, &part)?;
        }
        Ok(())
    }

    /// The columns of the rows of a view, row by row; there are no missing values among them.
    pub(crate) fn rows_of(&self, data: &Dataset) -> Vec<f64> {
        match data.matrix().map(|matrix| matrix.values()) {
            Some(Scalars::F64(values)) => return values.to_vec(),
            Some(Scalars::F32(values)) => return values.iter().map(|&x| x.into()).collect(),
            None => {}
        }
        let (count, width) = (data.rows().len(), self.width());
        let mut values = vec![0.0; count * width];
        if values.is_empty() {
            return values;
        }
        if let Some(sparse) = data.sparse_rows() {
            sparse.view().write_dense(&mut values);
            return values;
        }
        for input in 0..data.features().len() {
            let span = self.span(input);
            // To ask a matrix for a column would turn all of it.
            if let Column::Number(numbers @ Numbers::Matrix(_)) =
                &data.table().columns()[data.features()[input]]
            {
                for (line, row) in values.chunks_exact_mut(width).zip(data.rows().iter()) {
                    line[span.start] = numbers.at(row as usize);
                }
                continue;
            }
            match data.feature(input) {
                Feature::Number(numbers) => {
                    for (line, row) in values.chunks_exact_mut(width).zip(data.rows().iter()) {
                        line[span.start] = numbers[row as usize];
                    }
                }
                Feature::Code(codes, _) => {
                    for (line, row) in values.chunks_exact_mut(width).zip(data.rows().iter()) {
                        if let Some(place) = self.place(span.clone(), codes[row as usize]) {
                            line[place] = 1.0;
                        }
                    }
                }
                Feature::Text(_) | Feature::Object(_) => {}
            }
        }
        values
    }

    /// The columns of an input.
    pub(crate) fn span(&self, input: usize) -> Range<usize> {
        let first = self.columns.partition_point(|column| column.input < input);
        first..self.columns.partition_point(|column| column.input <= input)
    }

    /// The column of a level among those of its input.
    pub(crate) fn place(&self, columns: Range<usize>, code: u32) -> Option<usize> {
        let first = self.columns.get(columns.start)?.level?;
        let place = columns.start + code.checked_sub(first)? as usize;
        columns.contains(&place).then_some(place)
    }

    /// A weighted sum of the columns for each row, from a start. A level that training has not seen counts as the mean of
    /// training does; a number that is missing makes the sum NaN.
    pub(crate) fn add_sums(&self, rows: &Features<'_>, weights: &[f64], means: &[f64], sums: &mut [f64]) {
        match rows {
            Features::Matrix(matrix) => {
                let width = matrix.columns();
                match matrix.values() {
                    Scalars::F64(values) => add_rows(values, width, weights, sums),
                    Scalars::F32(values) => add_rows(values, width, weights, sums),
                }
            }
            Features::Sparse(rows) => {
                let view = rows.view();
                for (row, sum) in sums.iter_mut().enumerate() {
                    let (columns, values) = view.row(row);
                    *sum += columns.iter().zip(values).map(|(&j, x)| weights[j as usize] * x).sum::<f64>();
                }
            }
            Features::Columns(columns, _) => {
                for (input, feature) in columns.iter().enumerate() {
                    let Range { start: first, end } = self.span(input);
                    match feature {
                        Feature::Number(numbers) => {
                            let weight = weights[first];
                            sums.iter_mut().zip(numbers.iter()).for_each(|(sum, x)| *sum += weight * x);
                        }
                        Feature::Code(codes, _) => {
                            let unseen: f64 =
                                (first..end).map(|column| weights[column] * means[column]).sum();
                            for (sum, &code) in sums.iter_mut().zip(codes.iter()) {
                                *sum += match code {
                                    MISSING_CODE => unseen,
                                    code => self.place(first..end, code).map_or(0.0, |place| weights[place]),
                                };
                            }
                        }
                        Feature::Text(_) | Feature::Object(_) => {}
                    }
                }
            }
        }
    }

    /// The values of one column. A level that training has not seen counts as the mean of training does.
    pub(crate) fn values(&self, rows: &Features<'_>, column: usize, means: &[f64]) -> Vec<f64> {
        let DesignColumn { input, level } = self.columns[column];
        match rows.column(input) {
            Feature::Number(numbers) => numbers.to_vec(),
            Feature::Code(codes, _) => {
                let value = |&code: &u32| match code {
                    MISSING_CODE => means[column],
                    code => f64::from(u8::from(Some(code) == level)),
                };
                codes.iter().map(value).collect()
            }
            other => vec![f64::NAN; other.len()],
        }
    }

    /// A sentence about the columns whose weights the rows do not determine, if there are any.
    pub(crate) fn undetermined(&self, schema: &Schema, is_determined: &[bool]) -> Option<String> {
        let names: Vec<String> = (0..self.width())
            .filter(|&column| !is_determined[column])
            .map(|column| format!("'{}'", self.name(schema, column)))
            .collect();
        let (which, some) = match names.len() {
            0 => return None,
            1 => ("the coefficient of", names[0].clone()),
            2..=5 => ("the coefficients of", names.join(", ")),
            many => ("the coefficients of", format!("{} and {} more", names[..5].join(", "), many - 5)),
        };
        Some(format!(
            "rank-deficient design, not estimable: {which} {some} (features are constant or collinear); the \
             minimum-norm solution is taken"
        ))
    }

    /// An error that names the first number that is missing.
    pub(crate) fn missing_number(&self, rows: &Features<'_>, schema: &Schema) -> Error {
        let found = self.columns.iter().filter(|column| column.level.is_none()).find_map(|column| {
            let feature = rows.column(column.input);
            let row = (0..feature.len()).find(|&row| feature.is_missing(row))?;
            Some((row, &schema.inputs[column.input].name))
        });
        match found {
            Some((row, name)) => Error::data(
                format!(
                    "column '{name}' is missing (NaN) in row {}, and a linear model needs every number",
                    row + 1
                ),
                "impute it, or use a learner that handles missing values, such as gradient-boosting",
            ),
            None => Error::data(
                "a prediction is too large for a number",
                "look for values far beyond those of training",
            ),
        }
    }
}

/// Adds a weighted sum of each row of a matrix.
pub(crate) fn add_rows<T: Copy + Into<f64>>(values: &[T], width: usize, weights: &[f64], sums: &mut [f64]) {
    simd::run(AddRows { values, width, weights, sums });
}

struct AddRows<'a, T> {
    values: &'a [T],
    width: usize,
    weights: &'a [f64],
    sums: &'a mut [f64],
}

impl<T: Copy + Into<f64>> simd::SimdKernel for AddRows<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let AddRows { values, width, weights, sums } = self;
        if width == 0 {
            return;
        }
        // Sums side by side, which a processor adds up at once.
        const LANES: usize = 8;
        let even = width / LANES * LANES;
        for (row, sum) in values.chunks_exact(width).zip(sums) {
            let mut lanes = [0.0; LANES];
            for (x, w) in row[..even].chunks_exact(LANES).zip(weights[..even].chunks_exact(LANES)) {
                for lane in 0..LANES {
                    let x: f64 = x[lane].into();
                    lanes[lane] += x * w[lane];
                }
            }
            let rest: f64 =
                row[even..].iter().zip(&weights[even..]).map(|(&x, w)| -> f64 { x.into() * w }).sum();
            *sum += lanes.iter().sum::<f64>() + rest;
        }
    }
}

/// The targets of the rows of a view, row by row.
pub(crate) fn targets_of(data: &Dataset) -> Result<Vec<f64>> {
    data.require_target()?;
    let targets: Vec<_> = data.all_targets().map(|(_, target)| target).collect();
    let mut values = Vec::with_capacity(data.rows().len() * targets.len());
    for row in data.rows().iter() {
        values.extend(targets.iter().map(|target| match target {
            hornbook_data::Target::Numbers(values) => values[row as usize],
            hornbook_data::Target::Classes(classes) => f64::from(classes.codes[row as usize]),
        }));
    }
    Ok(values)
}
