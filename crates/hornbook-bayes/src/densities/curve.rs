//! Densities to be drawn.

use hornbook_core::{Error, Result, Seed};
use hornbook_data::{Matrix, Table};
use hornbook_learner::{Model, Predictions};

/// What densities can do beside predicting: rows can be drawn from them, and they know where they are.
pub trait DensityEstimator: Model {
    /// From where to where a column is worth drawing.
    fn range(&self, column: usize) -> (f64, f64);

    /// Rows drawn from the density, row i by `seed.derive(i)`.
    fn sample(&self, rows: usize, seed: Seed) -> Matrix;

    /// The same as a table with the names of the columns.
    fn sample_table(&self, rows: usize, seed: Seed) -> Result<Table> {
        let drawn = self.sample(rows, seed);
        let mut table = Table::builder();
        for (at, input) in self.info().schema.inputs.iter().enumerate() {
            table = table.number(&input.name, drawn.column(at));
        }
        table.build()
    }
}

/// The density of one column at some points.
#[derive(Debug, Clone, PartialEq)]
pub struct DensityCurve {
    /// The column's name.
    pub column: String,
    /// The points.
    pub x: Vec<f64>,
    /// The density at each.
    pub density: Vec<f64>,
}

/// The density of two columns on a grid: a row for each point in the first, a column for each in the second.
#[derive(Debug, Clone, PartialEq)]
pub struct DensityGrid {
    /// The columns' names.
    pub columns: [String; 2],
    /// The points in the first.
    pub x: Vec<f64>,
    /// The points in the second.
    pub y: Vec<f64>,
    /// The density at each pair.
    pub density: Matrix,
}

/// The density of a model of one column, at so many points over its range.
///
/// ```
/// use hornbook_bayes::densities::{Bandwidth, KernelDensity, density_curve};
/// use hornbook_data::Table;
/// use hornbook_learner::Fit;
/// let table = Table::builder().number("x", vec![1.0, 2.0, 2.5, 4.0]).build()?;
/// let model = KernelDensity::default().bandwidth(Bandwidth::Number(0.5)).fit(&table.dataset())?;
/// let curve = density_curve(&model, 401)?;
/// let area: f64 = curve.density.iter().sum::<f64>() * (curve.x[1] - curve.x[0]);
/// assert!((area - 1.0).abs() < 1e-3);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn density_curve(model: &impl DensityEstimator, points: usize) -> Result<DensityCurve> {
    let inputs = &model.info().schema.inputs;
    let [input] = inputs.as_slice() else { return Err(other_width(inputs.len(), "a curve", "one column")) };
    let x = places(model.range(0), points)?;
    let density = densities(model, Matrix::new(x.len(), 1, x.clone())?)?;
    Ok(DensityCurve { column: input.name.clone(), x, density })
}

/// The density of a model of two columns, at so many points over the range of each.
pub fn density_grid(model: &impl DensityEstimator, points: usize) -> Result<DensityGrid> {
    let inputs = &model.info().schema.inputs;
    let [first, second] = inputs.as_slice() else {
        return Err(other_width(inputs.len(), "a grid", "two columns"));
    };
    let (x, y) = (places(model.range(0), points)?, places(model.range(1), points)?);
    let pairs = x.iter().flat_map(|a| y.iter().flat_map(move |b| [*a, *b])).collect();
    let density = densities(model, Matrix::new(x.len() * y.len(), 2, pairs)?)?;
    let density = Matrix::new(x.len(), y.len(), density)?;
    Ok(DensityGrid { columns: [first.name.clone(), second.name.clone()], x, y, density })
}

fn other_width(columns: usize, picture: &str, needed: &str) -> Error {
    Error::mismatch(
        format!("{picture} shows {needed}, and the model has {columns}"),
        format!("train a density of {needed}"),
    )
}

fn places((low, high): (f64, f64), points: usize) -> Result<Vec<f64>> {
    if points < 2 {
        return Err(Error::data(format!("{points} points are no picture"), "ask for two or more"));
    }
    let step = (high - low) / (points - 1) as f64;
    Ok((0..points).map(|at| low + step * at as f64).collect())
}

fn densities(model: &impl Model, rows: Matrix) -> Result<Vec<f64>> {
    let features = hornbook_data::Features::Matrix(rows.view());
    match model.predict_features(&features)? {
        Predictions::Numbers(logarithms) => Ok(logarithms.iter().map(|ln| ln.exp()).collect()),
        Predictions::Classes(..) => Err(Error::mismatch("the model predicts classes", "give a density")),
    }
}
