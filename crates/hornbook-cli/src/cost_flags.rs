//! Flags for cost-sensitive decisions: cost matrix, reject option, decision threshold.

use crate::arguments::option;
use crate::failure::Failure;
use clap::{Arg, ArgMatches, value_parser};
use hornbook::evaluation::decisions::LossMatrix;
use hornbook_core::closest_name;

/// The flags that turn probabilities into actions. `positive_needs_threshold` is false where the positive class means
/// something by itself.
pub fn flags(positive_needs_threshold: bool) -> Vec<Arg> {
    let number = |name, value, help| {
        option(name, value, help).value_parser(value_parser!(f64)).allow_hyphen_values(true)
    };
    vec![
        option(
            "loss",
            "FILE",
            "Cost matrix for cost-sensitive decisions: predict the action of least expected loss. Actions are in the \
             first column of the file, then a column of losses for each class",
        ),
        number(
            "reject-cost",
            "NUMBER",
            "Reject option (abstain): predict 'reject' where the expected misclassification cost is higher than this; \
             a mistake costs 1 unless --loss says otherwise",
        ),
        number("threshold", "PROBABILITY", "Decision threshold on the probability of the positive class")
            .requires("positive")
            .conflicts_with_all(["loss", "reject-cost"]),
        if positive_needs_threshold {
            option("positive", "CLASS", "The positive class of --threshold").requires("threshold")
        } else {
            option("positive", "CLASS", "Positive class, for precision, recall, ROC AUC and --threshold; the last one by \
                 default")
        },
    ]
    .into_iter()
    .map(|arg| arg.help_heading("Decisions"))
    .collect()
}

/// The cost matrix that the flags give, or nothing if the most probable class is wanted. Without `classes`,
/// numbers are predicted.
pub fn losses(matches: &ArgMatches, classes: Option<&[String]>) -> Result<Option<LossMatrix>, Failure> {
    let file = matches.get_one::<String>("loss");
    let reject = matches.get_one::<f64>("reject-cost").copied();
    let threshold = matches.get_one::<f64>("threshold").copied();
    if file.is_none() && reject.is_none() && threshold.is_none() {
        return Ok(None);
    }
    let Some(classes) = classes else {
        return Err(Failure::Usage(
            "cost matrix, reject option and decision threshold need the class probabilities of one target, which are not here"
                .to_string(),
        ));
    };
    if let Some(threshold) = threshold {
        let positive = matches.get_one::<String>("positive").map(String::as_str).unwrap_or_default();
        return at_threshold(classes, positive, threshold).map(Some);
    }
    if let Some(cost) = reject
        && !(cost >= 0.0 && cost.is_finite())
    {
        return Err(Failure::Usage(format!("the reject cost is {cost}; give a number of zero or more")));
    }
    let given = match file {
        Some(path) => Some(LossMatrix::read(path)?.for_classes(classes)?),
        None => None,
    };
    Ok(match (given, reject) {
        (given, None) => given,
        (Some(losses), Some(cost)) => Some(losses.with_reject(cost)?),
        (None, Some(cost)) => Some(LossMatrix::zero_one(classes)?.with_reject(cost)?),
    })
}

fn at_threshold(classes: &[String], positive: &str, threshold: f64) -> Result<LossMatrix, Failure> {
    let Ok(both) = <&[String; 2]>::try_from(classes) else {
        return Err(Failure::Usage(format!(
            "a decision threshold is for two classes, and this model has {}; give a cost matrix with --loss",
            classes.len()
        )));
    };
    let Some(index) = both.iter().position(|class| class == positive) else {
        let advice = match closest_name(positive, both) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("there are {}", both.join(" and ")),
        };
        return Err(Failure::Usage(format!("there is no class '{positive}'; {advice}")));
    };
    LossMatrix::at_threshold(both, index, threshold).map_err(Failure::Request)
}
