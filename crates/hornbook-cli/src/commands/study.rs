//! `hornbook study`: AutoML, from a file to a tested model and a report.

use crate::arguments::{option, required, switch};
use crate::cost_flags;
use crate::failure::Failure;
use crate::input;
use crate::metric_flags;
use crate::output::{Output, heading, note};
use crate::progress;
use clap::{ArgAction, ArgMatches, Command, value_parser};
use hornbook::data::Target;
use hornbook::study::record::{EntryResult, StudyRecord};
use hornbook::study::{Preference, Study, StudyFolder, display_name};
use hornbook::{Error, LearnerSpec, ParameterValue, Registry};
use std::path::Path;
use std::time::Duration;

/// Learners shown in the table, and letters of their names.
const SHOWN: usize = 8;
const LONGEST_NAME: usize = 48;

pub fn command() -> Command {
    Command::new("study")
        .about("AutoML: check the data, search among learners of every family (model selection, hyperparameter tuning, ensemble), \
                and say with a confidence interval how good the model is on held-out rows")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .after_help(
            "Examples:\n  \
             hornbook study data/iris.csv --target species\n  \
             hornbook study patients.csv --target outcome --group patient --budget 10m --out outcome-study",
        )
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .arg(option(
            "out",
            "FOLDER",
            "Folder for model.hornbook, report.html and study.json; named after the file by default",
        ))
        .arg(option(
            "budget",
            "TIME",
            "Time budget for everything, such as 30s, 5m or 2h; by default 60s, or less where more would not help",
        ))
        .arg(
            option(
                "trials",
                "COUNT",
                "End after so many settings of learners in place of a time: the same model on any machine",
            )
            .value_parser(value_parser!(u64).range(1..))
            .conflicts_with("budget"),
        )
        .arg(
            option("prefer", "WHAT", "Which model to keep: the best score (an ensemble), a simple or a fast model")
                .value_parser(Preference::KIND.options().iter().map(|(name, _)| *name).collect::<Vec<_>>())
                .default_value("score"),
        )
        .arg(option("test", "FILE", "Test the model on the rows of another file, in place of cross-validation"))
        .arg(
            option(
                "learners",
                "NAMES",
                "Candidate learners, comma-separated; by default all that can take the data",
            )
            .action(ArgAction::Append),
        )
        .arg(switch("resume", "Resume an interrupted study from its checkpoint, in the folder of --out"))
        .arg(switch("trace", "Show every step"))
        .args(input::role_flags(true))
        .args(metric_flags::flags())
        .args(input::work_flags())
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &'static Registry, output: &Output) -> Result<(), Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let file = text("FILE").unwrap_or_default();
    let budget = text("budget").map(budget).transpose()?;
    let learners = learners(matches)?;
    let run = progress::study(matches, output)?;
    let options = input::read_options(matches)?;
    let table = run.install(|| input::read(file, &options))?;
    let data = input::roles(matches).apply(&table)?;
    let test = text("test").map(|file| run.install(|| input::read(file, &options))).transpose()?;
    // A target that is missing everywhere, or not there, is said before a folder is made.
    let classes = match data.require_target()?.1 {
        Target::Classes(classes) => Some(classes.levels.to_vec()),
        Target::Numbers(_) => None,
    };
    let losses = cost_flags::losses(matches, classes.as_deref())?;
    let folder = folder(matches, file)?;
    let (checkpoint, resumed) = folder.checkpoint();
    let preferred = text("prefer").unwrap_or_default();
    let preference = Preference::from_value(&preferred.into())
        .ok_or_else(|| Failure::Usage(format!("nothing is called '{preferred}'")))?;
    let mut study = Study::default()
        .prefer(preference)
        .seed(matches.get_one::<u64>("seed").copied().unwrap_or_default())
        .name(&name_of(file))
        .command(&command_line())
        .checkpoint(checkpoint, resumed);
    if let Some(budget) = budget {
        study = study.budget(budget);
    }
    if let Some(&trials) = matches.get_one::<u64>("trials") {
        study = study.trials(trials as usize);
    }
    if let Some(test) = &test {
        study = study.test(input::roles(matches).apply(test)?);
    }
    if let Some(learners) = learners {
        study = study.learners(learners);
    }
    if matches.contains_id("measures") || matches.contains_id("positive") {
        study = study.scoring(metric_flags::evaluation_options(matches, &data)?);
    }
    if let Some(losses) = losses {
        study = study.losses(losses);
    }
    let result = study.run(&data, registry, &run);
    drop(run);
    let mut finished = match result {
        Err(Error::Canceled) => {
            note(&format!(
                "the evaluations so far are checkpointed in {}; the same command with --out {0} --resume continues",
                folder.path().display()
            ));
            return Err(Error::Canceled.into());
        }
        other => other?,
    };
    let written = folder.write(&mut finished, hornbook::report::render);
    // The answer is worth more than the files: it is said even if the disk is full.
    match output.is_json() {
        true => output.json(&serde_json::to_value(&finished.record).map_err(Error::internal)?)?,
        false => output.text(in_words(&finished.record))?,
    }
    let [model, report, record] = written?;
    if !output.is_json() {
        let simple = finished.record.simple_model.as_ref().and_then(|simple| simple.file.as_ref());
        let simple =
            simple.map_or_else(String::new, |file| format!("\n  {}", folder.path().join(file).display()));
        output.text(format!(
            "\n{}\n  {}\n  {}{simple}\n  {}",
            heading("written"),
            report.display(),
            model.display(),
            record.display()
        ))?;
    }
    Ok(())
}

