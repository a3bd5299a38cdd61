//! From a dataset to an isolation forest.

use super::events::IsolationEvent;
use super::grow::{IsolationSample, grow};
use super::model::{IsolationForestModel, IsolationState};
use super::params::IsolationForest;
use crate::rows::TreeColumn;
use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{ObserverAction, Result, Rng, Run, Seed};
use hornbook_data::{Dataset, Feature, MISSING_CODE};
use hornbook_learner::outliers::{Contamination, answer_schema};
use hornbook_learner::{Fit, Model, RowSampler, TrainingInput, TrainingSummary, UnitWeightSampler};
use rayon::prelude::*;

/// Trees are grown so many at a time, and then put together in order.
const WAVE: usize = 64;
/// A column of more levels is not split on: each split would have to remember them all.
const MOST_LEVELS: usize = 1 << 14;
/// From which score on rows are outliers if nobody knows how many there are.
const USUAL_THRESHOLD: f64 = 0.5;

impl Fit for IsolationForest {
    type Model = IsolationForestModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<IsolationForestModel> {
        let data = input.dataset()?;
        let weights = data.row_weights();
        let sampler = RowSampler::of(data);
        let fit = IsolationFit::new(self, data, sampler.unit_weights(&weights));
        let ensemble = fit.grow(run)?;
        let state = IsolationState { ensemble, samples: fit.draws as f64, threshold: USUAL_THRESHOLD };
        let info = self.model_info_predicting(answer_schema(), data, fit.summary(&weights));
        let mut model = IsolationForestModel::new(info, state);
        if self.contamination != Contamination::Auto {
            let scores = model.anomaly_scores(&data.row_features());
            model.state.threshold = self.contamination.threshold(USUAL_THRESHOLD, &scores, &weights);
        }
        let (trees, nodes, threshold) = (model.trees(), model.nodes(), model.threshold());
        let details = &mut model.info_mut().summary.details;
        details.insert("trees".into(), trees.into());
        details.insert("nodes".into(), nodes.into());
        details.insert("rows_of_a_tree".into(), fit.draws.into());
        details.insert("threshold".into(), threshold.into());
        Ok(model)
    }
}

/// What all trees are grown from.
struct IsolationFit<'a> {
    learner: &'a IsolationForest,
    data: &'a Dataset,
    features: Vec<Feature>,
    /// The features that may be split on, in the order of their names.
    asked: Vec<u32>,
    units: UnitWeightSampler<'a>,
    /// How many units a tree gets.
    draws: usize,
}

impl<'a> IsolationFit<'a> {
    fn new(
        learner: &'a IsolationForest,
        data: &'a Dataset,
        units: UnitWeightSampler<'a>,
    ) -> IsolationFit<'a> {
        let features: Vec<Feature> = (0..data.features().len()).map(|index| data.feature(index)).collect();
        let names = data.feature_names();
        let mut asked: Vec<u32> =
            (0..features.len() as u32).filter(|&index| !has_many_levels(&features[index as usize])).collect();
        asked.sort_by_key(|&index| names[index as usize]);
        let draws = learner.max_samples.of(units.len()).min(units.most_draws());
        IsolationFit { learner, data, features, asked, units, draws }
    }

    fn grow(&self, run: &Run) -> Result<TreeEnsemble> {
        let max_depth = (self.draws.max(2) as f64).log2().ceil() as u32;
        let grow_one = |tree: usize| {
            run.check()?;
            let seed = run.root_seed().derive(tree as u64);
            let sample = self.sample(seed);
            let mut ensemble = TreeEnsemble::new(1, 1);
            ensemble.push(&grow(&sample, max_depth, &mut seed.derive(2).rng()));
            Ok((sample.inputs.len(), ensemble))
        };
        let trees = self.learner.n_estimators as usize;
        let mut ensemble = TreeEnsemble::new(1, 1);
        'waves: for first in (0..trees).step_by(WAVE) {
            let wave = first..(first + WAVE).min(trees);
            let grown: Vec<Result<(usize, TreeEnsemble)>> = wave.into_par_iter().map(grow_one).collect();
            for grown in grown {
                let (columns, tree) = grown?;
                run.trace(|| IsolationEvent::Tree {
                    tree: ensemble.trees() + 1,
                    rows: self.draws,
                    columns,
                    nodes: tree.nodes(),
                    leaves: tree.leaves(),
                    depth: tree.depth(0),
                });
                ensemble.append(tree);
                let done = ensemble.trees() as u64;
                if run.progress("growing", done, Some(trees as u64)) == ObserverAction::Finish {
                    break 'waves;
                }
            }
        }
        Ok(ensemble)
    }

    /// The rows and columns of a tree.
    fn sample(&self, seed: Seed) -> IsolationSample {
        let mut rng = seed.derive(0).rng();
        let drawn = match self.learner.bootstrap {
            true => self.units.draw_with_replacement(self.draws, &mut rng),
            false => self.units.draw(self.draws, &mut rng),
        };
        let inputs = self.columns(&mut seed.derive(1).rng());
        let rows: Vec<usize> =
            drawn.iter().map(|&(row, _)| self.data.rows().at(row as usize) as usize).collect();
        let columns = inputs.iter().map(|&input| column_of(&self.features[input as usize], &rows)).collect();
        IsolationSample { columns, inputs, weights: drawn.iter().map(|&(_, weight)| weight).collect() }
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

    fn summary(&self, weights: &[f64]) -> TrainingSummary {
        let rows = weights.iter().filter(|&&weight| weight > 0.0).count() as u64;
        let weight = weights.iter().sum();
        let unasked = self.features.iter().zip(self.data.feature_names()).filter(|(f, _)| has_many_levels(f));
        let warnings = unasked.map(|(_, name)| {
            format!("column '{name}' has more than {MOST_LEVELS} levels and is not split on")
        });
        TrainingSummary {
            rows,
            weight,
            converged: true,
            warnings: warnings.collect(),
            ..TrainingSummary::default()
        }
    }
}

fn has_many_levels(feature: &Feature) -> bool {
    matches!(feature, Feature::Code(_, levels) if levels.len() > MOST_LEVELS)
}

/// Some rows of a feature.
fn column_of(feature: &Feature, rows: &[usize]) -> TreeColumn {
    match feature {
        // Adding zero makes -0.0 the same value as 0.0.
        Feature::Number(values) => TreeColumn::Number(rows.iter().map(|&row| values[row] + 0.0).collect()),
        Feature::Code(codes, levels) => {
            let levels = levels.len() as u32;
            let code = |&row: &usize| if codes[row] == MISSING_CODE { levels } else { codes[row] };
            TreeColumn::Code { codes: rows.iter().map(code).collect(), levels }
        }
        Feature::Text(_) | Feature::Object(_) => TreeColumn::Number(vec![f64::NAN; rows.len()]),
    }
}
