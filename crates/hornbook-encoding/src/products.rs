//! Products of encoded rows with coefficients, without making the rows.

use crate::column::EncodedColumn;
use crate::encoder::Encoder;
use hornbook_data::{Feature, Features, Scalars};
use hornbook_math::simd;

impl Encoder {
    /// Adds to each sum the product of a row with coefficients, one a column.
    pub fn add_products(&self, rows: &Features<'_>, coefficients: &[f64], sums: &mut [f64]) {
        match rows {
            Features::Matrix(matrix) if self.is_plain() => match matrix.values() {
                Scalars::F64(values) => add_row_products(values, self.width(), coefficients, sums),
                Scalars::F32(values) => add_row_products(values, self.width(), coefficients, sums),
            },
            Features::Sparse(sparse) if self.is_plain() => {
                let view = sparse.view();
                for (row, sum) in sums.iter_mut().enumerate() {
                    let (columns, values) = view.row(row);
                    *sum +=
                        columns.iter().zip(values).map(|(&j, x)| coefficients[j as usize] * x).sum::<f64>();
                }
            }
            Features::Sparse(sparse) if self.is_numbers() => {
                let view = sparse.view();
                let columns = self.encoded_columns();
                let of_zero: Vec<f64> = columns.iter().map(|column| column.of_number(0.0)).collect();
                let of_zeros: f64 = coefficients.iter().zip(&of_zero).map(|(weight, x)| weight * x).sum();
                for (row, sum) in sums.iter_mut().enumerate() {
                    let (places, values) = view.row(row);
                    let more = places.iter().zip(values).map(|(&place, &x)| {
                        let place = place as usize;
                        coefficients[place] * (columns[place].of_number(x) - of_zero[place])
                    });
                    *sum += of_zeros + more.sum::<f64>();
                }
            }
            _ => (0..self.inputs().len())
                .for_each(|input| self.add_input(&rows.column(input), input, coefficients, sums)),
        }
    }

    /// Adds the products of the columns of one input.
    fn add_input(&self, feature: &Feature, input: usize, coefficients: &[f64], sums: &mut [f64]) {
        let span = self.span(input);
        let (columns, coefficients) = (&self.encoded_columns()[span.clone()], &coefficients[span.clone()]);
        let of = |value: &dyn Fn(&EncodedColumn) -> f64| -> f64 {
            columns.iter().zip(coefficients).map(|(column, weight)| weight * value(column)).sum()
        };
        match feature {
            Feature::Number(numbers) => match (columns, coefficients) {
                ([column], [weight]) if column.is_plain() => {
                    sums.iter_mut().zip(numbers.iter()).for_each(|(sum, x)| *sum += weight * x);
                }
                _ => {
                    for (sum, &x) in sums.iter_mut().zip(numbers.iter()) {
                        *sum += of(&|column| column.of_number(x));
                    }
                }
            },
            Feature::Code(codes, _) => {
                let (places, levels) = (self.level_columns(input), self.levels(input));
                let of_unknown = of(&|column| column.of_code(levels, levels));
                for (sum, &code) in sums.iter_mut().zip(codes.iter()) {
                    *sum += match places.as_ref().and_then(|places| places.find(code)) {
                        Some(place) => place.map_or(0.0, |place| coefficients[place - span.start]),
                        None if code >= levels => of_unknown,
                        None => of(&|column| column.of_code(code, levels)),
                    };
                }
            }
            // What is no number has no columns here.
            Feature::Text(_) | Feature::Object(_) => {}
        }
    }
}

/// Adds to each sum the product of a row of a matrix with coefficients.
pub fn add_row_products<T: Copy + Into<f64>>(
    values: &[T],
    width: usize,
    coefficients: &[f64],
    sums: &mut [f64],
) {
    simd::run(RowProducts { values, width, coefficients, sums });
}

struct RowProducts<'a, T> {
    values: &'a [T],
    width: usize,
    coefficients: &'a [f64],
    sums: &'a mut [f64],
}

impl<T: Copy + Into<f64>> simd::SimdKernel for RowProducts<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let RowProducts { values, width, coefficients, sums } = self;
        if width == 0 {
            return;
        }
        // Sums side by side, which a processor adds up at once.
        const LANES: usize = 8;
        let even = width / LANES * LANES;
        for (row, sum) in values.chunks_exact(width).zip(sums) {
            let mut lanes = [0.0; LANES];
            for (x, w) in row[..even].chunks_exact(LANES).zip(coefficients[..even].chunks_exact(LANES)) {
                for lane in 0..LANES {
                    let x: f64 = x[lane].into();
                    lanes[lane] += x * w[lane];
                }
            }
            let rest: f64 =
                row[even..].iter().zip(&coefficients[even..]).map(|(&x, w)| -> f64 { x.into() * w }).sum();
            *sum += lanes.iter().sum::<f64>() + rest;
        }
    }
}