/// The folder of the study: the one that was named, or a new one named after the file.
fn folder(matches: &ArgMatches, file: &str) -> Result<StudyFolder, Failure> {
    let named = matches.get_one::<String>("out");
    match (named, matches.get_flag("resume")) {
        (Some(path), true) => Ok(StudyFolder::resume(path)?),
        (Some(path), false) => Ok(StudyFolder::create(path)?),
        (None, true) => {
            Err(Failure::Usage("--resume needs the folder of the study; name it with --out".to_string()))
        }
        (None, false) => Ok(StudyFolder::create(StudyFolder::free(format!("{}-study", name_of(file))))?),
    }
}

/// What a file goes by: its name without folders and endings.
fn name_of(file: &str) -> String {
    if file == input::STDIN {
        return "standard-input".to_string();
    }
    let name = Path::new(file).file_name().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
    name.split('.').find(|part| !part.is_empty()).unwrap_or("table").to_string()
}

/// The words of the command, as a shell takes them.
fn command_line() -> String {
    let plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./=:,+@%".contains(c))
    };
    let quoted =
        |word: String| if plain(&word) { word } else { format!("'{}'", word.replace('\'', "'\\''")) };
    let words = std::env::args().skip(1).map(quoted);
    std::iter::once("hornbook".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A time such as `90`, `30s`, `5m` or `2h`.
fn budget(text: &str) -> Result<Duration, Failure> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len()));
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let time = number.trim().parse::<f64>().unwrap_or(f64::NAN) * seconds;
    match Duration::try_from_secs_f64(time) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ => Err(Failure::Usage(format!(
            "the time budget '{text}' is not a time; write it like 30s, 5m or 2h"
        ))),
    }
}

fn learners(matches: &ArgMatches) -> Result<Option<Vec<LearnerSpec>>, Failure> {
    let Some(lists) = matches.get_many::<String>("learners") else { return Ok(None) };
    let mut learners = Vec::new();
    let wrong = Failure::Request;
    for list in lists {
        learners.extend(LearnerSpec::parse_list(list).map_err(wrong)?);
    }
    for learner in &learners {
        hornbook::registry().find(&learner.name).map_err(wrong)?;
    }
    Ok(Some(learners))
}

/// The study record for a terminal.
fn in_words(record: &StudyRecord) -> String {
    let mut text = format!(
        "{}\n",
        heading(&format!("{}: '{}', {}", record.name, record.target, record.task.in_words()))
    );
    for sentence in &record.answer {
        text += &format!("\n{sentence}\n");
    }
    if !record.data.findings.is_empty() {
        text += &format!("\n{}\n", heading("data-quality warnings"));
        record.data.findings.iter().for_each(|finding| text += &format!("  {}\n", finding.sentence));
    }
    text += &format!(
        "\n{}\n{}\n",
        heading(&format!("leaderboard by {}", record.leaderboard.measure)),
        table(record)
    );
    let not_evaluated = record.leaderboard.entries.iter().filter_map(|entry| match &entry.outcome {
        EntryResult::Refused { why } | EntryResult::LeftOut { why } => {
            Some(format!("  {}: {why}\n", display_name(&entry.spec)))
        }
        EntryResult::Evaluated { .. } => None,
    });
    let not_evaluated: String = not_evaluated.collect();
    if !not_evaluated.is_empty() {
        text += &format!("\n{}\n{not_evaluated}", heading("not evaluated"));
    }
    record.notes.iter().for_each(|note| text += &format!("\nnote: {note}"));
    text
}

fn table(record: &StudyRecord) -> String {
    let mut rows = vec![["", "learner", "score", "adjusted p", ""].map(str::to_string)];
    let mut more = 0;
    for (place, entry) in record.leaderboard.entries.iter().enumerate() {
        let EntryResult::Evaluated { score, p_value, tied, rows: evaluated_on, .. } = &entry.outcome else {
            continue;
        };
        if place >= SHOWN && place != record.leaderboard.chosen {
            more += 1;
            continue;
        }
        let mark = if place == record.leaderboard.chosen { "→" } else { "" };
        let p = p_value.map_or(String::new(), hornbook::format::p_value);
        let remark = match tied {
            true if place != record.leaderboard.best => {
                "not significantly different from the best".to_string()
            }
            false if *evaluated_on < record.model.rows => format!("on {evaluated_on} rows"),
            _ => String::new(),
        };
        // The report has all hyperparameters.
        let name = hornbook::format::shortened(&display_name(&entry.spec), LONGEST_NAME);
        rows.push([mark.to_string(), name, score.text.clone(), p, remark]);
    }
    let mut text = crate::output::rows_of_cells(rows, &[]);
    if more > 0 {
        text += &format!("\nand {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets() {
        let seconds = |text: &str| budget(text).map(|time| time.as_secs_f64());
        assert_eq!(
            [seconds("90").unwrap(), seconds("1.5m").unwrap(), seconds("2 h").unwrap()],
            [90.0, 90.0, 7200.0]
        );
        for wrong in ["", "soon", "-3s", "0", "5d", "NaN", "1e300h"] {
            assert!(matches!(seconds(wrong), Err(Failure::Usage(_))), "{wrong}");
        }
    }

    #[test]
    fn names_of_files() {
        let names = ["data/iris.csv", "rows.csv.gz", "-", "..."].map(name_of);
        assert_eq!(names, ["iris", "rows", "standard-input", "table"]);
    }
}
