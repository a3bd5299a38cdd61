//! Warnings about a naive Bayes model: zero counts, features that are not conditionally independent, and
//! overconfident probabilities.

use super::cells::{CellValues, for_cell_blocks};
use super::gather::classes_of;
use super::model::NaiveBayesModel;
use super::params::Likelihood;
use hornbook_core::Result;
use hornbook_data::{Dataset, Matrix};
use hornbook_learner::{Model, Predictor, first_largest};

/// The size of the sample.
const SAMPLE_ROWS: usize = 2000;
/// Columns whose pairs are tested.
const MOST_COLUMNS: usize = 64;
/// Levels of a category whose pairs are tested.
const MOST_LEVELS: usize = 32;
/// Correlations within classes above this are reported.
const STRONG_CORRELATION: f64 = 0.9;
/// The fraction of its entropy within classes that a category may share with another without a warning.
const STRONG_INFORMATION: f64 = 0.8;
/// Pairs that are named.
const NAMED: usize = 3;

pub(super) fn all(model: &NaiveBayesModel, sample: Option<&Dataset>) -> Result<Vec<String>> {
    let mut found: Vec<String> = zero_counts(model).into_iter().collect();
    if let Some(sample) = sample {
        let sample = evenly(&sample.with_nonzero_weight());
        found.extend(dependent_columns(model, &sample)?);
        found.extend(over_confidence(model, &sample)?);
    }
    Ok(found)
}

fn zero_counts(model: &NaiveBayesModel) -> Option<String> {
    let zeros = &model.learned.zeros;
    let has_rows = |class: usize| model.class_weights()[class] > 0.0;
    let (column, class) = *zeros.iter().find(|(_, class)| has_rows(*class))?;
    let schema = &model.info().schema;
    let count = zeros.iter().filter(|(_, class)| has_rows(*class)).count();
    let more = if count > 1 { format!(" and {} more like it", count - 1) } else { String::new() };
    Some(format!(
        "a value of '{}' has zero probability in the class '{}'{more}: one such value rules the class out whatever \
         the other features are; use additive smoothing (alpha) or an m-estimate (m)",
        schema.inputs[column].name, schema.target.classes[class]
    ))
}

/// So many rows, evenly spaced.
fn evenly(data: &Dataset) -> Dataset {
    let rows = data.rows().len();
    if rows <= SAMPLE_ROWS {
        return data.clone();
    }
    data.select((0..SAMPLE_ROWS).map(|i| (i * rows / SAMPLE_ROWS) as u32).collect())
}

fn dependent_columns(model: &NaiveBayesModel, sample: &Dataset) -> Result<Option<String>> {
    let mut pairs = correlated_numbers(model, sample)?;
    pairs.extend(related_categories(model, sample)?);
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    if pairs.is_empty() {
        return Ok(None);
    }
    let inputs = &model.info().schema.inputs;
    let named: Vec<String> = pairs
        .iter()
        .take(NAMED)
        .map(|(_, (a, b))| format!("'{}' and '{}'", inputs[*a].name, inputs[*b].name))
        .collect();
    let more = pairs.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more pairs") } else { String::new() };
    Ok(Some(format!(
        "features are highly dependent given the class ({}{more}): conditional independence is violated and \
         probabilities are overconfident; drop one of each pair, or use a discriminant or a tree-augmented model",
        named.join(", ")
    )))
}

type ScoredPairs = Vec<(f64, (usize, usize))>;

