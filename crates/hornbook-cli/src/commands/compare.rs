//! `hornbook compare`: model comparison with significance tests, on one dataset or several.

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::metric_flags;
use crate::output::{Output, note};
use crate::progress;
use crate::resampling_flags;
use clap::{ArgAction, ArgMatches, Command, value_parser};
use hornbook::data::{ColumnRoles, TakenColumns};
use hornbook::evaluation::EvaluationOptions;
use hornbook::evaluation::benchmark::{Benchmark, BenchmarkLearner};
use hornbook::{Dataset, Error, Learner, LearnerSpec, Registry, RegistryEntry, Run, Task, taken_columns};
use std::path::Path;

pub fn command() -> Command {
    Command::new("compare")
        .about("Compare learners by cross-validation on the same splits, with paired significance tests and multiple-comparison correction")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .after_help(
            "Examples:\n  \
             hornbook compare data/iris.csv --target species --learners baseline,decision-tree:max_depth=2,decision-tree\n  \
             hornbook compare a.csv b.csv c.csv --target class --learners decision-tree,baseline --diagram ranks.svg",
        )
        .arg(required("FILES", "The files with the rows").num_args(1..).action(ArgAction::Append))
        .arg(
            option(
                "learners",
                "NAMES",
                "The learners, comma-separated; NAME:parameter=value:… or NAME(parameter=value, …) sets hyperparameters. By \
                 default all learners that can take the data",
            )
            .action(ArgAction::Append),
        )
        .arg(
            option(
                "rope",
                "DIFFERENCE",
                "Region of practical equivalence (ROPE): differences up to this count as no difference",
            )
            .value_parser(value_parser!(f64)),
        )
        .arg(option(
            "diagram",
            "FILE",
            "Write the critical difference diagram (mean ranks over several files) as SVG",
        ))
        .args(input::role_flags(true).into_iter().map(|arg| match arg.get_id().as_str() {
            "target" => {
                arg.help("Target column: one for all files, or one for each file in their order").required(false)
            }
            "reference" => arg.hide(false),
            _ => arg,
        }))
        .args(resampling_flags::flags("10"))
        .args(metric_flags::flags())
        .args(input::work_flags())
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let files: Vec<&String> = matches.get_many("FILES").into_iter().flatten().collect();
    let diagram = matches.get_one::<String>("diagram");
    if diagram.is_some() && files.len() < 2 {
        return Err(Failure::Usage(
            "a critical difference diagram needs several files; give more, or leave out --diagram"
                .to_string(),
        ));
    }
    let roles = roles(matches, files.len())?;
    let design = resampling_flags::design(matches)?;
    let run = progress::run(matches, output)?;
    let options = input::read_options(matches)?;
    let mut tables: Vec<(String, Dataset)> = Vec::new();
    for (file, roles) in files.iter().zip(&roles) {
        let table = run.install(|| input::read(file, &options))?;
        tables.push((name_of(file, &files), roles.usable(&table, &run)?));
    }
    let contenders = contenders(matches, registry, &tables, &run)?;
    // All candidates see the same columns: text and objects only if none refuses them, or one names them.
    let each = contenders.iter().map(|contender| taken_columns(&*contender.learner));
    let taken = each.reduce(TakenColumns::shared_with).unwrap_or_default();
    let tables: Vec<(String, Dataset)> = tables
        .into_iter()
        .map(|(name, data)| Ok((name, data.taking(&taken)?)))
        .collect::<Result<_, Failure>>()?;
    let mut benchmark = Benchmark::default().shared_design(design);
    if let Some(&rope) = matches.get_one::<f64>("rope") {
        benchmark = benchmark.rope(rope);
    }
    match tables.as_slice() {
        [(_, data)] => {
            let benchmark = benchmark.scoring(metric_flags::evaluation_options(matches, data)?);
            let result = benchmark.compare_on(&contenders, data, &run)?;
            drop(run);
            output.report(&result)
        }
        several => {
            let benchmark = benchmark.scoring(shared_evaluation_options(matches, several)?);
            on_several(&benchmark, &contenders, several, diagram, run, output)
        }
    }
}

