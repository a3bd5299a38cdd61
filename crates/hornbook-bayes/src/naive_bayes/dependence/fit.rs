//! From a dataset to tables of dependent columns.

use super::events::DependenceEvent;
use super::model::{DependenceNetwork, OneDependenceModel};
use super::pairs::ColumnPairCounts;
use super::params::{AveragedOneDependence, TreeAugmentedNaiveBayes};
use super::tables::DependenceTable;
use crate::naive_bayes::discretization::{CountedRows, count_rows};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, TrainingInput};
use rayon::prelude::*;

/// Information up to this many nats is rounding.
const NOTHING: f64 = 1e-12;

impl Fit for TreeAugmentedNaiveBayes {
    type Model = OneDependenceModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<OneDependenceModel> {
        let counted = count_rows(input.rows(), self.bins, None, run)?;
        self.finish(input.rows().prototype(), counted, run)
    }
}

impl TreeAugmentedNaiveBayes {
    fn finish(
        &self,
        data: &Dataset,
        counted: CountedRows<ColumnPairCounts>,
        run: &Run,
    ) -> Result<OneDependenceModel> {
        let names = data.feature_names();
        let parents = tree(&counted.counts, &names, counted.class_weights.len(), run)?;
        let table = |(column, parent): (usize, &Option<usize>)| counted.counts.table(column, *parent);
        let tables: Vec<DependenceTable> = parents.iter().enumerate().map(table).collect();
        let structure = (0..tables.len()).collect();
        let info = self.model_info(data, counted.summary())?;
        let CountedRows { discretization, class_weights, .. } = counted;
        let dependence = DependenceNetwork {
            discretization,
            alpha: self.alpha,
            least: 0.0,
            class_weights,
            tables,
            structures: vec![structure],
        };
        OneDependenceModel::new(info, dependence)
    }
}

impl Fit for AveragedOneDependence {
    type Model = OneDependenceModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<OneDependenceModel> {
        let earlier = input.warm_start_as::<OneDependenceModel>()?.map(counted_by);
        let counted = count_rows(input.rows(), self.bins, earlier, run)?;
        self.finish(input.rows().prototype(), counted)
    }
}

impl AveragedOneDependence {
    fn finish(&self, data: &Dataset, counted: CountedRows<ColumnPairCounts>) -> Result<OneDependenceModel> {
        let columns = counted.counts.columns();
        // First the columns by themselves, then each by each other one.
        let alone = (0..columns).map(|column| (column, None));
        let pairs = (0..columns).flat_map(|parent| {
            (0..columns).filter(move |&column| column != parent).map(move |column| (column, Some(parent)))
        });
        let table = |(column, parent): (usize, Option<usize>)| counted.counts.table(column, parent);
        let tables: Vec<DependenceTable> = alone.chain(pairs).map(table).collect();
        let of_parent = |parent| (0..columns).map(|column| place(columns, column, parent)).collect();
        let naive: Vec<usize> = (0..columns).collect();
        // The last structure is naive Bayes, for rows whose values are all too rare to depend on.
        let structures = (0..columns).map(of_parent).chain([naive]).collect();
        let info = self.model_info(data, counted.summary())?;
        let CountedRows { discretization, class_weights, .. } = counted;
        let (alpha, least) = (self.alpha, self.min_samples);
        let dependence =
            DependenceNetwork { discretization, alpha, least, class_weights, tables, structures };
        OneDependenceModel::new(info, dependence)
    }
}

/// Where the table of a column by another is in an average; of a column by itself if both are the same.
fn place(columns: usize, column: usize, parent: usize) -> usize {
    match column == parent {
        true => column,
        false => columns + parent * (columns - 1) + column - usize::from(column > parent),
    }
}

/// What an average has counted.
fn counted_by(model: &OneDependenceModel) -> CountedRows<ColumnPairCounts> {
    let DependenceNetwork { discretization, class_weights, tables, .. } = &model.dependence;
    let columns = discretization.0.len();
    let counts_of = |at: usize| DependenceTable { logs: Vec::new(), ..tables[at].clone() };
    let before = |column| (0..column).map(move |parent| place(columns, column, parent));
    CountedRows {
        discretization: discretization.clone(),
        class_weights: class_weights.clone(),
        counts: ColumnPairCounts {
            alone: (0..columns).map(counts_of).collect(),
            together: (0..columns).flat_map(before).map(counts_of).collect(),
        },
        rows: model.info.summary.rows,
    }
}

/// The parent of each column in the tree with the most information between neighbors.
fn tree(counts: &ColumnPairCounts, names: &[&str], classes: usize, run: &Run) -> Result<Vec<Option<usize>>> {
    let columns = counts.columns();
    // By name, so that the order of the columns does not matter where two pairs tell as much.
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by_key(|&column| names[column]);
    let pairs: Vec<(usize, usize)> =
        (0..columns).flat_map(|a| (0..a).map(move |b| (b, a))).map(|(b, a)| (order[b], order[a])).collect();
    run.check()?;
    let told: Vec<f64> = pairs
        .par_iter()
        .map(|&(parent, column)| counts.table(column, Some(parent)).conditional_information(classes))
        .collect();
    let between = |a: usize, b: usize| {
        let at = pairs.iter().position(|&pair| pair == (a, b) || pair == (b, a));
        at.map_or(0.0, |at| told[at])
    };
    // Prim: the tree grows from the first column by the most telling pair that leaves it.
    let mut parents = vec![None; columns];
    let mut best: Vec<(f64, usize)> = match order.first() {
        Some(&root) => (0..columns).map(|column| (between(root, column), root)).collect(),
        None => return Ok(parents),
    };
    let mut left: Vec<usize> = order[1..].to_vec();
    while !left.is_empty() {
        // Of pairs that tell as much but for rounding, the first by name.
        let mut chosen = 0;
        for place in 1..left.len() {
            let (now, new) = (best[left[chosen]].0, best[left[place]].0);
            if new > now + 1e-12 * now.abs() {
                chosen = place;
            }
        }
        let column = left.remove(chosen);
        let (information, parent) = best[column];
        // A column that tells nothing of any other begins a tree of its own.
        if information > NOTHING {
            parents[column] = Some(parent);
            run.trace(|| DependenceEvent::Branch {
                column: names[column].to_string(),
                parent: names[parent].to_string(),
                information,
            });
        }
        for &other in &left {
            let new = between(column, other);
            if new > best[other].0 + 1e-12 * best[other].0 {
                best[other] = (new, column);
            }
        }
    }
    Ok(parents)
}
