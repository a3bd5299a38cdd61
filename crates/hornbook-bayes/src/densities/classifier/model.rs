use super::file;
use hornbook_core::format::{significant, table};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictions, Predictor,
    Section, TargetOutputs,
};
use hornbook_math::special::log_sum_exp;
use serde_json::{Value, json};

/// A density for each class.
#[derive(Debug)]
pub struct DensityClassifierModel {
    pub(super) info: ModelInfo,
    pub(super) classes: Vec<ClassDensity>,
}

/// What is known of one class.
#[derive(Debug)]
pub(super) struct ClassDensity {
    pub prior: f64,
    /// None for a class without rows.
    pub density: Option<Box<dyn Model>>,
}

impl DensityClassifierModel {
    /// The prior of each class.
    pub fn priors(&self) -> Vec<f64> {
        self.classes.iter().map(|class| class.prior).collect()
    }

    /// The density of a class, unless it had no rows.
    pub fn density(&self, class: usize) -> Option<&dyn Model> {
        self.classes.get(class)?.density.as_deref()
    }

    /// The log density of each row in each class.
    pub fn ln_densities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let mut all = Matrix::from_fn(rows.rows(), self.classes.len(), |_, _| f64::NEG_INFINITY);
        for (at, class) in self.classes.iter().enumerate() {
            let Some(density) = &class.density else { continue };
            let Predictions::Numbers(logarithms) = density.predict_features(rows)? else {
                return Err(Error::mismatch("a density predicts classes", "train the model again"));
            };
            for (row, ln) in logarithms.into_iter().enumerate() {
                *all.at_mut(row, at) = ln;
            }
        }
        Ok(all)
    }

    /// The posteriors by Bayes' rule, from the log densities of a row.
    fn posterior(&self, ln_densities: &[f64]) -> Vec<f64> {
        let joint: Vec<f64> =
            self.classes.iter().zip(ln_densities).map(|(class, ln)| class.prior.ln() + ln).collect();
        let evidence = log_sum_exp(&joint);
        if evidence == f64::NEG_INFINITY {
            return self.priors();
        }
        joint.iter().map(|ln| (ln - evidence).exp()).collect()
    }
}

impl Model for DensityClassifierModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let mut rows = vec![["class", "prior", "density"].map(str::to_string).to_vec()];
        let mut json = serde_json::Map::new();
        for (name, class) in self.info.schema.target.classes.iter().zip(&self.classes) {
            let spec = class
                .density
                .as_ref()
                .map_or("none".to_string(), |density| density.info().spec().to_string());
            rows.push(vec![name.clone(), significant(class.prior), spec.clone()]);
            let within = class.density.as_ref().map_or(Value::Null, |density| density.explain().to_json());
            json.insert(name.clone(), json!({"prior": class.prior, "learner": spec, "density": within}));
        }
        Explanation { sections: vec![Section { heading: "classes", text: table(&rows), json: json!(json) }] }
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

impl Predictor for DensityClassifierModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let mut all = self.ln_densities(rows)?;
        for row in 0..all.rows() {
            let posterior = self.posterior(all.row(row));
            all.row_mut(row).copy_from_slice(&posterior);
        }
        Ok(vec![TargetOutputs::of_probabilities(all, &self.info.schema.target.classes)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let logarithms = self.ln_densities(row.features())?;
        let posterior = self.posterior(logarithms.row(0));
        let mut lines = vec![["class", "prior", "log density", "probability"].map(str::to_string).to_vec()];
        let mut json = serde_json::Map::new();
        for (at, name) in self.info.schema.target.classes.iter().enumerate() {
            let (prior, ln) = (self.classes[at].prior, logarithms.at(0, at));
            lines.push(vec![
                name.clone(),
                significant(prior),
                significant(ln),
                format!("{:.4}", posterior[at]),
            ]);
            json.insert(
                name.clone(),
                json!({"prior": prior, "log_density": ln, "probability": posterior[at]}),
            );
        }
        let section = Section { heading: "prior times density", text: table(&lines), json: json!(json) };
        Ok(Explanation { sections: vec![section] })
    }
}

impl Inspect for DensityClassifierModel {
    fn members(&self) -> Vec<&dyn Model> {
        self.classes.iter().filter_map(|class| class.density.as_deref()).collect()
    }

    fn size(&self) -> Option<f64> {
        self.members().iter().map(|density| density.inspect().size()).sum()
    }
}

impl LoadModel for DensityClassifierModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<DensityClassifierModel> {
        let classes = file::from_bytes(&info.schema, bytes)?;
        Ok(DensityClassifierModel { info, classes })
    }
}
