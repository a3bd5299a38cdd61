//! Least squares as passes over the rows.

use super::solve::{Solution, by_sums, by_triangle};
use crate::design::{Design, targets_of};
use hornbook_core::Result;
use hornbook_data::{Dataset, Matrix, MatrixView, Scalars};
use hornbook_learner::{Query, Step};
use hornbook_math::algebra::{CentredGram, Gram, PivotedQr};

/// Beyond this condition, sums of squares lose digits that the residuals can give back.
const MILD: f64 = 1e3;
/// Beyond this one they cannot.
const SEVERE: f64 = 1e6;
/// Residuals smaller than this share of the target's spread are not to be had as a difference of sums.
const SLIGHT: f64 = 1e-6;
/// A mean that is so many deviations from the origin costs half of the digits.
const FAR: f64 = 1e4;
/// Most passes that correct the weights.
const CORRECTIONS: u32 = 3;

/// What is learned, and how.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub intercept: bool,
    pub price: f64,
    /// Whether columns are priced in units of their deviations.
    pub standardize: bool,
}

/// Least squares between two passes.
pub(super) struct Passes<'a> {
    pub design: &'a Design,
    pub plan: Plan,
    origin: Vec<f64>,
    target_origin: Vec<f64>,
    stage: Stage,
    centred: Option<CentredGram>,
    solution: Option<Solution>,
    pub rows: u64,
}

enum Stage {
    Sums { moved: bool },
    Correct { left: u32 },
    Triangle,
}

/// What a pass gathers.
pub(super) struct Gathered {
    rows: u64,
    sums: Sums,
}

enum Sums {
    Gram(Gram),
    /// The products of columns with residuals, the sums of the residuals and of their squares, target by target.
    Residuals {
        products: Matrix,
        sums: Vec<f64>,
        squares: Vec<f64>,
    },
    /// A matrix with the products of columns and targets that all rows have.
    Triangle(Option<Matrix>),
}

