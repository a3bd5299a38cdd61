//! What a value of a column says of each class: the logarithm of its probability or density there.

use super::cells::CellValues;
use super::kernels::ColumnKernels;
use hornbook_math::simd;

/// The likelihood of one column, class by class. Missing values, and values a table does not know, say nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Scores {
    /// Normal densities: $c - f (x - \mu)^2$.
    Normal { means: Vec<f64>, factors: Vec<f64>, constants: Vec<f64> },
    /// Sums of kernels.
    Kernel(Vec<ColumnKernels>),
    /// Logarithms of probabilities, class by class, level by level.
    Table { levels: usize, logs: Vec<f64> },
    /// Logarithms of the probabilities of false and true.
    Truth { threshold: f64, logs: Vec<[f64; 2]> },
    /// What each event adds.
    Events(Vec<f64>),
    /// No value was ever seen.
    Silent,
}

impl Scores {
    /// What one value says of a class.
    pub fn term(&self, class: usize, value: CellValues<'_>) -> f64 {
        let mut term = [0.0];
        self.add(class, value, &mut term);
        term[0]
    }

    /// Adds what the values say of a class, row by row.
    pub fn add(&self, class: usize, values: CellValues<'_>, to: &mut [f64]) {
        match (self, values) {
            (Scores::Normal { means, factors, constants }, CellValues::Numbers(x)) => {
                simd::run(AddNormal {
                    mean: means[class],
                    factor: factors[class],
                    constant: constants[class],
                    x,
                    to,
                });
            }
            (Scores::Kernel(windows), CellValues::Numbers(x)) => {
                for (to, &x) in to.iter_mut().zip(x).filter(|(_, x)| !x.is_nan()) {
                    *to += windows[class].log_density(x);
                }
            }
            (Scores::Table { levels, logs }, values) => {
                let logs = &logs[class * levels..][..*levels];
                for (row, to) in to.iter_mut().enumerate() {
                    *to += values.level(row, *levels).map_or(0.0, |level| logs[level]);
                }
            }
            (Scores::Truth { threshold, logs }, CellValues::Numbers(x)) => {
                for (to, &x) in to.iter_mut().zip(x).filter(|(_, x)| !x.is_nan()) {
                    *to += logs[class][usize::from(x > *threshold)];
                }
            }
            (Scores::Events(weights), CellValues::Numbers(x)) => {
                // Zero events say nothing, even of a class where they are impossible.
                for (to, &x) in to.iter_mut().zip(x).filter(|(_, x)| **x != 0.0 && !x.is_nan()) {
                    *to += x * weights[class];
                }
            }
            _ => {}
        }
    }

    /// Whether no value can rule a class out.
    pub fn is_finite(&self) -> bool {
        match self {
            Scores::Table { logs, .. } | Scores::Events(logs) => logs.iter().all(|log| log.is_finite()),
            Scores::Truth { logs, .. } => logs.iter().flatten().all(|log| log.is_finite()),
            _ => true,
        }
    }
}

struct AddNormal<'a> {
    mean: f64,
    factor: f64,
    constant: f64,
    x: &'a [f64],
    to: &'a mut [f64],
}

impl simd::SimdKernel for AddNormal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (to, &x) in self.to.iter_mut().zip(self.x) {
            let apart = x - self.mean;
            let term = self.constant - self.factor * apart * apart;
            *to += if x.is_nan() { 0.0 } else { term };
        }
    }
}
