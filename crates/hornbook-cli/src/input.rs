//! Reading tables and giving their columns roles.

use crate::arguments::{option, switch};
use crate::failure::Failure;
use crate::output::note;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use hornbook::data::{ColumnKind, ColumnRoles, Format, ReadOptions, TableFile, TakenColumns};
use hornbook::{Dataset, Declaration, Learner, Run, Table, taken_columns};
use std::collections::BTreeMap;

pub use hornbook::data::STANDARD_INPUT as STDIN;

/// The flags of every command that reads a table.
pub fn reading_flags() -> Vec<Arg> {
    let formats = PossibleValuesParser::new(Format::ALL.map(Format::name));
    vec![
        option("format", "FORMAT", "Format of the file, instead of what its name or first bytes suggest")
            .value_parser(formats),
        option("delimiter", "CHARACTER", "Delimiter (separator) of a CSV file; 'tab' is a tab"),
        switch("no-header", "The file has no header row; columns are then numbered"),
        option(
            "type",
            "COLUMN=KIND",
            "Column type: number, boolean, date, category, text, series, sequence or items; may be repeated",
        )
        .action(ArgAction::Append),
        option(
            "na-values",
            "WORDS",
            "Strings read as missing (NA), comma-separated; empty cells always are missing",
        )
        .alias("missing-marks")
        .value_delimiter(','),
        option(
            "gather",
            "COLUMN",
            "Long format: make one row of all rows with the same value in this column; their items, symbols or numbers become a list",
        ),
        option("along", "COLUMN", "The column that says the order within --gather: lists are sequences, not sets")
            .requires("gather"),
    ]
    .into_iter()
    .map(|arg| arg.help_heading("Reading"))
    .collect()
}

/// How the flags want a table to be read.
pub fn read_options(matches: &ArgMatches) -> Result<ReadOptions, Failure> {
    reading(matches)?.options().map_err(Failure::Request)
}

/// The same, as plain data without a path.
pub fn reading(matches: &ArgMatches) -> Result<TableFile, Failure> {
    let one = |name: &str| matches.get_one::<String>(name).cloned();
    let mut types = BTreeMap::new();
    for text in matches.get_many::<String>("type").into_iter().flatten() {
        let Some((column, kind)) =
            text.rsplit_once('=').filter(|(_, kind)| ColumnKind::from_name(kind).is_some())
        else {
            let kinds = ColumnKind::ALL.map(ColumnKind::name).join(", ");
            return Err(Failure::Usage(format!(
                "'--type {text}' does not give a column and its type; write COLUMN=KIND, with a kind of {kinds}"
            )));
        };
        types.insert(column.to_string(), kind.to_string());
    }
    Ok(TableFile {
        file: String::new(),
        format: one("format"),
        delimiter: one("delimiter"),
        header: matches.get_flag("no-header").then_some(false),
        types,
        na_values: matches.get_many::<String>("na-values").map(|marks| marks.cloned().collect()),
        gather: one("gather"),
        along: one("along"),
    })
}

/// Reads a whole table, from a file or standard input.
pub fn read(path: &str, options: &ReadOptions) -> Result<Table, Failure> {
    if path == STDIN {
        return Ok(options.read_from(std::io::stdin().lock(), "standard input")?);
    }
    let (table, notes) = options.read_with_notes(path)?;
    notes.iter().for_each(|sentence| note(sentence));
    Ok(table)
}

/// The rows of the command's FILE that this learner can learn from.
pub fn usable_dataset(matches: &ArgMatches, learner: &dyn Learner, run: &Run) -> Result<Dataset, Failure> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let options = read_options(matches)?;
    let table = run.install(|| read(path, &options))?;
    Ok(roles_for(matches, learner).usable(&table, run)?)
}

/// The flags that give columns roles. A learner that learns without a target refuses one, with a sentence.
/// The learners within one that is made of them decide whether it needs a target.
pub fn role_flags_of(learner: &Declaration) -> Vec<Arg> {
    let optional = |arg: Arg| match learner.composite && arg.get_id() == "target" {
        true => arg.required(false),
        false => arg,
    };
    role_flags(learner.needs_target()).into_iter().map(optional).collect()
}

/// The flags that give columns roles, with a target or without.
pub fn role_flags(needs_target: bool) -> Vec<Arg> {
    vec![
        option("target", "COLUMN", "Target column (what to predict); may be repeated for multi-output learners")
            .action(ArgAction::Append)
            .required(needs_target)
            .hide(!needs_target),
        switch("classify", "Classification: take the target's values as classes even if they are numbers"),
        option("weight", "COLUMN", "Sample weight column (frequency weights: 2 is the row twice, 0 the row absent)"),
        option(
            "group",
            "COLUMN",
            "Grouped cross-validation (group k-fold): all rows of a group are on the same side of every split",
        ),
        option("order", "COLUMN", "Time column: every split then trains on the past and tests on the future"),
        option(
            "fold",
            "COLUMN",
            "Predefined folds (predefined split): the fold each row is tested in; empty or -1 is trained on in every fold",
        ),
        option(
            "reference",
            "COLUMN",
            "Labels for scoring only: clusters and outliers found without a target are compared with them",
        )
        .hide(needs_target),
        option("cost", "COLUMN", "Misclassification cost of each row: evaluations then report the mean cost"),
        option(
            "offset",
            "COLUMN",
            "Offset: added to the linear predictor with coefficient 1, such as the log of the exposure",
        ),
        option("without", "COLUMNS", "Exclude these features, comma-separated")
            .value_delimiter(','),
        option("only", "COLUMNS", "Use only these features, comma-separated").value_delimiter(','),
    ]
    .into_iter()
    .map(|arg| arg.help_heading("Columns: target, features, sample weights"))
    .collect()
}

/// The flags of commands that do long work.
pub fn work_flags() -> Vec<Arg> {
    vec![
        option("seed", "NUMBER", "Random seed").value_parser(value_parser!(u64)).default_value("0"),
        threads_flag(),
    ]
}

/// The flag for the number of threads.
pub fn threads_flag() -> Arg {
    option(
        "threads",
        "COUNT",
        "Number of threads; all cores by default. The result is the same for any number",
    )
    .value_parser(value_parser!(u64).range(1..=1024))
}

/// The column roles that the flags give.
pub fn roles(matches: &ArgMatches) -> ColumnRoles {
    let one = |name: &str| matches.get_one::<String>(name).cloned();
    let many = |name: &str| matches.get_many::<String>(name).map(|values| values.cloned().collect());
    ColumnRoles {
        targets: many("target").unwrap_or_default(),
        classify: matches.get_flag("classify"),
        weight: one("weight"),
        group: one("group"),
        order: one("order"),
        offset: one("offset"),
        cost: one("cost"),
        fold: one("fold"),
        reference: one("reference"),
        without: many("without").unwrap_or_default(),
        only: many("only"),
        taken: TakenColumns::default(),
    }
}

/// The column roles that the flags give, for a learner: columns of text and objects are features if it takes them.
pub fn roles_for(matches: &ArgMatches, learner: &dyn Learner) -> ColumnRoles {
    ColumnRoles { taken: taken_columns(learner), ..roles(matches) }
}
