use std::fmt;

/// The result of anything in Hornbook that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong, as a sentence: what was found, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be opened, read or written.
    #[error("cannot {action} '{path}': {reason}")]
    File {
        /// What was tried: `read`, `write`, …
        action: &'static str,
        /// The path as the user gave it.
        path: String,
        /// What the system, or we, found wrong.
        reason: String,
    },
    /// A file's contents do not follow its format.
    #[error("{}: {problem}; {advice}", ErrorLocation { source_name, line: *line, column: column.as_deref() })]
    Parse {
        /// The file, or `standard input`.
        source_name: String,
        /// Line in the file, from 1.
        line: Option<u64>,
        /// Column of the table.
        column: Option<String>,
        /// What was found.
        problem: String,
        /// What to do.
        advice: String,
    },
    /// A column was named that the table does not have.
    #[error("there is no column '{name}'{}", NameSuggestion { name, known })]
    NoSuchColumn {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A learner was named that there is not.
    #[error("there is no learner '{name}'; {advice}")]
    NoSuchLearner {
        /// The name asked for.
        name: String,
        /// What to do.
        advice: String,
    },
    /// A tool was named that there is not.
    #[error("there is no tool '{name}'; {advice}")]
    NoSuchTool {
        /// The name asked for.
        name: String,
        /// What to do.
        advice: String,
    },
    /// A parameter is out of its range, of the wrong type or unknown.
    #[error("{learner}: parameter '{parameter}' is {found}; expected {expected}")]
    Parameter {
        /// The learner's name.
        learner: String,
        /// The parameter's name.
        parameter: String,
        /// The value given.
        found: String,
        /// The values allowed.
        expected: String,
    },
    /// The data cannot be used for what was asked.
    #[error("{problem}; {advice}")]
    Data {
        /// What was found.
        problem: String,
        /// What to do.
        advice: String,
    },
    /// The rows to predict do not fit the table the model was trained on.
    #[error("{problem}; {advice}")]
    Mismatch {
        /// What was found.
        problem: String,
        /// What to do.
        advice: String,
    },
    /// A model file is damaged, of another kind, or too new.
    #[error("not a usable model file: {problem}; {advice}")]
    ModelFile {
        /// What was found.
        problem: String,
        /// What to do.
        advice: String,
    },
    /// The run was canceled.
    #[error("canceled before it was finished; nothing was kept")]
    Canceled,
    /// Hornbook itself is wrong, whatever the request and the data are.
    #[error("a fault in Hornbook: {problem}; please report it with what was asked for")]
    Internal {
        /// What was found that cannot be.
        problem: String,
    },
}

/// The kinds of error that a program may want to tell apart; the command's exit codes follow them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request was wrong: an unknown parameter, a value out of range, a column that is not there.
    Usage,
    /// The data were wrong.
    Data,
    /// A file could not be read or written.
    File,
    /// A model file was wrong.
    ModelFile,
    /// Somebody pressed Ctrl-C.
    Canceled,
    /// Hornbook itself was wrong.
    Internal,
}

impl Error {
    /// The data are unusable for what was asked.
    pub fn data(problem: impl Into<String>, advice: impl Into<String>) -> Error {
        Error::Data { problem: problem.into(), advice: advice.into() }
    }

    /// No row is left that counts.
    pub fn no_rows() -> Error {
        Error::data("there are no rows to learn from", "give at least one row with a weight above zero")
    }

    /// The rows to predict do not fit the model.
    pub fn mismatch(problem: impl Into<String>, advice: impl Into<String>) -> Error {
        Error::Mismatch { problem: problem.into(), advice: advice.into() }
    }

    /// The same error with where it came up before what was found.
    #[must_use]
    pub fn in_context(self, place: &str) -> Error {
        match self {
            Error::Data { problem, advice } => Error::Data { problem: format!("{place}: {problem}"), advice },
            Error::Mismatch { problem, advice } => {
                Error::Mismatch { problem: format!("{place}: {problem}"), advice }
            }
            Error::Parameter { learner, parameter, found, expected } => {
                Error::Parameter { learner: format!("{place}: {learner}"), parameter, found, expected }
            }
            other => other,
        }
    }

    /// A model file that cannot be used.
    pub fn model_file(problem: impl Into<String>, advice: impl Into<String>) -> Error {
        Error::ModelFile { problem: problem.into(), advice: advice.into() }
    }

    /// A model file whose parts cannot be or do not fit each other.
    pub fn damaged(problem: impl Into<String>) -> Error {
        Error::model_file(problem, "fetch or write the file again")
    }

    /// A system error about a file.
    pub fn file(action: &'static str, path: impl fmt::Display, reason: impl fmt::Display) -> Error {
        Error::File { action, path: path.to_string(), reason: reason.to_string() }
    }

    /// A state that cannot be, which is our fault and nobody else's.
    pub fn internal(problem: impl fmt::Display) -> Error {
        Error::Internal { problem: problem.to_string() }
    }

