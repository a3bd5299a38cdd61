//! What neighbours say together: the model of all learners that predict a target from them.

mod explain;
mod file;
mod model;
mod votes;

pub use model::{NeighboursModel, OutlierLabel};
pub use votes::VoteWeights;

pub(crate) use model::{Answers, Learned, Reach};
pub(crate) use votes::Tally;
