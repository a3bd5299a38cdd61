//! Weights, means and sums of squares and products of the classes, which merge.

use super::plan::CovariancePlan;
use crate::naive_bayes::{classes_of, for_cell_blocks};
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Matrix, MatrixView, Scalars};
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::Gram;

/// Rows that are put in order of their classes at a time; they stay in the caches.
const BLOCK_ROWS: usize = 4096;
/// Most sums of products, which fill two gigabytes.
const MOST_SUMS: usize = 1 << 28;

/// Sums over rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Scatter {
    pub width: usize,
    /// Rows that weigh something.
    pub rows: u64,
    /// The weight of each class.
    pub weights: Vec<f64>,
    /// The means of each class, class by class.
    pub means: Vec<f64>,
    /// The products of the columns about the means of the classes: one matrix for each class, or one for all.
    pub products: Vec<Vec<f64>>,
    /// Of each class the sum of the fourth powers of the lengths of its rows, standardized; empty until they are asked for.
    pub fourth: Vec<f64>,
}

impl Scatter {
    fn new(classes: usize, width: usize, by_class: bool) -> Scatter {
        let matrices = if by_class { classes } else { 1 };
        Scatter {
            width,
            rows: 0,
            weights: vec![0.0; classes],
            means: vec![0.0; classes * width],
            products: vec![vec![0.0; width * width]; matrices],
            fourth: Vec::new(),
        }
    }

    pub fn is_by_class(&self) -> bool {
        self.products.len() == self.weights.len() && self.weights.len() > 1
    }

    pub fn mean(&self, class: usize) -> &[f64] {
        &self.means[class * self.width..][..self.width]
    }

    /// The products of one class, where they are kept.
    pub fn of_class(&self, class: usize) -> Matrix {
        Matrix::from_fn(self.width, self.width, |i, j| self.products[class][i * self.width + j])
    }

    /// The products of all classes, each about its own mean.
    pub fn within(&self) -> Matrix {
        let at = |i: usize, j: usize| self.products.iter().map(|p| p[i * self.width + j]).sum();
        Matrix::from_fn(self.width, self.width, at)
    }

