//! The errors of units with their gradients.

use super::params::{Activation, DeltaRule, DeltaRuleLoss, Reduction};
use crate::linear_machine::{LinearMachine, share};
use crate::perceptron::UpdateMode;
use crate::row_blocks::{RowBlock, RowBlocks};
use crate::training_rows::inner;
use hornbook_core::{Error, Result};
use hornbook_math::loss::{LogisticLoss, LossDerivatives, PointLoss, SquaredLoss, sigmoid};
use hornbook_math::optimize::{Objective, SumObjective};
use std::cell::{Cell, RefCell};

/// What units make of rows. Their weights are a point: of each unit those of the columns, and the intercept behind them.
pub(super) struct UnitObjective {
    pub outputs: usize,
    width: usize,
    unit: Activation,
    loss: DeltaRuleLoss,
    /// 1 if there is an intercept, and else 0.
    intercept: f64,
    /// The targets of classes: of a unit for others, and for its own.
    no: f64,
    yes: f64,
}

impl UnitObjective {
    pub fn new(learner: &DeltaRule, classes: usize, width: usize) -> UnitObjective {
        let (no, yes) = if learner.is_zero_one() { (0.0, 1.0) } else { (-1.0, 1.0) };
        UnitObjective {
            outputs: if classes > 2 { classes } else { 1 },
            width,
            unit: learner.unit,
            loss: learner.loss,
            intercept: f64::from(u8::from(learner.fit_intercept)),
            no,
            yes,
        }
    }

    pub fn dimension(&self) -> usize {
        self.outputs * (self.width + 1)
    }

    #[inline]
    fn target(&self, block: &RowBlock, row: usize, output: usize) -> f64 {
        let Some(&place) = block.labels.places.get(row) else { return block.targets[row] };
        let is_own = if self.outputs == 1 { place == 1 } else { place as usize == output };
        if is_own { self.yes } else { self.no }
    }

    /// The loss of one unit for a row, and its gradient by the unit's sum.
    #[inline]
    fn of_unit(&self, block: &RowBlock, row: usize, output: usize, own: &[f64]) -> (f64, f64) {
        let sum = inner(&own[..self.width], block.rows.row(row)) + self.intercept * own[self.width];
        self.of_sum(sum, self.target(block, row, output))
    }

    /// Adds a multiple of a row to the weights of a unit, or to gradients by them.
    #[inline]
    fn add_multiple(&self, block: &RowBlock, row: usize, factor: f64, to: &mut [f64]) {
        let x = block.rows.row(row);
        to[..self.width].iter_mut().zip(x).for_each(|(to, x)| *to += factor * x);
        to[self.width] += factor * self.intercept;
    }

    /// The loss of a row. The gradient, times a factor, is added to `gradient`.
    #[inline]
    fn add_row(&self, block: &RowBlock, row: usize, point: &[f64], factor: f64, gradient: &mut [f64]) -> f64 {
        let (stride, mut loss) = (self.width + 1, 0.0);
        let units = point.chunks_exact(stride).zip(gradient.chunks_exact_mut(stride));
        for (output, (own, to)) in units.enumerate() {
            let (one, derivative) = self.of_unit(block, row, output, own);
            loss += one;
            self.add_multiple(block, row, factor * derivative, to);
        }
        loss
    }

    /// The loss of one sum, and its gradient.
    #[inline]
    fn of_sum(&self, sum: f64, target: f64) -> (f64, f64) {
        if self.unit == Activation::Linear {
            let LossDerivatives { loss, gradient, .. } = SquaredLoss.derivatives(target, sum);
            return (loss, gradient);
        }
        match self.loss {
            DeltaRuleLoss::Squared => {
                let output = sigmoid(sum);
                let LossDerivatives { loss, gradient, .. } = SquaredLoss.derivatives(target, output);
                (loss, gradient * output * (1.0 - output))
            }
            DeltaRuleLoss::CrossEntropy => {
                let LossDerivatives { loss, gradient, .. } = LogisticLoss.derivatives(target, sum);
                (loss, gradient)
            }
        }
    }
}

/// Units that learn the targets of all rows, which come in blocks.
pub(super) struct BatchObjective<'a> {
    pub rule: UnitObjective,
    pub blocks: &'a RowBlocks<'a>,
    /// What a sum is compared with to say yes.
    threshold: f64,
    /// Whether the errors are put together by their sum, and not by their mean.
    is_sum: bool,
    /// Which fraction of the weight the point that was looked at last puts on the wrong side.
    latest_wrong: Cell<f64>,
    /// The gradient at that point.
    latest_gradient: RefCell<Vec<f64>>,
    /// Why the rows could not be read, if so.
    failed: RefCell<Option<Error>>,
}

