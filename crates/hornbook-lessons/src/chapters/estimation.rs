//! Estimation: likelihood, beliefs before and after, and what the next row may be.

use super::Chapter;
use crate::format::{six, table, vector};
use crate::lesson::LessonStep;
use hornbook::Result;
use hornbook::bayes::estimation::{CategoricalDirichlet, ConjugateFamily, NormalMean, NormalMeanPrecision};
use hornbook::math::distributions::{Beta, Dirichlet, Normal, NormalGamma, Univariate};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "estimation",
    title: "Estimation: the likeliest parameters, beliefs before and after the rows, and the next row",
    ids: &["001:61", "001:113", "001:114", "001:116", "001:118", "001:123"],
    steps: &[likelihood, known_variance, both_unknown, counts, spread_of_a_belief],
};

const VALUES: [f64; 5] = [4.0, 6.0, 5.0, 7.0, 8.0];

fn likelihood() -> Result<LessonStep> {
    let seen = NormalMeanPrecision.statistics(&VALUES)?;
    let best = NormalMeanPrecision.most_likely(&seen)?;
    let (mean, variance) = (best[0], 1.0 / best[1]);
    let at = |mean: f64, variance: f64| NormalMeanPrecision.ln_likelihood(&[mean, 1.0 / variance], &seen);
    let tried = [(5.0, 2.0), (6.0, 1.0), (6.0, 2.0), (6.0, 2.5), (7.0, 2.0)];
    let rows =
        tried.map(|(mean, variance)| [mean.to_string(), variance.to_string(), six(at(mean, variance))]);
    Ok(LessonStep::new("The likeliest normal distribution")
        .says("Five values, 4 6 5 7 8. Of all normal distributions the one with their mean and their variance, divided by n, \
               makes them most likely.")
        .shows(format!("mean {mean}, variance {variance}, logarithmic likelihood {}", six(at(mean, variance))))
        .shows(table(["mean", "variance", "log likelihood"], rows))
        .value("mean", mean)
        .value("variance", variance)
        .value("log_likelihood", at(mean, variance))
        .erratum(
            "the likelihood 'or maximum a posteriori' estimate, as if both were one",
            "They agree only if every parameter is as probable beforehand",
        )
        .erratum("exp(-(x - mu)^2 / sigma^2)", "The exponent is -(x - mu)^2 / (2 sigma^2)"))
}

fn known_variance() -> Result<LessonStep> {
    let family = NormalMean::new(2.0)?;
    let seen = family.statistics(&VALUES)?;
    let before = Normal::new(0.0, 2.0)?;
    let after = family.posterior(&before, &seen)?;
    let next = family.predictive(&after)?;
    let row = |what: &str, mean: f64, variance: f64| [what.to_string(), six(mean), six(variance)];
    Ok(LessonStep::new("A belief about the mean")
        .says("The variance is known to be 2, and the mean is believed to be 0, give or take a variance of 4. That belief is worth \
               half a row: the rows draw it to themselves.")
        .shows(table(
            ["", "mean", "variance"],
            [
                row("before", before.mean(), before.variance()),
                row("after five rows", after.mean(), after.variance()),
                row("the next value", next.mean(), next.variance()),
            ],
        ))
        .value("after.mean", after.mean())
        .value("after.variance", after.variance())
        .value("next.variance", next.variance())
        .value("worth", family.worth_rows(&before)))
}

fn both_unknown() -> Result<LessonStep> {
    let seen = NormalMeanPrecision.statistics(&VALUES)?;
    let before = NormalGamma::new(0.0, 1.0, 2.0, 3.0)?;
    let after = NormalMeanPrecision.posterior(&before, &seen)?;
    let next = NormalMeanPrecision.predictive(&after)?;
    let squared = next.scale().powi(2);
    Ok(LessonStep::new("Mean and precision, both unknown")
        .says("A normal-gamma belief NG(0, 1, 2, 3): the mean is 0 as if one row had said so, and the precision is gamma with \
               shape 2 and rate 3. The next value then has Student's t distribution.")
        .shows(format!("before {}\nafter  {}", NormalMeanPrecision.describe(&before), NormalMeanPrecision.describe(&after)))
        .shows(format!(
            "next: t with {} degrees, squared scale {}; density at 6: {}",
            next.degrees(),
            six(squared),
            six(next.density(6.0))
        ))
        .value("degrees", next.degrees())
        .value("scale.squared", squared)
        .value("density.6", next.density(6.0))
        .erratum(
            "the sums of (x_j mean)^2 and (mean mu0)^2 in the update of the rate",
            "The minus signs were lost: (x_j - mean)^2 and (mean - mu0)^2",
        )
        .erratum("that the third parameter of the t distribution is its precision", "It is the squared scale, the inverse of a precision"))
}

fn counts() -> Result<LessonStep> {
    let family = CategoricalDirichlet::new(3)?;
    let values = [0.0, 0.0, 0.0, 2.0, 2.0];
    let seen = family.statistics(&values)?;
    let before = Dirichlet::new(&[1.0, 1.0, 1.0])?;
    let after = family.posterior(&before, &seen)?;
    let (likeliest, expected) = (family.most_likely(&seen)?, family.expected(&after));
    let evidence = family.ln_evidence(&before, &seen)?;
    Ok(LessonStep::new("Counts, and outcomes that were never seen")
        .says("Three outcomes were seen 3, 0 and 2 times. The likeliest probabilities rule the second out for ever; with one \
               imagined row for each outcome, a Dirichlet belief of (1, 1, 1), it keeps a chance.")
        .shows(format!("likeliest {}\nexpected after {}", vector(&likeliest), vector(&expected)))
        .shows(format!("probability of just these rows, averaged over the belief: {}", six(evidence.exp())))
        .value("likeliest", likeliest)
        .value("expected", expected)
        .value("evidence", evidence.exp())
        .erratum(
            "the estimate (N + alpha) / (N + sum of alpha) as the most probable one",
            "That is the mean of the belief; its mode has alpha - 1",
        ))
}

fn spread_of_a_belief() -> Result<LessonStep> {
    let belief = Beta::new(2.0, 5.0)?;
    Ok(LessonStep::new("How sure a belief is")
        .says("Beta(2, 5): as if one head and four tails had been seen.")
        .shows(format!(
            "density at 0.3: {}; mean {}, variance {}",
            six(belief.density(0.3)),
            six(belief.mean()),
            six(belief.variance())
        ))
        .value("beta.density", belief.density(0.3))
        .value("beta.variance", belief.variance())
        .erratum(
            "a b / (a + b + 1) for the variance of a beta distribution",
            format!(
                "That is {} here, more than any distribution between 0 and 1 can have; the factor (a + b)^2 is missing below: {}",
                six(10.0 / 8.0),
                six(belief.variance())
            ),
        ))
}
