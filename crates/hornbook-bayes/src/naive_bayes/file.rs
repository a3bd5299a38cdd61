//! A naive Bayes model in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::moments::ClassMoments;
use super::settings::{NaiveBayesSettings, Prior};
use super::statistics::{NaiveBayesStatistics, StatisticsLayout};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{is_distribution, is_sample_weight, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileNaiveBayes {
    settings: NaiveBayesSettings,
    rows: u64,
    class_weights: Vec<f64>,
    weights: Vec<f64>,
    means: Vec<f64>,
    squares: Vec<f64>,
    points: Vec<Vec<(f64, f64)>>,
    counts: Vec<Vec<f64>>,
    truths: Vec<f64>,
    absent: Vec<f64>,
    events: Vec<f64>,
}

pub(super) fn to_bytes(settings: &NaiveBayesSettings, statistics: &NaiveBayesStatistics) -> Result<Vec<u8>> {
    let NaiveBayesStatistics { rows, class_weights, moments, points, counts, truths, absent, events } =
        statistics.clone();
    let file = FileNaiveBayes {
        settings: settings.clone(),
        rows,
        class_weights,
        weights: moments.weights,
        means: moments.means,
        squares: moments.squares,
        points,
        counts,
        truths,
        absent,
        events,
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(
    schema: &Schema,
    bytes: &[u8],
) -> Result<(NaiveBayesSettings, NaiveBayesStatistics)> {
    let file: FileNaiveBayes = read_model_part(bytes, "counts")?;
    let settings = file.settings;
    let (columns, classes) = (schema.inputs.len(), schema.target.classes.len());
    if settings.likelihoods.len() != columns || settings.noise.len() != columns {
        return Err(Error::damaged("its likelihoods do not fit its columns"));
    }
    if schema.target.task != Task::Classification || classes == 0 {
        return Err(Error::damaged("it has no classes"));
    }
    if matches!(&settings.prior, Prior::Given(priors) if priors.len() != classes || !is_distribution(priors))
    {
        return Err(Error::damaged("its priors do not fit its classes or do not sum to 1"));
    }
    let numbers = [settings.var_smoothing, settings.bandwidth.unwrap_or(1.0), settings.threshold()];
    if !numbers.iter().chain(&settings.noise).all(|x| x.is_finite()) {
        return Err(Error::damaged("its settings are no numbers"));
    }
    let layout = StatisticsLayout::new(&settings, schema);
    let are_weights = |values: &[f64]| values.iter().all(|x| is_sample_weight(*x));
    let are_squares = |values: &[f64]| values.iter().all(|x| x.is_finite() && *x >= 0.0);
    let cells = |width: usize| classes * width;
    let fits = file.class_weights.len() == classes
        && file.points.len() == cells(layout.kernel.len())
        && file.counts.len() == layout.categorical.len()
        && file.counts.iter().zip(&layout.levels).zip(&layout.are_numbers).all(
            |((counts, levels), numbers)| {
                counts.len() % classes == 0
                    && (counts.len() == levels * classes || *numbers && counts.len() > levels * classes)
            },
        )
        && file.truths.len() == cells(layout.bernoulli.len())
        && file.absent.len() == cells(layout.bernoulli.len())
        && file.events.len() == cells(layout.events.len());
    let is_sound = [&file.class_weights, &file.weights, &file.truths, &file.absent, &file.events]
        .into_iter()
        .chain(&file.counts)
        .all(|values| are_weights(values))
        && are_squares(&file.squares)
        && file.means.iter().all(|x| x.is_finite())
        && file
            .points
            .iter()
            .flatten()
            .all(|(x, weight)| x.is_finite() && is_sample_weight(*weight) && *weight > 0.0)
        && file.class_weights.iter().sum::<f64>() > 0.0;
    if !fits || !is_sound {
        return Err(Error::damaged("its counts do not fit its columns and classes"));
    }
    let shape = (classes, layout.gaussian.len());
    let moments = ClassMoments::from_parts(shape, file.weights, file.means, file.squares)
        .ok_or_else(|| Error::damaged("its means do not fit its columns"))?;
    let statistics = NaiveBayesStatistics {
        rows: file.rows,
        class_weights: file.class_weights,
        moments,
        points: file.points,
        counts: file.counts,
        truths: file.truths,
        absent: file.absent,
        events: file.events,
    };
    // Points that are not in order would be searched in vain.
    Ok((settings, statistics.in_order()))
}
