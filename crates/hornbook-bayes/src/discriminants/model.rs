use super::normal_classes::NormalClasses;
use super::plan::{CovariancePlan, CovarianceStructure};
use super::scatter::Scatter;
use super::scorer::{Scorer, weights_of};
use super::{attributes, estimate, explain, file};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Features, Matrix};
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, ShapValues, TargetOutputs, first_largest,
};
use hornbook_math::algebra::Svd;
use hornbook_math::special::log_sum_exp;

/// What a Gaussian discriminant has learned: a normal distribution for each class.
///
/// It keeps the sums it was made of, so that more rows can be added later.
#[derive(Debug, Clone)]
pub struct GaussianDiscriminantModel {
    pub(super) info: ModelInfo,
    pub(super) plan: CovariancePlan,
    pub(super) scatter: Scatter,
    pub(super) classes: NormalClasses,
    scorer: Scorer,
}

/// The discriminant axes of classes with one covariance: the directions that separate them best.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscriminantAxes {
    /// A column for each direction, the most telling first; the covariance within classes along them is the identity.
    pub matrix: Matrix,
    /// The fraction of the variance between classes along each.
    pub shares: Vec<f64>,
    /// The mean of the classes weighted by their priors, from which rows are measured.
    pub center: Vec<f64>,
}

impl GaussianDiscriminantModel {
    pub(super) fn new(
        mut info: ModelInfo,
        plan: CovariancePlan,
        scatter: Scatter,
    ) -> Result<GaussianDiscriminantModel> {
        let (classes, warning) = estimate::classes(&plan, &scatter, &info.schema)?;
        // A model from a file has said so before.
        info.summary.warnings.extend(warning.filter(|said| !info.summary.warnings.contains(said)));
        let scorer = Scorer::new(&classes)?;
        Ok(GaussianDiscriminantModel { info, plan, scatter, classes, scorer })
    }

    /// The classes as normal distributions: discriminants, boundaries, surfaces of equal density and the Bayes error.
    pub fn classes(&self) -> &NormalClasses {
        &self.classes
    }

    /// The weight of the training rows of each class.
    pub fn class_weights(&self) -> &[f64] {
        &self.scatter.weights
    }

    /// Weights and constants whose sums rank the classes, if all have one covariance: a row for each class, or one for the
    /// second of two, whose sum are its log odds.
    pub fn coefficients(&self) -> Option<(Matrix, Vec<f64>)> {
        if !self.classes.is_linear() {
            return None;
        }
        let is_centered =
            matches!(&self.plan.shape, CovarianceStructure::Shared(shared) if shared.is_centered);
        let width = self.classes.width();
        let center = self.classes.center();
        let origin = if is_centered { center.clone() } else { vec![0.0; width] };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (mut weights, mut constants) = (Vec::new(), Vec::new());
        for class in 0..self.classes.classes() {
            let own = weights_of(&self.classes, class, &origin).ok()?;
            let mean = self.classes.means().row(class);
            let apart: Vec<f64> = mean.iter().zip(&origin).map(|(m, o)| m - o).collect();
            constants.push(-0.5 * dot(&own, &apart) - dot(&own, &origin) + self.classes.priors()[class].ln());
            weights.push(own);
        }
        if weights.len() == 2 {
            let difference: Vec<f64> = weights[1].iter().zip(&weights[0]).map(|(a, b)| a - b).collect();
            (weights, constants) = (vec![difference], vec![constants[1] - constants[0]]);
        }
        Some((Matrix::from_fn(weights.len(), width, |i, j| weights[i][j]), constants))
    }

