//! Weights to start from where a sum of zero has no mean.

use super::variance::Variance;
use crate::blocks::for_blocks;
use crate::design::{Design, targets_of};
use crate::model::Link;
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_learner::{Query, Step};
use hornbook_math::algebra::Gram;

/// Gathers weighted least squares of the sums that belong to means half way between the targets and their mean.
pub(super) struct StartPass<'a> {
    pub design: &'a Design,
    pub variance: Variance,
    pub link: Link,
    pub mean: f64,
    /// The column whose weight is 1.
    pub offset: Option<usize>,
    pub found: Option<Gram>,
}

impl Query for StartPass<'_> {
    type Statistic = Gram;

    fn empty(&self) -> Gram {
        Gram::new(self.design.width(), 1)
    }

    fn add(&self, gram: &mut Gram, rows: &Dataset, _first: u64) -> Result<()> {
        let width = self.design.width();
        for_blocks(self.design, rows, &vec![0.0; width], &targets_of(rows)?, |block| {
            let (mut sums, mut bends) = (Vec::new(), Vec::new());
            for (row, (&y, &weight)) in block.targets.iter().zip(block.weights).enumerate() {
                let mean = 0.5 * (y + self.mean);
                let sum = self.link.sum(mean);
                let rate = self.link.slope(sum, mean);
                let bend = rate * rate / self.variance.of(mean);
                let is_known = weight > 0.0 && sum.is_finite() && bend.is_finite();
                let known_part = self.offset.map_or(0.0, |column| block.values[row * width + column]);
                sums.push(if is_known { sum - known_part } else { 0.0 });
                bends.push(if is_known { weight * bend } else { 0.0 });
            }
            let view = MatrixView::new(block.targets.len(), width, Scalars::F64(block.values))?;
            gram.add(view, &sums, Some(&bends))
        })
    }

    fn merge(&self, into: &mut Gram, from: Gram) -> Result<()> {
        into.merge(&from)
    }

    fn update(&mut self, gram: Gram) -> Result<Step> {
        self.found = Some(gram);
        Ok(Step::Done)
    }
}
