//! Several targets at once: a measure for each, side by side.

use super::measure::{ImpurityMeasure, LabelImpurity};
use crate::forest::combinations::TargetCombinations;

/// A measure for each of several targets. What a cut saves is the mean over the targets.
pub(in crate::forest) struct MultiTargetImpurity<'a, M> {
    measures: Vec<M>,
    /// What a cost saved counts for, by target.
    factors: Vec<f64>,
    /// Where the cells of each target start in a bin, and the end.
    starts: Vec<usize>,
    combinations: &'a TargetCombinations,
}

/// A row with a combination of labels.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::forest) struct CombinedRow {
    pub weight: f64,
    pub combination: u32,
}

impl<'a, M: ImpurityMeasure> MultiTargetImpurity<'a, M> {
    /// Measures of the targets, each with what a cost that it saves counts for.
    pub fn new(
        parts: impl IntoIterator<Item = (M, f64)>,
        combinations: &'a TargetCombinations,
    ) -> MultiTargetImpurity<'a, M> {
        let (measures, mut factors): (Vec<M>, Vec<f64>) = parts.into_iter().unzip();
        let count = measures.len() as f64;
        factors.iter_mut().for_each(|factor| *factor /= count);
        let mut starts = vec![0];
        for measure in &measures {
            starts.push(starts[starts.len() - 1] + measure.width());
        }
        MultiTargetImpurity { measures, factors, starts, combinations }
    }

    fn cells<'c>(&self, target: usize, cells: &'c [M::Cell]) -> &'c [M::Cell] {
        &cells[self.starts[target]..self.starts[target + 1]]
    }

    /// The measures with the cells of each.
    fn parts<'c>(&self, cells: &'c [M::Cell]) -> impl Iterator<Item = (&M, &'c [M::Cell])> {
        self.measures.iter().enumerate().map(|(target, measure)| (measure, self.cells(target, cells)))
    }
}

impl<M: LabelImpurity> ImpurityMeasure for MultiTargetImpurity<'_, M> {
    type Row = CombinedRow;
    type Cell = M::Cell;
    type Sides = Vec<M::Sides>;

    fn width(&self) -> usize {
        self.starts[self.measures.len()]
    }
    #[inline]
    fn add(&self, cells: &mut [M::Cell], start: usize, row: CombinedRow) {
        let labels = self.combinations.labels(row.combination);
        for ((measure, &label), at) in self.measures.iter().zip(labels).zip(&self.starts) {
            measure.add(cells, start + at, measure.row_stats_of(row.weight, label));
        }
    }
    fn weight(&self, cells: &[M::Cell]) -> f64 {
        self.measures[0].weight(self.cells(0, cells))
    }
    fn is_pure(&self, _: &[M::Cell], rows: &[CombinedRow]) -> bool {
        rows.windows(2).all(|pair| pair[0].combination == pair[1].combination)
    }

    fn sides(&self) -> Vec<M::Sides> {
        self.measures.iter().map(M::sides).collect()
    }
    fn start(&self, sides: &mut Vec<M::Sides>, whole: &[M::Cell]) {
        sides
            .iter_mut()
            .zip(self.parts(whole))
            .for_each(|(sides, (measure, cells))| measure.start(sides, cells));
    }
    fn push(&self, sides: &mut Vec<M::Sides>, cells: &[M::Cell]) {
        sides
            .iter_mut()
            .zip(self.parts(cells))
            .for_each(|(sides, (measure, cells))| measure.push(sides, cells));
    }
    fn score(&self, sides: &Vec<M::Sides>) -> f64 {
        let saved = self.measures.iter().zip(sides).map(|(measure, sides)| measure.score(sides));
        saved.zip(&self.factors).map(|(saved, factor)| saved * factor).sum()
    }
    fn first_weight(&self, sides: &Vec<M::Sides>) -> f64 {
        self.measures[0].first_weight(&sides[0])
    }

    fn orders(&self) -> usize {
        self.measures.iter().map(M::orders).sum()
    }
    fn rank(&self, mut order: usize, cells: &[M::Cell]) -> f64 {
        for (measure, cells) in self.parts(cells) {
            if order < measure.orders() {
                return measure.rank(order, cells);
            }
            order -= measure.orders();
        }
        0.0
    }

    fn leaf(&self, whole: &[M::Cell], values: &mut Vec<f64>) {
        self.parts(whole).for_each(|(measure, cells)| measure.leaf(cells, values));
    }
}
