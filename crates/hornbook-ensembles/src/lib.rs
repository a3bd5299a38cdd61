//! Combining any learners.
//!
//! An ensemble is a learner made of others, which it takes as parameters: `bagging(estimator=decision-tree)`. It knows
//! them by name only, from the [filled registry](hornbook_learner::Registry::fill), so that every learner of every family
//! can be a member, ensembles too.
//!
//! | what differs between the members | learner |
//! |---|---|
//! | the rows, drawn at random | [`Bagging`] |
//! | the columns, drawn at random | [`Bagging`] with `max_features` |
//! | the rows, weighted by what was wrong before | [`AdaBoost`] |
//! | the part of the inputs | [`MixtureOfExperts`] |
//! | the learner | [`Voting`], [`Stacking`], [`Cascade`] |
//! | the target | [`OneVsRest`], [`OneVsOne`], [`OutputCode`], [`ClassHierarchy`] |
//!
//! All of them train an [`EnsembleModel`]. [`reports`] says whether members err independently, how stable a learner is
//! and what a majority of independent members would get wrong.

mod ada_boost;
mod bagging;
mod cascade;
mod class_hierarchy;
mod combination_rule;
mod contributions;
mod events;
mod explain;
mod file;
mod members;
mod mixture_of_experts;
mod model;
mod one_vs_one;
mod one_vs_rest;
mod output_code;
pub mod reports;
mod stacking;
mod tools;
mod voting;

#[cfg(test)]
mod tests;

pub use ada_boost::{AdaBoost, BoostAlgorithm, BoostLoss};
pub use bagging::Bagging;
pub use cascade::Cascade;
pub use class_hierarchy::ClassHierarchy;
pub use events::EnsembleEvent;
pub use mixture_of_experts::MixtureOfExperts;
pub use model::EnsembleModel;
pub use one_vs_one::OneVsOne;
pub use one_vs_rest::OneVsRest;
pub use output_code::{CodeKind, Decoding, OutputCode};
pub use stacking::Stacking;
pub use tools::tool_entries;
pub use voting::{Voting, VotingKind};

use combination_rule::CombinationRule;
use hornbook_core::Result;
use hornbook_data::Dataset;
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, TrainingSummary};
use members::Member;

/// The model of a learner of this crate.
fn ensemble<T: Fit<Model = EnsembleModel>>(
    learner: &T,
    data: &Dataset,
    members: Vec<Member>,
    rule: CombinationRule,
    mut summary: TrainingSummary,
) -> Result<EnsembleModel> {
    let weights = data.row_weights();
    summary.rows = weights.iter().filter(|&&weight| weight > 0.0).count() as u64;
    summary.weight = weights.iter().sum();
    summary.converged = true;
    if let Ok((codes, levels)) = members::classes_of(data)
        && let [only] = members::present(&codes, levels.len())[..]
    {
        let only = &levels[only as usize];
        summary.warnings.push(only_one_class(only));
    }
    let mut details = serde_json::Map::new();
    details.insert("members".to_string(), members.len().into());
    details.append(&mut summary.details);
    summary.details = details;
    Ok(EnsembleModel { info: learner.model_info(data, summary)?, members, rule })
}

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::RegistryEntry;
    vec![
        RegistryEntry::of::<Bagging>(),
        RegistryEntry::of::<AdaBoost>(),
        RegistryEntry::of::<Voting>(),
        RegistryEntry::of::<Stacking>(),
        RegistryEntry::of::<Cascade>(),
        RegistryEntry::of::<OneVsRest>(),
        RegistryEntry::of::<OneVsOne>(),
        RegistryEntry::of::<OutputCode>(),
        RegistryEntry::of::<ClassHierarchy>(),
        RegistryEntry::of::<MixtureOfExperts>(),
    ]
}
