//! `hornbook tune`: search a learner's parameters, and judge the choice on rows that had no part in it.

use crate::arguments::{option, required, switch};
use crate::design;
use crate::failure::Failure;
use crate::input;
use crate::judging;
use crate::learner_flags;
use crate::output::Output;
use crate::progress;
use clap::{ArgAction, ArgMatches, Command, value_parser};
use hornbook::evaluation::choosing::{Rule, SearchSpace, Strategy, Tuned, Tuner, Tuning};
use hornbook::evaluation::{CrossValidation, Evaluation, Judging, LockedTest, Resampling, check_scorable};
use hornbook::{Dataset, Entry, Model, Registry, Run, model_file};
use serde_json::json;

pub fn command(registry: &Registry, entry: &Entry) -> Command {
    let count = |name, value, help| option(name, value, help).value_parser(value_parser!(u64).range(1..));
    let command = Command::new("tune")
        .about("Search a learner's parameters; the choice is judged on rows that had no part in it")
        .after_help(
            "Examples:\n  \
             hornbook tune data/iris.csv --target species\n  \
             hornbook tune data/iris.csv --target species --search max_depth=1..8 --search criterion=gini,entropy --strategy grid",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags(entry.declaration.needs_target()))
        .args(
            [
                option(
                    "search",
                    "NAME=VALUES",
                    "What to try of a parameter: max_depth=1..20, ccp=1e-4..1:log or criterion=gini,entropy; may be \
                     repeated. What the learner declares worth trying if not said",
                )
                .action(ArgAction::Append),
                option("strategy", "NAME", "How to search: grid, random, halving (on growing samples) or parzen (where good trials were)")
                    .value_parser(["grid", "random", "halving", "parzen"])
                    .default_value("parzen"),
                count("trials", "COUNT", "How many combinations to try; not for grid").default_value("40"),
                count("points", "COUNT", "Values a range gets in a grid").default_value("5"),
                count("factor", "COUNT", "With halving: one of this many goes on").default_value("3"),
                count("patience", "COUNT", "Stop after this many trials without anything better"),
                switch("one-standard-error", "Choose the smallest model that is not worse than the best by more than one standard error"),
            ]
            .map(|arg| arg.help_heading("Search")),
        )
        .args(
            [
                option("test", "SHARE", "Lock this share of the rows away to judge the choice; 0 for none")
                    .value_parser(value_parser!(f64))
                    .default_value("0.2")
                    .conflicts_with("nested"),
                count("nested", "FOLDS", "Judge by nested cross-validation instead: the search is run anew in each fold"),
                option("out", "MODEL", "Where to write a model trained on all rows with the chosen parameters"),
            ]
            .map(|arg| arg.help_heading("Judging the choice")),
        )
        .args(design::flags("5"))
        .args(judging::flags())
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, registry, entry)
}

pub fn run(matches: &ArgMatches, entry: &Entry, output: &Output) -> Result<(), Failure> {
    check_scorable(entry.declaration)?;
    let learner = learner_flags::learner(matches, entry)?;
    let space = match matches.get_many::<String>("search") {
        Some(texts) => SearchSpace::parse(entry.declaration, &texts.collect::<Vec<_>>())
            .map_err(|error| Failure::Usage(error.to_string()))?,
        None => SearchSpace::declared(entry.declaration),
    };
    let design = design::design(matches)?;
    let run = progress::run(matches, output)?;
    let data = input::usable_dataset(matches, entry.declaration, &run)?;
    let judging = judging::judging(matches, &data)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_default();
    let mut tuner =
        Tuner::new(space, strategy(matches)).shared_design(design).judging(judging.clone()).seed(seed);
    if matches.get_flag("one-standard-error") {
        tuner = tuner.rule(Rule::OneStandardError);
    }
    if let Some(&patience) = matches.get_one::<u64>("patience") {
        tuner = tuner.patience(usize::try_from(patience).unwrap_or(usize::MAX));
    }
    let tuned = Tuned::new(learner, tuner);
    let found = search_and_judge(matches, &tuned, &data, &judging, seed, &run)?;
    let out = matches.get_one::<String>("out");
    if let Some(out) = out {
        // The test has had its say: the model that is kept may learn from all rows.
        let model = tuned.train_as(&found.tuning, &data, &run)?;
        model_file::save(&*model, out)?;
    }
    drop(run);
    if output.is_json() {
        let judged = found.judged.as_ref().map(Evaluation::to_json);
        return output.json(&json!({"tuning": found.tuning.to_json(), "judged": judged, "model": out}));
    }
    let mut text = found.tuning.to_string();
    if let Some(judged) = &found.judged {
        text += &format!("\nThe choice, judged on rows that had no part in it:\n\n{judged}");
    }
    if let Some(out) = out {
        text += &format!("\nWritten to {out}, trained on all rows with the chosen parameters.\n");
    }
    output.text(text)
}

struct Found {
    tuning: Tuning,
    judged: Option<Evaluation>,
}

/// Searches, and judges the choice as the flags ask.
fn search_and_judge(
    matches: &ArgMatches,
    tuned: &Tuned,
    data: &Dataset,
    judging: &Judging,
    seed: u64,
    run: &Run,
) -> Result<Found, Failure> {
    if let Some(&folds) = matches.get_one::<u64>("nested") {
        let outer = CrossValidation::new(usize::try_from(folds).unwrap_or(usize::MAX)).seed(seed);
        let judged = outer.evaluate_with(tuned, data, judging, run)?;
        return Ok(Found { tuning: tuned.tune(data, run)?, judged: Some(judged) });
    }
    let share = matches.get_one::<f64>("test").copied().unwrap_or(0.2);
    if share == 0.0 {
        return Ok(Found { tuning: tuned.tune(data, run)?, judged: None });
    }
    let (rest, locked) = LockedTest::lock_away(data, share, seed)?;
    let (tuning, model): (Tuning, Box<dyn Model>) = tuned.tune_and_train(&rest, run)?;
    Ok(Found { tuning, judged: Some(locked.open(&*model, judging, run)?) })
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
        _ => Strategy::Parzen { trials },
    }
}
