//! One pass over the rows: the loss of given weights, its gradient and its Hessian.

use crate::blocks::{DesignBlock, DesignValues, add_products, codes_of, for_stored_blocks};
use crate::sparse;
use hornbook_core::Result;
use hornbook_data::{Dataset, Matrix, MatrixView, Scalars};
use hornbook_encoding::{Encoder, add_row_products};
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::Gram;
use hornbook_math::loss::{LogisticLoss, LossDerivatives, PointLoss, SoftmaxLoss};
use hornbook_math::matrix::line;

/// Weights to be tried on all rows.
pub(super) struct LogisticPass<'a> {
    pub design: &'a Encoder,
    /// What is taken off every row.
    pub origin: &'a [f64],
    /// The position of each class among those that occur.
    pub places: &'a [Option<usize>],
    /// An intercept for each sum, at the origin.
    pub intercepts: Vec<f64>,
    /// A row for each sum: one for two classes, else one a class.
    pub weights: Matrix,
    /// The part of each sum that the origin has.
    pub at_origin: Vec<f64>,
    /// The columns of whose weights second derivatives are asked for, if they are.
    pub curved: Option<&'a [usize]>,
    pub found: Option<LogisticPassSums>,
}

/// Sums over rows.
pub(super) struct LogisticPassSums {
    pub loss: f64,
    /// Whether the class of every row has the largest sum, alone.
    pub is_parted: bool,
    /// For each sum its derivatives by the coefficients and by the intercept.
    pub gradient: Vec<f64>,
    /// Products of the columns and of ones: for two classes with weights $p(1-p)$; for more with $p_k p_l$, for each pair
    /// $k < l$ of classes.
    pub curvature: Vec<Gram>,
    /// For each sum the gradients of rows without zeros, whose products with the columns are not about the
    /// origin yet.
    sparse_slopes: Vec<f64>,
}

impl LogisticPassSums {
    fn add(&mut self, other: LogisticPassSums) -> Result<()> {
        self.loss += other.loss;
        self.is_parted &= other.is_parted;
        self.gradient.iter_mut().zip(other.gradient).for_each(|(a, b)| *a += b);
        self.sparse_slopes.iter_mut().zip(other.sparse_slopes).for_each(|(a, b)| *a += b);
        self.curvature.iter_mut().zip(&other.curvature).try_for_each(|(a, b)| a.merge(b))
    }
}

/// What the rows of a block say, sum by sum.
struct RowDerivatives {
    /// Derivatives of the loss by the sums.
    gradients: Vec<f64>,
    /// Probabilities; of two classes $p(1-p)$, times the weight of the row.
    shares: Vec<f64>,
}

