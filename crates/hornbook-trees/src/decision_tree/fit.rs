//! From a dataset to a tree.

use super::grow::batches::BatchTreeGrower;
use super::grow::binned::BinnedEngine;
use super::grow::impurity::Impurity;
use super::grow::sorted::SortedEngine;
use super::grow::{FeatureCosts, NodeBuilder, SplitOptions, TreeLimits, finish, grow};
use super::leaf_models;
use super::model::DecisionTreeModel;
use super::params::{Criterion, DecisionTree, Leaves, Missing, NumberSplits, Pruning, Splits, refused};
use super::prepared::prepare;
use crate::bins::column_bins;
use crate::held_out::held_out;
use crate::monotonic::monotonic_directions;
use crate::pruning::PruningRule;
use crate::rows::{Label, TreeRows};
use hornbook_core::{Declared, PerColumn, Result, Run};
use hornbook_data::{Dataset, Schema, Target};
use hornbook_learner::format::only_one_class;
use hornbook_learner::{
    Batches, Fit, PrecomputedFit, RowSource, TrainingInput, TrainingSummary, run_query_in_batches,
};

/// What a named algorithm does otherwise than a plain tree.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AlgorithmVariant {
    /// See [`TreeLimits::average_gain`].
    pub average_gain: bool,
    /// See [`TreeLimits::two_suffice`].
    pub two_suffice: bool,
    /// See [`SplitConstraints::strict_numbers`](super::grow::guard::SplitConstraints::strict_numbers).
    pub strict_numbers: bool,
    /// The class of branches that no row went down; none leaves the answer to the node above.
    pub empty_branch: Option<usize>,
}

impl Fit for DecisionTree {
    type Model = DecisionTreeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DecisionTreeModel> {
        match input.rows() {
            RowSource::Memory(data) => self.fit_variant(AlgorithmVariant::default(), data, run),
            RowSource::Batches(batches) => self.grow_from_batches(batches, run),
        }
    }

    fn precompute(&self, data: &Dataset) -> Result<Option<Box<dyn PrecomputedFit + '_>>> {
        prepare(self, data)
    }
}

impl DecisionTree {
    fn grow_from_batches(&self, batches: &dyn Batches, run: &Run) -> Result<DecisionTreeModel> {
        let data = batches.prototype();
        self.check_combination(data.task()?)?;
        self.check_batches()?;
        let schema = Schema::of(data)?;
        let options = self.options(data)?;
        let limits = self.limits(&schema, AlgorithmVariant::default())?;
        let mut grower = BatchTreeGrower::new(options, limits, self.bins as usize, &schema.inputs, run);
        run_query_in_batches(&mut grower, batches, run)?;
        let rows = grower.rows;
        let weight = grower.limits().total;
        let mut warnings = Vec::new();
        if self.splits != Splits::Histogram {
            warnings
                .push("exact splits need all rows in memory; histogram splits were used instead".to_string());
        }
        let model =
            self.model(data, options.impurity, &grower.builders, grower.shift, (rows, weight), warnings)?;
        self.prune(model, None, run)
    }

    /// Learns as a named algorithm does.
    pub(crate) fn fit_variant(
        &self,
        variant: AlgorithmVariant,
        data: &Dataset,
        run: &Run,
    ) -> Result<DecisionTreeModel> {
        self.check_combination(data.task()?)?;
        let (growing, validation) = match self.pruning_method() {
            Some(Pruning::ReducedError) => {
                let (growing, validation) = held_out(data, self.validation_fraction, run.root_seed())?;
                (growing, Some(validation))
            }
            _ => (data.clone(), None),
        };
        let mut model = self.grow_model(variant, &growing, run)?;
        if let Some(class) = variant.empty_branch {
            model.fill_empty_branches(class);
        }
        if self.leaves == Leaves::Linear {
            leaf_models::fit(&mut model, &growing)?;
        }
        self.prune(model, validation.as_ref(), run)
    }

