//! Cost-sensitive decisions: cost matrix, expected loss (risk), decision threshold, reject option.
//!
//! A [`LossMatrix`] says what each action costs for each true class; the action of least expected loss follows from the
//! probabilities. A doubtful row can be left to somebody else ([`chow`], [`LossMatrix::with_reject`],
//! [`error_reject_curve`]), a threshold for two classes can be moved ([`threshold_counts`], [`best_threshold`]), and the
//! regions in which each action is taken can be drawn ([`regions_of_line`], [`regions_of_plane`]). Predictions of numbers
//! have losses too: [`PredictionLoss`].
//!
//! Reference: Duda, Hart and Stork (2001), Pattern classification, chapter 2; Chow (1970), On optimum recognition
//! error and reject tradeoff.
//!
//! ```
//! use hornbook_evaluation::decisions::LossMatrix;
//! // Good mail in the spam folder costs ten times as much as spam in the inbox.
//! let losses = LossMatrix::two_classes("good", "spam", 10.0, 1.0)?;
//! assert_eq!(losses.decide(&[0.10, 0.90])?, 0);
//! assert_eq!(losses.decide(&[0.05, 0.95])?, 1);
//! assert!((losses.threshold()? - 10.0 / 11.0).abs() < 1e-15);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod discriminant;
mod loss_matrix;
mod point;
mod regions;
mod reject;
mod risk;
mod threshold;

pub use discriminant::{
    argmax_discriminant, binary_discriminant, discriminants, log_discriminants, log_odds, posterior,
};
pub use loss_matrix::{LossMatrix, REJECT};
pub use point::PredictionLoss;
pub use regions::{Crossing, LineRegions, PlaneRegions, regions_of_line, regions_of_plane};
pub use reject::{RejectPoint, RejectReason, chow, error_reject_curve, only_one};
pub use risk::{BayesAction, bayes_error, conditional_error};
pub use threshold::{ThresholdCounts, best_threshold, best_threshold_reaching, threshold_counts};

#[cfg(test)]
mod finite_worlds;
#[cfg(test)]
mod tests;
