//! Line-ups as a study records them.

use super::{score, words};
use hornbook_study::record::{EntryResult, Leaderboard, LeaderboardEntry};

const LEARNERS: [(&str, &str, &str); 12] = [
    ("boosted-trees", "trees", "Adds small trees, each of which corrects those before."),
    ("random-forest", "trees", "Averages deep trees of rows and columns drawn at random."),
    ("logistic-regression", "linear", "Log odds as a weighted sum of the columns."),
    ("extra-trees", "trees", "Averages trees whose thresholds are drawn at random."),
    ("linear-discriminant", "bayes", "Normal classes that share one covariance."),
    ("naive-bayes", "bayes", "Columns as if they were independent given the class."),
    ("nearest-neighbors", "neighbors", "Predicts from the rows most like the one asked about."),
    ("decision-tree", "trees", "One question of one column at each node."),
    ("ridge", "linear", "Least squares with small weights."),
    ("perceptron", "linear", "A line that is moved by each mistake."),
    ("one-rule", "trees", "The one column that errs least."),
    ("baseline", "baseline", "Predicts the most common class, or the mean."),
];

/// A contest of so many learners, the best with a score; two more refused or left out.
pub fn contest(measure: &str, higher_is_better: bool, best: f64, many: usize) -> Leaderboard {
    let mut entries: Vec<LeaderboardEntry> =
        (0..many).map(|at| judged(measure, higher_is_better, best, at)).collect();
    let absent = |name: &str, outcome| LeaderboardEntry {
        learner: words(name),
        spec: words(name),
        family: words("linear"),
        summary: words("Counts with a logarithmic link."),
        outcome,
    };
    entries.push(absent(
        "poisson-regression",
        EntryResult::Refused {
            why: words(
                "poisson-regression predicts counts, and the target is a category; give a column of counts",
            ),
        },
    ));
    entries.push(absent(
        "gaussian-process",
        EntryResult::LeftOut { why: words("It would have taken about 40 minutes, and 2 were left.") },
    ));
    Leaderboard {
        measure: words(measure),
        higher_is_better,
        design: words("Five folds of the training rows, the same for all."),
        entries,
        best: 0,
        chosen: 1,
        why: words(
            "random-forest is not significantly different from the best, boosted-trees, and takes a quarter of the time to predict.",
        ),
        groups: vec![(0, 3), (2, 5), (6, 8)],
        test: words("corrected resampled t-test, Holm's correction, 5 %"),
    }
}

fn judged(measure: &str, higher_is_better: bool, best: f64, at: usize) -> LeaderboardEntry {
    let (learner, family, summary) = LEARNERS[at % LEARNERS.len()];
    let name = if at < LEARNERS.len() { words(learner) } else { format!("{learner}-{at}") };
    let sign = if higher_is_better { -1.0 } else { 1.0 };
    let spread = 0.03 * best;
    let value = best + sign * spread * (at as f64).powf(1.3) / 3.0;
    let folds = (0..5u32).map(|fold| value + spread * (f64::from(fold * 3) + 2.1 * at as f64).sin());
    let outcome = EntryResult::Evaluated {
        score: Box::new(score(measure, value, spread * (1.0 + 0.1 * at as f64))),
        // The last few were left behind in a heat.
        rows: if at > 1 && at % 12 > 9 { 1408 } else { 5634 },
        folds: folds.collect(),
        standard_error: Some(0.4 * spread),
        size: (at % 3 != 2).then_some(40.0 * (12 - at % 12) as f64),
        trials: 64 / (at + 1) + 1,
        p_value: (at > 0).then(|| 0.6 * (-0.7 * at as f64).exp()),
        tied: at < 4,
        seconds: 48.0 / (at + 1) as f64,
    };
    let spec =
        if at < 3 { format!("{name} --max-depth {} --learning-rate 0.05", at + 3) } else { name.clone() };
    LeaderboardEntry { learner: name, spec, family: words(family), summary: words(summary), outcome }
}
