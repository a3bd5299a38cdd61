//! From the columns of a table to points among which distances are taken.

use crate::scale::{Scale, Scaling, Survey, Unit, dominant};
use hornbook_core::Result;
use hornbook_data::{Feature, Features, Input, InputKind, MISSING_CODE, Matrix, Scalars};
use rayon::prelude::*;

/// How categories become numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// A column for each level, which is 1 in rows of that level and else 0. Two levels are $\sqrt 2$ apart for Euclid's
    /// distance, 2 for Manhattan's and 1 for Chebyshev's; a missing level, or one that training never saw, is 0 in all columns,
    /// and half as far (by squares or sizes) from each level.
    Levels,
    /// Their codes, for metrics that only ask whether two are the same; to be missing is a level of its own.
    Codes,
    /// Their codes, for metrics that leave out what is missing.
    KnownCodes,
}

impl Coding {
    /// The number of a missing code.
    fn missing(self) -> f64 {
        match self {
            // Halfway between false and true.
            Coding::Levels => 0.5,
            Coding::Codes => -1.0,
            Coding::KnownCodes => f64::NAN,
        }
    }
}

/// What an input becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// A number in its unit.
    Number(Unit),
    /// A column for each of so many levels.
    Levels(usize),
    /// One column: 0 or 1, or the code.
    Code,
}

/// How rows of a model become points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Space {
    pub places: Vec<Place>,
    pub coding: Coding,
}

impl Space {
    /// Fits units to rows of these weights, and says what a person should know.
    pub fn fit(
        inputs: &[Input],
        rows: &Features<'_>,
        weights: &[f64],
        scaling: Scaling,
        coding: Coding,
    ) -> (Space, Vec<String>) {
        let place = |(at, input): (usize, &Input)| match (&input.kind, coding) {
            (InputKind::Number | InputKind::Date, _) => {
                let survey = survey_of(rows, at, weights);
                (Place::Number(survey.unit(scaling)), Some((survey, input.name.clone())))
            }
            (InputKind::Category { levels }, Coding::Levels) => (Place::Levels(levels.len()), None),
            _ => (Place::Code, None),
        };
        let fitted: Vec<(Place, Option<(Survey, String)>)> =
            inputs.par_iter().enumerate().map(place).collect();
        let places = fitted.iter().map(|(place, _)| *place).collect();
        let (surveys, names): (Vec<Survey>, Vec<String>) =
            fitted.into_iter().filter_map(|(_, numbers)| numbers).unzip();
        let mut warnings = Vec::new();
        if let Some((place, share)) =
            dominant(&surveys).filter(|_| scaling.scale == Scale::None && coding == Coding::Levels)
        {
            warnings.push(format!(
                "column '{}' makes {:.1}% of the squared distances between rows, because its numbers are spread most; \
                 scale = standard gives all columns the same say",
                names[place],
                100.0 * share
            ));
        }
        (Space { places, coding }, warnings)
    }

    /// How many columns a point has.
    pub fn width(&self) -> usize {
        self.places.iter().map(|place| place.width()).sum()
    }

    /// Whether each column of a point is a code.
    pub fn is_category(&self) -> Vec<bool> {
        let code = |place: &Place| vec![matches!(place, Place::Code); place.width()];
        self.places.iter().flat_map(code).collect()
    }

    /// The points of some rows. Missing numbers and codes are NaN.
    pub fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        let (count, width) = (rows.rows(), self.width());
        let mut points = Matrix::zeros(count, width);
        let is_numbers = self.places.len() == width;
        match rows {
            Features::Matrix(matrix) if is_numbers && matrix.columns() == width => {
                match matrix.values() {
                    Scalars::F64(values) => points.values_mut().copy_from_slice(values),
                    Scalars::F32(values) => {
                        points.values_mut().iter_mut().zip(values).for_each(|(to, x)| *to = (*x).into());
                    }
                }
                self.scale(&mut points);
                return Ok(points);
            }
            Features::Sparse(sparse) if is_numbers && sparse.width() == width => {
                sparse.view().write_dense(points.values_mut());
                self.scale(&mut points);
                return Ok(points);
            }
            _ => {}
        }
        let mut first = 0;
        for (input, place) in self.places.iter().enumerate() {
            let lines = points.values_mut().chunks_exact_mut(width.max(1));
            match (rows.column(input), place) {
                (Feature::Number(numbers), Place::Number(unit)) => {
                    lines.zip(numbers.iter()).for_each(|(line, &x)| line[first] = unit.apply(x));
                }
                (Feature::Number(numbers), _) => {
                    lines.zip(numbers.iter()).for_each(|(line, &x)| line[first] = x);
                }
                (Feature::Code(codes, _), Place::Levels(levels)) => {
                    for (line, &code) in
                        lines.zip(codes.iter()).filter(|(_, code)| (**code as usize) < *levels)
                    {
                        line[first + code as usize] = 1.0;
                    }
                }
                (Feature::Code(codes, _), _) => {
                    let missing = self.coding.missing();
                    let value = |code: u32| if code == MISSING_CODE { missing } else { f64::from(code) };
                    lines.zip(codes.iter()).for_each(|(line, &code)| line[first] = value(code));
                }
            }
            first += place.width();
        }
        Ok(points)
    }

    fn scale(&self, points: &mut Matrix) {
        let unit = |place: &Place| if let Place::Number(unit) = place { *unit } else { Unit::PLAIN };
        let units: Vec<Unit> = self.places.iter().map(unit).collect();
        if units.iter().all(|unit| *unit == Unit::PLAIN) {
            return;
        }
        for line in points.values_mut().chunks_exact_mut(units.len().max(1)) {
            line.iter_mut().zip(&units).for_each(|(x, unit)| *x = unit.apply(*x));
        }
    }
}

impl Place {
    fn width(&self) -> usize {
        match self {
            Place::Number(_) | Place::Code => 1,
            Place::Levels(levels) => *levels,
        }
    }
}

fn survey_of(rows: &Features<'_>, column: usize, weights: &[f64]) -> Survey {
    match rows.column(column) {
        Feature::Number(numbers) => Survey::of(numbers.iter().copied().zip(weights.iter().copied())),
        Feature::Code(..) => Survey::of(std::iter::empty()),
    }
}
