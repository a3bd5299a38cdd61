//! Sums that choose a class without a probability, and what is known of their fit.

use super::ResponseType;
use hornbook_core::Value;
use hornbook_core::format::{counted, significant};
use hornbook_data::Levels;
use hornbook_learner::first_largest;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is known of a fit to classes without probabilities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarginFit {
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there are intercepts.
    pub intercept: bool,
    /// How many epochs over the rows there were.
    pub rounds: u64,
    /// How often the coefficients were changed.
    pub updates: u64,
    /// The training curve: the misclassified fraction of the sample weight after each epoch.
    pub curve: Vec<f64>,
    /// The loss function, after each epoch, if anything is.
    pub losses: Vec<f64>,
    /// The fraction of the weight that the coefficients of the model put on the wrong side.
    pub wrong: f64,
    /// The length of the longest row, with a 1 for the intercept.
    pub radius: f64,
    /// How far the nearest row is on its side, in those lengths; none if a row is misclassified.
    pub margin: Option<f64>,
    /// The standard deviations of the columns.
    pub(crate) deviations: Vec<f64>,
}

impl MarginFit {
    /// Whether all rows are on their side.
    pub fn is_separated(&self) -> bool {
        self.wrong == 0.0
    }

    /// Novikoff's bound: a perceptron that starts from zero makes at most $(R/\gamma)^2$ mistakes on rows
    /// no longer than $R$ that some weights part with the margin $\gamma$. Here those weights are the
    /// model's own; others may give less.
    pub fn mistake_bound(&self) -> Option<f64> {
        self.margin.filter(|&margin| margin > 0.0).map(|margin| (self.radius / margin).powi(2))
    }
}

/// Numbers in a line, of many the first ones.
pub(crate) fn listed(numbers: &[f64]) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = numbers.iter().take(MOST).map(|x| significant(*x)).collect();
    shown.join(", ") + if numbers.len() > MOST { ", …" } else { "" }
}

/// How many sums there are.
pub(super) fn outputs(response: &ResponseType) -> usize {
    match response {
        ResponseType::Sign { .. } => 1,
        ResponseType::Pairs { classes } => classes.len() * classes.len().saturating_sub(1) / 2,
        others => others.codes().len(),
    }
}

/// What each sum stands for.
pub(super) fn names(response: &ResponseType, levels: &Levels) -> Vec<String> {
    let name = |code: u32| &levels[code as usize];
    let against = |(first, second)| format!("score of '{}' against '{}'", name(second), name(first));
    match response {
        ResponseType::Sign { classes: [first, second], .. } => vec![against((*first, *second))],
        ResponseType::Pairs { classes } => pairs(classes).map(against).collect(),
        others => others.codes().iter().map(|&code| format!("score of '{}'", name(code))).collect(),
    }
}

/// The pairs of classes in the order of their sums.
pub(crate) fn pairs(classes: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    classes.iter().enumerate().flat_map(|(place, &a)| classes[place + 1..].iter().map(move |&b| (a, b)))
}

/// The class that the sums of a row choose.
pub(super) fn winner(response: &ResponseType, sums: &[f64]) -> Option<u32> {
    match response {
        ResponseType::Sign { classes: [first, second], zero_is_second } => {
            let is_second = sums[0] > 0.0 || (*zero_is_second && sums[0] == 0.0);
            Some(if is_second { *second } else { *first })
        }
        ResponseType::Pairs { classes } => {
            let votes = votes(classes, sums);
            // Between equals, the sums decide.
            let mut best: Option<(usize, f64)> = None;
            let mut place = None;
            for (i, &(won, strength)) in votes.iter().enumerate() {
                if best.is_none_or(|(most, most_strength)| {
                    won > most || (won == most && strength > most_strength)
                }) {
                    (best, place) = (Some((won, strength)), Some(i));
                }
            }
            place.map(|place| classes[place])
        }
        others => others.codes().get(first_largest(sums)).copied(),
    }
}

/// How many pairs each class wins, and the sum of its scores.
pub(super) fn votes(classes: &[u32], sums: &[f64]) -> Vec<(usize, f64)> {
    let mut votes = vec![(0, 0.0); classes.len()];
    let places = (0..classes.len()).flat_map(|a| (a + 1..classes.len()).map(move |b| (a, b)));
    for ((a, b), &sum) in places.zip(sums) {
        votes[if sum > 0.0 { b } else { a }].0 += 1;
        votes[b].1 += sum;
        votes[a].1 -= sum;
    }
    votes
}

/// What is known of a fit, in words.
pub(super) fn words(fit: &MarginFit) -> (String, Value) {
    let mut lines = vec![format!("{}, {}", counted(fit.rounds, "epoch"), counted(fit.updates, "update"))];
    lines.push(match fit.is_separated() {
        true => "every row is classified correctly".to_string(),
        false => format!("misclassified fraction {}", significant(fit.wrong)),
    });
    if let (Some(margin), Some(bound)) = (fit.margin, fit.mistake_bound()) {
        lines.push(format!(
            "margin {}, radius {} (largest norm of a row): a perceptron makes at most {} mistakes",
            significant(margin),
            significant(fit.radius),
            significant(bound.floor())
        ));
    }
    if let Some(loss) = fit.losses.last() {
        lines.push(format!("loss {}", significant(*loss)));
    }
    let json = json!({
        "rounds": fit.rounds, "updates": fit.updates, "wrong": fit.wrong, "separated": fit.is_separated(),
        "margin": fit.margin, "radius": fit.radius, "mistake_bound": fit.mistake_bound(),
        "curve": fit.curve, "losses": fit.losses,
    });
    (lines.join("\n"), json)
}
