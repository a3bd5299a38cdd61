//! Evaluation of what learns without a target: densities, transformers, clusters and outliers.

use crate::recipes::clusterer::MeanSplit;
use hornbook::data::Dataset;
use hornbook::evaluation::benchmark::{Benchmark, BenchmarkLearner};
use hornbook::evaluation::measures::Contingency;
use hornbook::evaluation::model_selection::{
    LearningCurve, LearningCurveOptions, SearchSpace, Strategy, Tuner,
};
use hornbook::evaluation::{CrossValidation, EvaluationOptions, HoldOut, Measure, Resampling};
use hornbook::{Learner, LearnerSpec, Predictions, Run, Table};

fn learner(text: &str) -> Box<dyn Learner> {
    hornbook::registry().learner(&LearnerSpec::parse(text).unwrap()).unwrap()
}

/// Two groups of rows, far apart, with their true group beside them.
fn table() -> Table {
    let x: Vec<f64> = (0..80).map(|i| f64::from(i % 2) * 100.0 + f64::from(i * 37 % 41) / 10.0).collect();
    let y: Vec<f64> = (0..80).map(|i| f64::from(i * 17 % 23) / 10.0).collect();
    let group: Vec<Option<&str>> = (0..80).map(|i| Some(if i % 2 == 0 { "near" } else { "far" })).collect();
    Table::builder().number("x", x).number("y", y).category("group", &group).build().unwrap()
}

fn features() -> Dataset {
    table().dataset().without(&["group"]).unwrap()
}

#[test]
fn a_density_is_evaluated_by_its_held_out_log_likelihood() {
    let narrow = learner("kernel-density(bandwidth=0.5)");
    let wide = learner("kernel-density(bandwidth=60)");
    let design = CrossValidation::new(5).seed(2);
    let found = design.evaluate(&*narrow, &features()).unwrap();
    assert_eq!(found.scores[0].measure, Measure::LogLikelihood);
    assert!(found.baseline.is_empty() && found.scores[0].interval.is_some());
    // By hand: the mean log density of every row under the model of the other folds.
    let mut sum = 0.0;
    for split in design.splits(&features()).unwrap() {
        let model = narrow.fit_with(&features().select(split.train), &Run::default()).unwrap();
        let test = features().select(split.test);
        match model.predict_features(&test.row_features()).unwrap() {
            Predictions::Numbers(values) => sum += values.iter().sum::<f64>(),
            Predictions::Classes(..) => panic!("classes"),
        }
    }
    assert!((found.scores[0].value - sum / 80.0).abs() < 1e-9);
    let other = design.evaluate(&*wide, &features()).unwrap();
    assert!(found.scores[0].value > other.scores[0].value + 1.0);
}

#[test]
fn a_density_is_tuned_by_its_likelihood() {
    let density = learner("kernel-density(bandwidth=1)");
    let space = SearchSpace::parse(&*density, &["bandwidth=0.5,60"]).unwrap();
    let tuned = Tuner::new(space, Strategy::Grid { points: 2 }).tune(&*density, &features()).unwrap();
    assert_eq!(tuned.parameters()["bandwidth"], 0.5);
}

#[test]
fn a_transformer_is_evaluated_by_what_comes_back() {
    let found = CrossValidation::new(4).evaluate(&*learner("scale-columns"), &features()).unwrap();
    assert_eq!(found.scores[0].measure, Measure::ReconstructionError);
    assert!(found.scores[0].value < 1e-12);
    let lossy = CrossValidation::new(4).evaluate(&*learner("drop-columns"), &features());
    assert!(lossy.unwrap_err().to_string().contains("cannot be had back"));
}

#[test]
fn outliers_are_compared_with_labels_for_scoring_only() {
    let x: Vec<f64> =
        (0..100).map(|i| if i % 20 == 7 { 500.0 + f64::from(i) } else { f64::from(i * 37 % 50) }).collect();
    let odd: Vec<Option<&str>> = (0..100).map(|i| Some(if i % 20 == 7 { "yes" } else { "no" })).collect();
    let table = Table::builder().number("x", x).category("odd", &odd).build().unwrap();
    let data = table.dataset().reference("odd").unwrap();
    assert_eq!(data.feature_names(), ["x"]);
    let found = CrossValidation::new(4).evaluate(&*learner("isolation-forest"), &data).unwrap();
    let area = found.scores.iter().find(|score| score.measure == Measure::RocAuc).unwrap();
    assert_eq!(area.value, 1.0);
    let unlabeled = CrossValidation::new(4)
        .evaluate(&*learner("isolation-forest"), &table.dataset().only(&["x"]).unwrap());
    assert!(unlabeled.unwrap_err().to_string().contains("as its reference"));
}

#[test]
fn clusters_are_evaluated_by_shape_and_by_agreement() {
    let design = CrossValidation::new(4).seed(1);
    let found = design.evaluate(&MeanSplit::default(), &features()).unwrap();
    let names: Vec<Measure> = found.scores.iter().map(|score| score.measure).collect();
    assert_eq!(names, [Measure::Silhouette, Measure::CalinskiHarabasz, Measure::DaviesBouldin]);
    assert!(found.scores[0].value > 0.9 && found.scores[0].over_folds.is_some());
    let labeled = table().dataset().reference("group").unwrap();
    let found = design.evaluate(&MeanSplit::default(), &labeled).unwrap();
    assert_eq!((found.scores[0].measure, found.scores[0].value), (Measure::AdjustedRand, 1.0));
    let options = EvaluationOptions::default().measures(&[Measure::AdjustedRand]);
    let without = design.evaluate_with(&MeanSplit::default(), &features(), &options, &Run::default());
    assert!(without.unwrap_err().to_string().contains("compares clusters with labels, and there are none"));
}

