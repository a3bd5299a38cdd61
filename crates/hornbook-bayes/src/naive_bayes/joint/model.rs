use super::file;
use crate::naive_bayes::discretization::Discretization;
use hornbook_core::format::{rounded, rows as rows_in_words, table};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, MISSING_CODE, Matrix};
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Section,
    TargetOutputs,
};
use serde_json::json;
use std::collections::BTreeMap;

/// Combinations that are written out.
const MOST_LINES: usize = 20;

/// How often each class came with each combination of values.
#[derive(Debug, Clone)]
pub struct JointBayesModel {
    info: ModelInfo,
    pub(super) learned: JointCounts,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct JointCounts {
    pub discretization: Discretization,
    pub m: f64,
    pub class_weights: Vec<f64>,
    /// The weight of each class by the codes of the columns; a gap is a code like others.
    pub counts: BTreeMap<Vec<u32>, Vec<f64>>,
}

impl JointBayesModel {
    pub(super) fn new(info: ModelInfo, learned: JointCounts) -> JointBayesModel {
        JointBayesModel { info, learned }
    }

    /// How many combinations of values were seen.
    pub fn combinations(&self) -> usize {
        self.learned.counts.len()
    }

    /// How many combinations there could be.
    pub fn possible_combinations(&self) -> f64 {
        self.learned.discretization.0.iter().map(|column| column.size() as f64).product()
    }

    /// The class priors.
    pub fn priors(&self) -> Vec<f64> {
        let total: f64 = self.learned.class_weights.iter().sum();
        self.learned.class_weights.iter().map(|weight| weight / total).collect()
    }

    /// The weight of each class among the training rows that agree with these codes where they are known.
    fn matching(&self, codes: &[u32]) -> Vec<f64> {
        let mut sums = vec![0.0; self.learned.class_weights.len()];
        let mut add = |counts: &[f64]| sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        if !codes.contains(&MISSING_CODE) {
            self.learned.counts.get(codes).into_iter().for_each(|counts| add(counts));
            return sums;
        }
        let agrees = |key: &[u32]| key.iter().zip(codes).all(|(a, b)| a == b || *b == MISSING_CODE);
        self.learned.counts.iter().filter(|(key, _)| agrees(key)).for_each(|(_, counts)| add(counts));
        sums
    }

    fn posterior(&self, codes: &[u32]) -> Vec<f64> {
        let (counts, priors) = (self.matching(codes), self.priors());
        let total = counts.iter().sum::<f64>() + self.learned.m;
        if total == 0.0 {
            return priors;
        }
        counts.iter().zip(&priors).map(|(count, prior)| (count + self.learned.m * prior) / total).collect()
    }

    fn codes(&self, rows: &Features<'_>) -> Result<Vec<Vec<u32>>> {
        let (found, needed) = (rows.width(), self.info.schema.inputs.len());
        if found != needed {
            return Err(Error::mismatch(
                format!("the rows have {found} columns and the model needs {needed}"),
                "give the columns of training",
            ));
        }
        let columns = self.learned.discretization.codes(rows)?;
        Ok((0..rows.rows()).map(|row| columns.iter().map(|codes| codes[row]).collect()).collect())
    }

    /// A combination in words.
    fn words(&self, codes: &[u32]) -> String {
        let known = codes.iter().enumerate().filter(|(_, code)| **code != MISSING_CODE);
        let said: Vec<String> = known
            .map(|(column, &code)| {
                self.learned.discretization.0[column].words(&self.info.schema.inputs[column], code)
            })
            .collect();
        if said.is_empty() { "nothing known".to_string() } else { said.join(", ") }
    }
}

impl Model for JointBayesModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let classes = &self.info.schema.target.classes;
        let header = std::iter::once("rows with".to_string()).chain(classes.iter().cloned()).collect();
        let mut seen: Vec<(&Vec<u32>, &Vec<f64>)> = self.learned.counts.iter().collect();
        // The most frequent first; the sort keeps the order of equals.
        seen.sort_by(|a, b| b.1.iter().sum::<f64>().total_cmp(&a.1.iter().sum()));
        let line = |(key, counts): &(&Vec<u32>, &Vec<f64>)| -> Vec<String> {
            std::iter::once(self.words(key)).chain(counts.iter().map(|count| rounded(*count))).collect()
        };
        let lines: Vec<Vec<String>> =
            std::iter::once(header).chain(seen.iter().take(MOST_LINES).map(line)).collect();
        let hidden = seen.len().saturating_sub(MOST_LINES);
        let more = if hidden > 0 { format!("\nand {hidden} more") } else { String::new() };
        let json: Vec<_> =
            seen.iter().map(|(key, counts)| json!({"values": self.words(key), "counts": counts})).collect();
        let table = Section { heading: "combinations", text: table(&lines) + &more, json: json!(json) };
        Explanation { sections: vec![table] }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.learned)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for JointBayesModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let values = self.codes(rows)?.iter().flat_map(|codes| self.posterior(codes)).collect();
        let probabilities = Matrix::new(rows.rows(), self.learned.class_weights.len(), values)?;
        Ok(vec![TargetOutputs::of_probabilities(probabilities, &self.info.schema.target.classes)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let codes = self.codes(row.features())?;
        let codes = codes.first().map(Vec::as_slice).unwrap_or_default();
        let (counts, posterior) = (self.matching(codes), self.posterior(codes));
        let classes = &self.info.schema.target.classes;
        let line =
            |class: usize| vec![classes[class].clone(), rounded(counts[class]), rounded(posterior[class])];
        let header = ["class", "rows", "probability"].map(str::to_string).to_vec();
        let lines: Vec<Vec<String>> = std::iter::once(header).chain((0..classes.len()).map(line)).collect();
        let text =
            format!("{} with {}\n{}", rows_in_words(counts.iter().sum()), self.words(codes), table(&lines));
        let json = json!({"values": self.words(codes), "counts": counts, "probabilities": posterior});
        Ok(Explanation { sections: vec![Section { heading: "rows like this", text, json }] })
    }
}

impl Inspect for JointBayesModel {
    fn size(&self) -> Option<f64> {
        Some((self.combinations() * (self.learned.class_weights.len().max(1) - 1)) as f64)
    }
}

impl LoadModel for JointBayesModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<JointBayesModel> {
        let learned = file::from_bytes(&info.schema, bytes)?;
        Ok(JointBayesModel::new(info, learned))
    }
}
