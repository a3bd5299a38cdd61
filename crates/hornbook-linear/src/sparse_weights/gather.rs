//! Sums of products of tall tables, gathered in one pass.

use super::descent::Sums;
use crate::design::{Design, targets_of};
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Matrix, MatrixView, Scalars};
use hornbook_learner::{Query, Step, learn_in_memory};
use hornbook_math::algebra::Gram;

/// Rows that say where the numbers lie, spread over all of them.
const SAMPLE: usize = 512;
/// A mean that is so many deviations from the origin costs half of the digits.
const FAR: f64 = 1e4;

/// The sums over some rows, and how many rows there were.
#[derive(Debug, Clone)]
pub(super) struct Gathered {
    pub rows: u64,
    pub gram: Gram,
}

/// Where sums are taken about: a place for each column, and one for the target.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    pub columns: Vec<f64>,
    pub target: f64,
}

/// Where rows lie: what the constant term follows from.
#[derive(Debug, Clone)]
pub(super) struct Centre {
    pub rows: u64,
    pub weight: f64,
    /// Of the columns in the order of the problem.
    pub means: Vec<f64>,
    pub target_mean: f64,
    pub intercept: bool,
}

impl Centre {
    /// The constant term that goes with some weights.
    pub fn constant(&self, weights: &[f64]) -> f64 {
        let slopes: f64 = weights.iter().zip(&self.means).map(|(w, mean)| w * mean).sum();
        if self.intercept { self.target_mean - slopes } else { 0.0 }
    }
}

/// Gathers the sums of each part of a table about one origin, so that they can be added up. If the origin turns out to be
/// far from a mean, there is a second pass.
pub(super) fn gather(
    parts: &[Dataset],
    design: &Design,
    intercept: bool,
    run: &Run,
) -> Result<(Vec<Gathered>, Origin)> {
    let mut origin = if intercept { sampled(parts, design)? } else { nowhere(design) };
    loop {
        let gathered = parts
            .iter()
            .map(|part| {
                let mut pass = Pass { design, origin: &origin, found: None };
                learn_in_memory(&mut pass, part, run)?;
                Ok(pass.found.take().unwrap_or_else(|| pass.empty()))
            })
            .collect::<Result<Vec<_>>>()?;
        match nearer(&total(&gathered, None)?, &origin, intercept)? {
            Some(near) => origin = near,
            None => return Ok((gathered, origin)),
        }
    }
}

/// The sums of all parts but perhaps one.
pub(super) fn total(parts: &[Gathered], but: Option<usize>) -> Result<Gathered> {
    let mut used = parts.iter().enumerate().filter(|(place, _)| Some(*place) != but).map(|(_, part)| part);
    let mut all = used.next().cloned().unwrap_or_else(|| Gathered { rows: 0, gram: Gram::new(0, 0) });
    for part in used {
        all.rows += part.rows;
        all.gram.merge(&part.gram)?;
    }
    Ok(all)
}

fn nowhere(design: &Design) -> Origin {
    Origin { columns: vec![0.0; design.width()], target: 0.0 }
}

fn sampled(parts: &[Dataset], design: &Design) -> Result<Origin> {
    let mut origin = nowhere(design);
    let mut count = 0.0;
    for part in parts {
        let (rows, most) = (part.rows().len(), (SAMPLE / parts.len()).max(1));
        let places: Vec<u32> = (0..rows).step_by(rows.div_ceil(most).max(1)).map(|row| row as u32).collect();
        let sample = part.select(places);
        let (values, targets) = (design.rows_of(&sample), targets_of(&sample)?);
        for (row, y) in targets.iter().enumerate() {
            count += 1.0;
            let line = &values[row * design.width()..];
            // A running mean, which is exact where a column is constant.
            origin.columns.iter_mut().zip(line).for_each(|(mean, x)| *mean += (x - *mean) / count);
            origin.target += (y - origin.target) / count;
        }
    }
    Ok(origin)
}

/// The means, if the origin is so far from one of them that the sums lost digits, and moving it helps.
fn nearer(all: &Gathered, origin: &Origin, intercept: bool) -> Result<Option<Origin>> {
    if !intercept {
        return Ok(None);
    }
    let centred = all.gram.centred()?;
    let far = |mean: f64, origin: f64, squares: f64| {
        let distance = (mean - origin).abs();
        distance * distance * centred.weight > FAR * FAR * squares
            && distance > 8.0 * f64::EPSILON * mean.abs()
    };
    let is_far = (0..centred.means.len())
        .any(|j| far(centred.means[j], origin.columns[j], centred.matrix.at(j, j)))
        || far(centred.target_means[0], origin.target, centred.target_products.at(0, 0));
    Ok(is_far.then(|| Origin { columns: centred.means, target: centred.target_means[0] }))
}

