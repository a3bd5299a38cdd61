//! A class, or the doubt that says why there is none.

use super::{LinearModel, ResponseType, margin_fit};
use hornbook_core::format::{significant, table};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Levels};
use hornbook_learner::Section;
use serde_json::json;

/// What hyperplanes say of a row that may be handed to somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RejectDecision {
    /// It is of this class, and none of the hyperplanes objects.
    Class(u32),
    /// It is rejected.
    Reject(LinearRejectReason),
}

/// Why a row is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinearRejectReason {
    /// No class claims it: no sum is above zero, or no class wins all its pairs, or the row is on the very plane.
    Nobody,
    /// Several classes claim it: their codes.
    Several(Vec<u32>),
}

impl RejectDecision {
    /// The decision in words.
    pub fn describe(&self, levels: &Levels) -> String {
        let name =
            |&code: &u32| levels.get(code as usize).map_or_else(String::new, |name| format!("'{name}'"));
        match self {
            RejectDecision::Class(code) => format!("{}, not rejected", name(code)),
            RejectDecision::Reject(LinearRejectReason::Nobody) => {
                "reject: no class claims the row".to_string()
            }
            RejectDecision::Reject(LinearRejectReason::Several(codes)) => {
                format!("reject: {} claim the row", codes.iter().map(name).collect::<Vec<_>>().join(" and "))
            }
        }
    }

    fn of(response: &ResponseType, sums: &[f64]) -> Option<RejectDecision> {
        let claims: Vec<u32> = match response {
            ResponseType::Numbers | ResponseType::Mean { .. } | ResponseType::Softmax { .. } => return None,
            ResponseType::Logistic { classes: [first, second] }
            | ResponseType::Sign { classes: [first, second], .. } => match sums[0] {
                sum if sum > 0.0 => vec![*second],
                sum if sum < 0.0 => vec![*first],
                _ => Vec::new(),
            },
            // Not every link has even chances at a sum of zero.
            ResponseType::Linked { classes: [first, second], link } => match sums[0] - link.sum(0.5) {
                sum if sum > 0.0 => vec![*second],
                sum if sum < 0.0 => vec![*first],
                _ => Vec::new(),
            },
            ResponseType::Scores { classes } => {
                let claims = classes.iter().zip(sums).filter(|(_, sum)| **sum > 0.0);
                claims.map(|(&code, _)| code).collect()
            }
            ResponseType::Pairs { classes } => {
                let votes = margin_fit::votes(classes, sums);
                let claims = classes.iter().zip(votes).filter(|(_, (won, _))| won + 1 == classes.len());
                claims.map(|(&code, _)| code).collect()
            }
        };
        Some(match claims[..] {
            [] => RejectDecision::Reject(LinearRejectReason::Nobody),
            [code] => RejectDecision::Class(code),
            _ => RejectDecision::Reject(LinearRejectReason::Several(claims)),
        })
    }
}

impl LinearModel {
    /// For each row its class, or why it is rejected. With a hyperplane for each class, that is where no sum or several are
    /// above zero; with one for each pair, where no class wins against all others; with one for two classes, on the plane.
    ///
    /// This is for sums that were trained to be above zero for the rows of their class alone, as those of
    /// [`LeastSquaresClassifier`](crate::LeastSquaresClassifier); the sums of a linear machine only mean something beside each
    /// other.
    pub fn reject_decisions(&self, rows: &Features<'_>) -> Result<Vec<RejectDecision>> {
        let sums = self.decisions(rows)?;
        let decision = |row: usize| {
            RejectDecision::of(&self.response, sums.row(row)).ok_or_else(|| {
                Error::data(
                    "the scores of this model have no reject option",
                    "use a model of one-vs-rest or one-vs-one hyperplanes, such as least-squares-classifier",
                )
            })
        };
        (0..rows.rows()).map(decision).collect()
    }
}

/// What the sums say of a single row.
pub(super) fn section(model: &LinearModel, single: &Features<'_>) -> Result<Section> {
    let (sums, levels) = (model.decisions(single)?, &model.info.schema.target.classes);
    let winner = margin_fit::winner(&model.response, sums.row(0));
    let winner = winner.and_then(|code| levels.get(code as usize)).cloned().unwrap_or_default();
    let decision =
        RejectDecision::of(&model.response, sums.row(0)).map_or(String::new(), |v| v.describe(levels));
    let names = model.output_names();
    let lines: Vec<Vec<String>> =
        names.iter().zip(sums.row(0)).map(|(name, sum)| vec![name.clone(), significant(*sum)]).collect();
    Ok(Section {
        heading: "decision",
        text: format!("'{winner}' is predicted\n{}\nwith the reject option: {decision}", table(&lines)),
        json: json!({"predicted": winner, "sums": sums.row(0), "verdict": decision}),
    })
}
