//! Draws from the predictive distributions of models, for multiple imputation.

use hornbook_core::{Error, Result, Rng, Seed, Task};
use hornbook_data::Features;
use hornbook_learner::{Model, Predictions};
use hornbook_math::distributions::{normal_cdf, normal_quantile};

/// A draw for each row from the predictive distribution of its target: for numbers a normal distribution, truncated at the limits,
/// for levels the class probabilities. A row draws by its number among `numbers`, whatever other rows there are.
pub(super) fn draw(
    model: &dyn Model,
    rows: &Features<'_>,
    numbers: &[u32],
    limits: (f64, f64),
    seed: Seed,
) -> Result<Predictions> {
    let generators = numbers.iter().map(|&row| seed.derive(u64::from(row)).rng());
    let target = &model.info().schema.target;
    if target.task == Task::Classification {
        let probabilities = model.probabilities_of(rows)?;
        let draw = |(row, mut rng): (usize, Rng)| class(probabilities.row(row), &mut rng);
        return Ok(Predictions::Classes(generators.enumerate().map(draw).collect(), target.classes.clone()));
    }
    let deviations =
        model.predictor()?.row_function("predictive_deviations", rows, &[])?.ok_or_else(|| {
            Error::mismatch(
                format!(
                    "the model of '{}' has no predictive distribution to draw from",
                    model.info().learner
                ),
                "take an estimator that has one, such as bayesian-ridge, or leave sample_posterior false",
            )
        })?;
    let Predictions::Numbers(means) = model.predict_features(rows)? else {
        return Err(Error::internal("a number was predicted as a level"));
    };
    let distributions = means.into_iter().zip(deviations.into_values());
    let draw =
        |((mean, deviation), mut rng): ((f64, f64), Rng)| truncated_normal(mean, deviation, limits, &mut rng);
    Ok(Predictions::Numbers(distributions.zip(generators).map(draw).collect()))
}

/// A draw from a normal distribution that is truncated at its limits; where the mean lies beyond one, that limit, as in scikit-learn.
fn truncated_normal(mean: f64, deviation: f64, (low, high): (f64, f64), rng: &mut Rng) -> f64 {
    if !(deviation > 0.0 && (low..=high).contains(&mean)) {
        return mean;
    }
    let below = |limit: f64| normal_cdf((limit - mean) / deviation);
    let p = below(low) + (below(high) - below(low)) * rng.unit();
    // Rounding must not make it a probability of 0 or 1, whose quantile is infinite.
    mean + deviation * normal_quantile(p.clamp(f64::MIN_POSITIVE, 1.0 - 0.5 * f64::EPSILON))
}

fn class(probabilities: &[f64], rng: &mut Rng) -> u32 {
    let mut left = rng.unit() * probabilities.iter().sum::<f64>();
    let is_drawn = |p: &f64| {
        left -= p;
        left < 0.0
    };
    probabilities.iter().position(is_drawn).unwrap_or(probabilities.len() - 1) as u32
}
