//! From a dataset to tables of dependent columns.

use super::events::DependenceEvent;
use super::model::{Dependence, OneDependenceModel};
use super::params::{AveragedOneDependence, TreeAugmentedNaiveBayes};
use super::tables::DependenceTable;
use crate::naive_bayes::cells::Cells;
use crate::naive_bayes::classes_of;
use crate::naive_bayes::coding::Coding;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Fit, Summary};
use rayon::prelude::*;

/// Most cells of all tables together, which fill half a gigabyte.
const MOST_CELLS: usize = 1 << 25;

/// Information up to this many nats is rounding.
const NOTHING: f64 = 1e-12;

/// The rows as codes.
struct Rows {
    coding: Coding,
    sizes: Vec<usize>,
    codes: Vec<Vec<u32>>,
    classes: Vec<u32>,
    weights: Vec<f64>,
    schema: Schema,
}

impl Rows {
    fn new(data: &Dataset, bins: u32) -> Result<Rows> {
        let data = data.counting_rows();
        let schema = Schema::of(&data)?;
        let coding = Coding::new(&data, &schema.inputs, bins)?;
        let sizes: Vec<usize> = coding.0.iter().map(|column| column.size()).collect();
        let codes = coding.codes(&Cells::of_dataset(&data).into_features())?;
        let rows =
            Rows { sizes, codes, classes: classes_of(&data)?, weights: data.row_weights(), coding, schema };
        let all: usize = rows.sizes.iter().sum();
        let cells = all.saturating_mul(all).saturating_mul(rows.schema.target.classes.len());
        if cells > MOST_CELLS {
            return Err(Error::data(
                format!("the columns have {all} values, whose pairs are too many to count"),
                "leave out columns of many levels, or use naive-bayes",
            ));
        }
        Ok(rows)
    }

    fn classes(&self) -> usize {
        self.schema.target.classes.len()
    }

    fn table(&self, column: usize, parent: Option<usize>) -> DependenceTable {
        let mut table = DependenceTable::new(column, parent, &self.sizes, self.classes());
        table.count(&self.codes, &self.classes, &self.weights);
        table
    }

    fn model(
        self,
        learner: &impl Fit<Model = OneDependenceModel>,
        data: &Dataset,
        alpha: f64,
        (structures, tables, least): (Vec<Vec<usize>>, Vec<DependenceTable>, f64),
    ) -> Result<OneDependenceModel> {
        let mut class_weights = vec![0.0; self.classes()];
        self.classes.iter().zip(&self.weights).for_each(|(&class, w)| class_weights[class as usize] += w);
        let weight = class_weights.iter().sum();
        let rows = self.weights.len() as u64;
        let summary = Summary { rows, weight, converged: true, ..Summary::default() };
        let dependence = Dependence { coding: self.coding, alpha, least, class_weights, tables, structures };
        OneDependenceModel::new(learner.model_info(data, summary)?, dependence)
    }
}

impl Fit for TreeAugmentedNaiveBayes {
    type Model = OneDependenceModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<OneDependenceModel> {
        let rows = Rows::new(data, self.bins)?;
        let parents = tree(&rows, run)?;
        let tables: Vec<DependenceTable> =
            parents.iter().enumerate().map(|(column, parent)| rows.table(column, *parent)).collect();
        let structure = (0..tables.len()).collect();
        rows.model(self, data, self.alpha, (vec![structure], tables, 0.0))
    }
}

impl Fit for AveragedOneDependence {
    type Model = OneDependenceModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<OneDependenceModel> {
        let rows = Rows::new(data, self.bins)?;
        let columns = rows.sizes.len();
        // First the columns by themselves, then each by each other one.
        let alone = (0..columns).map(|column| (column, None));
        let pairs = (0..columns).flat_map(|parent| {
            (0..columns).filter(move |&column| column != parent).map(move |column| (column, Some(parent)))
        });
        let wanted: Vec<(usize, Option<usize>)> = alone.chain(pairs).collect();
        run.check()?;
        let tables: Vec<DependenceTable> =
            wanted.par_iter().map(|&(column, parent)| rows.table(column, parent)).collect();
        let place = |column: usize, parent: usize| match column == parent {
            true => column,
            false => columns + parent * (columns - 1) + column - usize::from(column > parent),
        };
        let of_parent = |parent: usize| (0..columns).map(|column| place(column, parent)).collect();
        let naive: Vec<usize> = (0..columns).collect();
        // The last structure is naive Bayes, for rows whose values are all too rare to depend on.
        let structures = (0..columns).map(of_parent).chain([naive]).collect();
        rows.model(self, data, self.alpha, (structures, tables, self.min_samples))
    }
}

/// The parent of each column in the tree with the most information between neighbours.
fn tree(rows: &Rows, run: &Run) -> Result<Vec<Option<usize>>> {
    let columns = rows.sizes.len();
    // By name, so that the order of the columns does not matter where two pairs tell as much.
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by_key(|&column| &rows.schema.inputs[column].name);
    let pairs: Vec<(usize, usize)> =
        (0..columns).flat_map(|a| (0..a).map(move |b| (b, a))).map(|(b, a)| (order[b], order[a])).collect();
    run.check()?;
    let told: Vec<f64> = pairs
        .par_iter()
        .map(|&(parent, column)| rows.table(column, Some(parent)).conditional_information(rows.classes()))
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
                column: rows.schema.inputs[column].name.clone(),
                parent: rows.schema.inputs[parent].name.clone(),
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
