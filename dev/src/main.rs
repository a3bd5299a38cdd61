//! `cargo dev`: what the developers of Hornbook run.

mod atlas;
mod bindings;
mod generated;
mod glossary;
mod kept_files;
mod learner_names;
mod names;
mod proofs;
mod repository;
mod sample_report;
mod storm;

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo dev generate            write what is generated: Python classes, reference pages, schemas, atlas, glossary, contents of the
                              guide, kept model files, transcripts of the command
cargo dev generate --check    say what is out of date, which terms are missing on their pages, which ids no test proves
cargo dev names               type names that stand for more than one thing, and learners named outside their folder
cargo dev storm --seconds N --seed S
                              odd data, damaged files and damaged text at random; a failure is repeated by its own seed and 0 seconds";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let complaints = match words.as_slice() {
        ["generate"] => generate(),
        ["generate", "--check"] => {
            let (files, mut complaints) = generated::files();
            complaints.extend(generated::outdated(&files));
            complaints
        }
        ["names"] => names::complaints().into_iter().chain(learner_names::complaints()).collect(),
        ["storm", "--seconds", seconds, "--seed", seed] => storm::complaints(seconds, seed),
        _ => vec![HELP.to_string()],
    };
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes all that is generated. The transcripts come last, because the command's help is made of the declarations, too.
fn generate() -> Vec<String> {
    let (files, complaints) = generated::files();
    match generated::write(&files) {
        Ok(changed) => {
            for line in changed {
                eprintln!("{line}");
            }
        }
        Err(error) => return vec![format!("cannot write: {error}")],
    }
    match kept_files::write() {
        Ok(written) => {
            for line in written {
                eprintln!("{line}");
            }
        }
        Err(error) => return vec![error.to_string()],
    }
    // The whole workspace, as in `./check`, so that nothing is built again. trycmd fails when it has written something, so the
    // status says nothing.
    let run = Command::new("cargo")
        .args(["test", "--quiet", "--workspace", "--test", "suite", "the_command_says"])
        .env("TRYCMD", "overwrite")
        .current_dir(repository::root())
        .status();
    if let Err(error) = run {
        return vec![format!("cannot run cargo: {error}")];
    }
    complaints
}
