//! Can the target be predicted from the features at all? A permutation test whose level is exact.
//!
//! *Null hypothesis*: the features and the target are independent. Under it any exchange of the targets among the rows (or
//! among whole groups, or in time: [`ExchangeableUnits`]) gives data that were as likely as those seen, so that a statistic of
//! the data seen has any rank among those of exchanged targets with the same probability, however few the rows or rare the
//! classes.
//!
//! *Statistic*: how well out-of-fold predictions follow the target. To train a learner again for each of 999 permutations would
//! take minutes. Predictions of a [`LinearSmoother`] are a matrix times the targets, though, and where neither the matrix nor
//! the folds depend on the target, one matrix product predicts all permutations at once. Five smoothers are tried, so that linear,
//! local and joint effects are found: ridge regression with a light and a strong penalty, 5 and 15 nearest neighbors, and
//! an ensemble of randomized trees. Their permutation p-values are combined by the smallest (min-P), whose own distribution
//! comes from the same permutations: trying five does not raise the level.
//!
//! *Weights*: a row counts with its weighted residual, weight times (target less weighted mean). Weights may belong to the targets
//! (rare classes weighted up) or to the rows (a survey): the test is done with weights that move and with weights that stay, and
//! the larger p-value counts, so that the level holds in both cases. Rows of weight zero are absent.
//!
//! Rows that are copies of each other are not independent: give them one group.
//!
//! References: P. Good, Permutation, parametric and bootstrap tests of hypotheses (3rd ed. 2005); P. H. Westfall and S. S. Young,
//! Resampling-based multiple testing (1993), min-P; B. Phipson and G. K. Smyth, Permutation p-values should never be zero
//! (2010); T. Hastie, R. Tibshirani, J. Friedman, The elements of statistical learning (2nd ed. 2009), 5.4 linear smoothers.

mod design_matrix;
mod exchangeable_units;
mod fold_assignment;
mod linear_smoother;
mod min_p;
mod nearest_neighbors;
mod out_of_fold_association;
mod randomized_trees;
mod response;
mod ridge;
#[cfg(test)]
mod tests;

use design_matrix::DesignMatrix;
use exchangeable_units::ExchangeableUnits;
use fold_assignment::FoldAssignment;
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::{Dataset, Target};
use linear_smoother::LinearSmoother;
use min_p::MinP;
use out_of_fold_association::OutOfFoldAssociation;
use response::Response;

/// Permutations, beside the targets as they are.
const PERMUTATIONS: usize = 999;
/// More rows find no effect worth finding that these do not.
const MOST_ROWS: usize = 2000;
/// Fewer rows, where features or classes are many, find too little.
const FEWEST_ROWS: usize = 200;
/// Multiplications that are worth it: about half a second.
const MOST_WORK: f64 = 8e9;
/// A dense smoother takes an inverse of so many rows.
const MOST_DENSE_ROWS: usize = 1000;
/// Additions for a row and a target in the trees, in multiplications of a matrix product, which are faster.
const TREE_WORK: f64 = 500.0;

/// Whether the target can be predicted from the features.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Predictability {
    /// What the test says.
    Tested(PredictabilityTest),
    /// There is no test.
    Untested {
        /// Why, in words.
        reason: String,
    },
}

/// A permutation test of independence between features and target.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PredictabilityTest {
    /// How often permuted targets are predicted as well as the target.
    pub p_value: f64,
    /// How many permutations there were.
    pub permutations: usize,
    /// The predictor whose predictions follow the target most clearly, in words.
    pub best: &'static str,
    /// Sentences about what the test did not look at.
    pub notes: Vec<String>,
}

/// Tests whether the target can be predicted from the features of a dataset. The same for any number of threads.
pub(crate) fn predictability(data: &Dataset, run: &Run) -> Result<Predictability> {
    permutation_test(data, PERMUTATIONS, run)
}