    /// The directions along which the classes lie apart, at most one fewer than there are classes; none if the classes
    /// have covariances of their own.
    pub fn directions(&self) -> Result<Option<DiscriminantAxes>> {
        const NOTHING: f64 = 1e-4;
        if !self.classes.is_linear() || self.classes.classes() == 0 {
            return Ok(None);
        }
        let (count, width) = (self.classes.classes(), self.classes.width());
        let center = self.classes.center();
        let apart = Matrix::from_fn(count, width, |class, column| {
            self.classes.priors()[class].sqrt() * (self.classes.means().at(class, column) - center[column])
        });
        let root = &self.classes.inverse(0).root;
        if root.columns() == 0 {
            return Ok(Some(DiscriminantAxes {
                matrix: Matrix::zeros(width, 0),
                shares: Vec::new(),
                center,
            }));
        }
        let svd = Svd::new(&apart.product(root)?)?;
        let total: f64 = svd.values.iter().map(|x| x * x).sum();
        let largest = svd.values.first().copied().unwrap_or(0.0);
        let most = (count - 1).min(svd.values.len());
        let kept = svd.values[..most].iter().filter(|value| **value > NOTHING * largest).count();
        let turn = Matrix::from_fn(root.columns(), kept, |i, j| svd.v.at(i, j));
        let shares = svd.values[..most].iter().map(|x| x * x / total).collect();
        Ok(Some(DiscriminantAxes { matrix: root.product(&turn)?, shares, center }))
    }

    /// The rows along the [`directions`](GaussianDiscriminantModel::directions), measured from their center.
    pub fn project(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.check_width(rows)?;
        let Some(directions) = self.directions()? else {
            return Err(Error::data(
                "classes with covariances of their own have no common discriminant axes",
                "fit a linear discriminant",
            ));
        };
        let columns: Vec<usize> = (0..rows.width()).collect();
        let mut lines = Vec::with_capacity(rows.rows() * rows.width());
        let mut copy = Vec::new();
        crate::naive_bayes::for_cell_blocks(rows, 0..rows.rows(), |_, block| {
            let values = block.lines(&columns, &mut copy);
            for line in values.chunks_exact(columns.len().max(1)) {
                lines.extend(line.iter().zip(&directions.center).map(|(x, center)| x - center));
            }
            Ok(())
        })?;
        Matrix::new(rows.rows(), rows.width(), lines)?.product(&directions.matrix)
    }

    /// The scores of each row, one a class: discriminants but for what all classes share.
    pub fn decision_scores(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.check_width(rows)?;
        let count = self.classes.classes();
        let keep = |scores: &[f64], to: &mut [f64]| to.copy_from_slice(scores);
        Matrix::new(rows.rows(), count, self.scorer.for_scores(&self.classes, rows, count, keep)?)
    }

    /// The logarithm of the probability of each class given each row.
    pub fn log_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let mut scores = self.decision_scores(rows)?;
        for row in 0..scores.rows() {
            let line = scores.row_mut(row);
            let all = log_sum_exp(line);
            line.iter_mut().for_each(|score| *score -= all);
        }
        Ok(scores)
    }

    fn check_width(&self, rows: &Features<'_>) -> Result<()> {
        let (found, needed) = (rows.width(), self.classes.width());
        if found == needed {
            return Ok(());
        }
        Err(Error::mismatch(
            format!("the rows have {found} columns and the model needs {needed}"),
            "give the columns of training",
        ))
    }

    /// What each column adds to the score of each class, from the mean of the given rows, if classes share a covariance.
    fn parts(&self, rows: &Features<'_>, means: &[f64]) -> Result<ShapValues> {
        let (count, width) = (self.classes.classes(), self.classes.width());
        let center = self.classes.center();
        let weights: Vec<Vec<f64>> =
            (0..count).map(|class| weights_of(&self.classes, class, &center)).collect::<Result<_>>()?;
        let mut base = Vec::with_capacity(count);
        for (class, weights) in weights.iter().enumerate() {
            let mean = self.classes.means().row(class);
            let along = |x: &[f64]| -> f64 {
                weights.iter().zip(x).zip(&center).map(|((w, x), c)| w * (x - c)).sum()
            };
            base.push(along(means) - 0.5 * along(mean) + self.classes.priors()[class].ln());
        }
        let columns: Vec<_> = (0..width).map(|column| numbers_of(rows, column)).collect();
        let mut values = Vec::with_capacity(rows.rows() * width * count);
        for row in 0..rows.rows() {
            for (column, x) in columns.iter().enumerate() {
                values.extend(weights.iter().map(|weights| weights[column] * (x[row] - means[column])));
            }
        }
        Ok(ShapValues::new(base, values, rows.rows(), width))
    }
}

