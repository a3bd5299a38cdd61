//! One pass over the rows of a model with one linear predictor: the loss of given weights, its gradient and its expected Hessian.

use crate::blocks::{DesignBlock, add_products, for_blocks};
use crate::design::targets_of;
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_encoding::{Encoder, add_row_products};
use hornbook_learner::{PassOutcome, RowSource, StatisticalQuery};
use hornbook_math::algebra::Gram;
use hornbook_math::loss::LossDerivatives;
use hornbook_math::optimize::ConvexEvaluation;

/// The loss of a row by its linear predictor, and what is gathered of the rows beside it.
pub(crate) trait PredictorLoss: Sync {
    /// What is gathered.
    type Extra: Send + Sync;

    /// What is known of no rows.
    fn nothing(&self) -> Self::Extra;

    /// The loss of a row that counts, for a weight of 1; none if the predictor can have no such value.
    fn of_row(&self, row: &PredictedRow<'_>, extra: &mut Self::Extra) -> Option<LossDerivatives>;

    /// Adds what is known of other rows.
    fn merge(&self, into: &mut Self::Extra, from: Self::Extra);
}

/// A row whose linear predictor is known.
pub(crate) struct PredictedRow<'a> {
    /// The columns less the origin.
    pub values: &'a [f64],
    /// The number, or the code of the class.
    pub target: f64,
    pub weight: f64,
    pub predictor: f64,
}

/// The rows that a loss is evaluated on, and the variables that it is a function of.
#[derive(Clone, Copy)]
pub(crate) struct PredictorRows<'a> {
    pub design: &'a Encoder,
    pub source: RowSource<'a>,
    pub run: &'a Run,
    pub parameters: &'a StandardizedParameters,
    /// The weight of the rows.
    pub weight: f64,
}

impl PredictorRows<'_> {
    /// The mean loss of a row with the penalty on the coefficients, at a point; infinite where a row has none, and where squares
    /// are too large for numbers.
    pub fn evaluate<L: PredictorLoss>(&self, loss: &L, point: &[f64]) -> Result<ConvexEvaluation<L::Extra>> {
        let (intercept, weights) = self.parameters.centered_weights(point);
        let origin = &self.parameters.center;
        let mut pass = PredictorPass { design: self.design, loss, origin, intercept, weights, found: None };
        self.source.run_query(&mut pass, self.run)?;
        let sums = pass.found.ok_or_else(Error::no_rows)?;
        let value = sums.loss / self.weight + self.parameters.cost(point);
        Ok(ConvexEvaluation {
            value: if value.is_nan() { f64::INFINITY } else { value },
            gradient: self.parameters.gradient(point, &sums.gradient, self.weight),
            hessian: self.parameters.hessian(&sums.curvature, self.weight),
            extra: sums.extra,
        })
    }
}

/// Weights to be tried on all rows.
struct PredictorPass<'a, L: PredictorLoss> {
    design: &'a Encoder,
    loss: &'a L,
    /// What is taken off every row.
    origin: &'a [f64],
    /// The intercept at the origin.
    intercept: f64,
    weights: Vec<f64>,
    found: Option<PredictorPassSums<L::Extra>>,
}

/// Sums over rows.
struct PredictorPassSums<E> {
    loss: f64,
    /// Derivatives by the coefficients and by the intercept.
    gradient: Vec<f64>,
    /// Products of the columns and ones, each row times its expected second derivative.
    curvature: Gram,
    extra: E,
}

impl<L: PredictorLoss> PredictorPass<'_, L> {
    fn block(&self, block: &DesignBlock<'_, f64>, sums: &mut PredictorPassSums<L::Extra>) -> Result<()> {
        let rows = block.targets.len();
        let width = self.design.width();
        let mut gradients = vec![self.intercept; rows];
        add_row_products(block.values, width, &self.weights, &mut gradients);
        let mut curvatures = vec![0.0; rows];
        for (row, (gradient, curvature)) in gradients.iter_mut().zip(&mut curvatures).enumerate() {
            let weight = block.weights[row];
            let predicted = PredictedRow {
                values: &block.values[row * width..(row + 1) * width],
                target: block.targets[row],
                weight,
                predictor: *gradient,
            };
            *gradient = 0.0;
            if weight > 0.0 {
                let Some(of_row) = self.loss.of_row(&predicted, &mut sums.extra) else {
                    sums.loss = f64::INFINITY;
                    return Ok(());
                };
                sums.loss += weight * of_row.loss;
                *gradient = weight * of_row.gradient;
                *curvature = weight * of_row.hessian;
            }
        }
        sums.gradient[width] += gradients.iter().sum::<f64>();
        add_products(block.values, &gradients, &mut sums.gradient[..width]);
        let view = MatrixView::new(rows, width, Scalars::F64(block.values))?;
        sums.curvature.add(view, &[], Some(&curvatures))
    }
}

impl<L: PredictorLoss> StatisticalQuery for PredictorPass<'_, L> {
    type Statistic = PredictorPassSums<L::Extra>;

    fn empty(&self) -> Self::Statistic {
        let width = self.design.width();
        let gradient = vec![0.0; width + 1];
        PredictorPassSums { loss: 0.0, gradient, curvature: Gram::new(width, 0), extra: self.loss.nothing() }
    }

    fn add(&self, sums: &mut Self::Statistic, rows: &Dataset, _first: u64) -> Result<()> {
        for_blocks(self.design, rows, self.origin, &targets_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut Self::Statistic, from: Self::Statistic) -> Result<()> {
        into.loss += from.loss;
        into.gradient.iter_mut().zip(from.gradient).for_each(|(a, b)| *a += b);
        self.loss.merge(&mut into.extra, from.extra);
        into.curvature.merge(&from.curvature)
    }

    fn update(&mut self, sums: Self::Statistic) -> Result<PassOutcome> {
        self.found = Some(sums);
        Ok(PassOutcome::Done)
    }
}
