//! From a dataset to a forest.

use super::bag::{Bag, Bags};
use super::combinations::Combinations;
use super::distinct::{ABSENT, Distinct};
use super::events::ForestEvent;
use super::grow::{
    Classes, Combined, Counts, Grower, Limits, Many, Material, Measure, NEAR, OfLabel, OneSum, Plan, Sums,
};
use super::members::Members;
use super::model::{ForestModel, Learned};
use super::out_of_bag::{OutOfBag, Unseen, mean_score, oob_importances, shuffled_losses};
use super::params::{ExtraTrees, ForestCriterion, RandomForest, Settings};
use super::route::Route;
use super::truths::Truths;
use crate::grove::Grove;
use crate::rows::Label;
use hornbook_core::{Error, Result, Run, Seed, Task, Verdict};
use hornbook_data::{Dataset, Target};
use hornbook_learner::{Fit, Summary};
use rayon::prelude::*;

/// Trees are grown so many at a time for each thread, and then put together in order.
const WAVE: usize = 8;

impl Fit for RandomForest {
    type Model = ForestModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<ForestModel> {
        let (learned, summary) = learn(&self.settings(), data, run)?;
        Ok(ForestModel::new(self.model_info(data, summary)?, learned).laid_out())
    }
}

impl Fit for ExtraTrees {
    type Model = ForestModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<ForestModel> {
        let (learned, summary) = learn(&self.settings(), data, run)?;
        Ok(ForestModel::new(self.model_info(data, summary)?, learned).laid_out())
    }
}

/// Chooses how rows are added up.
fn learn(settings: &Settings, data: &Dataset, run: &Run) -> Result<(Learned, Summary)> {
    let task = data.task()?;
    let targets: Vec<&Target> = data.all_targets().map(|(_, target)| target).collect();
    settings.check_together(task, targets.len())?;
    let criterion = settings.criterion_for(task)?;
    let mut learned = match targets[..] {
        [Target::Classes(target)] => {
            let rows = Distinct::of(data, |row| target.codes[row]);
            let classes = target.levels.len();
            let truth = |row: usize, _: usize| f64::from(rows.labels[row]);
            let truths = Truths::new(task, vec![classes], &truth);
            let work = Work { settings, rows: &rows, truths: &truths, run };
            // Draws are counted; without them, the weights must be small whole numbers to be.
            let is_counted = settings.bootstrap
                || (rows.weights.iter().all(|w| w.fract() == 0.0)
                    && rows.weights.iter().sum::<f64>() < f64::from(u32::MAX));
            match (classes <= 2 && criterion == ForestCriterion::Gini, is_counted) {
                (true, true) => work.grow_by_label(&OneSum::<Counts>::of_classes(classes)),
                (true, false) => work.grow_by_label(&OneSum::<Sums>::of_classes(classes)),
                (false, _) => work.grow_by_label(&Classes::new(classes, criterion)),
            }
        }
        [Target::Numbers(target)] => {
            let rows = Distinct::of(data, |row| target[row]);
            let truth = |row: usize, _: usize| rows.labels[row];
            let truths = Truths::new(task, vec![1], &truth);
            // Numbers are measured from their mean, so that their sums keep their digits.
            let measure = OneSum::<Sums>::of_numbers(truths.moments(&rows.weights, 0).0);
            Work { settings, rows: &rows, truths: &truths, run }.grow_by_label(&measure)
        }
        _ => learn_several(settings, data, &targets, run),
    }?;
    learned
        .1
        .warnings
        .splice(0..0, data.all_targets().filter_map(|(name, target)| only_class(data, name, target)));
    Ok(learned)
}

/// Learns several targets at once: what a question saves is the mean over them.
fn learn_several(
    settings: &Settings,
    data: &Dataset,
    targets: &[&Target],
    run: &Run,
) -> Result<(Learned, Summary)> {
    let task = data.task()?;
    let criterion = settings.criterion_for(task)?;
    let combinations = Combinations::of(data, targets);
    let rows = Distinct::of(data, |row| combinations.of_row(row));
    let truth = |row: usize, target: usize| combinations.labels(rows.labels[row])[target];
    let widths = targets.iter().map(|target| match target {
        Target::Classes(classes) => classes.levels.len(),
        Target::Numbers(_) => 1,
    });
    let truths = Truths::new(task, widths.clone().collect(), &truth);
    let work = Work { settings, rows: &rows, truths: &truths, run };
    let bring = |row: usize, weight: f64| Combined { weight, combination: rows.labels[row] };
    if task == Task::Classification {
        let parts = widths.map(|classes| (Classes::new(classes, criterion), 1.0));
        return work.grow(&Many::new(parts, &combinations), bring);
    }
    let parts = (0..targets.len()).map(|target| {
        let (mean, variance) = truths.moments(&rows.weights, target);
        // In units of its own spread, so that no target counts for more because of its unit.
        (OneSum::<Sums>::of_numbers(mean), if variance > 0.0 { 1.0 / variance } else { 0.0 })
    });
    work.grow(&Many::new(parts, &combinations), bring)
}