/// The stability of k folds by hand: the adjusted Rand index of every two models on the rows that both were trained on.
#[test]
fn the_stability_of_clusters_compares_the_models_of_the_splits() {
    let stability = EvaluationOptions::default().measures(&[Measure::Stability, Measure::Silhouette]);
    let design = CrossValidation::new(4).seed(1);
    let evaluated = |clustering: &MeanSplit, data: &Dataset| {
        design.evaluate_with(clustering, data, &stability, &Run::default()).unwrap()
    };
    let found = evaluated(&MeanSplit::default(), &features());
    let score = &found.scores[0];
    assert_eq!((score.measure, score.value, score.interval), (Measure::Stability, 1.0, None));
    // One group: the mean is in the midst of it, and moves with every sample.
    let x: Vec<f64> = (0..80).map(|i| f64::from(i * 37 % 80).powi(3)).collect();
    let data = Table::builder().number("x", x.clone()).build().unwrap().dataset();
    let found = evaluated(&MeanSplit::default(), &data);
    let splits = design.splits(&data).unwrap();
    let clusters = |train: &[u32], rows: &[u32]| -> Vec<u32> {
        let mean = train.iter().map(|&row| x[row as usize]).sum::<f64>() / train.len() as f64;
        rows.iter().map(|&row| u32::from(x[row as usize] > mean)).collect()
    };
    let mut by_hand = Vec::new();
    for (index, a) in splits.iter().enumerate() {
        for b in &splits[..index] {
            let shared: Vec<u32> = a.train.iter().copied().filter(|row| b.train.contains(row)).collect();
            let table = Contingency::new(&clusters(&a.train, &shared), &clusters(&b.train, &shared), None);
            by_hand.push(table.unwrap().adjusted_rand());
        }
    }
    let mean = by_hand.iter().sum::<f64>() / by_hand.len() as f64;
    assert!(mean < 1.0 && (found.scores[0].value - mean).abs() < 1e-12, "{mean}: {found}");
    assert!(found.scores[0].over_folds.is_some());
}

#[test]
fn stability_needs_several_splits() {
    let stability = EvaluationOptions::default().measures(&[Measure::Stability]);
    let refused =
        HoldOut::new(0.3).evaluate_with(&MeanSplit::default(), &features(), &stability, &Run::default());
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("compares the clusterings of several splits, and the design has one"), "{said}");
    let options = LearningCurveOptions::default();
    let curve = LearningCurve::of(&MeanSplit::default(), &features(), &options, &stability, &Run::default());
    let said = curve.unwrap_err().to_string();
    assert!(said.contains("compares the models of several splits"), "{said}");
}

#[test]
fn a_clustering_is_tuned_by_its_stability() {
    let space = SearchSpace::parse(&MeanSplit::default(), &["shift=-50,0,50"]).unwrap();
    let tuned = Tuner::new(space, Strategy::Grid { points: 3 })
        .scoring(EvaluationOptions::default().measures(&[Measure::Stability]))
        .tune(&MeanSplit::default(), &features());
    assert!(tuned.unwrap().trials.iter().all(|trial| trial.refused.is_none() && trial.mean.is_finite()));
}

#[test]
fn a_row_of_zero_density_is_named_and_comparisons_go_on() {
    let compared = ["kernel-density(bandwidth=0.5, kernel=tophat)", "kernel-density(bandwidth=60)"]
        .map(|text| BenchmarkLearner { name: text.to_string(), learner: learner(text) });
    let found = Benchmark::default().compare_on(&compared, &features(), &Run::default()).unwrap();
    let said = found.notes.iter().find(|note| note.contains("density of zero")).unwrap();
    assert!(said.starts_with("kernel-density(bandwidth=0.5, kernel=tophat) gives "), "{said}");
    assert!(
        said.contains("7 test rows a density of zero (rows 1, 11, 21, 24, 28, …)")
            && said.contains("each counts as -1416.8"),
        "{said}"
    );
    assert!(found.evaluations.iter().all(|evaluation| evaluation.scores[0].value.is_finite()));
    assert!(found.pairs[0].p_value.is_some_and(|p| p < 1.0) && found.ranked() == [1, 0]);
    // What a density says of possible rows counts as it is, however little it is.
    let narrow = CrossValidation::new(5).evaluate(&*learner("kernel-density(bandwidth=0.01)"), &features());
    let narrow = narrow.unwrap();
    assert!(narrow.scores[0].value.is_finite());
}

#[test]
fn measures_of_another_task_are_refused() {
    let options = EvaluationOptions::default().measures(&[Measure::Accuracy]);
    let refused =
        CrossValidation::new(4).evaluate_with(&*learner("histogram"), &features(), &options, &Run::default());
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("'accuracy' is for classification, and the learner does density"), "{said}");
}
