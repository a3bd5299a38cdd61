//! Residuals of generalized linear models, and of two classes by a link.

use super::{KnownRows, known_rows, numbers_of_target};
use crate::model::{LinearModel, ResponseType};
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, MISSING_CODE, Target};
use hornbook_learner::{Model as _, Predictions, Predictor};
use hornbook_math::loss::VarianceFunction;

/// Residuals of a generalized linear model, or of two classes by a link; in the order of the rows.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GlmResiduals {
    /// The mean that is predicted; of two classes, the probability of the second.
    pub fitted: Vec<f64>,
    /// The target less the mean; of two classes, 1 for the second and 0 for the first less its probability.
    pub residuals: Vec<f64>,
    /// The residual over the standard deviation that the mean has, but for the dispersion.
    pub pearson: Vec<f64>,
    /// The root of what the row adds to the deviance, with the sign of the residual.
    pub deviance: Vec<f64>,
}

impl LinearModel {
    /// The residuals of a generalized linear model, or of two classes by a link. The rows must have the target.
    pub fn glm_residuals(&self, data: &Dataset) -> Result<GlmResiduals> {
        let KnownRows { features, .. } = known_rows(self, data)?;
        if let ResponseType::Logistic { classes } | ResponseType::Linked { classes, .. } = *self.response() {
            let truths = second_class(self, data, classes)?;
            let probabilities = self.raw_probabilities(&features)?;
            let fitted: Vec<f64> =
                (0..probabilities.rows()).map(|row| probabilities.at(row, classes[1] as usize)).collect();
            let half_deviance = |y: f64, p: f64| if y == 1.0 { -p.ln() } else { -(-p).ln_1p() };
            return Ok(GlmResiduals::of(fitted, &truths, |p| p * (1.0 - p), half_deviance));
        }
        let Some(fit) = self.glm_fit() else {
            return Err(Error::mismatch(
                format!("a model of '{}' has no residuals of this kind", self.info().learner),
                "ask for those of logistic or binomial regression of two classes, or of generalized linear models",
            ));
        };
        let variance = VarianceFunction { power: fit.power };
        let targets = numbers_of_target(data)?;
        if let Some(row) = targets.iter().position(|&y| !variance.takes(y)) {
            return Err(Error::data(
                format!("the target of row {} is {}", row + 1, targets[row]),
                format!("give targets that are {}", variance.targets()),
            ));
        }
        let Predictions::Numbers(fitted) = self.raw_predictions(&features)? else {
            return Err(Error::mismatch("the model predicts classes", "train it on numbers"));
        };
        let half_deviance = |y: f64, mean: f64| variance.half_deviance(y, mean);
        Ok(GlmResiduals::of(fitted, &targets, |mean| variance.of(mean), half_deviance))
    }
}

impl GlmResiduals {
    fn of(
        fitted: Vec<f64>,
        targets: &[f64],
        variance: impl Fn(f64) -> f64,
        half_deviance: impl Fn(f64, f64) -> f64,
    ) -> GlmResiduals {
        let pairs = || targets.iter().copied().zip(fitted.iter().copied());
        let residuals: Vec<f64> = pairs().map(|(y, mean)| y - mean).collect();
        let pearson = pairs().map(|(y, mean)| (y - mean) / variance(mean).sqrt()).collect();
        let deviance = pairs()
            .map(|(y, mean)| (2.0 * half_deviance(y, mean)).max(0.0).sqrt().copysign(y - mean))
            .collect();
        GlmResiduals { residuals, pearson, deviance, fitted }
    }
}

/// 1 for the second of two classes and 0 for the first, which are found by their names.
fn second_class(model: &LinearModel, data: &Dataset, classes: [u32; 2]) -> Result<Vec<f64>> {
    let (name, target) = data.require_target()?;
    let Target::Classes(found) = target else {
        return Err(Error::data(
            "the target is numbers",
            "give the column of classes that the model predicts",
        ));
    };
    let names = classes.map(|class| model.info().schema.target.classes[class as usize].as_str());
    let code = |(place, row): (usize, u32)| {
        let label = match found.codes[row as usize] {
            MISSING_CODE => None,
            code => found.levels.get(code as usize).map(String::as_str),
        };
        match names.iter().position(|known| Some(*known) == label) {
            Some(class) => Ok(class as f64),
            None => Err(Error::data(
                format!("'{name}' of row {} is '{}'", place + 1, label.unwrap_or("missing")),
                format!("give rows of the classes '{}' and '{}'", names[0], names[1]),
            )),
        }
    };
    data.rows().iter().enumerate().map(code).collect()
}
