use super::model::{JointBayesModel, Learned};
use crate::naive_bayes::cells::Cells;
use crate::naive_bayes::classes_of;
use crate::naive_bayes::coding::Coding;
use hornbook_core::{Learner, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Fit, Model, Summary};
use std::collections::BTreeMap;

/// The most likely class among training rows that are the same in all columns.
///
/// Takes nothing as independent, so it needs very many rows and few values: for comparison with naive Bayes, and for small
/// tables of causes. Numbers are put into bins.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "joint-bayes",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    weights,
    on_request
)]
pub struct JointBayes {
    /// The weight of the prior in rows, for each combination of values.
    #[param(default = 1.0, range = "0..", search = "1e-2..10 log")]
    pub m: f64,
    /// Most bins of a column of numbers, each of about the same weight.
    #[param(default = 5, range = "2..=1000")]
    pub bins: u32,
}

impl Fit for JointBayes {
    type Model = JointBayesModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<JointBayesModel> {
        let data = data.counting_rows();
        let schema = Schema::of(&data)?;
        let coding = Coding::new(&data, &schema.inputs, self.bins)?;
        let codes = coding.codes(&Cells::of_dataset(&data).into_features())?;
        let classes = schema.target.classes.len();
        let mut class_weights = vec![0.0; classes];
        let mut counts: BTreeMap<Vec<u32>, Vec<f64>> = BTreeMap::new();
        run.check()?;
        for (row, (class, weight)) in classes_of(&data)?.into_iter().zip(data.row_weights()).enumerate() {
            let key: Vec<u32> = codes.iter().map(|codes| codes[row]).collect();
            counts.entry(key).or_insert_with(|| vec![0.0; classes])[class as usize] += weight;
            class_weights[class as usize] += weight;
        }
        let summary = Summary {
            rows: data.rows().len() as u64,
            weight: class_weights.iter().sum(),
            converged: true,
            ..Summary::default()
        };
        let info = self.model_info(&data, summary)?;
        let mut model = JointBayesModel::new(info, Learned { coding, m: self.m, class_weights, counts });
        let (seen, possible) = (model.combinations(), model.possible_combinations());
        let summary = &mut model.info_mut().summary;
        summary.details.insert("combinations".into(), seen.into());
        if possible > 2.0 * seen as f64 {
            summary.warnings.push(format!(
                "{seen} of {possible} combinations of values were seen; all others get the prior: use naive-bayes or fewer \
                 columns"
            ));
        }
        Ok(model)
    }
}