    pub fn weight(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// Adds other rows (Chan's formula).
    pub fn merge(&mut self, other: &Scatter) {
        self.rows += other.rows;
        self.products.iter_mut().zip(&other.products).for_each(|(into, from)| add(into, from));
        let last = self.products.len() - 1;
        for class in 0..self.weights.len() {
            self.merge_mean(class, other.weights[class], other.mean(class), class.min(last));
        }
        if self.fourth.is_empty() {
            self.fourth = other.fourth.clone();
        } else {
            add(&mut self.fourth, &other.fourth);
        }
    }

    /// Moves the mean of a class as rows of this weight and mean do, and adds what the move brings to the products.
    fn merge_mean(&mut self, class: usize, weight: f64, mean: &[f64], matrix: usize) {
        if weight == 0.0 {
            return;
        }
        let width = self.width;
        let (before, all) = (self.weights[class], self.weights[class] + weight);
        let means = &mut self.means[class * width..][..width];
        if before > 0.0 {
            let apart: Vec<f64> = mean.iter().zip(means.iter()).map(|(new, old)| new - old).collect();
            let factor = before * weight / all;
            for (line, a) in self.products[matrix].chunks_exact_mut(width).zip(&apart) {
                let scaled = factor * a;
                line.iter_mut().zip(&apart).for_each(|(sum, b)| *sum += scaled * b);
            }
        }
        means.iter_mut().zip(mean).for_each(|(old, new)| *old += (new - *old) * (weight / all));
        self.weights[class] = all;
    }

    /// Adds rows in order of their classes, which end at `ends`.
    fn add_sorted(&mut self, rows: &mut [f64], weights: Option<&[f64]>, ends: &[usize]) -> Result<()> {
        let width = self.width;
        let by_class = self.products.len() > 1;
        let mut means = vec![0.0; self.means.len()];
        let mut sums = vec![0.0; self.weights.len()];
        let mut start = 0;
        for (class, &end) in ends.iter().enumerate() {
            let part = &mut rows[start * width..end * width];
            let weight = |row: usize| weights.map_or(1.0, |weights| weights[start + row]);
            let mean = &mut means[class * width..][..width];
            sums[class] = (0..end - start).map(weight).sum();
            // Distances from the first row keep all digits, and are nothing where a column does not vary.
            let first: Vec<f64> = part.iter().take(width).copied().collect();
            for (row, line) in part.chunks_exact(width).enumerate() {
                let share = weight(row) / sums[class];
                mean.iter_mut()
                    .zip(line)
                    .zip(&first)
                    .for_each(|((mean, x), first)| *mean += share * (x - first));
            }
            mean.iter_mut().zip(&first).for_each(|(mean, first)| *mean += first);
            for line in part.chunks_exact_mut(width) {
                line.iter_mut().zip(mean.iter()).for_each(|(x, mean)| *x -= mean);
            }
            if by_class && end > start {
                let weights = weights.map(|weights| &weights[start..end]);
                add(&mut self.products[class], &products(part, width, weights)?);
            }
            start = end;
        }
        if !by_class {
            add(&mut self.products[0], &products(&rows[..start * width], width, weights)?);
        }
        self.rows += start as u64;
        let last = self.products.len() - 1;
        for class in 0..sums.len() {
            let mean = means[class * width..][..width].to_vec();
            self.merge_mean(class, sums[class], &mean, class.min(last));
        }
        Ok(())
    }
}

fn products(rows: &[f64], width: usize, weights: Option<&[f64]>) -> Result<Vec<f64>> {
    let mut gram = Gram::new(width, 0);
    gram.add(MatrixView::new(rows.len() / width.max(1), width, Scalars::F64(rows))?, &[], weights)?;
    Ok(gram.matrix().into_values())
}

fn add(into: &mut [f64], from: &[f64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
}

/// The passes over the rows: sums of products and, where they are needed, fourth powers.
pub(super) struct ScatterPasses {
    classes: usize,
    width: usize,
    by_class: bool,
    fourth_powers: bool,
    pub found: Scatter,
}

impl ScatterPasses {
    pub fn new(plan: &CovariancePlan, classes: usize, width: usize) -> Result<ScatterPasses> {
        let by_class = plan.needs_classes();
        let matrices = if by_class { classes.max(1) } else { 1 };
        if width.saturating_mul(width).saturating_mul(matrices) > MOST_SUMS {
            return Err(Error::data(
                format!("{width} columns have too many products with each other for {matrices} covariances"),
                "leave columns out, or use naive Bayes, which needs none",
            ));
        }
        Ok(ScatterPasses {
            classes,
            width,
            by_class,
            fourth_powers: plan.needs_fourth_powers(),
            found: Scatter::default(),
        })
    }

    fn is_first(&self) -> bool {
        self.found.weights.is_empty()
    }

    /// Adds the fourth powers of some rows, about the means and in units of the standard deviations that
    /// were found.
    fn add_fourth(&self, to: &mut [f64], rows: &[f64], weights: Option<&[f64]>, ends: &[usize]) {
        let mut start = 0;
        for (class, &end) in ends.iter().enumerate() {
            let deviations = deviations(&self.found, class);
            let mean = self.found.mean(class);
            for row in start..end {
                let line = &rows[row * self.width..][..self.width];
                let square: f64 =
                    line.iter().zip(mean).zip(&deviations).map(|((x, m), s)| ((x - m) / s).powi(2)).sum();
                to[class] += weights.map_or(1.0, |weights| weights[row]) * square * square;
            }
            start = end;
        }
    }
}

/// The standard deviations of the columns in a class; 1 where they do not vary.
pub(super) fn deviations(scatter: &Scatter, class: usize) -> Vec<f64> {
    let (products, weight) = (&scatter.products[class], scatter.weights[class]);
    let of = |column: usize| (products[column * scatter.width + column] / weight).sqrt();
    (0..scatter.width).map(of).map(|deviation| if deviation > 0.0 { deviation } else { 1.0 }).collect()
}

impl StatisticalQuery for ScatterPasses {
    type Statistic = Scatter;

    fn empty(&self) -> Scatter {
        match self.is_first() {
            true => Scatter::new(self.classes, self.width, self.by_class),
            false => Scatter { fourth: vec![0.0; self.classes], ..Scatter::default() },
        }
    }

    fn add(&self, scatter: &mut Scatter, data: &Dataset, _first: u64) -> Result<()> {
        let classes = classes_of(data)?;
        let weights = data.weights().map(|_| data.row_weights());
        let columns: Vec<usize> = (0..self.width).collect();
        let (mut copy, mut sorted) = (Vec::new(), vec![0.0; BLOCK_ROWS.min(classes.len()) * self.width]);
        let mut order: Vec<u32> = Vec::new();
        let cells = data.features_in_place();
        for start in (0..classes.len()).step_by(BLOCK_ROWS) {
            let range = start..(start + BLOCK_ROWS).min(classes.len());
            // Rows by class, each where its class has room.
            let counts = |row: usize| weights.as_ref().is_none_or(|weights| weights[row] > 0.0);
            let mut ends = vec![0; self.classes];
            range.clone().filter(|&row| counts(row)).for_each(|row| ends[classes[row] as usize] += 1);
            let mut total = 0;
            ends.iter_mut().for_each(|end| {
                total += *end;
                *end = total - *end;
            });
            order.clear();
            order.resize(total, 0);
            let mut place_of = vec![usize::MAX; range.len()];
            for row in range.clone().filter(|&row| counts(row)) {
                let end = &mut ends[classes[row] as usize];
                (place_of[row - start], order[*end]) = (*end, row as u32);
                *end += 1;
            }
            for_cell_blocks(&cells, range, |rows, block| {
                let lines = block.lines(&columns, &mut copy);
                for (row, line) in rows.zip(lines.chunks_exact(self.width.max(1))) {
                    let place = place_of[row - start];
                    if place != usize::MAX {
                        sorted[place * self.width..][..self.width].copy_from_slice(line);
                    }
                }
                Ok(())
            })?;
            let of_sorted: Option<Vec<f64>> =
                weights.as_ref().map(|weights| order.iter().map(|&row| weights[row as usize]).collect());
            match self.is_first() {
                true => scatter.add_sorted(&mut sorted[..total * self.width], of_sorted.as_deref(), &ends)?,
                false => self.add_fourth(&mut scatter.fourth, &sorted, of_sorted.as_deref(), &ends),
            }
        }
        Ok(())
    }

    fn merge(&self, into: &mut Scatter, from: Scatter) -> Result<()> {
        match self.is_first() {
            true => into.merge(&from),
            false => add(&mut into.fourth, &from.fourth),
        }
        Ok(())
    }

    fn update(&mut self, scatter: Scatter) -> Result<PassOutcome> {
        if self.is_first() {
            self.found = scatter;
            return Ok(if self.fourth_powers { PassOutcome::AnotherPass } else { PassOutcome::Done });
        }
        self.found.fourth = scatter.fourth;
        Ok(PassOutcome::Done)
    }
}
