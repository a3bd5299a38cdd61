//! Evaluation: how far an error may be off, whether two differ, and what mistakes there are.

use super::Chapter;
use crate::format::{fixed, short, six, table};
use crate::lesson::LessonStep;
use hornbook::evaluation::intervals::{clopper_pearson, normal_share, wilson};
use hornbook::evaluation::measures::{ClassCounts, RocCurve, SortedScores};
use hornbook::evaluation::significance::{Alternative, error_rates, paired_t};
use hornbook::math::distributions::{binomial_cdf, binomial_probability, normal_quantile};
use hornbook::{Error, Result};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "evaluation",
    title: "Evaluating hypotheses: intervals of errors, comparisons, and measures of mistakes",
    ids: &[
        "000a:J1", "000a:J3", "000a:J4", "000a:J6", "000a:J15", "000a:J18", "000a:J22", "000a:J23", "001:79",
        "001:82", "001:83", "001:95", "002:F02", "002:F03", "002:F04", "002:F05", "002:F07", "002:F08",
    ],
    steps: &[twelve_of_forty, exact, two_hypotheses, two_learners, mistakes, paradox, curve],
};

/// What is only missing for counts that make no sense.
fn sound<T>(found: Option<T>) -> Result<T> {
    found.ok_or_else(|| {
        Error::data("there is no interval for these counts", "give successes of at least one row")
    })
}

fn twelve_of_forty() -> Result<LessonStep> {
    let levels = [0.5, 0.68, 0.8, 0.9, 0.95, 0.98, 0.99];
    let printed = ["0.67", "1.00", "1.28", "1.64", "1.96", "2.33", "2.58"];
    let found = sound(normal_share(12.0, 40.0, 0.95))?;
    let z = levels.map(|level| normal_quantile(0.5 + 0.5 * level));
    let rows = (0..levels.len()).map(|at| {
        [
            format!("{} %", fixed(100.0 * levels[at], 0)),
            printed[at].to_string(),
            six(z[at]),
            six(z[at] * found.standard_error),
        ]
    });
    let names = levels.map(|level| fixed(100.0 * level, 0));
    Ok(LessonStep::new("12 mistakes of 40")
        .says("A hypothesis is wrong on 12 of 40 rows. Its true error lies within z standard errors of 0.30, at the level of z.")
        .shows(format!(
            "sigma = sqrt(0.3 x 0.7 / 40) = {}\n95 %: {} to {}",
            six(found.standard_error),
            six(found.interval.low),
            six(found.interval.high)
        ))
        .shows(table(["level", "z of the notes", "z", "half width"], rows))
        .value("sigma", found.standard_error)
        .value("low", found.interval.low)
        .value("high", found.interval.high)
        .numbers("z", names.into_iter().zip(z))
        .erratum("z = 1.00 for 68 %", format!("It is {}; 1.00 belongs to 68.27 %", fixed(z[1], 3))))
}

fn exact() -> Result<LessonStep> {
    let (pearson, score) = (sound(clopper_pearson(12.0, 40.0, 0.95))?, sound(wilson(12.0, 40.0, 0.95))?);
    let (twelve, up_to) = (binomial_probability(12, 40, 0.3), binomial_cdf(12, 40, 0.3));
    let rows = [("Clopper and Pearson, exact", &pearson), ("Wilson", &score)]
        .map(|(name, interval)| [name.to_string(), six(interval.low), six(interval.high)]);
    Ok(LessonStep::new("Without the normal approximation")
        .says("The number of mistakes has a binomial distribution. Intervals can be had from it, and need no rule of thumb.")
        .shows(format!("P(12 of 40) at 0.3 = {}, P(12 or fewer) = {}", six(twelve), six(up_to)))
        .shows(table(["95 % interval", "low", "high"], rows))
        .value("binomial", twelve)
        .value("binomial.up_to", up_to)
        .value("exact.low", pearson.low)
        .value("exact.high", pearson.high)
        .value("wilson.low", score.low)
        .value("wilson.high", score.high))
}

