//! `hornbook compare`: learners side by side, on one file or several.

use crate::arguments::{option, required};
use crate::design;
use crate::failure::Failure;
use crate::input::{self, Roles};
use crate::judging;
use crate::output::{Output, note};
use crate::progress;
use clap::{ArgAction, ArgMatches, Command, value_parser};
use hornbook::evaluation::Judging;
use hornbook::evaluation::contest::{Contender, Contest};
use hornbook::{Dataset, Entry, LearnerSpec, Registry, Run, Task};
use std::path::Path;

pub fn command() -> Command {
    Command::new("compare")
        .about("Set learners against each other on the same splits, with tests of their differences")
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
                "The learners, with commas between; NAME:parameter=value:… or NAME(parameter=value, …) changes parameters. All \
                 learners if not said",
            )
            .action(ArgAction::Append),
        )
        .arg(
            option("rope", "DIFFERENCE", "Differences of at most this do not matter in practice")
                .value_parser(value_parser!(f64)),
        )
        .arg(option(
            "diagram",
            "FILE",
            "Where to write the critical-difference diagram of several files, as SVG",
        ))
        .args(input::role_flags(true).into_iter().map(|arg| match arg.get_id().as_str() {
            "target" => {
                arg.help("What to predict: one column for all files, or one for each file in their order")
            }
            _ => arg,
        }))
        .args(design::flags("10"))
        .args(judging::flags())
        .args(input::work_flags())
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let files: Vec<&String> = matches.get_many("FILES").into_iter().flatten().collect();
    let diagram = matches.get_one::<String>("diagram");
    if diagram.is_some() && files.len() < 2 {
        return Err(Failure::Usage(
            "a critical-difference diagram needs several files; give more, or leave out --diagram"
                .to_string(),
        ));
    }
    let roles = roles(matches, files.len())?;
    let design = design::design(matches)?;
    let run = progress::run(matches, output)?;
    let options = input::read_options(matches)?;
    let mut tables: Vec<(String, Dataset)> = Vec::new();
    for (file, roles) in files.iter().zip(&roles) {
        let table = run.install(|| input::read(file, &options))?;
        tables.push((name_of(file, &files), roles.usable_dataset(&table)?));
    }
    let contenders = contenders(matches, registry, &tables)?;
    // All contenders see the same columns: text only if none refuses it.
    if contenders.iter().all(|contender| contender.learner.declaration().abilities.text) {
        tables = tables.into_iter().map(|(name, data)| (name, data.with_text())).collect();
    }
    let mut contest = Contest::default().shared_design(design);
    if let Some(&rope) = matches.get_one::<f64>("rope") {
        contest = contest.rope(rope);
    }
    match tables.as_slice() {
        [(_, data)] => {
            let contest = contest.judging(judging::judging(matches, data)?);
            let result = contest.on_one(&contenders, data, &run)?;
            drop(run);
            if output.is_json() { output.json(&result.to_json()) } else { output.text(result) }
        }
        several => {
            let contest = contest.judging(shared_judging(matches, several)?);
            on_several(&contest, &contenders, several, diagram, run, output)
        }
    }
}

fn on_several(
    contest: &Contest,
    contenders: &[Contender],
    tables: &[(String, Dataset)],
    diagram: Option<&String>,
    run: Run,
    output: &Output,
) -> Result<(), Failure> {
    let study = contest.on_many(contenders, tables, &run)?;
    drop(run);
    if let Some(path) = diagram {
        std::fs::write(path, study.diagram.to_svg())
            .map_err(|error| hornbook::Error::file("written", path, error))?;
        note(&format!("the critical-difference diagram is in {path}"));
    }
    if output.is_json() { output.json(&study.to_json()) } else { output.text(study) }
}

/// The roles for each file: the same ones, with a target of its own if there are as many as files.
fn roles(matches: &ArgMatches, files: usize) -> Result<Vec<Roles>, Failure> {
    let targets: Vec<&String> = matches.get_many("target").into_iter().flatten().collect();
    if targets.len() != 1 && targets.len() != files {
        return Err(Failure::Usage(format!(
            "there are {} targets for {files} files; give one for all, or one for each",
            targets.len()
        )));
    }
    let target = |file: usize| targets[if targets.len() == 1 { 0 } else { file }];
    Ok((0..files).map(|file| Roles::of(matches).with_target(target(file))).collect())
}

/// Losses name the classes of one table, so files that differ in classes cannot share them.
fn shared_judging(matches: &ArgMatches, tables: &[(String, Dataset)]) -> Result<Judging, Failure> {
    let all: Vec<Judging> =
        tables.iter().map(|(_, data)| judging::judging(matches, data)).collect::<Result<_, Failure>>()?;
    all.into_iter().next().ok_or_else(|| Failure::Internal("there are no files to compare on".to_string()))
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

/// The learners that the flags name, or all that do what every file asks for.
fn contenders(
    matches: &ArgMatches,
    registry: &Registry,
    tables: &[(String, Dataset)],
) -> Result<Vec<Contender>, Failure> {
    let wrong = |error: hornbook::Error| Failure::Usage(error.to_string());
    if let Some(lists) = matches.get_many::<String>("learners") {
        let mut contenders = Vec::new();
        for list in lists {
            for text in LearnerSpec::split(list).map_err(wrong)? {
                let learner =
                    LearnerSpec::parse(text).and_then(|spec| registry.learner(&spec)).map_err(wrong)?;
                contenders.push(Contender { name: text.to_string(), learner });
            }
        }
        return Ok(contenders);
    }
    let tasks: Vec<Task> = tables.iter().map(|(_, data)| data.task()).collect::<hornbook::Result<_>>()?;
    let does_all = |entry: &&Entry| tasks.iter().all(|task| entry.declaration.tasks.contains(task));
    let fits = registry.entries().iter().filter(does_all);
    fits.map(|entry| {
        Ok(Contender {
            name: entry.declaration.name.to_string(),
            learner: entry.learner(&Default::default())?,
        })
    })
    .collect()
}