impl LogisticPass<'_> {
    fn outputs(&self) -> usize {
        self.intercepts.len()
    }

    fn block(
        &self,
        block: &DesignBlock<'_, u32, DesignValues<'_>>,
        sums: &mut LogisticPassSums,
    ) -> Result<()> {
        let (rows, width) = (block.targets.len(), self.design.width());
        let mut scores = Vec::with_capacity(self.outputs() * rows);
        for (output, &intercept) in self.intercepts.iter().enumerate() {
            let (start, weights) = (scores.len(), self.weights.row(output));
            match block.values {
                DesignValues::Dense(values) => {
                    scores.resize(start + rows, intercept);
                    add_row_products(values, width, weights, &mut scores[start..]);
                }
                DesignValues::Sparse(view) => {
                    let at_zero = intercept - self.at_origin[output];
                    scores.extend((0..rows).map(|row| at_zero + line::dot(view.row(row), weights)));
                }
            }
        }
        let rates = match self.outputs() {
            1 => self.two_classes(block, &scores, sums),
            _ => self.many_classes(block, &scores, sums),
        };
        let of_sums = sums.gradient.chunks_exact_mut(width + 1).zip(&mut sums.sparse_slopes);
        for (gradients, (gradient, sparse_slopes)) in rates.gradients.chunks_exact(rows).zip(of_sums) {
            let all: f64 = gradients.iter().sum();
            gradient[width] += all;
            match block.values {
                DesignValues::Dense(values) => {
                    add_products(values, gradients, &mut gradient[..width]);
                }
                DesignValues::Sparse(view) => {
                    *sparse_slopes += all;
                    for (row, &derivative) in gradients.iter().enumerate() {
                        line::add_scaled(view.row(row), derivative, gradient);
                    }
                }
            }
        }
        if let Some(columns) = self.curved {
            let picked;
            let values = match block.values {
                DesignValues::Dense(values) if columns.len() == width => values,
                DesignValues::Dense(values) => {
                    let rows = values.chunks_exact(width);
                    picked = rows.flat_map(|row| columns.iter().map(|&j| row[j])).collect::<Vec<f64>>();
                    &picked[..]
                }
                DesignValues::Sparse(view) => {
                    picked = sparse::picked(view, columns, self.origin);
                    &picked[..]
                }
            };
            let view = MatrixView::new(rows, columns.len(), Scalars::F64(values))?;
            match self.outputs() {
                1 => sums.curvature[0].add(view, &[], Some(&rates.shares))?,
                _ => add_pairs(view, &rates.shares, block.weights, &mut sums.curvature)?,
            }
        }
        Ok(())
    }

    /// The sum is the log odds of the second class.
    fn two_classes(
        &self,
        block: &DesignBlock<'_, u32, DesignValues<'_>>,
        scores: &[f64],
        sums: &mut LogisticPassSums,
    ) -> RowDerivatives {
        let mut rates = RowDerivatives {
            gradients: Vec::with_capacity(scores.len()),
            shares: Vec::with_capacity(scores.len()),
        };
        for ((&score, &code), &weight) in scores.iter().zip(block.targets).zip(block.weights) {
            let is_second = self.places[code as usize] == Some(1);
            let LossDerivatives { loss, gradient, hessian } =
                LogisticLoss.derivatives(f64::from(u8::from(is_second)), score);
            rates.gradients.push(weight * gradient);
            rates.shares.push(weight * hessian);
            if weight > 0.0 {
                sums.loss += weight * loss;
                sums.is_parted &= if is_second { score > 0.0 } else { score < 0.0 };
            }
        }
        rates
    }

    fn many_classes(
        &self,
        block: &DesignBlock<'_, u32, DesignValues<'_>>,
        scores: &[f64],
        sums: &mut LogisticPassSums,
    ) -> RowDerivatives {
        let (rows, outputs) = (block.targets.len(), self.outputs());
        let mut gradients = vec![0.0; scores.len()];
        let mut shares = scores.to_vec();
        let mut probabilities = vec![0.0; outputs];
        for (row, (&code, &weight)) in block.targets.iter().zip(block.weights).enumerate() {
            let Some(own) = self.places[code as usize].filter(|_| weight > 0.0) else { continue };
            let at = |output: usize| output * rows + row;
            let own_score = scores[at(own)];
            probabilities.iter_mut().enumerate().for_each(|(output, score)| *score = scores[at(output)]);
            let others = (0..outputs).filter(|&output| output != own);
            sums.is_parted &= others.clone().all(|output| probabilities[output] < own_score);
            sums.loss += weight * (SoftmaxLoss::normalize(&mut probabilities) - own_score);
            for (output, &probability) in probabilities.iter().enumerate() {
                shares[at(output)] = probability;
                gradients[at(output)] = weight * probability;
            }
            // One less its probability, without losing the digits of a small rest.
            gradients[at(own)] = -weight * others.map(|output| probabilities[output]).sum::<f64>();
        }
        RowDerivatives { gradients, shares }
    }
}

/// Adds the products of columns with weights $p_k p_l$, for each pair of classes.
fn add_pairs(view: MatrixView<'_>, shares: &[f64], weights: &[f64], curvature: &mut [Gram]) -> Result<()> {
    let outputs: Vec<&[f64]> = shares.chunks_exact(weights.len()).collect();
    let pairs =
        outputs.iter().enumerate().flat_map(|(k, one)| outputs[k + 1..].iter().map(move |l| (one, l)));
    let mut products = vec![0.0; weights.len()];
    for ((one, other), gram) in pairs.zip(curvature) {
        for ((product, weight), (p, q)) in products.iter_mut().zip(weights).zip(one.iter().zip(other.iter()))
        {
            *product = weight * p * q;
        }
        gram.add(view, &[], Some(&products))?;
    }
    Ok(())
}

impl StatisticalQuery for LogisticPass<'_> {
    type Statistic = LogisticPassSums;

    fn empty(&self) -> LogisticPassSums {
        let (outputs, width) = (self.outputs(), self.design.width());
        let pairs = if outputs == 1 { 1 } else { outputs * (outputs - 1) / 2 };
        let curvature = self.curved.map_or(Vec::new(), |columns| vec![Gram::new(columns.len(), 0); pairs]);
        LogisticPassSums {
            loss: 0.0,
            is_parted: true,
            gradient: vec![0.0; outputs * (width + 1)],
            curvature,
            sparse_slopes: vec![0.0; outputs],
        }
    }

    fn add(&self, sums: &mut LogisticPassSums, rows: &Dataset, _first: u64) -> Result<()> {
        for_stored_blocks(self.design, rows, self.origin, &codes_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut LogisticPassSums, from: LogisticPassSums) -> Result<()> {
        into.add(from)
    }

    fn update(&mut self, mut sums: LogisticPassSums) -> Result<PassOutcome> {
        let of_sums = sums.gradient.chunks_exact_mut(self.design.width() + 1).zip(&sums.sparse_slopes);
        for (gradient, &gradients) in of_sums.filter(|(_, gradients)| **gradients != 0.0) {
            gradient.iter_mut().zip(self.origin).for_each(|(sum, origin)| *sum -= gradients * origin);
        }
        self.found = Some(sums);
        Ok(PassOutcome::Done)
    }
}