    /// The code that programs tell errors apart by; it stays the same when sentences change. `docs/guide.md` lists all.
    ///
    /// ```
    /// use hornbook_core::Error;
    /// assert_eq!(Error::no_rows().code(), "data");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            Error::File { .. } => "file",
            Error::Parse { .. } => "parse",
            Error::NoSuchColumn { .. } => "unknown-column",
            Error::NoSuchLearner { .. } => "unknown-learner",
            Error::NoSuchTool { .. } => "unknown-tool",
            Error::Parameter { .. } => "invalid-parameter",
            Error::Data { .. } => "data",
            Error::Mismatch { .. } => "schema-mismatch",
            Error::ModelFile { .. } => "model-file",
            Error::Canceled => "canceled",
            Error::Internal { .. } => "internal",
        }
    }

    /// What kind of error this is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::File { .. } => ErrorKind::File,
            Error::Parse { .. } | Error::Data { .. } | Error::Mismatch { .. } => ErrorKind::Data,
            Error::NoSuchColumn { .. }
            | Error::NoSuchLearner { .. }
            | Error::NoSuchTool { .. }
            | Error::Parameter { .. } => ErrorKind::Usage,
            Error::ModelFile { .. } => ErrorKind::ModelFile,
            Error::Canceled => ErrorKind::Canceled,
            Error::Internal { .. } => ErrorKind::Internal,
        }
    }
}

struct ErrorLocation<'a> {
    source_name: &'a str,
    line: Option<u64>,
    column: Option<&'a str>,
}

impl fmt::Display for ErrorLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source_name)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column '{column}'")?;
        }
        Ok(())
    }
}

struct NameSuggestion<'a> {
    name: &'a str,
    known: &'a [String],
}

impl fmt::Display for NameSuggestion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        if let Some(near) = closest_name(self.name, self.known) {
            return write!(f, "; did you mean '{near}'?");
        }
        if self.known.is_empty() {
            return f.write_str("; the table has none");
        }
        write!(f, "; there are ")?;
        for (i, name) in self.known.iter().take(SHOWN).enumerate() {
            write!(f, "{}'{name}'", if i == 0 { "" } else { ", " })?;
        }
        match self.known.len().checked_sub(SHOWN) {
            Some(more) if more > 0 => write!(f, " and {more} more"),
            _ => Ok(()),
        }
    }
}

/// The known name nearest to a mistyped one, if any is near: at most a third of its letters differ.
pub fn closest_name<'a, S: AsRef<str>>(name: &str, known: &'a [S]) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().take(64).collect();
    let allowed = (wanted.len() / 3).max(1);
    known
        .iter()
        .take(10_000)
        .map(|k| {
            (
                edit_distance_of(&wanted, &k.as_ref().to_lowercase().chars().take(64).collect::<Vec<_>>()),
                k.as_ref(),
            )
        })
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, near)| near)
}

/// Levenshtein's distance, one row at a time.
fn edit_distance_of(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let known = vec!["species".to_string(), "petal length".to_string()];
        let near = Error::NoSuchColumn { name: "specis".into(), known: known.clone() };
        assert_eq!(near.to_string(), "there is no column 'specis'; did you mean 'species'?");
        let far = Error::NoSuchColumn { name: "y".into(), known };
        assert_eq!(far.to_string(), "there is no column 'y'; there are 'species', 'petal length'");
        let parse = Error::Parse {
            source_name: "a.csv".into(),
            line: Some(3),
            column: Some("x".into()),
            problem: "found 'abc' where a number was expected".into(),
            advice: "correct it".into(),
        };
        assert_eq!(
            parse.to_string(),
            "a.csv, line 3, column 'x': found 'abc' where a number was expected; correct it"
        );
    }

    /// One error of each code.
    fn examples() -> Vec<Error> {
        vec![
            Error::file("read", "a.csv", "it is a folder"),
            Error::Parse {
                source_name: "a.csv".into(),
                line: None,
                column: None,
                problem: "it is empty".into(),
                advice: "give another".into(),
            },
            Error::NoSuchColumn { name: "a".into(), known: Vec::new() },
            Error::NoSuchLearner { name: "a".into(), advice: "name another".into() },
            Error::NoSuchTool { name: "a".into(), advice: "name another".into() },
            Error::Parameter {
                learner: "ridge".into(),
                parameter: "alpha".into(),
                found: "-1".into(),
                expected: "at least 0".into(),
            },
            Error::no_rows(),
            Error::mismatch("a column is missing", "give it"),
            Error::model_file("it is damaged", "fetch it again"),
            Error::Canceled,
            Error::internal("a trial was lost"),
        ]
    }

    /// Programs branch on codes: this list may grow, and the guide lists the same.
    #[test]
    fn codes_are_stable_and_in_the_guide() {
        let codes: Vec<&str> = examples().iter().map(Error::code).collect();
        let stable = [
            "file",
            "parse",
            "unknown-column",
            "unknown-learner",
            "unknown-tool",
            "invalid-parameter",
            "data",
            "schema-mismatch",
            "model-file",
            "canceled",
            "internal",
        ];
        assert_eq!(codes, stable);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide.md");
        let guide = std::fs::read_to_string(path).unwrap();
        let table = guide.split("| error code | meaning |").nth(1).unwrap();
        let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        let listed: Vec<&str> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
        let of_the_command = ["usage"];
        assert_eq!(listed, [&stable[..], &of_the_command].concat());
    }

    #[test]
    fn our_faults_are_a_kind_of_their_own() {
        let internal = |error: &Error| error.kind() == ErrorKind::Internal;
        let codes: Vec<&str> = examples().iter().filter(|error| internal(error)).map(Error::code).collect();
        assert_eq!(codes, ["internal"]);
    }

    #[test]
    fn edit_distance() {
        let chars = |s: &str| s.chars().collect::<Vec<_>>();
        assert_eq!(edit_distance_of(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(edit_distance_of(&chars(""), &chars("abc")), 3);
    }
}