/// A column of numbers; missing where there are none.
fn numbers_of(rows: &Features<'_>, column: usize) -> Vec<f64> {
    match rows.column(column) {
        hornbook_data::Feature::Number(x) => x.to_vec(),
        other => vec![f64::NAN; other.len()],
    }
}

impl Model for GaussianDiscriminantModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.plan, &self.scatter)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for GaussianDiscriminantModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        self.check_width(rows)?;
        let levels = &self.info.schema.target.classes;
        if !request.probabilities {
            let best = |scores: &[f64], to: &mut [u32]| to[0] = first_largest(scores) as u32;
            let codes = self.scorer.for_scores(&self.classes, rows, 1, best)?;
            return Ok(vec![TargetOutputs::of_classes(codes, levels)]);
        }
        let count = self.classes.classes();
        let copy = |scores: &[f64], to: &mut [f64]| to.copy_from_slice(scores);
        let mut values = self.scorer.for_scores(&self.classes, rows, count, copy)?;
        // The class is that of the largest score, which rounding could make as probable as another.
        let codes = values.chunks_exact(count).map(|scores| first_largest(scores) as u32).collect();
        for scores in values.chunks_exact_mut(count) {
            let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            scores.iter_mut().for_each(|score| *score = (*score - largest).exp());
            let sum: f64 = scores.iter().sum();
            scores.iter_mut().for_each(|p| *p /= sum);
        }
        let probabilities = Matrix::new(rows.rows(), count, values)?;
        Ok(vec![TargetOutputs::of_classes(codes, levels).with_probabilities(probabilities)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        self.check_width(row.features())?;
        explain::row(self, row.features())
    }

    /// Divides the scores of the classes, if they share a covariance and no value is missing.
    fn row_function(&self, name: &str, rows: &Features<'_>, _arguments: &[f64]) -> Result<Option<Matrix>> {
        Ok(Some(match name {
            "decision_function" => {
                let scores = self.decision_scores(rows)?;
                if scores.columns() != 2 {
                    return Ok(Some(scores));
                }
                // Of two classes the log odds of the second.
                Matrix::from_fn(scores.rows(), 1, |row, _| scores.at(row, 1) - scores.at(row, 0))
            }
            "predict_log_proba" => self.log_probabilities(rows)?,
            "transform" => self.project(rows)?,
            _ => return Ok(None),
        }))
    }

    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        _run: &Run,
    ) -> Result<Option<ShapValues>> {
        self.check_width(rows)?;
        background.map_or(Ok(()), |rows| self.check_width(rows))?;
        if !self.classes.is_linear() {
            return Ok(None);
        }
        let width = self.classes.width();
        let means: Vec<f64> = match background {
            Some(rows) => {
                let mean = |column| numbers_of(rows, column).iter().sum::<f64>() / rows.rows() as f64;
                (0..width).map(mean).collect()
            }
            None => {
                let total = self.scatter.weight();
                let of = |column: usize| -> f64 {
                    let weights = self.scatter.weights.iter().enumerate();
                    weights.map(|(class, weight)| weight / total * self.scatter.mean(class)[column]).sum()
                };
                (0..width).map(of).collect()
            }
        };
        let parts = self.parts(rows, &means)?;
        let is_finite = parts.base().iter().chain(parts.values()).all(|x| x.is_finite());
        Ok(is_finite.then_some(parts))
    }
}

impl Inspect for GaussianDiscriminantModel {
    fn size(&self) -> Option<f64> {
        let (d, k) = (self.classes.width() as f64, self.classes.classes() as f64);
        let covariances = match &self.plan.shape {
            CovarianceStructure::Spherical => 1.0,
            CovarianceStructure::Diagonal => d,
            CovarianceStructure::Shared(_) => d * (d + 1.0) / 2.0,
            CovarianceStructure::Full { .. } => k * d * (d + 1.0) / 2.0,
        };
        Some(k - 1.0 + k * d + covariances)
    }

    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        attributes::attribute(self, name)
    }
}

impl LoadModel for GaussianDiscriminantModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<GaussianDiscriminantModel> {
        let (plan, scatter) = file::from_bytes(&info.schema, bytes)?;
        GaussianDiscriminantModel::new(info, plan, scatter).map_err(|e| Error::damaged(e.to_string()))
    }
}
