//! The best ascending map: isotonic regression.

use super::LabeledProbability;
use hornbook_learner::ClassCalibrator;
use hornbook_math::sort::{ordered_bits, radix_sort};

/// Probabilities closer than this are equal: they are the same number after different roundings.
const ROUNDING: f64 = 1e-15;

/// Neighboring probabilities that get one value.
#[derive(Clone, Copy)]
struct IsotonicBlock {
    first: f64,
    last: f64,
    positive: f64,
    weight: f64,
}

impl IsotonicBlock {
    fn value(&self) -> f64 {
        self.positive / self.weight
    }

    fn add(&mut self, positive: f64, weight: f64) {
        self.positive += positive;
        self.weight += weight;
    }

    fn join(&mut self, right: &IsotonicBlock) {
        self.last = right.last;
        self.add(right.positive, right.weight);
    }
}

/// Pool adjacent violators: rows in the order of their probability, equal ones together; a block whose fraction of
/// positives is not above that of the block before it is joined with it. Linear in the rows after sorting.
pub(super) fn fit(rows: &[LabeledProbability]) -> ClassCalibrator {
    let mut order: Vec<(u64, u32)> =
        rows.iter().zip(0u32..).map(|(row, i)| (ordered_bits(row.probability), i)).collect();
    radix_sort(&mut order, |&(bits, _)| bits);
    let mut ties: Vec<IsotonicBlock> = Vec::new();
    for row in order.iter().map(|&(_, i)| &rows[i as usize]) {
        let positive = if row.positive { row.weight } else { 0.0 };
        match ties.last_mut() {
            Some(tie) if row.probability - tie.first < ROUNDING => tie.add(positive, row.weight),
            _ => ties.push(IsotonicBlock {
                first: row.probability,
                last: row.probability,
                positive,
                weight: row.weight,
            }),
        }
    }
    let mut blocks: Vec<IsotonicBlock> = Vec::new();
    for mut block in ties {
        while let Some(before) = blocks.last_mut().filter(|before| before.value() >= block.value()) {
            before.join(&block);
            block = *before;
            blocks.pop();
        }
        blocks.push(block);
    }
    let (mut knots, mut values) = (Vec::new(), Vec::new());
    for block in &blocks {
        let ends = [block.first, block.last];
        for &knot in &ends[..if block.first < block.last { 2 } else { 1 }] {
            knots.push(knot);
            values.push(block.value());
        }
    }
    ClassCalibrator::Isotonic { knots, values }
}
