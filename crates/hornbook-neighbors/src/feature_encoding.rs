//! From the columns of a table to points among which distances are taken.

use crate::scale::{FeatureScale, FeatureScaling, ScalingOptions, ScalingStats, dominant};
use hornbook_core::Result;
use hornbook_data::{Feature, Features, Input, InputKind, MISSING_CODE, Matrix, Scalars};
use rayon::prelude::*;

/// How categories become numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetricEncoding {
    /// A column for each level, which is 1 in rows of that level and else 0. Two levels are $\sqrt 2$ apart for Euclid's
    /// distance, 2 for Manhattan's and 1 for Chebyshev's; a missing level, or one that training never saw, is 0 in all columns,
    /// and half as far (by squares or sizes) from each level.
    Levels,
    /// Their codes, for metrics that only ask whether two are the same; to be missing is a level of its own.
    Codes,
    /// Their codes, for metrics that leave out what is missing.
    KnownCodes,
}

impl MetricEncoding {
    /// The number of a missing code.
    fn missing(self) -> f64 {
        match self {
            // Halfway between false and true.
            MetricEncoding::Levels => 0.5,
            MetricEncoding::Codes => -1.0,
            MetricEncoding::KnownCodes => f64::NAN,
        }
    }
}

/// What an input becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum EncodedColumn {
    /// A number in its unit.
    Number(FeatureScale),
    /// A column for each of so many levels.
    Levels(usize),
    /// One column: 0 or 1, or the code.
    Code,
}

/// How rows of a model become points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FeatureEncoding {
    pub columns: Vec<EncodedColumn>,
    pub coding: MetricEncoding,
}

impl FeatureEncoding {
    /// Fits units to rows of these weights, and says what a person should know.
    pub fn fit(
        inputs: &[Input],
        rows: &Features<'_>,
        weights: &[f64],
        scaling: ScalingOptions,
        coding: MetricEncoding,
    ) -> (FeatureEncoding, Vec<String>) {
        let column = |(at, input): (usize, &Input)| match (&input.kind, coding) {
            (InputKind::Number | InputKind::Date, _) => {
                let stats = scaling_stats_of(rows, at, weights);
                (EncodedColumn::Number(stats.unit(scaling)), Some((stats, input.name.clone())))
            }
            (InputKind::Category { levels }, MetricEncoding::Levels) => {
                (EncodedColumn::Levels(levels.len()), None)
            }
            _ => (EncodedColumn::Code, None),
        };
        let fitted: Vec<(EncodedColumn, Option<(ScalingStats, String)>)> =
            inputs.par_iter().enumerate().map(column).collect();
        let columns = fitted.iter().map(|(column, _)| *column).collect();
        let (all_stats, names): (Vec<ScalingStats>, Vec<String>) =
            fitted.into_iter().filter_map(|(_, numbers)| numbers).unzip();
        let mut warnings = Vec::new();
        if let Some((column, share)) = dominant(&all_stats)
            .filter(|_| scaling.scale == FeatureScaling::None && coding == MetricEncoding::Levels)
        {
            warnings.push(format!(
                "column '{}' makes {:.1}% of the squared distances between rows, because it has the largest variance; \
                 standardize the features with scale = standard",
                names[column],
                100.0 * share
            ));
        }
        (FeatureEncoding { columns, coding }, warnings)
    }

    /// How many columns a point has.
    pub fn width(&self) -> usize {
        self.columns.iter().map(|column| column.width()).sum()
    }

    /// Whether each column of a point is a code.
    pub fn is_category(&self) -> Vec<bool> {
        let code = |column: &EncodedColumn| vec![matches!(column, EncodedColumn::Code); column.width()];
        self.columns.iter().flat_map(code).collect()
    }

    /// The points of some rows. Missing numbers and codes are NaN.
    pub fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        let (count, width) = (rows.rows(), self.width());
        let mut points = Matrix::zeros(count, width);
        let is_numbers = self.columns.len() == width;
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
        for (input, column) in self.columns.iter().enumerate() {
            let lines = points.values_mut().chunks_exact_mut(width.max(1));
            match (rows.column(input), column) {
                (Feature::Number(numbers), EncodedColumn::Number(unit)) => {
                    lines.zip(numbers.iter()).for_each(|(line, &x)| line[first] = unit.apply(x));
                }
                (Feature::Number(numbers), _) => {
                    lines.zip(numbers.iter()).for_each(|(line, &x)| line[first] = x);
                }
                (Feature::Code(codes, _), EncodedColumn::Levels(levels)) => {
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
                (Feature::Text(_) | Feature::Object(_), _) => {}
            }
            first += column.width();
        }
        Ok(points)
    }

    fn scale(&self, points: &mut Matrix) {
        let unit = |column: &EncodedColumn| {
            if let EncodedColumn::Number(unit) = column { *unit } else { FeatureScale::PLAIN }
        };
        let units: Vec<FeatureScale> = self.columns.iter().map(unit).collect();
        if units.iter().all(|unit| *unit == FeatureScale::PLAIN) {
            return;
        }
        for line in points.values_mut().chunks_exact_mut(units.len().max(1)) {
            line.iter_mut().zip(&units).for_each(|(x, unit)| *x = unit.apply(*x));
        }
    }
}

impl EncodedColumn {
    fn width(&self) -> usize {
        match self {
            EncodedColumn::Number(_) | EncodedColumn::Code => 1,
            EncodedColumn::Levels(levels) => *levels,
        }
    }
}

fn scaling_stats_of(rows: &Features<'_>, column: usize, weights: &[f64]) -> ScalingStats {
    match rows.column(column) {
        Feature::Number(numbers) => ScalingStats::of(numbers.iter().copied().zip(weights.iter().copied())),
        _ => ScalingStats::of(std::iter::empty()),
    }
}
