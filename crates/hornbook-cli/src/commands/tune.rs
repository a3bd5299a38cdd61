//! `hornbook tune`: hyperparameter tuning, evaluated on a held-out test set.

use crate::arguments::{option, required, switch};
use crate::failure::Failure;
use crate::input;
use crate::learner_flags;
use crate::metric_flags;
use crate::output::Output;
use crate::progress;
use crate::resampling_flags;
use clap::builder::PossibleValue;
use clap::{ArgAction, ArgMatches, Command, value_parser};
use hornbook::evaluation::model_selection::{
    AutoTuned, SearchSpace, SelectionRule, Strategy, Tuner, TuningResult,
};
use hornbook::evaluation::{AutoCrossValidation, Evaluation, EvaluationOptions, LockedTest, Resampling};
use hornbook::{Dataset, Model, RegistryEntry, Run, ToJson, model_file};
use serde_json::json;

pub fn command(learner: Option<&RegistryEntry>) -> Command {
    let command = Command::new("tune")
        .about("Tune hyperparameters by grid, random, successive halving or Bayesian (TPE) search; the result is evaluated on a held-out \
                test set");
    learner_flags::for_learner(command, learner, flags)
}

fn flags(command: Command, entry: &RegistryEntry) -> Command {
    let count = |name, value, help| option(name, value, help).value_parser(value_parser!(u64).range(1..));
    let command = command
        .after_help(
            "Examples:\n  \
             hornbook tune data/iris.csv --target species\n  \
             hornbook tune data/iris.csv --target species --search max_depth=1..8 --search criterion=gini,entropy --strategy grid",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags_of(entry.declaration))
        .args(
            [
                option(
                    "search",
                    "NAME=VALUES",
                    "Search space of a hyperparameter: max_depth=1..20, ccp_alpha=1e-4..1:log or criterion=gini,entropy; may be \
                     repeated. The learner's default search space if not given",
                )
                .action(ArgAction::Append),
                option("strategy", "NAME", "Search strategy: grid search, random search, halving (successive halving on growing samples) or tpe (Bayesian optimization, tree-structured Parzen estimator)")
                    .value_parser([
                        PossibleValue::new("grid"),
                        PossibleValue::new("random"),
                        PossibleValue::new("halving"),
                        PossibleValue::new("tpe").alias("parzen"),
                    ])
                    .default_value("tpe"),
                count("trials", "COUNT", "Number of trials (combinations to try); not for grid").default_value("40"),
                count("points", "COUNT", "Grid points per range").default_value("5"),
                count("factor", "COUNT", "With halving: reduction factor, one of this many trials is promoted").default_value("3"),
                count("patience", "COUNT", "Early stopping: stop after this many trials without improvement"),
                switch("one-standard-error", "One-standard-error rule: choose the simplest model within one standard error of the best"),
            ]
            .map(|arg| arg.help_heading("Search")),
        )
        .args(
            [
                option("test", "FRACTION", "Fraction held out as test set; 0 for none")
                    .value_parser(value_parser!(f64))
                    .default_value("0.2")
                    .conflicts_with("nested"),
                count("nested", "FOLDS", "Evaluate by nested cross-validation (inner loop tunes, outer loop tests)"),
                option("out", "MODEL", "Where to save a model refitted on all rows with the selected hyperparameters"),
            ]
            .map(|arg| arg.help_heading("Test evaluation")),
        )
        .args(resampling_flags::flags("5"))
        .args(metric_flags::flags())
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, entry)
}

pub fn run(matches: &ArgMatches, entry: &RegistryEntry, output: &Output) -> Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let space = match matches.get_many::<String>("search") {
        Some(texts) => SearchSpace::parse(&*learner, &texts.collect::<Vec<_>>()).map_err(Failure::Request)?,
        None => SearchSpace::declared(&*learner),
    };
    let design = resampling_flags::design(matches)?;
    let run = progress::run(matches, output)?;
    let data = input::usable_dataset(matches, &*learner, &run)?;
    let scoring = metric_flags::evaluation_options(matches, &data)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_default();
    let mut tuner =
        Tuner::new(space, strategy(matches)).shared_design(design).scoring(scoring.clone()).seed(seed);
    if matches.get_flag("one-standard-error") {
        tuner = tuner.rule(SelectionRule::OneStandardError);
    }
    if let Some(&patience) = matches.get_one::<u64>("patience") {
        tuner = tuner.patience(usize::try_from(patience).unwrap_or(usize::MAX));
    }
    let tuned = AutoTuned::new(learner, tuner);
    let found = search_and_evaluate(matches, &tuned, &data, &scoring, seed, &run)?;
    let out = matches.get_one::<String>("out");
    if let Some(out) = out {
        // The test evaluation is done: the saved model may be refitted on all rows.
        let model = tuned.train_as(&found.tuning, &data, &run)?;
        model_file::save(&*model, out)?;
    }
    drop(run);
    if output.is_json() {
        let test = found.test.as_ref().map(ToJson::to_json);
        return output.json(&json!({"tuning": found.tuning.to_json(), "test": test, "model": out}));
    }
    let mut text = found.tuning.to_string();
    if let Some(test) = &found.test {
        text += &format!("\nTest-set performance of the selected hyperparameters:\n\n{test}");
    }
    if let Some(out) = out {
        text += &format!("\nModel saved to {out}, refitted on all rows with the selected hyperparameters.\n");
    }
    output.text(text)
}

struct TuneOutcome {
    tuning: TuningResult,
    test: Option<Evaluation>,
}

/// Searches, and evaluates the result as the flags ask.
fn search_and_evaluate(
    matches: &ArgMatches,
    tuned: &AutoTuned,
    data: &Dataset,
    scoring: &EvaluationOptions,
    seed: u64,
    run: &Run,
) -> Result<TuneOutcome, Failure> {
    if let Some(&folds) = matches.get_one::<u64>("nested") {
        let outer = AutoCrossValidation::new(usize::try_from(folds).unwrap_or(usize::MAX)).seed(seed);
        let test = outer.evaluate_with(tuned, data, scoring, run)?;
        return Ok(TuneOutcome { tuning: tuned.tune(data, run)?, test: Some(test) });
    }
    let share = matches.get_one::<f64>("test").copied().unwrap_or(0.2);
    if share == 0.0 {
        return Ok(TuneOutcome { tuning: tuned.tune(data, run)?, test: None });
    }
    let (rest, locked) = LockedTest::hold_out(data, share, seed)?;
    let (tuning, model): (TuningResult, Box<dyn Model>) = tuned.tune_and_train(&rest, run)?;
    Ok(TuneOutcome { tuning, test: Some(locked.evaluate_once(&*model, scoring, run)?) })
}

fn strategy(matches: &ArgMatches) -> Strategy {
    let count = |name: &str| {
        matches.get_one::<u64>(name).map_or(1, |&count| usize::try_from(count).unwrap_or(usize::MAX))
    };
    let trials = count("trials");
    match matches.get_one::<String>("strategy").map(String::as_str) {
        Some("grid") => Strategy::Grid { points: count("points") },
        Some("random") => Strategy::Random { trials },
        Some("halving") => Strategy::Halving { trials, factor: count("factor") },
        _ => Strategy::Tpe { trials },
    }
}