fn two_hypotheses() -> Result<LessonStep> {
    let test = error_rates([30, 20], [100, 100], Alternative::Greater, 0.95)?;
    let difference = test.difference.unwrap_or(f64::NAN);
    let half = test.interval.map_or(f64::NAN, |interval| (interval.high - interval.low) / 2.0);
    Ok(LessonStep::new("Two hypotheses")
        .says("One is wrong on 30 of 100 rows, the other on 20 of 100 others. How sure is it that the first is worse?")
        .shows(format!("difference {}, 95 % interval {} +- {}", short(difference), short(difference), six(half)))
        .shows(test.to_string())
        .value("difference", difference)
        .value("difference.half", half))
}

fn two_learners() -> Result<LessonStep> {
    let a = [0.20, 0.25, 0.15, 0.30, 0.22, 0.18, 0.24, 0.21, 0.27, 0.19];
    let b = [0.18, 0.22, 0.16, 0.24, 0.20, 0.17, 0.20, 0.22, 0.23, 0.18];
    let test = paired_t(&a, &b, Alternative::TwoSided, 0.95)?;
    let half = test.interval.map_or(f64::NAN, |interval| (interval.high - interval.low) / 2.0);
    let mean = test.difference.unwrap_or(f64::NAN);
    Ok(LessonStep::new("Two learners on the same ten folds")
        .says(
            "The errors of a fold go together, so their differences are tested: their mean over its standard error has Student's t \
             distribution with 9 degrees of freedom, if folds were independent.",
        )
        .shows(format!("mean difference {}, t = {}, 95 % half width {}", short(mean), six(test.statistic), six(half)))
        .shows(test.to_string())
        .value("mean", mean)
        .value("t", test.statistic)
        .value("t.half", half))
}

fn mistakes() -> Result<LessonStep> {
    let counts = ClassCounts {
        true_positives: 40.0,
        false_positives: 20.0,
        false_negatives: 10.0,
        true_negatives: 130.0,
    };
    let measures = [
        ("accuracy", counts.accuracy()),
        ("precision", counts.precision()),
        ("recall", counts.recall()),
        ("F1", counts.f_beta(1.0)),
        ("F2", counts.f_beta(2.0)),
        ("F0.5", counts.f_beta(0.5)),
    ];
    let printed = 2.0 * (counts.precision() + counts.recall()) / (counts.precision() + counts.recall());
    Ok(LessonStep::new("Kinds of mistakes")
        .says("Of 50 positive rows 40 are found; of 150 negative ones 20 are taken for positive.")
        .shows(table(["measure", "value"], measures.map(|(name, value)| [name.to_string(), six(value)])))
        .numbers("measure", measures)
        .value("printed_f1", printed)
        .erratum(
            "F with Pre + Rec in the numerator",
            format!(
                "That would be {} for any predictions. The product belongs there: F1 is {}",
                short(printed),
                six(counts.f_beta(1.0))
            ),
        ))
}

fn paradox() -> Result<LessonStep> {
    let counts =
        ClassCounts { true_positives: 0.0, false_positives: 0.0, false_negatives: 1.0, true_negatives: 99.0 };
    Ok(LessonStep::new("99 % right, and useless")
        .says("99 rows of one class and 1 of the other: who always says the first is right 99 times of 100, and finds nothing.")
        .shows(format!("accuracy {}, recall {}", short(counts.accuracy()), short(counts.recall())))
        .value("paradox.accuracy", counts.accuracy())
        .value("paradox.recall", counts.recall()))
}

fn curve() -> Result<LessonStep> {
    let scores = [0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25];
    let positive = [true, true, false, false, false, true, false, true, false, true];
    let curve = RocCurve::of(&SortedScores::new(&positive, &scores, None)?, false);
    let rows = (1..curve.thresholds.len()).map(|at| {
        [
            short(curve.thresholds[at]),
            short(curve.false_positive_rates[at]),
            short(curve.true_positive_rates[at]),
        ]
    });
    Ok(LessonStep::new("The ROC curve")
        .says("Each threshold is a point. Rows of the same score move together, which makes a slope. The area is that of a guess at 0.5.")
        .shows(table(["threshold", "false positives", "true positives"], rows))
        .shows(format!("Area: {}", short(curve.area())))
        .value("area", curve.area())
        .value("roc.x", curve.false_positive_rates.clone())
        .value("roc.y", curve.true_positive_rates.clone()))
}
