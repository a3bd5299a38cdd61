//! What can go wrong, as a sentence and an exit code.

use anstyle::{AnsiColor, Style};
use hornbook::{Error, ErrorKind};
use std::io::{self, Write};
use std::process::ExitCode;

/// Why the command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The library says why.
    Hornbook(Error),
    /// The command line cannot be understood, or asked for help.
    Arguments(clap::Error),
    /// The command line was understood and cannot be right.
    Usage(String),
    /// The program is wrong, not its user.
    Internal(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Hornbook(error)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Arguments(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Hornbook(Error::file("write", "standard output", error))
    }
}

impl Failure {
    /// Tells the user, and gives the exit code.
    pub fn report(&self) -> ExitCode {
        let sentence = match self {
            Failure::Arguments(error) => {
                // A closed pipe behind `--help` is no failure either.
                let _ = error.print();
                return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
            }
            Failure::Hornbook(error) => error.to_string(),
            Failure::Usage(sentence) | Failure::Internal(sentence) => sentence.clone(),
        };
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        // Nobody is left to tell if this fails.
        let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {sentence}");
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Hornbook(error) => match error.kind() {
                ErrorKind::Usage => 2,
                ErrorKind::Data => 3,
                ErrorKind::File => 4,
                ErrorKind::ModelFile => 5,
                ErrorKind::Canceled => 130,
            },
            Failure::Arguments(_) | Failure::Usage(_) => 2,
            Failure::Internal(_) => 1,
        }
    }
}
