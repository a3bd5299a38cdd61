use super::tables::DependenceTable;
use super::{explain, file};
use crate::naive_bayes::discretization::Discretization;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, MISSING_CODE, Matrix};
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, TargetOutputs,
    first_largest,
};
use hornbook_math::special::log_sum_exp;
use rayon::prelude::*;

/// A Bayesian classifier in which columns depend on the class and at most one other column: a tree-augmented naive Bayes
/// model, or an average of one-dependence models.
#[derive(Debug, Clone)]
pub struct OneDependenceModel {
    pub(super) info: ModelInfo,
    pub(super) dependence: DependenceNetwork,
    /// Of each structure the columns in an order in which each comes before its parent.
    orders: Vec<Vec<usize>>,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DependenceNetwork {
    pub discretization: Discretization,
    pub alpha: f64,
    /// The least weight of a value that others depend on.
    pub least: f64,
    pub class_weights: Vec<f64>,
    pub tables: Vec<DependenceTable>,
    /// Of each structure the table of each column. With several, the last is for rows that no other can
    /// evaluate.
    pub structures: Vec<Vec<usize>>,
}

impl OneDependenceModel {
    pub(super) fn new(info: ModelInfo, mut dependence: DependenceNetwork) -> Result<OneDependenceModel> {
        let alpha = dependence.alpha;
        dependence.tables.iter_mut().for_each(|table| table.smooth(alpha));
        let orders = dependence.structures.iter().map(|structure| order_of(&dependence.tables, structure));
        let orders = orders
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Error::damaged("its columns depend on each other in a circle"))?;
        Ok(OneDependenceModel { info, dependence, orders })
    }

    /// The column that each column depends on besides the class, if there is one structure for all rows.
    pub fn parents(&self) -> Option<Vec<Option<usize>>> {
        match &self.dependence.structures[..] {
            [structure] => {
                Some(structure.iter().map(|&table| self.dependence.tables[table].parent).collect())
            }
            _ => None,
        }
    }

    /// The class priors.
    pub fn priors(&self) -> Vec<f64> {
        let total: f64 = self.dependence.class_weights.iter().sum();
        self.dependence.class_weights.iter().map(|weight| weight / total).collect()
    }

    /// The logarithm of the probability of each class and the values of each row together, averaged over the structures.
    pub fn joint_log_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let (found, needed) = (rows.width(), self.info.schema.inputs.len());
        if found != needed {
            return Err(Error::mismatch(
                format!("the rows have {found} columns and the model needs {needed}"),
                "give the columns of training",
            ));
        }
        let codes = self.dependence.discretization.codes(rows)?;
        let logs: Vec<f64> = self.priors().iter().map(|p| p.ln()).collect();
        let of_row = |row: usize| {
            let values: Vec<u32> = codes.iter().map(|codes| codes[row]).collect();
            let used = self.used(&values);
            let of_class = |class: usize| {
                let of = |&structure: &usize| self.log_likelihood(structure, class, &values);
                let terms: Vec<f64> = used.iter().map(of).collect();
                logs[class] + log_sum_exp(&terms) - (used.len() as f64).ln()
            };
            (0..logs.len()).map(of_class).collect::<Vec<f64>>()
        };
        let scores: Vec<f64> = (0..rows.rows()).into_par_iter().flat_map_iter(of_row).collect();
        Matrix::new(rows.rows(), logs.len(), scores)
    }

    /// The structures that evaluate a row: those whose common parent has a value that is not too rare.
    fn used(&self, values: &[u32]) -> Vec<usize> {
        let last = self.dependence.structures.len() - 1;
        let can_judge = |&column: &usize| {
            let table = &self.dependence.tables[column];
            values[column] != MISSING_CODE && {
                let with_value = table.counts.iter().skip(values[column] as usize).step_by(table.values);
                let weight: f64 = with_value.sum();
                weight > 0.0 && weight >= self.dependence.least
            }
        };
        // Structure i has column i as the parent of all others.
        let used: Vec<usize> = (0..last).filter(can_judge).collect();
        if used.is_empty() { vec![last] } else { used }
    }

    /// The logarithm of the probability of the values in a class. Missing ones are summed over, from the leaves to the root.
    fn log_likelihood(&self, structure: usize, class: usize, values: &[u32]) -> f64 {
        let tables = &self.dependence.structures[structure];
        let mut below: Vec<Option<Vec<f64>>> = vec![None; values.len()];
        let mut all = 0.0;
        for &column in &self.orders[structure] {
            let table = &self.dependence.tables[tables[column]];
            let own = below[column].take();
            // What the column and all below it say, given a value of its parent.
            let message = |context: usize| {
                let logs = table.row(class, context);
                let with = |value: usize| logs[value] + own.as_ref().map_or(0.0, |own| own[value]);
                match values[column] {
                    MISSING_CODE if own.is_none() => 0.0,
                    MISSING_CODE => log_sum_exp(&(0..table.values).map(with).collect::<Vec<_>>()),
                    value => with(value as usize),
                }
            };
            match table.parent {
                None => all += message(0),
                Some(parent) => {
                    let to = below[parent].get_or_insert_with(|| vec![0.0; table.contexts]);
                    match values[parent] {
                        MISSING_CODE => {
                            to.iter_mut().enumerate().for_each(|(value, to)| *to += message(value))
                        }
                        value => to[value as usize] += message(value as usize),
                    }
                }
            }
        }
        all
    }
}

/// The columns of a structure with each before its parent; none if they go in a circle.
fn order_of(tables: &[DependenceTable], structure: &[usize]) -> Option<Vec<usize>> {
    let parent = |column: usize| tables[structure[column]].parent;
    let depth = |column: usize| {
        let (mut at, mut depth) = (column, 0);
        while let Some(above) = parent(at) {
            (at, depth) = (above, depth + 1);
            if depth > structure.len() {
                return None;
            }
        }
        Some(depth)
    };
    let depths: Vec<usize> = (0..structure.len()).map(depth).collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..structure.len()).collect();
    order.sort_by_key(|&column| std::cmp::Reverse(depths[column]));
    Some(order)
}

impl Model for OneDependenceModel {
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
        file::to_bytes(&self.dependence)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for OneDependenceModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let mut scores = self.joint_log_probabilities(rows)?;
        let codes = (0..scores.rows()).map(|row| first_largest(scores.row(row)) as u32).collect();
        let outputs = TargetOutputs::of_classes(codes, &self.info.schema.target.classes);
        if !request.probabilities {
            return Ok(vec![outputs]);
        }
        for row in 0..scores.rows() {
            let line = scores.row_mut(row);
            let all = log_sum_exp(line);
            line.iter_mut().for_each(|score| *score = (*score - all).exp());
        }
        Ok(vec![outputs.with_probabilities(scores)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row.features())
    }
}

impl Inspect for OneDependenceModel {
    fn size(&self) -> Option<f64> {
        let cells = |table: &DependenceTable| table.logs.len() - table.logs.len() / table.values.max(1);
        let tables: usize = self.dependence.tables.iter().map(cells).sum();
        Some(tables as f64 + self.dependence.class_weights.len() as f64 - 1.0)
    }
}

impl LoadModel for OneDependenceModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<OneDependenceModel> {
        let dependence = file::from_bytes(&info.schema, bytes)?;
        OneDependenceModel::new(info, dependence)
    }
}