impl<'a> BatchObjective<'a> {
    pub fn new(learner: &DeltaRule, blocks: &'a RowBlocks<'a>) -> BatchObjective<'a> {
        BatchObjective {
            rule: UnitObjective::new(learner, blocks.classes.len(), blocks.width()),
            blocks,
            threshold: learner.threshold(),
            is_sum: learner.mode == UpdateMode::Batch && learner.reduction == Reduction::Sum,
            latest_wrong: Cell::default(),
            latest_gradient: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// The machine that a point is: its sums are above zero where a unit says yes.
    pub fn machine(&self, point: &[f64]) -> LinearMachine {
        let mut machine = LinearMachine::with(self.rule.outputs, point.to_vec());
        machine.move_constants(-self.threshold);
        machine
    }

    /// The loss at a point and its gradient.
    pub fn evaluate(&self, point: &[f64], gradient: &mut [f64]) -> Result<f64> {
        let length = gradient.len();
        let machine = self.machine(point);
        let error_counter = (self.blocks.classes.len() > 1).then(|| machine.error_counter(false));
        let rule = &self.rule;
        let sums = self.blocks.sum(length + 3, |block, row, sums| {
            let weight = block.rows.weights[row];
            let (gradient, others) = sums.split_at_mut(length);
            others[0] += weight * rule.add_row(block, row, point, weight, gradient);
            match &error_counter {
                Some(error_counter) => {
                    let place = block.labels.places[row];
                    error_counter.add_wrong(place, &block.rows, row, block.sizes[row], &mut others[1..]);
                }
                None => others[2] += weight,
            }
        })?;
        self.latest_wrong.set(share(&sums[length + 1..]));
        // The weight is added up here once more, since that of a survey depends on the blocks by rounding.
        let scale = if self.is_sum { 1.0 } else { 1.0 / sums[length + 2] };
        gradient.iter_mut().zip(&sums).for_each(|(to, sum)| *to = scale * sum);
        self.latest_gradient.replace(gradient.to_vec());
        Ok(scale * sums[length])
    }

    /// The fraction of the weight that the point looked at last puts on the wrong side.
    pub fn wrong(&self) -> f64 {
        self.latest_wrong.get()
    }

    /// The gradient at the point looked at last.
    pub fn latest_gradient(&self) -> Vec<f64> {
        self.latest_gradient.borrow().clone()
    }

    /// An error that kept a search from going on.
    pub fn failure(&self) -> Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// The rows of a block as terms.
    pub fn terms<'b>(&'b self, block: &'b RowBlock) -> MiniBatchTerms<'b> {
        MiniBatchTerms { rule: &self.rule, block }
    }
}

impl Objective for BatchObjective<'_> {
    fn dimension(&self) -> usize {
        self.rule.dimension()
    }

    /// Rows that cannot be read have no loss, which ends the search.
    fn value_and_gradient(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
        self.evaluate(point, gradient).unwrap_or_else(|error| {
            self.failed.replace(Some(error));
            f64::NAN
        })
    }
}

/// The rows of a block as a stochastic descent meets them.
pub(super) struct MiniBatchTerms<'a> {
    rule: &'a UnitObjective,
    block: &'a RowBlock,
}

impl SumObjective for MiniBatchTerms<'_> {
    fn dimension(&self) -> usize {
        self.rule.dimension()
    }

    fn terms(&self) -> usize {
        self.block.visits()
    }

    fn add_term(&self, term: usize, point: &[f64], scale: f64, gradient: &mut [f64]) -> f64 {
        let (row, share) = self.block.visit(term);
        share * self.rule.add_row(self.block, row as usize, point, scale * share, gradient)
    }

    #[inline]
    fn descend(&self, term: usize, rate: f64, point: &mut [f64], _: &mut [f64]) {
        let (row, share) = self.block.visit(term);
        for (output, own) in point.chunks_exact_mut(self.rule.width + 1).enumerate() {
            let (_, derivative) = self.rule.of_unit(self.block, row as usize, output, own);
            self.rule.add_multiple(self.block, row as usize, -rate * share * derivative, own);
        }
    }

    #[inline]
    fn expect(&self, term: usize) {
        self.block.expect(self.block.visit(term).0 as usize);
    }
}
