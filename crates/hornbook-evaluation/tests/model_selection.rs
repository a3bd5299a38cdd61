//! Searching parameters, and what a search must not do.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Error, Run, Seed};
use hornbook_data::{Dataset, Table};
use hornbook_evaluation::model_selection::{
    AutoTuned, ParameterDomain, SearchSpace, SelectionRule, Strategy, Tuner,
};
use hornbook_evaluation::{CrossValidation, EvaluationOptions, HoldOut, Measure, Resampling};
use hornbook_learner::Learner;
use hornbook_trees::DecisionTree;
use proptest::prelude::*;

/// Two numbers decide the class with some noise, `noise` others do not.
fn data(rows: usize, noise: usize, signal: bool) -> Dataset {
    let mut rng = Seed(11).rng();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); noise + 2];
    let mut kinds: Vec<Option<&str>> = Vec::new();
    for _ in 0..rows {
        columns.iter_mut().for_each(|column| column.push(rng.unit()));
        let (a, b) = (columns[0][columns[0].len() - 1], columns[1][columns[1].len() - 1]);
        let chance = if !signal {
            0.5
        } else if a + b > 1.0 {
            0.9
        } else {
            0.1
        };
        kinds.push(Some(if rng.unit() < chance { "yes" } else { "no" }));
    }
    let mut table = Table::builder().category("kind", &kinds);
    for (index, column) in columns.into_iter().enumerate() {
        table = table.number(&format!("x{index}"), column);
    }
    table.build().unwrap().dataset().target("kind").unwrap()
}

fn space() -> SearchSpace {
    SearchSpace::default()
        .vary("max_depth", ParameterDomain::whole(1, 12))
        .vary("min_samples_leaf", ParameterDomain::magnitudes(1.0, 50.0))
}

// proves: 001:97
#[test]
fn every_strategy_beats_the_default_tree() {
    let data = data(400, 4, true);
    let default = CrossValidation::new(5).evaluate(&DecisionTree::default(), &data).unwrap().scores[0].value;
    for strategy in [
        Strategy::Grid { points: 4 },
        Strategy::Random { trials: 16 },
        Strategy::Halving { trials: 18, factor: 3 },
        Strategy::Tpe { trials: 20 },
    ] {
        let tuner = Tuner::new(space(), strategy).seed(5);
        let tuning = tuner.tune(&DecisionTree::default(), &data).unwrap();
        let best = &tuning.trials[tuning.best];
        assert!(best.mean > default + 0.02, "{strategy:?}: {} against {default}", best.mean);
        assert_eq!((tuning.chosen, best.rows, best.folds.len()), (tuning.best, 400, 5));
        assert!(tuning.notes.iter().any(|note| note.contains("is optimistically biased")));
        let mean = best.folds.iter().sum::<f64>() / 5.0;
        assert!((mean - best.mean).abs() < 1e-12);
        let one = tuner.tune_with(&DecisionTree::default(), &data, &Run::default().threads(1)).unwrap();
        let two = tuner.tune_with(&DecisionTree::default(), &data, &Run::default().threads(2)).unwrap();
        assert_eq!(one, two, "{strategy:?}: threads do not matter");
    }
}

#[test]
fn halving_tries_few_on_all_rows() {
    let data = data(900, 2, true);
    let tuner = Tuner::new(space(), Strategy::Halving { trials: 27, factor: 3 }).seed(1);
    let tuning = tuner.tune(&DecisionTree::default(), &data).unwrap();
    let counts: Vec<(usize, usize)> = [100, 300, 900]
        .map(|rows| (rows, tuning.trials.iter().filter(|trial| trial.rows.abs_diff(rows) <= 1).count()))
        .to_vec();
    assert_eq!(counts, [(100, 27), (300, 9), (900, 3)]);
    assert_eq!(tuning.trials[tuning.chosen].rows, 900);
}

#[test]
fn one_standard_error_prefers_the_simple() {
    let data = data(300, 4, true);
    let grid = SearchSpace::default().vary("max_depth", ParameterDomain::whole(1, 12));
    let tuner = Tuner::new(grid, Strategy::Grid { points: 12 }).rule(SelectionRule::OneStandardError);
    let tuning = tuner.tune(&DecisionTree::default(), &data).unwrap();
    let (best, chosen) = (&tuning.trials[tuning.best], &tuning.trials[tuning.chosen]);
    assert!(chosen.mean >= best.mean - best.standard_error && chosen.size <= best.size);
    let simpler = tuning.trials.iter().filter(|t| t.mean >= best.mean - best.standard_error);
    assert!(simpler.into_iter().all(|t| t.size >= chosen.size));
    let single = tuner.design(HoldOut::new(0.3)).tune(&DecisionTree::default(), &data).unwrap();
    assert_eq!(single.chosen, single.best);
    assert!(single.notes.iter().any(|note| note.contains("one-standard-error rule needs several splits")));
}

#[test]
fn patience_ends_a_search() {
    let data = data(150, 1, true);
    let tuner = Tuner::new(space(), Strategy::Random { trials: 500 }).patience(4).seed(2);
    let tuning = tuner.tune(&DecisionTree::default(), &data).unwrap();
    assert!(tuning.trials.len() < 100, "{}", tuning.trials.len());
    let since_best = tuning.trials.len() - 1 - tuning.best;
    assert_eq!(since_best, 4);
}

