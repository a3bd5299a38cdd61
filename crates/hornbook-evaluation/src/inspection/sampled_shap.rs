//! SHAP values of any model, by sampling permutations of the features.

use super::rows::{ModelRows, reordered};
use hornbook_core::{Result, Run, Seed};
use hornbook_data::{Dataset, Feature};
use hornbook_learner::{Model, ShapValues};
use rayon::prelude::*;

/// SHAP values (feature attributions) of what a model shows: the probability of each class after calibration, or the predicted number.
/// For models that have no exact algorithm.
///
/// In the order of a permutation each feature of the background rows is replaced by that of the row, and what the mean prediction
/// changes by is the feature's; then the same in the reverse order (antithetic sampling: Strumbelj and Kononenko, 2014; Mitchell and
/// others, 2022). The values of a row sum to its prediction less the mean prediction of the background, whatever the number of
/// permutations, and are exact for two features, and for models without interactions of more than two.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::inspection::sampled_shap_values;
/// use hornbook_learner::Fit;
/// use hornbook_trees::DecisionTree;
/// let x: Vec<f64> = (0..40).map(f64::from).collect();
/// let table = Table::builder().number("x", x.clone()).number("noise", vec![1.0; 40]).number("y", x).build()?;
/// let data = table.dataset().target("y")?;
/// let model = DecisionTree::default().fit(&data)?;
/// let found = sampled_shap_values(&model, &data.select(vec![39]), &data, 4, &Run::default())?;
/// assert!((found.base()[0] - 19.5).abs() < 1e-9 && (found.value(0, 0, 0) - 19.5).abs() < 1e-9);
/// assert_eq!(found.value(0, 1, 0), 0.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn sampled_shap_values(
    model: &dyn Model,
    rows: &Dataset,
    background: &Dataset,
    permutations: usize,
    run: &Run,
) -> Result<ShapValues> {
    let explained = ModelRows::of(model, rows, run)?;
    let background = ModelRows::counting(model, background, run)?;
    let columns = background.columns.len();
    let base = background.means(&background.scores(Vec::new())?);
    let one = |row: usize| -> Result<Vec<f64>> {
        let replaced: Vec<Feature> =
            explained.columns.iter().map(|column| repeated(column, row, background.len())).collect();
        let mut sums = vec![0.0; columns * base.len()];
        for index in 0..permutations.max(1) {
            let mut order: Vec<usize> = (0..columns).collect();
            Seed(run.root_seed().0).derive(row as u64).derive(index as u64).rng().shuffle(&mut order);
            add_changes(&background, &replaced, &order, &base, &mut sums, run)?;
            order.reverse();
            add_changes(&background, &replaced, &order, &base, &mut sums, run)?;
        }
        let passes = 2.0 * permutations.max(1) as f64;
        sums.iter_mut().for_each(|sum| *sum /= passes);
        Ok(sums)
    };
    let values: Vec<Vec<f64>> = (0..explained.len()).into_par_iter().map(one).collect::<Result<_>>()?;
    Ok(ShapValues::new(base, values.concat(), explained.len(), columns))
}

/// Adds to each feature's sum what the mean prediction changes by when the feature is replaced, one after the other.
fn add_changes(
    background: &ModelRows<'_>,
    replaced: &[Feature],
    order: &[usize],
    base: &[f64],
    sums: &mut [f64],
    run: &Run,
) -> Result<()> {
    let mut others: Vec<(usize, Feature)> = Vec::with_capacity(order.len());
    let mut before = base.to_vec();
    for &column in order {
        run.check()?;
        others.push((column, replaced[column].clone()));
        let after = background.means(&background.scores(others.clone())?);
        for (output, (after, before)) in after.iter().zip(&before).enumerate() {
            sums[column * base.len() + output] += after - before;
        }
        before = after;
    }
    Ok(())
}

/// A column of so many rows that all have the value of one row of another.
fn repeated(column: &Feature, row: usize, rows: usize) -> Feature {
    reordered(column, &vec![row; rows])
}
