//! What neighbors say together: the model of all learners that predict a target from them.

mod explain;
mod file;
mod model;
mod votes;

pub use model::{KNeighborsModel, OutlierLabel};
pub use votes::VoteWeights;

pub(crate) use model::{KnnState, NeighborQuery, NeighborTargets, TRAINING_ROWS};
pub(crate) use votes::VoteCounts;