/// Pairs of columns of numbers whose correlation within classes is strong.
fn correlated_numbers(model: &NaiveBayesModel, sample: &Dataset) -> Result<ScoredPairs> {
    let columns = model.settings.columns(&[Likelihood::Gaussian, Likelihood::Kernel]);
    let columns = &columns[..columns.len().min(MOST_COLUMNS)];
    let (classes, rows) = (classes_of(sample)?, sample.rows().len());
    let weights = sample.row_weights();
    let cells = sample.features_in_place();
    let mut centered = Matrix::zeros(columns.len(), rows);
    let mut copy = Vec::new();
    for_cell_blocks(&cells, 0..rows, |range, block| {
        for (place, &column) in columns.iter().enumerate() {
            if let CellValues::Numbers(x) = block.column(column, &mut copy) {
                centered.row_mut(place)[range.clone()].copy_from_slice(x);
            }
        }
        Ok(())
    })?;
    for place in 0..columns.len() {
        let mut sums = vec![(0.0, 0.0); model.classes()];
        let values = centered.row_mut(place);
        for ((x, &class), weight) in
            values.iter().zip(&classes).zip(&weights).filter(|((x, _), _)| !x.is_nan())
        {
            let sum = &mut sums[class as usize];
            *sum = (sum.0 + weight, sum.1 + weight * x);
        }
        for ((x, &class), weight) in values.iter_mut().zip(&classes).zip(&weights) {
            let (all, sum) = sums[class as usize];
            *x = if x.is_nan() { 0.0 } else { (*x - sum / all) * weight.sqrt() };
        }
        let length = values.iter().map(|x| x * x).sum::<f64>().sqrt();
        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
        values.iter_mut().for_each(|x| *x *= scale);
    }
    // A correlation of a handful of rows says little.
    if rows < 3 * model.classes() + 10 {
        return Ok(Vec::new());
    }
    let correlations = centered.product(&centered.transpose())?;
    let pairs = (0..columns.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
    Ok(pairs
        .map(|(a, b)| (correlations.at(a, b).abs(), (columns[a], columns[b])))
        .filter(|(size, _)| *size > STRONG_CORRELATION)
        .collect())
}

/// Pairs of categories one of which tells most of the other within classes.
fn related_categories(model: &NaiveBayesModel, sample: &Dataset) -> Result<ScoredPairs> {
    let (classes, rows) = (classes_of(sample)?, sample.rows().len());
    let levels = |place: usize| model.statistics.counts[place].len() / model.classes().max(1);
    let places: Vec<usize> = (0..model.layout.categorical.len())
        .filter(|&place| (2..=MOST_LEVELS).contains(&levels(place)))
        .take(MOST_COLUMNS)
        .collect();
    let cells = sample.features_in_place();
    let mut codes = vec![vec![usize::MAX; rows]; places.len()];
    let mut copy = Vec::new();
    for_cell_blocks(&cells, 0..rows, |range, block| {
        for (codes, &place) in codes.iter_mut().zip(&places) {
            let values = block.column(model.layout.categorical[place], &mut copy);
            for (at, row) in range.clone().enumerate() {
                codes[row] = values.level(at, levels(place)).unwrap_or(usize::MAX);
            }
        }
        Ok(())
    })?;
    let weights = sample.row_weights();
    let mut found = Vec::new();
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let (wide, high) = (levels(places[a]), levels(places[b]));
            if rows < 5 * wide * high * model.classes() {
                continue;
            }
            let mut tables = vec![0.0; model.classes() * wide * high];
            for row in (0..rows).filter(|&row| codes[a][row] != usize::MAX && codes[b][row] != usize::MAX) {
                tables[(classes[row] as usize * wide + codes[a][row]) * high + codes[b][row]] += weights[row];
            }
            let told = told_share(&tables, wide, high);
            if told > STRONG_INFORMATION {
                found
                    .push((told, (model.layout.categorical[places[a]], model.layout.categorical[places[b]])));
            }
        }
    }
    Ok(found)
}

/// Which fraction of the smaller of two uncertainties within classes each variable tells of the other.
fn told_share(tables: &[f64], wide: usize, high: usize) -> f64 {
    let bits = |x: f64| if x > 0.0 { x * x.ln() } else { 0.0 };
    let (mut information, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for table in tables.chunks_exact(wide * high) {
        let rows: Vec<f64> = table.chunks_exact(high).map(|row| row.iter().sum()).collect();
        let columns: Vec<f64> = (0..high).map(|b| table.iter().skip(b).step_by(high).sum()).collect();
        let all = bits(rows.iter().sum());
        let (in_rows, in_columns): (f64, f64) =
            (rows.iter().map(|x| bits(*x)).sum(), columns.iter().map(|x| bits(*x)).sum());
        information += table.iter().map(|x| bits(*x)).sum::<f64>() - in_rows - in_columns + all;
        of_a += all - in_rows;
        of_b += all - in_columns;
    }
    let least = of_a.min(of_b);
    if least > 0.0 { information / least } else { 0.0 }
}

/// Whether far more of the sample is wrong than its probabilities say.
fn over_confidence(model: &NaiveBayesModel, sample: &Dataset) -> Result<Option<String>> {
    // To ask the sample itself would turn a whole matrix for a few of its rows.
    let probabilities = model.raw_probabilities(&sample.features_in_place())?;
    let (mut wrong, mut expected, mut spread, mut weight) = (0.0, 0.0, 0.0, 0.0);
    for (row, (class, w)) in classes_of(sample)?.into_iter().zip(sample.row_weights()).enumerate() {
        let best = first_largest(probabilities.row(row));
        let doubt = 1.0 - probabilities.at(row, best);
        wrong += if best == class as usize { 0.0 } else { w };
        expected += w * doubt;
        spread += w * doubt * (1.0 - doubt);
        weight += w;
    }
    // Far beyond chance, and at least twice as many.
    let is_sure = wrong > 2.0 * expected && wrong - expected > 4.0 * spread.sqrt() && wrong >= 5.0;
    Ok(is_sure.then(|| {
        format!(
            "the probabilities are overconfident: {:.1} % of sampled training rows are misclassified where {:.1} % are \
             expected; calibrate the model before its probabilities are used",
            100.0 * wrong / weight,
            100.0 * expected / weight
        )
    }))
}