/// A sentence if a target has only one class among the rows.
fn only_class(data: &Dataset, name: &str, target: &Target) -> Option<String> {
    let Target::Classes(classes) = target else { return None };
    let counting = data.counting_rows();
    let mut codes = counting.rows().iter().map(|row| classes.codes[row as usize]);
    let first = codes.next()?;
    let only = classes.levels.get(first as usize)?;
    codes.all(|code| code == first).then(|| {
        let which = if data.more_targets().is_empty() { String::new() } else { format!(" '{name}'") };
        format!("the target{which} has only one class, '{only}': every prediction will be '{only}'")
    })
}

/// What all trees are grown from.
struct Work<'a, L> {
    settings: &'a Settings,
    rows: &'a Distinct<L>,
    truths: &'a Truths<'a>,
    run: &'a Run,
}

/// A tree, and what is to be known of it.
struct Grown {
    tree: Grove,
    rows: usize,
    unseen: Vec<Unseen>,
    losses: Vec<f64>,
    /// The leaf of each row.
    leaf_of: Vec<u32>,
}

impl<L: Label> Work<'_, L> {
    /// Grows all trees of rows with one label each.
    fn grow_by_label<M: OfLabel>(&self, measure: &M) -> Result<(Learned, Summary)> {
        self.grow(measure, |row, weight| measure.bring(weight, self.rows.labels[row].number()))
    }

    /// Grows all trees. `bring` says what a row of some weight brings along.
    fn grow<M: Measure>(
        &self,
        measure: &M,
        bring: impl Fn(usize, f64) -> M::Row + Sync,
    ) -> Result<(Learned, Summary)> {
        let Work { settings, rows, truths, run } = *self;
        let outputs = truths.outputs();
        let columns = Material::of(rows, settings.bins);
        let bags = settings.bootstrap.then(|| {
            Bags::new(&rows.weights, |all| settings.max_samples.map_or(all, |amount| amount.of(all)))
        });
        let plan = self.plan(measure, &columns, bags.as_ref().map_or(1.0, Bags::unit));
        let route = Route::new(rows);
        let grow_one = |grower: &mut Grower<'_, M>, tree: usize| {
            run.check()?;
            let seed = run.root_seed().derive(tree as u64);
            let bag = match &bags {
                Some(bags) => bags.draw(seed.derive(0)),
                None => Bag::default(),
            };
            let all =
                || rows.weights.iter().enumerate().map(|(row, &weight)| (row as u32, bring(row, weight)));
            let drawn = || bag.drawn.iter().map(|&(row, count)| (row, bring(row as usize, f64::from(count))));
            let mut rng = seed.derive(1).rng();
            let sapling = match bags {
                Some(_) => grower.grow(drawn(), &mut rng),
                None => grower.grow(all(), &mut rng),
            };
            let mut tree = Grove::new(outputs, outputs);
            tree.push(&sapling);
            Ok(self.look_at(tree, &bag, &route, seed.derive(2)))
        };

        let mut out_of_bag = OutOfBag::new(rows.len(), outputs);
        let (mut losses, mut leaf_of) = (Vec::new(), Vec::new());
        let mut grove = Grove::new(outputs, outputs);
        let numbers: Vec<usize> = (0..settings.trees).collect();
        'waves: for wave in numbers.chunks(WAVE * rayon::current_num_threads()) {
            let grown: Vec<Result<Grown>> = wave
                .par_iter()
                .map_init(|| Grower::new(&plan), |grower, &tree| grow_one(grower, tree))
                .collect();
            for grown in grown {
                let grown = grown?;
                out_of_bag.add(&grown.tree, &grown.unseen);
                if !grown.losses.is_empty() {
                    losses.push(grown.losses);
                }
                let first = grove.leaves() as u32;
                leaf_of.extend(grown.leaf_of.iter().map(|leaf| leaf + first));
                let (nodes, leaves) = (grown.tree.nodes(), grown.tree.leaves());
                grove.append(grown.tree);
                run.trace(|| ForestEvent::Tree {
                    tree: grove.trees(),
                    rows: grown.rows,
                    nodes,
                    leaves,
                    oob_error: out_of_bag.scores(rows, truths).map(|scores| 1.0 - mean_score(&scores)),
                });
                let done = grove.trees() as u64;
                if run.progress("growing", done, Some(settings.trees as u64)) == Verdict::Finish {
                    break 'waves;
                }
            }
        }
        let oob = settings.oob_score.then(|| out_of_bag.scores(rows, truths)).flatten();
        let mut summary = self.summary(&grove);
        if settings.oob_score && oob.is_none() {
            summary.warnings.push(
                "no row was left out by any tree, so there is no out-of-bag score; grow more trees"
                    .to_string(),
            );
        }
        if let Some(scores) = &oob {
            summary.details.insert("oob_score".into(), mean_score(scores).into());
        }
        let members = match settings.quantiles {
            true => Some(self.members(&grove, &leaf_of)?),
            false => None,
        };
        let learned = Learned {
            oob: oob.map(|scores| (scores, out_of_bag.predictions(rows))),
            oob_importances: settings.oob_importances.then(|| oob_importances(&losses, rows.columns.len())),
            members,
            grove,
        };
        Ok((learned, summary))
    }

    fn plan<'b, M: Measure>(&'b self, measure: &'b M, columns: &'b [Material], unit: f64) -> Plan<'b, M> {
        let settings = self.settings;
        let all = columns.len();
        Plan {
            measure,
            columns,
            inputs: &self.rows.columns,
            limits: Limits {
                max_depth: settings.max_depth.unwrap_or(u32::MAX),
                min_split: settings.min_samples_split / unit,
                min_leaf: settings.min_samples_leaf / unit,
                min_decrease: settings.min_impurity_decrease,
                max_leaves: settings.max_leaf_nodes.map(|most| most as usize),
            },
            tries: settings.max_features.map_or(all, |most| most.of(all, self.truths.task())),
            random: settings.bins.is_none(),
            unit,
            near: NEAR,
        }
    }

    /// Finds out about a tree by itself what was asked for.
    fn look_at(&self, tree: Grove, bag: &Bag, route: &Route<'_>, seed: Seed) -> Grown {
        let Settings { oob_score, oob_importances, quantiles, .. } = *self.settings;
        let end = |row: usize| route.end(&tree, 0, row);
        let mut unseen = Vec::new();
        if oob_score || oob_importances || self.run.is_traced() {
            unseen.extend(bag.left_out.iter().map(|&(row, units)| Unseen {
                row,
                units,
                node: end(row as usize) as u32,
            }));
        }
        let losses = match oob_importances && !unseen.is_empty() {
            true => shuffled_losses(&tree, self.rows, self.truths, route, &unseen, seed),
            false => Vec::new(),
        };
        let leaf_of = match quantiles {
            true => (0..self.rows.len()).map(|row| tree.leaf(end(row)) as u32).collect(),
            false => Vec::new(),
        };
        let rows = if self.settings.bootstrap { bag.drawn.len() } else { self.rows.len() };
        Grown { tree, rows, unseen, losses, leaf_of }
    }

    fn members(&self, grove: &Grove, leaf_of: &[u32]) -> Result<Members> {
        let targets = self.rows.labels.iter().map(|label| label.number()).collect();
        Members::new(grove.leaves(), targets, self.rows.weights.clone(), leaf_of).ok_or_else(|| {
            Error::data(
                "the rows of all leaves are too many to keep",
                "grow fewer trees, or take a sample of the rows",
            )
        })
    }

    fn summary(&self, grove: &Grove) -> Summary {
        let rows = self.rows.of_data.iter().filter(|&&row| row != ABSENT).count() as u64;
        let weight = self.rows.weights.iter().sum();
        let mut summary = Summary { rows, weight, converged: true, ..Summary::default() };
        summary.details.insert("trees".into(), grove.trees().into());
        summary.details.insert("nodes".into(), grove.nodes().into());
        summary
    }
}
