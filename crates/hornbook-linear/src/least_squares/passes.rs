//! Least squares as passes over the rows.

use super::solve::{NormalEquationSolution, by_sums, by_triangle};
use crate::design::{check_width, for_views, rows_of, targets_of};
use hornbook_core::Result;
use hornbook_data::{Dataset, Matrix, MatrixView, Scalars};
use hornbook_encoding::Encoder;
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::{CenteredGram, Gram, PivotedQr};
use hornbook_math::double_double::DoubleDoubleSum;

/// Beyond this condition, sums of squares lose digits that the residuals can give back.
const MILD: f64 = 1e3;
/// Beyond this one they cannot.
const SEVERE: f64 = 1e6;
/// Residuals smaller than this fraction of the target's spread are not to be had as a difference of sums.
const SLIGHT: f64 = 1e-6;
/// A mean that is so many deviations from the origin costs half of the digits.
const FAR: f64 = 1e4;
/// Most columns of numbers: their products with each other fill a gigabyte.
pub(super) const MOST_COLUMNS: usize = 12_000;
/// Most passes that correct the coefficients.
const CORRECTIONS: u32 = 3;

/// What is learned, and how.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeastSquaresConfig {
    pub intercept: bool,
    pub l2_penalty: f64,
    /// Whether columns are penalized in units of their standard deviation.
    pub standardize: bool,
}

/// Least squares between two passes.
pub(super) struct LeastSquaresPasses<'a> {
    pub design: &'a Encoder,
    pub config: LeastSquaresConfig,
    origin: Vec<f64>,
    target_origin: Vec<f64>,
    stage: PassStage,
    solution: Option<NormalEquationSolution>,
    pub rows: u64,
}

enum PassStage {
    NormalEquations { moved: bool },
    Correct { left: u32 },
    Triangle,
}

/// What a pass gathers.
pub(super) struct LeastSquaresStatistic {
    rows: u64,
    sums: NormalEquationSums,
}

enum NormalEquationSums {
    Gram(Gram),
    /// Of each target the products of the residuals with each column, their sum and that of their squares.
    Residuals(Vec<DoubleDoubleSum>),
    /// A matrix with the products of columns and targets that all rows have.
    Triangle(Option<Matrix>),
}

impl<'a> LeastSquaresPasses<'a> {
    /// For rows like these, of which the first say where the numbers lie.
    pub fn new(
        design: &'a Encoder,
        config: LeastSquaresConfig,
        like: &Dataset,
    ) -> Result<LeastSquaresPasses<'a>> {
        const SAMPLE: usize = 256;
        check_width(design, MOST_COLUMNS)?;
        let sample = like.slice(0..like.rows().len().min(SAMPLE));
        let targets = like.all_targets().count();
        let (rows, ys) = (rows_of(design, &sample), targets_of(&sample)?);
        let origin_of = |values: &[f64], width: usize| {
            let mut means = vec![0.0; width];
            if config.intercept {
                for line in values.chunks_exact(width.max(1)) {
                    means.iter_mut().zip(line).for_each(|(mean, x)| *mean += x / sample.rows().len() as f64);
                }
            }
            means
        };
        // More columns than rows leave nothing to Cholesky, and their squares would fill the memory.
        let is_wide = like.rows().len() <= design.width() && !like.rows().is_empty();
        Ok(LeastSquaresPasses {
            origin: origin_of(&rows, design.width()),
            target_origin: origin_of(&ys, targets),
            design,
            config,
            stage: if is_wide { PassStage::Triangle } else { PassStage::NormalEquations { moved: false } },
            solution: None,
            rows: 0,
        })
    }

    /// What the passes found.
    pub fn into_solution(self) -> Option<NormalEquationSolution> {
        self.solution
    }

    fn targets(&self) -> usize {
        self.target_origin.len()
    }

    /// Sums over the residuals, with all digits: they are what is left of large numbers.
    fn residuals(&self, chunk: &RowChunk<'_>) -> Vec<DoubleDoubleSum> {
        let (width, targets) = (self.design.width(), self.targets());
        let mut sums = vec![DoubleDoubleSum::default(); targets * (width + 2)];
        let Some(solution) = &self.solution else { return sums };
        let (mut line, nothing) = (vec![0.0; width], vec![0.0; width]);
        for row in 0..chunk.rows {
            let weight = chunk.weight(row);
            if weight == 0.0 {
                continue;
            }
            chunk.copy_row(row, &nothing, &mut line);
            for (target, sums) in sums.chunks_exact_mut(width + 2).enumerate() {
                let mut residual = DoubleDoubleSum::default();
                residual.add(chunk.targets[row * targets + target]);
                residual.add(-solution.intercepts[target]);
                for (x, w) in line.iter().zip(solution.weights.row(target)) {
                    residual.add_product(-x, *w);
                }
                let residual = residual.value();
                let weighted = weight * residual;
                for (sum, x) in sums.iter_mut().zip(&line) {
                    sum.add_product(weighted, *x);
                }
                sums[width].add(weighted);
                sums[width + 1].add_product(weighted, residual);
            }
        }
        sums
    }

    fn triangle(&self, chunk: &RowChunk<'_>) -> Result<Option<Matrix>> {
        let (width, targets) = (self.design.width(), self.targets());
        let counting: Vec<usize> = (0..chunk.rows).filter(|&row| chunk.weight(row) > 0.0).collect();
        if counting.is_empty() {
            return Ok(None);
        }
        let all = width + targets + 1;
        let mut matrix = Matrix::zeros(counting.len(), all);
        for (line, &row) in matrix.values_mut().chunks_exact_mut(all).zip(&counting) {
            chunk.copy_row(row, &self.origin, &mut line[..width]);
            for target in 0..targets {
                line[width + target] = chunk.targets[row * targets + target] - self.target_origin[target];
            }
            line[width + targets] = 1.0;
            let root = chunk.weight(row).sqrt();
            line.iter_mut().for_each(|x| *x *= root);
        }
        reduced(matrix).map(Some)
    }
}

