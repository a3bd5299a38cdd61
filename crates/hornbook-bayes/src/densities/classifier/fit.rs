use super::model::{ClassDensity, DensityClassifierModel};
use crate::densities::KernelDensity;
use crate::densities::events::DensityEvent;
use crate::densities::rows::summary_of;
use hornbook_core::{Error, Learner, LearnerSpec, Result, Run, Task};
use hornbook_data::Target;
use hornbook_learner::{Fit, Registry, TrainingInput};
use serde_json::json;

/// Generative classifier: class-conditional density estimation and Bayes' theorem (kernel discriminant
/// analysis by default).
///
/// Decision boundaries of any shape, and the density of each class. Any density estimator can be the base
/// learner.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "density-classifier",
    aliases("generative classifier", "kernel discriminant analysis"),
    r = "ks::kda",
    family = "bayes",
    python = "DensityClassifier",
    tasks(classification),
    sample_weights,
    explicit_only
)]
pub struct DensityClassifier {
    /// Density estimator (base learner); none takes kernel-density.
    pub estimator: Option<LearnerSpec>,
    /// Class priors, in class order; none takes the class frequencies.
    pub priors: Option<Vec<f64>>,
}

/// How far priors may sum from one; what is within is divided by the sum.
const ROUNDING: f64 = 1e-9;

impl DensityClassifier {
    /// The class priors that were given, checked, or the class frequencies.
    fn class_priors(&self, weights: &[f64]) -> Result<Vec<f64>> {
        let (given, total) = match &self.priors {
            None => (weights, weights.iter().sum::<f64>()),
            Some(priors) => {
                let sum: f64 = priors.iter().sum();
                let sound = priors.iter().all(|p| *p >= 0.0) && (sum - 1.0).abs() <= ROUNDING;
                if !sound || priors.len() != weights.len() {
                    return Err(Error::Parameter {
                        learner: "density-classifier".to_string(),
                        parameter: "priors".to_string(),
                        found: format!("{priors:?} with the sum {sum}"),
                        expected: format!("{} numbers of at least 0 that sum to 1", weights.len()),
                    });
                }
                (priors.as_slice(), sum)
            }
        };
        Ok(given.iter().map(|p| p / total).collect())
    }
}

impl Fit for DensityClassifier {
    type Model = DensityClassifierModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DensityClassifierModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let (_, Target::Classes(target)) = data.require_target()? else {
            return Err(Error::data("the target is numbers", "give a target of classes"));
        };
        let usual = LearnerSpec::of(&KernelDensity::default());
        let learner = Registry::filled()?.learner(self.estimator.as_ref().unwrap_or(&usual))?;
        if !learner.declaration().tasks.contains(&Task::Density) {
            return Err(Error::data(
                format!("the learner '{}' is no density estimator", learner.declaration().name),
                "name one that does, such as kernel-density or histogram",
            ));
        }
        let (classes, row_weights) = (target.levels.len(), data.row_weights());
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); classes];
        let mut weights = vec![0.0; classes];
        for (at, row) in data.rows().iter().enumerate() {
            let class = target.codes[row as usize] as usize;
            rows_of[class].push(at as u32);
            weights[class] += row_weights[at];
        }
        let priors = self.class_priors(&weights)?;
        let unlabeled = data.clone().with_targets(Vec::new())?;
        let mut summary = summary_of(&data);
        let mut densities = Vec::with_capacity(classes);
        for (class, rows) in rows_of.into_iter().enumerate() {
            let (name, prior) = (&target.levels[class], priors[class]);
            if rows.is_empty() {
                densities.push(ClassDensity { prior, density: None });
                continue;
            }
            run.trace(|| DensityEvent::Class { class: name.clone(), prior, weight: weights[class] });
            let density =
                learner.fit_with(&unlabeled.select(rows), &run.part(class as u64)).map_err(|error| {
                    Error::data(format!("the density of class '{name}': {error}"), "or leave the class out")
                })?;
            summary
                .warnings
                .extend(density.info().summary.warnings.iter().map(|w| format!("class '{name}': {w}")));
            densities.push(ClassDensity { prior, density: Some(density) });
        }
        if !densities.iter().any(|class| class.prior > 0.0 && class.density.is_some()) {
            return Err(Error::data("no class with rows has a prior above 0", "give other priors"));
        }
        summary.details.insert("priors".to_string(), json!(priors));
        Ok(DensityClassifierModel { info: self.model_info(&data, summary)?, classes: densities })
    }
}
