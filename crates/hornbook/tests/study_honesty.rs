//! Simulations of whole studies: how often noise is taken for signal, planted signal is found, and the stated interval holds the truth.
//! Under `HORNBOOK_FULL` with 400 studies each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook::data::Target;
use hornbook::evaluation::{EvaluationOptions, Measure, TestPredictions};
use hornbook::study::{FinishedStudy, Study};
use hornbook::{Dataset, LearnerSpec, Run, Seed, Table, registry};
use hornbook_core::Rng;

/// How many studies, and the fewest or most of them that may come out in one way.
struct StudyCount {
    studies: u64,
    limit: usize,
}

/// The limit of 400 studies is the stated bar; that of fewer allows for three Monte-Carlo standard errors of the nominal rate.
fn count(full_limit: usize, few_limit: usize) -> StudyCount {
    match std::env::var_os("HORNBOOK_FULL").is_some() {
        true => StudyCount { studies: 400, limit: full_limit },
        false => StudyCount { studies: 42, limit: few_limit },
    }
}

fn quick(seed: u64, learners: [&str; 3]) -> Study {
    let specs = learners.map(|text| LearnerSpec::parse(text).unwrap()).to_vec();
    Study::default().seed(seed).trials(5).learners(specs)
}

const CLASSIFIERS: [&str; 3] = ["gaussian-naive-bayes", "decision-tree(max_depth=3)", "logistic-regression"];
const REGRESSORS: [&str; 3] = ["ridge", "decision-tree(max_depth=3)", "k-neighbors"];

fn normal(rng: &mut Rng) -> f64 {
    // The sum of twelve uniform numbers, less its mean.
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// Tables without any signal: numbers, balanced and unbalanced classes, several classes, categories, more columns than rows.
fn noise(shape: u64, rng: &mut Rng) -> (Table, bool) {
    let (rows, columns) =
        [(80, 2), (90, 3), (200, 4), (120, 4), (100, 3), (40, 60), (60, 5)][shape as usize % 7];
    let mut builder = Table::builder();
    for column in 0..columns {
        let name = format!("x{column}");
        builder = match (shape % 7, column) {
            (4, 0) => {
                let levels: Vec<Option<&str>> =
                    (0..rows).map(|_| Some(["a", "b", "c", "d"][(4.0 * rng.unit()) as usize])).collect();
                builder.category(&name, &levels)
            }
            _ => builder.number(&name, (0..rows).map(|_| normal(rng)).collect()),
        };
    }
    let classes = |share: f64, rng: &mut Rng| -> Vec<Option<&'static str>> {
        (0..rows).map(|_| Some(if rng.unit() < share { "yes" } else { "no" })).collect()
    };
    let table = match shape % 7 {
        0 | 5 => builder.number("y", (0..rows).map(|_| normal(rng)).collect()),
        2 => builder.category("y", &classes(0.1, rng)),
        3 => {
            let three: Vec<Option<&str>> =
                (0..rows).map(|_| Some(["u", "v", "w"][(3.0 * rng.unit()) as usize])).collect();
            builder.category("y", &three)
        }
        _ => builder.category("y", &classes(0.5, rng)),
    };
    (table.build().unwrap(), !matches!(shape % 7, 0 | 5))
}

/// At most 29 alarms in 400 studies, which a true level of 5 % exceeds in one case of fifty.
#[test]
fn noise_is_not_taken_for_signal() {
    let StudyCount { studies, limit } = count(29, 6);
    let alarm = |seed: &u64| {
        let mut rng = Seed(*seed).derive(7).rng();
        let (table, is_classification) = noise(*seed, &mut rng);
        let study = quick(*seed, if is_classification { CLASSIFIERS } else { REGRESSORS });
        let data = table.dataset().target("y").unwrap();
        study.run(&data, registry(), &Run::default()).unwrap().record.result.beats_baseline
    };
    let alarms = (0..studies).filter(alarm).count();
    assert!(alarms <= limit, "{alarms} alarms in {studies} studies of noise");
}

/// Rows of two classes, or of a number, that follow from three columns with noise.
fn planted(rows: usize, is_classification: bool, rng: &mut Rng) -> Dataset {
    let mut column = || (0..rows).map(|_| normal(rng)).collect::<Vec<f64>>();
    let (a, b, c, noise) = (column(), column(), column(), column());
    let signal: Vec<f64> = (0..rows).map(|i| 0.9 * a[i] - 0.7 * b[i] + noise[i]).collect();
    let builder = Table::builder().number("a", a).number("b", b).number("c", c);
    let builder = match is_classification {
        true => {
            let classes: Vec<Option<&str>> =
                signal.iter().map(|x| Some(if *x > 0.0 { "yes" } else { "no" })).collect();
            builder.category("y", &classes)
        }
        false => builder.number("y", signal),
    };
    builder.build().unwrap().dataset().target("y").unwrap()
}

fn true_score(finished: &FinishedStudy, fresh: &Dataset, measure: Measure) -> f64 {
    let predictions = TestPredictions::of(&*finished.model, fresh).unwrap();
    EvaluationOptions::default().measures(&[measure]).values(&predictions).unwrap()[0].1
}

/// The stated 95 % interval holds the score of the kept model on very many fresh rows in at least 367 of 400 studies, and the signal is
/// found in nearly all of them.
#[test]
fn intervals_hold_the_score_on_fresh_rows() {
    let StudyCount { studies, limit } = count(367, 36);
    let (mut held, mut found) = (0, 0);
    for seed in 0..studies {
        let is_classification = seed % 2 == 0;
        let mut rng = Seed(seed).derive(11).rng();
        let data = planted([100, 160, 260][seed as usize % 3], is_classification, &mut rng);
        let study = quick(seed, if is_classification { CLASSIFIERS } else { REGRESSORS });
        let finished = study.run(&data, registry(), &Run::default()).unwrap();
        let fresh = planted(20_000, is_classification, &mut rng);
        assert_eq!(matches!(fresh.require_target().unwrap().1, Target::Classes(_)), is_classification);
        let score = &finished.record.result.scores[0];
        let truth = true_score(&finished, &fresh, Measure::from_name(&score.measure).unwrap());
        let (low, high) = (score.low.unwrap(), score.high.unwrap());
        held += usize::from(low <= truth && truth <= high);
        found += usize::from(finished.record.result.beats_baseline);
    }
    assert!(held >= limit, "{held} of {studies} intervals hold the score on fresh rows");
    assert!(found + 2 >= studies as usize, "{found} of {studies} signals were found");
}
