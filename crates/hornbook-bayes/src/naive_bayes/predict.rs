//! Scores of rows: the logarithm of prior times likelihood, class by class.

use super::cells::for_cell_blocks;
use super::likelihoods::ClassLikelihoods;
use super::scores::Scores;
use hornbook_core::Result;
use hornbook_data::{Features, SparseRows};
use rayon::prelude::*;
use std::ops::Range;

/// Rows that one thread takes at a time.
const CHUNK: usize = 4096;

impl ClassLikelihoods {
    /// Makes something of the scores of all rows: `make` gets those of some rows, row by row, and where to put it, which
    /// is so many positions a row.
    pub fn for_scores<T: Send + Default + Clone>(
        &self,
        rows: &Features<'_>,
        places: usize,
        make: impl Fn(&[f64], &mut [T]) + Sync,
    ) -> Result<Vec<T>> {
        let count = rows.rows();
        let mut made = vec![T::default(); count * places];
        let sparse = match rows {
            Features::Sparse(sparse) => SparseScores::new(self).map(|scores| (sparse, scores)),
            _ => None,
        };
        let classes = self.priors.len();
        let pieces: Vec<Result<()>> = made
            .par_chunks_mut(CHUNK * places.max(1))
            .enumerate()
            .map(|(piece, to)| {
                let range = piece * CHUNK..((piece + 1) * CHUNK).min(count);
                let mut scores = vec![0.0; range.len() * classes];
                match &sparse {
                    Some((sparse, by)) => by.scores(sparse, range, &mut scores),
                    None => self.block_scores(rows, range, &mut scores)?,
                }
                for (scores, to) in
                    scores.chunks_exact(classes.max(1)).zip(to.chunks_exact_mut(places.max(1)))
                {
                    make(scores, to);
                }
                Ok(())
            })
            .collect();
        pieces.into_iter().collect::<Result<()>>()?;
        Ok(made)
    }

    fn block_scores(&self, features: &Features<'_>, rows: Range<usize>, to: &mut [f64]) -> Result<()> {
        let classes = self.priors.len();
        let (mut by_class, mut copy) = (Vec::new(), Vec::new());
        let from = rows.start;
        for_cell_blocks(features, rows, |range, block| {
            by_class.clear();
            let height = range.len();
            self.priors.iter().for_each(|p| by_class.resize(by_class.len() + height, p.ln()));
            for (column, scores) in self.columns.iter().enumerate() {
                let values = block.column(column, &mut copy);
                for (class, sums) in by_class.chunks_exact_mut(height).enumerate() {
                    scores.add(class, values, sums);
                }
            }
            let to = &mut to[(range.start - from) * classes..];
            for (class, sums) in by_class.chunks_exact(height).enumerate() {
                to.iter_mut().skip(class).step_by(classes).zip(sums).for_each(|(to, sum)| *to = *sum);
            }
            Ok(())
        })
    }

    /// Turns the scores of a row into probabilities. A row that no class allows says nothing, and the prior stays.
    pub fn normalize(&self, scores: &[f64], to: &mut [f64]) {
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !largest.is_finite() {
            to.copy_from_slice(&self.priors);
        } else {
            to.iter_mut().zip(scores).for_each(|(to, score)| *to = (score - largest).exp());
        }
        let sum: f64 = to.iter().sum();
        to.iter_mut().for_each(|p| *p /= sum);
    }

    /// The first of the most likely classes.
    pub fn best(&self, scores: &[f64]) -> usize {
        let best = hornbook_learner::first_largest(scores);
        if scores.get(best).is_some_and(|score| *score > f64::NEG_INFINITY) {
            best
        } else {
            hornbook_learner::first_largest(&self.priors)
        }
    }
}

/// Scores of rows most of whose values are zero: those of a row of zeros, and what each stored value changes.
struct SparseScores<'a> {
    learned: &'a ClassLikelihoods,
    zeros: Vec<f64>,
    /// Column by column, class by class: what an event adds, or what a truth adds to a falsehood.
    changes: Vec<f64>,
}

impl<'a> SparseScores<'a> {
    /// If all columns are truths, false at zero, or events, and no class is ruled out by a value.
    fn new(learned: &'a ClassLikelihoods) -> Option<SparseScores<'a>> {
        let mut zeros: Vec<f64> = learned.priors.iter().map(|p| p.ln()).collect();
        let mut changes = Vec::with_capacity(learned.columns.len() * zeros.len());
        for scores in &learned.columns {
            match scores {
                scores if !scores.is_finite() => return None,
                Scores::Events(weights) => changes.extend_from_slice(weights),
                Scores::Truth { threshold, logs } if *threshold >= 0.0 => {
                    zeros.iter_mut().zip(logs).for_each(|(zero, [no, _])| *zero += no);
                    changes.extend(logs.iter().map(|[no, yes]| yes - no));
                }
                _ => return None,
            }
        }
        Some(SparseScores { learned, zeros, changes })
    }

    fn scores(&self, rows: &SparseRows, range: Range<usize>, to: &mut [f64]) {
        let (view, classes) = (rows.view(), self.zeros.len());
        for (row, to) in range.zip(to.chunks_exact_mut(classes.max(1))) {
            to.copy_from_slice(&self.zeros);
            let (columns, values) = view.row(row);
            for (&column, &x) in columns.iter().zip(values) {
                let scores = &self.learned.columns[column as usize];
                let factor = match scores {
                    Scores::Truth { logs, .. } if x.is_nan() => {
                        to.iter_mut().zip(logs).for_each(|(to, [no, _])| *to -= no);
                        continue;
                    }
                    Scores::Truth { threshold, .. } => f64::from(u8::from(x > *threshold)),
                    _ if x.is_nan() => continue,
                    _ => x,
                };
                let changes = &self.changes[column as usize * classes..][..classes];
                to.iter_mut().zip(changes).for_each(|(to, change)| *to += factor * change);
            }
        }
    }
}
