//! From a dataset to a forest.

use super::bootstrap::{BootstrapSample, BootstrapSampler};
use super::combinations::TargetCombinations;
use super::deduped::{ABSENT, DedupedRows};
use super::events::ForestEvent;
use super::grow::{
    ClassImpurity, CombinedRow, ForestColumn, ForestContext, ForestGrower, ForestLimits, ImpurityMeasure,
    LabelImpurity, MeanImpurity, MultiTargetImpurity, NEAR, PackedCounts, WeightedSums,
};
use super::leaf_lookup::LeafLookup;
use super::leaf_members::LeafMembers;
use super::model::{ForestModel, ForestState};
use super::out_of_bag::{OobAccumulator, OobRow, mean_score, oob_importances, shuffled_losses};
use super::params::{ExtraTrees, ForestCriterion, ForestSettings, RandomForest};
use super::targets::ForestTargets;
use crate::rows::Label;
use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{Error, ObserverAction, Result, Run, Seed, Task};
use hornbook_data::{Dataset, Target};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};
use rayon::prelude::*;

/// Trees are grown so many at a time for each thread, and then put together in order.
const WAVE: usize = 8;

impl Fit for RandomForest {
    type Model = ForestModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ForestModel> {
        let data = input.dataset()?;
        let (state, summary) = learn(&self.settings(), data, run)?;
        Ok(ForestModel::new(self.model_info(data, summary)?, state).with_layout())
    }
}

impl Fit for ExtraTrees {
    type Model = ForestModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<ForestModel> {
        let data = input.dataset()?;
        let (state, summary) = learn(&self.settings(), data, run)?;
        Ok(ForestModel::new(self.model_info(data, summary)?, state).with_layout())
    }
}

/// Chooses how rows are added up.
fn learn(settings: &ForestSettings, data: &Dataset, run: &Run) -> Result<(ForestState, TrainingSummary)> {
    let task = data.task()?;
    let targets: Vec<&Target> = data.all_targets().map(|(_, target)| target).collect();
    settings.check_combination(task, targets.len())?;
    let criterion = settings.criterion_for(task)?;
    let mut state = match targets[..] {
        [Target::Classes(target)] => {
            let rows = DedupedRows::of(data, |row| target.codes[row]);
            let classes = target.levels.len();
            let target_of = |row: usize, _: usize| f64::from(rows.labels[row]);
            let forest_targets = ForestTargets::new(task, vec![classes], &target_of);
            let fit = ForestFit { settings, rows: &rows, forest_targets: &forest_targets, run };
            // Draws are counted; without them, the weights must be small integers to be.
            let is_counted = settings.bootstrap
                || (rows.weights.iter().all(|w| w.fract() == 0.0)
                    && rows.weights.iter().sum::<f64>() < f64::from(u32::MAX));
            match (classes <= 2 && criterion == ForestCriterion::Gini, is_counted) {
                (true, true) => fit.grow_by_label(&MeanImpurity::<PackedCounts>::of_classes(classes)),
                (true, false) => fit.grow_by_label(&MeanImpurity::<WeightedSums>::of_classes(classes)),
                (false, _) => fit.grow_by_label(&ClassImpurity::new(classes, criterion)),
            }
        }
        [Target::Numbers(target)] => {
            let rows = DedupedRows::of(data, |row| target[row]);
            let target_of = |row: usize, _: usize| rows.labels[row];
            let forest_targets = ForestTargets::new(task, vec![1], &target_of);
            // Numbers are measured from their mean, so that their sums keep their digits.
            let measure =
                MeanImpurity::<WeightedSums>::of_numbers(forest_targets.moments(&rows.weights, 0).0);
            ForestFit { settings, rows: &rows, forest_targets: &forest_targets, run }.grow_by_label(&measure)
        }
        _ => learn_multi_target(settings, data, &targets, run),
    }?;
    state
        .1
        .warnings
        .splice(0..0, data.all_targets().filter_map(|(name, target)| only_class(data, name, target)));
    Ok(state)
}

