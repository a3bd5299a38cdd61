//! From a dataset to counts of whole rows.

use super::model::{JointBayesModel, JointCounts};
use super::params::JointBayes;
use crate::naive_bayes::discretization::{CodeCounter, CountedRows, DiscretizedRows, count_rows};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Model, TrainingInput};
use std::collections::BTreeMap;

/// The weight of each class by the codes of the columns.
#[derive(Debug, Clone)]
struct CombinationCounts {
    classes: usize,
    counts: BTreeMap<Vec<u32>, Vec<f64>>,
}

impl CodeCounter for CombinationCounts {
    fn empty(_sizes: &[usize], classes: usize) -> Result<CombinationCounts> {
        Ok(CombinationCounts { classes, counts: BTreeMap::new() })
    }

    fn count(&mut self, rows: &DiscretizedRows) {
        for (row, (&class, weight)) in rows.classes.iter().zip(&rows.weights).enumerate() {
            let key: Vec<u32> = rows.codes.iter().map(|codes| codes[row]).collect();
            self.counts.entry(key).or_insert_with(|| vec![0.0; self.classes])[class as usize] += weight;
        }
    }
}

impl Fit for JointBayes {
    type Model = JointBayesModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<JointBayesModel> {
        let earlier = input.warm_start_as::<JointBayesModel>()?.map(|model| {
            let JointCounts { discretization, class_weights, counts, .. } = model.learned.clone();
            let counts = CombinationCounts { classes: class_weights.len(), counts };
            CountedRows { discretization, class_weights, counts, rows: model.info().summary.rows }
        });
        let counted = count_rows(input.rows(), self.bins, earlier, run)?;
        self.finish(input.rows().prototype(), counted)
    }
}

impl JointBayes {
    fn finish(&self, data: &Dataset, counted: CountedRows<CombinationCounts>) -> Result<JointBayesModel> {
        let info = self.model_info(data, counted.summary())?;
        let CountedRows { discretization, class_weights, counts: CombinationCounts { counts, .. }, .. } =
            counted;
        let mut model =
            JointBayesModel::new(info, JointCounts { discretization, m: self.m, class_weights, counts });
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
