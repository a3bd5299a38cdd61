//! Weighted sums that stand for classes.

use super::{ClassLink, Link, margin_fit};
use hornbook_core::Result;
use hornbook_data::{Levels, Matrix};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Rows whose sums become probabilities in one task.
const BLOCK: usize = 4096;

/// What the sums of a [`LinearModel`](super::LinearModel) stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResponseType {
    /// Numbers: each sum is the prediction for a target.
    Numbers,
    /// Two classes: the sum is the log odds of the second against the first.
    Logistic {
        /// The codes of the two.
        classes: [u32; 2],
    },
    /// Two classes: the sum is a function of the probability of the second.
    Linked {
        /// The codes of the two.
        classes: [u32; 2],
        /// That function.
        link: ClassLink,
    },
    /// Any classes: each has a sum, and the probabilities are to each other as the exponentials of the sums.
    Softmax {
        /// The codes of those that training has seen, in order.
        classes: Vec<u32>,
    },
    /// A mean: the sum is a function of it.
    Mean {
        /// That function.
        link: Link,
    },
    /// Two classes without probabilities: a sum above zero is the second, and the predicted class has the probability 1.
    Sign {
        /// The codes of the two.
        classes: [u32; 2],
        /// Whether a sum of exactly zero is the second class, too.
        zero_is_second: bool,
    },
    /// Any classes without probabilities: each has a sum, the largest wins, and the predicted class has the probability 1.
    Scores {
        /// The codes of those that training has seen, in order.
        classes: Vec<u32>,
    },
    /// Any classes without probabilities: each pair has a sum, which is above zero for the second of the two, and the class
    /// that wins most pairs is predicted, with the probability 1.
    Pairs {
        /// The codes of those that training has seen, in order; their pairs are the first with each later one, and so on.
        classes: Vec<u32>,
    },
}

/// What is known of a fit to classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LikelihoodFit {
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there are intercepts.
    pub intercept: bool,
    /// Whether the coefficients have a penalty.
    pub is_penalized: bool,
    /// Twice the loss of the fractions of the classes (without intercepts, of equal fractions).
    pub null_deviance: f64,
    /// Twice the loss of the fit.
    pub deviance: f64,
    /// How many steps the search took.
    pub steps: u64,
    /// Whether the columns were found to separate the classes, so that there are no best coefficients.
    pub is_separated: bool,
    /// How many free numbers were learned; unknown with a penalty, and where the search did not end at a
    /// minimum.
    pub effective_dof: Option<f64>,
    /// For each sum the standard errors of the coefficients, and of the intercept behind them; NaN where
    /// there is none.
    #[serde(with = "super::matrix_values::optional")]
    pub(crate) errors: Option<Matrix>,
    /// The standard deviations of the columns.
    pub(crate) deviations: Vec<f64>,
}

impl LikelihoodFit {
    /// What is known where all rows are of one class, so that there was nothing to learn.
    pub(crate) fn of_one_class(weight: f64, intercept: bool, deviations: Vec<f64>) -> LikelihoodFit {
        LikelihoodFit {
            weight,
            intercept,
            is_penalized: true,
            null_deviance: 0.0,
            deviance: 0.0,
            steps: 0,
            is_separated: false,
            effective_dof: None,
            errors: None,
            deviations,
        }
    }

    /// Degrees of freedom that are left, the weight of the rows less the free numbers, if it is known how many those are.
    pub fn degrees(&self) -> Option<f64> {
        Some(self.weight - self.effective_dof?)
    }

    /// AIC: the deviance and 2 for each free number.
    pub fn aic(&self) -> Option<f64> {
        Some(self.deviance + 2.0 * self.effective_dof?)
    }
}

impl ResponseType {
    /// How many sums there are; unknown for numbers.
    pub(super) fn outputs(&self) -> Option<usize> {
        match self {
            ResponseType::Numbers => None,
            ResponseType::Logistic { .. } | ResponseType::Linked { .. } | ResponseType::Mean { .. } => {
                Some(1)
            }
            ResponseType::Softmax { classes } => Some(classes.len()),
            others => Some(margin_fit::outputs(others)),
        }
    }

    /// The codes of the classes.
    pub(crate) fn codes(&self) -> &[u32] {
        match self {
            ResponseType::Numbers | ResponseType::Mean { .. } => &[],
            ResponseType::Logistic { classes } | ResponseType::Linked { classes, .. } => classes,
            ResponseType::Softmax { classes } => classes,
            ResponseType::Sign { classes, .. } => classes,
            ResponseType::Scores { classes } | ResponseType::Pairs { classes } => classes,
        }
    }

    /// What each sum stands for.
    pub(super) fn names(&self, levels: &Levels) -> Vec<String> {
        let name = |code: u32| &levels[code as usize];
        match self {
            ResponseType::Numbers | ResponseType::Mean { .. } => Vec::new(),
            ResponseType::Logistic { classes: [first, second] } => {
                vec![format!("log odds of '{}' against '{}'", name(*second), name(*first))]
            }
            ResponseType::Linked { classes: [first, second], link } => {
                vec![link.words(name(*second), name(*first))]
            }
            ResponseType::Softmax { classes } => {
                classes.iter().map(|&code| format!("score of '{}'", name(code))).collect()
            }
            others => margin_fit::names(others, levels),
        }
    }

    /// The probabilities of all classes from the sums of rows; a class that training has not seen has none.
    pub(super) fn probabilities(&self, sums: Vec<f64>, levels: usize) -> Result<Matrix> {
        let outputs = self.outputs().unwrap_or(0);
        if outputs == 0 || levels == 0 {
            return Ok(Matrix::zeros(0, 0));
        }
        let rows = sums.len() / outputs;
        let mut values = vec![0.0; rows * levels];
        let chunks = values.par_chunks_mut(BLOCK * levels).zip(sums.par_chunks(BLOCK * outputs));
        chunks.for_each(|(values, sums)| {
            for (row, sums) in values.chunks_exact_mut(levels).zip(sums.chunks_exact(outputs)) {
                self.spread(sums, row);
            }
        });
        Matrix::new(rows, levels, values)
    }

    /// Writes the probabilities of one row.
    fn spread(&self, sums: &[f64], probabilities: &mut [f64]) {
        match self {
            ResponseType::Numbers | ResponseType::Mean { .. } => {}
            ResponseType::Logistic { classes: [first, second] } => {
                // No exponential of a positive number, which might be too large.
                let small = (-sums[0].abs()).exp();
                let (likely, unlikely) = (1.0 / (1.0 + small), small / (1.0 + small));
                let (of_first, of_second) =
                    if sums[0] > 0.0 { (unlikely, likely) } else { (likely, unlikely) };
                probabilities[*first as usize] = of_first;
                probabilities[*second as usize] = of_second;
            }
            ResponseType::Linked { classes: [first, second], link } => {
                let logs = link.logs(sums[0]);
                probabilities[*first as usize] = logs.first.exp();
                probabilities[*second as usize] = logs.second.exp();
            }
            ResponseType::Softmax { classes } => {
                let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let total: f64 = sums.iter().map(|sum| (sum - largest).exp()).sum();
                for (&code, sum) in classes.iter().zip(sums) {
                    probabilities[code as usize] = (sum - largest).exp() / total;
                }
            }
            others => {
                if let Some(code) = margin_fit::winner(others, sums) {
                    probabilities[code as usize] = 1.0;
                }
            }
        }
    }
}