fn permutation_test(data: &Dataset, permutations: usize, run: &Run) -> Result<Predictability> {
    let untested = |reason: String| Ok(Predictability::Untested { reason });
    if let Some(offset) = data.offset_name() {
        return untested(format!(
            "predictions contain the offset '{offset}', which is not a feature to be tested"
        ));
    }
    let (data, _) = data.with_nonzero_weight().drop_missing_target()?;
    let seed = run.root_seed();
    let units = match ExchangeableUnits::of(&data, most_rows(&data)?, seed.derive(0))? {
        Ok(units) => units,
        Err(reason) => return untested(reason),
    };
    let sample = data.select(units.rows().to_vec());
    let Some(response) = Response::of(&sample, &units)? else {
        return untested("the target has the same value in all rows".to_string());
    };
    let design = DesignMatrix::of(&sample, seed.derive(1), run)?;
    if design.columns() == 0 {
        let reason =
            if design.notes.is_empty() { "no feature varies".to_string() } else { design.notes.join("; ") };
        return untested(reason);
    }
    let folds = FoldAssignment::of(&sample, seed.derive(2))?;
    run.install(|| {
        let smoothers = linear_smoothers(&design, &folds, seed.derive(3), run)?;
        let association = OutOfFoldAssociation { response: &response, units: &units, folds: &folds };
        let exchanges = units.exchanges(permutations, seed.derive(4));
        let mut least_sure: Option<MinP> = None;
        for &owner in response.weight_owners() {
            let min_p = MinP::of(&association.of_all(&smoothers, &exchanges, owner, run)?);
            least_sure = least_sure.filter(|other| other.p_value > min_p.p_value).or(Some(min_p));
        }
        let min_p = least_sure.ok_or_else(|| Error::internal("there is nothing that weights belong to"))?;
        Ok(Predictability::Tested(PredictabilityTest {
            p_value: min_p.p_value,
            permutations: exchanges.len() - 1,
            best: smoothers[min_p.best].name,
            notes: design.notes,
        }))
    })
}

/// Every predictor.
fn linear_smoothers(
    design: &DesignMatrix,
    folds: &FoldAssignment,
    seed: Seed,
    run: &Run,
) -> Result<Vec<LinearSmoother>> {
    let products = design.matrix.product(&design.matrix.transpose())?;
    run.check()?;
    let mut smoothers = Vec::new();
    let half = design.matrix.rows() as f64 / 2.0;
    for (name, penalty) in
        [("ridge regression with a light penalty", 1.0), ("ridge regression with a strong penalty", half)]
    {
        let factors = ridge::factors(&design.matrix, &products, folds, penalty)?;
        smoothers.push(LinearSmoother { name, factors });
        run.check()?;
    }
    let neighbors = nearest_neighbors::others_by_distance(&products, folds, 15);
    for (name, k) in [("5 nearest neighbors", 5), ("15 nearest neighbors", 15)] {
        smoothers.push(LinearSmoother { name, factors: nearest_neighbors::factors(&neighbors, k) });
    }
    run.check()?;
    let factors = randomized_trees::factors(design, folds, seed);
    smoothers.push(LinearSmoother { name: "an ensemble of randomized trees", factors });
    Ok(smoothers)
}

/// How many rows the work allows.
fn most_rows(data: &Dataset) -> Result<usize> {
    let outputs = match data.require_target()?.1 {
        Target::Classes(classes) => response::columns_of(classes.levels.len()),
        Target::Numbers(_) => 1,
    };
    let targets = (outputs * PERMUTATIONS) as f64;
    let fits = |rows: &usize| {
        let columns = design_matrix::most_columns(data, *rows);
        let is_dense = ridge::is_dense(*rows, columns);
        let ridges = 2.0 * ridge::multiplications(*rows, columns);
        let work = targets * (ridges + TREE_WORK * *rows as f64);
        work <= MOST_WORK && (!is_dense || *rows <= MOST_DENSE_ROWS)
    };
    let choices = (FEWEST_ROWS..=MOST_ROWS).rev().step_by(100);
    Ok(choices.into_iter().find(fits).unwrap_or(FEWEST_ROWS))
}