    fn grow_model(&self, variant: AlgorithmVariant, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        let schema = Schema::of(data)?;
        let (options, limits) = (self.options(data)?, self.limits(&schema, variant)?);
        match data.require_target()?.1 {
            Target::Classes(classes) if classes.levels.len() <= 256 => {
                let rows = TreeRows::gather(data, |row| classes.codes[row] as u8);
                self.learn_rows(data, &schema, options, limits, rows, 0.0, run)
            }
            Target::Classes(classes) => {
                let rows = TreeRows::gather(data, |row| classes.codes[row]);
                self.learn_rows(data, &schema, options, limits, rows, 0.0, run)
            }
            Target::Numbers(y) if !options.impurity.may_shift() => {
                let rows = TreeRows::gather(data, |row| y[row]);
                rows.labels.iter().try_for_each(|&y| options.impurity.check_number(y))?;
                self.learn_rows(data, &schema, options, limits, rows, 0.0, run)
            }
            Target::Numbers(y) => {
                // Numbers are measured from their mean, so that their squares keep their digits.
                let weight = |row: usize| data.weights().map_or(1.0, |w| w[row]);
                let mean = mean_of(data.rows().iter().map(|r| (y[r as usize], weight(r as usize))));
                let rows = TreeRows::gather(data, |row| y[row] - mean);
                self.learn_rows(data, &schema, options, limits, rows, mean, run)
            }
        }
    }

    pub(super) fn options(&self, data: &Dataset) -> Result<SplitOptions> {
        let classes = match data.require_target()?.1 {
            Target::Classes(classes) => classes.levels.len(),
            Target::Numbers(_) => 0,
        };
        Ok(SplitOptions {
            impurity: Impurity::new(self.criterion_for(data.task()?)?, classes),
            categories: self.categories,
            ranges: (self.numbers == NumberSplits::Ranges).then_some(self.max_ranges as usize),
            boundary_only: self.splits == Splits::Boundary,
            missing: self.missing,
            max_surrogates: self.max_surrogates as usize,
        })
    }

    pub(super) fn limits(&self, schema: &Schema, variant: AlgorithmVariant) -> Result<TreeLimits> {
        Ok(TreeLimits {
            max_depth: self.max_depth,
            max_leaves: self.max_leaf_nodes.map(|most| most as usize),
            min_split: self.min_samples_split,
            min_leaf: self.min_samples_leaf,
            two_suffice: variant.two_suffice,
            strict_numbers: variant.strict_numbers,
            min_decrease: self.min_impurity_decrease,
            min_gain: self.min_gain,
            average_gain: variant.average_gain,
            significance: self.significance,
            feature_costs: match &self.costs {
                Some(costs) => {
                    Some(FeatureCosts { costs: feature_costs(costs, schema)?, rule: self.cost_rule })
                }
                None => None,
            },
            signs: self.signs(schema)?,
            ..TreeLimits::default()
        })
    }

    /// For each column whether the prediction may only rise or only fall; none if all are free.
    fn signs(&self, schema: &Schema) -> Result<Vec<i8>> {
        let Some(constraints) = &self.monotonic_cst else { return Ok(Vec::new()) };
        let signs = monotonic_directions(Self::declaration().name, constraints, schema)?;
        let signs: Vec<i8> = signs.into_iter().map(|sign| sign as i8).collect();
        Ok(if signs.iter().all(|&sign| sign == 0) { Vec::new() } else { signs })
    }

