//! A basis whose knots and centers are known.

use super::column::ColumnBasis;
use super::{Basis, BasisFunction, KnotSet, MOST_HARMONICS, Monomial, kept, monomials, parted, unique_names};
use hornbook_core::{Error, Result};
use hornbook_data::{Column, Dataset, Feature, Features, Input, InputKind, Schema};
use hornbook_learner::transformer_schema;
use serde::{Deserialize, Serialize};

/// Most columns that a basis makes.
const MOST: usize = 12_000;

/// A [`Basis`] with the knots and centers of some rows: it makes columns of any rows with the same inputs. Inputs that are
/// not numbers stay as they are, behind the others.
#[derive(Debug, Clone)]
pub struct FittedBasis {
    inputs: Vec<Input>,
    numbers: Vec<usize>,
    others: Vec<usize>,
    parts: BasisParts,
}

#[derive(Debug, Clone)]
enum BasisParts {
    Known(KnownParts),
    /// The user's own functions, which no file can hold.
    Functions(Vec<BasisFunction>),
}

/// The functions of a basis that a file can hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum KnownParts {
    /// Products of powers of the columns of numbers.
    Monomials(Vec<Monomial>),
    /// Of each column of numbers.
    Columns(Vec<ColumnBasis>),
}

impl Basis {
    /// The basis with the knots and centers of these rows.
    pub fn fit(&self, data: &Dataset) -> Result<FittedBasis> {
        let data = data.with_nonzero_weight();
        let inputs = Schema::predicting(transformer_schema(), &data).inputs;
        let (numbers, others) = parted(&inputs);
        let (rows, weights) = (data.row_features(), data.row_weights());
        if rows.rows() == 0 {
            return Err(Error::data("there are no rows to place knots by", "give at least one row"));
        }
        let columns = |of: &dyn Fn(&[f64]) -> ColumnBasis| {
            BasisParts::Known(KnownParts::Columns(
                numbers.iter().map(|&input| of(&numbers_of(&rows, input))).collect(),
            ))
        };
        let is_width = |width: &Option<f64>| match width {
            Some(width) if !(*width > 0.0 && width.is_finite()) => {
                Err(Error::data(format!("the width of a basis is {width}"), "give a number above zero"))
            }
            _ => Ok(()),
        };
        let parts = match self {
            Basis::Polynomial { degree, interaction_only } => BasisParts::Known(KnownParts::Monomials(
                monomials(numbers.len(), *degree, *interaction_only)?,
            )),
            Basis::Gaussian { centers, width } => {
                centers.check(1).and_then(|()| is_width(width))?;
                columns(&|values| ColumnBasis::bumps(centers, *width, values, &weights))
            }
            Basis::Sigmoid { centers, width } => {
                centers.check(1).and_then(|()| is_width(width))?;
                columns(&|values| ColumnBasis::steps(centers, *width, values, &weights))
            }
            Basis::Spline { degree, knots, include_bias } => {
                knots.check(2)?;
                columns(&|values| ColumnBasis::spline(*degree, knots, *include_bias, values, &weights))
            }
            Basis::NaturalSpline { knots } => {
                knots.check(2)?;
                columns(&|values| ColumnBasis::natural(knots, values, &weights))
            }
            Basis::Fourier { harmonics, period } => {
                is_width(period)?;
                let harmonics = (*harmonics).min(MOST_HARMONICS);
                columns(&|values| ColumnBasis::waves(harmonics, *period, values))
            }
            Basis::Log => columns(&ColumnBasis::log),
            Basis::Indicator { thresholds } => {
                thresholds.check(if matches!(thresholds, KnotSet::At(_)) { 1 } else { 3 })?;
                columns(&|values| ColumnBasis::indicators(thresholds, values, &weights))
            }
            Basis::Functions(functions) => BasisParts::Functions(functions.clone()),
        };
        if let BasisParts::Known(KnownParts::Columns(all)) = &parts
            && let Some(place) = all.iter().position(|basis| !basis.is_sound())
        {
            return Err(Error::data(
                format!(
                    "the values of column '{}' are too large or too close to each other to place functions among them",
                    inputs[numbers[place]].name
                ),
                "give the column in other units, or leave it out",
            ));
        }
        let fitted = FittedBasis { inputs, numbers, others, parts };
        let width = fitted.made();
        if width > MOST {
            return Err(Error::data(
                format!("the basis makes {width} columns, and {MOST} are the most"),
                "take fewer knots or a lower degree, or leave out columns",
            ));
        }
        Ok(fitted)
    }
}