/// Learns several targets at once: what a split saves is the mean over them.
fn learn_multi_target(
    settings: &ForestSettings,
    data: &Dataset,
    targets: &[&Target],
    run: &Run,
) -> Result<(ForestState, TrainingSummary)> {
    let task = data.task()?;
    let criterion = settings.criterion_for(task)?;
    let combinations = TargetCombinations::of(data, targets);
    let rows = DedupedRows::of(data, |row| combinations.of_row(row));
    let target_of = |row: usize, target: usize| combinations.labels(rows.labels[row])[target];
    let widths = targets.iter().map(|target| match target {
        Target::Classes(classes) => classes.levels.len(),
        Target::Numbers(_) => 1,
    });
    let forest_targets = ForestTargets::new(task, widths.clone().collect(), &target_of);
    let fit = ForestFit { settings, rows: &rows, forest_targets: &forest_targets, run };
    let row_stats_of = |row: usize, weight: f64| CombinedRow { weight, combination: rows.labels[row] };
    if task == Task::Classification {
        let parts = widths.map(|classes| (ClassImpurity::new(classes, criterion), 1.0));
        return fit.grow(&MultiTargetImpurity::new(parts, &combinations), row_stats_of);
    }
    let parts = (0..targets.len()).map(|target| {
        let (mean, variance) = forest_targets.moments(&rows.weights, target);
        // In units of its own standard deviation, so that no target counts for more because of its unit.
        (MeanImpurity::<WeightedSums>::of_numbers(mean), if variance > 0.0 { 1.0 / variance } else { 0.0 })
    });
    fit.grow(&MultiTargetImpurity::new(parts, &combinations), row_stats_of)
}

/// A sentence if a target has only one class among the rows.
fn only_class(data: &Dataset, name: &str, target: &Target) -> Option<String> {
    let Target::Classes(classes) = target else { return None };
    let counting = data.with_nonzero_weight();
    let mut codes = counting.rows().iter().map(|row| classes.codes[row as usize]);
    let first = codes.next()?;
    let only = classes.levels.get(first as usize)?;
    codes.all(|code| code == first).then(|| {
        let which = if data.additional_targets().is_empty() { String::new() } else { format!(" '{name}'") };
        format!("the target{which} has only one class, '{only}': every prediction will be '{only}'")
    })
}

/// What all trees are grown from.
struct ForestFit<'a, L> {
    settings: &'a ForestSettings,
    rows: &'a DedupedRows<L>,
    forest_targets: &'a ForestTargets<'a>,
    run: &'a Run,
}

/// A tree, and what is to be known of it.
struct GrownForestTree {
    tree: TreeEnsemble,
    rows: usize,
    oob_rows: Vec<OobRow>,
    losses: Vec<f64>,
    /// The leaf of each row.
    leaf_of: Vec<u32>,
}

