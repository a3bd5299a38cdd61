//! How far each column moves the score of each class: exact, because a score is a sum over the columns.

use super::cells::for_cell_blocks;
use super::model::NaiveBayesModel;
use super::scores::Scores;
use hornbook_core::{Result, Run};
use hornbook_data::Features;
use hornbook_learner::ShapValues;

pub(super) fn of(
    model: &NaiveBayesModel,
    rows: &Features<'_>,
    background: Option<&Features<'_>>,
    run: &Run,
) -> Result<Option<ShapValues>> {
    let (classes, columns) = (model.classes(), model.learned.columns.len());
    let means = match background {
        Some(rows) => {
            let terms = terms(model, rows, run)?;
            let mut means = vec![0.0; columns * classes];
            for row in terms.chunks_exact(means.len().max(1)) {
                means.iter_mut().zip(row).for_each(|(mean, term)| *mean += term / rows.rows() as f64);
            }
            means
        }
        None => match usual_terms(model) {
            Some(means) => means,
            None => return Ok(None),
        },
    };
    let mut values = terms(model, rows, run)?;
    for row in values.chunks_exact_mut(means.len().max(1)) {
        row.iter_mut().zip(&means).for_each(|(value, mean)| *value -= mean);
    }
    let mut base: Vec<f64> = model.priors().iter().map(|p| p.ln()).collect();
    for means in means.chunks_exact(classes) {
        base.iter_mut().zip(means).for_each(|(base, mean)| *base += mean);
    }
    // A class that is ruled out has no score to divide.
    let is_finite = base.iter().chain(&values).all(|x| x.is_finite());
    Ok(is_finite.then(|| ShapValues::new(base, values, rows.rows(), columns)))
}

/// What each column says of each class: row by row, column by column, class by class.
fn terms(model: &NaiveBayesModel, rows: &Features<'_>, run: &Run) -> Result<Vec<f64>> {
    let (classes, columns) = (model.classes(), model.learned.columns.len());
    let mut terms = vec![0.0; rows.rows() * columns * classes];
    let (mut copy, mut sums) = (Vec::new(), Vec::new());
    for_cell_blocks(rows, 0..rows.rows(), |range, block| {
        for (column, scores) in model.learned.columns.iter().enumerate() {
            run.check()?;
            let values = block.column(column, &mut copy);
            for class in 0..classes {
                sums.clear();
                sums.resize(range.len(), 0.0);
                scores.add(class, values, &mut sums);
                for (row, sum) in range.clone().zip(&sums) {
                    terms[(row * columns + column) * classes + class] = *sum;
                }
            }
        }
        Ok(())
    })?;
    Ok(terms)
}

/// The mean of what each column says over the training rows, from the sums; none where they do not tell.
fn usual_terms(model: &NaiveBayesModel) -> Option<Vec<f64>> {
    let (statistics, layout, classes) = (&model.statistics, &model.layout, model.classes());
    let total = statistics.weight();
    let mut means = Vec::with_capacity(model.learned.columns.len() * classes);
    for (scores, &place) in model.learned.columns.iter().zip(&layout.places) {
        for class in 0..classes {
            means.push(match scores {
                Scores::Silent => 0.0,
                Scores::Kernel(_) => return None,
                Scores::Normal { means, factors, constants } => {
                    let all = statistics.moments.of_all(place);
                    let apart = all.mean - means[class];
                    let square = all.squares / all.weight + apart * apart;
                    (constants[class] - factors[class] * square) * all.weight / total
                }
                Scores::Table { levels, logs } => {
                    let counts = &statistics.counts[place];
                    let of_level = |level: usize| counts[level * classes..][..classes].iter().sum::<f64>();
                    let term = |level: usize| match of_level(level) {
                        0.0 => 0.0,
                        weight => weight / total * logs[class * levels + level],
                    };
                    (0..*levels).map(term).sum()
                }
                Scores::Truth { logs, .. } => {
                    let width = layout.bernoulli.len();
                    let of_all = |sums: &[f64]| (0..classes).map(|c| sums[c * width + place]).sum::<f64>();
                    let (yes, absent) = (of_all(&statistics.truths), of_all(&statistics.absent));
                    let [log_no, log_yes] = logs[class];
                    (yes * log_yes + (total - absent - yes) * log_no) / total
                }
                Scores::Events(weights) => {
                    let width = layout.events.len();
                    let sum: f64 = (0..classes).map(|c| statistics.events[c * width + place]).sum();
                    sum / total * weights[class]
                }
            });
        }
    }
    Some(means)
}