/// Where there is nothing to learn, the best of many trials looks good; judged inside the folds it does not.
#[test]
fn nested_cross_validation_does_not_leak_the_choice() {
    let data = data(60, 6, false);
    let tuner = Tuner::new(space(), Strategy::Random { trials: 60 }).seed(3);
    let flattered = tuner.tune(&DecisionTree::default(), &data).unwrap();
    let nested = AutoTuned::new(Box::new(DecisionTree::default()), tuner);
    let scoring = EvaluationOptions::default().measures(&[Measure::Accuracy]);
    let honest = CrossValidation::new(4).evaluate_with(&nested, &data, &scoring, &Run::default()).unwrap();
    let score = &honest.scores[0];
    assert!(flattered.trials[flattered.best].mean > 0.55, "{}", flattered.trials[flattered.best].mean);
    assert!(score.interval.unwrap().contains(0.5) && score.value < 0.55, "{score}");
}

#[test]
fn a_tuned_model_says_what_was_chosen() {
    let data = data(200, 2, true);
    let tuner = Tuner::new(space(), Strategy::Grid { points: 2 });
    let tuned = AutoTuned::new(Box::new(DecisionTree::default()), tuner);
    let (tuning, model) = tuned.tune_and_train(&data, &Run::default()).unwrap();
    let info = model.info();
    assert_eq!(info.parameters["max_depth"], tuning.parameters()["max_depth"]);
    assert_eq!(info.summary.details["tuned"]["max_depth"], tuning.parameters()["max_depth"]);
    assert_eq!(info.summary.rows, 200);
}

#[test]
fn declared_and_written_spaces() {
    let tree = DecisionTree::default();
    let declared = SearchSpace::declared(&tree);
    let names: Vec<&str> = declared.dimensions().iter().map(|d| d.parameter.as_str()).collect();
    assert_eq!(names, ["max_depth", "min_samples_leaf"]);
    let texts = ["max-depth=1..5", "min_samples_leaf=1..20:log", "criterion=gini,entropy"];
    let space = SearchSpace::parse(&tree, &texts).unwrap();
    assert_eq!(space.dimensions()[0].values, ParameterDomain::whole(1, 5));
    assert_eq!(space.dimensions()[1].values, ParameterDomain::magnitudes(1.0, 20.0));
    assert_eq!(space.dimensions()[2].values, ParameterDomain::list(["gini", "entropy"]));
    for wrong in
        ["depth=1..3", "max_depth", "max_depth=a..b", "criterion=1..2", "criterion=ginny", "max_depth=-1"]
    {
        assert!(SearchSpace::parse(&tree, &[wrong]).is_err(), "{wrong}");
    }
}

#[test]
fn refusals() {
    let (tree, data) = (DecisionTree::default(), data(60, 1, true));
    let tune = |space: SearchSpace, strategy| Tuner::new(space, strategy).tune(&tree, &data);
    let sentence = |result: hornbook_core::Result<_>| match result {
        Ok(_) => "no error".to_string(),
        Err(error) => Error::to_string(&error),
    };
    let random = Strategy::Random { trials: 3 };
    assert!(sentence(tune(SearchSpace::default(), random)).starts_with("there is nothing to search"));
    let upside_down = SearchSpace::default().vary("max_depth", ParameterDomain::whole(9, 2));
    assert!(sentence(tune(upside_down, random)).contains("from a smaller number to a larger one"));
    let zero = SearchSpace::default().vary("min_samples_leaf", ParameterDomain::magnitudes(0.0, 2.0));
    assert!(sentence(tune(zero, random)).contains("above zero"));
    let unknown = SearchSpace::default().vary("depth", ParameterDomain::whole(1, 2));
    assert!(sentence(tune(unknown, random)).contains("max_depth"));
    assert!(sentence(tune(space(), Strategy::Random { trials: 0 })).contains("trials"));
    assert!(sentence(tune(space(), Strategy::Grid { points: 500_000 })).contains("combinations"));

    // Combinations that the learner refuses are passed over, and said.
    let partly = SearchSpace::default().vary("criterion", ParameterDomain::list(["gini", "variance"]));
    let tuning = tune(partly, Strategy::Grid { points: 2 }).unwrap();
    assert_eq!(tuning.parameters()["criterion"], "gini");
    assert!(tuning.notes.iter().any(|note| note.starts_with("the learner refused 1 of 2 combinations")));
    let wholly = SearchSpace::default().vary("criterion", ParameterDomain::list(["variance"]));
    assert!(sentence(tune(wholly, Strategy::Grid { points: 2 })).starts_with("none of the 1 combinations"));
    let scoring = EvaluationOptions::default().measures(&[Measure::Rmse]);
    let wrong_task = Tuner::new(space(), random).scoring(scoring).tune(&tree, &data);
    assert!(sentence(wrong_task).contains("is for regression"));
    assert!(Learner::parameters(&tree).contains_key("max_depth"));
}

proptest! {
    /// Whatever people type, they get a measure, a space or a sentence.
    #[test]
    fn any_text_is_answered(text in "\\PC{0,24}", name in "(max_depth|criterion|bins|missing)=[-0-9a-z.,:]{0,12}") {
        let _ = Measure::from_name(&text);
        let tree = DecisionTree::default();
        let _ = SearchSpace::parse(&tree, &[&text]);
        if let Ok(space) = SearchSpace::parse(&tree, &[&name]) {
            prop_assert_eq!(space.dimensions().len(), 1);
            let drawn = space.draw(&mut Seed(1).rng());
            prop_assert_eq!(drawn.len(), 1);
        }
    }
}
