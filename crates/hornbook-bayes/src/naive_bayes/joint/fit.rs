//! From a dataset to counts of whole rows.

use super::model::{JointBayesModel, JointCounts};
use super::params::JointBayes;
use crate::naive_bayes::discretization::{
    CodeCounter, CountedRows, DiscretizedRows, count_batches, count_rows,
};
use hornbook_core::{Declared as _, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Batches, Fit, Model};
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

    fn learn(&self, data: &Dataset, run: &Run) -> Result<JointBayesModel> {
        self.finish(data, count_rows(data, self.bins, None, run)?)
    }

    fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<JointBayesModel> {
        let counted = count_batches(Self::declaration(), batches, self.bins, run)?;
        self.finish(batches.prototype(), counted)
    }

    fn learn_warm_start(
        &self,
        model: &JointBayesModel,
        data: &Dataset,
        run: &Run,
    ) -> Result<JointBayesModel> {
        let JointCounts { discretization, class_weights, counts, .. } = model.learned.clone();
        let counts = CombinationCounts { classes: class_weights.len(), counts };
        let earlier = CountedRows { discretization, class_weights, counts, rows: model.info().summary.rows };
        self.finish(data, count_rows(data, self.bins, Some(earlier), run)?)
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