/// A matrix with the same products of columns, and no more rows than columns.
fn reduced(matrix: Matrix) -> Result<Matrix> {
    if matrix.rows() <= matrix.columns() {
        return Ok(matrix);
    }
    let qr = PivotedQr::new(&matrix)?;
    let mut back = Matrix::zeros(qr.r.rows(), qr.r.columns());
    for (place, &column) in qr.order.iter().enumerate() {
        (0..qr.r.rows()).for_each(|row| *back.at_mut(row, column) = qr.r.at(row, place));
    }
    Ok(back)
}

/// Some rows as numbers.
struct RowChunk<'a> {
    rows: usize,
    values: MatrixView<'a>,
    targets: Vec<f64>,
    weights: Option<Vec<f64>>,
}

impl RowChunk<'_> {
    fn weight(&self, row: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[row])
    }

    /// A row less an origin.
    fn copy_row(&self, row: usize, origin: &[f64], to: &mut [f64]) {
        let start = row * self.values.columns();
        match self.values.values() {
            Scalars::F64(values) => {
                to.iter_mut().zip(&values[start..]).zip(origin).for_each(|((to, x), o)| *to = x - o);
            }
            Scalars::F32(values) => {
                to.iter_mut()
                    .zip(&values[start..])
                    .zip(origin)
                    .for_each(|((to, &x), o)| *to = f64::from(x) - o);
            }
        }
    }
}

impl StatisticalQuery for LeastSquaresPasses<'_> {
    type Statistic = LeastSquaresStatistic;

    fn empty(&self) -> LeastSquaresStatistic {
        let sums = match self.stage {
            PassStage::NormalEquations { .. } => {
                NormalEquationSums::Gram(Gram::around(&self.origin, &self.target_origin))
            }
            PassStage::Correct { .. } => NormalEquationSums::Residuals(vec![
                DoubleDoubleSum::default();
                self.targets()
                    * (self.design.width() + 2)
            ]),
            PassStage::Triangle => NormalEquationSums::Triangle(None),
        };
        LeastSquaresStatistic { rows: 0, sums }
    }

    fn add(&self, gathered: &mut LeastSquaresStatistic, rows: &Dataset, _first: u64) -> Result<()> {
        for_views(self.design, rows, |values, rows| {
            let weights = rows.weights().map(|_| rows.row_weights());
            let chunk = RowChunk { rows: rows.rows().len(), values, targets: targets_of(rows)?, weights };
            gathered.rows += (0..chunk.rows).filter(|&row| chunk.weight(row) > 0.0).count() as u64;
            match &mut gathered.sums {
                NormalEquationSums::Gram(gram) => {
                    gram.add(chunk.values, &chunk.targets, chunk.weights.as_deref())
                }
                sums @ NormalEquationSums::Residuals(_) => {
                    merge_sums(sums, NormalEquationSums::Residuals(self.residuals(&chunk)))
                }
                sums @ NormalEquationSums::Triangle(_) => {
                    merge_sums(sums, NormalEquationSums::Triangle(self.triangle(&chunk)?))
                }
            }
        })
    }

    fn merge(&self, into: &mut LeastSquaresStatistic, from: LeastSquaresStatistic) -> Result<()> {
        into.rows += from.rows;
        merge_sums(&mut into.sums, from.sums)
    }

    fn update(&mut self, gathered: LeastSquaresStatistic) -> Result<PassOutcome> {
        self.rows = gathered.rows;
        match gathered.sums {
            NormalEquationSums::Gram(gram) => self.solve_sums(&gram),
            NormalEquationSums::Residuals(sums) => self.correct(&sums),
            NormalEquationSums::Triangle(matrix) => {
                let (origin, targets) = (&self.origin, &self.target_origin);
                self.solution =
                    matrix.map(|matrix| by_triangle(&matrix, (origin, targets), self.config)).transpose()?;
                if self.solution.is_none() {
                    return Ok(PassOutcome::Done);
                }
                self.stage = PassStage::Correct { left: CORRECTIONS };
                Ok(PassOutcome::AnotherPass)
            }
        }
    }
}