impl FittedBasis {
    /// How many columns are made, without those that stay.
    fn made(&self) -> usize {
        match &self.parts {
            BasisParts::Known(KnownParts::Monomials(all)) => all.len(),
            BasisParts::Known(KnownParts::Columns(all)) => all.iter().map(ColumnBasis::width).sum(),
            BasisParts::Functions(all) => all.len(),
        }
    }

    /// The columns of numbers that stay as they are.
    pub(super) fn unchanged(&self) -> Vec<&str> {
        let BasisParts::Known(KnownParts::Columns(all)) = &self.parts else { return Vec::new() };
        let columns = all.iter().zip(&self.numbers).filter(|(basis, _)| **basis == ColumnBasis::Same);
        columns.map(|(_, &input)| self.inputs[input].name.as_str()).collect()
    }

    /// The names of the columns: those that are made, then those that stay.
    pub fn names(&self) -> Vec<String> {
        let columns: Vec<&str> = self.numbers.iter().map(|&input| self.inputs[input].name.as_str()).collect();
        let mut names: Vec<String> = match &self.parts {
            BasisParts::Known(KnownParts::Monomials(all)) => {
                all.iter().map(|one| one.name(&columns)).collect()
            }
            BasisParts::Known(KnownParts::Columns(all)) => {
                all.iter().zip(&columns).flat_map(|(one, column)| one.names(column)).collect()
            }
            BasisParts::Functions(all) => all.iter().map(|one| one.name().to_string()).collect(),
        };
        names.extend(self.others.iter().map(|&input| self.inputs[input].name.clone()));
        unique_names(names)
    }

    /// The columns with their kinds.
    pub fn inputs(&self) -> Vec<Input> {
        let made = self.made();
        let kind = |place: usize| match place.checked_sub(made) {
            None => InputKind::Number,
            Some(other) => kept(&self.inputs[self.others[other]]).kind,
        };
        self.names().into_iter().enumerate().map(|(at, name)| Input { name, kind: kind(at) }).collect()
    }

    /// For each column, the inputs that it is made of; all inputs that are numbers for functions of the user's own.
    pub(crate) fn makers(&self) -> Vec<Vec<usize>> {
        let mut makers: Vec<Vec<usize>> = match &self.parts {
            BasisParts::Known(KnownParts::Monomials(all)) => all
                .iter()
                .map(|one| one.powers().iter().map(|&(column, _)| self.numbers[column as usize]).collect())
                .collect(),
            BasisParts::Known(KnownParts::Columns(all)) => all
                .iter()
                .zip(&self.numbers)
                .flat_map(|(one, &input)| vec![vec![input]; one.width()])
                .collect(),
            BasisParts::Functions(all) => vec![self.numbers.clone(); all.len()],
        };
        makers.extend(self.others.iter().map(|&input| vec![input]));
        makers
    }