impl<L: Label> ForestFit<'_, L> {
    /// Grows all trees of rows with one label each.
    fn grow_by_label<M: LabelImpurity>(&self, measure: &M) -> Result<(ForestState, TrainingSummary)> {
        self.grow(measure, |row, weight| measure.row_stats_of(weight, self.rows.labels[row].number()))
    }

    /// Grows all trees. `row_stats_of` says what a row of some weight brings along.
    fn grow<M: ImpurityMeasure>(
        &self,
        measure: &M,
        row_stats_of: impl Fn(usize, f64) -> M::Row + Sync,
    ) -> Result<(ForestState, TrainingSummary)> {
        let ForestFit { settings, rows, forest_targets, run } = *self;
        let outputs = forest_targets.outputs();
        let columns = ForestColumn::of(rows, settings.bins);
        let sampler = settings.bootstrap.then(|| {
            BootstrapSampler::new(&rows.weights, |all| {
                settings.max_samples.map_or(all, |amount| amount.of(all))
            })
        });
        let context = self.context(measure, &columns, sampler.as_ref().map_or(1.0, BootstrapSampler::unit));
        let lookup = LeafLookup::new(rows);
        let grow_one = |grower: &mut ForestGrower<'_, M>, tree: usize| {
            run.check()?;
            let seed = run.root_seed().derive(tree as u64);
            let sample = match &sampler {
                Some(sampler) => sampler.draw(seed.derive(0)),
                None => BootstrapSample::default(),
            };
            let all = || {
                rows.weights.iter().enumerate().map(|(row, &weight)| (row as u32, row_stats_of(row, weight)))
            };
            let drawn = || {
                sample.drawn.iter().map(|&(row, count)| (row, row_stats_of(row as usize, f64::from(count))))
            };
            let mut rng = seed.derive(1).rng();
            let builder = match sampler {
                Some(_) => grower.grow(drawn(), &mut rng),
                None => grower.grow(all(), &mut rng),
            };
            let mut tree = TreeEnsemble::new(outputs, outputs);
            tree.push(&builder);
            Ok(self.inspect(tree, &sample, &lookup, seed.derive(2)))
        };

        let mut out_of_bag = OobAccumulator::new(rows.len(), outputs);
        let (mut losses, mut leaf_of) = (Vec::new(), Vec::new());
        let mut ensemble = TreeEnsemble::new(outputs, outputs);
        let numbers: Vec<usize> = (0..settings.trees).collect();
        'waves: for wave in numbers.chunks(WAVE * rayon::current_num_threads()) {
            let grown: Vec<Result<GrownForestTree>> = wave
                .par_iter()
                .map_init(|| ForestGrower::new(&context), |grower, &tree| grow_one(grower, tree))
                .collect();
            for grown in grown {
                let grown = grown?;
                out_of_bag.add(&grown.tree, &grown.oob_rows);
                if !grown.losses.is_empty() {
                    losses.push(grown.losses);
                }
                let first = ensemble.leaves() as u32;
                leaf_of.extend(grown.leaf_of.iter().map(|leaf| leaf + first));
                let (nodes, leaves) = (grown.tree.nodes(), grown.tree.leaves());
                ensemble.append(grown.tree);
                run.trace(|| ForestEvent::Tree {
                    tree: ensemble.trees(),
                    rows: grown.rows,
                    nodes,
                    leaves,
                    oob_error: out_of_bag
                        .scores(rows, forest_targets)
                        .map(|scores| 1.0 - mean_score(&scores)),
                });
                let done = ensemble.trees() as u64;
                if run.progress("growing", done, Some(settings.trees as u64)) == ObserverAction::Finish {
                    break 'waves;
                }
            }
        }
        let oob = settings.oob_score.then(|| out_of_bag.scores(rows, forest_targets)).flatten();
        let mut summary = self.summary(&ensemble);
        if settings.oob_score && oob.is_none() {
            summary.warnings.push(
                "no row was left out by any tree, so there is no out-of-bag score; raise n_estimators"
                    .to_string(),
            );
        }
        if let Some(scores) = &oob {
            summary.details.insert("oob_score".into(), mean_score(scores).into());
        }
        let members = match settings.quantiles {
            true => Some(self.members(&ensemble, &leaf_of)?),
            false => None,
        };
        let state = ForestState {
            oob: oob.map(|scores| (scores, out_of_bag.predictions(rows))),
            oob_importances: settings.oob_importances.then(|| oob_importances(&losses, rows.columns.len())),
            members,
            ensemble,
        };
        Ok((state, summary))
    }

    fn context<'b, M: ImpurityMeasure>(
        &'b self,
        measure: &'b M,
        columns: &'b [ForestColumn],
        unit: f64,
    ) -> ForestContext<'b, M> {
        let settings = self.settings;
        let all = columns.len();
        ForestContext {
            measure,
            columns,
            inputs: &self.rows.columns,
            limits: ForestLimits {
                max_depth: settings.max_depth.unwrap_or(u32::MAX),
                min_split: settings.min_samples_split / unit,
                min_leaf: settings.min_samples_leaf / unit,
                min_decrease: settings.min_impurity_decrease,
                max_leaves: settings.max_leaf_nodes.map(|most| most as usize),
            },
            tries: settings.max_features.map_or(all, |most| most.of(all, self.forest_targets.task())),
            random: settings.bins.is_none(),
            unit,
            near: NEAR,
        }
    }

    /// Finds out about a tree by itself what was asked for.
    fn inspect(
        &self,
        tree: TreeEnsemble,
        sample: &BootstrapSample,
        lookup: &LeafLookup<'_>,
        seed: Seed,
    ) -> GrownForestTree {
        let ForestSettings { oob_score, oob_importances, quantiles, .. } = *self.settings;
        let end = |row: usize| lookup.leaf_node(&tree, 0, row);
        let mut oob_rows = Vec::new();
        if oob_score || oob_importances || self.run.is_traced() {
            oob_rows.extend(sample.left_out.iter().map(|&(row, units)| OobRow {
                row,
                units,
                node: end(row as usize) as u32,
            }));
        }
        let losses = match oob_importances && !oob_rows.is_empty() {
            true => shuffled_losses(&tree, self.rows, self.forest_targets, lookup, &oob_rows, seed),
            false => Vec::new(),
        };
        let leaf_of = match quantiles {
            true => (0..self.rows.len()).map(|row| tree.leaf(end(row)) as u32).collect(),
            false => Vec::new(),
        };
        let rows = if self.settings.bootstrap { sample.drawn.len() } else { self.rows.len() };
        GrownForestTree { tree, rows, oob_rows, losses, leaf_of }
    }

    fn members(&self, ensemble: &TreeEnsemble, leaf_of: &[u32]) -> Result<LeafMembers> {
        let targets = self.rows.labels.iter().map(|label| label.number()).collect();
        LeafMembers::new(ensemble.leaves(), targets, self.rows.weights.clone(), leaf_of).ok_or_else(|| {
            Error::data(
                "the rows of all leaves are too many to keep",
                "grow fewer trees, or take a sample of the rows",
            )
        })
    }

    fn summary(&self, ensemble: &TreeEnsemble) -> TrainingSummary {
        let rows = self.rows.of_data.iter().filter(|&&row| row != ABSENT).count() as u64;
        let weight = self.rows.weights.iter().sum();
        let mut summary = TrainingSummary { rows, weight, converged: true, ..TrainingSummary::default() };
        summary.details.insert("trees".into(), ensemble.trees().into());
        summary.details.insert("nodes".into(), ensemble.nodes().into());
        summary
    }
}
