//! What can go wrong: a sentence, a code for programs and an exit code.

use anstyle::{AnsiColor, Style};
use hornbook::{Error, ErrorKind, Value};
use serde_json::json;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    /// The library refuses what the command line says, before it has seen any data.
    Request(Error),
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
    /// Tells the user, or a program as a line of JSON, and gives the exit code.
    pub fn report(&self, as_json: bool) -> ExitCode {
        match self {
            Failure::Arguments(error) if !as_json || !error.use_stderr() => {
                // A closed pipe behind `--help` is no failure either.
                let _ = error.print();
            }
            _ if as_json => {
                // Nobody is left to tell if this fails.
                let _ = writeln!(io::stderr(), "{}", self.to_json());
            }
            _ => {
                let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
                let _ = writeln!(anstream::stderr(), "{red}error:{red:#} {}", self.sentence());
            }
        }
        ExitCode::from(self.exit_code())
    }

    fn to_json(&self) -> Value {
        json!({"error": {
            "code": self.code(),
            "message": self.sentence(),
            "exit_code": self.exit_code(),
        }})
    }

    fn sentence(&self) -> String {
        match self {
            Failure::Hornbook(error) | Failure::Request(error) => error.to_string(),
            Failure::Usage(sentence) => sentence.clone(),
            Failure::Arguments(error) => {
                let text = error.render().to_string();
                text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_string()
            }
        }
    }

    /// The stable code that programs tell errors apart by.
    fn code(&self) -> &'static str {
        match self {
            Failure::Hornbook(error) | Failure::Request(error) => error.code(),
            Failure::Usage(_) | Failure::Arguments(_) => "usage",
        }
    }

    fn exit_code(&self) -> u8 {
        match self {
            Failure::Hornbook(error) => exit_code_of(error),
            // What the library takes for wrong data is a wrong request here; a fault is a fault wherever it is found.
            Failure::Request(error) if error.kind() == ErrorKind::Internal => exit_code_of(error),
            Failure::Arguments(error) if !error.use_stderr() => 0,
            Failure::Request(_) | Failure::Arguments(_) | Failure::Usage(_) => 2,
        }
    }
}

fn exit_code_of(error: &Error) -> u8 {
    match error.kind() {
        ErrorKind::Internal => 1,
        ErrorKind::Usage => 2,
        ErrorKind::Data => 3,
        ErrorKind::File => 4,
        ErrorKind::ModelFile => 5,
        ErrorKind::Canceled => 130,
    }
}

/// Does the work of a command. A panic, of which the lines printed so far tell, is a fault of ours like any other.
pub fn guarded(work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::internal("the work was stopped by the fault printed above").into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_faults_are_internal_and_exit_with_1() {
        let panicked = guarded(|| panic!("a fault for the test")).unwrap_err();
        let refused = Failure::Request(Error::internal("a state that cannot be"));
        for failure in [panicked, refused] {
            assert_eq!(failure.exit_code(), 1);
            assert_eq!(failure.to_json()["error"]["code"], "internal");
        }
        assert_eq!(Failure::Request(Error::no_rows()).exit_code(), 2);
        assert_eq!(Failure::Hornbook(Error::no_rows()).exit_code(), 3);
        assert_eq!(Failure::Usage(String::new()).code(), "usage");
    }
}
