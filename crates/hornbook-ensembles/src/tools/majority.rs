//! A vote of independent members.

use crate::reports::majority_error;
use hornbook_core::{Result, Run, Tool, ToolReport};
use serde::Serialize;
use std::fmt;

/// Majority vote of independent members (Condorcet's jury theorem): how often the majority is wrong if each member is wrong with some
/// probability.
#[derive(Debug, Tool)]
#[tool(
    name = "majority-vote",
    chapter = "Ensembles",
    aliases("condorcet", "error of a majority", "voting error")
)]
pub struct MajorityVoteTool {
    /// Number of members.
    #[param(range = "1..")]
    members: u64,
    /// Error rate of each member.
    #[param(range = "0..=1")]
    error: f64,
}

/// How often a majority is wrong.
#[derive(Debug, Serialize)]
pub struct MajorityReport {
    members: u64,
    error: f64,
    majority_error: f64,
}

impl MajorityReport {
    /// Of so many independent members, each wrong with this probability.
    pub fn of(members: u64, error: f64) -> Result<MajorityReport> {
        Ok(MajorityReport { members, error, majority_error: majority_error(members, error)? })
    }
}

impl fmt::Display for MajorityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MajorityReport { members, error, majority_error } = self;
        write!(
            f,
            "A majority of {members} independent members, each wrong with probability {error}, is wrong with probability \
             {majority_error:.10}."
        )
    }
}

impl ToolReport for MajorityReport {}

impl Tool for MajorityVoteTool {
    type Report = MajorityReport;

    fn compute(&self, _: &Run) -> Result<MajorityReport> {
        MajorityReport::of(self.members, self.error)
    }
}
