//! From a dataset to an isolation forest.

use super::events::IsolationEvent;
use super::grow::{Sample, grow};
use super::model::{IsolationForestModel, Learned};
use super::params::IsolationForest;
use crate::grove::Grove;
use crate::rows::Column;
use hornbook_core::{Result, Rng, Run, Seed, Verdict};
use hornbook_data::{Dataset, Feature, MISSING_CODE};
use hornbook_learner::outliers::{Contamination, answer_schema};
use hornbook_learner::{Fit, Model, Summary, Units, Urn};
use rayon::prelude::*;

/// Trees are grown so many at a time, and then put together in order.
const WAVE: usize = 64;
/// A column of more levels is not asked about: each question would have to remember them all.
const MOST_LEVELS: usize = 1 << 14;
/// From which score on rows are outliers if nobody knows how many there are.
const USUAL_THRESHOLD: f64 = 0.5;

impl Fit for IsolationForest {
    type Model = IsolationForestModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<IsolationForestModel> {
        let weights = data.row_weights();
        let urn = Urn::of(data);
        let work = Work::new(self, data, urn.units(&weights));
        let grove = work.grow(run)?;
        let learned = Learned { grove, samples: work.draws as f64, threshold: USUAL_THRESHOLD };
        let info = self.model_info_predicting(answer_schema(), data, work.summary(&weights));
        let mut model = IsolationForestModel::new(info, learned);
        if self.contamination != Contamination::Auto {
            let scores = model.raw_scores(&data.row_features())?.unwrap_or_default();
            model.learned.threshold = self.contamination.threshold(USUAL_THRESHOLD, &scores, &weights);
        }
        let (trees, nodes, threshold) = (model.trees(), model.nodes(), model.threshold());
        let details = &mut model.info_mut().summary.details;
        details.insert("trees".into(), trees.into());
        details.insert("nodes".into(), nodes.into());
        details.insert("rows_of_a_tree".into(), work.draws.into());
        details.insert("threshold".into(), threshold.into());
        Ok(model)
    }
}

/// What all trees are grown from.
struct Work<'a> {
    learner: &'a IsolationForest,
    data: &'a Dataset,
    features: Vec<Feature>,
    /// The features that may be asked about, in the order of their names.
    asked: Vec<u32>,
    units: Units<'a>,
    /// How many units a tree gets.
    draws: usize,
}

impl<'a> Work<'a> {
    fn new(learner: &'a IsolationForest, data: &'a Dataset, units: Units<'a>) -> Work<'a> {
        let features: Vec<Feature> = (0..data.features().len()).map(|index| data.feature(index)).collect();
        let names = data.feature_names();
        let mut asked: Vec<u32> =
            (0..features.len() as u32).filter(|&index| !has_many_levels(&features[index as usize])).collect();
        asked.sort_by_key(|&index| names[index as usize]);
        let draws = learner.max_samples.of(units.len());
        Work { learner, data, features, asked, units, draws }
    }

    fn grow(&self, run: &Run) -> Result<Grove> {
        let max_depth = (self.draws.max(2) as f64).log2().ceil() as u32;
        let grow_one = |tree: usize| {
            run.check()?;
            let seed = run.root_seed().derive(tree as u64);
            let sample = self.sample(seed);
            let mut grove = Grove::new(1, 1);
            grove.push(&grow(&sample, max_depth, &mut seed.derive(2).rng()));
            Ok((sample.inputs.len(), grove))
        };
        let trees = self.learner.n_estimators as usize;
        let mut grove = Grove::new(1, 1);
        'waves: for first in (0..trees).step_by(WAVE) {
            let wave = first..(first + WAVE).min(trees);
            let grown: Vec<Result<(usize, Grove)>> = wave.into_par_iter().map(grow_one).collect();
            for grown in grown {
                let (columns, tree) = grown?;
                run.trace(|| IsolationEvent::Tree {
                    tree: grove.trees() + 1,
                    rows: self.draws,
                    columns,
                    nodes: tree.nodes(),
                    leaves: tree.leaves(),
                    depth: tree.depth(0),
                });
                grove.append(tree);
                let done = grove.trees() as u64;
                if run.progress("growing", done, Some(trees as u64)) == Verdict::Finish {
                    break 'waves;
                }
            }
        }
        Ok(grove)
    }

    /// The rows and columns of a tree.
    fn sample(&self, seed: Seed) -> Sample {
        let mut rng = seed.derive(0).rng();
        let drawn = match self.learner.bootstrap {
            true => self.units.draw_with_replacement(self.draws, &mut rng),
            false => self.units.draw(self.draws, &mut rng),
        };
        let inputs = self.columns(&mut seed.derive(1).rng());
        let rows: Vec<usize> =
            drawn.iter().map(|&(row, _)| self.data.rows().at(row as usize) as usize).collect();
        let columns = inputs.iter().map(|&input| column_of(&self.features[input as usize], &rows)).collect();
        Sample { columns, inputs, weights: drawn.iter().map(|&(_, weight)| weight).collect() }
    }

    fn columns(&self, rng: &mut Rng) -> Vec<u32> {
        let count = self.learner.max_features.of(self.asked.len());
        if count == self.asked.len() {
            return self.asked.clone();
        }
        let mut drawn = self.asked.clone();
        rng.shuffle(&mut drawn);
        drawn.truncate(count);
        drawn
    }

    fn summary(&self, weights: &[f64]) -> Summary {
        let rows = weights.iter().filter(|&&weight| weight > 0.0).count() as u64;
        let weight = weights.iter().sum();
        let unasked = self.features.iter().zip(self.data.feature_names()).filter(|(f, _)| has_many_levels(f));
        let warnings = unasked.map(|(_, name)| {
            format!("column '{name}' has more than {MOST_LEVELS} levels and is not asked about")
        });
        Summary { rows, weight, converged: true, warnings: warnings.collect(), ..Summary::default() }
    }
}

fn has_many_levels(feature: &Feature) -> bool {
    matches!(feature, Feature::Code(_, levels) if levels.len() > MOST_LEVELS)
}

/// Some rows of a feature.
fn column_of(feature: &Feature, rows: &[usize]) -> Column {
    match feature {
        // Adding zero makes -0.0 the same value as 0.0.
        Feature::Number(values) => Column::Number(rows.iter().map(|&row| values[row] + 0.0).collect()),
        Feature::Code(codes, levels) => {
            let levels = levels.len() as u32;
            let code = |&row: &usize| if codes[row] == MISSING_CODE { levels } else { codes[row] };
            Column::Code { codes: rows.iter().map(code).collect(), levels }
        }
    }
}