fn merge_sums(into: &mut NormalEquationSums, from: NormalEquationSums) -> Result<()> {
    match (into, from) {
        (NormalEquationSums::Gram(into), NormalEquationSums::Gram(from)) => into.merge(&from)?,
        (NormalEquationSums::Residuals(into), NormalEquationSums::Residuals(from)) => {
            into.iter_mut().zip(from).for_each(|(into, from)| into.merge(from));
        }
        (NormalEquationSums::Triangle(into), NormalEquationSums::Triangle(from)) => {
            *into = match (into.take(), from) {
                (Some(one), Some(other)) => {
                    let values = [one.values(), other.values()].concat();
                    Some(reduced(Matrix::new(one.rows() + other.rows(), one.columns(), values)?)?)
                }
                (one, other) => one.or(other),
            };
        }
        // A pass gathers one thing.
        _ => {}
    }
    Ok(())
}

impl LeastSquaresPasses<'_> {
    fn solve_sums(&mut self, gram: &Gram) -> Result<PassOutcome> {
        let centered = if self.config.intercept { gram.centered()? } else { about_zero(gram) };
        if let PassStage::NormalEquations { moved: false } = self.stage
            && self.config.intercept
            && self.is_far(&centered)
        {
            (self.origin, self.target_origin) = (centered.means, centered.target_means);
            self.stage = PassStage::NormalEquations { moved: true };
            return Ok(PassOutcome::AnotherPass);
        }
        let solution = by_sums(&centered, self.config)?;
        let next = match &solution {
            Some(found) if found.condition <= MILD && !found.residuals_are_slight(SLIGHT) => None,
            Some(found) if found.condition <= SEVERE => Some(PassStage::Correct { left: CORRECTIONS }),
            _ => Some(PassStage::Triangle),
        };
        (self.origin, self.target_origin) = (centered.means, centered.target_means);
        self.solution = solution;
        match next {
            None => Ok(PassOutcome::Done),
            Some(stage) => {
                self.stage = stage;
                Ok(PassOutcome::AnotherPass)
            }
        }
    }

    /// Whether a mean is so far from the origin that the sums lost digits.
    fn is_far(&self, centered: &CenteredGram) -> bool {
        let far = |mean: f64, origin: f64, squares: f64| {
            (mean - origin).powi(2) * centered.weight > FAR * FAR * squares && mean != origin
        };
        let columns = (0..centered.means.len())
            .any(|j| far(centered.means[j], self.origin[j], centered.matrix.at(j, j)));
        let targets = (0..centered.target_means.len())
            .any(|j| far(centered.target_means[j], self.target_origin[j], centered.target_products.at(j, j)));
        columns || targets
    }

    /// Corrects the coefficients by what the residuals say.
    fn correct(&mut self, sums: &[DoubleDoubleSum]) -> Result<PassOutcome> {
        let PassStage::Correct { left } = self.stage else { return Ok(PassOutcome::Done) };
        let (width, config) = (self.design.width(), self.config);
        let Some(solution) = &mut self.solution else { return Ok(PassOutcome::Done) };
        let targets = sums.chunks_exact(width + 2);
        solution.residual_squares = targets.clone().map(|sums| sums[width + 1].value()).collect();
        if left == 0 {
            return Ok(PassOutcome::Done);
        }
        let mut moved = 0.0f64;
        for (target, sums) in targets.enumerate() {
            moved = moved.max(solution.correct(target, &sums[..width], sums[width], config)?);
        }
        // The squares of the residuals are those of the coefficients before; a last pass adds those of the
        // last ones up.
        let left = if moved > f64::EPSILON { left - 1 } else { 0 };
        self.stage = PassStage::Correct { left };
        Ok(PassOutcome::AnotherPass)
    }
}

/// The sums as they are, for lines through the origin.
fn about_zero(gram: &Gram) -> CenteredGram {
    CenteredGram {
        weight: gram.weight(),
        means: vec![0.0; gram.columns()],
        target_means: vec![0.0; gram.targets()],
        matrix: gram.matrix(),
        products: gram.products(),
        target_products: gram.target_products(),
    }
}
