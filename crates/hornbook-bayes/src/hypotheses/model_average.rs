//! Trained models as hypotheses.

use super::hypothesis_table::{HypothesisTable, drawn, probabilities};
use hornbook_core::{Error, Result, Seed};
use hornbook_data::{Dataset, Features, Levels, Matrix, Table, Target};
use hornbook_learner::{Model, first_largest};

/// Some trained classifiers of the same classes, with the probability that each is right.
///
/// ```
/// use hornbook_bayes::hypotheses::BayesModelAverage;
/// use hornbook_data::Table;
/// use hornbook_learner::{Baseline, Fit, Model};
/// let table = Table::builder().number("x", vec![1.0, 2.0, 3.0]).category("y", &[Some("a"), Some("a"), Some("b")]).build()?;
/// let data = table.dataset().target("y")?;
/// let (all, last) = (Baseline::default().fit(&data)?, Baseline::default().fit(&data.select(vec![2]))?);
/// let committee = BayesModelAverage::new(vec![&all, &last], &[0.5, 0.5])?;
/// let probabilities = committee.probabilities(&table)?;
/// assert!((probabilities.at(0, 1) - (0.5 / 3.0 + 0.5)).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug)]
pub struct BayesModelAverage<'a> {
    models: Vec<&'a dyn Model>,
    weights: Vec<f64>,
}

/// No probability of what happened counts as less: a model that was certain and wrong once is not out for ever.
const LEAST: f64 = 1e-15;

impl<'a> BayesModelAverage<'a> {
    /// From models and their probabilities, which sum to 1.
    pub fn new(models: Vec<&'a dyn Model>, weights: &[f64]) -> Result<BayesModelAverage<'a>> {
        let weights = probabilities("the list of weights", weights)?;
        if models.len() != weights.len() {
            return Err(Error::data(
                format!("there are {} models and {} weights", models.len(), weights.len()),
                "give every model a weight",
            ));
        }
        let classes = |model: &dyn Model| model.info().schema.target.classes.clone();
        if models.iter().any(|model| classes(*model).is_empty() || classes(*model) != classes(models[0])) {
            return Err(Error::mismatch(
                "the models do not all predict the same classes",
                "give classifiers that were trained on the same target",
            ));
        }
        Ok(BayesModelAverage { models, weights })
    }

    /// The weights by Bayes' rule: the prior of each model times the probability that it gave to the targets of these rows,
    /// which should not be those that the models learned from. Probabilities below 1e-15 count as that.
    pub fn judged(
        models: Vec<&'a dyn Model>,
        prior: &[f64],
        data: &Dataset,
    ) -> Result<(BayesModelAverage<'a>, HypothesisTable)> {
        let committee = BayesModelAverage::new(models, prior)?;
        let (name, Target::Classes(target)) = data.require_target()? else {
            return Err(Error::data("the target is numbers", "give a target of classes"));
        };
        if target.levels != *committee.classes() {
            return Err(Error::mismatch(
                format!("the classes of '{name}' are not those of the models"),
                "give rows with the target that the models learned",
            ));
        }
        let (weights, rows) = (data.row_weights(), data.rows());
        let names: Vec<String> =
            committee.models.iter().map(|model| model.info().spec().to_string()).collect();
        let mut table = HypothesisTable::new(&names, prior)?;
        let mut logarithms = Vec::with_capacity(names.len());
        for model in &committee.models {
            let probabilities = committee.probabilities_of(*model, data.table())?;
            let mut sum = 0.0;
            for (row, weight) in rows.iter().zip(&weights) {
                let class = target.codes[row as usize] as usize;
                if *weight > 0.0 && class < target.levels.len() {
                    sum += weight * probabilities.at(row as usize, class).max(LEAST).ln();
                }
            }
            logarithms.push(sum);
        }
        table.see_ln(&logarithms)?;
        Ok((BayesModelAverage { weights: table.posterior(), ..committee }, table))
    }

    /// The classes.
    pub fn classes(&self) -> &Levels {
        &self.models[0].info().schema.target.classes
    }

    /// The probability of each model.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    fn probabilities_of(&self, model: &dyn Model, table: &Table) -> Result<Matrix> {
        let (rows, _): (Features<'_>, _) = model.info().schema.features(table)?;
        model.probabilities_of(&rows)
    }

    /// The class probabilities of the Bayes-optimal classifier: those of the models, weighed.
    pub fn probabilities(&self, table: &Table) -> Result<Matrix> {
        let mut mixed = Matrix::zeros(table.rows(), self.classes().len());
        for (model, weight) in self.models.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0) {
            let own = self.probabilities_of(*model, table)?;
            mixed.values_mut().iter_mut().zip(own.values()).for_each(|(sum, p)| *sum += weight * p);
        }
        Ok(mixed)
    }

    /// The Bayes-optimal class of each row.
    pub fn bayes_optimal(&self, table: &Table) -> Result<Vec<u32>> {
        Ok(classes_of(&self.probabilities(table)?))
    }

    /// What the most probable model predicts for each row.
    pub fn most_probable(&self, table: &Table) -> Result<Vec<u32>> {
        Ok(classes_of(&self.probabilities_of(self.models[first_largest(&self.weights)], table)?))
    }

    /// Gibbs' algorithm: each row is predicted by a model drawn for it with its probability.
    pub fn gibbs(&self, table: &Table, seed: Seed) -> Result<Vec<u32>> {
        let all: Vec<Vec<u32>> = self
            .models
            .iter()
            .map(|model| Ok(classes_of(&self.probabilities_of(*model, table)?)))
            .collect::<Result<_>>()?;
        Ok((0..table.rows()).map(|row| all[drawn(&self.weights, seed.derive(row as u64))][row]).collect())
    }
}

fn classes_of(probabilities: &Matrix) -> Vec<u32> {
    (0..probabilities.rows()).map(|row| first_largest(probabilities.row(row)) as u32).collect()
}