impl Gathered {
    /// Means of products, about the means of columns or about zero, with columns in a chosen order.
    pub fn centred(&self, order: &[usize], origin: &Origin, intercept: bool) -> Result<(Sums, Centre)> {
        let (gram, weight) = (&self.gram, self.gram.weight());
        let (matrix, products, squares, means, target_mean) = match intercept {
            true => {
                let centred = gram.centred()?;
                let squares = centred.target_products.at(0, 0);
                (centred.matrix, centred.products, squares, centred.means, centred.target_means[0])
            }
            false => {
                let means: Vec<f64> = gram
                    .sums()
                    .iter()
                    .zip(&origin.columns)
                    .map(|(sum, origin)| origin + sum / weight)
                    .collect();
                let target_mean = origin.target + gram.target_sums()[0] / weight;
                (gram.matrix(), gram.products(), gram.target_products().at(0, 0), means, target_mean)
            }
        };
        let is_still = |mean: f64, squares: f64| {
            let rounding = if intercept { 4.0 * f64::EPSILON * mean } else { 0.0 };
            squares <= rounding * rounding * weight
        };
        let varies: Vec<bool> =
            order.iter().map(|&column| !is_still(means[column], matrix.at(column, column))).collect();
        let row = |i: usize| -> Vec<f64> {
            let entry = |j: usize| match varies[i] && varies[j] {
                true => matrix.at(order[i], order[j]) / weight,
                false => 0.0,
            };
            (0..order.len()).map(entry).collect()
        };
        let product = |i: usize| if varies[i] { products.at(order[i], 0) / weight } else { 0.0 };
        let sums = Sums {
            matrix: (0..order.len()).map(row).collect(),
            products: (0..order.len()).map(product).collect(),
            squares: if is_still(target_mean, squares) { 0.0 } else { squares / weight },
        };
        let means = order.iter().map(|&column| means[column]).collect();
        Ok((sums, Centre { rows: self.rows, weight, means, target_mean, intercept }))
    }

    /// What tells how wrong weights are on these rows.
    pub fn held_out<'a>(&self, order: &'a [usize], origin: &'a Origin) -> HeldOut<'a> {
        HeldOut {
            order,
            origin,
            matrix: self.gram.matrix(),
            products: self.gram.products(),
            sums: self.gram.sums(),
            target_squares: self.gram.target_products().at(0, 0),
            target_sum: self.gram.target_sums()[0],
            weight: self.gram.weight(),
        }
    }
}

/// Rows to be judged on, as sums about an origin.
pub(super) struct HeldOut<'a> {
    order: &'a [usize],
    origin: &'a Origin,
    matrix: Matrix,
    products: Matrix,
    sums: Vec<f64>,
    target_squares: f64,
    target_sum: f64,
    pub weight: f64,
}

impl HeldOut<'_> {
    /// The sum of the squared errors of some weights with a constant term.
    pub fn errors(&self, weights: &[f64], constant: f64) -> f64 {
        let used: Vec<(usize, f64)> =
            self.order.iter().copied().zip(weights.iter().copied()).filter(|(_, w)| *w != 0.0).collect();
        // The constant term where the origin is zero.
        let start = constant - self.origin.target;
        let constant = used.iter().fold(start, |sum, &(j, w)| sum + w * self.origin.columns[j]);
        let (mut squares, mut sum) = (self.target_squares, self.target_sum);
        for &(i, w) in &used {
            let fitted: f64 = used.iter().map(|&(j, other)| self.matrix.at(i, j) * other).sum();
            squares += w * (fitted - 2.0 * self.products.at(i, 0));
            sum -= w * self.sums[i];
        }
        (squares - 2.0 * constant * sum + constant * constant * self.weight).max(0.0)
    }
}

/// One pass over rows.
struct Pass<'a> {
    design: &'a Design,
    origin: &'a Origin,
    found: Option<Gathered>,
}

impl Query for Pass<'_> {
    type Statistic = Gathered;

    fn empty(&self) -> Gathered {
        Gathered { rows: 0, gram: Gram::around(&self.origin.columns, &[self.origin.target]) }
    }

    fn add(&self, gathered: &mut Gathered, rows: &Dataset, _first: u64) -> Result<()> {
        let copied;
        let values = match rows.matrix() {
            Some(matrix) => matrix,
            None => {
                copied = self.design.rows_of(rows);
                MatrixView::new(rows.rows().len(), self.design.width(), Scalars::F64(&copied))?
            }
        };
        let weights = rows.weights().map(|_| rows.row_weights());
        gathered.rows += match &weights {
            Some(weights) => weights.iter().filter(|weight| **weight > 0.0).count() as u64,
            None => rows.rows().len() as u64,
        };
        gathered.gram.add(values, &targets_of(rows)?, weights.as_deref())
    }

    fn merge(&self, into: &mut Gathered, from: Gathered) -> Result<()> {
        into.rows += from.rows;
        into.gram.merge(&from.gram)
    }

    fn update(&mut self, gathered: Gathered) -> Result<Step> {
        self.found = Some(gathered);
        Ok(Step::Done)
    }
}
