//! `hornbook measures`: the evaluation metrics.

use crate::failure::Failure;
use crate::output::{Output, heading};
use clap::Command;
use hornbook::evaluation::{EVALUATED_TASKS, Measure};
use serde_json::json;

pub fn command() -> Command {
    Command::new("measures").visible_alias("metrics").about("List the evaluation metrics")
}

pub fn run(output: &Output) -> Result<(), Failure> {
    let tasks = EVALUATED_TASKS;
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
            let direction = if measure.higher_is_better() { "higher is better" } else { "lower is better" };
            text += &format!("  {measure:<34}{direction}\n");
        }
        text += "\n";
    }
    output.text(
        text + "F2, top-3 and pinball 0.9 carry their parameter; case, spaces, dashes and underscores do not matter.",
    )
}