    /// Refuses what needs all rows at once.
    fn check_batches(&self) -> Result<()> {
        let refuse = |parameter, found: &str| {
            Err(refused(parameter, format!("{found} in batches"), "all rows in memory"))
        };
        if self.max_leaf_nodes.is_some() {
            return refuse("max_leaf_nodes", "given");
        }
        if self.pruning_method() == Some(Pruning::ReducedError) {
            return refuse("pruning", "'reduced_error'");
        }
        if self.leaves == Leaves::Linear {
            return refuse("leaves", "'linear'");
        }
        if self.criterion == Some(Criterion::AbsoluteError) {
            return refuse("criterion", "'absolute_error'");
        }
        if self.missing != Missing::Direction {
            return refuse("missing", &format!("'{}'", self.missing.name()));
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn learn_rows<L: Label>(
        &self,
        data: &Dataset,
        schema: &Schema,
        options: SplitOptions,
        limits: TreeLimits,
        rows: TreeRows<L>,
        shift: f64,
        run: &Run,
    ) -> Result<DecisionTreeModel> {
        let count = rows.len();
        let weight = if rows.weights.is_empty() { count as f64 } else { rows.weights.iter().sum() };
        let limits = TreeLimits { total: weight, ..limits };
        let impurity = options.impurity;
        let builders = match self.splits {
            Splits::Exact | Splits::Boundary => {
                let (engine, root) = SortedEngine::prepare(options, schema, rows);
                grow(&engine, &impurity, &limits, root, run)?
            }
            Splits::Histogram => {
                let bins = column_bins(&rows, self.bins as usize);
                let (engine, root) = BinnedEngine::prepare(options, bins, schema, rows);
                grow(&engine, &impurity, &limits, root, run)?
            }
        };
        self.model(data, impurity, &builders, shift, (count as u64, weight), Vec::new())
    }

    pub(super) fn model(
        &self,
        data: &Dataset,
        impurity: Impurity,
        builders: &[NodeBuilder],
        shift: f64,
        (rows, weight): (u64, f64),
        mut warnings: Vec<String>,
    ) -> Result<DecisionTreeModel> {
        let tree = finish(&impurity, builders, self.missing == Missing::Fractional, shift);
        if let Target::Classes(classes) = data.require_target()?.1
            && impurity.is_pure(tree.tally(0))
        {
            let only = classes.levels.iter().zip(tree.tally(0)).find(|(_, w)| **w > 0.0);
            let only = only.map_or("?", |(level, _)| level.as_str());
            warnings.push(only_one_class(only));
        }
        let summary =
            TrainingSummary { rows, weight, converged: true, warnings, ..TrainingSummary::default() };
        Ok(DecisionTreeModel::new(self.model_info(data, summary)?, tree))
    }

    /// Cuts the tree back as the parameters say.
    pub(super) fn prune(
        &self,
        model: DecisionTreeModel,
        validation: Option<&Dataset>,
        run: &Run,
    ) -> Result<DecisionTreeModel> {
        let rule = match (self.pruning_method(), validation) {
            (None, _) => return Ok(model),
            (Some(Pruning::CostComplexity), _) => PruningRule::CostComplexity { alpha: self.ccp_alpha },
            (Some(Pruning::ReducedError), Some(validation)) => PruningRule::ReducedError { validation },
            (Some(Pruning::ReducedError), None) => return Ok(model),
            (Some(Pruning::Pessimistic), _) => PruningRule::Pessimistic { penalty: self.pruning_penalty },
            (Some(Pruning::ErrorBound), _) => PruningRule::ErrorBound { confidence: self.pruning_confidence },
            (Some(Pruning::ChiSquare), _) => PruningRule::ChiSquare { level: self.pruning_level },
            (Some(Pruning::Mdl), _) => PruningRule::Mdl,
        };
        model.pruned_with(&rule, run)
    }
}

fn names(schema: &Schema) -> Vec<&str> {
    schema.inputs.iter().map(|input| input.name.as_str()).collect()
}

/// What each column costs; a column that is not named costs 1.
pub(super) fn feature_costs(costs: &PerColumn, schema: &Schema) -> Result<Vec<f64>> {
    if let Some(wrong) = costs.numbers().find(|&cost| cost <= 0.0) {
        return Err(refused("costs", wrong.to_string(), "numbers above 0"));
    }
    costs.for_columns(("decision-tree", "costs"), &names(schema), 1.0)
}

/// The mean of numbers with their weights.
pub(super) fn mean_of(numbers: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut total, mut sum) = (0.0, 0.0);
    for (number, weight) in numbers {
        total += weight;
        sum += weight * number;
    }
    sum / total
}