impl<'a> Passes<'a> {
    /// For rows like these, of which the first say where the numbers lie.
    pub fn new(design: &'a Design, plan: Plan, like: &Dataset) -> Result<Passes<'a>> {
        const SAMPLE: usize = 256;
        let sample = like.slice(0..like.rows().len().min(SAMPLE));
        let targets = like.all_targets().count();
        let (rows, ys) = (design.rows_of(&sample), targets_of(&sample)?);
        let origin_of = |values: &[f64], width: usize| {
            let mut means = vec![0.0; width];
            if plan.intercept {
                for line in values.chunks_exact(width.max(1)) {
                    means.iter_mut().zip(line).for_each(|(mean, x)| *mean += x / sample.rows().len() as f64);
                }
            }
            means
        };
        // More columns than rows leave nothing to Cholesky, and their squares would fill the memory.
        let is_wide = like.rows().len() <= design.width() && !like.rows().is_empty();
        Ok(Passes {
            origin: origin_of(&rows, design.width()),
            target_origin: origin_of(&ys, targets),
            design,
            plan,
            stage: if is_wide { Stage::Triangle } else { Stage::Sums { moved: false } },
            centred: None,
            solution: None,
            rows: 0,
        })
    }

    /// What the passes found.
    pub fn into_solution(self) -> Option<Solution> {
        self.solution
    }

    fn targets(&self) -> usize {
        self.target_origin.len()
    }

    fn residuals(&self, chunk: &Chunk<'_>) -> Sums {
        let (width, targets) = (self.design.width(), self.targets());
        let mut products = Matrix::zeros(width, targets);
        let (mut sums, mut squares) = (vec![0.0; targets], vec![0.0; targets]);
        let Some(solution) = &self.solution else { return Sums::Residuals { products, sums, squares } };
        let mut from_mean = vec![0.0; width];
        for row in 0..chunk.rows {
            let weight = chunk.weight(row);
            if weight == 0.0 {
                continue;
            }
            chunk.copy_row(row, &solution.means, &mut from_mean);
            for target in 0..targets {
                let fitted: f64 =
                    from_mean.iter().zip(solution.weights.row(target)).map(|(x, w)| x * w).sum();
                let residual = (chunk.targets[row * targets + target] - solution.target_means[target])
                    - solution.shifts[target]
                    - fitted;
                let weighted = weight * residual;
                sums[target] += weighted;
                squares[target] += weighted * residual;
                for (product, x) in
                    products.values_mut()[target..].iter_mut().step_by(targets).zip(&from_mean)
                {
                    *product += weighted * x;
                }
            }
        }
        Sums::Residuals { products, sums, squares }
    }

    fn triangle(&self, chunk: &Chunk<'_>) -> Result<Option<Matrix>> {
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
struct Chunk<'a> {
    rows: usize,
    values: MatrixView<'a>,
    targets: Vec<f64>,
    weights: Option<Vec<f64>>,
}

impl Chunk<'_> {
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

impl Query for Passes<'_> {
    type Statistic = Gathered;

    fn empty(&self) -> Gathered {
        let sums = match self.stage {
            Stage::Sums { .. } => Sums::Gram(Gram::around(&self.origin, &self.target_origin)),
            Stage::Correct { .. } => Sums::Residuals {
                products: Matrix::zeros(self.design.width(), self.targets()),
                sums: vec![0.0; self.targets()],
                squares: vec![0.0; self.targets()],
            },
            Stage::Triangle => Sums::Triangle(None),
        };
        Gathered { rows: 0, sums }
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
        let chunk = Chunk { rows: rows.rows().len(), values, targets: targets_of(rows)?, weights };
        gathered.rows += (0..chunk.rows).filter(|&row| chunk.weight(row) > 0.0).count() as u64;
        match &mut gathered.sums {
            Sums::Gram(gram) => gram.add(chunk.values, &chunk.targets, chunk.weights.as_deref())?,
            sums @ Sums::Residuals { .. } => {
                let more = self.residuals(&chunk);
                merge_sums(sums, more)?;
            }
            sums @ Sums::Triangle(_) => {
                let more = Sums::Triangle(self.triangle(&chunk)?);
                merge_sums(sums, more)?;
            }
        }
        Ok(())
    }

    fn merge(&self, into: &mut Gathered, from: Gathered) -> Result<()> {
        into.rows += from.rows;
        merge_sums(&mut into.sums, from.sums)
    }

    fn update(&mut self, gathered: Gathered) -> Result<Step> {
        self.rows = gathered.rows;
        match gathered.sums {
            Sums::Gram(gram) => self.solve_sums(&gram),
            Sums::Residuals { products, sums, squares } => self.correct(&products, &sums, squares),
            Sums::Triangle(matrix) => {
                let (origin, targets) = (&self.origin, &self.target_origin);
                self.solution =
                    matrix.map(|matrix| by_triangle(&matrix, (origin, targets), self.plan)).transpose()?;
                Ok(Step::Done)
            }
        }
    }
}

fn merge_sums(into: &mut Sums, from: Sums) -> Result<()> {
    match (into, from) {
        (Sums::Gram(into), Sums::Gram(from)) => into.merge(&from)?,
        (
            Sums::Residuals { products, sums, squares },
            Sums::Residuals { products: more, sums: more_sums, squares: more_squares },
        ) => {
            let add = |to: &mut [f64], from: &[f64]| to.iter_mut().zip(from).for_each(|(a, b)| *a += b);
            add(products.values_mut(), more.values());
            add(sums, &more_sums);
            add(squares, &more_squares);
        }
        (Sums::Triangle(into), Sums::Triangle(from)) => {
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

impl Passes<'_> {
    fn solve_sums(&mut self, gram: &Gram) -> Result<Step> {
        let centred = if self.plan.intercept { gram.centred()? } else { about_zero(gram) };
        if let Stage::Sums { moved: false } = self.stage
            && self.plan.intercept
            && self.is_far(&centred)
        {
            (self.origin, self.target_origin) = (centred.means, centred.target_means);
            self.stage = Stage::Sums { moved: true };
            return Ok(Step::Again);
        }
        let solution = by_sums(&centred, self.plan)?;
        let next = match &solution {
            Some(found) if found.condition <= MILD && !found.residuals_are_slight(SLIGHT) => None,
            Some(found) if found.condition <= SEVERE => Some(Stage::Correct { left: CORRECTIONS }),
            _ => Some(Stage::Triangle),
        };
        (self.origin, self.target_origin) = (centred.means.clone(), centred.target_means.clone());
        self.centred = Some(centred);
        self.solution = solution;
        match next {
            None => Ok(Step::Done),
            Some(stage) => {
                self.stage = stage;
                Ok(Step::Again)
            }
        }
    }

    /// Whether a mean is so far from the origin that the sums lost digits.
    fn is_far(&self, centred: &CentredGram) -> bool {
        let far = |mean: f64, origin: f64, squares: f64| {
            (mean - origin).powi(2) * centred.weight > FAR * FAR * squares && mean != origin
        };
        let columns =
            (0..centred.means.len()).any(|j| far(centred.means[j], self.origin[j], centred.matrix.at(j, j)));
        let targets = (0..centred.target_means.len())
            .any(|j| far(centred.target_means[j], self.target_origin[j], centred.target_products.at(j, j)));
        columns || targets
    }

    /// Corrects the weights by what the residuals say.
    fn correct(&mut self, products: &Matrix, sums: &[f64], squares: Vec<f64>) -> Result<Step> {
        let Stage::Correct { left } = self.stage else { return Ok(Step::Done) };
        let (Some(solution), Some(centred)) = (&mut self.solution, &self.centred) else {
            return Ok(Step::Done);
        };
        solution.residual_squares = squares;
        if left == 0 {
            return Ok(Step::Done);
        }
        let moved = solution.correct(products, sums, centred.weight, self.plan)?;
        // The squares of the residuals are those of the weights before; a last pass adds those of the last ones up.
        let left = if moved > f64::EPSILON { left - 1 } else { 0 };
        self.stage = Stage::Correct { left };
        Ok(Step::Again)
    }
}

/// The sums as they are, for lines through the origin.
fn about_zero(gram: &Gram) -> CentredGram {
    CentredGram {
        weight: gram.weight(),
        means: vec![0.0; gram.columns()],
        target_means: vec![0.0; gram.targets()],
        matrix: gram.matrix(),
        products: gram.products(),
        target_products: gram.target_products(),
    }
}
