//! `hornbook measures`: what predictions can be judged by.

use crate::failure::Failure;
use crate::output::{Output, heading};
use clap::Command;
use hornbook::Task;
use hornbook::evaluation::Measure;
use serde_json::json;

pub fn command() -> Command {
    Command::new("measures").about("List what predictions can be judged by")
}

pub fn run(output: &Output) -> Result<(), Failure> {
    let tasks = [Task::Classification, Task::Regression];
    if output.is_json() {
        let all: Vec<_> = tasks
            .iter()
            .flat_map(|&task| Measure::all(task))
            .map(|measure| {
                json!({
                    "name": measure.to_string(),
                    "task": measure.task().to_string(),
                    "higher_is_better": measure.higher_is_better(),
                })
            })
            .collect();
        return output.json(&json!(all));
    }
    let mut text = String::new();
    for task in tasks {
        text += &heading(&format!("{task}\n"));
        for measure in Measure::all(task) {
            let direction = if measure.higher_is_better() { "more is better" } else { "less is better" };
            text += &format!("  {measure:<22}{direction}\n");
        }
        text += "\n";
    }
    output.text(
        text + "F2, top-3 and pinball 0.9 carry their parameter; capitals, spaces and dashes do not matter.",
    )
}
