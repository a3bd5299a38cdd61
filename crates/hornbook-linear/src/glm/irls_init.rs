//! Coefficients to start from where a sum of zero has no mean.

use crate::blocks::for_blocks;
use crate::design::targets_of;
use crate::model::Link;
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_encoding::Encoder;
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::Gram;
use hornbook_math::loss::VarianceFunction;

/// Gathers weighted least squares of the sums that belong to means half way between the targets and their mean.
pub(super) struct IrlsInit<'a> {
    pub design: &'a Encoder,
    pub variance: VarianceFunction,
    pub link: Link,
    pub mean: f64,
    /// The column whose weight is 1.
    pub offset: Option<usize>,
    pub found: Option<Gram>,
}

impl StatisticalQuery for IrlsInit<'_> {
    type Statistic = Gram;

    fn empty(&self) -> Gram {
        Gram::new(self.design.width(), 1)
    }

    fn add(&self, gram: &mut Gram, rows: &Dataset, _first: u64) -> Result<()> {
        let width = self.design.width();
        for_blocks(self.design, rows, &vec![0.0; width], &targets_of(rows)?, |block| {
            let (mut sums, mut curvatures) = (Vec::new(), Vec::new());
            for (row, (&y, &weight)) in block.targets.iter().zip(block.weights).enumerate() {
                let mean = 0.5 * (y + self.mean);
                let sum = self.link.sum(mean);
                let rate = self.link.derivative(sum, mean);
                let curvature = rate * rate / self.variance.of(mean);
                let is_known = weight > 0.0 && sum.is_finite() && curvature.is_finite();
                let known_part = self.offset.map_or(0.0, |column| block.values[row * width + column]);
                sums.push(if is_known { sum - known_part } else { 0.0 });
                curvatures.push(if is_known { weight * curvature } else { 0.0 });
            }
            let view = MatrixView::new(block.targets.len(), width, Scalars::F64(block.values))?;
            gram.add(view, &sums, Some(&curvatures))
        })
    }

    fn merge(&self, into: &mut Gram, from: Gram) -> Result<()> {
        into.merge(&from)
    }

    fn update(&mut self, gram: Gram) -> Result<PassOutcome> {
        self.found = Some(gram);
        Ok(PassOutcome::Done)
    }
}
