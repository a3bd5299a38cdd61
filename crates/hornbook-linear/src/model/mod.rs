//! A linear predictor for each target, or for classes.

pub(crate) mod attributes;
mod class_link;
mod classes;
mod coefficients;
mod explain;
mod file;
mod fit_statistics;
mod glm_file;
mod glm_fit;
mod glm_format;
mod least_squares_fit;
mod link;
mod margin_fit;
mod matrix_values;
mod posterior;
mod posterior_format;
mod reject;
mod robust;
mod robust_file;
mod robust_format;

pub use class_link::ClassLink;
pub use classes::{LikelihoodFit, ResponseType};
pub use coefficients::Coefficient;
pub(crate) use explain::least_squares_in_words;
pub use fit_statistics::FitStatistics;
pub use glm_fit::GlmFit;
pub use least_squares_fit::{FittedTarget, LeastSquaresFit};
pub use link::Link;
pub use margin_fit::MarginFit;
pub(crate) use margin_fit::{listed, pairs};
pub use posterior::CoefficientPosterior;
pub use reject::{LinearRejectReason, RejectDecision};
pub use robust::{RobustFit, RobustLoss};

use crate::design::missing_number;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Features, Matrix};
use hornbook_encoding::Encoder;
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, ShapValues, TargetOutputs,
};
use rayon::prelude::*;

/// Rows predicted by one task.
const BLOCK: usize = 4096;

/// A linear model: for each target a constant and a weight for each column of its [`Encoder`]. For classes, the
/// sums are log odds or scores: see [`ResponseType`].
#[derive(Debug)]
pub struct LinearModel {
    info: ModelInfo,
    design: Encoder,
    intercepts: Vec<f64>,
    /// A row for each sum.
    weights: Matrix,
    /// The means of the columns in training.
    means: Vec<f64>,
    response: ResponseType,
    fit_statistics: FitStatistics,
}

impl LinearModel {
    pub(crate) fn new(
        info: ModelInfo,
        design: Encoder,
        intercepts: Vec<f64>,
        weights: Matrix,
        means: Vec<f64>,
    ) -> LinearModel {
        let (response, fit_statistics) = (ResponseType::Numbers, FitStatistics::None);
        // A level that training has not seen counts as the mean of training does.
        let design = design.with_unknown_levels(&means);
        LinearModel { info, design, intercepts, weights, means, response, fit_statistics }
    }

    /// The same weights, with what their sums stand for.
    pub(crate) fn with_response(mut self, response: ResponseType) -> LinearModel {
        self.response = response;
        self
    }

    /// The same weights, with what is known of their fit.
    pub(crate) fn with_fit_statistics(mut self, fit_statistics: FitStatistics) -> LinearModel {
        self.fit_statistics = fit_statistics;
        self
    }

    /// The means of the columns in training.
    pub(crate) fn means(&self) -> &[f64] {
        &self.means
    }

    /// What the sums stand for.
    pub fn response(&self) -> &ResponseType {
        &self.response
    }

    /// What is known of the fit.
    pub fn fit_statistics(&self) -> &FitStatistics {
        &self.fit_statistics
    }

    /// What is known of a fit to classes.
    pub fn likelihood_fit(&self) -> Option<&LikelihoodFit> {
        match &self.fit_statistics {
            FitStatistics::Likelihood(fit) => Some(fit),
            _ => None,
        }
    }

    /// What is known of a generalized linear fit.
    pub fn glm_fit(&self) -> Option<&GlmFit> {
        match &self.fit_statistics {
            FitStatistics::Glm(fit) => Some(fit),
            _ => None,
        }
    }

    /// What is known of a fit to classes without probabilities.
    pub fn margin_fit(&self) -> Option<&MarginFit> {
        match &self.fit_statistics {
            FitStatistics::Margin(fit) => Some(fit),
            _ => None,
        }
    }

    /// What is known of a fit by a robust loss.
    pub fn robust_fit(&self) -> Option<&RobustFit> {
        match &self.fit_statistics {
            FitStatistics::Robust(fit) => Some(fit),
            _ => None,
        }
    }

    /// What each sum stands for, in words.
    pub fn output_names(&self) -> Vec<String> {
        match &self.response {
            ResponseType::Numbers => self.info.schema.targets().map(|target| target.name.clone()).collect(),
            ResponseType::Mean { link } => vec![link.words(&self.info.schema.target.name)],
            response => response.names(&self.info.schema.target.classes),
        }
    }

    /// The column that is added to the sum as it is, with a weight of 1, if there is one.
    pub fn offset_column(&self) -> Option<usize> {
        self.design.column_of(self.info.schema.offset?)
    }

    /// The columns that the coefficients are for.
    pub fn design(&self) -> &Encoder {
        &self.design
    }

    /// The intercept of each target; of classes, of each sum.
    pub fn intercepts(&self) -> &[f64] {
        &self.intercepts
    }

    /// The weights: a row for each target (of classes, for each sum), a column for each column of the
    /// [`design`](LinearModel::design).
    pub fn weights(&self) -> &Matrix {
        &self.weights
    }

    /// What least squares knows of its fit.
    pub fn fitted(&self) -> Option<&LeastSquaresFit> {
        match &self.fit_statistics {
            FitStatistics::LeastSquares(fitted) => Some(fitted),
            _ => None,
        }
    }