    /// The columns of some rows.
    pub fn apply(&self, rows: &Features<'_>) -> Result<Features<'static>> {
        if rows.width() != self.inputs.len() {
            return Err(Error::data(
                format!("the rows have {} columns, and the basis is for {}", rows.width(), self.inputs.len()),
                "give the columns that the basis was made for",
            ));
        }
        let columns: Vec<Vec<f64>> = self.numbers.iter().map(|&input| numbers_of(rows, input)).collect();
        for (column, &input) in columns.iter().zip(&self.numbers) {
            if let Some(row) = column.iter().position(|x| x.is_nan()) {
                return Err(Error::data(
                    format!(
                        "column '{}' is missing (NaN) in row {}, and a basis needs every number",
                        self.inputs[input].name,
                        row + 1
                    ),
                    "impute it, or use a learner that handles missing values, such as gradient-boosting",
                ));
            }
        }
        let mut made = vec![Vec::with_capacity(rows.rows()); self.made()];
        let mut line = vec![0.0; columns.len()];
        for row in 0..rows.rows() {
            line.iter_mut().zip(&columns).for_each(|(x, column)| *x = column[row]);
            made.iter_mut().zip(self.values(&line)).for_each(|(column, value)| column.push(value));
        }
        self.check_values(&made)?;
        let others = self.others.iter().map(|&input| rows.column(input));
        let made = made.into_iter().map(|column| Feature::Number(column.into()));
        Ok(Features::Columns(made.chain(others).collect(), rows.rows()))
    }

    fn values(&self, line: &[f64]) -> Vec<f64> {
        match &self.parts {
            BasisParts::Known(KnownParts::Monomials(all)) => all
                .iter()
                .map(|one| {
                    one.powers()
                        .iter()
                        .map(|&(column, power)| line[column as usize].powi(power as i32))
                        .product()
                })
                .collect(),
            BasisParts::Known(KnownParts::Columns(all)) => {
                all.iter().zip(line).flat_map(|(one, &x)| one.values(x)).collect()
            }
            BasisParts::Functions(all) => all.iter().map(|one| one.value(line)).collect(),
        }
    }

    /// An error that names the first value that is no number.
    fn check_values(&self, made: &[Vec<f64>]) -> Result<()> {
        for (place, column) in made.iter().enumerate() {
            let Some(row) = column.iter().position(|x| !x.is_finite()) else { continue };
            let name = self.names().swap_remove(place);
            let of: Vec<&str> =
                self.makers()[place].iter().map(|&input| self.inputs[input].name.as_str()).collect();
            return Err(Error::data(
                format!(
                    "the function '{name}' of column '{}' is {} in row {}",
                    of.join("', '"),
                    column[row],
                    row + 1
                ),
                "leave the row out, or choose functions that are numbers everywhere",
            ));
        }
        Ok(())
    }

    /// The rows of a view with the columns of the basis, and the same target and weights.
    pub fn dataset(&self, data: &Dataset) -> Result<Dataset> {
        let rows = self.apply(&data.row_features())?;
        let columns: Vec<(String, Column)> =
            self.names().into_iter().enumerate().map(|(at, name)| (name, rows.column(at).into())).collect();
        data.with_columns(columns)
    }

    /// How many inputs there are.
    pub(super) fn width(&self) -> usize {
        self.inputs.len()
    }

    /// What a file can hold; none if the functions are the user's own.
    pub(super) fn known_parts(&self) -> Option<&KnownParts> {
        match &self.parts {
            BasisParts::Known(parts) => Some(parts),
            BasisParts::Functions(_) => None,
        }
    }

    /// The basis of some inputs from what a file held, if it can be true of them.
    pub(super) fn of_parts(inputs: &[Input], parts: KnownParts) -> Option<FittedBasis> {
        let (numbers, others) = parted(inputs);
        let is_sound = match &parts {
            KnownParts::Monomials(all) => all.iter().all(|one| one.is_sound(numbers.len())),
            KnownParts::Columns(all) => all.len() == numbers.len() && all.iter().all(ColumnBasis::is_sound),
        };
        is_sound.then(|| FittedBasis {
            inputs: inputs.to_vec(),
            numbers,
            others,
            parts: BasisParts::Known(parts),
        })
    }
}

/// The values of an input of numbers.
pub(crate) fn numbers_of(rows: &Features<'_>, input: usize) -> Vec<f64> {
    match rows.column(input) {
        Feature::Number(values) => values.to_vec(),
        Feature::Code(codes, _) => codes.iter().map(|&code| f64::from(code)).collect(),
        other => vec![f64::NAN; other.len()],
    }
}