fn on_several(
    benchmark: &Benchmark,
    contenders: &[BenchmarkLearner],
    tables: &[(String, Dataset)],
    diagram: Option<&String>,
    run: Run,
    output: &Output,
) -> Result<(), Failure> {
    let study = benchmark.compare_across(contenders, tables, &run)?;
    drop(run);
    if let Some(path) = diagram {
        std::fs::write(path, study.diagram.to_svg()).map_err(|error| Error::file("written", path, error))?;
        note(&format!("the critical difference diagram is in {path}"));
    }
    output.report(&study)
}

/// The roles for each file: the same ones, with a target of its own if there are as many as files.
fn roles(matches: &ArgMatches, files: usize) -> Result<Vec<ColumnRoles>, Failure> {
    let targets: Vec<&String> = matches.get_many("target").into_iter().flatten().collect();
    if targets.is_empty() {
        return Ok(vec![input::roles(matches); files]);
    }
    if targets.len() != 1 && targets.len() != files {
        return Err(Failure::Usage(format!(
            "there are {} targets for {files} files; give one for all, or one for each",
            targets.len()
        )));
    }
    let target = |file: usize| targets[if targets.len() == 1 { 0 } else { file }];
    let of_file = |file: usize| ColumnRoles { targets: vec![target(file).clone()], ..input::roles(matches) };
    Ok((0..files).map(of_file).collect())
}

/// Losses name the classes of one table, so files that differ in classes cannot share them.
fn shared_evaluation_options(
    matches: &ArgMatches,
    tables: &[(String, Dataset)],
) -> Result<EvaluationOptions, Failure> {
    let all: Vec<EvaluationOptions> = tables
        .iter()
        .map(|(_, data)| metric_flags::evaluation_options(matches, data))
        .collect::<Result<_, Failure>>()?;
    all.into_iter().next().ok_or_else(|| Error::internal("there are no files to compare on").into())
}

/// What a file goes by: its stem, or its path if another file has the same stem.
fn name_of(file: &str, files: &[&String]) -> String {
    let stem = |file: &str| {
        let name = Path::new(file).file_name().map(|name| name.to_string_lossy().to_string());
        name.and_then(|name| name.split('.').next().map(str::to_string)).unwrap_or_else(|| file.to_string())
    };
    let own = stem(file);
    if files.iter().filter(|other| stem(other) == own).count() > 1 { file.to_string() } else { own }
}

/// The learners that the flags name, or all that do the task of every file and can take it.
fn contenders(
    matches: &ArgMatches,
    registry: &Registry,
    tables: &[(String, Dataset)],
    run: &Run,
) -> Result<Vec<BenchmarkLearner>, Failure> {
    let wrong = Failure::Request;
    if let Some(lists) = matches.get_many::<String>("learners") {
        let mut contenders = Vec::new();
        for list in lists {
            for text in LearnerSpec::split(list).map_err(wrong)? {
                let learner =
                    LearnerSpec::parse(text).and_then(|spec| registry.learner(&spec)).map_err(wrong)?;
                contenders.push(BenchmarkLearner { name: text.to_string(), learner });
            }
        }
        return Ok(contenders);
    }
    let tasks: Vec<Task> = tables.iter().map(|(_, data)| data.task()).collect::<hornbook::Result<_>>()?;
    let does_all = |entry: &&RegistryEntry| {
        // One that is made of others has to be told of which.
        !entry.declaration.composite && tasks.iter().all(|task| entry.declaration.tasks.contains(task))
    };
    let mut contenders = Vec::new();
    for entry in registry.entries().iter().filter(does_all) {
        let name = entry.declaration.name.to_string();
        let learner = entry.learner(&Default::default())?;
        match refusal(&*learner, tables, run)? {
            Some(why) => note(&format!("'{name}' is left out: {why}")),
            None => contenders.push(BenchmarkLearner { name, learner }),
        }
    }
    Ok(contenders)
}

/// Why a learner cannot take one of the tables, such as more classes than it knows or missing values: found by fitting
/// it once.
fn refusal(
    learner: &dyn Learner,
    tables: &[(String, Dataset)],
    run: &Run,
) -> Result<Option<String>, Failure> {
    for (_, data) in tables {
        match learner.fit_with(data, run) {
            Ok(_) => {}
            Err(Error::Canceled) => return Err(Error::Canceled.into()),
            Err(error) => return Ok(Some(error.to_string())),
        }
    }
    Ok(None)
}