    /// The weighted sum for each row and output: a prediction, or the log odds or scores of classes.
    pub fn decisions(&self, rows: &Features<'_>) -> Result<Matrix> {
        Matrix::new(rows.rows(), self.intercepts.len(), self.checked_sums(rows)?)
    }

    /// The weighted sums of some rows, target by target in each row.
    fn sums(&self, rows: &Features<'_>) -> Vec<f64> {
        let targets = self.intercepts.len();
        let mut by_target: Vec<Vec<f64>> = Vec::with_capacity(targets);
        for (target, &intercept) in self.intercepts.iter().enumerate() {
            let (mut sums, weights) = (vec![intercept; rows.rows()], self.weights.row(target));
            sums.par_chunks_mut(BLOCK).enumerate().for_each(|(block, sums)| {
                let part = rows.part(block * BLOCK..block * BLOCK + sums.len());
                self.design.add_products(&part, weights, sums);
            });
            by_target.push(sums);
        }
        match by_target.len() {
            1 => by_target.remove(0),
            _ => (0..rows.rows()).flat_map(|row| by_target.iter().map(move |sums| sums[row])).collect(),
        }
    }

    /// The same, or an error that names what is missing.
    fn checked_sums(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        let sums = self.sums(rows);
        match sums.iter().all(|sum| sum.is_finite()) {
            true => Ok(sums),
            false => Err(missing_number(&self.design, rows)),
        }
    }
}

impl Model for LinearModel {
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
        file::to_bytes(self)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for LinearModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let sums = self.checked_sums(rows)?;
        match self.response {
            ResponseType::Mean { link } => Ok(vec![TargetOutputs::of_numbers(link.means(sums)?)]),
            ResponseType::Numbers => {
                let targets = self.intercepts.len();
                let of = |target: usize| sums.iter().skip(target).step_by(targets).copied().collect();
                Ok((0..targets).map(|target| TargetOutputs::of_numbers(of(target))).collect())
            }
            _ => {
                let levels = &self.info.schema.target.classes;
                let probabilities = self.response.probabilities(sums, levels.len())?;
                Ok(vec![TargetOutputs::of_probabilities(probabilities, levels)])
            }
        }
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row)
    }

    /// Exact: a weight times how far the column is from its mean, added up over the columns of an input.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        _run: &Run,
    ) -> Result<Option<ShapValues>> {
        self.checked_sums(rows)?;
        let means = match background {
            None => self.means.clone(),
            Some(background) if background.rows() == 0 => {
                return Err(Error::data("there are no background rows", "give at least one"));
            }
            Some(background) => (0..self.design.width())
                .map(|column| {
                    let values = self.design.column(background, column);
                    values.iter().sum::<f64>() / background.rows() as f64
                })
                .collect(),
        };
        let (inputs, targets) = (self.info.schema.inputs.len(), self.intercepts.len());
        let base: Vec<f64> = (0..targets)
            .map(|target| {
                let parts = self.weights.row(target).iter().zip(&means).map(|(weight, mean)| weight * mean);
                self.intercepts[target] + parts.sum::<f64>()
            })
            .collect();
        let mut values = vec![0.0; rows.rows() * inputs * targets];
        for (column, part) in self.design.encoded_columns().iter().enumerate() {
            // All rows of a column at once: a row of a matrix would copy the column again and again.
            for (row, value) in self.design.column(rows, column).into_iter().enumerate() {
                let distance = value - means[column];
                for target in 0..targets {
                    values[(row * inputs + part.input) * targets + target] +=
                        self.weights.at(target, column) * distance;
                }
            }
        }
        Ok(Some(ShapValues::new(base, values, rows.rows(), inputs)))
    }

    fn row_function(&self, name: &str, rows: &Features<'_>, arguments: &[f64]) -> Result<Option<Matrix>> {
        Ok(Some(match (name, arguments) {
            ("decision_function", []) => self.decisions(rows)?,
            ("predictive_deviations", []) => Matrix::new(rows.rows(), 1, self.predictive_deviations(rows)?)?,
            ("predictive_intervals", [level]) => self.predictive_intervals(rows, *level)?,
            _ => return Ok(None),
        }))
    }
}

impl Inspect for LinearModel {
    /// How far each input moves the predictions: the standard deviation of its part, over the sum of those
    /// of all inputs.
    fn importances(&self) -> Option<Vec<f64>> {
        let size = |column: usize| {
            let length = self.fit_statistics.length(column)?;
            let size: f64 =
                (0..self.intercepts.len()).map(|output| self.weights.at(output, column).abs()).sum();
            Some(if length.is_finite() { size * length } else { 0.0 })
        };
        let of_columns = (0..self.design.width()).map(size).collect::<Option<Vec<f64>>>()?;
        let sizes = self.design.to_inputs(&of_columns, 1);
        let total: f64 = sizes.iter().sum();
        Some(sizes.into_iter().map(|size| if total > 0.0 { size / total } else { 0.0 }).collect())
    }

    fn size(&self) -> Option<f64> {
        Some((self.weights.values().len() + self.intercepts.len()) as f64)
    }

    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        attributes::attribute(self, name)
    }
}

impl LoadModel for LinearModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<LinearModel> {
        file::from_bytes(info, bytes)
    }
}
