//! Discriminants of many rows.

use super::normal_classes::NormalClasses;
use crate::naive_bayes::for_cell_blocks;
use hornbook_core::Result;
use hornbook_data::{Features, Matrix};
use hornbook_math::simd;
use rayon::prelude::*;

/// Rows that one thread takes at a time.
const CHUNK: usize = 4096;
/// Rows that are multiplied at a time.
const BLOCK: usize = 128;

/// What is computed once of normal classes, so that rows are scored fast.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scorer {
    /// Taken off each row first, which saves digits.
    center: Vec<f64>,
    form: ScorerForm,
}

#[derive(Debug, Clone, PartialEq)]
enum ScorerForm {
    /// Weights column by column, class by class, and an intercept for each class.
    Linear { weights: Vec<f64>, constants: Vec<f64> },
    /// The roots of the inverses side by side, what they make of the means, and an intercept for each class.
    Quadratic { roots: Matrix, offsets: Vec<f64>, constants: Vec<f64> },
}

impl Scorer {
    pub fn new(classes: &NormalClasses) -> Result<Scorer> {
        let (count, width) = (classes.classes(), classes.width());
        let center = classes.center();
        let apart = |class: usize| -> Vec<f64> {
            classes.means().row(class).iter().zip(&center).map(|(mean, c)| mean - c).collect()
        };
        let form = if classes.is_linear() {
            let mut weights = vec![0.0; width * count];
            let mut constants = Vec::with_capacity(count);
            for class in 0..count {
                let (apart, own) = (apart(class), weights_of(classes, class, &center)?);
                let square: f64 = own.iter().zip(&apart).map(|(w, a)| w * a).sum();
                constants.push(-0.5 * square + classes.priors()[class].ln());
                own.iter().enumerate().for_each(|(column, w)| weights[column * count + class] = *w);
            }
            ScorerForm::Linear { weights, constants }
        } else {
            let roots = Matrix::from_fn(width, count * width, |i, j| {
                classes.inverse(j / width).root.at(i, j % width)
            });
            let (mut offsets, mut constants) = (Vec::new(), Vec::new());
            for class in 0..count {
                let inverse = classes.inverse(class);
                offsets.extend(inverse.root.transposed_times(&apart(class))?);
                constants.push(-0.5 * inverse.log_determinant + classes.priors()[class].ln());
            }
            ScorerForm::Quadratic { roots, offsets, constants }
        };
        Ok(Scorer { center, form })
    }

    /// Makes something of the scores of all rows, as naive Bayes does: `make` gets the scores of a row and where to put it.
    pub fn for_scores<T: Send + Default + Clone>(
        &self,
        classes: &NormalClasses,
        rows: &Features<'_>,
        places: usize,
        make: impl Fn(&[f64], &mut [T]) + Sync,
    ) -> Result<Vec<T>> {
        let count = rows.rows();
        let columns: Vec<usize> = (0..classes.width()).collect();
        let mut made = vec![T::default(); count * places];
        let pieces: Vec<Result<()>> = made
            .par_chunks_mut(CHUNK * places.max(1))
            .enumerate()
            .map(|(piece, to)| {
                let range = piece * CHUNK..((piece + 1) * CHUNK).min(count);
                let (from, mut copy, mut scores) = (range.start, Vec::new(), Vec::new());
                for_cell_blocks(rows, range, |rows, block| {
                    let lines = block.lines(&columns, &mut copy);
                    scores.clear();
                    scores.resize(rows.len() * classes.classes(), 0.0);
                    self.scores(classes, lines, &mut scores)?;
                    let to = to[(rows.start - from) * places..].chunks_exact_mut(places.max(1));
                    scores
                        .chunks_exact(classes.classes().max(1))
                        .zip(to)
                        .for_each(|(scores, to)| make(scores, to));
                    Ok(())
                })
            })
            .collect();
        pieces.into_iter().collect::<Result<()>>()?;
        Ok(made)
    }

    /// The scores of some rows: discriminants but for what all classes share.
    fn scores(&self, classes: &NormalClasses, rows: &[f64], to: &mut [f64]) -> Result<()> {
        let (width, count) = (classes.width(), classes.classes());
        match &self.form {
            ScorerForm::Linear { weights, constants } => {
                simd::run(LinearScores { center: &self.center, weights, constants, rows, to: &mut *to });
            }
            ScorerForm::Quadratic { roots, offsets, constants } => {
                let blocks = rows.chunks(BLOCK * width.max(1)).zip(to.chunks_mut(BLOCK * count));
                for (rows, to) in blocks {
                    let centered = rows.chunks_exact(width).flat_map(|row| row.iter().zip(&self.center));
                    let centered: Vec<f64> = centered.map(|(x, center)| x - center).collect();
                    let turned = Matrix::new(rows.len() / width, width, centered)?.product(roots)?;
                    simd::run(QuadraticScores { turned: turned.values(), offsets, constants, width, to });
                }
            }
        }
        // A row with missing values has no number for a score yet.
        for (row, to) in rows.chunks_exact(width.max(1)).zip(to.chunks_exact_mut(count.max(1))) {
            if row.iter().any(|x| x.is_nan()) {
                to.copy_from_slice(&classes.discriminants(row)?);
            }
        }
        Ok(())
    }
}

/// What a class with the same covariance as all others multiplies columns by, about a center.
pub(super) fn weights_of(classes: &NormalClasses, class: usize, center: &[f64]) -> Result<Vec<f64>> {
    let apart: Vec<f64> = classes.means().row(class).iter().zip(center).map(|(mean, c)| mean - c).collect();
    let root = &classes.inverse(class).root;
    root.times(&root.transposed_times(&apart)?)
}

struct LinearScores<'a> {
    center: &'a [f64],
    weights: &'a [f64],
    constants: &'a [f64],
    rows: &'a [f64],
    to: &'a mut [f64],
}

impl simd::SimdKernel for LinearScores<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (width, count) = (self.center.len(), self.constants.len());
        for (row, to) in self.rows.chunks_exact(width.max(1)).zip(self.to.chunks_exact_mut(count)) {
            to.copy_from_slice(self.constants);
            for ((x, center), weights) in row.iter().zip(self.center).zip(self.weights.chunks_exact(count)) {
                let apart = x - center;
                to.iter_mut().zip(weights).for_each(|(to, weight)| *to += apart * weight);
            }
        }
    }
}

struct QuadraticScores<'a> {
    turned: &'a [f64],
    offsets: &'a [f64],
    constants: &'a [f64],
    width: usize,
    to: &'a mut [f64],
}

impl simd::SimdKernel for QuadraticScores<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        const LANES: usize = 4;
        let count = self.constants.len();
        for (row, to) in self.turned.chunks_exact(self.offsets.len()).zip(self.to.chunks_exact_mut(count)) {
            for (class, to) in to.iter_mut().enumerate() {
                let part = class * self.width..(class + 1) * self.width;
                let (turned, offsets) = (&row[part.clone()], &self.offsets[part]);
                // Sums side by side, so that they need not wait for each other.
                let mut lanes = [0.0; LANES];
                let (whole, rest) = (turned.chunks_exact(LANES), turned.len() / LANES * LANES);
                for (x, c) in whole.zip(offsets.chunks_exact(LANES)) {
                    for lane in 0..LANES {
                        let apart = x[lane] - c[lane];
                        lanes[lane] += apart * apart;
                    }
                }
                let mut square: f64 = lanes.iter().sum();
                for (x, c) in turned[rest..].iter().zip(&offsets[rest..]) {
                    square += (x - c) * (x - c);
                }
                *to = self.constants[class] - 0.5 * square;
            }
        }
    }
}
